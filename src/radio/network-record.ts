/**
 * The record of the network, as we keep it ourselves: everything that devices check before they believe a coordinator, in one form for sticks of
 * every family. A stick that is to take the network over is told from it (coordinator-dialects.ts); the record only learns values that a
 * stick itself has told.
 */
import type { Ieee } from "../model/radio/device-facts.ts";
import { isObject, parsedJson } from "../model/resource.ts";

/** The families of sticks whose network the gateway can read and write. */
export type StickFamily = "zstack" | "ember" | "deconz";

export const STICK_FAMILIES: Readonly<Record<StickFamily, string>> = {
  zstack: "Z-Stack",
  ember: "EmberZNet",
  deconz: "ConBee and RaspBee",
};

/** Plain JSON: network.json holds it. */
export interface NetworkRecord {
  readonly version: 2;
  readonly key: string; //           hex
  readonly keynumber: number;
  readonly panid: number;
  readonly extendedpanid: string; // hex, as devices are told it, most significant byte first, in whichever order a family writes it
  readonly channel: number | null; // null: no stick has told it yet
  readonly updateid: number;
  readonly coordinator: Ieee | null; // the trust center: devices report to it, and count its frames
  readonly counter: number | null; // the highest frame counter that is known
  readonly countedat: string | null; // UTC
  readonly family: StickFamily | null; // of the stick that told all this last
  readonly seed?: string; //         hex: of Z-Stack's link keys
  readonly hashedtclk?: string; //   hex: of EmberZNet's link keys
  readonly stations: readonly StationRecord[];
  readonly installcodes: readonly string[]; // as they were typed
  readonly former: readonly Ieee[]; // coordinators whose address some devices may still report to
  readonly term: number; //          goes up when another stick takes over; a stick of an older term is never started again
}

/** A stick's knowledge of a device that has a key of its own with it. */
export interface StationRecord {
  readonly ieee: Ieee;
  readonly address: number | null;
  readonly ischild: boolean;
  readonly linkkey?: { readonly key: string; readonly rx: number; readonly tx: number };
}

/** The network as a stick has told it. */
export type ToldNetwork = Omit<
  NetworkRecord,
  "version" | "countedat" | "installcodes" | "former" | "term" | "family" | "channel" | "counter"
> & { readonly family: StickFamily; readonly channel: number; readonly counter: number };

/** A network that no stick has formed yet. */
export function newRecord(key: Uint8Array, panid: number, extendedpanid: Uint8Array): NetworkRecord {
  return {
    ...{ version: 2, key: hex(key), keynumber: 0, panid, extendedpanid: hex(extendedpanid) },
    ...{ channel: null, updateid: 0, coordinator: null, counter: null, countedat: null, family: null },
    ...{ stations: [], installcodes: [], former: [], term: 0 },
  };
}

