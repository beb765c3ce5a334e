/** The one message of a device or group: the converters' own values by their names. */
import { brightnessOf } from "../../model/lights/groups.ts";
import { isObject, type Resource, type Values } from "../../model/resource.ts";
import type { MqttDevice } from "./mqtt-house.ts";

/** A press is told once, and is no state. */
function isPress(name: string): boolean {
  return name === "action" || name.startsWith("action_");
}

export function pressIn(values: Values): Values | undefined {
  if (typeof values.action !== "string" || values.action === "") return undefined;
  return Object.fromEntries(Object.entries(values).filter(([name]) => isPress(name)));
}

/** `more`: a press, and when the device was heard. */
export function devicePayload({ resource }: MqttDevice, values: Values, more: Values): Values {
  const { linkquality } = resource.attr;
  const payload: Record<string, unknown> = Object.fromEntries(
    Object.entries(values).filter(([name]) => !isPress(name)),
  );
  if (typeof linkquality === "number") payload.linkquality = linkquality;
  return Object.assign(payload, more);
}

/** Of one of several lamps of a device: its values by their plain names. */
export function endpointPayload(payload: Values, endpoint: string): Values {
  const end = `_${endpoint}`;
  const own = Object.entries(payload).filter(([name]) => name.endsWith(end));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(0, -end.length), value]));
}

/** Home Assistant reads hue and saturation by these letters. */
export function withHomeColors(payload: Values): Values {
  const { color } = payload;
  if (!isObject(color) || typeof color.hue !== "number" || typeof color.saturation !== "number") return payload;
  return { ...payload, color: { ...color, h: color.hue, s: color.saturation } };
}

/** A group is on when one of its lights is, and as bright as those are that are on; its other values are those of its last command. */
export function groupPayload({ state, action }: Resource, members: readonly Resource[]): Values {
  const has = (member: string) => members.some((light) => light.state[member] !== undefined);
  const { bri, ct, xy, hue, sat, colormode } = action;
  const isXy = Array.isArray(xy) && has("xy");
  const color = {
    ...(isXy ? { x: xy[0], y: xy[1] } : {}),
    ...(has("hue") && colormode === "hs" ? { hue: degrees(hue), saturation: percent(sat) } : {}),
  };
  return {
    ...(has("on") ? { state: state.any_on === true ? "ON" : "OFF" } : {}),
    ...(has("bri") ? { brightness: brightnessOf(members) || bri } : {}),
    ...(has("ct") && Number(ct) > 0 ? { color_temp: ct } : {}),
    ...(Object.keys(color).length > 0 ? { color } : {}),
    ...((has("ct") || isXy) && colorMode(colormode) ? { color_mode: colorMode(colormode) } : {}),
  };
}

const COLOR_MODES: Readonly<Record<string, string>> = { ct: "color_temp", xy: "xy", hs: "hs" };

function colorMode(colormode: unknown): string | undefined {
  return COLOR_MODES[String(colormode)];
}

function degrees(hue: unknown): number {
  return Math.round((Number(hue) / 65_535) * 360);
}

function percent(sat: unknown): number {
  return Math.round((Number(sat) / 254) * 100);
}

/** Each value by itself, for clients that take no JSON: the end of its topic, and its text. */
export function attributesIn(payload: Values, before = ""): readonly (readonly [name: string, text: string])[] {
  return Object.entries(payload).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    if (value === undefined) return [];
    if (isObject(value)) return attributesIn(value, `${before}${name}-`);
    return [[`${before}${name}`, plainText(value)]];
  });
}

function plainText(value: unknown): string {
  if (Array.isArray(value))
    return value.map((each) => (isObject(each) ? JSON.stringify(each) : String(each))).join(",");
  return value === null ? "" : String(value);
}
