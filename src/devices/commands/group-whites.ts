/**
 * The white of a command to a group, for each of its lamps: some know whites, some are told the color of a white instead, and some know
 * colors alone. One frame tells it to those that take it alike; the others are told by themselves.
 */
import { xyOfMired } from "../../model/lights/color.ts";
import type { Values } from "../../model/resource.ts";
import { type Recipient, understoodBy, writableMembers } from "./orders.ts";

/** A member of the group, and the desired values that are shown of it. */
type Member = Recipient & { readonly optimistic: Values };

interface OwnWhite {
  readonly told: Values;
  readonly isKnown: boolean; // as a white, not as the color of one
  readonly likeness: string; // the same: one frame tells both lamps
}

/**
 * The lamps that one frame tells all of it, and the values in that frame. Lamps that know whites go before the others, which take no notice
 * of a white. A color would be heard by all that know colors: it is told in a frame only where all of them are to have that very color.
 */
export function sharedBy<M extends Member>(
  members: readonly M[],
  values: Values,
): { readonly hearers: readonly M[]; readonly values: Values } {
  const all = members.map((member) => ({ member, white: whiteOf(member, values) }));
  const whites = all.flatMap(({ white }) => white ?? []);
  const areAlike = whites.every(({ likeness }) => likeness === whites[0]?.likeness);
  const shared = areAlike ? whites[0] : whites.find(({ isKnown }) => isKnown);
  const hearers = all.filter(({ white }) => !white || white.likeness === shared?.likeness);
  return { hearers: hearers.map(({ member }) => member), values: withWhite(values, shared) };
}

/** The values for a member that is told by itself. */
export function ownValues(member: Member, values: Values): Values {
  return understoodBy(member, withWhite(values, whiteOf(member, values)));
}

/** Undefined: no white is told, or none that this member takes. */
function whiteOf({ deviceResource: { planned }, optimistic }: Member, { ct, ct_inc }: Values): OwnWhite | undefined {
  if (ct === undefined && ct_inc === undefined) return undefined;
  const known = writableMembers(planned, "state");
  if (known.includes("ct") && !planned.whiteByColor)
    return { told: ct === undefined ? { ct_inc } : { ct }, isKnown: true, likeness: "white" };
  const own = optimistic.ct ?? ct; // no color is stepped as a white, and each has ends of its own
  if (own === undefined) return undefined;
  if (planned.whiteByColor) return { told: { ct: own }, isKnown: false, likeness: `white ${own} by color` };
  if (!known.includes("xy")) return undefined;
  return { told: { xy: xyOfMired(Number(own)) }, isKnown: false, likeness: `color of ${own}` };
}

function withWhite({ ct, ct_inc, ...others }: Values, white: OwnWhite | undefined): Values {
  const given = { ...(ct !== undefined && { ct }), ...(ct_inc !== undefined && { ct_inc }) };
  return { ...others, ...(white?.told ?? given) };
}
