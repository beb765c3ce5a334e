/** How the tables of raw frames are written: for each cluster, what its attributes say. */
import type { Values } from "../../model/resource.ts";
import type { PlannedResource } from "../plan/device-plan.ts";

/** By name, with the endpoint where it counts. */
export type AttributeMemory = Map<string, number>;

export interface AttributeFrame {
  readonly data: Values;
  readonly endpoint: number;
  readonly memory: AttributeMemory;
  readonly modelid: string;
  readonly zone?: number; // what the IAS zone of the endpoint watches
}

export interface AttributeValues {
  readonly family: PlannedResource["family"];
  readonly type: string; // "": all of the family
  readonly section: "config" | "state";
  readonly values: Values;
  readonly isWide?: true; // the whole device's
}

export interface ClusterReader {
  readonly id: number;
  readonly read: (told: AttributeFrame) => readonly AttributeValues[];
}

/** A value of an attribute → of a member; undefined: it is none. */
export type AttributeReader = (value: number, told: AttributeFrame) => unknown;

export interface AttributeRow {
  readonly attribute: string;
  readonly member: string;
  readonly read: AttributeReader;
}

export function sensorValues(type: string, values: Values, section: "config" | "state" = "state"): AttributeValues {
  return { family: "sensors", type, section, values };
}

/** What the rows find in the data. */
export function readAttributes(rows: readonly AttributeRow[], told: AttributeFrame): Values {
  const members: Record<string, unknown> = {};
  for (const { attribute, member, read } of rows) {
    const value = attributeNumber(told.data, attribute);
    const found = value === undefined ? undefined : read(value, told);
    if (found !== undefined && (typeof found !== "number" || Number.isSafeInteger(found))) members[member] = found;
  }
  return members;
}

export function attributeNumber(data: Values, name: string): number | undefined {
  const value = Object.hasOwn(data, name) ? data[name] : undefined;
  const number = typeof value === "boolean" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** In this frame, or as it was told last. */
export function lastAttribute({ data, endpoint, memory }: AttributeFrame, name: string): number | undefined {
  const key = `${name}@${endpoint}`;
  const told = attributeNumber(data, name);
  if (told !== undefined) memory.set(key, told);
  return told ?? memory.get(key);
}

/** Rounded, if it lies within; what lies outside is a device's way to say that it does not know. */
export function inRange(min: number, max: number, factor = 1): AttributeReader {
  return (value) => (value >= min && value <= max ? Math.round(value * factor) : undefined);
}
