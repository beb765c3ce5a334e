/** Frames of standard clusters that no converter read → members of resources. */
import type { DeviceFacts, RawMessage } from "../../model/radio.ts";
import { isObject, type Values } from "../../model/resource.ts";
import { RAW_FRAMED } from "../commands/raw-framed.ts";
import type { PlannedResource } from "../plan/device-plan.ts";
import type { ReadValues } from "../values/payloads.ts";
import type { AttributeFrame, AttributeMemory, ClusterReader } from "./attribute-rows.ts";
import { LIGHT_CLUSTERS } from "./light-attributes.ts";
import { SENSOR_CLUSTERS } from "./sensor-attributes.ts";
import { THERMOSTAT_CLUSTERS } from "./thermostat-attributes.ts";

export type { AttributeMemory } from "./attribute-rows.ts";

export interface FrameReading {
  readonly family: PlannedResource["family"];
  readonly type: string; // "": all of the family
  readonly endpoint: number | undefined; // undefined: the whole device's
  readonly cluster: number;
  readonly section: "config" | "state";
  readonly values: Values;
  readonly isFramed: boolean; // it counts whatever the converters read
}

const CLUSTERS: Readonly<Record<string, ClusterReader>> = {
  ...SENSOR_CLUSTERS,
  ...LIGHT_CLUSTERS,
  ...THERMOSTAT_CLUSTERS,
};
const NAMES: ReadonlyMap<number, string> = new Map(Object.entries(CLUSTERS).map(([name, { id }]) => [id, name]));
/** What is told in these is no value of the device itself. */
const TELLS: readonly string[] = ["attributeReport", "readResponse", "commandStatusChangeNotification"];

/** Begins empty: what earlier frames of a device said that later ones need. The caller's, one for each device; filled here. */
export function newAttributeMemory(): AttributeMemory {
  return new Map();
}

export function readFrame(
  { type, cluster, data }: RawMessage,
  endpoint: number,
  { endpoints, modelid }: Pick<DeviceFacts, "endpoints" | "modelid">,
  memory: AttributeMemory,
  isRead = false, // by the converters
): readonly FrameReading[] {
  const name = typeof cluster === "number" ? (NAMES.get(cluster) ?? "") : cluster;
  const tables = isRead ? [RAW_FRAMED] : [CLUSTERS, RAW_FRAMED];
  const known = tables.flatMap((table) => (Object.hasOwn(table, name) && table[name] ? [table[name]] : []));
  if (known.length === 0 || !isObject(data) || !TELLS.includes(type)) return [];
  const zone = endpoints.find(({ id }) => id === endpoint)?.zone;
  const told: AttributeFrame = { data, memory, endpoint, modelid, ...(zone === undefined ? {} : { zone }) };
  return known
    .flatMap(({ id, read }) =>
      read(told).map((member) => ({ ...member, id, isFramed: read === RAW_FRAMED[name]?.read })),
    )
    .filter(({ values }) => Object.keys(values).length > 0)
    .map(({ family, type, section, values, isWide, id: cluster, isFramed }) => ({
      ...{ family, type, section, values, cluster, isFramed },
      endpoint: isWide ? undefined : endpoint,
    }));
}

/** What of it is told by this resource: only what it has. */
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
