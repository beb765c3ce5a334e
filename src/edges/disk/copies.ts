/** Backups as files in a folder beside the data: one each night, or later where the machine sleeps; those of seven days are kept. */
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { wordsOf } from "../../model/errors.ts";
import type { Clock, Log } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";
import { clearUnfinished, makeFolder, PlainError, writeWhole } from "./files.ts";

export interface Copy {
  readonly name: string;
  readonly day: string; // "2026-03-01"
  readonly bytes: number;
}

export interface CopiesOptions {
  readonly folder: string; // of the gateway's data
  readonly clock: Clock;
  readonly log: Log;
  readonly make: () => Promise<Uint8Array>; // a backup, packed
}

export interface Copies {
  /** The newest first. */
  list(): Promise<readonly Copy[]>;
  read(name: string): Promise<Buffer>;
  /** Makes one now, beside that of the night. */
  add(): Promise<Copy>;
  stop(): Promise<void>;
}

export const COPIES = "copies";

const KEPT = 7; // days, the last backup of each
const NIGHT = 3; // o'clock
const HOUR = 3_600_000; // milliseconds
const DAY = 24 * HOUR;
/** A number orders them: clocks may jump. */
const NAME = /^(\d{6})-(\d{4}-\d\d-\d\d)\.backup$/;

export function openCopies({ folder, clock, log, make }: CopiesOptions): Copies {
  const within = join(folder, COPIES);
  let timer: Stop = () => {};
  let work: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  let hasFailed = false;
  plan();
  return {
    list: () => copiesIn(within),
    read: async (name) => {
      if (!(await copiesIn(within)).some((copy) => copy.name === name))
        throw new PlainError(`${name}: there is no such backup`);
      return await readFile(join(within, name));
    },
    add,
    stop: async () => {
      isStopped = true;
      timer();
      await work.catch(() => {});
    },
  };

  /** One after the other: each has the next number. */
  function add(): Promise<Copy> {
    const done = work.then(write, write);
    work = done.catch(() => {}); // whoever asked hears of it
    return done;
  }

  async function write(): Promise<Copy> {
    const bytes = await make();
    await makeFolder(within);
    const before = await copiesIn(within);
    const number = String(Number(before[0]?.name.slice(0, 6) ?? 0) + 1).padStart(6, "0");
    const day = dayOf(clock.now());
    const name = `${number}-${day}.backup`;
    await writeWhole(join(within, name), (file) => file.writeFile(bytes));
    const days = new Set([day]);
    for (const old of before) {
      const isNeeded = !days.has(old.day) && days.size < KEPT;
      if (isNeeded) days.add(old.day);
      else await rm(join(within, old.name), { force: true });
    }
    await clearUnfinished(within);
    return { name, day, bytes: bytes.length };
  }

  /** Looks each hour, so that neither a clock that jumps nor a machine that sleeps at night is missed. */
  function plan(): void {
    if (isStopped) return;
    timer = clock.after(HOUR, () => {
      look()
        .then(
          () => (hasFailed = false),
          (error) => {
            if (!hasFailed) log.warn(`${within}: no backup was made, and is tried each hour: ${wordsOf(error)}`);
            hasFailed = true;
          },
        )
        .finally(plan);
    });
  }

  async function look(): Promise<void> {
    const [newest] = await copiesIn(within);
    if (isDue(newest?.day, clock.now())) await add();
  }
}

/** The newest first. */
export async function copiesIn(folder: string): Promise<readonly Copy[]> {
  const files = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const copies = await Promise.all(
    files.flatMap((file) => {
      const name = file.isFile() ? file.name : "";
      const [, number, day] = NAME.exec(name) ?? [];
      return number && day ? [stat(join(folder, name)).then(({ size }) => ({ name, day, bytes: size }))] : [];
    }),
  );
  return copies.sort((one, other) => other.name.localeCompare(one.name));
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
