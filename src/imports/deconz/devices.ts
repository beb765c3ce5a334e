/** The devices of deCONZ, as zigbee-herdsman would have kept them: from its tables, its session file, and its records of sensors. */
import { ieeeOf } from "../../devices/inventory/unique-ids.ts";
import { macOf } from "../../model/addresses.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import { isObject, parsedJson, type Values } from "../../model/resource.ts";
import { endpointIn, type NodeFacts, newEndpoint, nodeIn } from "../descriptors.ts";
import type { Row, SqliteDatabase } from "../formats/sqlite.ts";
import { groupedBy } from "../grouped.ts";
import { hexOf, ieeeFrom, wholeNumber } from "../hex.ts";
import type { DatabaseEndpoint, DatabaseLine, ForeignDevice } from "../inventory.ts";
import type { SourceFiles } from "../source-files.ts";
import type { Note } from "../words.ts";
import { bytesAt, objectAt, tableOf, textAt } from "./cells.ts";

const SESSION = "session.default";
const [NODE, SIMPLE] = [2, 4]; // kinds of descriptors
const UNKNOWN_ADDRESS = 0xfffe;
const GREEN_POWER = "ZGPSwitch";

/** The facts of one device, from all sources. */
interface Sources {
  readonly ieee: Ieee;
  readonly nwk: number | undefined;
  readonly node: NodeFacts | undefined;
  readonly endpoints: readonly DatabaseEndpoint[];
  readonly rows: readonly Row[]; // of its lights and sensors
  readonly said: Values; // its own words: attr/modelid …
}

interface DeconzDevices {
  readonly devices: readonly ForeignDevice[];
  readonly coordinator: string | undefined;
}

export function devicesIn(database: SqliteDatabase, files: SourceFiles, notes: Note[]): DeconzDevices {
  const rows = [...tableOf(database, "nodes"), ...tableOf(database, "sensors")].filter(isThere);
  const rowsByDevice = groupedBy(rows, (row) => ieeeOf(uniqueidIn(row)));
  const table = tableOf(database, "devices");
  const session = sessionIn(files.text(SESSION));
  const descriptors = groupedBy(tableOf(database, "device_descriptors"), ({ device_id: id }) => Number(id));
  const said = saidIn(database);
  const coordinator = table.find((row) => wholeNumber(row.nwk) === 0 && row.nwk !== null);
  const macs = new Map(table.map((row) => [ieeeOf(textAt(row, "mac")), row]));
  const all = new Set([...macs.keys(), ...rowsByDevice.keys()]);
  const home = coordinator && ieeeOf(textAt(coordinator, "mac"));
  const devices = [...all].flatMap((ieee) => {
    if (ieee === undefined || ieee === home) return [];
    const own = rowsByDevice.get(ieee) ?? [];
    if (isOnlyVirtual(own) && !macs.has(ieee)) return [];
    const row = macs.get(ieee);
    if (own.length === 0) {
      notes.push({ code: "device-left-over", about: macOf(ieee) });
      return [];
    }
    const told = (row && descriptors.get(Number(row.id))) ?? [];
    const device = deviceOf({
      ...{ ieee, rows: own, said: said.get(ieee) ?? {} },
      nwk: (row && wholeNumber(row.nwk)) ?? session.get(ieee)?.nwk,
      node:
        told
          .filter(({ type }) => Number(type) === NODE)
          .map((each) => nodeIn(bytesAt(each, "data")))
          .find(Boolean) ?? session.get(ieee)?.node,
      endpoints: endpointsOf(told, session.get(ieee)?.endpoints ?? [], own),
    });
    if (!device.line.interviewCompleted && device.line.type !== "GreenPower")
      notes.push({ code: "device-interview", about: ieee });
    return [device];
  });
  return { devices, coordinator: home?.slice(2) };
}

export function uniqueidIn(row: Row): string {
  return (textAt(row, "uniqueid") || textAt(row, "mac")).toLowerCase();
}

export function isThere(row: Row): boolean {
  return textAt(row, "state") !== "deleted" && textAt(row, "deletedState") !== "deleted";
}

/** A virtual sensor may stand for a device that there is not. */
function isOnlyVirtual(rows: readonly Row[]): boolean {
  return rows.every((row) => /^CLIP|^Daylight$/.test(textAt(row, "type")));
}

function endpointsOf(
  told: readonly Row[],
  ofSession: readonly DatabaseEndpoint[],
  rows: readonly Row[],
): readonly DatabaseEndpoint[] {
  const simple = told
    .filter(({ type }) => Number(type) === SIMPLE)
    .flatMap((each) => endpointIn(bytesAt(each, "data")) ?? []);
  if (simple.length > 0) return simple;
  if (ofSession.length > 0) return ofSession;
  const byId = new Map(rows.flatMap((row) => fingerprintIn(row)).map((endpoint) => [endpoint.epId, endpoint]));
  return [...byId.values()];
}

/** {"ep": 1, "p": 260, "d": 263, "in": [0, 1030], "out": []} */
function fingerprintIn(row: Row): readonly DatabaseEndpoint[] {
  const { ep, p, d, in: inputs, out: outputs } = objectAt(row, "fingerprint") ?? {};
  const id = wholeNumber(ep);
  if (id === undefined || id < 1 || id > 254) return [];
  return [newEndpoint(id, wholeNumber(p) ?? 0, wholeNumber(d) ?? 0, numbersIn(inputs), numbersIn(outputs))];
}

