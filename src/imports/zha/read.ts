/** Reads the house of ZHA: zigpy's database, the registries of Home Assistant beside it, and the newest backup of the network. */
import type { Row } from "../formats/sqlite.ts";
import { groupedBy } from "../grouped.ts";
import { wholeNumber } from "../hex.ts";
import type { ForeignDevice, ForeignGroup, ForeignHouse, ForeignNetwork } from "../inventory.ts";
import { lackingIn, madeAt, readCoordinatorBackup } from "../network/coordinator-backup.ts";
import { ImportRefusal } from "../refusal.ts";
import type { SourceFiles } from "../source-files.ts";
import type { Note } from "../words.ts";
import { devicesIn, ieeeOf } from "./devices.ts";
import { namesIn, stickIn } from "./registries.ts";
import { DATABASE, ZigpyTables } from "./tables.ts";

const NEWEST = 16;
const DOWNLOADED = /(^|\/)ZHA backup[^/]*\.json$/;
const MOST = 65_519; // number of a group

export function isZha(files: SourceFiles): boolean {
  return files.has(DATABASE);
}

export function readZha(files: SourceFiles): ForeignHouse {
  const database = files.database(DATABASE);
  if (!database) throw new ImportRefusal("no-devices", { file: DATABASE });
  const tables = new ZigpyTables(database);
  const notes: Note[] = [];
  if (tables.version > NEWEST) notes.push({ code: "version-new", values: { version: tables.version } });
  const { lines, coordinator } = devicesIn(tables, notes);
  if (lines.length === 0) throw new ImportRefusal("no-devices", { file: DATABASE });
  const people = namesIn(files);
  const devices: readonly ForeignDevice[] = lines.map((line) => {
    const { name, names, area, isDisabled } = people.get(line.ieeeAddr) ?? { names: {}, isDisabled: false };
    if (isDisabled) notes.push({ code: "device-disabled", about: line.ieeeAddr });
    return {
      ...{ ieee: line.ieeeAddr, line, names },
      ...(name !== undefined && { name }),
      ...(area !== undefined && { area }),
      ...(isDisabled && { isDisabled }),
    };
  });
  const network = networkIn(tables, files, coordinator);
  const stick = stickIn(files);
  return {
    source: { program: "zha", version: String(tables.version), files: files.read, written: files.written },
    stick: { ...(network.family && { adapter: network.family }), ...stick },
    ...{ network, devices, groups: groupsIn(tables) },
    ...{ scenes: [], resources: [], rules: [], schedules: [], links: [], parameters: [], keys: [], settings: {} },
    traces: { databases: [DATABASE] },
    notes,
  };
}

/** The newest whole one of those in the database and those that were downloaded. */
function networkIn(tables: ZigpyTables, files: SourceFiles, coordinator: string | undefined): ForeignNetwork {
  const kept = tables.rows("network_backups").map((row) => ({ text: backupText(row), file: DATABASE }));
  const downloaded = files.names
    .filter((name) => DOWNLOADED.test(name))
    .map((name) => ({ text: files.text(name) ?? "", file: name }));
  const newestFirst = [...kept, ...downloaded]
    .map((each) => ({ ...each, at: madeAt(each.text) }))
    .toSorted((one, other) => other.at - one.at);
  for (const { text, file } of newestFirst) {
    const network = wholeBackup(text, file);
    if (network) return { ...(coordinator !== undefined && { coordinator }), ...network };
  }
  return { ...(coordinator !== undefined && { coordinator }), obstacle: { code: "no-network" } };
}

function wholeBackup(text: string, file: string): ForeignNetwork | undefined {
  try {
    const network = readCoordinatorBackup(text, file);
    return lackingIn(network) === undefined ? network : undefined;
  } catch (error) {
    if (error instanceof ImportRefusal) return undefined;
    throw error;
  }
}

function groupsIn(tables: ZigpyTables): readonly ForeignGroup[] {
  const members = groupedBy(tables.rows("group_members"), ({ group_id: id }) => Number(id));
  return tables.rows("groups").flatMap((row) => {
    const number = wholeNumber(row.group_id);
    if (number === undefined || number < 1 || number > MOST) return [];
    const own = (members.get(number) ?? []).flatMap((each) => {
      const [ieee, endpoint] = [ieeeOf(each), wholeNumber(each.endpoint_id)];
      return ieee !== undefined && endpoint !== undefined ? [{ ieee, endpoint }] : [];
    });
    return [{ number, name: String(row.name ?? ""), members: own }];
  });
}

function backupText(row: Row): string {
  const { backup_json: json } = row;
  return Buffer.isBuffer(json) ? json.toString("utf8") : String(json ?? "");
}
