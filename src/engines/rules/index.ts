/** What each rule watches, so that a change finds the few rules that it may concern, however many there are. */
import { type Condition, keptCondition } from "../../model/conditions.ts";
import { type Item, valueIn } from "../../model/items.ts";
import { OPERATORS } from "../../model/operators.ts";
import type { Address, Change, Resource } from "../../model/resource.ts";
import { readUtc } from "../../model/times.ts";
import type { EngineParts } from "../engine.ts";

/** A rule as the engine has it: read once, when somebody wrote it. */
export interface Known {
  readonly address: Address;
  readonly looks: readonly Look[];
  readonly delay: Delay | undefined; // of a `ddx`: how long what it watches must have stayed the same
  readonly hasEdges: boolean; //        the beginning or end of a part of the day wakes it
}

export interface Look {
  readonly condition: Condition;
  readonly watch: Watch | undefined; // a part of the day is a matter of the clock alone
  readonly wakes: boolean;
}

export interface Delay {
  readonly index: number; // of its condition
  readonly watch: Watch;
  readonly milliseconds: number;
}

/** An item that rules look at, and what must be remembered of it. */
export interface Watch {
  readonly item: Item;
  last: unknown; //    what it was when it was last told: a button says the same number twice
  changed: number; //  the uptime at which it last became different; NaN: nobody knows
  readonly wakes: Set<Known>;
  readonly delays: Set<Known>;
  users: number;
}

/** What a change did to an item that somebody watches. */
export interface Move {
  readonly watch: Watch;
  readonly before: unknown;
  readonly value: unknown;
}

const NONE: readonly Watch[] = [];

export class RuleIndex {
  readonly #store: EngineParts["store"];
  readonly #clock: EngineParts["clock"];
  readonly #rules = new Map<Address, Known>();
  readonly #byAddress = new Map<string, Watch[]>(); // as a rule names it: also "/sensors/<uniqueid>"
  readonly #byName = new Map<unknown, Watch[]>();

  constructor({ store, clock }: Pick<EngineParts, "store" | "clock">) {
    this.#store = store;
    this.#clock = clock;
  }

  get(address: Address): Known | undefined {
    return this.#rules.get(address);
  }

  /** Undefined for one that is not understood. */
  add(rule: Resource, isStart: boolean): Known | undefined {
    const known = this.read(rule, isStart);
    if (!known) return undefined;
    this.#rules.set(rule.address, known);
    for (const { watch, wakes, condition } of known.looks) {
      if (!watch) continue;
      if (watch.users === 0) this.#shelve(watch);
      watch.users += 1;
      if (wakes) watch.wakes.add(known);
      if (condition.test.operator === "ddx") watch.delays.add(known);
    }
    return known;
  }

  drop(address: Address): Known | undefined {
    const known = this.#rules.get(address);
    this.#rules.delete(address);
    for (const { watch } of known?.looks ?? []) {
      if (!watch || !known) continue;
      watch.wakes.delete(known);
      watch.delays.delete(known);
      watch.users -= 1;
      if (watch.users === 0) this.#unshelve(watch);
    }
    return known;
  }

  /** As it would be known if it were enabled. */
  read({ address, attr }: Resource, isStart = false): Known | undefined {
    const conditions = Array.isArray(attr.conditions) ? attr.conditions.map(keptCondition) : [undefined];
    if (!conditions.every((condition) => condition !== undefined)) return undefined;
    const operators = conditions.map(({ test }) => test.operator);
    const waker = operators.includes("dx") ? "change" : operators.includes("ddx") ? undefined : "becoming true";
    const made: Watch[] = [];
    const looks = conditions.map((condition): Look => {
      const { wakes } = OPERATORS[condition.test.operator];
      const watch = "span" in condition.test ? undefined : this.#watch(condition.item, made, isStart);
      return { condition, watch, wakes: wakes === waker };
    });
    return { address, looks, delay: delayIn(looks), hasEdges: waker === "becoming true" && hasSpan(conditions) };
  }

  /** What of this is watched; it is remembered at once. */
  moves({ resource, section, values, before }: Change): readonly Move[] {
    const moves: Move[] = [];
    for (const watch of this.#watchesOf(resource)) {
      const { item } = watch;
      if (item.section !== section || !Object.hasOwn(values, item.member)) continue;
      const value = valueIn(values, item);
      const was = Object.hasOwn(before, item.member) ? valueIn(before, item) : watch.last;
      watch.last = value;
      if (value !== was) watch.changed = this.#clock.uptime();
      moves.push({ watch, before: was, value });
    }
    return moves;
  }

  #watchesOf({ address, attr }: Resource): readonly Watch[] {
    const watches = this.#byAddress.get(address) ?? NONE;
    const named = attr.uniqueid === undefined ? NONE : (this.#byName.get(attr.uniqueid) ?? NONE);
    if (named.length === 0) return watches;
    const meant = ({ item }: Watch) => this.#store.find(item.collection, item.name)?.address === address;
    return [...new Set([...watches, ...named.filter(meant)])];
  }

  #watch(item: Item, made: Watch[], isStart: boolean): Watch {
    const known = [...(this.#byAddress.get(placeOf(item)) ?? NONE), ...made].find((each) => isSame(each.item, item));
    if (known) return known;
    const changed = isStart ? Number.NaN : this.#lastTold(item);
    const watch = { item, last: undefined, changed, wakes: new Set<Known>(), delays: new Set<Known>(), users: 0 };
    made.push(watch);
    return watch;
  }

  /** Of an item that nobody watched until now: after that, at least, it has not become different. */
  #lastTold({ collection, name, section }: Item): number {
    const resource = section === "state" ? this.#store.find(collection, name) : undefined;
    const age = this.#clock.now() - readUtc(resource?.state.lastupdated);
    return this.#clock.uptime() - Math.max(0, age);
  }

  #shelve(watch: Watch): void {
    for (const [shelf, key] of this.#placesOf(watch)) shelf.set(key, [...(shelf.get(key) ?? NONE), watch]);
  }

  #unshelve(watch: Watch): void {
    for (const [shelf, key] of this.#placesOf(watch)) {
      const left = shelf.get(key)?.filter((each) => each !== watch) ?? [];
      if (left.length > 0) shelf.set(key, left);
      else shelf.delete(key);
    }
  }

  #placesOf({ item }: Watch): readonly (readonly [Map<unknown, Watch[]>, string])[] {
    return [
      [this.#byAddress as Map<unknown, Watch[]>, placeOf(item)],
      [this.#byName, item.name],
    ];
  }
}

function placeOf({ collection, name }: Item): string {
  return collection === "/" ? `/${name}` : `${collection}/${name}`;
}

function isSame(one: Item, other: Item): boolean {
  return (
    one.member === other.member &&
    one.part === other.part &&
    one.section === other.section &&
    one.name === other.name &&
    one.collection === other.collection
  );
}

function delayIn(looks: readonly Look[]): Delay | undefined {
  for (const [index, { condition, watch }] of looks.entries())
    if (watch && condition.test.operator === "ddx")
      return { index, watch, milliseconds: condition.test.seconds * 1000 };
  return undefined;
}

function hasSpan(conditions: readonly Condition[]): boolean {
  return conditions.some(({ test }) => "span" in test);
}
