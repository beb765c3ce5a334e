/** Reads the data folder of zigbee2mqtt: its settings, its list of devices and groups, and the backup of its stick. */
import type { Ieee } from "../../model/radio/device-facts.ts";
import { isObject, parsedJson } from "../../model/resource.ts";
import { type ForeignDatabase, type GroupLine, readDatabase } from "../database-lines.ts";
import { ieeeFrom, isMeant, reversed, wholeNumber } from "../hex.ts";
import type {
  DatabaseLine,
  EndpointOf,
  ForeignDevice,
  ForeignGroup,
  ForeignHouse,
  ForeignNetwork,
} from "../inventory.ts";
import { readCoordinatorBackup } from "../network/coordinator-backup.ts";
import { ImportRefusal } from "../refusal.ts";
import type { SourceFiles } from "../source-files.ts";
import type { Note } from "../words.ts";
import { scenesIn } from "./scenes.ts";
import { type NamedDevice, type NamedGroup, readSettings, type Zigbee2mqttSettings } from "./settings.ts";
import { SETTINGS } from "./settings-files.ts";

const BACKUP = "coordinator_backup.json";
const DATABASE = "database.db";
const STATE = "state.json";
const LATEST = Date.UTC(2100); // of a plausible time
const [FEWEST, MOST] = [1, 65_519]; // numbers that a group may have on air

/** Which of two networks is the house's, where its files are of two. */
export type NetworkChoice = "settings" | "backup";

export function isZigbee2mqtt(files: SourceFiles): boolean {
  return files.has(SETTINGS);
}

export function readZigbee2mqtt(files: SourceFiles, choice: NetworkChoice | undefined): ForeignHouse {
  const settings = readSettings(files);
  const text = files.text(DATABASE);
  if (text === undefined) throw new ImportRefusal("file-missing", { file: DATABASE });
  const database = readDatabase(text);
  const notes: Note[] = [...settings.notes, ...database.notes];
  if (database.isCut) notes.push({ code: "groups-cut", values: { count: lostGroups(settings.groups, database) } });
  const network = networkOf(settings, files, database, choice, notes);
  const last = lastValues(files, notes);
  if (files.has(`${BACKUP}.old`)) notes.push({ code: "backup-old-kept", values: { file: `${BACKUP}.old` } });
  const devices = database.devices.map((line) =>
    deviceOf(line, settings.devices.get(ieeeFrom(line.ieeeAddr) ?? ""), last.get(line.ieeeAddr), notes),
  );
  const joined = new Set(devices.map(({ ieee }) => ieee));
  for (const [ieee, { name }] of settings.devices)
    if (!joined.has(ieee)) notes.push({ code: "device-never-joined", about: name ?? ieee });
  return {
    source: { program: "zigbee2mqtt", version: String(settings.version), files: files.read, written: files.written },
    stick: { ...(network.family && { adapter: network.family }), ...settings.stick },
    network,
    devices,
    groups: groupsOf(settings.groups, database.groups, devices, notes),
    scenes: scenesIn(database.devices, database.groups, notes),
    ...{ resources: [], rules: [], schedules: [], links: [], parameters: [], keys: [], settings: {} },
    traces: settings.traces,
    notes,
  };
}

/** The network of the settings, completed by the backup; both have to be of one network. */
function networkOf(
  { network: set, isGenerated, hasUsualExtendedPanId, stick }: Zigbee2mqttSettings,
  files: SourceFiles,
  { coordinators }: ForeignDatabase,
  choice: NetworkChoice | undefined,
  notes: Note[],
): ForeignNetwork {
  const backup = backupIn(files, notes);
  if (isGenerated && !backup.network) throw new ImportRefusal("never-started");
  const coordinator = coordinatorOf(coordinators, backup.network?.coordinator);
  const withOwn = { ...(coordinator !== undefined && { coordinator }), ...familyOf(stick.adapter) };
  if (!backup.network) return { ...withOwn, ...set, obstacle: backup.obstacle };
  const isSame =
    (isGenerated || set.key === backup.network.key) && (set.panid === undefined || set.panid === backup.network.panid);
  if (!isSame && choice === undefined) throw new ImportRefusal("two-networks", { one: SETTINGS, other: BACKUP });
  if (!isSame && choice === "settings") return { ...withOwn, ...set, obstacle: { code: "counter-unknown" } };
  const extendedpanid =
    hasUsualExtendedPanId || !isSame
      ? backup.network.extendedpanid
      : (set.extendedpanid ?? backup.network.extendedpanid);
  const { channel } = isSame && !isGenerated ? set : backup.network;
  return {
    ...withOwn,
    ...backup.network,
    ...(set.isKeyPublic && { isKeyPublic: true }),
    ...(isMeant(extendedpanid) && {
      // Settings of Ember sticks may have the bytes the other way round.
      extendedpanid:
        reversed(extendedpanid) === backup.network.extendedpanid ? backup.network.extendedpanid : extendedpanid,
    }),
    ...(channel !== undefined && { channel }),
  };
}

