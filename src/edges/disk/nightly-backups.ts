/** Backup files in a folder beside the data: one each night, or later where the machine sleeps; those of seven days are kept. */
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createTask, type ScheduledTask } from "node-cron";
import { wordsOf } from "../../model/errors.ts";
import type { Clock, Log } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";
import { clearUnfinished, makeFolder, PlainError, writeWhole } from "./files.ts";

interface BackupFile {
  readonly name: string;
  readonly day: string; // "2026-03-01"
  readonly at?: number; // milliseconds; absent where the file was copied since
  readonly bytes: number;
}

interface NightlyBackupsOptions {
  readonly folder: string; // of the gateway's data
  readonly clock: Clock;
  readonly log: Log;
  readonly make: () => Promise<Uint8Array>; // a backup, packed
}

export const BACKUP_FILES = "copies";

const MOST_DAYS = 7; // the last backup of each is kept
const NIGHT = 3; // o'clock
const DAY = 86_400_000; // milliseconds
const AFTER_START = 600_000; // milliseconds until the radio and its devices are surely there
/** Each full hour it is asked whether a backup is due: no machine that sleeps at night and no clock that jumps can miss all of them. */
const HOURLY = "0 0 * * * *";
/** The number orders them: clocks may jump. */
const NAME = /^(\d{6})-(\d{4}-\d\d-\d\d)\.backup$/;

export class NightlyBackups {
  readonly #options: NightlyBackupsOptions;
  readonly #folder: string;
  readonly #hourly: ScheduledTask = createTask(HOURLY, () => {}); // never started: its pattern is asked each minute
  readonly #stopTicks: Stop;
  #work: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  #hasFailed = false;

  constructor(options: NightlyBackupsOptions) {
    this.#options = options;
    this.#folder = join(options.folder, BACKUP_FILES);
    const { clock } = options;
    const started = clock.uptime();
    // Not by node-cron's own timers: after the clock was put back they are silent until the old time comes again.
    this.#stopTicks = clock.everySecond((now) => {
      const isWholeMinute = Math.floor(now / 1000) % 60 === 0; // else it need not be asked, which costs some
      if (!isWholeMinute || clock.uptime() - started < AFTER_START || !this.#hourly.match(new Date(now))) return;
      this.#work = this.#work.then(() => this.#addIfDue());
    });
  }

  /** The newest first. */
  list(): Promise<readonly BackupFile[]> {
    return backupFilesIn(this.#folder);
  }

  async read(name: string): Promise<Buffer> {
    if (!(await this.list()).some((file) => file.name === name))
      throw new PlainError(`${name}: there is no such backup`);
    return await readFile(join(this.#folder, name));
  }

  /** Makes one now, beside that of the night. One after the other: each has the next number. */
  add(): Promise<BackupFile> {
    const done = this.#work.then(() => this.#write());
    this.#work = done.catch(() => {}); // the caller hears of it
    return done;
  }

  /** A backup that a user has downloaded is kept here, too; where the disk refuses it, only the user has it. */
  async keep(bytes: Uint8Array): Promise<void> {
    const done = this.#work.then(() => this.#keep(bytes));
    this.#work = done.catch(() => {});
    await done.catch((error) => {
      this.#options.log.warn(`${this.#folder}: a backup was downloaded, but is not kept here: ${wordsOf(error)}`);
    });
  }

  /** Resolves when none is being made. */
  async settled(): Promise<void> {
    await this.#work;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopTicks();
    await this.#hourly.destroy();
    await this.settled();
  }

  async #addIfDue(): Promise<void> {
    const { clock, log } = this.#options;
    try {
      const [newest] = await this.list();
      if (!this.#isStopped && isDue(newest?.day, clock.now())) await this.#write();
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) log.warn(`${this.#folder}: no backup was made, and is tried each hour: ${wordsOf(error)}`);
      this.#hasFailed = true;
    }
  }

  async #write(): Promise<BackupFile> {
    return await this.#keep(await this.#options.make());
  }

  async #keep(bytes: Uint8Array): Promise<BackupFile> {
    await makeFolder(this.#folder);
    const before = await this.list();
    const number = String(Number(before[0]?.name.slice(0, 6) ?? 0) + 1).padStart(6, "0");
    const day = dayOf(this.#options.clock.now());
    const name = `${number}-${day}.backup`;
    await writeWhole(join(this.#folder, name), (file) => file.writeFile(bytes));
    const days = new Set([day]);
    for (const old of before) {
      const isNeeded = !days.has(old.day) && days.size < MOST_DAYS;
      if (isNeeded) days.add(old.day);
      else await rm(join(this.#folder, old.name), { force: true });
    }
    await clearUnfinished(this.#folder);
    return { name, day, bytes: bytes.length };
  }
}

/** The newest first. */
export async function backupFilesIn(folder: string): Promise<readonly BackupFile[]> {
  const files = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const backups = await Promise.all(
    files.flatMap((file) => {
      const name = file.isFile() ? file.name : "";
      const [, number, day] = NAME.exec(name) ?? [];
      return number && day
        ? [stat(join(folder, name)).then(({ size, mtimeMs }) => fileOf(name, day, size, mtimeMs))]
        : [];
    }),
  );
  return backups.sort((one, other) => other.name.localeCompare(one.name));
}

function fileOf(name: string, day: string, bytes: number, written: number): BackupFile {
  return { name, day, bytes, ...(dayOf(written) === day ? { at: Math.round(written) } : {}) };
}

function isDue(newest: string | undefined, now: number): boolean {
  if (newest === dayOf(now)) return false;
  return newest !== dayOf(now - DAY) || new Date(now).getHours() >= NIGHT;
}

/** By the machine's own zone. */
function dayOf(now: number): string {
  const date = new Date(now);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
