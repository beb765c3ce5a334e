/** The latest events, in one packed file beside the data: the list of events is there again after a deploy and a restart. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { ChangeNotice } from "../../model/admin-api.ts";
import type { Log } from "../../model/ports.ts";
import { isObject } from "../../model/resource.ts";
import { errorCode, plainError, writeWhole } from "./files.ts";

interface EventFileOptions {
  readonly folder: string; // of the gateway's data
  readonly log: Log;
}

const NAME = "events.json.gz";
const MOST = 16 * 1024 * 1024; // bytes, unpacked

export class EventFile {
  readonly #path: string;
  readonly #log: Log;

  constructor({ folder, log }: EventFileOptions) {
    this.#path = join(folder, NAME);
    this.#log = log;
  }

  /** The oldest first. A file that cannot be read is told of, and written anew with the next events. */
  async read(): Promise<readonly ChangeNotice[]> {
    try {
      const text = await promisify(gunzip)(await readFile(this.#path), { maxOutputLength: MOST });
      const events: unknown = JSON.parse(text.toString());
      return Array.isArray(events) ? events.filter(isNotice) : [];
    } catch (error) {
      if (errorCode(error) !== "ENOENT") this.#warn(error);
      return [];
    }
  }

  /** True: the disk has them. */
  async write(events: readonly ChangeNotice[]): Promise<boolean> {
    try {
      const bytes = await promisify(gzip)(JSON.stringify(events));
      await writeWhole(this.#path, (file) => file.writeFile(bytes));
      return true;
    } catch (error) {
      this.#warn(error);
      return false;
    }
  }

  #warn(error: unknown): void {
    this.#log.warn(plainError(this.#path, error).message);
  }
}

function isNotice(event: unknown): event is ChangeNotice {
  if (!isObject(event) || !isObject(event.values)) return false;
  const texts = [event.address, event.type, event.event, event.by];
  return texts.every((text) => typeof text === "string") && typeof event.at === "number";
}
