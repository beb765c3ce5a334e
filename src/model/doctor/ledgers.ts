/** The records in which the gateway keeps the ledgers of its devices and its measurements of the channels. No client sees them. */
import { type Definitions, plain } from "../definitions.ts";
import { text } from "../fields.ts";
import type { Address } from "../resource.ts";

/** Below it a record for each device, by its unique id, and one for the channels. */
export const LEDGERS: Address = "/ledgers";
export const CHANNEL_LEDGER: Address = "/ledgers/channels";

const KEPT = { access: "hidden", saved: "later", quiet: true } as const;

export const LEDGER_TYPES: Definitions = {
  Ledger: {
    ...plain("ledgers", { packed: text({ ...KEPT, about: "What became of the frames for a device, in 200 letters" }) }),
    unlisted: true,
  },
};
