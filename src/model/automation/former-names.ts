/**
 * The names of resources that are gone and that a rule, a schedule or a log still names: "Hall lamp (removed)" tells more than "/lights/3".
 * The gateway keeps them in one record (`src/engines/former-names.ts`), and the admin API tells them to the panels with the house.
 */
import { type Definitions, plain } from "../definitions.ts";
import { object } from "../fields.ts";
import type { Address, Resource } from "../resource.ts";

/** By address, as it was named: "/lights/3", "/groups/1/scenes/2", "/sensors/<uniqueid>". The latest is the last. */
export type FormerNames = Readonly<Record<string, string>>;

export const FORMER_NAMES: Address = "/formernames";

export const FORMER_NAME_TYPES: Definitions = {
  FormerNames: {
    ...plain("formernames", {
      names: object({ access: "hidden", saved: "later", quiet: true, about: "Of what is gone, by its address" }),
    }),
    unlisted: true,
  },
};

interface Resources {
  get(address: Address): Resource | undefined;
}

export function formerNamesIn(store: Resources): FormerNames {
  return (store.get(FORMER_NAMES)?.attr.names ?? {}) as FormerNames;
}
