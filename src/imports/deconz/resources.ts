/** Lights and sensors of deCONZ, with the ids, names and values that clients know. */
import { isObject, type Values } from "../../model/resource.ts";
import type { Row, SqliteDatabase } from "../formats/sqlite.ts";
import { wholeNumber } from "../hex.ts";
import type { ForeignResource } from "../inventory.ts";
import type { Note } from "../words.ts";
import { objectAt, tableOf, textAt } from "./cells.ts";
import { isThere, uniqueidIn } from "./devices.ts";

const WHOLE = 65_535; // x and y are kept as shares of it
const LIGHT_STATE = ["on", "bri", "hue", "sat", "ct", "colormode", "lift", "open", "tilt", "effect"] as const;
const SECRET: readonly string[] = ["gpd_key", "gpd_device_id", "gpd_frame_counter", "gpd_last_pair"];
const HIGHEST = { bri: 254, sat: 254 } as const;

interface DeconzResources {
  readonly resources: readonly ForeignResource[];
  /** Ids of sensors that were doubles, with that of the sensor that stays. */
  readonly doubles: ReadonlyMap<string, string>;
}

export function resourcesIn(database: SqliteDatabase, notes: Note[]): DeconzResources {
  const lights = tableOf(database, "nodes").flatMap((row) => lightOf(row) ?? []);
  const sensors = tableOf(database, "sensors").flatMap((row) => sensorOf(row, notes) ?? []);
  const doubles = new Map<string, string>();
  const kept = new Map<string, ForeignResource>();
  const single = sensors
    .toSorted((one, other) => Number(one.id) - Number(other.id))
    .filter((sensor) => {
      if (sensor.uniqueid === "" || sensor.isDeleted) return true;
      const first = kept.get(sensor.uniqueid);
      if (!first) kept.set(sensor.uniqueid, sensor);
      else {
        doubles.set(sensor.id, first.id);
        notes.push({ code: "sensor-double", about: `/sensors/${sensor.id}`, values: { id: first.id } });
      }
      return !first;
    });
  return { resources: [...withOwnIds(lights, notes), ...withOwnIds(single, notes)], doubles };
}

/** Two resources of one id: the second gets an id that no resource had. */
function withOwnIds(all: readonly ForeignResource[], notes: Note[]): readonly ForeignResource[] {
  const taken = new Set<string>();
  let highest = Math.max(0, ...all.map(({ id }) => Number(id)));
  return all.map((resource) => {
    if (!taken.has(resource.id)) {
      taken.add(resource.id);
      return resource;
    }
    highest += 1;
    const given = String(highest);
    taken.add(given);
    notes.push({ code: "id-taken", about: resource.name, values: { id: resource.id, given } });
    return { ...resource, id: given };
  });
}

function lightOf(row: Row): ForeignResource | undefined {
  const id = idOf(textAt(row, "id"));
  if (id === undefined) return undefined;
  const items = objectAt(row, "ritems") ?? {};
  const state: Record<string, unknown> = {};
  for (const name of LIGHT_STATE) {
    const value = items[`state/${name}`];
    if (value === undefined || value === null) continue;
    state[name] = name in HIGHEST ? Math.min(Number(value), HIGHEST[name as keyof typeof HIGHEST]) : value;
  }
  const [x, y] = [items["state/x"], items["state/y"]];
  if (typeof x === "number" && typeof y === "number") state.xy = [x, y].map((part) => share(part));
  return {
    ...{ family: "lights", id, type: String(items["attr/type"] ?? ""), uniqueid: uniqueidIn(row) },
    ...{ name: textAt(row, "name"), isDeleted: !isThere(row) },
    attr: {
      modelid: textAt(row, "modelid"),
      manufacturername: textAt(row, "manufacturername"),
      swversion: textAt(row, "swbuildid"),
    },
    ...{ config: {}, state },
  };
}

function sensorOf(row: Row, notes: Note[]): ForeignResource | undefined {
  const id = idOf(textAt(row, "sid"));
  if (id === undefined) return undefined;
  const [state, config] = [objectAt(row, "state"), objectAt(row, "config")];
  const isLost =
    state === undefined || config === undefined || (textAt(row, "state") === "" && /^CLIP/.test(textAt(row, "type")));
  if (isLost && isThere(row)) notes.push({ code: "state-lost", about: `/sensors/${id}` });
  const mode = wholeNumber(textAt(row, "mode"));
  return {
    ...{ family: "sensors", id, type: textAt(row, "type"), uniqueid: uniqueidOfSensor(row) },
    ...{ name: textAt(row, "name"), isDeleted: !isThere(row) },
    attr: {
      ...{
        modelid: textAt(row, "modelid"),
        manufacturername: textAt(row, "manufacturername"),
        swversion: textAt(row, "swversion"),
      },
      ...(mode !== undefined && { mode }),
    },
    config: without(config ?? {}, SECRET),
    state: without(state ?? {}, SECRET),
  };
}

/** Of a device in small letters, as all programs have them; a virtual one may have any. */
function uniqueidOfSensor(row: Row): string {
  const written = textAt(row, "uniqueid");
  return /^([0-9a-f]{2}:){7}[0-9a-f]{2}/i.test(written) ? written.toLowerCase() : written;
}

function idOf(text: string): string | undefined {
  const id = wholeNumber(text);
  return id !== undefined && id > 0 ? String(id) : undefined;
}

function without(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

export function share(value: number): number {
  return Math.round((value / WHOLE) * 10_000) / 10_000;
}

export function objectIn(value: unknown): Values {
  return isObject(value) ? value : {};
}
