/** The records of the past firings of rules and schedules: one for each, which no client sees. */
import { familyOf, idOf } from "../addresses.ts";
import { type Definitions, plain } from "../definitions.ts";
import { list } from "../fields.ts";
import type { Address } from "../resource.ts";

/** Below it: `rules-3`, `schedules-1`. */
export const FIRINGS: Address = "/firings";

/** The address of the log of this rule or schedule. */
export function firingsOf(address: Address): Address {
  return `${FIRINGS}/${familyOf(address)}-${idOf(address)}`;
}

const KEPT = { access: "hidden", saved: "later", quiet: true } as const;

export const FIRING_TYPES: Definitions = {
  Firings: {
    ...plain("firings", {
      shapes: list({
        ...KEPT,
        about: "What many entries have in common: what woke it, its conditions, what came of it",
      }),
      rows: list({ ...KEPT, about: "[last, first, how often, bits of the conditions, shape, values]" }),
    }),
    unlisted: true,
  },
};
