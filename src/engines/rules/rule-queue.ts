/** Events that wake rules are worked off one after the other: first all rules are evaluated, then those that fire act, in their order. */
import { byId, idOf } from "../../model/addresses.ts";
import type { Evaluation } from "../../model/automation/rule-engine.ts";
import type { Address, Cause, Command, Resource, Values } from "../../model/resource.ts";
import { readUtc, utcSeconds } from "../../model/time/times.ts";
import { BY_GATEWAY, type EngineParts } from "../engine.ts";
import { evaluationOfFiring, FiringLog } from "../firing-log.ts";
import { ActionRunner } from "./action-runner.ts";
import { contextOf, evaluate, type RuleEvent } from "./evaluate.ts";
import {
  addToTrace,
  type EvaluationNote,
  evaluationOf,
  firingOf,
  type HeldBecause,
  type PendingActionResult,
} from "./rule-trace.ts";
import type { IndexedRule, RuleIndex } from "./watched-items.ts";

/** Kept over rewrites of the rule. */
interface RuleHistory {
  readonly notes: EvaluationNote[]; // of evaluations that did not fire, or whose actions still run
  readonly firings: number[];
}

interface Firing {
  readonly rule: Resource;
  readonly note: EvaluationNote;
  readonly cause: Cause;
}

/** Events that may wait while actions are slow. Events that rules cause may take only a part of it. */
const MOST_WAITING = 5_000;
const MOST_BY_RULES = 1_000;

export class RuleQueue {
  readonly #parts: EngineParts;
  readonly #index: RuleIndex;
  readonly #histories = new Map<Address, RuleHistory>();
  readonly #log: FiringLog;
  readonly #guard = new LoopGuard();
  readonly #actions: ActionRunner;
  readonly #warnOfLoop: (text: string) => void;
  readonly #warnOfFlood: (text: string) => void;
  readonly #events: RuleEvent[] = [];
  #isBusy = false;

  constructor(parts: EngineParts, index: RuleIndex) {
    this.#parts = parts;
    this.#index = index;
    this.#log = new FiringLog(parts, "/rules");
    this.#actions = new ActionRunner({ ...parts, warn: seldom(parts) });
    this.#warnOfLoop = seldom(parts);
    this.#warnOfFlood = seldom(parts);
  }

