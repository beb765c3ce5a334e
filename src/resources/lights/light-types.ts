/** Lights and all else that can be switched, and their members: a row here, and checks, replies, push, reference and pick lists follow. */
import { type Definition, type Definitions, NO_FIELDS } from "../../model/definitions.ts";
import { bool, type Fields, int, list, num, object, savedLater, text, time, untilTold } from "../../model/fields.ts";
import { nested } from "../../model/nested.ts";
import { GRADIENT } from "./gradient.ts";

const UINT16 = 65_535;
const WORD = { max: 200, access: "read-only" } as const;
const PREVIOUS = { words: { previous: 255 } } as const;

const LIGHT_ATTR: Fields = {
  name: text({ min: 1, max: 32, coerce: "trim", about: "Display name" }),
  type: text({ access: "read-only" }),
  manufacturername: text(WORD),
  modelid: text(WORD),
  swversion: text({ ...WORD, nullable: true }),
  uniqueid: text(WORD),
  etag: text({ access: "read-only", about: "Changes whenever the light changes" }),
  formerly: list({ access: "hidden", each: text(), about: "Unique ids of devices in whose place it is" }),
  lastseen: time({
    access: "read-only",
    nullable: true,
    quiet: true,
    saved: "with-next",
    about: "UTC, when the device was last heard",
  }),
  lastannounced: time({
    access: "read-only",
    nullable: true,
    quiet: true,
    saved: "with-next",
    about: "UTC, when it last came into the network",
  }),
  hascolor: bool({ access: "read-only" }),
  colorcapabilities: int({
    access: "read-only",
    about: "Bits: 1 hue and saturation, 2 fine hue, 4 colorloop, 8 xy, 16 ct",
  }),
  ctmin: int({ access: "read-only", min: 0, max: UINT16, unit: "mired" }),
  ctmax: int({ access: "read-only", min: 0, max: UINT16, unit: "mired" }),
  capabilities: object({ access: "read-only", about: "Alerts, color modes, effects and ranges" }),
};

/** A light has some of these, as its device does. A member that was never reported is null. */
const STATE = {
  reachable: bool({ access: "read-only", default: false, about: "It was heard lately" }),
  alert: text({ default: "none", about: "Of a siren what it does; always `none` otherwise" }),
  lowbattery: bool({ access: "read-only" }),
  tampered: bool({ access: "read-only" }),
  fault: bool({ access: "read-only", about: "It says that something of it is broken" }),
  uptime: int({ access: "read-only", min: 0, unit: "h" }),
  lifetime: int({ access: "read-only", min: 0, unit: "h", about: "How long it has run in all" }),
  volume: num({ access: "read-only", min: 0, unit: "l", about: "How much has flowed through" }),
  running: bool({ access: "read-only", about: "Its motor runs" }),
  on: bool(),
  bri: int({ min: 0, max: 254 }),
  ct: int({ min: 0, max: UINT16, unit: "mired" }),
  xy: list({ min: 2, max: 2, each: num({ min: 0, max: 1 }), nullable: "omitted" }), // clients read both halves of it
  hue: int({ min: 0, max: UINT16 }),
  sat: int({ min: 0, max: 254 }),
  effect: text({ about: "`none`, or one that `capabilities.color.effects` names" }),
  music_sync: bool({ about: "A strip with a microphone goes with the music" }),
  gradient: object({ members: GRADIENT, about: "Of a light strip, as it was read last; empty before" }),
  colormode: text({ access: "read-only", oneOf: ["hs", "xy", "ct", "effect", "gradient"] }),
  speed: int({ min: 0, max: 6, about: "Off, low, medium, high, on, auto, smart" }),
  open: bool(),
  lift: int({ min: 0, max: 100, unit: "%", about: "How far it is closed" }),
  tilt: int({ min: 0, max: 100, unit: "%" }),
} satisfies Fields;

