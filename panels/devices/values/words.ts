/** The names of members, and their values in words: "21.4 °C", "open". */
import { isKnownOn } from "../../../src/model/lights/groups.ts";
import { keyInWords } from "../../../src/model/sensors/key-names.ts";
import { SENSOR_KINDS } from "../../../src/model/sensors/sensor-kinds.ts";
import { isUntold } from "../../../src/model/sensors/untold.ts";
import { hasText, inLanguage, say, sayList, sayNumber, sayTime, utc } from "../../texts.ts";
import type { HouseDevice, HouseResource } from "../house-devices.ts";
import { kindOf } from "../kinds.ts";
import { displayUnitOf } from "./units.ts";

const MOMENTS: readonly string[] = [
  ...["lastupdated", "lastset", "localtime", "utc"],
  ...["lastseen", "lastannounced", "lastused", "lasttriggered", "created", "starttime"],
];

/** The API numbers the phases of the sun, and people have words for them: 210 is dusk. */
export function ownMember({ type }: Pick<HouseResource, "type">, member: string): string {
  return type === "Daylight" && member === "status" ? "sun-phase" : member;
}

/** "lowbattery" → "Battery low"; a member without a text is shown by its name. */
export function sayMember(member: string, section?: string): string {
  if (section === "config" && member === "on") return say("devices.is-heard");
  const key = `devices.member.${member.replaceAll("/", "-")}`;
  if (hasText(key)) return say(key);
  const words = Object.values(SENSOR_KINDS).find((kind) => kind.words?.[member])?.words?.[member];
  return words ? inLanguage(words) : member.replaceAll("/", " · ").replaceAll("_", " ");
}

/** Whether people have a word for it. */
export function hasMemberWords(member: string): boolean {
  const isText = hasText(`devices.member.${member.replaceAll("/", "-")}`);
  return isText || Object.values(SENSOR_KINDS).some((kind) => kind.words?.[member] !== undefined);
}

export function sayValue(resource: Pick<HouseResource, "type" | "view">, member: string, value: unknown): string {
  if (value === null || value === undefined) return say("devices.unknown");
  if (typeof value === "boolean") return sayWord(member, String(value)) ?? say(`devices.${value}`);
  if (MOMENTS.includes(member)) return sayTime(utc(value)) || say("devices.never");
  if (typeof value === "number") {
    const { unit, digits, toHuman } = displayUnitOf(resource, member);
    return sayWord(ownMember(resource, member), String(value)) ?? withUnit(sayNumber(toHuman(value), digits), unit);
  }
  if (typeof value === "string")
    return sayWord(member, value) ?? (CODED.test(value) ? value.replaceAll("_", " ") : value);
  if (Object.keys(value).length === 0) return "–";
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.every((each) => typeof each === "number")) return value.map((each) => sayNumber(each, 4)).join(" · ");
  if (member === PENDING) return sayList(value.map((each) => sayMember(String(each))));
  return sayList(value.map((each) => (typeof each === "number" ? sayNumber(each, 4) : String(each))));
}

const CODED = /^[a-z\d]+(_[a-z\d]+)+$/; // "armed_away", a code without a text
const PENDING = "pending"; // a list of the members that wait

export function withUnit(number: string, unit: string): string {
  return unit === "" ? number : unit === "°" ? `${number}°` : `${number} ${unit}`;
}

function sayWord(member: string, word: string): string | undefined {
  const key = `devices.word.${member.replaceAll("/", "-")}.${word}`;
  return hasText(key) ? say(key) : undefined;
}

/** "Temperature": the kind of a resource in a word. */
export function sayType(type: string): string {
  const plain = type.replace(/^(ZHA|ZGP|ZLL)/, "");
  const key = `devices.type.${plain.replaceAll(/[ /]/g, "-")}`;
  if (hasText(key)) return say(key);
  const kind = SENSOR_KINDS[plain];
  return kind ? inLanguage(kind.name) : plain;
}

/** Members that a line of the list tells, the most important first. */
function summaryMembers(): readonly string[] {
  const told = Object.values(SENSOR_KINDS).flatMap(({ tells }) => (tells ? [tells] : []));
  const members = told.toSorted(([, one], [, other]) => one - other).map(([member]) => member);
  return [...members, "flag", "status"]; // of virtual sensors
}

