/** The devices that zigpy keeps, as zigbee-herdsman would have kept them. */
import type { Ieee } from "../../model/radio/device-facts.ts";
import { type NodeFacts, nodeIn } from "../descriptors.ts";
import type { Cell, Row } from "../formats/sqlite.ts";
import { groupedBy } from "../grouped.ts";
import { ieeeFrom, wholeNumber } from "../hex.ts";
import type { DatabaseEndpoint, DatabaseLine } from "../inventory.ts";
import type { Note } from "../words.ts";
import type { ZigpyTables } from "./tables.ts";

const INTERVIEWED = 2;
const MAINS = 4; // in the flags of a node
/** Attributes of the Basic cluster. */
const [MAKER, MODEL, VERSION, ZCL_VERSION] = [4, 5, 0x4000, 0];

interface ZigpyDevices {
  readonly lines: readonly DatabaseLine[];
  readonly coordinator: string | undefined;
}

export function devicesIn(tables: ZigpyTables, notes: Note[]): ZigpyDevices {
  const nodes = new Map(tables.rows("node_descriptors").map((row) => [ieeeOf(row), nodeOf(row)]));
  const endpoints = groupedBy(tables.rows("endpoints"), ieeeOf);
  const clusters = clustersIn(tables);
  const basics = basicsIn(tables);
  let coordinator: string | undefined;
  const lines = tables.rows("devices").flatMap((row) => {
    const ieee = ieeeOf(row);
    if (ieee === undefined) return [];
    if (wholeNumber(row.nwk) === 0) {
      coordinator = ieee.slice(2);
      return [];
    }
    const own = (endpoints.get(ieee) ?? []).map((each) =>
      endpointOf(each, clusters.get(`${ieee}/${each.endpoint_id}`)),
    );
    const isDone = Number(row.status) === INTERVIEWED;
    if (!isDone) notes.push({ code: "device-interview", about: ieee });
    return [lineOf(row, ieee, nodes.get(ieee), own, basics.get(ieee) ?? new Map(), isDone)];
  });
  return { lines, coordinator };
}

export function ieeeOf(row: Row): Ieee | undefined {
  return ieeeFrom(typeof row.ieee === "string" ? row.ieee : undefined);
}

function lineOf(
  row: Row,
  ieee: Ieee,
  node: NodeFacts | undefined,
  endpoints: readonly DatabaseEndpoint[],
  basic: ReadonlyMap<number, Cell>,
  isDone: boolean,
): DatabaseLine {
  const [modelId, manufName, version] = [MODEL, MAKER, VERSION].map((attribute) =>
    withoutPadding(basic.get(attribute)),
  );
  const zclVersion = basic.get(ZCL_VERSION);
  const seen = Number(row.last_seen ?? 0);
  return {
    ...{
      id: 0,
      type: node?.type ?? "Unknown",
      ieeeAddr: ieee,
      nwkAddr: wholeNumber(row.nwk) ?? 0xfffe,
      manufId: node?.manufacturer ?? 0,
    },
    ...(manufName && { manufName }),
    ...(node && { powerSource: node.hasMains ? "Mains (single phase)" : "Battery" }),
    ...(modelId && { modelId }),
    epList: endpoints.map(({ epId }) => epId),
    endpoints: Object.fromEntries(endpoints.map((endpoint) => [endpoint.epId, endpoint])),
    ...(version && { swBuildId: version }),
    ...(typeof zclVersion === "number" && { zclVersion }),
    ...{ interviewCompleted: isDone, interviewState: isDone ? "SUCCESSFUL" : "PENDING", meta: {} },
    ...(seen > 0 && { lastSeen: Math.round(seen < 1e11 ? seen * 1000 : seen) }),
  };
}

/** In columns, or before version 4 as it came. */
function nodeOf(row: Row): NodeFacts | undefined {
  if (Buffer.isBuffer(row.value)) return nodeIn(row.value);
  const [kind, flags, manufacturer] = [row.logical_type, row.mac_capability_flags, row.manufacturer_code].map(
    wholeNumber,
  );
  if (kind !== 1 && kind !== 2) return undefined;
  return {
    type: kind === 1 ? "Router" : "EndDevice",
    hasMains: ((flags ?? 0) & MAINS) !== 0,
    manufacturer: manufacturer ?? 0,
  };
}

interface Clusters {
  readonly inputs: number[];
  readonly outputs: number[];
}

function clustersIn(tables: ZigpyTables): ReadonlyMap<string, Clusters> {
  const clusters = new Map<string, Clusters>();
  const add = (row: Row, side: keyof Clusters, id: Cell | undefined) => {
    const key = `${ieeeOf(row)}/${row.endpoint_id}`;
    const own = clusters.get(key) ?? { inputs: [], outputs: [] };
    const number = wholeNumber(id);
    if (number !== undefined) own[side].push(number);
    clusters.set(key, own);
  };
  for (const row of tables.rows("clusters"))
    add(row, Number(row.cluster_type ?? 0) === 1 ? "outputs" : "inputs", row.cluster_id ?? row.cluster);
  for (const row of tables.rows("in_clusters")) add(row, "inputs", row.cluster);
  for (const table of ["out_clusters", "output_clusters"])
    for (const row of tables.rows(table)) add(row, "outputs", row.cluster);
  return clusters;
}

function endpointOf(row: Row, { inputs, outputs }: Clusters = { inputs: [], outputs: [] }): DatabaseEndpoint {
  return {
    ...{
      profId: wholeNumber(row.profile_id) ?? 0,
      epId: wholeNumber(row.endpoint_id) ?? 0,
      devId: wholeNumber(row.device_type) ?? 0,
    },
    ...{ inClusterList: inputs, outClusterList: outputs, clusters: {}, binds: [], configuredReportings: [], meta: {} },
  };
}

function basicsIn(tables: ZigpyTables): ReadonlyMap<Ieee | undefined, ReadonlyMap<number, Cell>> {
  const rows = [...tables.rows("attributes_cache"), ...tables.rows("attributes")].filter(
    (row) => wholeNumber(row.cluster_id ?? row.cluster) === 0,
  );
  const grouped = groupedBy(rows, ieeeOf);
  return new Map(
    [...grouped].map(([ieee, own]) => [
      ieee,
      new Map(own.map((row) => [Number(row.attr_id ?? row.attrid), row.value ?? null])),
    ]),
  );
}

/** Some devices pad their names with NULs. */
function withoutPadding(cell: Cell | undefined): string | undefined {
  const text = Buffer.isBuffer(cell) ? cell.toString("utf8") : typeof cell === "string" ? cell : undefined;
  return text?.replace(/\0.*$/s, "").trim();
}
