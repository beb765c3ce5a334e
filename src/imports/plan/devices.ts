/** Devices become records: each with its resources, under the ids and names that they had, or under new ones. */
import { defaultName } from "../../devices/inventory/default-names.ts";
import { identityOf } from "../../devices/inventory/device-identity.ts";
import type { PlannedResource } from "../../devices/plan/device-plan.ts";
import { planDevice } from "../../devices/plan/planner.ts";
import { type ReadValues, readPayload } from "../../devices/values/payloads.ts";
import { macOf } from "../../model/addresses.ts";
import type { DeviceFacts, Ieee } from "../../model/radio/device-facts.ts";
import type { Address, Values } from "../../model/resource.ts";
import { utcMilliseconds } from "../../model/time/times.ts";
import type { ForeignDevice, ForeignHouse, ForeignResource } from "../inventory.ts";
import { cutName, definitionOf, fitting, isType, type RecordBook } from "./record-book.ts";

/** A device as it comes, for the report. */
export interface PlannedDevice {
  readonly ieee: Ieee;
  readonly before: string; // its name there
  readonly name: string;
  readonly model: string;
  readonly vendor: string;
  readonly sleeps: boolean;
  readonly isKnown: boolean; // to the converters
  readonly isInterviewed: boolean;
  readonly resources: readonly PlacedResource[];
}

interface PlacedResource {
  readonly family: "lights" | "sensors";
  readonly id: string;
  readonly type: string;
  readonly uniqueid: string;
  readonly name: string;
  readonly endpoint: number; // to which commands go
}

interface Placing {
  readonly book: RecordBook;
  readonly house: ForeignHouse;
  readonly byUniqueId: ReadonlyMap<string, ForeignResource>;
}

const CALIBRATIONS: Readonly<Record<string, readonly [type: string, factor: number]>> = {
  temperature_calibration: ["ZHATemperature", 100],
  humidity_calibration: ["ZHAHumidity", 100],
  pressure_calibration: ["ZHAPressure", 1],
};
const DAYLIGHT = "Daylight";
const MOMENTS: readonly string[] = ["presence", "vibration", "buttonevent", "gesture"];

export function placeDevices(
  book: RecordBook,
  house: ForeignHouse,
  facts: ReadonlyMap<Ieee, DeviceFacts>,
): readonly PlannedDevice[] {
  const byUniqueId = new Map(house.resources.map((each) => [`${each.family}/${each.uniqueid}`, each]));
  for (const { family, id } of house.resources) book.reserve(family, id);
  const placing: Placing = { book, house, byUniqueId };
  const devices = house.devices.map((device) => placeDevice(placing, device, facts.get(device.ieee)));
  placeOthers(
    placing,
    new Set(devices.flatMap(({ resources }) => resources.map(({ family, id }) => `${family}/${id}`))),
  );
  return devices;
}

function placeDevice(
  { book, house, byUniqueId }: Placing,
  device: ForeignDevice,
  facts: DeviceFacts | undefined,
): PlannedDevice {
  const { ieee } = device;
  const isCertain =
    facts !== undefined && (facts.interviewed || (facts.definition !== undefined && !facts.definition.generated));
  const planned = isCertain ? planDevice(facts).resources : [];
  const own = house.resources.filter(({ uniqueid }) => uniqueid.startsWith(macOf(ieee)) && !isVirtual(uniqueid, house));
  const placed = planned.flatMap((each, index) => {
    const before = byUniqueId.get(`${each.family}/${each.uniqueid}`);
    if (before?.isDeleted) return [];
    return [placeResource(book, device, facts, each, before, planned.slice(0, index), planned)];
  });
  const unplanned = isCertain
    ? []
    : own
        .filter(({ isDeleted, type, family }) => !isDeleted && isType(type, family))
        .map((each) => keepResource(book, each));
  const resources = [...placed, ...unplanned];
  const options = applyOptions(book, device, facts, resources);
  const identity = facts && identityOf(facts);
  const name = resources[0]?.name ?? cutName(device.name ?? "");
  const deleted = own.filter(({ isDeleted }) => isDeleted);
  const known = [...resources, ...deleted].map(({ uniqueid, id, family, name: each }) => [
    uniqueid,
    { id, family, name: each },
  ]);
  if (!facts?.definition || facts.definition.generated)
    book.note({
      code: house.notes.some(({ code }) => code === "converters-external") ? "device-external" : "device-unknown",
      about: ieee,
    });
  book.put({
    ...{ address: `/devices/${macOf(ieee)}`, type: "Device", config: {}, state: {}, action: {} },
    attr: {
      ...{ uniqueid: macOf(ieee), ieee, name: name || macOf(ieee), kind: facts?.kind ?? "unknown" },
      ...(known.length > 0 && { known: Object.fromEntries(known) }),
      ...(Object.keys(options).length > 0 && { options }),
      ...(device.description !== undefined && { notes: device.description.slice(0, 2000) }),
      ...(device.isDisabled && { disabled: true }),
    },
  });
  return {
    ...{ ieee, before: device.name ?? own[0]?.name ?? "", name, resources },
    ...{ model: identity?.modelid ?? "", vendor: facts?.definition?.vendor ?? identity?.manufacturername ?? "" },
    ...{ sleeps: facts?.sleepy ?? false, isKnown: facts?.definition !== undefined && !facts.definition.generated },
    isInterviewed: facts?.interviewed ?? false,
  };
}

