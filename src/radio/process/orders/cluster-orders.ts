/** Orders in the words of the ZCL: commands, attributes read and written, each answer looked at for a refusal. */
import { Zcl } from "zigbee-herdsman";
import { type Answers, RadioError, type ReportSetting } from "../../../model/radio/orders.ts";
import { isObject, type Values } from "../../../model/resource.ts";
import type { HerdsmanEndpoint, HerdsmanGroup } from "../herdsman.ts";
import { plainData, plainValues } from "../plain-data.ts";
import { refusal } from "./order-failures.ts";

interface ClusterAddress {
  readonly cluster: string | number;
  readonly manufacturer?: number;
}

type ZclCluster = ReturnType<typeof Zcl.Utils.getCluster>;
type AttributeRecord = { readonly attrId: number; readonly status?: number; readonly attrData?: unknown };

const MOST_ATTRIBUTES = 8; // in one frame
const NO_RESPONSE = { disableResponse: true, disableDefaultResponse: true };

export async function command(
  target: HerdsmanEndpoint | HerdsmanGroup,
  address: ClusterAddress & { readonly command: string | number; readonly payload: Values; readonly noResponse?: true },
): Promise<Answers["command"]> {
  const cluster = clusterOf(target, address);
  checkCommand(cluster, address.command);
  const options = { ...manufacturerIn(address), ...(address.noResponse && NO_RESPONSE) };
  const payload = { ...address.payload };
  if (!isEndpoint(target)) {
    await target.command(cluster.name, address.command, payload, options);
    return {};
  }
  const answer = await target.command(address.cluster, address.command, payload, options);
  if (!isObject(answer)) return {};
  for (const status of [answer.statusCode, answer.status]) {
    if (typeof status === "number" && status !== Zcl.Status.SUCCESS) throw refusal(status);
  }
  return "statusCode" in answer ? {} : { response: plainValues(answer) };
}

/** Attributes that the device does not have are told apart from those that it has. */
export async function read(
  endpoint: HerdsmanEndpoint,
  address: ClusterAddress & { readonly attributes: readonly (string | number)[] },
): Promise<Answers["read"]> {
  const cluster = clusterOf(endpoint, address);
  const wanted = address.attributes.map((name) => ({ name: String(name), id: attributeId(cluster, name, address) }));
  const manufacturerCode = address.manufacturer ?? manufacturerOf(cluster, address.attributes);
  const values: { [name: string]: unknown } = {};
  const failed: { [name: string]: number } = {};
  for (let start = 0; start < wanted.length; start += MOST_ATTRIBUTES) {
    const chunk = wanted.slice(start, start + MOST_ATTRIBUTES);
    const payload = chunk.map(({ id }) => ({ attrId: id }));
    const options = manufacturerCode === undefined ? {} : { manufacturerCode };
    const frame = await endpoint.zclCommand(cluster, "read", payload as never, options);
    for (const record of recordsIn(frame?.payload)) {
      const name = chunk.find(({ id }) => id === record.attrId)?.name;
      if (name === undefined) continue;
      if (record.status) failed[name] = record.status;
      else values[name] = valueIn(cluster, record, manufacturerCode);
    }
  }
  return { values, failed };
}

export async function write(
  target: HerdsmanEndpoint | HerdsmanGroup,
  address: ClusterAddress & { readonly values: Values },
): Promise<Answers["write"]> {
  const cluster = clusterOf(target, address);
  for (const name of Object.keys(address.values))
    attributeId(cluster, /^\d+$/.test(name) ? Number(name) : name, address);
  await target.write(cluster.name, { ...address.values } as never, manufacturerIn(address));
  return {};
}

/** Herdsman keeps the settings, so that they are known over restarts. */
export async function report(
  endpoint: HerdsmanEndpoint,
  { cluster, attribute, least, most, change }: ClusterAddress & ReportSetting,
): Promise<Answers["report"]> {
  const { name } = clusterOf(endpoint, { cluster });
  attributeId(clusterOf(endpoint, { cluster }), attribute, { cluster });
  const setting = { attribute, minimumReportInterval: least, maximumReportInterval: most, reportableChange: change };
  await endpoint.configureReporting(name, [setting] as never);
  return {};
}

/** Throws when the cluster is unknown. */
function clusterOf(target: HerdsmanEndpoint | HerdsmanGroup, { cluster, manufacturer }: ClusterAddress): ZclCluster {
  const device = isEndpoint(target) ? target.getDevice() : undefined;
  try {
    return Zcl.Utils.getCluster(cluster, manufacturer ?? device?.manufacturerID, device?.customClusters ?? {});
  } catch {
    throw new RadioError("invalid", `there is no cluster ${cluster}`);
  }
}

export function isEndpoint(target: HerdsmanEndpoint | HerdsmanGroup): target is HerdsmanEndpoint {
  return "ID" in target;
}

function checkCommand(cluster: ZclCluster, name: string | number): void {
  try {
    Zcl.Utils.getClusterCommand(cluster, name);
  } catch {
    throw new RadioError("invalid", `the cluster ${cluster.name} has no command ${name}`);
  }
}

function attributeId(cluster: ZclCluster, name: string | number, { manufacturer }: ClusterAddress): number {
  if (typeof name === "number") return name;
  const attribute = Zcl.Utils.getClusterAttribute(cluster, name, manufacturer);
  if (!attribute) throw new RadioError("invalid", `the cluster ${cluster.name} has no attribute ${name}`);
  return attribute.ID;
}

/** Of attributes that belong to a manufacturer, and are asked for by name. */
function manufacturerOf(cluster: ZclCluster, names: readonly (string | number)[]): number | undefined {
  const [name] = names;
  const own =
    name === undefined ? undefined : Zcl.Utils.getClusterAttribute(cluster, name, undefined)?.manufacturerCode;
  return own ?? cluster.manufacturerCode;
}

function manufacturerIn({ manufacturer }: ClusterAddress): { manufacturerCode?: number } {
  return manufacturer === undefined ? {} : { manufacturerCode: manufacturer };
}

/** A device that does not even know the cluster answers with a default response. */
function recordsIn(payload: unknown): readonly AttributeRecord[] {
  if (Array.isArray(payload)) return payload;
  if (isObject(payload) && typeof payload.statusCode === "number") throw refusal(payload.statusCode);
  return [];
}

function valueIn(
  cluster: ZclCluster,
  { attrId, attrData }: AttributeRecord,
  manufacturerCode: number | undefined,
): unknown {
  const attribute = Zcl.Utils.getClusterAttribute(cluster, attrId, manufacturerCode);
  try {
    return plainData(attribute ? Zcl.Utils.processAttributePostRead(attribute, attrData) : attrData) ?? null;
  } catch {
    return null; // out of its range
  }
}
