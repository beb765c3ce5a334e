/** Lights, switches, covers, locks, fans and sirens among what a device shows. */
import { GRADIENT_STYLES } from "../../model/gradient.ts";
import type { EndpointFacts, Expose } from "../../model/radio.ts";
import type { Values } from "../../model/resource.ts";
import { STRIP } from "../commands/framed.ts";
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
import { type FeatureRow, rowsFor, type Table } from "../mapping/mapping-rows.ts";
import { effectsOf, lightAttr } from "./capabilities.ts";
import { endpointFor } from "./endpoints.ts";
import { canBeSet } from "./exposes.ts";
import { attach, type Draft, type Growing, grow, start } from "./plan-draft.ts";
import { linkFor } from "./value-mappings.ts";

type Planner = (draft: Draft, expose: Expose) => void;

const HOME_AUTOMATION = 0x0104;

const PLANNERS: Readonly<Record<string, Planner>> = { light, switch: switched, cover, lock, fan };

/** Each expose that is a light or its like; then what can be switched without saying so, and sirens. */
export function planLights(draft: Draft): void {
  for (const expose of draft.exposes) PLANNERS[expose.type]?.(draft, expose);
  for (const expose of draft.exposes) if (isValve(expose)) switched(draft, { ...expose, features: [expose] });
}

function light(draft: Draft, expose: Expose): void {
  const has = featuresOf(expose);
  const color = has.has("color_xy") || has.has("color_hs");
  const ct = has.get("color_temp");
  const resource = growLight(draft, expose, lightType(draft, expose), ["0300", "0008", "0006"]);
  for (const feature of has.values()) {
    if (feature.name === "level_config") planComposite(draft, resource, feature, LEVEL_CONFIG);
    else planFeature(draft, resource, feature, LIGHT);
  }
  const gradient = gradientOf(draft, expose, resource);
  if (fades(draft)) resource.fades = true;
  start(resource, "attr", { hascolor: color || ct !== undefined });
  if (color || ct) attach(draft, resource, colorMode(expose));
  const effects = draft.exposes.find(({ name, endpoint }) => name === "effect" && endpoint === expose.endpoint);
  start(resource, "attr", lightAttr(draft.facts, has, words(effects), gradient));
  if (effects && (color || effectsOf(words(effects)).length > 1)) attach(draft, resource, effectOf(effects), "none");
  else if (color) start(resource, "state", { effect: "none" });
}

