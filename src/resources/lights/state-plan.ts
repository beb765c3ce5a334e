/** What comes of a body for a state: what is answered, what is sent, and what is believed of it meanwhile. */
import { ApiError } from "../../model/errors.ts";
import { type Checked, check, type Fields } from "../../model/fields.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";

/** A member that is granted, with the value that it gets. */
export interface Granted {
  readonly member: string;
  readonly value: unknown;
}

export interface StatePlan {
  readonly answer: readonly (Granted | ApiError)[]; // in the order of core 4.4
  readonly values: Values; //   for the device
  readonly optimistic: Values; // for the store, until the device tells
}

const NOTHING: Values = Object.freeze({});

export function refusedAll(errors: readonly ApiError[]): StatePlan {
  return { answer: errors, values: NOTHING, optimistic: NOTHING };
}

/** Everything that is said is sent and answered, and nothing is believed. */
export function grantedAll(wanted: Values, address: Address): StatePlan {
  const said = Object.entries(wanted).filter(([, value]) => value !== undefined);
  if (said.length === 0) return refusedAll([new ApiError("missing", address)]);
  return {
    answer: said.map(([member, value]) => ({ member, value })),
    values: Object.fromEntries(said),
    optimistic: NOTHING,
  };
}

/** Checks a body by those fields that the resource has; `needs` names the member of its state by which it shows that. */
export function checkedFor(
  { state }: Resource,
  body: Values,
  address: Address,
  fields: Fields,
  needs: Readonly<Record<string, string>>,
): Checked {
  const own = Object.entries(fields).filter(([name]) => Object.hasOwn(state, needs[name] ?? ""));
  return check(Object.fromEntries(own), body, address);
}
