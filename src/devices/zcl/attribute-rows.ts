/** How the tables of raw frames are written: for each cluster, what its attributes say. */
import type { Values } from "../../model/resource.ts";
import type { PlannedResource } from "../plan/device-plan.ts";

/** By name, with the endpoint where it counts. */
export type RawMemory = Map<string, number>;

export interface Told {
  readonly data: Values;
  readonly endpoint: number;
  readonly memory: RawMemory;
  readonly modelid: string;
  readonly zone?: number; // what the IAS zone of the endpoint watches
}

export interface RawMember {
  readonly family: PlannedResource["family"];
  readonly type: string; // "": all of the family
  readonly section: "config" | "state";
  readonly values: Values;
  readonly isWide?: true; // the whole device's
}

export interface RawCluster {
  readonly id: number;
  readonly read: (told: Told) => readonly RawMember[];
}

/** A value of an attribute → of a member; undefined: it is none. */
export type Reader = (value: number, told: Told) => unknown;

export interface Row {
  readonly attribute: string;
  readonly member: string;
  readonly read: Reader;
}

export function sensor(type: string, values: Values, section: "config" | "state" = "state"): RawMember {
  return { family: "sensors", type, section, values };
}

/** What the rows find in the data. */
export function membersBy(rows: readonly Row[], told: Told): Values {
  const members: Record<string, unknown> = {};
  for (const { attribute, member, read } of rows) {
    const value = numberIn(told.data, attribute);
    const found = value === undefined ? undefined : read(value, told);
    if (found !== undefined && (typeof found !== "number" || Number.isSafeInteger(found))) members[member] = found;
  }
  return members;
}

export function numberIn(data: Values, name: string): number | undefined {
  const value = Object.hasOwn(data, name) ? data[name] : undefined;
  const number = typeof value === "boolean" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** In this frame, or as it was told last. */
export function remembered({ data, endpoint, memory }: Told, name: string): number | undefined {
  const key = `${name}@${endpoint}`;
  const told = numberIn(data, name);
  if (told !== undefined) memory.set(key, told);
  return told ?? memory.get(key);
}

/** Rounded, if it lies within; what lies outside is a device's way to say that it does not know. */
export function within(min: number, max: number, factor = 1): Reader {
  return (value) => (value >= min && value <= max ? Math.round(value * factor) : undefined);
}
