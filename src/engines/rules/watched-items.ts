/** The items that rules watch, so that a change finds the few rules that it concerns, however many rules there are. */
import { type Condition, keptCondition } from "../../model/automation/conditions.ts";
import { type Item, valueIn } from "../../model/automation/items.ts";
import { OPERATORS } from "../../model/automation/operators.ts";
import type { Address, Change, Resource } from "../../model/resource.ts";
import { readUtc } from "../../model/time/times.ts";
import type { EngineParts } from "../engine.ts";

/** A rule as the engine has it: its conditions are read once, when a client has written them. */
export interface IndexedRule {
  readonly address: Address;
  readonly conditions: readonly IndexedCondition[];
  readonly delay: DdxDelay | undefined; // of a `ddx`: how long its item must have stayed the same
  readonly waitsForSpan: boolean; //        the beginning or end of a part of the day wakes it
}

export interface IndexedCondition {
  readonly condition: Condition;
  readonly watched: WatchedItem | undefined; // none for a part of the day: the clock alone decides
  readonly wakes: boolean;
}

interface DdxDelay {
  readonly index: number; // of its condition
  readonly watched: WatchedItem;
  readonly milliseconds: number;
}

/** An item of conditions, and the engine's memory of it. */
export interface WatchedItem {
  readonly item: Item;
  last: unknown; //    its last value: a button reports the same number twice
  changed: number; //  the uptime at which it last became different; NaN: not known
  readonly rulesToWake: Set<IndexedRule>;
  readonly rulesWithDelay: Set<IndexedRule>;
  users: number;
}

/** How one change of a resource changed a watched item. */
export interface ItemChange {
  readonly watched: WatchedItem;
  readonly before: unknown;
  readonly value: unknown;
}

const NONE: readonly WatchedItem[] = [];

export class RuleIndex {
  readonly #store: EngineParts["store"];
  readonly #clock: EngineParts["clock"];
  readonly #rules = new Map<Address, IndexedRule>();
  readonly #byAddress = new Map<string, WatchedItem[]>(); // as a rule names it: also "/sensors/<uniqueid>"
  readonly #byName = new Map<unknown, WatchedItem[]>();

  constructor({ store, clock }: Pick<EngineParts, "store" | "clock">) {
    this.#store = store;
    this.#clock = clock;
  }

  get(address: Address): IndexedRule | undefined {
    return this.#rules.get(address);
  }

  /** Undefined when a condition of it is not understood. */
  add(rule: Resource, isStart: boolean): IndexedRule | undefined {
    const known = this.read(rule, isStart);
    if (!known) return undefined;
    this.#rules.set(rule.address, known);
    for (const { watched, wakes, condition } of known.conditions) {
      if (!watched) continue;
      if (watched.users === 0) this.#file(watched);
      watched.users += 1;
      if (wakes) watched.rulesToWake.add(known);
      if (condition.test.operator === "ddx") watched.rulesWithDelay.add(known);
    }
    return known;
  }

  drop(address: Address): IndexedRule | undefined {
    const known = this.#rules.get(address);
    this.#rules.delete(address);
    for (const { watched } of known?.conditions ?? []) {
      if (!watched || !known) continue;
      watched.rulesToWake.delete(known);
      watched.rulesWithDelay.delete(known);
      watched.users -= 1;
      if (watched.users === 0) this.#unfile(watched);
    }
    return known;
  }

  /** Indexes the rule as if it were enabled. */
  read({ address, attr }: Resource, isStart = false): IndexedRule | undefined {
    const conditions = Array.isArray(attr.conditions) ? attr.conditions.map(keptCondition) : [undefined];
    if (!conditions.every((condition) => condition !== undefined)) return undefined;
    const operators = conditions.map(({ test }) => test.operator);
    const waker = operators.includes("dx") ? "change" : operators.includes("ddx") ? undefined : "becoming true";
    const made: WatchedItem[] = [];
    const indexed = conditions.map((condition): IndexedCondition => {
      const { wakes } = OPERATORS[condition.test.operator];
      const watched = "span" in condition.test ? undefined : this.#watch(condition.item, made, isStart);
      return { condition, watched, wakes: wakes === waker };
    });
    const waitsForSpan = waker === "becoming true" && conditions.some(({ test }) => "span" in test);
    return { address, conditions: indexed, delay: delayIn(indexed), waitsForSpan };
  }

