/** Orders in the words of the standard: commands, attributes read and written, each answer looked at for a refusal. */
import { Zcl } from "zigbee-herdsman";
import { type Answers, RadioError } from "../../../model/radio.ts";
import { isObject, type Values } from "../../../model/resource.ts";
import type { Endpoint, Group } from "../herdsman.ts";
import { plain, plainValues } from "../plain-data.ts";
import { refusal } from "./order-failures.ts";

/** What it is about. */
interface About {
  readonly cluster: string | number;
  readonly manufacturer?: number;
}

type Cluster = ReturnType<typeof Zcl.Utils.getCluster>;
type Record = { readonly attrId: number; readonly status?: number; readonly attrData?: unknown };

const AT_ONCE = 8; // attributes in one frame
const OUT_OF = { disableResponse: true, disableDefaultResponse: true };

export async function command(
  target: Endpoint | Group,
  about: About & { readonly command: string | number; readonly payload: Values; readonly noResponse?: true },
): Promise<Answers["command"]> {
  const cluster = clusterOf(target, about);
  checkCommand(cluster, about.command);
  const options = { ...manufacturerIn(about), ...(about.noResponse && OUT_OF) };
  const payload = { ...about.payload };
  if (!isEndpoint(target)) {
    await target.command(cluster.name, about.command, payload, options);
    return {};
  }
  const answer = await target.command(about.cluster, about.command, payload, options);
  if (!isObject(answer)) return {};
  for (const status of [answer.statusCode, answer.status]) {
    if (typeof status === "number" && status !== Zcl.Status.SUCCESS) throw refusal(status);
  }
  return "statusCode" in answer ? {} : { response: plainValues(answer) };
}

/** What it does not have is told apart from what it has. */
export async function read(
  endpoint: Endpoint,
  about: About & { readonly attributes: readonly (string | number)[] },
): Promise<Answers["read"]> {
  const cluster = clusterOf(endpoint, about);
  const wanted = about.attributes.map((name) => ({ name: String(name), id: attributeId(cluster, name, about) }));
  const manufacturerCode = about.manufacturer ?? manufacturerOf(cluster, about.attributes);
  const values: { [name: string]: unknown } = {};
  const failed: { [name: string]: number } = {};
  for (let start = 0; start < wanted.length; start += AT_ONCE) {
    const part = wanted.slice(start, start + AT_ONCE);
    const payload = part.map(({ id }) => ({ attrId: id }));
    const options = manufacturerCode === undefined ? {} : { manufacturerCode };
    const frame = await endpoint.zclCommand(cluster, "read", payload as never, options);
    for (const record of recordsIn(frame?.payload)) {
      const name = part.find(({ id }) => id === record.attrId)?.name;
      if (name === undefined) continue;
      if (record.status) failed[name] = record.status;
      else values[name] = valueIn(cluster, record, manufacturerCode);
    }
  }
  return { values, failed };
}

export async function write(
  target: Endpoint | Group,
  about: About & { readonly values: Values },
): Promise<Answers["write"]> {
  const cluster = clusterOf(target, about);
  for (const name of Object.keys(about.values)) attributeId(cluster, /^\d+$/.test(name) ? Number(name) : name, about);
  await target.write(cluster.name, { ...about.values } as never, manufacturerIn(about));
  return {};
}

/** Throws when nobody knows it. */
export function clusterOf(target: Endpoint | Group, { cluster, manufacturer }: About): Cluster {
  const device = isEndpoint(target) ? target.getDevice() : undefined;
  try {
    return Zcl.Utils.getCluster(cluster, manufacturer ?? device?.manufacturerID, device?.customClusters ?? {});
  } catch {
    throw new RadioError("invalid", `there is no cluster ${cluster}`);
  }
}

export function isEndpoint(target: Endpoint | Group): target is Endpoint {
  return "ID" in target;
}

function checkCommand(cluster: Cluster, name: string | number): void {
  try {
    Zcl.Utils.getClusterCommand(cluster, name);
  } catch {
    throw new RadioError("invalid", `the cluster ${cluster.name} has no command ${name}`);
  }
}

function attributeId(cluster: Cluster, name: string | number, { manufacturer }: About): number {
  if (typeof name === "number") return name;
  const attribute = Zcl.Utils.getClusterAttribute(cluster, name, manufacturer);
  if (!attribute) throw new RadioError("invalid", `the cluster ${cluster.name} has no attribute ${name}`);
  return attribute.ID;
}

/** Of attributes that belong to a maker, and are asked for by name. */
function manufacturerOf(cluster: Cluster, names: readonly (string | number)[]): number | undefined {
  const [name] = names;
  const own =
    name === undefined ? undefined : Zcl.Utils.getClusterAttribute(cluster, name, undefined)?.manufacturerCode;
  return own ?? cluster.manufacturerCode;
}

function manufacturerIn({ manufacturer }: About): { manufacturerCode?: number } {
  return manufacturer === undefined ? {} : { manufacturerCode: manufacturer };
}

/** A device that does not even know the cluster answers with a default response. */
function recordsIn(payload: unknown): readonly Record[] {
  if (Array.isArray(payload)) return payload;
  if (isObject(payload) && typeof payload.statusCode === "number") throw refusal(payload.statusCode);
  return [];
}

function valueIn(cluster: Cluster, { attrId, attrData }: Record, manufacturerCode: number | undefined): unknown {
  const attribute = Zcl.Utils.getClusterAttribute(cluster, attrId, manufacturerCode);
  try {
    return plain(attribute ? Zcl.Utils.processAttributePostRead(attribute, attrData) : attrData) ?? null;
  } catch {
    return null; // out of its range
  }
}
