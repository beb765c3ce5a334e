/** What a scene that is saved now remembers of a light: "24 %, 2,200 K, candlelight", "off". Pure. */
import { runsByItself } from "../../src/model/lights/scenes.ts";
import type { Values } from "../../src/model/resource.ts";
import { chosenIn, sayChosen } from "../colors/lamp-colors.ts";
import { sayLight, sayValue } from "../devices/values/words.ts";
import { say } from "../texts.ts";

const BEFORE_UNIT = / (?=[%K])/g; // no line ends there

/** A light that does not answer is saved as it was last known, and one of which nothing is known as off. */
export function sayAsSaved(view: Values): string {
  const state = (view.state ?? {}) as Values;
  const resource = { type: String(view.type ?? ""), view };
  const level = sayLight({ ...resource, state: { ...state, on: state.on === true } });
  const color = state.on === true ? sayColor(resource, state) : undefined;
  const values = (color === undefined ? level : `${level}, ${color}`).replaceAll(BEFORE_UNIT, "\u00a0");
  return state.reachable === false ? say("rooms.as-last-known", { values }) : values;
}

function sayColor(resource: { readonly type: string; readonly view: Values }, state: Values): string | undefined {
  const { colormode, effect } = state;
  if (runsByItself(effect) && colormode !== "ct" && colormode !== "xy") return sayValue(resource, "effect", effect);
  if (colormode === "gradient") return sayValue(resource, "colormode", colormode);
  const chosen = chosenIn(state);
  return chosen && sayChosen(chosen);
}