function placeResource(
  book: RecordBook,
  device: ForeignDevice,
  facts: DeviceFacts | undefined,
  planned: PlannedResource,
  before: ForeignResource | undefined,
  others: readonly PlannedResource[],
  all: readonly PlannedResource[],
): PlacedResource {
  const { family, type, uniqueid } = planned;
  const id = before?.id ?? book.freshId(family);
  const given = before?.name || nameFor(device, facts, planned, others, all);
  const name = given === "" && facts ? defaultName(type, id, identityOf(facts)) : cutName(given);
  if (name !== given.trim() && given !== "") book.note({ code: "name-cut", about: given, values: { name } });
  const definition = definitionOf(type);
  const last = lastOf(device, planned);
  book.put({
    ...{ address: `/${family}/${id}`, type, action: {} },
    attr: { name, uniqueid },
    config: fitting(definition.config, { ...last.config, ...before?.config }),
    state: fitting(definition.state, { ...last.state, ...before?.state }),
  });
  return { family, id, type, uniqueid, name, endpoint: planned.source };
}

/** The last values of a sensor, as old as they are. A momentary value is over. */
function lastOf({ last }: ForeignDevice, planned: PlannedResource): ReadValues {
  if (!last || planned.family !== "sensors") return { state: {}, config: {} };
  const { state, config } = readPayload(planned, last.values);
  const lasting = Object.entries(state).filter(([member]) => !MOMENTS.includes(member));
  const when = lasting.length > 0 && last.at !== null ? { lastupdated: utcMilliseconds(last.at) } : {};
  return { state: { ...Object.fromEntries(lasting), ...when }, config };
}

/** Where a device has several resources of one type, the name of the endpoint stands behind: "Bad Schalter left". */
function nameFor(
  { name = "", names = {} }: ForeignDevice,
  facts: DeviceFacts | undefined,
  { type, source, suffix, family }: PlannedResource,
  others: readonly PlannedResource[],
  all: readonly PlannedResource[],
): string {
  const own = names[source];
  if (own !== undefined && family === "lights") return own;
  if (name === "" || all.filter((each) => each.type === type).length < 2) return name;
  const label = Object.entries(facts?.definition?.endpoints ?? {}).find(([, endpoint]) => endpoint === source)?.[0];
  const end = ` ${suffix || label || others.filter((each) => each.type === type).length + 1}`;
  return `${cutName(name, 32 - end.length)}${end}`;
}

/** As the other program had it: the device says later what it really is. */
function keepResource(
  book: RecordBook,
  { family, id, type, uniqueid, name, config, state, attr }: ForeignResource,
): PlacedResource {
  const definition = definitionOf(type);
  const address: Address = `/${family}/${id}`;
  const shown = cutName(name) || `${type.replace(/^(ZHA|CLIP)/, "")} ${id}`;
  if (shown !== name.trim() && name !== "") book.note({ code: "name-cut", about: name, values: { name: shown } });
  book.put({
    ...{ address, type, action: {} },
    attr: { ...fitting(definition.attr, attr), name: shown, ...(uniqueid !== "" && { uniqueid }) },
    config: fitting(definition.config, config),
    state: fitting(definition.state, state),
  });
  const endpoint = Number.parseInt(/-([0-9a-f]{2})(?:-|$)/i.exec(uniqueid)?.[1] ?? "1", 16);
  return { family, id, type, uniqueid, name: shown, endpoint };
}

/** Resources that stand for no device: virtual sensors, and Daylight. Leftovers of devices are told. */
function placeOthers({ book, house }: Placing, placed: ReadonlySet<string>): void {
  for (const resource of house.resources) {
    const { family, id, type, isDeleted } = resource;
    if (isDeleted || placed.has(`${family}/${id}`)) continue;
    const about = `/${family}/${id}`;
    const isOwn = type.startsWith("CLIP") || type === DAYLIGHT;
    if (isOwn && isType(type, family)) keepResource(book, resource);
    else if (isType(type, family)) book.note({ code: "sensor-not-made", about, values: { type } });
    else book.note({ code: "sensor-type", about, values: { type } });
  }
}

function isVirtual(uniqueid: string, { resources }: ForeignHouse): boolean {
  const type = resources.find((each) => each.uniqueid === uniqueid)?.type ?? "";
  return type.startsWith("CLIP") || type === DAYLIGHT;
}

/** Offsets and durations become settings of the sensor; other options stay with the device, as far as its converters know them. */
function applyOptions(
  book: RecordBook,
  { ieee, options = {} }: ForeignDevice,
  facts: DeviceFacts | undefined,
  resources: readonly PlacedResource[],
): Values {
  const kept: Record<string, unknown> = {};
  const names = new Set(facts?.definition?.options.map(({ name }) => name));
  for (const [name, value] of Object.entries(options)) {
    const [type, factor] = CALIBRATIONS[name] ?? [];
    if (
      type !== undefined &&
      factor !== undefined &&
      typeof value === "number" &&
      setConfig(book, resources, type, "offset", Math.round(value * factor))
    )
      continue;
    if (
      name === "occupancy_timeout" &&
      typeof value === "number" &&
      setConfig(book, resources, "ZHAPresence", "duration", Math.round(value))
    )
      continue;
    if (names.has(name)) kept[name] = value;
    else book.note({ code: "option-unknown", about: ieee, values: { name } });
  }
  return kept;
}

function setConfig(
  book: RecordBook,
  resources: readonly PlacedResource[],
  type: string,
  member: string,
  value: number,
): boolean {
  const placed = resources.find((each) => each.type === type);
  const resource = placed && book.get(`/${placed.family}/${placed.id}`);
  const fits = resource && fitting(definitionOf(type).config, { [member]: value });
  if (!resource || !fits || !(member in fits)) return false;
  book.put({ ...resource, config: { ...resource.config, ...fits } });
  return true;
}
