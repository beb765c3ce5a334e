/** Groups and scenes of deCONZ. The records of lights name their groups; the records of scenes hold the values of lights. */
import { ALL_LIGHTS } from "../../model/lights/groups.ts";
import { isObject, type Values } from "../../model/resource.ts";
import type { Row, SqliteDatabase } from "../formats/sqlite.ts";
import { wholeNumber } from "../hex.ts";
import type { ForeignGroup, ForeignResource, ForeignScene } from "../inventory.ts";
import type { Note } from "../words.ts";
import { idsIn, listAt, tableOf, textAt } from "./cells.ts";
import { isThere, uniqueidIn } from "./devices.ts";
import { share } from "./resources.ts";

const OF_ALL = Number(ALL_LIGHTS.slice("/groups/".length));
const MOST = 65_519;
const HIGHEST = 254;

export function groupsIn(
  database: SqliteDatabase,
  resources: readonly ForeignResource[],
  notes: Note[],
): readonly ForeignGroup[] {
  const ids = new Map(resources.filter(({ family }) => family === "lights").map(({ uniqueid, id }) => [uniqueid, id]));
  const memberships = tableOf(database, "nodes")
    .filter(isThere)
    .map((row) => ({ light: ids.get(uniqueidIn(row)), groups: idsIn(textAt(row, "groups")) }));
  return tableOf(database, "groups").flatMap((row) => {
    const number = wholeNumber(textAt(row, "gid"));
    if (number === undefined) {
      notes.push({ code: "rule-bad", about: `${textAt(row, "name")} (${textAt(row, "gid")})` });
      return [];
    }
    if (number < 1 || number > MOST || number === OF_ALL) return [];
    if (!isThere(row)) {
      notes.push({ code: "group-deleted", about: textAt(row, "name") || String(number) });
      return [];
    }
    const lights = memberships.flatMap(({ light, groups }) =>
      light !== undefined && groups.includes(String(number)) ? [light] : [],
    );
    return [{ number, name: textAt(row, "name"), members: [], lights, attr: attrOf(row) }];
  });
}

function attrOf(row: Row): Values {
  const type = textAt(row, "type");
  const kind = textAt(row, "class");
  const lists = {
    multideviceids: idsIn(textAt(row, "mids")),
    devicemembership: idsIn(textAt(row, "devicemembership")),
    lightsequence: idsIn(textAt(row, "lightsequence")),
  };
  return {
    hidden: textAt(row, "hidden") === "true",
    ...(type !== "" && { type }),
    ...(kind !== "" && { class: kind }),
    ...lists,
  };
}

export function scenesIn(database: SqliteDatabase, notes: Note[]): readonly ForeignScene[] {
  return tableOf(database, "scenes").flatMap((row) => {
    const [group, number] = [wholeNumber(textAt(row, "gid")), wholeNumber(textAt(row, "sid"))];
    if (group === undefined || number === undefined || number > 255) return [];
    const about = `${group}/${number}`;
    const lights = listAt(row, "lights");
    if (!lights) {
      notes.push({ code: "scene-bad", about });
      return [];
    }
    const entries = lights.filter(isObject);
    if (entries.some(({ cl }) => cl === true)) notes.push({ code: "scene-loop", about });
    const transitiontime = wholeNumber(textAt(row, "transitiontime")) ?? 0;
    return [
      {
        ...{ group, number, name: textAt(row, "name") || `Scene ${number}`, transitiontime },
        lights: entries.map((entry) => ({ at: String(entry.lid ?? ""), does: doneBy(entry) })),
      },
    ];
  });
}

function doneBy({ on, bri, tt, cm, x, y, ct, ehue, sat, cl }: Values): Values {
  const tones: Readonly<Record<string, Values>> = {
    xy: { colormode: "xy", xy: [x, y].map((part) => share(Number(part ?? 0))) },
    ct: { colormode: "ct", ct: Number(ct ?? 0) },
    hs: { colormode: "hs", hue: Number(ehue ?? 0), sat: Math.min(HIGHEST, Number(sat ?? 0)) },
  };
  return {
    on: on === true,
    bri: Math.min(HIGHEST, Math.max(0, Number(bri ?? 0) || 0)),
    transitiontime: wholeNumber(tt) ?? 0,
    ...(tones[String(cm)] ?? {}),
    ...(cl === true && { effect: "colorloop" }),
  };
}
