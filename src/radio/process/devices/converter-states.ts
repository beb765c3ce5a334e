/** The converters' memory of each device, kept over restarts. A button's press is no state. */
import type { Ieee } from "../../../model/radio/device-facts.ts";
import { isObject } from "../../../model/resource.ts";
import { writeDurably } from "../../durable-file.ts";
import type { ConverterNotes } from "../herdsman.ts";
import { readText } from "../network/network-files.ts";
import { plainValues } from "../plain-data.ts";

const SAVED_AFTER = 5 * 60_000; // milliseconds: as often as herdsman writes its own

export class ConverterStates {
  readonly #path: string;
  readonly #broken: (error: unknown) => void;
  readonly #states: Map<Ieee, ConverterNotes>;
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string, broken: (error: unknown) => void) {
    this.#path = path;
    this.#broken = broken;
    this.#states = new Map(Object.entries(statesIn(path)));
  }

  /** Always the same object for a device: the converters write into it, too. */
  of(ieee: Ieee): ConverterNotes {
    const notes = this.#states.get(ieee) ?? {};
    this.#states.set(ieee, notes);
    return notes;
  }

  /** The values are written to the disk, but not at once. */
  merge(ieee: Ieee, values: object): void {
    const notes = this.of(ieee);
    for (const [name, value] of Object.entries(values))
      if (!name.startsWith("action")) notes[name] = withOlderMembers(value, notes[name]);
    this.#saveLater();
  }

  forget(ieee: Ieee): void {
    if (this.#states.delete(ieee)) this.#saveLater();
  }

  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = [...this.#states].map(([ieee, notes]) => [ieee, plainValues(notes)]);
    writeDurably(this.#path, JSON.stringify(Object.fromEntries(all)));
  }

  close(): void {
    if (this.#timer) this.save();
  }

  #saveLater(): void {
    this.#timer ??= setTimeout(() => {
      try {
        this.save();
      } catch (error) {
        this.#broken(error);
      }
    }, SAVED_AFTER).unref();
  }
}

/** Members that are not told stay as they are; converters carry them on: of a color its hue, where x and y are told. */
function withOlderMembers(value: unknown, before: unknown): unknown {
  const hasMembers = isObject(value) && isObject(before) && !ArrayBuffer.isView(value);
  return hasMembers ? { ...before, ...value } : value;
}

/** A file that cannot be read is no reason not to start: its values come again. */
function statesIn(path: string): Record<Ieee, ConverterNotes> {
  try {
    const kept: unknown = JSON.parse(readText(path) ?? "{}");
    const notes = isObject(kept) ? Object.entries(kept).filter(([, value]) => isObject(value)) : [];
    return Object.fromEntries(notes) as Record<Ieee, ConverterNotes>;
  } catch {
    return {};
  }
}
