/**
 * The firings of rules and the runs of schedules, each with the values that it saw and its results, for a week and the last hundred at
 * least. Repeats within an hour are one entry with a count. It is written with many others, seldom, and when the gateway stops; a process
 * that is killed loses the last minutes of it.
 */
import { NOTHING } from "../core/records.ts";
import { idOf } from "../model/addresses.ts";
import type { ConditionText } from "../model/automation/conditions.ts";
import { FIRINGS, firingsOf } from "../model/automation/firings.ts";
import type { ActionResult, ConditionResult, Evaluation } from "../model/automation/rule-engine.ts";
import { type Address, isObject, type Stop, type Values } from "../model/resource.ts";
import { utcMilliseconds } from "../model/time/times.ts";
import { BY_GATEWAY, type EngineParts } from "./engine.ts";

export interface Firing {
  readonly at: number; //    the last time
  readonly since: number; // the first
  readonly count: number;
  readonly by: string; //    the address or the event that woke it
  readonly conditions: readonly ConditionText[];
  readonly actual: readonly unknown[];
  readonly lux?: readonly unknown[]; // beside conditions on `dark` and `daylight`
  readonly ok: number; //    a bit for each condition
  readonly actions: readonly ActionResult[]; // an answer that comes late is still written into it
}

type NewFiring = Omit<Firing, "since" | "count">;

const WEEK = 7 * 86_400_000;
const HOUR = 3_600_000;
const PAUSE = 600_000; // milliseconds between two writes
const LOOKED_BACK = 8; // entries among which a repeat is looked for
const ALWAYS_KEPT = 100; // of each
const MOST_OF_ONE = 400;
const MOST_OF_ALL = 20_000;

export class FiringLog {
  readonly #parts: Pick<EngineParts, "store" | "clock">;
  readonly #family: string;
  readonly #entries = new Map<Address, Firing[]>(); // the newest is the last
  readonly #unsaved = new Set<Address>();
  #count = 0;
  #timer: Stop | undefined;
  #isOpen = true;

  /** Of the rules, or of the schedules. */
  constructor(parts: Pick<EngineParts, "store" | "clock">, collection: Address) {
    this.#parts = parts;
    this.#family = collection.slice(1);
    for (const { address, attr } of parts.store.list(FIRINGS)) this.#load(address, attr);
  }