  add(event: RuleEvent): void {
    const most = event.cause.depth > 0 ? MOST_BY_RULES : MOST_WAITING;
    if (this.#events.length >= most) return void this.#warnOfFlood("/rules: actions are too slow, changes go unheard");
    this.#events.push(event);
    this.#work();
  }

  /** Evaluates a rule as if all that it waits for had just come. Nothing is done, nothing is noted. */
  tryOut(rule: Resource): Evaluation | undefined {
    const note = this.#requested(rule, "try");
    if (note?.fires) note.held = heldBecause(rule.attr, note.at);
    return note && evaluationOf(note);
  }

  /** Runs the actions of a rule, even if its conditions are not true. */
  async trigger(rule: Resource, { by, depth }: Cause): Promise<Evaluation | undefined> {
    const note = this.#requested(rule, by);
    if (!note) return undefined;
    const firing = { rule, note: { ...note, fires: true }, cause: { by: rule.address, depth: depth + 1 } };
    addToTrace(this.#historyOf(rule.address).notes, firing.note);
    if (!this.#isLoop(firing)) await this.#fire(firing);
    return evaluationOf(firing.note);
  }

  trace(rule: Address): readonly Evaluation[] {
    const looks = (this.#histories.get(rule)?.notes ?? []).map(evaluationOf).reverse();
    const firings = this.#log.of(rule).map(evaluationOfFiring);
    return [...looks, ...firings].sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  }

  forget(rule: Address): void {
    this.#histories.delete(rule);
    this.#log.forget(rule);
  }

  saveLog(): void {
    this.#log.save();
  }

  stop(): void {
    this.#log.stop();
    this.#events.length = 0;
    this.#actions.stop();
  }

  #work(): void {
    while (!this.#isBusy) {
      const event = this.#events.shift();
      if (!event) return;
      const firings = this.#firingsOf(event);
      if (firings.length === 0) continue;
      this.#isBusy = true;
      this.#fireAll(firings).then(
        () => this.#goOn(),
        (error) => {
          this.#parts.log.error(`/rules: acting failed: ${error instanceof Error ? error.stack : error}`);
          this.#goOn();
        },
      );
    }
  }

  #goOn(): void {
    this.#isBusy = false;
    this.#work();
  }

  #firingsOf(event: RuleEvent): Firing[] {
    const context = contextOf(this.#parts, event, (rule, condition) => this.#disable(rule, condition));
    const depth = event.cause.depth + 1;
    const firings: Firing[] = [];
    for (const indexed of event.rules) {
      if (this.#index.get(indexed.address) !== indexed) continue; // rewritten meanwhile
      const note = evaluate(indexed, context);
      addToTrace(this.#historyOf(indexed.address).notes, note);
      const rule = note.fires ? this.#parts.store.get(indexed.address) : undefined;
      if (!rule) continue;
      const firing = { rule, note, cause: { depth, by: rule.address } };
      note.held = heldBecause(rule.attr, note.at);
      if (note.held === undefined && !this.#isLoop(firing)) firings.push(firing);
    }
    return firings.sort((one, other) => byId(idOf(one.rule.address), idOf(other.rule.address)));
  }

  #isLoop({ rule, note, cause }: Firing): boolean {
    const { firings } = this.#historyOf(rule.address);
    if (this.#guard.admits(firings, cause.depth, this.#parts.clock.uptime())) return false;
    note.held = "loop";
    this.#warnOfLoop(`${rule.address}: held back, for rules set each other off without end`);
    return true;
  }

  async #fireAll(firings: readonly Firing[]): Promise<void> {
    for (const firing of firings) await this.#fire(firing);
  }

  async #fire({ rule, note, cause }: Firing): Promise<void> {
    const { store } = this.#parts;
    const results: PendingActionResult[] = [];
    note.actions = results;
    const isDone = await this.#actions.run((rule.attr.actions ?? []) as readonly Command[], cause, results);
    this.#logFiring(rule.address, note);
    const { attr } = store.get(rule.address) ?? {};
    if (!isDone) return void (attr && store.patch(rule.address, "attr", { lastfailed: note.at }, cause));
    const timestriggered = Number(attr?.timestriggered ?? 0) + 1;
    const mended = attr?.lastfailed === undefined ? {} : { lastfailed: undefined };
    store.patch(rule.address, "attr", { lasttriggered: utcSeconds(note.at), timestriggered, ...mended }, cause);
  }

  /** Notes the firing in the log. */
  #logFiring(rule: Address, note: EvaluationNote): void {
    if (!this.#parts.store.get(rule)) return; // deleted by its own action
    const { notes } = this.#historyOf(rule);
    const index = notes.indexOf(note);
    if (index >= 0) notes.splice(index, 1);
    this.#log.note(rule, firingOf(note));
  }

  #requested(rule: Resource, requestedBy: string): EvaluationNote | undefined {
    const indexed = this.#index.get(rule.address) ?? this.#index.read(rule);
    if (!indexed) return undefined;
    const event = { at: this.#parts.clock.now(), cause: BY_GATEWAY, rules: [indexed], changes: [], requestedBy };
    return evaluate(
      indexed,
      contextOf(this.#parts, event, () => {}),
    );
  }

  /** The resource of a condition is gone: a user has to look at the rule. A rule of a flow waits until it is back. */
  #disable({ address }: IndexedRule, condition: number): void {
    const { store, log } = this.#parts;
    const { status, declared } = store.get(address)?.attr ?? {};
    if (status !== "enabled") return;
    store.patch(address, "attr", { status: "disabled", ...(declared ? { awaits: true } : {}) }, BY_GATEWAY);
    log.warn(`${address}: disabled, for what its condition ${condition} looks at is gone`);
  }

  #historyOf(rule: Address): RuleHistory {
    const known = this.#histories.get(rule);
    if (known) return known;
    const history: RuleHistory = { notes: [], firings: [] };
    this.#histories.set(rule, history);
    return history;
  }
}

/** Why a rule would not act now. In `periodic` milliseconds it fires once; a last firing that is yet to come does not count. */
function heldBecause({ status, periodic, lasttriggered }: Values, at: number): HeldBecause | undefined {
  if (status !== "enabled") return "disabled";
  const ago = at - readUtc(lasttriggered);
  return Number(periodic) < 0 || (ago >= 0 && ago < Number(periodic)) ? "periodic" : undefined;
}

// ---- rules that set each other off

const DEEPEST = 10; // rules in a chain
const MOST_OF_A_RULE = 50; // firings within
const MOST_OF_ALL = 1_000; // firings that rules cause within: a chain that branches is wide before it is deep
const WITHIN = 10_000; // milliseconds

/** Keeps rules that set each other off from going round for ever. */
class LoopGuard {
  readonly #byRules: number[] = []; // uptimes, as many as count

  /** Whether a rule may fire that fired at these uptimes; noted if so. */
  admits(firings: number[], depth: number, uptime: number): boolean {
    const isByRule = depth > 1;
    if (depth > DEEPEST || !hasRoom(firings, MOST_OF_A_RULE, uptime)) return false;
    if (isByRule && !hasRoom(this.#byRules, MOST_OF_ALL, uptime)) return false;
    noteFiring(firings, MOST_OF_A_RULE, uptime);
    if (isByRule) noteFiring(this.#byRules, MOST_OF_ALL, uptime);
    return true;
  }
}

function hasRoom(firings: readonly number[], most: number, uptime: number): boolean {
  return firings.length < most || uptime - (firings[0] ?? 0) >= WITHIN;
}

function noteFiring(firings: number[], most: number, uptime: number): void {
  firings.push(uptime);
  if (firings.length > most) firings.shift();
}

/** Warns, and then not again for a while. */
function seldom({ clock, log }: Pick<EngineParts, "clock" | "log">): (text: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (text) => {
    if (clock.uptime() - last < WITHIN) return;
    last = clock.uptime();
    log.warn(text);
  };
}
