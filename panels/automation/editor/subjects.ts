/** The subjects of conditions and of actions: devices, rooms and groups, the clock, rules and schedules. Pure. */
import {
  type ActionRow,
  CLOCK,
  type RowReference,
  type RuleRows,
  WEBHOOK,
} from "../../../src/model/automation/rule-rows.ts";
import type { Values } from "../../../src/model/resource.ts";
import { abilityAt } from "../../colors/lamp-colors.ts";
import { devicesIn } from "../../devices/house-devices.ts";
import { roomsIn } from "../../devices/rooms.ts";
import { type HouseState, type SceneName, scenesIn } from "../../house.ts";
import { findResource, formerName, resourceName } from "../../resource-names.ts";
import { say } from "../../texts.ts";

/** A resource of which something is asked. */
export interface AskedResource {
  readonly address: string;
  readonly type: string;
  readonly view: Values;
}

/** A pick of the user: a device stands for all of its resources. */
export interface Subject {
  readonly key: string; // the address by which it is picked
  readonly resources: readonly AskedResource[];
}

const NOTHING: Subject = { key: "", resources: [] };

/** The addresses that a condition can ask: one for each device. */
export function askable(house: HouseState): readonly string[] {
  const devices = devicesIn(house).flatMap(({ resources }) => resources[0]?.address ?? []);
  return [...devices.filter(isFrom("sensors")), ...devices.filter(isFrom("lights")), ...rooms(house)];
}

/** The addresses that an action can command. Lights, rooms and their scenes come first: nearly every rule is about them. */
export function actable(house: HouseState): readonly string[] {
  const resources = devicesIn(house).flatMap((device) => device.resources);
  const lights = resources.filter(({ family }) => family === "lights").map(({ address }) => address);
  const sensors = resources.filter(({ family, type, config }) => {
    return family === "sensors" && (type.startsWith("CLIP") || "heatsetpoint" in config);
  });
  const others = (["rules", "schedules"] as const).flatMap((family) =>
    Object.keys(house[family]).map((id) => `/${family}/${id}`),
  );
  const scenes = rooms(house).flatMap((room) => scenesOf(house, room).map(({ id }) => `${room}/scenes/${id}`));
  return [...rooms(house), ...lights, ...scenes, ...sensors.map(({ address }) => address), ...others];
}

/** A room without lights does nothing, and there is nothing to ask of it. */
function rooms({ groups }: HouseState): readonly string[] {
  return roomsIn(groups)
    .filter(({ lights }) => lights.length > 0)
    .map(({ id }) => `/groups/${id}`);
}

function isFrom(family: string): (address: string) => boolean {
  return (address) => address.startsWith(`/${family}/`);
}

/** The device, room or other subject behind the address of a row. */
export function subjectOf(house: HouseState, address: string): Subject {
  if (address === "" || address === CLOCK) return { ...NOTHING, key: address };
  const found = findResource(house, address);
  if (!found) return { ...NOTHING, key: address };
  const device = devicesIn(house).find((each) => each.resources.some((one) => one.address === found.address));
  if (device) return { key: device.resources[0]?.address ?? address, resources: device.resources };
  const type = found.family === "groups" ? GROUP : typeOf(found.view);
  return { key: found.address, resources: [{ address: found.address, type, view: found.view }] };
}

/** A room is a group, of which the same is asked; the API tells them apart for apps that show them. */
const GROUP = "Group";

function typeOf({ type }: Values): string {
  return String(type ?? "");
}

// ---- how a row names its resource

/** Where a row's resource is now; "" for a resource that is gone. In another house, a resource without a unique id is found by its name. */
export function addressNow(house: HouseState, row: RowReference): string {
  const { address = "", uniqueid = "", resourceName: name = "", house: home = "" } = row;
  if (address === "" || address === CLOCK || address === WEBHOOK) return address;
  const [, family = ""] = address.split("/");
  if (uniqueid) return findResource(house, `/${family}/${uniqueid}`)?.address ?? "";
  if (home && home !== bridgeOf(house)) return namedIn(house, family, name);
  return findResource(house, address)?.address ?? "";
}

function namedIn(house: HouseState, family: string, name: string): string {
  const all = (house as unknown as Readonly<Record<string, Readonly<Record<string, Values>>>>)[family] ?? {};
  const found = Object.entries(all).filter(([, view]) => view.name === name);
  return found.length === 1 ? `/${family}/${found[0]?.[0]}` : "";
}

export function referenceTo(house: HouseState, address: string): Required<RowReference> {
  if (address === CLOCK || address === WEBHOOK || address === "")
    return { address, uniqueid: "", resourceName: "", house: "" };
  const view = findResource(house, address)?.view ?? {};
  const uniqueid = /^\/(lights|sensors)\//.test(address) ? String(view.uniqueid ?? "") : "";
  return { address, uniqueid, resourceName: String(view.name ?? resourceName(house, address)), house: bridgeOf(house) };
}

