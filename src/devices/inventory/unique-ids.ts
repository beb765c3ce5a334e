/** Unique ids as deCONZ makes them, and its catalog: clients know their devices by these ids. */
import { createRequire } from "node:module";
import { macOf } from "../../model/addresses.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";

/** A resource that deCONZ has of a model. */
export interface CatalogResource {
  readonly type: string;
  readonly endpoint: number;
  readonly cluster: string; // "0406"; "" for lights, whose unique ids have none
}

const GREEN_POWER_ENDPOINT = 0xf2;

/** A mac, or the unique id of any resource of a device → the device's address; undefined if it is neither. */
export function ieeeOf(uniqueid: string): Ieee | undefined {
  const [mac] = /^([0-9a-f]{2}:){7}[0-9a-f]{2}(?=$|-)/i.exec(uniqueid) ?? [];
  return mac === undefined ? undefined : `0x${mac.replaceAll(":", "").toLowerCase()}`;
}

/** Of a device (without endpoint), a light (without cluster) or a sensor. */
export function uniqueidOf(ieee: Ieee, endpoint = 0, cluster = ""): string {
  if (endpoint === 0) return macOf(ieee);
  const tail = cluster === "" || endpoint === GREEN_POWER_ENDPOINT ? "" : `-${cluster}`;
  return `${macOf(ieee)}-${hex(endpoint, 2)}${tail}`;
}

export function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, "0");
}

/** The resources that deCONZ makes of a model; none for a model that is not in the catalog. */
export function catalogResources(manufacturername: string, modelid: string): readonly CatalogResource[] {
  models ??= readModels();
  return models.get(`${manufacturername}|${modelid}`) ?? [];
}

let models: ReadonlyMap<string, readonly CatalogResource[]> | undefined;

/** The catalog has sets of resources ("ZHAPresence 02-0406, ZHALightLevel 02-0400"), and for each set the models that have it. */
function readModels(): ReadonlyMap<string, readonly CatalogResource[]> {
  const require = createRequire(import.meta.url);
  const catalog = require("../data/catalog.json") as Readonly<Record<string, readonly string[]>>;
  return new Map(
    Object.entries(catalog).flatMap(([resources, names]) => {
      const set = resources.split(", ").map(readResource);
      return names.map((name) => [name, set] as const);
    }),
  );
}

function readResource(text: string): CatalogResource {
  const at = text.lastIndexOf(" ");
  const [endpoint = "", cluster = ""] = text.slice(at + 1).split("-");
  return { type: text.slice(0, at), endpoint: Number.parseInt(endpoint, 16), cluster };
}
