/** What a light says that it can do: colors and their corners, effects, alerts. Nothing is promised that it does not know. */
import type { DeviceFacts, Expose } from "../../model/radio.ts";
import type { Values } from "../../model/resource.ts";
import { ALERTS, EFFECTS } from "../mapping/light-features.ts";

const NO_ALERTS = ["none", "select", "lselect"];
const HUE = 1; // bits of the color capabilities
const COLORLOOP = 4;

/** In our words; "none" is the first of them, and clients look for the color loop behind it. */
export function effectsOf(theirs: readonly string[]): readonly string[] {
  const ours = theirs.flatMap((word) => (EFFECTS as Readonly<Record<string, string>>)[word] ?? []);
  return [...new Set(["none", ...(ours.includes("colorloop") ? ["colorloop"] : []), ...ours])];
}

export function lightAttr(
  facts: DeviceFacts,
  has: ReadonlyMap<string, Expose>,
  theirs: readonly string[],
  gradient: Values | undefined,
): Values {
  const alerts = { alerts: [...NO_ALERTS, ...theirs.flatMap((word) => ALERTS[word] ?? [])] };
  const ct = has.get("color_temp");
  const hasColor = has.has("color_xy") || has.has("color_hs");
  const effects = effectsOf(theirs).filter((effect) => effect !== "colorloop" || canLoop(facts));
  const isPlain = effects.every((each) => each === "none" || each === "colorloop");
  if (!ct && !hasColor && isPlain) return { capabilities: alerts };
  const range = ct ? { min: ct.value_min ?? 153, max: ct.value_max ?? 500 } : undefined;
  const modes = [
    ...(ct ? ["ct"] : []),
    ...(isPlain ? [] : ["effect"]),
    ...(gradient ? ["gradient"] : []),
    ...(has.has("color_hs") ? ["hs"] : []),
    ...(has.has("color_xy") ? ["xy"] : []),
  ];
  const color = {
    ...(range ? { ct: range } : {}),
    ...(hasColor || !isPlain ? { effects } : {}),
    ...gradient,
    modes,
    ...(has.has("color_xy") && facts.gamut ? { xy: facts.gamut } : {}),
  };
  return {
    capabilities: { ...alerts, color },
    ...(ct || hasColor ? { colorcapabilities: facts.colorcapabilities ?? capabilityBits(has, effects) } : {}),
    ...(range ? { ctmin: range.min, ctmax: range.max } : {}),
  };
}

/** By itself, or because it can be turned through its hues. One that says nothing of what it can may know it. */
function canLoop({ colorcapabilities: bits }: DeviceFacts): boolean {
  return !bits || (bits & (COLORLOOP | HUE)) !== 0;
}

function capabilityBits(has: ReadonlyMap<string, Expose>, effects: readonly string[]): number {
  const loop = effects.includes("colorloop") ? COLORLOOP : 0;
  return (has.has("color_hs") ? 1 : 0) | loop | (has.has("color_xy") ? 8 : 0) | (has.has("color_temp") ? 16 : 0);
}