  /** The watched items that this change concerns; their new values are remembered at once. */
  changesIn({ resource, section, values, before }: Change): readonly ItemChange[] {
    const changes: ItemChange[] = [];
    for (const watched of this.#watchedOf(resource)) {
      const { item } = watched;
      if (item.section !== section || !Object.hasOwn(values, item.member)) continue;
      const value = valueIn(values, item);
      const was = Object.hasOwn(before, item.member) ? valueIn(before, item) : watched.last;
      watched.last = value;
      if (value !== was) watched.changed = this.#clock.uptime();
      changes.push({ watched, before: was, value });
    }
    return changes;
  }

  #watchedOf({ address, attr }: Resource): readonly WatchedItem[] {
    const watched = this.#byAddress.get(address) ?? NONE;
    const named = attr.uniqueid === undefined ? NONE : (this.#byName.get(attr.uniqueid) ?? NONE);
    if (named.length === 0) return watched;
    const meant = ({ item }: WatchedItem) => this.#store.find(item.collection, item.name)?.address === address;
    return [...new Set([...watched, ...named.filter(meant)])];
  }

  #watch(item: Item, made: WatchedItem[], isStart: boolean): WatchedItem {
    const known = [...(this.#byAddress.get(resourceOf(item)) ?? NONE), ...made].find((each) =>
      isSameItem(each.item, item),
    );
    if (known) return known;
    const changed = isStart ? Number.NaN : this.#lastReported(item);
    const rules = { rulesToWake: new Set<IndexedRule>(), rulesWithDelay: new Set<IndexedRule>() };
    const watched = { item, last: undefined, changed, ...rules, users: 0 };
    made.push(watched);
    return watched;
  }

  /** An item that no rule watched until now has at least not become different since it was last reported. */
  #lastReported({ collection, name, section }: Item): number {
    const resource = section === "state" ? this.#store.find(collection, name) : undefined;
    const age = this.#clock.now() - readUtc(resource?.state.lastupdated);
    return this.#clock.uptime() - Math.max(0, age);
  }

  #file(watched: WatchedItem): void {
    for (const [map, key] of this.#mapsOf(watched)) map.set(key, [...(map.get(key) ?? NONE), watched]);
  }

  #unfile(watched: WatchedItem): void {
    for (const [map, key] of this.#mapsOf(watched)) {
      const left = map.get(key)?.filter((each) => each !== watched) ?? [];
      if (left.length > 0) map.set(key, left);
      else map.delete(key);
    }
  }

  #mapsOf({ item }: WatchedItem): readonly (readonly [Map<unknown, WatchedItem[]>, string])[] {
    return [
      [this.#byAddress as Map<unknown, WatchedItem[]>, resourceOf(item)],
      [this.#byName, item.name],
    ];
  }
}

function resourceOf({ collection, name }: Item): string {
  return collection === "/" ? `/${name}` : `${collection}/${name}`;
}

function isSameItem(one: Item, other: Item): boolean {
  return (
    one.member === other.member &&
    one.part === other.part &&
    one.section === other.section &&
    one.name === other.name &&
    one.collection === other.collection
  );
}

function delayIn(conditions: readonly IndexedCondition[]): DdxDelay | undefined {
  for (const [index, { condition, watched }] of conditions.entries())
    if (watched && condition.test.operator === "ddx")
      return { index, watched, milliseconds: condition.test.seconds * 1000 };
  return undefined;
}
