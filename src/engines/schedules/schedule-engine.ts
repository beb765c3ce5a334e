/** Runs schedules (automation 2.5 to 2.8). Each is planned when it is written; here it happens, and is planned anew. */
import { Agenda } from "../../core/agenda.ts";
import { NOTHING } from "../../core/records.ts";
import { byId, familyOf, idOf } from "../../model/addresses.ts";
import { AT_REST, drawFrom, followed, GRACE, isTimer, reconsidered, type Timing, timingOf } from "../../model/plans.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import { type Given, shownTimes } from "../../model/schedule-times.ts";
import { utcSeconds } from "../../model/times.ts";
import { offsetAt } from "../../model/zones.ts";
import { BY_CLOCK, type Engine, stopAll } from "../engine.ts";
import { runner } from "./command-runner.ts";

const PLACE = ["timezone", "latitude", "longitude"];

export const schedules: Engine = ({ store, bus, clock, log, host, perform, whenKept }) => {
  const draw = drawFrom(host);
  const { run, stop } = runner({ store, bus, clock, log, perform });
  const timers = new Agenda<Address>(); // by the time that has passed: who sets the clock neither delays nor hastens them
  const others = new Agenda<Address>(); // by the clock
  const config = () => store.get("/config")?.attr ?? {};
  const zone = () => String(config().timezone ?? "UTC");
  const all = () => store.list("/schedules");
  const offsetNow = () => offsetAt(clock.now(), zone());
  let ahead = clock.now() - clock.uptime(); // the clock, of the time that has passed
  let offset = offsetNow();

  const keep = (address: Address, values: object) => store.patch(address, "attr", values as Values, BY_CLOCK);
  const missed = ({ address, attr }: Resource) =>
    log.info(`${address}: its time was ${utcSeconds(Number(attr.due))} UTC, and nobody was there: nothing was done`);

  const arm = (address: Address) => {
    timers.delete(address);
    others.delete(address);
    const attr = store.get(address)?.attr ?? NOTHING;
    const timing = timingOf(attr, config());
    if (!timing || attr.status !== "enabled" || typeof attr.due !== "number") return;
    if (!store.expected.get(address)) return; // it has happened for the last time, and goes
    if (isTimer(timing.pattern)) timers.set(address, clock.uptime() + attr.due - clock.now());
    else others.set(address, attr.due);
  };

  /** After the clock or the place has changed; and over a restart, where both may have. */
  const reconsider = (schedule: Resource, timing: Timing) => {
    const { address, attr } = schedule;
    const plan = reconsidered(attr, timing, clock.now(), draw);
    const isGone = timing.pattern.kind !== "once" && Number(attr.due) <= clock.now() - GRACE;
    if (isGone) missed(schedule);
    keep(address, plan);
    arm(address);
  };
  const reconsiderAll = (timer: (schedule: Resource) => void) => {
    for (const schedule of all()) {
      const timing = timingOf(schedule.attr, config());
      if (!timing || schedule.attr.status !== "enabled") continue;
      if (isTimer(timing.pattern)) timer(schedule);
      else reconsider(schedule, timing);
    }
  };

  /** What a timer keeps for the next start is told by the clock as it is now. */
  const correct = ({ address, attr }: Resource) => {
    const due = timers.due(address);
    if (due === undefined) return;
    const right = Math.round(clock.now() + due - clock.uptime());
    keep(address, { due: right, base: right - (Number(attr.due) - Number(attr.base)) });
  };

  /** The times that only follow from those that count. */
  const showAll = () => {
    for (const { address, attr } of all()) {
      const given: Given = attr.given === "localtime" ? "localtime" : "time";
      keep(address, shownTimes(given, String(attr[given]), zone(), clock.now()));
    }
  };

  const happen = ({ key: address, due, late }: Taken, now: number) => {
    const schedule = store.get(address);
    const timing = schedule && timingOf(schedule.attr, config());
    if (!timing || schedule.attr.status !== "enabled" || schedule.attr.due === undefined) return;
    const { attr } = schedule;
    if (Math.abs(Number(attr.due) - (now - late)) > GRACE) return arm(address); // it has just been moved
    const isHeard = late < GRACE;
    const plan = followed(attr, timing, now, late, draw);
    const goes = plan === undefined && attr.autodelete === true;
    const next = plan ?? { ...AT_REST, status: "disabled" };
    if (!isHeard) keep(address, next);
    else if (!goes) goOn(address, next);
    if (isHeard) tell(schedule, { planned: attr.due, at: now }, goes);
    else if (goes) store.remove(address, BY_CLOCK);
    if (plan?.due !== undefined && isTimer(timing.pattern)) timers.set(address, due + plan.due - Number(attr.due));
    else arm(address);
    if (!isHeard) missed(schedule);
  };

  /** At once, lest it happens again meanwhile; it reaches the disk with what is told of it. */
  const goOn = (address: Address, plan: object) => {
    const draft = store.draft(BY_CLOCK);
    draft.patch(address, "attr", plan as Values);
    store.commit(draft);
  };

  /** First the disk has it: whoever is killed in between, and is back within the grace, does not do it twice. */
  const tell = (schedule: Resource, lastfired: object, goes: boolean) => {
    const draft = store.draft(BY_CLOCK);
    draft.patch(schedule.address, "attr", { lastfired });
    if (goes) draft.remove(schedule.address);
    whenKept(draft, () => run(schedule));
  };

  const dueBy = (passed: number, now: number) =>
    [...taken(timers, passed), ...taken(others, now)].sort((one, other) => byId(idOf(one.key), idOf(other.key)));

  const beat = (now: number) => {
    const passed = clock.uptime();
    if (Math.abs(now - passed - ahead) > GRACE) {
      ahead = now - passed;
      reconsiderAll(correct);
    }
    if (offset !== offsetNow()) {
      offset = offsetNow();
      showAll();
    }
    // What is missed may leave behind what is just in time.
    for (let due = dueBy(passed, now); due.length > 0; due = dueBy(passed, now))
      for (const each of due) happen(each, now);
  };

  reconsiderAll(({ address }) => arm(address));
  showAll();
  const heard = bus.on(({ event, resource: { address }, values, cause }) => {
    if (address === "/config") {
      if (!PLACE.some((name) => name in values)) return;
      showAll();
      reconsiderAll(() => {});
    } else if (familyOf(address) === "schedules" && cause !== BY_CLOCK) {
      if (event !== "changed" || "due" in values || "status" in values) arm(address);
    }
  });
  const first = clock.after(0, () => beat(clock.now())); // the next full second may be too late for what is just in time
  return stopAll([heard, first, clock.everySecond(beat), stop]);
};

interface Taken {
  readonly key: Address;
  readonly due: number;
  readonly late: number; // milliseconds
}

function* taken(agenda: Agenda<Address>, now: number): Iterable<Taken> {
  for (let due = agenda.next; due !== undefined && due <= now; due = agenda.next)
    for (const key of agenda.takeDue(due)) yield { key, due, late: now - due };
}