/** Of a strip of Hue: `{}` until it was asked what it can show. */
function gradientOf({ facts, exposes, mapped }: Draft, { endpoint }: Expose, resource: Growing): Values | undefined {
  const list = exposes.find(({ name, type }) => name === "gradient" && type === "list");
  const at = facts.endpoints.find(({ id }) => id === resource.source);
  if (!list || list.endpoint !== endpoint || !at?.inputs.includes(STRIP.id)) return undefined;
  for (const property of ["gradient", "gradient_style", "gradient_scale", "gradient_offset"]) mapped.add(property);
  resource.framed = ["state/gradient", "config/color/gradient/reversed"];
  start(resource, "state", { gradient: {} });
  start(resource, "config", { "color/gradient/reversed": null });
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
function fades({ facts: { definition } }: Draft): boolean {
  return !definition || definition.options.some(({ name }) => name === "transition");
}

function lightType({ facts }: Draft, expose: Expose): string {
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
  return linkFor({ type: "enum", property, access: 1 }, "state/colormode", { op: "map", words: COLOR_MODES });
}

function effectOf(effects: Expose) {
  return linkFor(effects, "state/effect", { op: "map", words: EFFECTS });
}

function switched(draft: Draft, expose: Expose): void {
  const [feature] = expose.features ?? [];
  if (!feature) return;
  const resource = growLight(draft, expose, switchType(draft, expose), ["0006", "ef00"]);
  planFeature(draft, resource, { ...feature, name: "state" }, LIGHT);
}

/** By what the endpoint says it is; without that by what the device can do. */
function switchType(draft: Draft, expose: Expose): string {
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

function cover(draft: Draft, expose: Expose): void {
  const resource = growLight(draft, expose, "Window covering device", ["0102", "ef00"]);
  const has = featuresOf(expose);
  const [position, tilt, state] = [has.get("position"), has.get("tilt"), has.get("state")];
  for (const feature of [position, tilt]) if (feature) planFeature(draft, resource, feature, COVER);
  if (state) attachCoverState(draft, resource, state, position !== undefined);
}

/** Opens and closes in any case, and stops; what it says is only of use where no position is told. */
function attachCoverState(draft: Draft, resource: Growing, state: Expose, hasPosition: boolean): void {
  const link = linkFor(state, "state/open", { op: "is", yes: ["open"], no: ["close"] });
  if (!link) return;
  draft.mapped.add(link.property);
  resource.links.push(hasPosition ? { ...link, op: "opens" } : link);
  start(resource, "state", { open: null });
}

function lock(draft: Draft, expose: Expose): void {
  const has = featuresOf(expose);
  const [state, lockState] = [has.get("state"), has.get("lock_state")];
  if (!state) return;
  const bolt = growLight(draft, expose, "Door Lock", ["0101"]);
  attach(draft, bolt, linkFor(state, "state/on", { op: "is" }));
  const sensor = grow(draft, { family: "sensors", type: "ZHADoorLock", clusters: ["0101"], endpoint: expose.endpoint });
  attach(draft, sensor, linkFor(state, "config/lock", { op: "is" }));
  const told = { op: "lockState", words: LOCK_STATES };
  attach(draft, sensor, linkFor(lockState ?? { ...state, type: "enum", values: [] }, "state/lockstate", told));
}

function fan(draft: Draft, expose: Expose): void {
  const cleans = draft.facts.endpoints.some(({ inputs }) => inputs.includes(Number.parseInt(AIR_PURIFIER_CLUSTER, 16)));
  if (cleans || draft.unclaimed.some(({ type }) => type === "ZHAAirPurifier")) {
    airPurifier(draft, expose);
    return;
  }
  const resource = growLight(draft, expose, "Fan", ["0202", "0006"]);
  for (const feature of featuresOf(expose).values()) planFeature(draft, resource, feature, FAN);
}

function airPurifier(draft: Draft, { features = [] }: Expose): void {
  const resource = grow(draft, { family: "sensors", type: "ZHAAirPurifier", clusters: [AIR_PURIFIER_CLUSTER] });
  for (const expose of [...features, ...draft.exposes]) planFeature(draft, resource, expose, AIR_PURIFIER);
}

/** Something without a name for it that can be switched: a valve, a relay. */
function isValve(expose: Expose): boolean {
  return expose.name === "state" && expose.type === "binary" && canBeSet(expose);
}

export function growLight(
  draft: Draft,
  { endpoint, type: shape }: Expose,
  type: string,
  clusters: readonly string[],
): Growing {
  const like = (other: string) => areAlike(type, other);
  const resource = grow(draft, { family: "lights", type, clusters, endpoint, kind: shape, like });
  resource.type = takenType(type, resource.type);
  start(resource, "state", { alert: "none" });
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

function planFeature(draft: Draft, resource: Growing, feature: Expose, table: Table<FeatureRow>): void {
  const row = rowsFor(table, feature.name ?? "").find(
    ({ unless = [] }) => !unless.some((name) => draft.names.has(name)),
  );
  if (!row || !attach(draft, resource, linkFor(feature, row.path, row))) return;
  for (const { member, op } of row.also ?? []) attach(draft, resource, linkFor(feature, `state/${member}`, { op }));
}

function planComposite(
  draft: Draft,
  resource: Growing,
  whole: Expose,
  rows: Readonly<Record<string, FeatureRow>>,
): void {
  for (const part of whole.features ?? []) {
    const row = rows[part.name ?? ""];
    if (row) attach(draft, resource, linkFor(whole, row.path, row, part));
  }
}

function featuresOf({ features = [] }: Expose): ReadonlyMap<string, Expose> {
  return new Map(features.map((each) => [each.name ?? "", each]));
}

function words(expose: Expose | undefined): readonly string[] {
  return (expose?.values ?? []).map(String);
}