function backupIn(files: SourceFiles, notes: Note[]): { network?: ForeignNetwork; obstacle: Note } {
  const text = files.text(BACKUP);
  if (text === undefined) return { obstacle: { code: "backup-none" } };
  try {
    const network = readCoordinatorBackup(text, BACKUP);
    return { network, obstacle: { code: "backup-none" } };
  } catch (error) {
    if (!(error instanceof ImportRefusal) || error.code !== "backup-cut") throw error;
    const obstacle: Note = { code: error.code, values: error.values };
    notes.push(obstacle);
    return { obstacle };
  }
}

/** Of several that of the backup; the stick's own line is made where there is none. */
function coordinatorOf(lines: readonly DatabaseLine[], own: string | undefined): string | undefined {
  const addresses = lines.map(({ ieeeAddr }) => ieeeAddr.slice(2));
  return addresses.find((each) => each === own) ?? own ?? addresses[0];
}

function familyOf(adapter: string | undefined): Pick<ForeignNetwork, "family"> {
  if (adapter === "ezsp") return { family: "ember" };
  return adapter === "zstack" || adapter === "ember" || adapter === "deconz" ? { family: adapter } : {};
}

/** The file is written every few minutes: its values are of then, never of now. */
function lastValues(files: SourceFiles, notes: Note[]): ReadonlyMap<Ieee, NonNullable<ForeignDevice["last"]>> {
  const text = files.text(STATE);
  const json = parsedJson(text);
  if (text !== undefined && !isObject(json)) notes.push({ code: "state-ignored" });
  const written = files.writtenOf(STATE);
  return new Map(
    Object.entries(isObject(json) ? json : {}).flatMap(([name, values]) => {
      const ieee = ieeeFrom(name);
      if (ieee === undefined || !isObject(values)) return [];
      const { last_seen: seen } = values;
      const at = typeof seen === "number" ? seen : typeof seen === "string" ? Date.parse(seen) : Number.NaN;
      return [[ieee, { values, at: at > 0 && at < LATEST ? Math.trunc(at) : written }] as const];
    }),
  );
}

function deviceOf(
  line: DatabaseLine,
  named: NamedDevice | undefined,
  last: ForeignDevice["last"],
  notes: Note[],
): ForeignDevice {
  const { ieeeAddr: ieee } = line;
  if (named?.isDisabled) notes.push({ code: "device-disabled", about: ieee });
  if (!line.interviewCompleted) notes.push({ code: "device-interview", about: ieee });
  return {
    ieee,
    line,
    ...(named?.name !== undefined && { name: named.name }),
    ...(named && Object.keys(named.options).length > 0 && { options: named.options }),
    ...(named?.isDisabled && { isDisabled: true }),
    ...(named?.description !== undefined && { description: named.description }),
    ...(last && { last }),
  };
}

/** Those that are named, and those that only the list of devices has. */
function groupsOf(
  named: readonly NamedGroup[],
  lines: readonly GroupLine[],
  devices: readonly ForeignDevice[],
  notes: Note[],
): readonly ForeignGroup[] {
  const taken = new Set(lines.map(({ number }) => number));
  const numbered = named.map((group) => ({ group, number: wholeNumber(group.key) }));
  for (const { number } of numbered) if (number !== undefined) taken.add(number);
  const freeNumber = () => {
    let number = FEWEST;
    while (taken.has(number)) number += 1;
    taken.add(number);
    return number;
  };
  const groups = numbered.map(({ group, number }) => {
    const isPossible = number !== undefined && number >= FEWEST && number <= MOST;
    const given = isPossible ? number : freeNumber();
    if (!isPossible)
      notes.push({ code: "group-number", about: group.name || group.key, values: { number: group.key, given } });
    const line = number === undefined ? undefined : lines.find((each) => each.number === number);
    const members = line && line.members.length > 0 ? line.members : membersNamed(group, devices, notes);
    return { number: given, name: group.name, members };
  });
  const rest = lines.filter(
    ({ number }) => number >= FEWEST && number <= MOST && !groups.some((each) => each.number === number),
  );
  return [...groups, ...rest.map(({ number, members }) => ({ number, name: "", members }))].toSorted(
    (one, other) => one.number - other.number,
  );
}

/** They are known by their names at most. */
function lostGroups(named: readonly NamedGroup[], { groups }: ForeignDatabase): number {
  const kept = new Set(groups.map(({ number }) => number));
  return Math.max(1, named.filter(({ key }) => !kept.has(wholeNumber(key) ?? 0)).length);
}

/** "Bad Schalter/left", "Bad Schalter/2", "0x00158d…": only settings before 2023 name them. A label says nothing without the converters. */
function membersNamed(
  { name, members }: NamedGroup,
  devices: readonly ForeignDevice[],
  notes: Note[],
): readonly EndpointOf[] {
  return members.flatMap((member) => {
    const device = devices.find(
      ({ ieee, name: own }) => ieee === member || own === member || (own !== undefined && member.startsWith(`${own}/`)),
    );
    const tail = device?.name === undefined ? "" : member.slice(device.name.length + 1);
    const endpoint = wholeNumber(tail) ?? device?.line.epList[0];
    if (device && endpoint !== undefined) return [{ ieee: device.ieee, endpoint }];
    notes.push({ code: "group-stranger", about: name, values: { ieee: member } });
    return [];
  });
}
