/** Reads the data of deCONZ: its database, the files beside it, or the backup that Phoscon saves. */
import type { Values } from "../../model/resource.ts";
import type { Row, SqliteDatabase } from "../formats/sqlite.ts";
import { wholeNumber } from "../hex.ts";
import type { ForeignHouse, ForeignKey, ForeignRecord } from "../inventory.ts";
import { ImportRefusal } from "../refusal.ts";
import type { SourceFiles } from "../source-files.ts";
import type { Note } from "../words.ts";
import { DATABASE, listAt, objectAt, tableOf, textAt } from "./cells.ts";
import { devicesIn } from "./devices.ts";
import { groupsIn, scenesIn } from "./groups.ts";
import { networkIn } from "./network.ts";
import { objectIn, resourcesIn } from "./resources.ts";

const NEWEST = 10;
const TEXTS = ["name", "bridgeid", "timezone", "timeformat"] as const;
const NUMBERS = ["networkopenduration", "groupdelay", "lightlastseeninterval"] as const;
const YES = ["otauactive", "websocketnotifyall", "disablePermitJoinAutoOff"] as const;
const NOT_TOLD: readonly string[] = [
  ...TEXTS,
  ...NUMBERS,
  ...YES,
  "uuid",
  "zigbeechannel",
  "group0",
  "updatechannel",
  "websocketport",
  "permitjoin",
];

export function isDeconz(files: SourceFiles): boolean {
  return files.has(DATABASE);
}

export function readDeconz(files: SourceFiles): ForeignHouse {
  const database = files.database(DATABASE);
  if (!database) throw new ImportRefusal("no-devices", { file: DATABASE });
  const notes: Note[] = [];
  const { userVersion } = database;
  if (userVersion > NEWEST) notes.push({ code: "version-new", values: { version: userVersion } });
  const { devices, coordinator } = devicesIn(database, files, notes);
  const { resources, doubles } = resourcesIn(database, notes);
  if (devices.length === 0 && resources.length === 0) throw new ImportRefusal("no-devices", { file: DATABASE });
  const network = networkIn(database, files, coordinator);
  const settings = settingsIn(database, resources, notes);
  const alarms = tableOf(database, "alarm_systems").length;
  if (alarms > 0) notes.push({ code: "alarm-systems", values: { count: alarms } });
  return {
    source: { program: "deconz", version: String(userVersion), files: files.read, written: files.written },
    stick: { adapter: "deconz" },
    ...{ network, devices, resources, settings },
    groups: groupsIn(database, resources, notes),
    scenes: scenesIn(database, notes),
    rules: tableOf(database, "rules").flatMap((row) => ruleOf(row, doubles, notes)),
    schedules: recordsIn(database, "schedules", "schedule-bad", notes),
    links: recordsIn(database, "resourcelinks", "rule-bad", notes),
    parameters: tableOf(database, "userparameter").map((row) => ({
      id: textAt(row, "key"),
      body: { value: textAt(row, "value") },
    })),
    keys: tableOf(database, "auth").map(keyOf),
    traces: { databases: [DATABASE], ...(typeof settings.bridgeid === "string" && { bridgeid: settings.bridgeid }) },
    notes,
  };
}

/** Values of conditions are texts there, too. A condition on a double moves to the sensor that stays. */
function ruleOf(row: Row, doubles: ReadonlyMap<string, string>, notes: Note[]): readonly ForeignRecord[] {
  const id = textAt(row, "rid");
  const [actions, conditions] = [listAt(row, "actions"), listAt(row, "conditions")];
  if (!actions || !conditions) {
    notes.push({ code: "rule-bad", about: `/rules/${id}` });
    return [];
  }
  const pointed = (parts: readonly unknown[]) =>
    parts.map((part) => {
      const { address, ...rest } = objectIn(part);
      const [, double = "", tail = ""] = /^\/sensors\/(\d+)(\/.*|$)/.exec(String(address)) ?? [];
      return { address: doubles.has(double) ? `/sensors/${doubles.get(double)}${tail}` : address, ...rest };
    });
  const body: Values = {
    ...{ name: textAt(row, "name"), status: textAt(row, "status") || "enabled", created: textAt(row, "created") },
    ...{ owner: textAt(row, "owner"), periodic: wholeNumber(textAt(row, "periodic")) ?? 0 },
    ...{ actions: pointed(actions), conditions: pointed(conditions) },
  };
  return [{ id, body }];
}

function recordsIn(
  database: SqliteDatabase,
  table: string,
  bad: "schedule-bad" | "rule-bad",
  notes: Note[],
): readonly ForeignRecord[] {
  return tableOf(database, table).flatMap((row) => {
    const [id, body] = [textAt(row, "id"), objectAt(row, "json")];
    if (body && Object.keys(body).length > 0 && /^\d+$/.test(id)) return [{ id, body }];
    notes.push({ code: bad, about: `/${table}/${id}` });
    return [];
  });
}

function keyOf(row: Row): ForeignKey {
  return {
    ...{ key: textAt(row, "apikey"), name: textAt(row, "devicetype") },
    ...{ created: textAt(row, "createdate"), lastUsed: textAt(row, "lastusedate") },
  };
}

function settingsIn(database: SqliteDatabase, resources: ForeignHouse["resources"], notes: Note[]): Values {
  const tables = [...tableOf(database, "config"), ...tableOf(database, "config2")];
  const config = new Map(tables.map((row) => [textAt(row, "key"), textAt(row, "value")]));
  const port = wholeNumber(config.get("websocketport"));
  if (port !== undefined && port > 0) notes.push({ code: "push-port", values: { port } });
  const left = [...config.keys()].filter((name) => !NOT_TOLD.includes(name)).toSorted();
  if (left.length > 0) notes.push({ code: "settings-left", values: { names: left.join(", ") } });
  const uuid = config.get("uuid")?.replaceAll(/[{}]/g, "");
  const given = (names: readonly string[], read: (text: string) => unknown) =>
    names.flatMap((name) => (config.has(name) ? [[name, read(config.get(name) ?? "")]] : []));
  return {
    ...Object.fromEntries([
      ...given(TEXTS, String),
      ...given(NUMBERS, Number),
      ...given(YES, (text) => text === "true"),
    ]),
    ...(uuid && { uuid }),
    ...placeIn(resources),
  };
}

/** Where the house stands, as its Daylight sensor has it: "052.5200N". */
function placeIn(resources: ForeignHouse["resources"]): Values {
  const { lat, long } = resources.find(({ type }) => type === "Daylight")?.config ?? {};
  const [latitude, longitude] = [degrees(lat), degrees(long)];
  return latitude === undefined || longitude === undefined ? {} : { latitude, longitude };
}

function degrees(text: unknown): number | undefined {
  const [, number = "", sign = ""] = /^(\d{1,3}(?:\.\d+)?)([NSEW])$/.exec(String(text)) ?? [];
  if (number === "") return undefined;
  return sign === "S" || sign === "W" ? -Number(number) : Number(number);
}
