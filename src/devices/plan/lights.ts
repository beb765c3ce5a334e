/** Lights among the exposes of a device, and their capabilities: a plan promises nothing that a light cannot do. */
import { GRADIENT_STYLES } from "../../model/lights/gradient.ts";
import type { DeviceFacts, Expose } from "../../model/radio/device-facts.ts";
import type { Values } from "../../model/resource.ts";
import { STRIP } from "../commands/custom-frames.ts";
import {
  ABILITIES,
  ALERTS,
  COLOR_MODES,
  DIMMABLE_PLUGS,
  EFFECTS,
  LEVEL_CONFIG,
  LIGHT,
  LIGHT_KINDS,
} from "../mapping/light-features.ts";
import { type FeatureRow, type MappingTable, rowsFor } from "../mapping/mapping-rows.ts";
import {
  addResource,
  endpointFor,
  mapExpose,
  mapValue,
  type PlanDraft,
  type ResourceDraft,
  setInitial,
} from "./plan-draft.ts";
import { mappingFor } from "./value-mappings.ts";

type Features = ReadonlyMap<string, Expose>;

const STANDARD_ALERTS = ["none", "select", "lselect"];
/** Bits of the color capabilities. */
const HUE = 1;
const COLORLOOP = 4;
const XY = 8;
const CT = 16;
const USUAL_WHITE = 370; // mired

export function planLight(draft: PlanDraft, expose: Expose): void {
  const features = featuresOf(expose);
  const hasColor = features.has("color_xy") || features.has("color_hs");
  const hasCt = features.has("color_temp");
  const resource = addLight(draft, expose, lightType(draft, expose), ["0300", "0008", "0006"]);
  const isWhiteByColor = draft.facts.definition?.whiteByColor === true;
  if (isWhiteByColor) {
    resource.whiteByColor = true;
    setInitial(resource, "state", { ct: USUAL_WHITE }); // until it is told one: it reports none
  }
  for (const feature of features.values()) {
    if (isWhiteByColor && feature.name === "color_temp_startup") continue; // its color is not told as a white then
    if (feature.name === "level_config") planComposite(draft, resource, feature, LEVEL_CONFIG);
    else planFeature(draft, resource, feature, LIGHT);
  }
  const gradient = planGradient(draft, expose, resource);
  if (takesTransition(draft)) resource.takesTransition = true;
  setInitial(resource, "attr", { hascolor: hasColor || hasCt });
  if (hasColor || hasCt) planColorMode(draft, resource, expose);
  const effect = draft.exposes.find(({ name, endpoint }) => name === "effect" && endpoint === expose.endpoint);
  const effects = (effect?.values ?? []).map(String);
  setInitial(resource, "attr", lightAttr(draft.facts, features, effects, gradient));
  if (effect && (hasColor || effectsOf(effects).length > 1)) {
    mapExpose(draft, resource, effect, "state/effect", { conversion: "words", words: EFFECTS }, "none");
  } else if (hasColor) setInitial(resource, "state", { effect: "none" });
}

/** Of a gradient strip of Hue: `{}` until the strip has said what it can show. */
function planGradient(
  { facts, exposes, mapped }: PlanDraft,
  { endpoint }: Expose,
  resource: ResourceDraft,
): Values | undefined {
  const list = exposes.find(({ name, type }) => name === "gradient" && type === "list");
  const at = facts.endpoints.find(({ id }) => id === resource.source);
  if (!list || list.endpoint !== endpoint || !at?.inputs.includes(STRIP.id)) return undefined;
  for (const property of ["gradient", "gradient_style", "gradient_scale", "gradient_offset"]) mapped.add(property);
  resource.framed = ["state/gradient", "config/color/gradient/reversed"];
  setInitial(resource, "state", { gradient: {} });
  setInitial(resource, "config", { "color/gradient/reversed": null });
  if (!facts.gradient) return {};
  const { segments, pixels, length, styles } = facts.gradient; // a pixel in 0.1 mm, the styles bit by bit
  return {
    gradient: {
      max_segments: segments,
      pixel_count: pixels,
      pixel_length: length,
      styles: GRADIENT_STYLES.filter((_, bit) => styles & (1 << bit)),
    },
  };
}

/** Converters that can send a transition have an option for it; some others refuse one. */
function takesTransition({ facts: { definition } }: PlanDraft): boolean {
  return !definition || definition.options.some(({ name }) => name === "transition");
}

function lightType({ facts }: PlanDraft, expose: Expose): string {
  const features = featuresOf(expose);
  const hasColor = features.has("color_xy") || features.has("color_hs");
  if (hasColor) return features.has("color_temp") ? "Extended color light" : "Color light";
  if (features.has("color_temp")) return "Color temperature light";
  if (!features.has("brightness")) return "On/Off light";
  const at = facts.endpoints.find(({ id }) => id === endpointFor(facts, expose.endpoint, ["0008", "0006"]));
  return at && DIMMABLE_PLUGS.includes(at.device) ? "Dimmable plug-in unit" : "Dimmable light";
}

