/** The live model as the pickers of the dialogs want it: every resource, and every type with its members. */
import { idOf } from "../../src/model/addresses.ts";
import { type Definition, shown, visible } from "../../src/model/definitions.ts";
import { type Address, type Resource, SECTIONS } from "../../src/model/resource.ts";
import { KINDS_OF_DEVICES } from "../../src/model/sensors/sensor-fields.ts";
import { SENSOR_KINDS } from "../../src/model/sensors/sensor-kinds.ts";
import type { Store } from "../flow-node/resource-reference.ts";
import { deviceOf, roomsOf } from "../flow-node/rooms.ts";
import { sensorInWords, type Wording, wordingIn } from "../messages/value-words.ts";
import type { AdminReply, GatewayCall } from "./call.ts";

export async function dialogModel({ runtime }: GatewayCall): Promise<AdminReply> {
  const { store, ready } = runtime.opened.gateway;
  await ready.catch(() => {}); // then the list is short, and the status of the node says why
  const { language, radioTrouble, isRadioStarting } = runtime;
  return { body: { ...modelOf(store, wordingIn(language)), radioTrouble, isRadioStarting } };
}

/** The names that may be seen, by section. */
type Members = Readonly<Record<string, readonly string[]>>;

interface PickableResource {
  readonly address: Address;
  readonly id: string;
  readonly uniqueid: string;
  readonly formerly?: unknown; // unique ids of the broken devices that it replaces
  readonly name: string;
  readonly type: string;
  readonly family: string;
  readonly members: Members;
  readonly rooms?: readonly string[]; // rooms and groups, by their names
  readonly scenes?: unknown; // of a group: each with its id and name
  readonly isBare?: true; //    a group without lights
  readonly measures?: string; // in a word: of one of several sensors of a device, which all have its name
}

interface DialogModel {
  readonly house: string; // ids without a uniqueid hold in this house alone: another house counts anew
  readonly resources: readonly PickableResource[];
  readonly types: readonly PickableType[];
}

interface PickableType {
  readonly type: string;
  readonly family: string;
  readonly members: Members;
  readonly units: Readonly<Record<string, string>>; // "state/temperature" → "0.01 °C"
}

const COLLECTIONS: readonly Address[] = ["/sensors", "/lights", "/groups", "/rules", "/schedules", "/resourcelinks"];

export function modelOf(store: Store, wording: Wording = wordingIn("en-US")): DialogModel {
  const rooms = roomsOf(store);
  const measures = measuring(store, wording);
  const resources = COLLECTIONS.flatMap((collection) => store.list(collection));
  const types = Object.entries(store.definitions).map(([type, definition]) => ({
    type,
    family: definition.family,
    members: members(definition),
    units: unitsIn(definition),
  }));
  return {
    house: String(store.get("/config")?.attr.bridgeid ?? ""),
    resources: resources.map((resource) => ({
      ...choice(resource, store.definition(resource), namesOf(rooms(resource))),
      ...measures(resource),
    })),
    types: types.filter((each) => Object.keys(each.members).length > 0), // the house keeps notes for itself, too
  };
}

/** The main sensor of a device needs no word: the name says it. Of several equals, such as temperature and humidity, each needs one. */
function measuring(store: Store, wording: Wording): (resource: Resource) => Pick<PickableResource, "measures"> {
  const ranks = new Map<string, number[]>(); // by devices
  for (const each of store.list("/sensors"))
    ranks.set(deviceOf(each), [...(ranks.get(deviceOf(each)) ?? []), rankOf(each)]);
  return (resource) => {
    const beside = ranks.get(deviceOf(resource)) ?? [];
    const isSensor = resource.address.startsWith("/sensors/") && deviceOf(resource) !== "";
    const isMain = beside.filter((rank) => rank <= rankOf(resource)).length === 1;
    const word = isSensor && !isMain ? sensorInWords(resource.type, wording) : "";
    return word === "" ? {} : { measures: word };
  };
}

function rankOf({ type }: Resource): number {
  return KINDS_OF_DEVICES.indexOf(SENSOR_KINDS[type.replace(/^(ZHA|ZGP|ZLL)/, "")]?.kind ?? "other");
}

function namesOf(rooms: readonly Resource[]): readonly string[] {
  return [...new Set(rooms.map(({ attr }) => String(attr.name)))];
}

function choice(resource: Resource, definition: Definition, rooms: readonly string[]): PickableResource {
  const { address, type, attr } = resource;
  const { uniqueid, name, scenes, lights } = shown(definition.attr, attr);
  const isBare = definition.family === "groups" && Array.isArray(lights) && lights.length === 0;
  return {
    address,
    id: idOf(address),
    uniqueid: typeof uniqueid === "string" ? uniqueid : "",
    ...(attr.formerly === undefined ? {} : { formerly: attr.formerly }),
    name: typeof name === "string" ? name : "",
    type,
    family: definition.family,
    members: membersOf(resource, definition),
    ...(rooms.length === 0 ? {} : { rooms }),
    ...(scenes === undefined ? {} : { scenes }),
    ...(isBare ? { isBare: true as const } : {}),
  };
}

/** A device has some of the members of its type; a client may give all of them to a resource that it makes. */
function membersOf(resource: Resource, definition: Definition): Members {
  if (definition.clients.create) return members(definition);
  const lists = SECTIONS.map(
    (section) => [section, Object.keys(shown(definition[section], resource[section]))] as const,
  );
  return Object.fromEntries(lists.filter(([, names]) => names.length > 0));
}

function members(definition: Definition): Members {
  const lists = SECTIONS.map((section) => [section, Object.keys(visible(definition[section]))] as const);
  return Object.fromEntries(lists.filter(([, names]) => names.length > 0));
}

function unitsIn(definition: Definition): PickableType["units"] {
  const units = SECTIONS.flatMap((section) =>
    Object.entries(visible(definition[section])).flatMap(([name, { unit = "" }]) =>
      unit === "" ? [] : [[`${section}/${name}`, unit] as const],
    ),
  );
  return Object.fromEntries(units);
}
