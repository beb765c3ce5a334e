/** What happens to rules is worked off in turns: all that it wakes are decided, then those that fire act, in their order. */
import { byId, idOf } from "../../model/addresses.ts";
import type { Address, Cause, Command, Resource, Stop, Values } from "../../model/resource.ts";
import type { Evaluation } from "../../model/rule-engine.ts";
import { readUtc, utcSeconds } from "../../model/times.ts";
import { BY_GATEWAY, type EngineParts } from "../engine.ts";
import { decide, type Happening, viewOf } from "./decide.ts";
import { type Firings, openGuard, seldom } from "./guard.ts";
import type { Known, RuleIndex } from "./index.ts";
import { openRunner } from "./run.ts";
import { evaluationOf, type Held, keep, type Note, type NotedDeed } from "./trace.ts";

export interface Turns {
  happen(happening: Happening): void;
  /** Looks at a rule as if whatever it waits for had just come. Nothing is done, nothing is noted. */
  look(rule: Resource): Evaluation | undefined;
  /** It acts whatever the conditions say. */
  force(rule: Resource, cause: Cause): Promise<Evaluation | undefined>;
  trace(rule: Address): readonly Evaluation[];
  forget(rule: Address): void;
  readonly stop: Stop;
}

/** What is remembered of a rule, however often it is rewritten. */
interface Past {
  readonly notes: Note[];
  readonly firings: Firings;
}

interface Firing {
  readonly rule: Resource;
  readonly note: Note;
  readonly cause: Cause;
}

/** Happenings, while actions are slow; what rules make happen themselves leaves room for the others. */
const MOST_WAITING = 5_000;
const MOST_BY_RULES = 1_000;

export function openTurns(parts: EngineParts, index: RuleIndex): Turns {
  const { store, clock, log } = parts;
  const pasts = new Map<Address, Past>();
  const admits = openGuard();
  const runner = openRunner({ ...parts, warn: seldom(parts) });
  const [warnOfLoop, warnOfFlood] = [seldom(parts), seldom(parts)];
  const queue: Happening[] = [];
  let isBusy = false;

  return {
    happen: (happening) => {
      const most = happening.cause.depth > 0 ? MOST_BY_RULES : MOST_WAITING;
      if (queue.length >= most) return warnOfFlood("/rules: actions are too slow, changes go unheard");
      queue.push(happening);
      work();
    },
    look: (rule) => {
      const note = wished(rule, "try", BY_GATEWAY);
      if (note?.fires) note.held = resting(rule.attr, note.at);
      return note && evaluationOf(note);
    },
    force: async (rule, { by, depth }) => {
      const note = wished(rule, by, BY_GATEWAY);
      if (!note) return undefined;
      const firing = { rule, note: { ...note, fires: true }, cause: { by: rule.address, depth: depth + 1 } };
      keep(pastOf(rule.address).notes, firing.note);
      if (!isLoop(firing)) await act(firing);
      return evaluationOf(firing.note);
    },
    trace: (rule) => (pasts.get(rule)?.notes ?? []).map(evaluationOf).reverse(),
    forget: (rule) => pasts.delete(rule),
    stop: () => {
      queue.length = 0;
      runner.stop();
    },
  };

  function work(): void {
    while (!isBusy) {
      const happening = queue.shift();
      if (!happening) return;
      const firings = decideAll(happening);
      if (firings.length === 0) continue;
      isBusy = true;
      actAll(firings).then(goOn, (error) => {
        log.error(`/rules: acting failed: ${error instanceof Error ? error.stack : error}`);
        goOn();
      });
    }
  }

  function goOn(): void {
    isBusy = false;
    work();
  }

  function decideAll(happening: Happening): Firing[] {
    const view = viewOf(parts, happening, disable);
    const cause = { depth: happening.cause.depth + 1 };
    const firings: Firing[] = [];
    for (const known of happening.rules) {
      if (index.get(known.address) !== known) continue; // rewritten meanwhile
      const note = decide(known, view);
      keep(pastOf(known.address).notes, note);
      const rule = note.fires ? store.get(known.address) : undefined;
      if (!rule) continue;
      const firing = { rule, note, cause: { ...cause, by: rule.address } };
      note.held = resting(rule.attr, note.at);
      if (note.held === undefined && !isLoop(firing)) firings.push(firing);
    }
    return firings.sort((one, other) => byId(idOf(one.rule.address), idOf(other.rule.address)));
  }

  function isLoop({ rule, note, cause }: Firing): boolean {
    if (admits(pastOf(rule.address).firings, cause.depth, clock.uptime())) return false;
    note.held = "loop";
    warnOfLoop(`${rule.address}: held back, for rules set each other off without end`);
    return true;
  }

  async function actAll(firings: readonly Firing[]): Promise<void> {
    for (const firing of firings) await act(firing);
  }

  async function act({ rule, note, cause }: Firing): Promise<void> {
    const deeds: NotedDeed[] = [];
    note.deeds = deeds;
    const isDone = await runner.run((rule.attr.actions ?? []) as readonly Command[], cause, deeds);
    if (!isDone) return;
    const timestriggered = Number(store.get(rule.address)?.attr.timestriggered ?? 0) + 1;
    store.patch(rule.address, "attr", { lasttriggered: utcSeconds(note.at), timestriggered }, cause);
  }

  function wished(rule: Resource, wish: string, cause: Cause): Note | undefined {
    const known = index.get(rule.address) ?? index.read(rule);
    if (!known) return undefined;
    const happening = { at: clock.now(), cause, rules: [known], moves: [], wish };
    return decide(
      known,
      viewOf(parts, happening, () => {}),
    );
  }

  /** What a condition looks at is gone: somebody has to look at the rule. That of a flow waits for it. */
  function disable({ address }: Known, condition: number): void {
    const { status, declared } = store.get(address)?.attr ?? {};
    if (status !== "enabled") return;
    store.patch(address, "attr", { status: "disabled", ...(declared ? { awaits: true } : {}) }, BY_GATEWAY);
    log.warn(`${address}: disabled, for what its condition ${condition} looks at is gone`);
  }

  function pastOf(rule: Address): Past {
    const known = pasts.get(rule);
    if (known) return known;
    const past: Past = { notes: [], firings: [] };
    pasts.set(rule, past);
    return past;
  }
}

/** Why a rule would not act now. `periodic` is a span in which it fires once; a time of its last that is yet to come is none. */
function resting({ status, periodic, lasttriggered }: Values, at: number): Held | undefined {
  if (status !== "enabled") return "disabled";
  const ago = at - readUtc(lasttriggered);
  return Number(periodic) < 0 || (ago >= 0 && ago < Number(periodic)) ? "periodic" : undefined;
}
