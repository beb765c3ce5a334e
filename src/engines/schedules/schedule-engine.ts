/** Runs schedules (automation 2.5 to 2.8). Each is planned when it is written; here its time comes, and it is planned anew. */
import { NOTHING } from "../../core/records.ts";
import { byId, familyOf, idOf } from "../../model/addresses.ts";
import type { ActionResult } from "../../model/automation/rule-engine.ts";
import { SCHEDULE_ENGINE, type ScheduleRun } from "../../model/automation/schedule-engine.ts";
import type { Address, Change, Resource, Stop, Values } from "../../model/resource.ts";
import { Agenda } from "../../model/time/agenda.ts";
import {
  type DrawRandom,
  GRACE,
  isTimer,
  planAfterRun,
  randomFrom,
  replanned,
  type Timing,
  timingOf,
  UNPLANNED,
} from "../../model/time/plans.ts";
import { type GivenTime, shownTimes } from "../../model/time/schedule-times.ts";
import { utcSeconds } from "../../model/time/times.ts";
import { offsetAt } from "../../model/time/zones.ts";
import { BY_CLOCK, type Engine, type EngineParts, stopAll, timezoneOf } from "../engine.ts";
import { evaluationOfFiring, FiringLog } from "../firing-log.ts";
import { CommandRunner } from "./command-runner.ts";

const SCHEDULES: Address = "/schedules";
const PLACE = ["timezone", "latitude", "longitude"];

export const schedules: Engine = (parts) => new ScheduleEngine(parts).start();

