/** The meaning of a remote's key for the light that is wired to it: the message of a button node → a payload for the light node. */
import type { KeyDeed } from "../../src/model/devices.ts";
import type { Address, Resource, Values } from "../../src/model/resource.ts";
import { isCover, isGroup, lightCommandIn } from "./light-words.ts";

/** The action of a remote's arrows, by the dialog: "" is none. */
export type Arrows = "" | "scene" | "color";

/** The memory of a light node of the keys that moved its lights. */
interface KeyMemory {
  readonly ways: Map<Address, Way>; //       the last move of each light
  readonly held: Map<Address, HeldKey>; // only that can be let go: some remotes say so after a short press, too
}

interface HeldKey {
  readonly key: string;
  readonly at: number; // milliseconds
}

type Way = "up" | "down";

/** A payload of the light node; or the scene of a group that comes next. */
type KeyWish = { readonly payload: unknown } | { readonly scene: "next" | "prev" };

interface PressedKey {
  readonly message: Values; // of a button node
  readonly light: Resource;
  readonly members: readonly Resource[]; // of a group; else the light itself
  readonly arrows: Arrows;
  readonly memory: KeyMemory;
  readonly now: number;
}

const STEP = 12; //            per cent: eight clicks from dark to bright
const FULL_TURN = 360; //      degrees of a dial, for the whole way
const MIREDS = 50; //          from one white to the next
const MIREDS_OF_ALL = { ctmin: 153, ctmax: 500 }; // where a light does not say it
const FADE_IN = 5; //          seconds from dark to bright
const HALF_BRIGHT = 127;
const REPEATED = 1_500; //     milliseconds: a key that is held may say so again and again
const WHITES: readonly Values[] = [2200, 2700, 4000, 6500].map((kelvin) => ({ kelvin }));
const COLORS: readonly Values[] = ["red", "darkorange", "gold", "lime", "cyan", "blue", "blueviolet", "magenta"].map(
  (color) => ({ color }),
);

export function keyMemory(): KeyMemory {
  return { ways: new Map(), held: new Map() };
}

/** Undefined: the key says nothing to this light. */
export function wishOfKey(pressed: PressedKey): KeyWish | undefined {
  const { message, light, arrows } = pressed;
  const does = message.does as KeyDeed | undefined;
  if (does === "on" || does === "off" || does === "toggle") return { payload: does };
  if (does === "next" || does === "previous") {
    if (arrows === "scene") return { scene: does === "next" ? "next" : "prev" };
    return arrows === "color" ? said(nextColor(pressed, does === "next" ? 1 : -1)) : undefined;
  }
  if (does === undefined || !Object.hasOwn(DIMS, does)) return undefined;
  if (isCover(light)) return said(COVER[does]);
  const canDim = isGroup(light) || "bri" in light.state;
  return canDim ? said(DIMS[does]?.(pressed)) : undefined;
}

function said(payload: unknown): KeyWish | undefined {
  return payload === undefined ? undefined : { payload };
}

const COVER: Readonly<Record<string, unknown>> = {
  step_up: "on",
  step_down: "off",
  move_up: "on",
  move_down: "off",
  move: "toggle",
  stop: { move: "stop" },
};

const DIMS: Readonly<Partial<Record<KeyDeed, (pressed: PressedKey) => unknown>>> = {
  step_up: (pressed) => stepped(pressed, "up"),
  step_down: (pressed) => stepped(pressed, "down"),
  move_up: (pressed) => moved(pressed, "up"),
  move_down: (pressed) => moved(pressed, "down"),
  move: (pressed) => moved(pressed, otherWay(pressed)),
  stop: ({ light, memory }) => (memory.held.delete(light.address) && isOn(light) ? { move: "stop" } : undefined),
  warmer: ({ light }) => tempered(light, MIREDS),
  colder: ({ light }) => tempered(light, -MIREDS),
};

/** "Brighter" also switches on, as dark as can be; a light that is off gets no darker. */
function stepped({ message: { rotation }, light }: PressedKey, way: Way): unknown {
  const turn = typeof rotation === "number" ? Math.round((Math.abs(rotation) / FULL_TURN) * 100) : STEP;
  const step = Math.min(100, Math.max(1, turn));
  if (isOn(light)) return { step: way === "up" ? step : -step };
  return way === "up" ? { on: true, brightness: step } : undefined;
}

function moved({ message: { topic, button }, light, memory, now }: PressedKey, way: Way): unknown {
  const { address } = light;
  const key = `${topic} ${button}`;
  const before = memory.held.get(address);
  memory.held.set(address, { key, at: now });
  if (before?.key === key && now - before.at < REPEATED) return undefined; // it moves already
  memory.ways.set(address, way);
  if (isOn(light)) return { move: way };
  return way === "up" ? { on: true, brightness: 100, transition: FADE_IN } : undefined;
}

/** While the key is held it goes on as it began. */
function otherWay({ message: { topic, button }, light, memory, now }: PressedKey): Way {
  const { address, state, action } = light;
  const last = memory.ways.get(address);
  const held = memory.held.get(address);
  if (!isOn(light)) return "up";
  if (last && held?.key === `${topic} ${button}` && now - held.at < REPEATED) return last;
  if (last) return last === "up" ? "down" : "up";
  return Number((isGroup(light) ? action : state).bri) > HALF_BRIGHT ? "down" : "up";
}

function tempered(light: Resource, by: number): unknown {
  const ct = Number((isGroup(light) ? light.action : light.state).ct);
  if (!isOn(light) || !(ct > 0)) return undefined;
  const { ctmin, ctmax } = { ...MIREDS_OF_ALL, ...light.attr };
  return { ct: Math.min(Number(ctmax), Math.max(Number(ctmin), ct + by)) };
}

// ---- colors

/** The one behind that which the light has now, round and round; undefined where it knows none, or is off. */
function nextColor({ light, members }: PressedKey, step: number): unknown {
  const knows = (...names: readonly string[]) => members.some(({ state }) => names.some((name) => name in state));
  const all = [...(knows("ct") ? WHITES : []), ...(knows("xy", "hue") ? COLORS : [])];
  if (!isOn(light) || all.length === 0) return undefined;
  const now = all.findIndex((color) => hasColor(light, color));
  const next = now < 0 ? (step > 0 ? 0 : all.length - 1) : (now + step + all.length) % all.length;
  return all[next];
}

const NEAR: Readonly<Record<string, number>> = { ct: 5, hue: 600, sat: 5 };
const MODES: Readonly<Record<string, string>> = { ct: "ct", xy: "xy", hue: "hs", sat: "hs" };

function hasColor(light: Resource, color: Values): boolean {
  const now = isGroup(light) ? light.action : light.state;
  return Object.entries(lightCommandIn(color, light, "human").values).every(([name, wanted]) => {
    if (now.colormode !== MODES[name]) return false;
    const [one, other] = [now[name], wanted].map((value) => (Array.isArray(value) ? value : [value]));
    const near = NEAR[name] ?? 0.02;
    return (one ?? []).every((part, index) => Math.abs(Number(part) - Number(other?.[index])) <= near);
  });
}

function isOn(light: Resource): boolean {
  return (isGroup(light) ? light.state.any_on : light.state.on) === true;
}
