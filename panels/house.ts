/** The house as the panels see it: plain values as GET shows them, replaced wherever something changed. Pure. */
import type { FormerNames } from "../src/model/automation/former-names.ts";
import type { Values } from "../src/model/resource.ts";

export const LONGEST_NAME = 32; // characters

export type ResourcesById = Readonly<Record<string, Values>>;

export interface HouseState {
  readonly config: Values;
  readonly devices: ResourcesById; //       by MAC address
  readonly lights: ResourcesById; //        by id, like all that follow
  readonly sensors: ResourcesById;
  readonly groups: ResourcesById;
  readonly rules: ResourcesById;
  readonly schedules: ResourcesById;
  readonly resourcelinks: ResourcesById;
  readonly jobs: ResourcesById;
  readonly formerNames: FormerNames; // of what is gone
  readonly gateway: Values; //       the last event of the gateway: {event, reason}
  readonly hasRadio: boolean; //     it may be down
  readonly isVirtual: boolean;
  readonly coordinator: string; //   the MAC address of the stick; "" while it is not up
  readonly skills: readonly string[]; // of the stick: "installcode", "touchlink" …
  readonly stick: Values; //             {adapter, version}; empty while it is not up
  readonly url: string; //               where programs find the API; "" where they cannot
}

export type FamilyName = "devices" | "lights" | "sensors" | "groups" | "rules" | "schedules" | "resourcelinks" | "jobs";

/** Resources as they are now, by address; null: gone. */
export type ResourceViews = Readonly<Record<string, Values | null>>;

const FAMILIES: readonly FamilyName[] = [
  "devices",
  "lights",
  "sensors",
  "groups",
  "rules",
  "schedules",
  "resourcelinks",
  "jobs",
];

/** From the first answer of the gateway. */
export function readHouse(said: Values): HouseState {
  const family = (name: string) => (said[name] ?? {}) as ResourcesById;
  const families = Object.fromEntries(FAMILIES.map((name) => [name, family(name)])) as Record<
    FamilyName,
    ResourcesById
  >;
  const { config = {}, gateway = {} } = said;
  const radio = { hasRadio: said.hasRadio !== false, isVirtual: said.isVirtual === true };
  const coordinator = String(said.coordinator ?? "");
  const skills = Array.isArray(said.skills) ? said.skills.map(String) : [];
  const formerNames = (said.formerNames ?? {}) as FormerNames;
  const more = { stick: (said.stick ?? {}) as Values, url: String(said.url ?? ""), formerNames };
  return { ...families, config: config as Values, gateway: gateway as Values, ...radio, coordinator, skills, ...more };
}

/** A resource that did not change stays the same object. */
export function withViews(house: HouseState, views: ResourceViews): HouseState {
  const changed: { -readonly [Name in keyof HouseState]?: HouseState[Name] } = {};
  const families = new Map<FamilyName, Record<string, Values | null>>(); // a large one is copied once, however much of it changed
  for (const [address, view] of Object.entries(views)) {
    const [, family = "", id = "", ...more] = address.split("/");
    if (address === "/config") changed.config = { ...(changed.config ?? house.config), ...view };
    else if (address === "/gateway") changed.gateway = view ?? {};
    else if (family === "config" && id === "whitelist") {
      const config = changed.config ?? house.config;
      changed.config = { ...config, whitelist: merged(config.whitelist as ResourcesById, { [more[0] ?? ""]: view }) };
    } else if (isFamily(family) && id !== "" && more.length === 0)
      families.set(family, Object.assign(families.get(family) ?? {}, { [id]: view }));
  }
  for (const [family, news] of families) changed[family] = merged(house[family], news);
  const gone = namesOfGone(house, families);
  if (Object.keys(gone).length > 0) changed.formerNames = { ...house.formerNames, ...gone };
  return { ...house, ...changed };
}

/** The names of what goes now; what went before the house was loaded the gateway has told. */
function namesOfGone(house: HouseState, news: ReadonlyMap<FamilyName, ResourceViews>): FormerNames {
  const names = [...news].flatMap(([family, views]) =>
    Object.entries(views).flatMap(([id, view]) => {
      const before = Object.hasOwn(house[family], id) ? house[family][id] : undefined;
      const scenes = scenesIn(before).filter(({ id: scene }) => !scenesIn(view).some((each) => each.id === scene));
      const own = before && view === null ? [[`/${family}/${id}`, String(before.name ?? "")]] : [];
      return [...own, ...scenes.map((scene) => [`/${family}/${id}/scenes/${scene.id}`, scene.name])];
    }),
  );
  return Object.fromEntries(names.filter(([, name]) => name !== ""));
}

export interface SceneName {
  readonly id: string;
  readonly name: string;
}

/** Of a group, as "next" goes through them; none, where it is gone or no group. */
export function scenesIn(view: Values | null | undefined): readonly SceneName[] {
  const all = Array.isArray(view?.scenes) ? (view.scenes as readonly Values[]) : [];
  return all.map(({ id, name }) => ({ id: String(id), name: String(name) }));
}

/** Of the scene at this address; empty: it is gone. */
export function sceneNameAt(groups: ResourcesById, address: string): string {
  const [, , group = "", , id] = address.split("/");
  return scenesIn(groups[group]).find((each) => each.id === id)?.name ?? "";
}

/** The resource at an address; undefined when there is none in this part of the house. */
export function resourceAt(house: Partial<HouseState>, address: string): Values | undefined {
  const [, family = "", id = ""] = address.split("/");
  if (address === "/config") return house.config;
  const all = isFamily(family) ? (house[family] ?? {}) : {};
  return Object.hasOwn(all, id) ? all[id] : undefined;
}

export type RadioState = "none" | "up" | "starting" | "down";

export function radioState({
  hasRadio,
  config,
  gateway,
}: Pick<HouseState, "hasRadio" | "config" | "gateway">): RadioState {
  if (!hasRadio) return "none";
  if (config.rfconnected === true) return "up";
  return String(gateway.reason ?? "") === "" ? "starting" : "down";
}

function merged(family: ResourcesById = {}, news: ResourceViews): ResourcesById {
  const all: Record<string, Values | null> = { ...family, ...news };
  for (const [id, view] of Object.entries(news)) if (view === null) delete all[id];
  return all as ResourcesById;
}

export function isFamily(name: string): name is FamilyName {
  return (FAMILIES as readonly string[]).includes(name);
}