class ScheduleEngine {
  readonly #parts: EngineParts;
  readonly #draw: DrawRandom;
  readonly #runner: CommandRunner;
  readonly #log: FiringLog;
  readonly #timers = new Agenda<Address>(); // in uptime: setting the clock neither delays nor hastens a timer
  readonly #byClock = new Agenda<Address>(); // in instants
  #ahead: number; //  the clock's lead on uptime
  #offset: number; // of the time zone

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#draw = randomFrom(parts.host);
    this.#log = new FiringLog(parts, SCHEDULES);
    this.#runner = new CommandRunner({ ...parts, ran: (address, actions) => this.#ran(address, actions) });
    this.#ahead = parts.clock.now() - parts.clock.uptime();
    this.#offset = this.#offsetNow();
  }

  start(): Stop {
    const { bus, clock } = this.#parts;
    this.#reconsiderAll(({ address }) => this.#arm(address));
    this.#showTimes();
    const hearing = bus.on((change) => this.#hear(change), { families: ["schedules", "config"] });
    const first = clock.after(0, () => this.#tick(clock.now())); // the next full second may be too late for a run that is just in time
    const withdraw = this.#parts.engines.offer(SCHEDULE_ENGINE, {
      trace: (address) => this.#trace(address),
      saveLog: () => this.#log.save(),
    });
    const everySecond = clock.everySecond((now) => this.#tick(now));
    return stopAll([hearing, first, everySecond, () => this.#runner.stop(), () => this.#log.stop(), withdraw]);
  }

  #ran(address: Address, actions: readonly ActionResult[]): void {
    const { store, clock } = this.#parts;
    if (!store.get(address)) return; // that was its last time
    this.#log.note(address, { at: clock.now(), by: "time", conditions: [], actual: [], ok: 0, actions });
  }

  #trace(address: Address): readonly ScheduleRun[] {
    return this.#log.of(address).map((firing) => {
      const { at, since, count, actions } = evaluationOfFiring(firing);
      return { at, ...(since === undefined ? {} : { since }), ...(count === undefined ? {} : { count }), actions };
    });
  }

  #hear({ event, resource: { address }, values, cause }: Change): void {
    if (address === "/config" && PLACE.some((name) => name in values)) {
      this.#showTimes();
      this.#reconsiderAll(() => {});
    }
    if (familyOf(address) !== "schedules") return;
    if (event === "deleted") this.#log.forget(address);
    if (cause === BY_CLOCK) return;
    if (event !== "changed" || "due" in values || "status" in values) this.#arm(address);
  }

  #tick(now: number): void {
    const { clock, store } = this.#parts;
    const uptime = clock.uptime();
    if (Math.abs(now - uptime - this.#ahead) > GRACE) {
      this.#ahead = now - uptime;
      this.#reconsiderAll((timer) => this.#correct(timer));
    }
    if (this.#offset !== this.#offsetNow()) {
      this.#offset = this.#offsetNow();
      this.#showTimes();
    }
    // A schedule that was missed may be planned anew for a time that is just in time.
    for (let due = this.#dueBy(uptime, now); due.length > 0; due = this.#dueBy(uptime, now))
      for (const each of due) {
        const schedule = store.get(each.address);
        const timing = schedule && timingOf(schedule.attr, this.#config());
        const isPlanned = schedule?.attr.status === "enabled" && schedule.attr.due !== undefined;
        if (timing && isPlanned) this.#timeHasCome(schedule, timing, each, now);
      }
  }

  #dueBy(uptime: number, now: number): readonly Due[] {
    const due = [...taken(this.#timers, uptime), ...taken(this.#byClock, now)];
    return due.sort((one, other) => byId(idOf(one.address), idOf(other.address)));
  }

  #timeHasCome(schedule: Resource, timing: Timing, { address, due, late }: Due, now: number): void {
    const { store } = this.#parts;
    const { attr } = schedule;
    if (Math.abs(Number(attr.due) - (now - late)) > GRACE) return void this.#arm(address); // it has just been moved
    const isInTime = late < GRACE;
    const plan = planAfterRun(attr, timing, now, late, this.#draw);
    const isOver = plan === undefined && attr.autodelete === true;
    const next = plan ?? { ...UNPLANNED, status: "disabled" };
    if (!isInTime) this.#keep(address, next);
    else if (!isOver) this.#planAtOnce(address, next);
    if (isInTime) this.#runWhenKept(schedule, { planned: attr.due, at: now }, isOver);
    else if (isOver) store.remove(address, BY_CLOCK);
    if (plan?.due !== undefined && isTimer(timing.pattern))
      this.#timers.set(address, due + plan.due - Number(attr.due));
    else this.#arm(address);
    if (!isInTime) this.#tellMissed(schedule);
  }

  /** Committed at once, so that the time does not come again meanwhile; the plan reaches the disk with the write of `#runWhenKept`. */
  #planAtOnce(address: Address, plan: object): void {
    const { store } = this.#parts;
    const draft = store.draft(BY_CLOCK);
    draft.patch(address, "attr", plan as Values);
    store.commit(draft);
  }

  /** First the disk has it: a gateway that is killed in between, and is back within the grace, does not run it twice. */
  #runWhenKept(schedule: Resource, lastfired: object, isOver: boolean): void {
    const { store, whenKept } = this.#parts;
    const draft = store.draft(BY_CLOCK);
    draft.patch(schedule.address, "attr", { lastfired });
    if (isOver) draft.remove(schedule.address);
    whenKept(draft, () => this.#runner.run(schedule));
  }

  #arm(address: Address): void {
    const { store, clock } = this.#parts;
    this.#timers.delete(address);
    this.#byClock.delete(address);
    const attr = store.get(address)?.attr ?? NOTHING;
    const timing = timingOf(attr, this.#config());
    if (!timing || attr.status !== "enabled" || typeof attr.due !== "number") return;
    if (!store.expected.get(address)) return; // it has run for the last time, and is being deleted
    if (isTimer(timing.pattern)) this.#timers.set(address, clock.uptime() + attr.due - clock.now());
    else this.#byClock.set(address, attr.due);
  }

  /** After the clock or the place has changed; and over a restart, where both may have. */
  #reconsiderAll(reconsiderTimer: (schedule: Resource) => void): void {
    for (const schedule of this.#all()) {
      const timing = timingOf(schedule.attr, this.#config());
      if (!timing || schedule.attr.status !== "enabled") continue;
      if (isTimer(timing.pattern)) reconsiderTimer(schedule);
      else this.#reconsider(schedule, timing);
    }
  }

  #reconsider(schedule: Resource, timing: Timing): void {
    const { address, attr } = schedule;
    const now = this.#parts.clock.now();
    const plan = replanned(attr, timing, now, this.#draw);
    const isMissed = timing.pattern.kind !== "once" && Number(attr.due) <= now - GRACE;
    if (isMissed) this.#tellMissed(schedule);
    this.#keep(address, plan);
    this.#arm(address);
  }

  /** A timer keeps its due time for the next start, by the clock as it is now. */
  #correct({ address, attr }: Resource): void {
    const { clock } = this.#parts;
    const due = this.#timers.due(address);
    if (due === undefined) return;
    const right = Math.round(clock.now() + due - clock.uptime());
    this.#keep(address, { due: right, base: right - (Number(attr.due) - Number(attr.base)) });
  }

  /** Of `time` and `localtime` one counts; the other follows from it. */
  #showTimes(): void {
    const { store, clock } = this.#parts;
    for (const { address, attr } of this.#all()) {
      const given: GivenTime = attr.given === "localtime" ? "localtime" : "time";
      this.#keep(address, shownTimes(given, String(attr[given]), timezoneOf(store), clock.now()));
    }
  }

  #tellMissed({ address, attr }: Resource): void {
    const time = utcSeconds(Number(attr.due));
    this.#parts.log.info(`${address}: its time was ${time} UTC, and nobody was there: nothing was done`);
  }

  #keep(address: Address, values: object): void {
    this.#parts.store.patch(address, "attr", values as Values, BY_CLOCK);
  }

  #all(): readonly Resource[] {
    return this.#parts.store.list(SCHEDULES);
  }

  #config(): Values {
    return this.#parts.store.get("/config")?.attr ?? {};
  }

  #offsetNow(): number {
    return offsetAt(this.#parts.clock.now(), timezoneOf(this.#parts.store));
  }
}

interface Due {
  readonly address: Address;
  readonly due: number;
  readonly late: number; // milliseconds
}

function* taken(agenda: Agenda<Address>, now: number): Iterable<Due> {
  for (let due = agenda.next; due !== undefined && due <= now; due = agenda.next)
    for (const address of agenda.takeDue(due)) yield { address, due, late: now - due };
}