export function networkJson(record: NetworkRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

/**
 * Undefined when it is none. Version 1 held key and numbers alone, and the extended PAN id in the order of the family that formed the
 * network: `bornOn` says which that was.
 */
export function recordIn(text: string, bornOn?: StickFamily): NetworkRecord | undefined {
  const json = parsedJson(text);
  if (!isObject(json) || !isHex(json.key, 16) || !isHex(json.extendedpanid, 8) || !isPanId(json.panid))
    return undefined;
  const { key, extendedpanid, panid, version } = json;
  if (version !== undefined) return version === 2 && isWhole(json) ? (json as unknown as NetworkRecord) : undefined;
  const order = bytes(String(extendedpanid));
  return newRecord(bytes(String(key)), panid as number, bornOn === "ember" ? order.reverse() : order);
}

/** Why a stick must not be believed; undefined: its network is at least as good as the record. */
export function whyWorse(record: NetworkRecord, told: ToldNetwork): string | undefined {
  if (told.coordinator === null) return "the stick did not say its address";
  if (told.key !== record.key) return "it has another network key";
  const isExtended = record.counter === null || told.extendedpanid === record.extendedpanid; // at first it may come from the settings
  if (!isExtended || told.panid !== record.panid) return "it is of another network";
  if (told.coordinator === record.coordinator && told.counter < (record.counter ?? 0))
    return `its frame counter is ${told.counter}, and was ${record.counter} before`;
  return undefined;
}

/** The record after a good stick has told its network. It keeps the values that this family cannot tell. */
export function learnedFrom(record: NetworkRecord, told: ToldNetwork, at: string): NetworkRecord {
  const { coordinator, channel, family, seed = record.seed, hashedtclk = record.hashedtclk } = told;
  const before = record.coordinator;
  const isMoved = before !== null && coordinator !== before;
  const former = isMoved ? [...record.former, before] : record.former;
  return {
    ...record,
    ...{ coordinator, channel, family, countedat: at },
    extendedpanid: record.counter === null ? told.extendedpanid : record.extendedpanid,
    keynumber: family === "deconz" ? record.keynumber : told.keynumber, // herdsman always reads 0 there
    updateid: Math.max(record.updateid, told.updateid),
    counter: Math.max(record.counter ?? 0, told.counter),
    ...(seed && { seed }),
    ...(hashedtclk && { hashedtclk }),
    stations: mergedStations(record, told),
    former: [...new Set(former)].filter((ieee) => ieee !== coordinator),
  };
}

/** Only the counter was read, which may only rise. */
export function countedTo(record: NetworkRecord, counter: number, at: string): NetworkRecord {
  return counter > (record.counter ?? 0) ? { ...record, counter, countedat: at } : record;
}

/** A code for a device takes the place of a former one for the same. */
export function withInstallCode(record: NetworkRecord, code: string): NetworkRecord {
  const device = (one: string) =>
    one
      .toLowerCase()
      .replace(/[^0-9a-f]/g, "")
      .slice(0, 16);
  return { ...record, installcodes: [...record.installcodes.filter((one) => device(one) !== device(code)), code] };
}

/** The consequences of giving the network to another stick: a user reads them before the move begins. */
export interface MovePlan {
  readonly isRefused: boolean; // this kind of stick cannot be given a network
  readonly devices: number;
  readonly sleepers: number;
  /** Devices report to the address that they know; where the stick has another one, each is set up anew. */
  readonly keepsAddress: boolean;
  /**
   * Devices with a key of their own that this kind of stick does not take: a device that loses the network has to be paired again. Null:
   * the former stick does not tell them.
   */
  readonly keyed: number | null;
}

interface PlannedDevice {
  readonly sleepy: boolean;
}

/** Undefined where nothing moves: no device has joined, or no stick has told its network yet. */
export function movePlan(
  record: NetworkRecord | undefined,
  adapter: string,
  devices: readonly PlannedDevice[],
): MovePlan | undefined {
  if (!record || record.family === null || devices.length === 0) return undefined;
  return {
    isRefused: !Object.hasOwn(STICK_FAMILIES, adapter),
    devices: devices.length,
    sleepers: devices.filter(({ sleepy }) => sleepy).length,
    keepsAddress: adapter !== "ember", // its address is its own; the others are given the one that the devices know
    keyed: keyedBeforeMove(record, adapter),
  };
}

/** Only Z-Stack tells the keys of its devices, and is given them. The others make theirs from a secret that their family is given. */
function keyedBeforeMove({ family, stations }: NetworkRecord, adapter: string): number | null {
  if (family === "zstack" && adapter === "zstack") return 0;
  if (family !== "zstack" && family !== adapter) return null;
  return stations.filter(({ linkkey }) => linkkey).length; // those that joined at a Z-Stack stick
}

/** Sticks forget link keys of devices that are still there, and some families never tell them. */
function mergedStations(record: NetworkRecord, told: ToldNetwork): readonly StationRecord[] {
  const names = new Set(told.stations.map(({ ieee }) => ieee));
  const kept = record.stations.filter(({ ieee, linkkey }) => !names.has(ieee) && (linkkey || told.family !== "zstack"));
  return [...told.stations, ...kept];
}

const MEMBERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  keynumber: Number.isInteger,
  channel: isNumberOrNull,
  updateid: Number.isInteger,
  coordinator: (value) => value === null || isIeee(value),
  counter: isNumberOrNull,
  family: (value) => value === null || Object.hasOwn(STICK_FAMILIES, String(value)),
  stations: (value) => Array.isArray(value) && value.every((one) => isObject(one) && isIeee(one.ieee)),
  installcodes: isTexts,
  former: (value) => Array.isArray(value) && value.every(isIeee),
  term: Number.isInteger,
};

function isWhole(json: Record<string, unknown>): boolean {
  return Object.entries(MEMBERS).every(([name, fits]) => fits(json[name]));
}

function isNumberOrNull(value: unknown): boolean {
  return value === null || Number.isInteger(value);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

export function isIeee(value: unknown): value is Ieee {
  return typeof value === "string" && /^0x[0-9a-f]{16}$/.test(value);
}

export function isPanId(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) < 0xffff;
}

export function isHex(value: unknown, length: number): value is string {
  return typeof value === "string" && /^[0-9a-f]*$/i.test(value) && value.length === 2 * length;
}

export function bytes(text: string): Buffer {
  return Buffer.from(text, "hex");
}

function hex(of: Uint8Array): string {
  return Buffer.from(of).toString("hex");
}
