/** How the tables of ZCL attributes are written: for each cluster a reader, for each attribute a row. */
import type { Values } from "../../model/resource.ts";
import type { PlannedResource } from "../plan/device-plan.ts";

/** The last value of attributes that later frames need, as "name@endpoint". */
export type AttributeMemory = Map<string, number>;

export interface AttributeFrame {
  readonly data: Values;
  readonly endpoint: number;
  readonly memory: AttributeMemory;
  readonly modelid: string;
  readonly zone?: number; // the type of the endpoint's IAS zone
}

export interface AttributeReading {
  readonly family: PlannedResource["family"];
  readonly type: string; // "": all of the family
  readonly section: "config" | "state";
  readonly values: Values;
  readonly isWide?: true; // of the whole device
}

export interface ClusterReader {
  readonly id: number;
  readonly read: (frame: AttributeFrame) => readonly AttributeReading[];
}

/** The value of an attribute → the value of a member; undefined: it stands for none. */
export type AttributeReader = (value: number, frame: AttributeFrame) => unknown;

export interface AttributeRow {
  readonly attribute: string;
  readonly member: string;
  readonly read: AttributeReader;
}

export function sensorValues(type: string, values: Values, section: "config" | "state" = "state"): AttributeReading {
  return { family: "sensors", type, section, values };
}

/** The members whose attributes are in the frame. */
export function readAttributes(rows: readonly AttributeRow[], frame: AttributeFrame): Values {
  const members: Record<string, unknown> = {};
  for (const { attribute, member, read } of rows) {
    const number = attributeNumber(frame.data, attribute);
    const value = number === undefined ? undefined : read(number, frame);
    if (value !== undefined && (typeof value !== "number" || Number.isSafeInteger(value))) members[member] = value;
  }
  return members;
}

export function attributeNumber(data: Values, name: string): number | undefined {
  const value = Object.hasOwn(data, name) ? data[name] : undefined;
  const number = typeof value === "boolean" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** From this frame, else from the last one that had it. */
export function lastAttribute({ data, endpoint, memory }: AttributeFrame, name: string): number | undefined {
  const key = `${name}@${endpoint}`;
  const value = attributeNumber(data, name);
  if (value !== undefined) memory.set(key, value);
  return value ?? memory.get(key);
}

/** Rounded. A value outside the range is a device's way to say that it knows none. */
export function inRange(min: number, max: number, factor = 1): AttributeReader {
  return (value) => (value >= min && value <= max ? Math.round(value * factor) : undefined);
}