  /** The newest first. */
  of(address: Address): readonly Firing[] {
    return (this.#entries.get(address) ?? []).toReversed();
  }

  note(address: Address, firing: NewFiring): void {
    if (!this.#isOpen) return; // runs that the stop of the gateway cuts off are not logged
    const entries = this.#entries.get(address) ?? [];
    this.#entries.set(address, entries);
    const alike = entries.slice(-LOOKED_BACK).find((each) => isRepeat(each, firing));
    if (alike) {
      entries.splice(entries.indexOf(alike), 1);
      entries.push({ ...firing, since: alike.since, count: alike.count + 1 });
    } else {
      entries.push({ ...firing, since: firing.at, count: 1 });
      this.#count += 1;
      this.#drop(entries, firing.at);
    }
    this.#unsaved.add(address);
    this.#timer ??= this.#parts.clock.after(PAUSE, () => this.save());
  }

  forget(address: Address): void {
    this.#count -= this.#entries.get(address)?.length ?? 0;
    this.#entries.delete(address);
    this.#unsaved.delete(address);
    const kept = firingsOf(address);
    if (this.#parts.store.get(kept)) this.#parts.store.remove(kept, BY_GATEWAY);
  }

  /** Writes the entries that the disk does not have yet. */
  save(): void {
    this.#timer?.();
    this.#timer = undefined;
    const { store } = this.#parts;
    for (const address of this.#unsaved) {
      if (!store.get(address)) continue;
      const attr = written(this.#entries.get(address) ?? []);
      const place = firingsOf(address);
      if (store.get(place)) store.patch(place, "attr", attr, BY_GATEWAY);
      else
        store.put(
          { address: place, type: "Firings", attr, config: NOTHING, state: NOTHING, action: NOTHING },
          BY_GATEWAY,
        );
    }
    this.#unsaved.clear();
  }

  stop(): void {
    this.#isOpen = false;
    this.save();
  }

  #drop(entries: Firing[], now: number): void {
    const most = this.#count > MOST_OF_ALL ? ALWAYS_KEPT : MOST_OF_ONE;
    const isOld = () => entries.length > ALWAYS_KEPT && now - (entries[0]?.at ?? now) > WEEK;
    while (entries.length > most || isOld()) {
      entries.shift();
      this.#count -= 1;
    }
  }

  #load(place: Address, attr: Values): void {
    const [, family = "", id = ""] = /^(\w+)-(.+)$/.exec(idOf(place)) ?? [];
    if (family !== this.#family) return;
    const address: Address = `/${family}/${id}`;
    if (!this.#parts.store.get(address)) return void this.#parts.store.remove(place, BY_GATEWAY);
    const entries = read(attr);
    this.#entries.set(address, entries);
    this.#count += entries.length;
  }
}

/** The same trigger and the same outcome within an hour. */
function isRepeat(one: Firing, other: NewFiring): boolean {
  if (one.by !== other.by || other.at - one.since > HOUR || other.at < one.at) return false;
  return areSame(one.conditions, other.conditions) && sameText(outcomesOf(one), outcomesOf(other));
}

/** Until a rule is rewritten, its conditions are the same objects. */
function areSame(one: readonly ConditionText[], other: readonly ConditionText[]): boolean {
  return (
    one.length === other.length && one.every((each, index) => each === other[index] || sameText(each, other[index]))
  );
}

function outcomesOf({ actions }: Pick<Firing, "actions">): unknown {
  return actions.map(({ address, method, body, status = 200, error }) => [address, method, body, status < 400, error]);
}

function sameText(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

// ---- on the disk: parts that many entries share are written once

function written(entries: readonly Firing[]): Values {
  const shapes: unknown[] = [];
  const known = new Map<string, number>();
  const shapeOf = (shape: unknown) => {
    const text = JSON.stringify(shape);
    const index = known.get(text) ?? shapes.push(shape) - 1;
    known.set(text, index);
    return index;
  };
  const rows = entries.map(({ at, since, count, by, conditions, actual, lux, ok, actions }) => [
    ...[at, since, count, ok],
    shapeOf({ by, conditions, actions }),
    actual,
    ...(lux ? [lux] : []),
  ]);
  return { shapes, rows };
}

function read({ shapes, rows }: Values): Firing[] {
  if (!Array.isArray(shapes) || !Array.isArray(rows)) return [];
  return rows.flatMap((row) => {
    const [at, since, count, ok, index, actual, lux] = Array.isArray(row) ? row : [];
    const shape: unknown = shapes[index];
    if (!isObject(shape) || !Array.isArray(shape.conditions) || !Array.isArray(shape.actions)) return [];
    const { by, conditions, actions } = shape;
    const seen = { actual: Array.isArray(actual) ? actual : [], ...(Array.isArray(lux) && { lux }) };
    return [{ at, since, count, ok, by: String(by), conditions, actions, ...seen }];
  });
}

// ---- as it is shown

export function evaluationOfFiring({ at, since, count, by, conditions, actual, lux, ok, actions }: Firing): Evaluation {
  return {
    at: utcText(at),
    ...(count > 1 ? { since: utcText(since), count } : {}),
    wokenBy: by,
    conditions: resultsOf(conditions, actual, ok, lux),
    fires: true,
    actions: actions.map((action) => ({ ...action })),
  };
}

export function resultsOf(
  conditions: readonly ConditionText[],
  actual: readonly unknown[],
  ok: number,
  lux: readonly unknown[] = [],
): ConditionResult[] {
  return conditions.map((text, index) => {
    const [seen, light] = [actual[index], lux[index]];
    return {
      ...text,
      ...(seen === undefined ? {} : { actual: seen }),
      ...(typeof light === "number" ? { lux: light } : {}),
      ok: (ok & (1 << index)) !== 0,
    };
  });
}

export function utcText(at: number): string {
  return `${utcMilliseconds(at)}Z`;
}
