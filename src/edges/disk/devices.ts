/**
 * The radio's own list of its devices, which zigbee-herdsman writes, and believes as it is: a device that is missing there cannot be reached
 * any more. So it is compared with what the gateway knows before the radio starts, and what a damage took comes back from the newest sound backup.
 */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../../model/ports.ts";
import { isObject } from "../../model/resource.ts";
import { readArchive } from "./archive.ts";
import { COPIES, copiesIn } from "./copies.ts";
import { FILES, isFile, writeWhole } from "./files.ts";
import { setAside } from "./recovery.ts";

/** As the gateway has it. */
export interface KnownDevice {
  readonly ieee: string;
  readonly isUsed: boolean; // it is a light or a sensor; else it may just have been deleted
}

/** What was found to be missing. */
export interface Loss {
  readonly back: number; //             brought back
  readonly day: string; //              of the backup that they are from; "" without
  readonly lost: readonly string[]; // in no backup: they have to join again
}

export interface DevicesOptions {
  readonly folder: string; // of the gateway's data
  readonly known: readonly KnownDevice[];
  readonly log: Log;
}

/** A line of the list: a device, a group, or the stick itself. */
interface Row {
  readonly id: number;
  readonly type: string;
  readonly ieeeAddr?: string;
  readonly groupID?: number;
}

interface Rows {
  readonly rows: readonly Row[];
  readonly isSound: boolean; // each line can be read, and there are some
}

interface Source extends Rows {
  readonly day: string; // "2026-03-01"
}

const RADIO = "radio";
const LIST = "database.db";
const FORMER = "database.db.backup"; // herdsman's: of the network that it gave up; of its last start where the stick hands out none
const COORDINATOR = "Coordinator";
const GROUP = "Group";
const MOST_NAMED = 5;

/** Undefined when nothing was missing. */
export async function mendDevices({ folder, known, log }: DevicesOptions): Promise<Loss | undefined> {
  const path = join(folder, RADIO, LIST);
  const network = await textIn(join(folder, RADIO, "network.json"));
  if (network === undefined) return undefined; // there is none yet, or the radio says what is missing
  const text = await textIn(path);
  const { rows, isSound } = rowsIn(text ?? "");
  const hasCoordinatorBackup = (await textIn(join(folder, RADIO, "coordinator_backup.json"))) !== undefined;
  const former = rowsIn((await textIn(join(folder, RADIO, FORMER))) ?? "").rows;
  const here = new Set([...rows, ...(hasCoordinatorBackup ? former : [])].map(nameOf));
  const missing = known.filter(({ ieee, isUsed }) => !here.has(ieee) && (isUsed || !isSound)).map(({ ieee }) => ieee);
  if (missing.length === 0 && (isSound || rows.length === 0)) return undefined;

  const source = await newestSource(folder, network, !hasCoordinatorBackup);
  const back = (source?.rows ?? []).filter((row) => {
    if (row.ieeeAddr !== undefined && row.type !== COORDINATOR) return missing.includes(row.ieeeAddr);
    return !isSound && !here.has(nameOf(row));
  });
  const found = new Set(back.map(({ ieeeAddr }) => ieeeAddr));
  const loss: Loss = {
    back: missing.filter((ieee) => found.has(ieee)).length,
    day: source?.day ?? "",
    lost: missing.filter((ieee) => !found.has(ieee)),
  };
  const isToBeWritten = back.length > 0 || (text !== undefined && !isSound && rows.length > 0);
  const aside = isToBeWritten && text ? await setAside({ folder, path, files: FILES }) : undefined;
  if (isToBeWritten) await writeList(path, rows, back);
  const kept = rows.filter(({ type }) => type !== COORDINATOR && type !== GROUP).length;
  log.warn(inWords(path, text, isSound, kept, loss, aside));
  return loss;
}

function rowsIn(text: string): Rows {
  const rows: Row[] = [];
  let isSound = true;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const row = parsed(line);
    if (row) rows.push(row);
    else isSound = false;
  }
  return { rows, isSound: isSound && rows.length > 0 };
}

function parsed(line: string): Row | undefined {
  try {
    const row: unknown = JSON.parse(line);
    if (isObject(row) && Number.isInteger(row.id) && typeof row.type === "string") return row as unknown as Row;
  } catch {
    // half of a line
  }
  return undefined;
}

/** What two rows of one thing share; their numbers may differ. */
function nameOf({ type, ieeeAddr, groupID }: Row): string {
  if (type === COORDINATOR) return COORDINATOR;
  return ieeeAddr ?? `${type} ${groupID}`;
}

/** Only of this network: after a restore others may lie there, too. */
async function newestSource(
  folder: string,
  network: string,
  isFormerOfLastStart: boolean,
): Promise<Source | undefined> {
  const path = join(folder, RADIO, FORMER);
  const text = isFormerOfLastStart ? await textIn(path) : undefined;
  const last = rowsIn(text ?? "");
  if (last.isSound) return { ...last, day: (await stat(path)).mtime.toISOString().slice(0, 10) };
  for (const { name, day } of await copiesIn(join(folder, COPIES))) {
    const bytes = await readFile(join(folder, COPIES, name));
    const radio = await readArchive(bytes).then(
      (archive) => archive.radio,
      () => undefined,
    ); // a damaged one is passed over
    const list = rowsIn(radio?.[LIST] ?? "");
    if (list.isSound && radio?.["network.json"]?.trim() === network.trim()) return { ...list, day };
  }
  return undefined;
}

async function writeList(path: string, rows: readonly Row[], back: readonly Row[]): Promise<void> {
  const ids = new Set(rows.map(({ id }) => id));
  let highest = Math.max(0, ...ids, ...back.map(({ id }) => id));
  const numbered = back.map((row) => {
    if (!ids.has(row.id)) return row;
    highest += 1; // meanwhile it became somebody else's
    return { ...row, id: highest };
  });
  const text = [...rows, ...numbered].map((row) => JSON.stringify(row)).join("\n");
  await writeWhole(path, (file) => FILES.append(file, Buffer.from(text)));
}

function inWords(
  path: string,
  text: string | undefined,
  isSound: boolean,
  kept: number,
  { back, day, lost }: Loss,
  aside: string | undefined,
): string {
  const damage = text === "" ? "the file is empty" : isSound ? "devices are missing in it" : "the file is damaged";
  const from = day === "" ? "there is no backup to look into" : `${back} brought back from the backup of ${day}`;
  const named = lost.slice(0, MOST_NAMED).map((ieee) => `/devices/${ieee}`);
  const more = lost.length > MOST_NAMED ? " and others" : "";
  const gone = lost.length > 0 ? `; ${lost.length} have to join again: ${named.join(", ")}${more}` : "";
  const original = aside ? `; the file as it was is kept as ${aside}` : "";
  return `${path}: ${text === undefined ? "the file is missing" : damage}: ${kept} devices kept, ${from}${gone}${original}`;
}

async function textIn(path: string): Promise<string | undefined> {
  return (await isFile(path)) ? await readFile(path, "utf8") : undefined;
}