const SUMMARY = summaryMembers();
const MOST_TOLD = 2;

/** The state of a device in few words, for its row of the list. */
export function sayState(device: HouseDevice): string {
  const kind = kindOf(device);
  const [light] = device.resources.filter(({ family, type }) => family === "lights" && type !== "Warning device");
  if (light) return sayLight(light);
  if (device.isVirtual && device.resources.every(({ state }) => isUntold(state)))
    return say("devices.batteries.unknown");
  const told = device.resources.flatMap((resource) =>
    SUMMARY.flatMap((member, rank) =>
      resource.state[member] === undefined || resource.state[member] === null ? [] : [{ resource, member, rank }],
    ),
  );
  const words = told
    .sort((one, other) => one.rank - other.rank)
    .map(({ resource, member }) => sayInPassing(resource, member, resource.state[member]));
  return words.slice(0, kind === "motion" ? 1 : MOST_TOLD).join(" · ");
}

export const TOLD_AT = "lastupdated";

/** Whether a member of the state is more than the first value of a new sensor; the time of the report always is. */
export function isTold({ state }: Pick<HouseResource, "state">, member: string): boolean {
  return member === TOLD_AT || !isUntold(state);
}

/** A value that changes all day keeps its width: "21.0 °C"; a user does not read tenths of a per cent. */
function sayInPassing(resource: HouseResource, member: string, value: unknown): string {
  const { unit, digits, toHuman } = displayUnitOf(resource, member);
  if (typeof value !== "number" || !(unit === "%" || unit === "°C")) return sayValue(resource, member, value);
  const [most, least] = unit === "%" ? [0, 0] : [digits, digits];
  return withUnit(sayNumber(toHuman(value), most, least), unit);
}

/** "47 %", "off", "closed", "locked". */
export function sayLight({ type, state, view }: Pick<HouseResource, "type" | "state" | "view">): string {
  const resource = { type, view };
  if (typeof state.lift === "number" && state.lift > 0 && state.lift < 100)
    return say("devices.closed-by", { percent: state.lift });
  if (typeof state.open === "boolean") return sayValue(resource, "open", state.open);
  if (type === "Door Lock" && typeof state.on === "boolean") return say(`devices.${state.on ? "locked" : "unlocked"}`);
  if (typeof state.on !== "boolean") return "";
  return state.on && typeof state.bri === "number"
    ? sayValue(resource, "bri", state.bri)
    : sayValue(resource, "on", state.on);
}

/** A light that is on, or an alarm. */
export function moodOf({ resources }: Pick<HouseDevice, "resources">): "lit" | "alarmed" | "calm" {
  const alarms = ["fire", "carbonmonoxide", "water", "alarm"];
  if (resources.some(({ state }) => alarms.some((member) => state[member] === true))) return "alarmed";
  const isLit = resources.some(({ type, family, state }) => family === "lights" && isKnownOn(state) && isLamp(type));
  return isLit ? "lit" : "calm";
}

function isLamp(type: string): boolean {
  return !/^(Door Lock|Warning device|Window covering)/.test(type);
}

const GESTURES = [
  ...["INITIAL_PRESS", "HOLD", "SHORT_RELEASE", "LONG_RELEASE", "DOUBLE_PRESS", "TREBLE_PRESS"],
  ...["QUADRUPLE_PRESS", "SHAKE", "DROP", "TILT", "MANY_PRESS"],
] as const;

/** "Brighter": a key, whose name the gateway takes from the remote's command. */
export function sayKey(name: string): string {
  return keyInWords(name, (key) => (hasText(key) ? say(key) : undefined));
}

export function sayPress(code: number): string {
  const gesture = gestureOf(code);
  if (gesture === undefined) return String(code);
  return say("automation.button", {
    button: Math.floor(code / 1000),
    gesture: say(`devices.word.gesture.${gesture}`),
  });
}

/** Undefined: it is no press of a key with a number. */
export function gestureOf(code: number): string | undefined {
  return code < 1000 ? undefined : GESTURES[code % 1000];
}
