/** The command of a light node with a fixed brightness and color: the message's own values go before. */
import { type LightPreset, presetFor } from "../../src/model/lights/preset.ts";
import type { Resource, Values } from "../../src/model/resource.ts";
import type { Units } from "./human.ts";
import { isGroup, type LightCommand, lightCommandIn, Misunderstood } from "./light-words.ts";

const COLORS: readonly string[] = ["xy", "ct", "hue", "sat", "gradient", "effect"];
/** The values by which a light shines; other commands, a step or a stop, have no place for a preset. */
const SHINES: readonly string[] = ["on", "bri", "transitiontime", ...COLORS];

/** On, as it was fixed. A device that is no lamp is only on: a blind opens. */
export function presetValues(light: Resource, preset: LightPreset): Values {
  const { values } = lightCommandIn("on", light, "human");
  return values.on === true ? { ...values, ...presetFor(light, preset) } : values;
}

/** Any message switches on as it was fixed; one that the light understands says the rest. */
export function presetCommandIn(payload: unknown, light: Resource, preset: LightPreset, units: Units): LightCommand {
  const said = understood(payload, light, units);
  const fixed = presetValues(light, preset);
  if (!said) return { values: fixed, warnings: [], shape: "object", names: namesOf(fixed, units) };
  return { ...said, values: under(settled(said.values, light), fixed) };
}

/** A number that no brightness can be, such as the time of an inject node, says nothing of the light. */
function understood(payload: unknown, light: Resource, units: Units): LightCommand | undefined {
  try {
    const said = lightCommandIn(payload, light, units);
    return said.shape === "number" && said.warnings.length > 0 ? undefined : said;
  } catch (error) {
    if (error instanceof Misunderstood) return undefined;
    throw error;
  }
}

/** A toggle of a group becomes on or off here: off needs no color. */
function settled({ toggle, ...values }: Values, light: Resource): Values {
  return toggle === true && isGroup(light) ? { ...values, on: light.state.any_on !== true } : values;
}

function under(said: Values, fixed: Values): Values {
  const names = Object.keys(said);
  if (said.on === false || !names.every((name) => SHINES.includes(name))) return said;
  const isColored = names.some((name) => COLORS.includes(name));
  const left = Object.entries(fixed).filter(([name]) => !(isColored && COLORS.includes(name)));
  return { ...Object.fromEntries(left), ...said };
}

/** The words in which the answer tells it. */
function namesOf(fixed: Values, units: Units): readonly string[] {
  const WORDS: Readonly<Record<string, string>> =
    units === "api" ? {} : { bri: "brightness", ct: "kelvin", xy: "color", hue: "color", sat: "color" };
  return [...new Set(Object.keys(fixed).map((name) => WORDS[name] ?? name))];
}
