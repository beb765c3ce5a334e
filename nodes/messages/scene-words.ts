/** The commands of a message for the scenes of a group, in its own words; and the outcome for their lights. */
import { lightsIn } from "../../src/model/lights/scenes.ts";
import type { Resource } from "../../src/model/resource.ts";
import { type ErrorCode, NodeError } from "../flow-node/node-error.ts";
import type { Store } from "../flow-node/resource-reference.ts";
import type { Translate } from "../gateway/runtime.ts";

export type Action = "recall" | "store" | "create" | "delete";

/** The outcome for a light of a scene. */
export interface LightTold {
  readonly id: string;
  readonly ok: boolean; // the light has the scene
  readonly error?: ErrorCode;
}

export const ACTIONS: readonly string[] = ["recall", "store", "create", "delete"] satisfies readonly Action[];
/** From the scene that was called last → as the API says it. */
const STEPS: Readonly<Record<string, string>> = { next: "next", previous: "prev" };
const MOST_SECONDS = 6_553;
const TENTHS = 10; // of a second

export function isAction(word: unknown): word is Action {
  return typeof word === "string" && ACTIONS.includes(word);
}

/** Undefined: it is the name of a scene. */
export function stepIn(word: string): string | undefined {
  return Object.hasOwn(STEPS, word) ? STEPS[word] : undefined;
}

/** A name or an id; undefined where it is neither. */
export function nameIn(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : undefined;
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Seconds → tenths of them; a clamped value adds to the warnings. */
export function tenthsIn(seconds: unknown, warnings: string[], say: Translate): number {
  if (typeof seconds !== "number" || !(seconds >= 0)) throw new NodeError("invalid", say("error.transition"));
  if (seconds > MOST_SECONDS) warnings.push(`transition ${seconds} → ${MOST_SECONDS}`);
  return Math.round(Math.min(MOST_SECONDS, seconds) * TENTHS);
}

/** Tenths of a second until the slowest light of any of them is as it says. */
export function slowest(scenes: readonly Resource[]): number {
  const lights = scenes.flatMap((scene) => Object.values(lightsIn(scene)));
  return Math.max(0, ...lights.map(({ transitiontime = 0 }) => Number(transitiontime)));
}

/** As far as the gateway knows, a light within reach has the scene. */
export function lightsTold(store: Store, scene: Resource): readonly LightTold[] {
  return Object.keys(lightsIn(scene)).map((id) => {
    const light = store.get(`/lights/${id}`);
    if (light?.state.reachable === true) return { id, ok: true };
    return { id, ok: false, error: light ? "unreachable" : "not-found" };
  });
}
