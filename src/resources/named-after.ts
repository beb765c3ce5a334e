/**
 * A name that nobody typed: the editor, or the flow that declares it, calls a rule after what it moves, and says so. Such a name follows when that is
 * renamed (`src/engines/named-after.ts`). What anybody else says is typed, and so is what these say without it.
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
  readonly said: Values; //  what everybody may say
  readonly named: Values; // what is kept of its name besides
}

export function namingIn({ cause }: Call, body: Values): Naming {
  const { namedafter, ...others } = body;
  const mayPropose = cause.by === "editor" || (cause.by.startsWith("flow:") && body.owner === cause.by);
  const isProposed = mayPropose && accept(ADDRESSES, namedafter) !== undefined;
  const named = body.name === undefined ? {} : { namedafter: isProposed ? namedafter : undefined };
  return { said: isProposed ? others : body, named };
}
