/** What the converters remember of each device, kept over restarts. A button's press is no state. */
import type { Ieee } from "../../../model/radio.ts";
import { isObject } from "../../../model/resource.ts";
import type { Notes } from "../herdsman.ts";
import { textIn, write } from "../network/network-files.ts";
import { plainValues } from "../plain-data.ts";

export interface States {
  /** Always the same object for a device: the converters write into it, too. */
  of(ieee: Ieee): Notes;
  /** It will be written, but not at once. */
  merge(ieee: Ieee, news: object): void;
  forget(ieee: Ieee): void;
  save(): void;
  close(): void;
}

const LATER = 5 * 60_000; // milliseconds: as often as herdsman writes its own

export function openStates(path: string, broken: (error: unknown) => void): States {
  const states = new Map<Ieee, Notes>(Object.entries(read(path)));
  let timer: NodeJS.Timeout | undefined;

  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    write(path, JSON.stringify(Object.fromEntries([...states].map(([ieee, notes]) => [ieee, plainValues(notes)]))));
  };
  const soon = () => {
    timer ??= setTimeout(() => {
      try {
        save();
      } catch (error) {
        broken(error);
      }
    }, LATER).unref();
  };
  const of = (ieee: Ieee): Notes => {
    const notes = states.get(ieee) ?? {};
    states.set(ieee, notes);
    return notes;
  };
  return {
    of,
    merge: (ieee, news) => {
      const notes = of(ieee);
      for (const [name, value] of Object.entries(news))
        if (!name.startsWith("action")) notes[name] = withParts(value, notes[name]);
      soon();
    },
    forget: (ieee) => {
      if (states.delete(ieee)) soon();
    },
    save,
    close: () => {
      if (timer) save();
    },
  };
}

/** Of a value with parts those that are not told stay as they are; converters carry them on: of a color its hue, where x and y are told. */
function withParts(value: unknown, before: unknown): unknown {
  const hasParts = isObject(value) && isObject(before) && !ArrayBuffer.isView(value);
  return hasParts ? { ...before, ...value } : value;
}

/** A file that cannot be read is no reason not to start: its values come again. */
function read(path: string): Record<string, Notes> {
  try {
    const said: unknown = JSON.parse(textIn(path) ?? "{}");
    return isObject(said)
      ? (Object.fromEntries(Object.entries(said).filter(([, notes]) => isObject(notes))) as Record<string, Notes>)
      : {};
  } catch {
    return {};
  }
}