function planColorMode(draft: PlanDraft, resource: ResourceDraft, { endpoint }: Expose): void {
  const property = endpoint === undefined ? "color_mode" : `color_mode_${endpoint}`;
  const row = { conversion: "words", words: COLOR_MODES };
  mapExpose(draft, resource, { type: "enum", property, access: 1 }, "state/colormode", row);
}

/** In the words of the API. "none" comes first, and the color loop second: clients look for it there. */
function effectsOf(theirs: readonly string[]): readonly string[] {
  const ours = theirs.flatMap((word) => (EFFECTS as Readonly<Record<string, string>>)[word] ?? []);
  return [...new Set(["none", ...(ours.includes("colorloop") ? ["colorloop"] : []), ...ours])];
}

function lightAttr(
  facts: DeviceFacts,
  features: Features,
  theirs: readonly string[],
  gradient: Values | undefined,
): Values {
  const alerts = { alerts: [...STANDARD_ALERTS, ...theirs.flatMap((word) => ALERTS[word] ?? [])] };
  const ct = features.get("color_temp");
  const hasColor = features.has("color_xy") || features.has("color_hs");
  const effects = effectsOf(theirs).filter((effect) => effect !== "colorloop" || canLoop(facts));
  const isPlain = effects.every((each) => each === "none" || each === "colorloop");
  if (!ct && !hasColor && isPlain) return { capabilities: alerts };
  const range = ct ? { min: ct.value_min ?? 153, max: ct.value_max ?? 500 } : undefined;
  const modes = [
    ...(ct ? ["ct"] : []),
    ...(isPlain ? [] : ["effect"]),
    ...(gradient ? ["gradient"] : []),
    ...(features.has("color_hs") ? ["hs"] : []),
    ...(features.has("color_xy") ? ["xy"] : []),
  ];
  const color = {
    ...(range ? { ct: range } : {}),
    ...(hasColor || !isPlain ? { effects } : {}),
    ...gradient,
    modes,
    ...(features.has("color_xy") && facts.gamut ? { xy: facts.gamut } : {}),
  };
  const bits = facts.colorcapabilities ?? capabilityBits(features, effects);
  return {
    capabilities: { ...alerts, color },
    ...(ct || hasColor ? { colorcapabilities: bits } : {}),
    ...(range ? { ctmin: range.min, ctmax: range.max } : {}),
  };
}

/** By itself, or by being sent through its hues. A light that says nothing of its capabilities may be able to. */
function canLoop({ colorcapabilities: bits }: DeviceFacts): boolean {
  return !bits || (bits & (COLORLOOP | HUE)) !== 0;
}

function capabilityBits(features: Features, effects: readonly string[]): number {
  const loop = effects.includes("colorloop") ? COLORLOOP : 0;
  return (
    (features.has("color_hs") ? HUE : 0) |
    loop |
    (features.has("color_xy") ? XY : 0) |
    (features.has("color_temp") ? CT : 0)
  );
}

/** A resource of the lights, for lights and for all else that can be switched or moved. */
export function addLight(
  draft: PlanDraft,
  { endpoint, type: kind }: Expose,
  type: string,
  clusters: readonly string[],
): ResourceDraft {
  const isAlike = (other: string) => areAlike(type, other);
  const resource = addResource(draft, { family: "lights", type, clusters, endpoint, kind, isAlike });
  resource.type = betterType(type, resource.type);
  setInitial(resource, "state", { alert: "none" });
  return resource;
}

/** A light and a switch are alike: they have the same unique id. */
function areAlike(type: string, other: string): boolean {
  const [one, two] = [LIGHT_KINDS[type], LIGHT_KINDS[other] ?? "switch"];
  return one === two || (isLightOrSwitch(one) && isLightOrSwitch(two));
}

function isLightOrSwitch(kind: string | undefined): boolean {
  return kind === "switch" || kind === "light";
}

/** The type of the catalog, unless clients would miss something with it: a color, or that a plug measures. */
function betterType(ours: string, theirs: string): string {
  if (LIGHT_KINDS[theirs] !== LIGHT_KINDS[ours] || ours === "Smart plug") return ours;
  return (ABILITIES[theirs] ?? 0) >= (ABILITIES[ours] ?? 0) ? theirs : ours;
}

export function planFeature(
  draft: PlanDraft,
  resource: ResourceDraft,
  feature: Expose,
  table: MappingTable<FeatureRow>,
): void {
  const row = rowsFor(table, feature.name ?? "").find(
    ({ unless = [] }) => !unless.some((name) => draft.names.has(name)),
  );
  if (!row || !mapExpose(draft, resource, feature, row.path, row)) return;
  for (const { member, conversion } of row.also ?? [])
    mapExpose(draft, resource, feature, `state/${member}`, { conversion });
}

function planComposite(
  draft: PlanDraft,
  resource: ResourceDraft,
  composite: Expose,
  rows: Readonly<Record<string, FeatureRow>>,
): void {
  for (const field of composite.features ?? []) {
    const row = rows[field.name ?? ""];
    if (row) mapValue(draft, resource, mappingFor(composite, row.path, row, field));
  }
}

export function featuresOf({ features = [] }: Expose): Features {
  return new Map(features.map((each) => [each.name ?? "", each]));
}
