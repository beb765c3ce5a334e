/**
 * Herdsman writes its whole database to the disk, and waits for that, after each single step of a configuration. Here steps that follow
 * each other are written once. What is new or gone is still written at once, and what an interview has found.
 */
import type { Herdsman } from "../herdsman.ts";

/** As herdsman has it. */
interface Entry {
  readonly id: number;
  readonly interviewState?: string;
}

interface Database {
  readonly entries: ReadonlyMap<number, Entry>;
  update(entry: Entry, write: boolean): void;
  write(): void;
}

const MET = "SUCCESSFUL";
const TOGETHER = 1000; // milliseconds

/** `broken`: the disk did not take it. */
export function calm(herdsman: Herdsman, broken: (error: unknown) => void): void {
  const { database } = herdsman as unknown as { readonly database: Database };
  const update = database.update.bind(database);
  const write = database.write.bind(database);
  let timer: NodeJS.Timeout | undefined;

  const writeNow = () => {
    try {
      database.write();
    } catch (error) {
      broken(error);
    }
  };
  database.write = () => {
    clearTimeout(timer);
    timer = undefined;
    write();
  };
  database.update = (entry, isLasting) => {
    const isNews = entry.interviewState === MET && database.entries.get(entry.id)?.interviewState !== MET;
    update(entry, false);
    if (!isLasting) return;
    if (isNews) writeNow();
    else timer ??= setTimeout(writeNow, TOGETHER).unref();
  };
}
