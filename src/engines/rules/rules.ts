/** Rules: what is to happen when something has. */

import type { Address, Change, Resource, Stop } from "../../model/resource.ts";
import { RULE_ENGINE } from "../../model/rule-engine.ts";
import { BY_CLOCK, type Engine, type EngineParts, stopAll, timezoneOf } from "../engine.ts";
import { RuleClock } from "./clock.ts";
import { RuleIndex } from "./index.ts";
import { openResting } from "./rest.ts";
import { openTurns } from "./turns.ts";

const RULES: Address = "/rules";
const CONFIG: Address = "/config";
const OF_CONCERN = ["conditions", "status", "awaits"];

export const rules: Engine = (parts) => {
  const { store, engines } = parts;
  const index = new RuleIndex(parts);
  const turns = openTurns(parts, index);
  const withdraw = engines.offer(RULE_ENGINE, {
    trace: turns.trace,
    tryRule: (address) => {
      const rule = store.get(address);
      return rule && turns.look(rule);
    },
    trigger: async (address, cause) => {
      const rule = store.get(address);
      return rule && turns.force(rule, cause);
    },
  });
  return stopAll([listen(parts, index, turns), withdraw]);
};

function listen({ store, bus, clock, log }: EngineParts, index: RuleIndex, turns: ReturnType<typeof openTurns>): Stop {
  const times = new RuleClock(clock.now(), clock.uptime(), timezoneOf(store));
  const resting = openResting({ store, log }, index);
  for (const rule of store.list(RULES)) {
    add(rule, true);
    resting.note(rule.address, rule);
  }
  const stop = stopAll([bus.on(hear), clock.everySecond(tick), turns.stop]);
  resting.look();
  return stop;

  function hear(change: Change): void {
    const { event, resource, values, cause } = change;
    if (resource.address.startsWith("/rules/")) follow(change);
    if (event === "added") resting.look();
    if (event !== "changed") return;
    if (resource.address === CONFIG && "timezone" in values) times.setZone(timezoneOf(store), clock.now());
    const moves = index.moves(change);
    if (moves.length === 0 || cause.undo) return;
    for (const { watch, before, value } of moves) if (value !== before) times.moved(watch);
    const rules = [...new Set(moves.flatMap(({ watch }) => [...watch.wakes]))];
    if (rules.length > 0) turns.happen({ at: clock.now(), cause, rules, moves });
  }

  function tick(now: number): void {
    const struck = times.tick(now, clock.uptime());
    if (struck.size > 0) turns.happen({ at: now, cause: BY_CLOCK, rules: [...struck.keys()], moves: [], struck });
  }

  /** What somebody made of a rule. That it fired changes nothing here. */
  function follow({ event, resource, values }: Change): void {
    if (event === "changed" && !OF_CONCERN.some((name) => name in values)) return;
    const rule = event === "deleted" ? undefined : resource;
    drop(resource.address);
    resting.note(resource.address, rule);
    if (!rule) return void turns.forget(resource.address);
    add(rule, false);
    resting.look();
  }

  function add(rule: Resource, isStart: boolean): void {
    if (rule.attr.status !== "enabled") return;
    const known = index.add(rule, isStart);
    if (known) times.add(known, clock.now());
    else log.warn(`${rule.address}: a condition of it is unknown to this version, so it sleeps`);
  }

  function drop(rule: Address): void {
    const known = index.drop(rule);
    if (known) times.drop(known);
  }
}
