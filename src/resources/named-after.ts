/**
 * A name that no user typed: the editor, or the flow that declares a rule, names the rule after the resources that it moves, and says so.
 * The name follows when one is renamed (`src/engines/named-after.ts`). A name from another client, or without `namedafter`, is typed.
 */
import type { Call } from "../core/call.ts";
import { accept, type Fields, list, text } from "../model/fields.ts";
import type { Values } from "../model/resource.ts";

const ADDRESSES = list({
  access: "hidden",
  each: text(),
  about: "Whose names are part of a name that nobody typed",
});
export const NAMED_AFTER: Fields = { namedafter: ADDRESSES };

interface Naming {
  readonly said: Values; //  members that any client may send
  readonly named: Values; // the record of its name besides
}

export function namingIn({ cause }: Call, body: Values): Naming {
  const { namedafter, ...others } = body;
  const mayPropose = cause.by === "editor" || (cause.by.startsWith("flow:") && body.owner === cause.by);
  const isProposed = mayPropose && accept(ADDRESSES, namedafter) !== undefined;
  const named = body.name === undefined ? {} : { namedafter: isProposed ? namedafter : undefined };
  return { said: isProposed ? others : body, named };
}
