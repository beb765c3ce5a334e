/** zigbee-herdsman's list of devices and groups, line by line, cleaned: entries that herdsman would lose silently are kept or told. */
import { isObject, parsedJson, type Values } from "../model/resource.ts";
import { ieeeFrom, wholeNumber } from "./hex.ts";
import type { DatabaseEndpoint, DatabaseLine, EndpointOf } from "./inventory.ts";
import { ImportRefusal } from "./refusal.ts";
import type { Note } from "./words.ts";

export interface GroupLine {
  readonly number: number;
  readonly members: readonly EndpointOf[];
  readonly meta: Values;
}

export interface ForeignDatabase {
  readonly coordinators: readonly DatabaseLine[];
  readonly devices: readonly DatabaseLine[];
  readonly groups: readonly GroupLine[];
  readonly isCut: boolean; // in the middle of a group, which is lost with those behind it
  readonly notes: readonly Note[];
}

const DEVICE_TYPES: readonly unknown[] = ["Router", "EndDevice", "Unknown", "GreenPower"];
const COORDINATOR = "Coordinator";
const FILE = "database.db";
const OLD_CLUSTERS: Readonly<Record<string, string>> = {
  piRetailTunnel: "retailTunnel",
  tunneling: "seTunneling",
  haMeterIdentification: "seMeterIdentification",
};

export function readDatabase(text: string): ForeignDatabase {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new ImportRefusal("file-empty", { file: FILE });
  const entries = lines.map(parsedJson);
  if (entries.some((entry) => isObject(entry) && ("$$indexCreated" in entry || "_id" in entry)))
    throw new ImportRefusal("database-old");
  const isCut = entries.at(-1) === undefined;
  const good = entries.filter((entry): entry is Values => isObject(entry) && isUsable(entry));
  const bad = lines.length - good.length;
  const coordinators = good.filter(({ type }) => type === COORDINATOR).map(lineOf);
  const all = good.filter(({ type }) => DEVICE_TYPES.includes(type)).map(lineOf);
  if (all.length === 0) throw new ImportRefusal("no-devices", { file: FILE });
  if (bad > 3 && bad > lines.length / 10) throw new ImportRefusal("database-bad", { count: bad, lines: lines.length });
  const { devices, notes } = oncePerAddress(all);
  const isGroupCut = isCut && (lines.at(-1) ?? "").includes('"type":"Group"');
  const count = isGroupCut ? bad - 1 : bad;
  return {
    coordinators,
    devices,
    groups: good.filter(({ type }) => type === "Group").map(groupIn),
    isCut: isGroupCut,
    notes: [...notes, ...(count > 0 ? [{ code: "line-bad", values: { count, file: FILE } } as const] : [])],
  };
}

/** As zigbee-herdsman reads it, numbered from 1. The coordinator is not in it: the stick says itself which endpoints it has. */
export function databaseText(devices: readonly DatabaseLine[], groups: readonly GroupLine[]): string {
  const lines: Values[] = devices.map((line, at) => ({ ...line, id: at + 1 }));
  const ofGroups = groups.map(({ number, members, meta }, at) => ({
    id: lines.length + at + 1,
    type: "Group",
    groupID: number,
    members: members.map(({ ieee, endpoint }) => ({ deviceIeeeAddr: ieee, endpointID: endpoint })),
    meta,
  }));
  return [...lines, ...ofGroups].map((line) => JSON.stringify(line)).join("\n");
}

function isUsable({ id, type, ieeeAddr, groupID }: Values): boolean {
  if (typeof id !== "number" || !Number.isFinite(id)) return false;
  if (type === "Group") return wholeNumber(groupID) !== undefined;
  return (type === COORDINATOR || DEVICE_TYPES.includes(type)) && ieeeFrom(ieeeAddr) !== undefined;
}

/** The marks of another program's set-up mean nothing here, and it is told once more. */
function lineOf(entry: Values): DatabaseLine {
  const { configured: _, ...meta } = isObject(entry.meta) ? entry.meta : {};
  const { scheduledOta: __, ...rest } = entry;
  const endpoints = isObject(entry.endpoints) ? entry.endpoints : {};
  const isDone =
    entry.interviewState === undefined ? entry.interviewCompleted === true : entry.interviewState === "SUCCESSFUL";
  const { modelId, manufName, ...others } = rest;
  return {
    ...others,
    ...(typeof modelId === "string" && { modelId }),
    ...(typeof manufName === "string" && { manufName }),
    id: Number(entry.id),
    type: String(entry.type),
    ieeeAddr: ieeeFrom(entry.ieeeAddr) ?? "",
    nwkAddr: wholeNumber(entry.nwkAddr) ?? 0xfffe,
    epList: Array.isArray(entry.epList) ? entry.epList.filter((each) => Number.isInteger(each)) : [],
    endpoints: Object.fromEntries(
      Object.entries(endpoints).flatMap(([number, each]) => (isObject(each) ? [[number, endpointOf(each)]] : [])),
    ),
    interviewCompleted: isDone,
    interviewState: String(entry.interviewState ?? (isDone ? "SUCCESSFUL" : "PENDING")),
    meta,
  };
}

/** All lists are there, and under the words of today. */
function endpointOf(endpoint: Values): DatabaseEndpoint {
  const clusters = Object.entries(isObject(endpoint.clusters) ? endpoint.clusters : {}).flatMap(([name, cluster]) => {
    if (!isObject(cluster)) return [];
    const { attrs, ...rest } = cluster;
    return [[OLD_CLUSTERS[name] ?? name, attrs === undefined ? rest : { ...rest, attributes: attrs }]];
  });
  return {
    ...{ inClusterList: [], outClusterList: [], binds: [], configuredReportings: [], meta: {} },
    ...endpoint,
    epId: wholeNumber(endpoint.epId) ?? 0,
    clusters: Object.fromEntries(clusters),
  };
}

/** Of two lines with one address the one that knows more endpoints stays. */
function oncePerAddress(all: readonly DatabaseLine[]): { devices: readonly DatabaseLine[]; notes: readonly Note[] } {
  const byAddress = new Map<string, DatabaseLine>();
  const notes: Note[] = [];
  for (const line of all) {
    const before = byAddress.get(line.ieeeAddr);
    if (before) notes.push({ code: "device-double", about: line.ieeeAddr });
    const isFuller = !before || Object.keys(line.endpoints).length > Object.keys(before.endpoints).length;
    if (isFuller) byAddress.set(line.ieeeAddr, line);
  }
  return { devices: [...byAddress.values()], notes };
}

function groupIn({ groupID, members, meta }: Values): GroupLine {
  const list = Array.isArray(members) ? members : [];
  return {
    number: wholeNumber(groupID) ?? 0,
    members: list.flatMap((member) => {
      const [ieee, endpoint] = isObject(member)
        ? [ieeeFrom(member.deviceIeeeAddr), wholeNumber(member.endpointID)]
        : [];
      return ieee === undefined || endpoint === undefined ? [] : [{ ieee, endpoint }];
    }),
    meta: isObject(meta) ? meta : {},
  };
}
