/**
 * Herdsman writes its whole database to the disk, and waits for that, after each single step of a configuration. Here steps that follow
 * each other are written once. What is new or gone is still written at once.
 */
import type { Herdsman } from "./herdsman.ts";

/** As herdsman has it. */
interface Database {
  update(entry: object, write: boolean): void;
  write(): void;
}

const TOGETHER = 1000; // milliseconds

/** `broken`: the disk did not take it. */
export function calm(herdsman: Herdsman, broken: (error: unknown) => void): void {
  const { database } = herdsman as unknown as { readonly database: Database };
  const update = database.update.bind(database);
  const write = database.write.bind(database);
  let timer: NodeJS.Timeout | undefined;

  database.write = () => {
    clearTimeout(timer);
    timer = undefined;
    write();
  };
  database.update = (entry, isLasting) => {
    update(entry, false);
    if (!isLasting) return;
    timer ??= setTimeout(() => {
      try {
        database.write();
      } catch (error) {
        broken(error);
      }
    }, TOGETHER).unref();
  };
}
