/** Lights, switches, covers, locks, fans and sirens among what a device shows. */
import { GRADIENT_STYLES } from "../../model/gradient.ts";
import type { EndpointFacts, Expose } from "../../model/radio.ts";
import type { Values } from "../../model/resource.ts";
import { STRIP } from "../commands/custom-frames.ts";
import {
  ABILITIES,
  AIR_PURIFIER,
  AIR_PURIFIER_CLUSTER,
  COLOR_MODES,
  COVER,
  DIMMABLE_PLUGS,
  EFFECTS,
  FAN,
  LEVEL_CONFIG,
  LIGHT,
  LIGHT_KINDS,
  LOCK_STATES,
  SWITCH_TYPES,
} from "../mapping/light-features.ts";
import { type FeatureRow, type MappingTable, rowsFor } from "../mapping/mapping-rows.ts";
import { effectsOf, lightAttr } from "./capabilities.ts";
import { endpointFor } from "./endpoints.ts";
import { canBeSet } from "./exposes.ts";
import { addResource, mapValue, type PlanDraft, type ResourceDraft, setInitial } from "./plan-draft.ts";
import { mappingFor } from "./value-mappings.ts";

type ExposePlanner = (draft: PlanDraft, expose: Expose) => void;

const HOME_AUTOMATION = 0x0104;

const PLANNERS: Readonly<Record<string, ExposePlanner>> = { light, switch: switched, cover, lock, fan };

/** Each expose that is a light or its like; then what can be switched without saying so, and sirens. */
export function planLights(draft: PlanDraft): void {
  for (const expose of draft.exposes) PLANNERS[expose.type]?.(draft, expose);
  for (const expose of draft.exposes) if (isValve(expose)) switched(draft, { ...expose, features: [expose] });
}

function light(draft: PlanDraft, expose: Expose): void {
  const has = featuresOf(expose);
  const color = has.has("color_xy") || has.has("color_hs");
  const ct = has.get("color_temp");
  const resource = addLight(draft, expose, lightType(draft, expose), ["0300", "0008", "0006"]);
  for (const feature of has.values()) {
    if (feature.name === "level_config") planComposite(draft, resource, feature, LEVEL_CONFIG);
    else planFeature(draft, resource, feature, LIGHT);
  }
  const gradient = gradientOf(draft, expose, resource);
  if (fades(draft)) resource.takesTransition = true;
  setInitial(resource, "attr", { hascolor: color || ct !== undefined });
  if (color || ct) mapValue(draft, resource, colorMode(expose));
  const effects = draft.exposes.find(({ name, endpoint }) => name === "effect" && endpoint === expose.endpoint);
  setInitial(resource, "attr", lightAttr(draft.facts, has, words(effects), gradient));
  if (effects && (color || effectsOf(words(effects)).length > 1)) mapValue(draft, resource, effectOf(effects), "none");
  else if (color) setInitial(resource, "state", { effect: "none" });
}

