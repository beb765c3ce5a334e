/** ZCL frames → members of resources: frames of standard clusters that no converter read, and those of which the converters read too little. */
import { stripState } from "../../model/lights/gradient.ts";
import type { DeviceFacts, RawMessage } from "../../model/radio/device-facts.ts";
import { isObject, type Values } from "../../model/resource.ts";
import { goesByWeek, STRIP, WEEK } from "../commands/custom-frames.ts";
import type { PlannedResource } from "../plan/device-plan.ts";
import type { ReadValues } from "../values/payloads.ts";
import {
  type AttributeFrame,
  type AttributeMemory,
  type AttributeReading,
  attributeNumber,
  type ClusterReader,
  sensorValues,
} from "./attribute-rows.ts";
import { CLUSTERS } from "./cluster-attributes.ts";

export type { AttributeMemory } from "./attribute-rows.ts";

export interface FrameReading {
  readonly family: PlannedResource["family"];
  readonly type: string; // "": all of the family
  readonly endpoint: number | undefined; // undefined: the whole device's
  readonly section: "config" | "state";
  readonly values: Values;
  readonly isAlwaysRead: boolean; // it counts even if converters have read the frame
}

type ClusterReaders = Readonly<Record<string, ClusterReader>>;

/** Clusters that converters read only in part, or less exactly. */
const ALWAYS_READ: ClusterReaders = {
  [STRIP.cluster]: { id: STRIP.id, read: readStrip },
  [WEEK.cluster]: { id: WEEK.id, read: readProgramming },
};
const NAMES: ReadonlyMap<number, string> = new Map(Object.entries(CLUSTERS).map(([name, { id }]) => [id, name]));
/** Frames of other types say nothing of the device's own attributes. */
const FRAME_TYPES: readonly string[] = ["attributeReport", "readResponse", "commandStatusChangeNotification"];

/** `memory` starts empty, belongs to one device, and is filled here: some attributes need the values of earlier frames. */
export function decodeFrame(
  { type, cluster, data }: RawMessage,
  endpoint: number,
  { endpoints, modelid }: Pick<DeviceFacts, "endpoints" | "modelid">,
  memory: AttributeMemory,
  isConverted = false,
): readonly FrameReading[] {
  const name = typeof cluster === "number" ? (NAMES.get(cluster) ?? "") : cluster;
  if (!isObject(data) || !FRAME_TYPES.includes(type)) return [];
  const zone = endpoints.find(({ id }) => id === endpoint)?.zone;
  const frame: AttributeFrame = { data, memory, endpoint, modelid, ...(zone === undefined ? {} : { zone }) };
  const readings = (table: ClusterReaders, isAlwaysRead: boolean): readonly FrameReading[] =>
    (Object.hasOwn(table, name) ? (table[name]?.read(frame) ?? []) : [])
      .filter(({ values }) => Object.keys(values).length > 0)
      .map(({ isWide, ...reading }) => ({ ...reading, endpoint: isWide ? undefined : endpoint, isAlwaysRead }));
  return [...(isConverted ? [] : readings(CLUSTERS, false)), ...readings(ALWAYS_READ, true)];
}

/** The part of the readings that belongs to this resource: only members that it has. */
export function valuesFor(planned: PlannedResource, readings: readonly FrameReading[]): ReadValues {
  const read: { state: Record<string, unknown>; config: Record<string, unknown> } = { state: {}, config: {} };
  for (const { family, type, endpoint, section, values } of readings) {
    if (family !== planned.family || (type !== "" && type !== planned.type)) continue;
    if (endpoint !== undefined && endpoint !== planned.source) continue;
    for (const [member, value] of Object.entries(values))
      if (Object.hasOwn(planned[section], member)) read[section][member] = value;
  }
  return read;
}

/** The state of a gradient strip comes in one piece, of which the converters read only a part. */
function readStrip({ data }: AttributeFrame): readonly AttributeReading[] {
  const bytes = data[STRIP.state];
  const { gradient } = (bytes instanceof Uint8Array && stripState(bytes)) || {};
  const reversed = attributeNumber(data, String(STRIP.reversed));
  const light = { family: "lights", type: "" } as const;
  const config = reversed === undefined ? {} : { "color/gradient/reversed": reversed !== 0 };
  return [
    { ...light, section: "state", values: gradient ? { gradient, colormode: "gradient" } : {} },
    { ...light, section: "config", values: config },
  ];
}

/** Whether a thermostat follows its week schedule. */
function readProgramming({ data, modelid }: AttributeFrame): readonly AttributeReading[] {
  const programming = attributeNumber(data, WEEK.mode);
  if (programming === undefined) return [];
  const values = { schedule_on: goesByWeek(programming, modelid), programming };
  return [sensorValues("ZHAThermostat", values, "config")];
}