function numbersIn(list: unknown): readonly number[] {
  return Array.isArray(list) ? list.filter((each) => Number.isInteger(each)) : [];
}

interface SessionNode {
  readonly nwk: number | undefined;
  readonly node: NodeFacts | undefined;
  readonly endpoints: readonly DatabaseEndpoint[];
}

function sessionIn(text: string | undefined): ReadonlyMap<Ieee, SessionNode> {
  const list = parsedJson(text);
  const nodes = (Array.isArray(list) ? list : []).filter(isObject).flatMap((each) => {
    const ieee = ieeeFrom(hexOf(each.ExtAddress, 8));
    if (ieee === undefined) return [];
    const simple = Array.isArray(each.SimpleDescriptors) ? each.SimpleDescriptors : [];
    const node: SessionNode = {
      nwk: wholeNumber(each.NwkAddress),
      node: nodeIn(Buffer.from(String(each.NodeDescriptor ?? ""), "base64")),
      endpoints: simple.flatMap((one) => endpointIn(Buffer.from(String(one), "base64")) ?? []),
    };
    return [[ieee, node] as const];
  });
  return new Map(nodes);
}

/** The devices' own words: deCONZ shows other names for some models. */
function saidIn(database: SqliteDatabase): ReadonlyMap<Ieee, Values> {
  const ieees = new Map(
    tableOf(database, "sub_devices").map((row) => [textAt(row, "id"), ieeeOf(textAt(row, "uniqueid"))]),
  );
  const said = new Map<Ieee, Record<string, unknown>>();
  for (const row of tableOf(database, "resource_items")) {
    const ieee = ieees.get(textAt(row, "sub_device_id"));
    if (ieee === undefined) continue;
    const values = said.get(ieee) ?? {};
    values[textAt(row, "item")] ??= textAt(row, "value");
    said.set(ieee, values);
  }
  return said;
}

function deviceOf({ ieee, nwk, node, endpoints, rows, said }: Sources): ForeignDevice {
  const gp = rows.find((row) => textAt(row, "type") === GREEN_POWER);
  if (gp) return { ieee, line: greenPowerLine(ieee, objectAt(gp, "config") ?? {}) };
  const wordOf = (item: string, ...columns: string[]) =>
    String(said[item] ?? "") ||
    rows.flatMap((row) => columns.map((column) => textAt(row, column))).find((text) => text !== "") ||
    "";
  const modelId = wordOf("attr/modelid", "modelid");
  const manufName = wordOf("attr/manufacturername", "manufacturername");
  const version = wordOf("attr/swversion", "swversion", "swbuildid");
  const withColors = endpoints.map((endpoint) => withLightFacts(endpoint, rows));
  const isWhole = endpoints.length > 0 && node !== undefined;
  const line: DatabaseLine = {
    ...{
      id: 0,
      type: node?.type ?? "Unknown",
      ieeeAddr: ieee,
      nwkAddr: nwk ?? UNKNOWN_ADDRESS,
      manufId: node?.manufacturer ?? 0,
    },
    ...(manufName !== "" && { manufName }),
    ...(node && { powerSource: node.hasMains ? "Mains (single phase)" : "Battery" }),
    ...(modelId !== "" && { modelId }),
    epList: endpoints.map(({ epId }) => epId),
    endpoints: Object.fromEntries(withColors.map((endpoint) => [endpoint.epId, endpoint])),
    ...(version !== "" && version !== "Unknown" && { swBuildId: version }),
    ...{ interviewCompleted: isWhole, interviewState: isWhole ? "SUCCESSFUL" : "PENDING", meta: {} },
  };
  return { ieee, line };
}

/** The endpoint with a lamp's own report on its colors, so that the lamp comes with its real range. */
function withLightFacts(endpoint: DatabaseEndpoint, rows: readonly Row[]): DatabaseEndpoint {
  const light = rows.find((row) => Number(textAt(row, "endpoint")) === endpoint.epId && textAt(row, "mac") !== "");
  const items = (light && objectAt(light, "ritems")) ?? {};
  const attributes = Object.fromEntries(
    [
      ["colorCapabilities", items["attr/colorcapabilities"] ?? items["cap/color/capabilities"]],
      ["colorTempPhysicalMin", items["cap/color/ct/min"]],
      ["colorTempPhysicalMax", items["cap/color/ct/max"]],
    ].filter(([, value]) => typeof value === "number"),
  );
  if (Object.keys(attributes).length === 0) return endpoint;
  return { ...endpoint, clusters: { lightingColorCtrl: { attributes } } };
}

/** It says nothing but its address; the key under which it speaks was kept with its sensor. */
function greenPowerLine(ieee: Ieee, { gpd_key: key, gpd_device_id: kind }: Values): DatabaseLine {
  const hex = hexOf(key, 16);
  return {
    ...{ id: 0, type: "GreenPower", ieeeAddr: ieee, nwkAddr: Number.parseInt(ieee.slice(-4), 16) },
    ...{ modelId: `GreenPower_${wholeNumber(kind) ?? 2}`, epList: [], endpoints: {}, interviewCompleted: true },
    ...{ interviewState: "SUCCESSFUL", meta: {} },
    ...(hex !== undefined && { gpSecurityKey: [...Buffer.from(hex, "hex")] }),
  };
}
