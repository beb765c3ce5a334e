/**
 * What was deleted and is in a backup still, noted beside the backups: a repair must not bring it back, also when the data file is lost whole. Each
 * note says which was the newest backup then; in a later one, what is there again is there by right.
 */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Address } from "../../model/resource.ts";
import { codeOf, FILES, writeWhole } from "./files.ts";
import { entryOf, lineOf } from "./lines.ts";

export interface Traces {
  add(addresses: readonly Address[], backup: number): Promise<void>;
  /** Keeps those that a backup from this one on may need. */
  prune(oldest: number): Promise<void>;
}

const NAME = "deleted.db";

export function openTraces(backups: string): Traces {
  const path = join(backups, NAME);
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    const done = turn.then(work);
    turn = done.catch(() => {}); // whoever asked hears of it
    return done;
  };
  return {
    add: (addresses, backup) =>
      inTurn(() =>
        append(
          path,
          addresses.map((address) => lineOf({ address }, backup)),
        ),
      ),
    prune: (oldest) =>
      inTurn(async () => {
        const all = await tracesIn(backups);
        const needed = [...all].filter(([, backup]) => backup >= oldest);
        if (needed.length === all.size) return;
        const lines = needed.map(([address, backup]) => lineOf({ address }, backup));
        await writeWhole(path, (file) => FILES.append(file, Buffer.from(lines.join(""))));
      }),
  };
}

/** By address: the newest backup that may have it although it was deleted. */
export async function tracesIn(backups: string): Promise<ReadonlyMap<Address, number>> {
  const text = await readFile(join(backups, NAME)).catch((error) => {
    if (codeOf(error) === "ENOENT") return Buffer.alloc(0);
    throw error;
  });
  const traces = new Map<Address, number>();
  for (const line of text.toString("latin1").split("\n")) {
    const entry = entryOf(Buffer.from(line, "latin1")); // of a damaged one nothing can be said
    if (entry?.n !== undefined) traces.set(entry._id, Math.max(entry.n, traces.get(entry._id) ?? 0));
  }
  return traces;
}

async function append(path: string, lines: readonly string[]): Promise<void> {
  const isNew = (await FILES.identify(path).catch(() => undefined)) === undefined;
  const file = await FILES.open(path, "a");
  try {
    await FILES.append(file, Buffer.from(`\n${lines.join("")}`)); // the last one may have been cut short
    await FILES.sync(file);
  } finally {
    await file.close();
  }
  if (isNew) await FILES.syncFolder(dirname(path));
}