export function bridgeOf({ config }: HouseState): string {
  return String(config.bridgeid ?? "");
}

interface GoneChoice {
  readonly gone: string;
  readonly isRemoved: boolean;
}

/** Named as the flow has it, where it is not there; for the picker. Undefined: it is there, or nothing is chosen yet. */
export function goneChoice(house: HouseState, row: RowReference): GoneChoice | undefined {
  const { address = "", resourceName: name = "" } = row;
  if (address === "" || addressNow(house, row) !== "") return undefined;
  const former = formerName(house, address);
  return { gone: former ?? (name || address), isRemoved: former !== undefined };
}

/** The reason why the user cannot save these rows: another choice is to be made in the first of them whose resource is gone. */
export function sayGoneChoice(house: HouseState, rows: readonly RowReference[]): string | undefined {
  const [first] = rows.flatMap((row) => goneChoice(house, row) ?? []);
  return first && say("automation.edit.missing-other", { name: first.gone });
}

// ---- the actions of a subject

const DEEDS: Readonly<Record<string, readonly string[]>> = {
  lights: ["on", "off", "toggle", "brightness", "preset", "blink", "body"],
  groups: ["on", "off", "toggle", "brightness", "preset", "scene", "blink", "body"],
  sensors: ["heat", "body", "config"],
  rules: ["enable", "disable", "body"],
  schedules: ["enable", "disable", "body"],
};
/** The members that a light must have for an action. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  brightness: ["bri", "lift"],
  blink: ["alert"],
};

export function deedsOf(house: HouseState, address: string): readonly string[] {
  if (address === WEBHOOK) return [WEBHOOK];
  const found = findResource(house, address);
  if (!found) return [];
  const state = (found.view.state ?? {}) as Values;
  const { whites, colors } = abilityAt(house, address);
  const hasScenes = scenesOf(house, address).length > 0;
  const takes = (deed: string) => {
    if (deed === "scene") return hasScenes;
    if (deed === "heat") return "heatsetpoint" in ((found.view.config ?? {}) as Values);
    if (deed === "toggle" && found.family === "lights") return isSwitched(found.view, state);
    if (deed === "preset") return whites !== undefined || colors !== undefined; // else its brightness says all
    return found.family === "groups" || (NEEDS[deed]?.some((name) => name in state) ?? true);
  };
  return (DEEDS[found.family] ?? []).filter(takes);
}

/** A cover is opened and closed, a lock locked: these actions have their own words. */
export function deedKey(house: HouseState, address: string, deed: string): string {
  const { view = {} } = findResource(house, address) ?? {};
  const state = (view.state ?? {}) as Values;
  const kind = typeof state.open === "boolean" ? "cover-" : view.type === "Door Lock" ? "lock-" : "";
  return kind !== "" && ["on", "off", "brightness"].includes(deed) ? `${kind}${deed}` : deed;
}

/** Whether it can go out by itself after a while; a light or a room that is gone could, and so may the one in its place. */
export function canEnd(house: HouseState, address: string, { does = "", address: saved = "" }: ActionRow): boolean {
  const { family, view } = findResource(house, address) ?? {};
  if (!["on", "brightness", "preset"].includes(does)) return false;
  if (address === "") return /^\/(lights|groups)\//.test(saved);
  const state = (view?.state ?? {}) as Values;
  return family === "groups" || isSwitched(view, state);
}

/** No lock, and nothing that is opened. */
function isSwitched({ type }: Values = {}, { on, open }: Values): boolean {
  return typeof on === "boolean" && typeof open !== "boolean" && type !== "Door Lock";
}

/** "/groups/1/scenes/2": its room or group, and the scene of it. */
export function sceneAt(house: HouseState, address: string) {
  const [, , id = "", section, wanted] = address.split("/");
  const group = `/groups/${id}`;
  const scene = section === "scenes" ? scenesOf(house, group).find((each) => each.id === wanted) : undefined;
  return scene && { group, scene };
}

/** The first rows of a rule that is to recall this scene. */
export function rowsOfScene(house: HouseState, address: string): RuleRows | undefined {
  const found = sceneAt(house, address);
  if (!found) return undefined;
  const { group, scene } = found;
  return {
    conditions: [],
    actions: [{ ...referenceTo(house, group), does: "scene", value: scene.id, valueName: scene.name }],
  };
}

export function scenesOf(house: HouseState, address: string): readonly SceneName[] {
  return scenesIn(findResource(house, address)?.view);
}
