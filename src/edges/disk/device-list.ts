/**
 * Repairs zigbee-herdsman's list of devices. zigbee-herdsman trusts it, and a device that is missing there cannot be reached any more. So
 * before the radio starts, the list is compared with the gateway's devices, and lost rows come back from the newest sound backup.
 */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../../model/ports.ts";
import { isObject } from "../../model/resource.ts";
import { readArchive } from "./archive.ts";
import { FILE_SYSTEM, isFile, writeWhole } from "./files.ts";
import { BACKUP_FILES, backupFilesIn } from "./nightly-backups.ts";
import { setAside } from "./recovery.ts";

/** A device of the gateway. */
export interface ExpectedDevice {
  readonly ieee: string;
  readonly isUsed: boolean; // it has lights or sensors; without any it may just have been deleted
}

/** Devices that were missing in the list. */
export interface DeviceListLoss {
  readonly recovered: number;
  readonly day: string; //              of the backup that had them; "" without
  readonly lost: readonly string[]; // in no backup: they have to join again
}

interface DeviceListOptions {
  readonly folder: string; // of the gateway's data
  readonly expected: readonly ExpectedDevice[];
  readonly log: Log;
}

/** A row of the list: a device, a group, or the coordinator. */
interface DeviceListRow {
  readonly id: number;
  readonly type: string;
  readonly ieeeAddr?: string;
  readonly groupID?: number;
}

interface DeviceRows {
  readonly rows: readonly DeviceListRow[];
  readonly isSound: boolean; // every row can be read, and there is at least one
}

interface DeviceListBackup extends DeviceRows {
  readonly day: string; // "2026-03-01"
}

const RADIO = "radio";
const LIST = "database.db";
const LIST_BACKUP = "database.db.backup"; // of a former network; where the stick makes no backup, of herdsman's last start
const COORDINATOR = "Coordinator";
const GROUP = "Group";
const MOST_NAMED = 5;

/** Undefined when nothing was missing. */
export async function repairDeviceList({
  folder,
  expected,
  log,
}: DeviceListOptions): Promise<DeviceListLoss | undefined> {
  const path = join(folder, RADIO, LIST);
  const network = await textIn(join(folder, RADIO, "network.json"));
  if (network === undefined) return undefined; // no network yet, or the radio will say which file is missing
  const text = await textIn(path);
  const { rows, isSound } = rowsIn(text ?? "");
  const hasCoordinatorBackup = (await textIn(join(folder, RADIO, "coordinator_backup.json"))) !== undefined;
  const former = rowsIn((await textIn(join(folder, RADIO, LIST_BACKUP))) ?? "").rows;
  const here = new Set([...rows, ...(hasCoordinatorBackup ? former : [])].map(rowKey));
  const missing = expected
    .filter(({ ieee, isUsed }) => !here.has(ieee) && (isUsed || !isSound))
    .map(({ ieee }) => ieee);
  if (missing.length === 0 && (isSound || rows.length === 0)) return undefined;

  const source = await newestListBackup(folder, network, !hasCoordinatorBackup);
  const back = (source?.rows ?? []).filter((row) => {
    if (row.ieeeAddr !== undefined && row.type !== COORDINATOR) return missing.includes(row.ieeeAddr);
    return !isSound && !here.has(rowKey(row));
  });
  const found = new Set(back.map(({ ieeeAddr }) => ieeeAddr));
  const loss: DeviceListLoss = {
    recovered: missing.filter((ieee) => found.has(ieee)).length,
    day: source?.day ?? "",
    lost: missing.filter((ieee) => !found.has(ieee)),
  };
  const isToBeWritten = back.length > 0 || (text !== undefined && !isSound && rows.length > 0);
  const aside = isToBeWritten && text ? await setAside({ folder, path, files: FILE_SYSTEM }) : undefined;
  if (isToBeWritten) await writeList(path, rows, back);
  const kept = rows.filter(({ type }) => type !== COORDINATOR && type !== GROUP).length;
  log.warn(warningOf(path, text, isSound, kept, loss, aside));
  return loss;
}