/** Of a strip of Hue: `{}` until it was asked what it can show. */
function gradientOf(
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

/** Some converters refuse what they do not know; those that fade have an option for it. */
function fades({ facts: { definition } }: PlanDraft): boolean {
  return !definition || definition.options.some(({ name }) => name === "transition");
}

function lightType({ facts }: PlanDraft, expose: Expose): string {
  const has = featuresOf(expose);
  const color = has.has("color_xy") || has.has("color_hs");
  if (color) return has.has("color_temp") ? "Extended color light" : "Color light";
  if (has.has("color_temp")) return "Color temperature light";
  if (!has.has("brightness")) return "On/Off light";
  const at = facts.endpoints.find(({ id }) => id === endpointFor(facts, expose.endpoint, ["0008", "0006"]));
  return at && DIMMABLE_PLUGS.includes(at.device) ? "Dimmable plug-in unit" : "Dimmable light";
}

function colorMode({ endpoint }: Expose) {
  const property = endpoint === undefined ? "color_mode" : `color_mode_${endpoint}`;
  return mappingFor({ type: "enum", property, access: 1 }, "state/colormode", {
    conversion: "words",
    words: COLOR_MODES,
  });
}

function effectOf(effects: Expose) {
  return mappingFor(effects, "state/effect", { conversion: "words", words: EFFECTS });
}

function switched(draft: PlanDraft, expose: Expose): void {
  const [feature] = expose.features ?? [];
  if (!feature) return;
  const resource = addLight(draft, expose, switchType(draft, expose), ["0006", "ef00"]);
  planFeature(draft, resource, { ...feature, name: "state" }, LIGHT);
}

/** By what the endpoint says it is; without that by what the device can do. */
function switchType(draft: PlanDraft, expose: Expose): string {
  const { facts, exposes, names } = draft;
  const several = exposes.filter(({ type }) => type === "switch").length > 1;
  const at = facts.endpoints.find(({ id }) => id === endpointFor(facts, expose.endpoint, ["0006"]));
  const said = expose.type === "switch" ? saidType(at) : "On/Off output";
  if (said && !(said === "Smart plug" && several)) return said;
  if (several) return "On/Off output";
  return names.has("power") || names.has("energy") ? "Smart plug" : "On/Off plug-in unit";
}

function saidType(at: EndpointFacts | undefined): string | undefined {
  return at?.profile === HOME_AUTOMATION && at.device !== 0 ? SWITCH_TYPES[at.device] : undefined;
}

function cover(draft: PlanDraft, expose: Expose): void {
  const resource = addLight(draft, expose, "Window covering device", ["0102", "ef00"]);
  const has = featuresOf(expose);
  const [position, tilt, state] = [has.get("position"), has.get("tilt"), has.get("state")];
  for (const feature of [position, tilt]) if (feature) planFeature(draft, resource, feature, COVER);
  if (state) attachCoverState(draft, resource, state, position !== undefined);
}

/** Opens and closes in any case, and stops; what it says is only of use where no position is told. */
function attachCoverState(draft: PlanDraft, resource: ResourceDraft, state: Expose, hasPosition: boolean): void {
  const link = mappingFor(state, "state/open", { conversion: "flag", yes: ["open"], no: ["close"] });
  if (!link) return;
  draft.mapped.add(link.property);
  resource.mappings.push(hasPosition ? { ...link, conversion: "openCommand" } : link);
  setInitial(resource, "state", { open: null });
}

function lock(draft: PlanDraft, expose: Expose): void {
  const has = featuresOf(expose);
  const [state, lockState] = [has.get("state"), has.get("lock_state")];
  if (!state) return;
  const bolt = addLight(draft, expose, "Door Lock", ["0101"]);
  mapValue(draft, bolt, mappingFor(state, "state/on", { conversion: "flag" }));
  const sensor = addResource(draft, {
    family: "sensors",
    type: "ZHADoorLock",
    clusters: ["0101"],
    endpoint: expose.endpoint,
  });
  mapValue(draft, sensor, mappingFor(state, "config/lock", { conversion: "flag" }));
  const told = { conversion: "lockState", words: LOCK_STATES };
  mapValue(draft, sensor, mappingFor(lockState ?? { ...state, type: "enum", values: [] }, "state/lockstate", told));
}

function fan(draft: PlanDraft, expose: Expose): void {
  const cleans = draft.facts.endpoints.some(({ inputs }) => inputs.includes(Number.parseInt(AIR_PURIFIER_CLUSTER, 16)));
  if (cleans || draft.unclaimed.some(({ type }) => type === "ZHAAirPurifier")) {
    airPurifier(draft, expose);
    return;
  }
  const resource = addLight(draft, expose, "Fan", ["0202", "0006"]);
  for (const feature of featuresOf(expose).values()) planFeature(draft, resource, feature, FAN);
}

function airPurifier(draft: PlanDraft, { features = [] }: Expose): void {
  const resource = addResource(draft, { family: "sensors", type: "ZHAAirPurifier", clusters: [AIR_PURIFIER_CLUSTER] });
  for (const expose of [...features, ...draft.exposes]) planFeature(draft, resource, expose, AIR_PURIFIER);
}

/** Something without a name for it that can be switched: a valve, a relay. */
function isValve(expose: Expose): boolean {
  return expose.name === "state" && expose.type === "binary" && canBeSet(expose);
}

export function addLight(
  draft: PlanDraft,
  { endpoint, type: shape }: Expose,
  type: string,
  clusters: readonly string[],
): ResourceDraft {
  const like = (other: string) => areAlike(type, other);
  const resource = addResource(draft, { family: "lights", type, clusters, endpoint, kind: shape, like });
  resource.type = takenType(type, resource.type);
  setInitial(resource, "state", { alert: "none" });
  return resource;
}

/** A lamp or a plug by whatever name: its unique id is the same. */
function areAlike(type: string, other: string): boolean {
  const [one, two] = [LIGHT_KINDS[type], LIGHT_KINDS[other] ?? "switch"];
  return one === two || (isLamp(one) && isLamp(two));
}

function isLamp(kind: string | undefined): boolean {
  return kind === "switch" || kind === "light";
}

/** The real gateway's, unless clients would miss something: a color, or that a plug measures. */
function takenType(ours: string, theirs: string): string {
  if (LIGHT_KINDS[theirs] !== LIGHT_KINDS[ours] || ours === "Smart plug") return ours;
  return (ABILITIES[theirs] ?? 0) >= (ABILITIES[ours] ?? 0) ? theirs : ours;
}

function planFeature(
  draft: PlanDraft,
  resource: ResourceDraft,
  feature: Expose,
  table: MappingTable<FeatureRow>,
): void {
  const row = rowsFor(table, feature.name ?? "").find(
    ({ unless = [] }) => !unless.some((name) => draft.names.has(name)),
  );
  if (!row || !mapValue(draft, resource, mappingFor(feature, row.path, row))) return;
  for (const { member, conversion } of row.also ?? [])
    mapValue(draft, resource, mappingFor(feature, `state/${member}`, { conversion }));
}

function planComposite(
  draft: PlanDraft,
  resource: ResourceDraft,
  whole: Expose,
  rows: Readonly<Record<string, FeatureRow>>,
): void {
  for (const part of whole.features ?? []) {
    const row = rows[part.name ?? ""];
    if (row) mapValue(draft, resource, mappingFor(whole, row.path, row, part));
  }
}

function featuresOf({ features = [] }: Expose): ReadonlyMap<string, Expose> {
  return new Map(features.map((each) => [each.name ?? "", each]));
}

function words(expose: Expose | undefined): readonly string[] {
  return (expose?.values ?? []).map(String);
}
