/** Unique ids as the real gateway makes them: clients know their devices by them. Of a thousand models it is known which ids it gives. */
import { createRequire } from "node:module";
import type { Ieee } from "../../model/radio.ts";

/** A resource that a known model has. */
export interface CatalogResource {
  readonly type: string;
  readonly endpoint: number;
  readonly cluster: string; // "0406"; "" for lights, whose ids have none
}

const GREEN_POWER_ENDPOINT = 0xf2;

/** "0x00158d0001020304" → "00:15:8d:00:01:02:03:04" */
export function macOf(ieee: Ieee): string {
  return (ieee.replace(/^0x/, "").toLowerCase().padStart(16, "0").match(/../g) ?? []).join(":");
}

/** A mac, or a unique id of any of the device's resources → its address; undefined when it is none. */
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

/** What the real gateway makes of a model; nothing when that is not known. */
export function catalogResources(manufacturername: string, modelid: string): readonly CatalogResource[] {
  models ??= readModels();
  return models.get(`${manufacturername}|${modelid}`) ?? [];
}

let models: ReadonlyMap<string, readonly CatalogResource[]> | undefined;

/** The list names resources ("ZHAPresence 02-0406, ZHALightLevel 02-0400"), and for each of these sets the models that have them. */
function readModels(): ReadonlyMap<string, readonly CatalogResource[]> {
  const require = createRequire(import.meta.url);
  const list = require("../data/known.json") as Readonly<Record<string, readonly string[]>>;
  return new Map(
    Object.entries(list).flatMap(([resources, names]) => {
      const known = resources.split(", ").map(readResource);
      return names.map((name) => [name, known] as const);
    }),
  );
}

function readResource(text: string): CatalogResource {
  const at = text.lastIndexOf(" ");
  const [endpoint = "", cluster = ""] = text.slice(at + 1).split("-");
  return { type: text.slice(0, at), endpoint: Number.parseInt(endpoint, 16), cluster };
}
