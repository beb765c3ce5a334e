/** What can be pressed on a virtual remote: a row for each of its keys, with what a finger can do there. Pure. */

export interface Key {
  readonly name: string; // "brightness_up", "scene 3"
  /** Each is what the virtual house is told, one press after the other. */
  readonly click?: readonly string[];
  readonly hold?: readonly string[];
  readonly release?: readonly string[];
}

export type Finger = "click" | "hold" | "release";
export const FINGERS: readonly Finger[] = ["click", "hold", "release"];

interface Meaning {
  readonly key: string;
  readonly finger: Finger;
}

type Reading = readonly [form: RegExp, meaning: (key: string) => Meaning];

/** The first that fits. What fits nowhere is a key of its own, to be clicked. */
const READINGS: readonly Reading[] = [
  [/^(.+)_hold_release$/, (key) => ({ key, finger: "release" })],
  [/^(.+)_press_release$/, (key) => ({ key, finger: "click" })],
  [/^(.+)_press$/, (key) => ({ key, finger: "click" })],
  [/^(.+)_click$/, (key) => ({ key, finger: "click" })],
  [/^(.+)_hold$/, (key) => ({ key, finger: "hold" })],
  [/^(.+)_release$/, (key) => ({ key, finger: "release" })],
  [/^(brightness)_stop$/, (key) => ({ key, finger: "release" })],
  [/^(brightness_move_(?:up|down))$/, (key) => ({ key, finger: "hold" })],
  [/^recall_(\d+)$/, (number) => ({ key: `scene ${number}`, finger: "click" })],
  [/^store_(\d+)$/, (number) => ({ key: `scene ${number}`, finger: "hold" })],
];

export function keysOf(presses: readonly string[]): readonly Key[] {
  const keys = new Map<string, Partial<Record<Finger, readonly string[]>>>();
  for (const press of presses) {
    const { key, finger } = meaningOf(press);
    const known = keys.get(key) ?? {};
    keys.set(key, { ...known, [finger]: [...(known[finger] ?? []), press].sort(byTime) });
  }
  return [...keys].map(([name, fingers]) => ({ name, ...fingers }));
}

function meaningOf(press: string): Meaning {
  for (const [form, meaning] of READINGS) {
    const [, key] = form.exec(press) ?? [];
    if (key !== undefined) return meaning(key);
  }
  return { key: press, finger: "click" };
}

/** A finger goes down before it comes up. */
function byTime(one: string, other: string): number {
  return Number(one.endsWith("release")) - Number(other.endsWith("release"));
}