function rowsIn(text: string): DeviceRows {
  const rows: DeviceListRow[] = [];
  let isSound = true;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const row = parsed(line);
    if (row) rows.push(row);
    else isSound = false;
  }
  return { rows, isSound: isSound && rows.length > 0 };
}

function parsed(line: string): DeviceListRow | undefined {
  try {
    const row: unknown = JSON.parse(line);
    if (isObject(row) && Number.isInteger(row.id) && typeof row.type === "string")
      return row as unknown as DeviceListRow;
  } catch {
    // a damaged row
  }
  return undefined;
}

/** The same for two rows of one device or group; their ids may differ. */
function rowKey({ type, ieeeAddr, groupID }: DeviceListRow): string {
  if (type === COORDINATOR) return COORDINATOR;
  return ieeeAddr ?? `${type} ${groupID}`;
}

/** Only of this network: after a restore, backups of others may be there, too. */
async function newestListBackup(
  folder: string,
  network: string,
  isFormerOfLastStart: boolean,
): Promise<DeviceListBackup | undefined> {
  const path = join(folder, RADIO, LIST_BACKUP);
  const text = isFormerOfLastStart ? await textIn(path) : undefined;
  const last = rowsIn(text ?? "");
  if (last.isSound) return { ...last, day: (await stat(path)).mtime.toISOString().slice(0, 10) };
  for (const { name, day } of await backupFilesIn(join(folder, BACKUP_FILES))) {
    const bytes = await readFile(join(folder, BACKUP_FILES, name));
    const radio = await readArchive(bytes).then(
      (archive) => archive.radio,
      () => undefined,
    ); // a damaged archive is passed over
    const list = rowsIn(radio?.[LIST] ?? "");
    if (list.isSound && isSameNetwork(radio?.["network.json"], network)) return { ...list, day };
  }
  return undefined;
}

/** By their keys: the other facts of a network change all the time. */
function isSameNetwork(one: string | undefined, other: string): boolean {
  const keyIn = (text: string) => /"key":\s*"([0-9a-fA-F]{32})"/.exec(text)?.[1]?.toLowerCase() ?? text.trim();
  return one !== undefined && keyIn(one) === keyIn(other);
}

async function writeList(path: string, rows: readonly DeviceListRow[], back: readonly DeviceListRow[]): Promise<void> {
  const ids = new Set(rows.map(({ id }) => id));
  let highest = Math.max(0, ...ids, ...back.map(({ id }) => id));
  const numbered = back.map((row) => {
    if (!ids.has(row.id)) return row;
    highest += 1; // meanwhile another row has this id
    return { ...row, id: highest };
  });
  const text = [...rows, ...numbered].map((row) => JSON.stringify(row)).join("\n");
  await writeWhole(path, (file) => FILE_SYSTEM.append(file, Buffer.from(text)));
}

function warningOf(
  path: string,
  text: string | undefined,
  isSound: boolean,
  kept: number,
  { recovered, day, lost }: DeviceListLoss,
  aside: string | undefined,
): string {
  const damage = text === "" ? "the file is empty" : isSound ? "devices are missing in it" : "the file is damaged";
  const from = day === "" ? "there is no backup to look into" : `${recovered} brought back from the backup of ${day}`;
  const named = lost.slice(0, MOST_NAMED).map((ieee) => `/devices/${ieee}`);
  const more = lost.length > MOST_NAMED ? " and others" : "";
  const gone = lost.length > 0 ? `; ${lost.length} have to join again: ${named.join(", ")}${more}` : "";
  const original = aside ? `; the file as it was is kept as ${aside}` : "";
  return `${path}: ${text === undefined ? "the file is missing" : damage}: ${kept} devices kept, ${from}${gone}${original}`;
}

async function textIn(path: string): Promise<string | undefined> {
  return (await isFile(path)) ? await readFile(path, "utf8") : undefined;
}
