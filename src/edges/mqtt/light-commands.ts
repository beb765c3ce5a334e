/** The command of a client to a lamp or a group of lamps, in the converters' words → a body for the state of a light of the API. */
import { isObject, parsedJson, type Values } from "../../model/resource.ts";
import { colorFor, colorOf, isNumber } from "./color-forms.ts";

interface LightCommand {
  readonly body: Values; // for PUT /lights/<id>/state, or the action of a group
  readonly left: Values; // values that are no matter of a light, or that its state has no words for
}

interface LightKnowledge {
  readonly knows: (member: string) => boolean;
  readonly isOn: boolean;
  readonly presets?: Values; // color temperatures by their names
}

const DONE_AT_ONCE = 0;
const TENTHS = 10; // of a second
const FULL = 254;
const LONG_FLASH = 2; // seconds, from which on
const STEP_OF_HUE = 65_535 / 360;

type Word = (value: unknown, wish: Values) => Values | undefined;

/** Each word answers its part of the body; undefined where its value makes no sense. */
const WORDS: Readonly<Record<string, Word>> = {
  state: (value) => {
    const word = String(value).toLowerCase();
    if (word === "on" || word === "off") return { on: word === "on" };
    return word === "toggle" ? { toggle: true } : undefined;
  },
  brightness: (value) => (isNumber(value) ? levelOf(value) : undefined),
  brightness_percent: (value) => (isNumber(value) ? levelOf(Math.round((value / 100) * FULL)) : undefined),
  color_temp: (value) => (isNumber(value) ? { ct: Math.round(value) } : undefined),
  color: (value) => {
    const { bri, ...color } = colorOf(value) ?? {};
    if (Object.keys(color).length === 0) return undefined;
    return isNumber(bri) ? { ...levelOf(bri), ...color } : color;
  },
  transition: (value) => (isNumber(value) ? { transitiontime: Math.round(value * TENTHS) } : {}),
  on_time: (value) => (isNumber(value) && value > 0 ? { ontime: Math.round(value * TENTHS) } : {}),
  off_wait_time: () => ({}),
  brightness_step: (value) => (isNumber(value) ? { bri_inc: clampedStep(value) } : undefined),
  brightness_move: (value) => moved(value, "bri_inc", FULL),
  color_temp_step: (value) => (isNumber(value) ? { ct_inc: Math.round(value) } : undefined),
  color_temp_move: (value) => moved(value, "ct_inc", FULL),
  hue_step: (value) => (isNumber(value) ? { hue_inc: Math.round(value * STEP_OF_HUE) } : undefined),
  saturation_step: (value) => (isNumber(value) ? { sat_inc: clampedStep(value) } : undefined),
  flash: (value) => ({ alert: Number(value) > LONG_FLASH ? "lselect" : "select" }),
};
const SAME: Readonly<Record<string, string>> = {
  brightness_step_onoff: "brightness_step",
  brightness_move_onoff: "brightness_move",
};
/** Members of a light without which it does not take a word. */
const NEEDS: Readonly<Record<string, string>> = {
  brightness: "bri",
  brightness_percent: "bri",
  brightness_step: "bri",
  brightness_move: "bri",
  color_temp_step: "ct",
  color_temp_move: "ct",
  hue_step: "hue",
  saturation_step: "sat",
};
const COLORS: readonly string[] = ["ct", "xy", "hue", "sat"];

export function lightCommand(given: Values, { knows, isOn, presets = {} }: LightKnowledge): LightCommand {
  const left: Record<string, unknown> = {};
  let body: Values = {};
  for (const [name, value] of Object.entries(given)) {
    const word = SAME[name] ?? name;
    const meant = word === "color_temp" && typeof value === "string" ? (presets[value] ?? Number(value)) : value;
    const read = Object.hasOwn(WORDS, word) && knows(NEEDS[word] ?? "on") ? WORDS[word]?.(meant, given) : undefined;
    if (read === undefined) left[name] = value;
    else body = { ...body, ...read };
  }
  const told = switchedOn(consistent(colorFor(toggled(body, isOn), knows)), isOn);
  const colors = COLORS.filter((name) => name in told);
  const isDark = !isOn && told.on !== true;
  if (colors.length === 0 || (!isDark && colors.every((name) => takes(name, knows)))) return { body: told, left };
  // A lamp that is off may keep a color for later: only the device itself knows.
  return { body: without(told, colors), left: { ...left, ...asConverted(told) } };
}

/** A light without color temperatures is told the color of that temperature. */
function takes(name: string, knows: (member: string) => boolean): boolean {
  return knows(name) || (name === "ct" && knows("xy"));
}

/** A level switches on; none at all switches off. */
function levelOf(brightness: number): Values {
  const bri = Math.min(FULL, Math.max(0, Math.round(brightness)));
  return bri === 0 ? { on: false } : { bri };
}

function switchedOn(body: Values, isOn: boolean): Values {
  return "bri" in body && !("on" in body) && !isOn ? { on: true, ...body } : body;
}

function toggled({ toggle, ...body }: Values, isOn: boolean): Values {
  return toggle === true ? { on: !isOn, ...body } : body;
}

/** A light that is switched off takes neither level nor color. */
function consistent(body: Values): Values {
  return body.on === false ? without(body, ["bri", ...COLORS]) : body;
}

/** So many units a second until it is at the end; 0 or "stop" ends it. */
function moved(value: unknown, member: string, whole: number): Values | undefined {
  if (value === "stop" || value === 0) return { [member]: DONE_AT_ONCE };
  const rate = value === "up" ? 40 : value === "down" ? -40 : value;
  if (!isNumber(rate) || rate === 0) return undefined;
  return { [member]: Math.sign(rate) * whole, transitiontime: Math.round((whole / Math.abs(rate)) * TENTHS) };
}

function clampedStep(value: number): number {
  return Math.min(FULL, Math.max(-FULL, Math.round(value)));
}

function without(body: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** A color in the one form that each converter takes. */
function asConverted({ xy, hue, sat, ct }: Values): Values {
  if (Array.isArray(xy)) return { color: { x: xy[0], y: xy[1] } };
  if (ct !== undefined) return { color_temp: ct };
  const wheel = {
    ...(isNumber(hue) ? { hue: Math.round(hue / STEP_OF_HUE) } : {}),
    ...(isNumber(sat) ? { saturation: Math.round((sat / FULL) * 100) } : {}),
  };
  return { color: wheel };
}

/** A payload as clients send it: JSON, or a bare word for the state. */
export function commandIn(payload: string, attribute: string | undefined): Values | undefined {
  const read = parsedJson(payload);
  if (attribute !== undefined) return { [attribute]: read ?? payload };
  if (isObject(read)) return read;
  return payload.trim() === ""
    ? undefined
    : { state: typeof read === "boolean" ? (read ? "ON" : "OFF") : payload.trim() };
}