const CONFIG = {
  groups: list({
    access: "read-only",
    saved: "later",
    default: ["0"],
    each: text(),
    about: "The groups that it is in, by id",
  }),
  pending: list({
    access: "read-only",
    each: text(),
    about: "Members that wait until the sleeping device is heard again",
  }),
  temperature: int({ access: "read-only", unit: "0.01 °C", about: "Of the device itself" }),
  locked: bool({ about: "Its own buttons do nothing" }),
  ledindication: bool(),
  devicemode: text({ min: 1, max: 60 }),
  "on/startup": int({ min: 0, max: 255, ...PREVIOUS, about: "When power comes back: 0 off, 1 on, 2 the other way" }),
  "bri/min": int({ min: 0, max: 254 }),
  "bri/max": int({ min: 0, max: 254 }),
  "bri/startup": int({ min: 0, max: 255, ...PREVIOUS, about: "When power comes back" }),
  "bri/on_level": int({ min: 0, max: 255, ...PREVIOUS, about: "When it is switched on" }),
  "bri/onoff_transitiontime": int({ min: 0, max: UINT16, unit: "0.1 s" }),
  "bri/execute_if_off": bool({ about: "Takes a brightness while it is off" }),
  "color/execute_if_off": bool({ about: "Takes a color while it is off" }),
  "color/gradient/reversed": bool({ about: "The strip begins at its other end" }),
  "color/gradient/pixel_count": int({ min: 5, max: 50, about: "How long the strip is, in pieces of 20 cm" }),
  "color/ct/startup": int({ min: 0, max: UINT16, words: { previous: UINT16 }, unit: "mired" }),
  reversed: bool(),
  speed: int({ min: 0, max: 255 }),
  windowcoveringtype: int({ min: 0, max: 255 }),
  volume: int({ min: 0, max: 255 }),
} satisfies Fields;

type State = keyof typeof STATE;
type Config = keyof typeof CONFIG;

const SWITCHED: readonly State[] = ["on", "effect"];
const DIMMED: readonly State[] = [...SWITCHED, "bri"];
const COLOR: readonly State[] = [...DIMMED, "xy", "hue", "sat", "gradient", "music_sync", "colormode"];
const COVER: readonly State[] = ["open", "lift", "tilt", "on", "bri", "sat", "running"];
const ALL: readonly State[] = [
  ...(["reachable", "alert", "lowbattery", "tampered", "fault", "uptime", "lifetime", "volume"] as const),
];
const ON: readonly Config[] = ["on/startup"];
const BRI: readonly Config[] = [
  ...ON,
  ...(["bri/min", "bri/max", "bri/startup", "bri/on_level", "bri/onoff_transitiontime", "bri/execute_if_off"] as const),
];
const CT: readonly Config[] = [...BRI, "color/execute_if_off", "color/ct/startup"];
const COLORED: readonly Config[] = [...CT, "color/gradient/reversed", "color/gradient/pixel_count"];
const MOTOR: readonly Config[] = ["reversed", "speed", "windowcoveringtype"];
const OF_ALL: readonly Config[] = ["groups", "pending", "temperature", "locked", "ledindication", "devicemode"];

/** Only names that clients know (wire 4.3). `light-state` carries out commands to them. */
export const LIGHT_TYPES: Definitions = {
  "On/Off light": light(SWITCHED, ON),
  "On/Off output": light(SWITCHED, ON),
  "On/Off plug-in unit": light(SWITCHED, ON),
  "Smart plug": light(SWITCHED, ON),
  "On/Off switch": light(SWITCHED, ON),
  "Dimmable light": light(DIMMED, BRI),
  "Dimmable plug-in unit": light(DIMMED, BRI),
  "Dimmer switch": light(DIMMED, BRI),
  "Color light": light(COLOR, COLORED),
  "Color dimmable light": light(COLOR, COLORED),
  "Color temperature light": light([...DIMMED, "ct", "colormode"], CT),
  "Extended color light": light([...COLOR, "ct"], COLORED),
  Fan: light(["on", "speed"], ON),
  "Window covering controller": light(COVER, MOTOR),
  "Window covering device": light(COVER, MOTOR),
  "Warning device": light([], ["volume"]),
  "Door Lock": light(["on"], [], { on: bool({ about: "Locked" }) }),
  "Range extender": light([], []),
  "Configuration tool": light([], []),
};

function light(state: readonly State[], config: readonly Config[], more: Fields = {}): Definition {
  return {
    family: "lights",
    attr: LIGHT_ATTR,
    config: untilTold(picked(CONFIG, [...OF_ALL, ...config])),
    state: savedLater(untilTold({ ...picked(STATE, [...ALL, ...state]), ...more })),
    action: NO_FIELDS,
    push: "changes",
    clients: { write: ["attr", "config", "state"] },
    view: ({ type, attr, config, state }, etag) => ({ ...attr, config: nested(config), etag, state, type }),
  };
}

function picked<Name extends string>(fields: Readonly<Record<Name, Fields[string]>>, names: readonly Name[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
