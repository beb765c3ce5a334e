/** The rule engine: hears changes and the ticks of the clock, and lets the rules act that wait for it. */
import { resolve } from "../../model/automation/items.ts";
import { RULE_ENGINE } from "../../model/automation/rule-engine.ts";
import type { Address, Change, Resource } from "../../model/resource.ts";
import { BY_CLOCK, BY_GATEWAY, type Engine, type EngineParts, stopAll, timezoneOf } from "../engine.ts";
import { RuleQueue } from "./rule-queue.ts";
import { RuleTimers } from "./rule-timers.ts";
import { RuleIndex } from "./watched-items.ts";

const RULES: Address = "/rules";
const CONFIG: Address = "/config";
const RULE_MEMBERS = ["conditions", "status", "awaits"]; // of a rule; when others change, nothing changes here

export const rules: Engine = (parts) => {
  const { store, engines } = parts;
  const index = new RuleIndex(parts);
  const queue = new RuleQueue(parts, index);
  const withdraw = engines.offer(RULE_ENGINE, {
    trace: (address) => queue.trace(address),
    tryRule: (rule) => queue.tryOut(rule),
    trigger: async (address, cause) => {
      const rule = store.get(address);
      return rule && queue.trigger(rule, cause);
    },
    saveLog: () => queue.saveLog(),
  });
  return stopAll([new RuleListener(parts, index, queue).start(), withdraw]);
};

/** Passes changes and ticks on to the index, the timers and the queue of rules. */
class RuleListener {
  readonly #parts: EngineParts;
  readonly #index: RuleIndex;
  readonly #queue: RuleQueue;
  readonly #timers: RuleTimers;
  readonly #awaiting: AwaitingRules;

  constructor(parts: EngineParts, index: RuleIndex, queue: RuleQueue) {
    const { store, clock } = parts;
    this.#parts = parts;
    this.#index = index;
    this.#queue = queue;
    this.#timers = new RuleTimers(clock.now(), clock.uptime(), timezoneOf(store));
    this.#awaiting = new AwaitingRules(parts, index);
  }

  start() {
    const { store, bus, clock } = this.#parts;
    for (const rule of store.list(RULES)) {
      this.#add(rule, true);
      this.#awaiting.note(rule.address, rule);
    }
    const hearing = bus.on((change) => this.#hear(change));
    const stop = stopAll([hearing, clock.everySecond((now) => this.#tick(now)), () => this.#queue.stop()]);
    this.#awaiting.enable();
    return stop;
  }

  #hear(change: Change): void {
    const { event, resource, values, cause } = change;
    const { store, clock } = this.#parts;
    if (resource.address.startsWith("/rules/")) this.#follow(change);
    if (event === "added") this.#awaiting.enable();
    if (event !== "changed") return;
    if (resource.address === CONFIG && "timezone" in values) this.#timers.setZone(timezoneOf(store), clock.now());
    const changes = this.#index.changesIn(change);
    if (changes.length === 0 || cause.undo) return;
    for (const { watched, before, value } of changes) if (value !== before) this.#timers.itemChanged(watched);
    const rules = [...new Set(changes.flatMap(({ watched }) => [...watched.rulesToWake]))];
    if (rules.length > 0) this.#queue.add({ at: clock.now(), cause, rules, changes });
  }

  #tick(now: number): void {
    const due = this.#timers.tick(now, this.#parts.clock.uptime());
    if (due.size > 0) this.#queue.add({ at: now, cause: BY_CLOCK, rules: [...due.keys()], changes: [], due });
  }

  /** A client has written a rule. The firing of a rule changes nothing here. */
  #follow({ event, resource, values }: Change): void {
    if (event === "changed" && !RULE_MEMBERS.some((name) => name in values)) return;
    const rule = event === "deleted" ? undefined : resource;
    this.#drop(resource.address);
    this.#awaiting.note(resource.address, rule);
    if (!rule) return void this.#queue.forget(resource.address);
    this.#add(rule, false);
    this.#awaiting.enable();
  }

  #add(rule: Resource, isStart: boolean): void {
    if (rule.attr.status !== "enabled") return;
    const indexed = this.#index.add(rule, isStart);
    if (indexed) this.#timers.add(indexed, this.#parts.clock.now());
    else this.#parts.log.warn(`${rule.address}: a condition of it is unknown to this version, so it sleeps`);
  }

  #drop(rule: Address): void {
    const indexed = this.#index.drop(rule);
    if (indexed) this.#timers.drop(indexed);
  }
}

/** Rules of flows that are disabled because the resource of a condition is gone: they are enabled again when it is back. */
class AwaitingRules {
  readonly #parts: Pick<EngineParts, "store" | "log">;
  readonly #index: RuleIndex;
  readonly #rules = new Set<Address>();

  constructor(parts: Pick<EngineParts, "store" | "log">, index: RuleIndex) {
    this.#parts = parts;
    this.#index = index;
  }

  /** The rule as it was last written; undefined: deleted. */
  note(address: Address, rule: Resource | undefined): void {
    if (rule?.attr.status === "disabled" && rule.attr.awaits === true) this.#rules.add(address);
    else this.#rules.delete(address);
  }

  /** Enables the waiting rules whose resources are all there now. */
  enable(): void {
    const { store, log } = this.#parts;
    for (const address of this.#rules) {
      const rule = store.get(address);
      if (!rule || !this.#hasAll(rule)) continue;
      this.#rules.delete(address);
      store.patch(address, "attr", { status: "enabled", awaits: undefined }, BY_GATEWAY);
      log.info(`${address}: enabled again, for all that its conditions look at is there`);
    }
  }

  #hasAll(rule: Resource): boolean {
    const { conditions } = this.#index.read(rule) ?? {};
    return conditions?.every(({ condition }) => resolve(this.#parts.store, condition.item) !== undefined) ?? false;
  }
}
