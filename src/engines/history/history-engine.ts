/**
 * Keeps the history: rolls values up in memory, hands complete rollups to the disk each ten minutes, and answers questions about them. The
 * next start completes the rollups that a kill left. In memory are only those series that the disk is to have something of.
 */
import type { Bus } from "../../core/bus.ts";
import type { Store } from "../../core/store.ts";
import { inPieces } from "../../core/turns.ts";
import { familyOf } from "../../model/addresses.ts";
import type { EnginePorts } from "../../model/engine-ports.ts";
import { wordsOf } from "../../model/errors.ts";
import {
  HISTORY,
  type History,
  type HistoryDisk,
  type HistoryQuery,
  type PastValues,
} from "../../model/history/ports.ts";
import { DAY, MINUTE, type Rollup, type SeriesRollups, TIERS, type Tier } from "../../model/history/rollups.ts";
import type { Clock, Log } from "../../model/ports.ts";
import type { Address, Change, Resource, Section, Stop } from "../../model/resource.ts";
import { isUntold } from "../../model/sensors/untold.ts";
import { timezoneOf } from "../engine.ts";
import { filled, type Gap, monthOf, timeAsked, valueBefore } from "./answers.ts";
import { isCounter } from "./counters.ts";
import { FAMILIES, hasHistory, measuredBy, namesOf, seriesName, type Value, valueIn, valuesOf } from "./measured.ts";
import { keepPast } from "./past.ts";
import { note, recoverSeries } from "./recovery.ts";
import { calendar, Series, spanAt } from "./series.ts";
import { UndoneClaims } from "./undone-claims.ts";

interface HistoryParts {
  readonly bus: Bus;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly engines: EnginePorts;
  readonly disk: HistoryDisk;
}

const WRITE_EVERY = 10 * MINUTE;
const AFTER = 50; // milliseconds: a timer may be a little early
const JUMP = MINUTE; // a clock that is off by more than this was set
const MOST_SERIES = 8_000;
const IN_TURNS = { most: 200 }; // resources or series
const MOST_WAITING = 360; // minutes of a series that a disk refuses
const YEARS = 5 * 366 * DAY;

/** Two series of the engine's own: when it ran last (`grown`: and was stopped), and the times in which it did not watch. */
const ALIVE = "alive";
const GAPS = "gaps";

export function openHistory(parts: HistoryParts): { readonly stop: () => Promise<void> } {
  const history = new HistoryEngine(parts);
  const withdraw = parts.engines.offer(HISTORY, history);
  return {
    stop: () => {
      withdraw();
      return history.stop();
    },
  };
}

class HistoryEngine implements History {
  readonly #parts: HistoryParts;
  readonly #series = new Map<string, Series>(); // with values that are not on the disk yet; and counters
  readonly #spanOf: ReturnType<typeof calendar>;
  readonly #stopHearing: Stop;
  readonly #gaps: Gap[] = [];
  readonly #undone = new UndoneClaims();
  #newGaps: Rollup[] = [];
  #timer: { readonly due: number; readonly stop: Stop } | undefined;
  #flushing: Promise<void> | undefined; // the last one
  #opening: Promise<void>;
  #isOpen = false;
  #isStopped = false;
  #hasRemoved = false;
  #hasNewcomers = false; // values without a series on the disk
  #count = 0; // of series, on the disk and in memory
  #isFull = false; // of series
  #since: number; // values are complete since then: the start, or when the clock was set
  #drift: number; // of the clock against the time that really passes
  #refusal = "";

  constructor(parts: HistoryParts) {
    this.#parts = parts;
    const { bus, store, clock } = parts;
    this.#spanOf = calendar(() => timezoneOf(store));
    this.#since = clock.now();
    this.#drift = this.#since - clock.uptime();
    this.#stopHearing = bus.on((change) => this.#hear(change));
    this.#opening = this.#open();
    this.#opening.catch(() => {}); // a request for the history hears of it
  }

  async read(query: HistoryQuery): Promise<readonly Rollup[]> {
    await this.#ready();
    const resource = this.#parts.store.get(query.address);
    if (!resource) return [];
    if (query.step !== "month") return this.#readTier(resource, { ...query, step: query.step });
    const zone = timezoneOf(this.#parts.store);
    const from = spanAt("month", query.from, zone).start;
    const months = new Map<number, Rollup[]>();
    for (const day of await this.#readTier(resource, { ...query, step: "day", from })) {
      const { start } = spanAt("month", day.at, zone);
      months.set(start, [...(months.get(start) ?? []), day]);
    }
    return [...months].map(([start, days]) => monthOf(days, spanAt("month", start, zone)));
  }

  daily(address: Address, member: `${"state" | "config"}/${string}`): Promise<readonly Rollup[]> {
    const now = this.#parts.clock.now();
    const [section = "state", name = ""] = member.split("/") as [Section, string];
    return this.read({ address, section, member: name, step: "day", from: now - YEARS, to: now });
  }

  async tellPast(past: readonly PastValues[]): Promise<void> {
    await this.#ready();
    const added = await keepPast(this.#parts, past, this.#since);
    this.#count += added.filter((name) => !this.#series.has(name)).length;
  }

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#stopHearing();
    this.#timer?.stop();
    const now = this.#now();
    for (const series of this.#series.values()) {
      series.advance(now, this.#spanOf);
      series.closeAll();
    }
    await this.#opening.catch(() => {});
    await this.#flushing; // else both write the same
    if (this.#isOpen) {
      await this.#write(now, true).catch((error) =>
        this.#parts.log.warn(`history: the last minutes are lost: ${wordsOf(error)}`),
      );
    }
    await this.#parts.disk.close();
  }

  // ---- changes

  #hear(change: Change): void {
    const { event, resource } = change;
    if (!hasHistory(resource.address)) return;
    if (event === "deleted") this.#remove(resource);
    else if (event === "added") this.#begin(resource);
    else this.#tell(change);
  }

  /** A value that a command only claims, until the device has confirmed it, leaves the history again when the claim is undone. */
  #tell({ resource, section, values, before, cause }: Change): void {
    const measured = measuredBy(this.#parts.store.definition(resource));
    if (section !== "state" && section !== "config") return;
    const now = this.#now();
    const family = familyOf(resource.address);
    const isClaim = family !== "sensors" && cause.by !== "radio"; // a program's value for a virtual sensor is true
    const from = family === "groups" && cause.undo ? this.#undone.since(resource, now) : 0;
    let hasNews = false;
    for (const name in values) {
      if (!measured[section].has(name)) continue;
      const series = seriesName(resource, section, name);
      const known = this.#series.get(series) ?? this.#take(valueIn(before, series, name), { since: this.#since, now });
      const { value } = valueIn(values, series, name);
      const since = cause.undo ? known?.takeBack(value, now, this.#spanOf, from) : undefined;
      if (since === undefined) known?.tell(value, now, this.#spanOf, isClaim);
      else if (name === "on") this.#undone.note(resource.address, [since, now]);
      hasNews = true;
    }
    if (isUntold(before)) this.#begin(resource); // told to be as it seemed: no news, and yet a first value
    if (hasNews) this.#writeSoon();
  }

  /** The first values of a resource are kept, although no report came: earlier values are not known. */
  #begin(resource: Resource): void {
    if (!this.#isOpen) return; // it is found when the history opens
    this.#recordFirst(resource, this.#now());
    this.#writeSoon();
  }

  #recordFirst(resource: Resource, since: number): void {
    for (const value of valuesOf(this.#parts.store.definition(resource), resource)) {
      if (this.#series.has(value.series) || this.#parts.disk.has(value.series)) continue;
      const series = this.#take(value, { since, now: since });
      for (const tier of TIERS) series?.goOn(tier);
    }
  }

  /** After a start. */
  async #recordNewcomers(): Promise<void> {
    await inPieces(this.#resources(), IN_TURNS, (resource) => this.#recordFirst(resource, this.#since));
    this.#hasNewcomers = false;
  }

  #remove(resource: Resource): void {
    for (const own of namesOf(this.#parts.store.definition(resource), resource)) {
      const isInMemory = this.#series.delete(own);
      if (this.#isOpen && (this.#parts.disk.has(own) || isInMemory)) this.#count -= 1;
      if (this.#isOpen) this.#parts.disk.remove(own);
    }
    this.#hasRemoved = true;
    this.#writeSoon();
  }

  /** The series is taken into memory, with its value until now. */
  #take({ series: own, name, value, told }: Value, { since, now }: { since: number; now: number }): Series | undefined {
    const { disk, log } = this.#parts;
    const isNew = this.#isOpen && !disk.has(own);
    if (isNew && this.#count >= MOST_SERIES) {
      if (!this.#isFull) log.warn(`${own.split(" ")[0]}: only ${MOST_SERIES} values have a history`);
      this.#isFull = true;
      return undefined;
    }
    if (isNew) this.#count += 1;
    const series = new Series(own, isCounter(name));
    if (value !== undefined) {
      const at = Number.isNaN(told) ? since : Math.min(told, now);
      series.begin({ value, at }, { since, now }, this.#spanOf);
    }
    this.#series.set(own, series);
    return series;
  }

  *#resources(): Generator<Resource> {
    for (const family of FAMILIES) yield* this.#parts.store.list(`/${family}`);
  }

  /** Finds out whether the clock was set: then no value was held for the time of the jump. */
  #now(): number {
    const { clock } = this.#parts;
    const now = clock.now();
    const jump = now - clock.uptime() - this.#drift;
    if (Math.abs(jump) < JUMP) return now;
    this.#drift += jump;
    this.#since = now;
    const then = now - jump;
    for (const series of this.#series.values()) series.interrupt(then, now, this.#spanOf);
    if (jump > 0) this.#addGap(then, now);
    return now;
  }

  #addGap(from: number, to: number): void {
    this.#gaps.push([from, to]);
    this.#newGaps.push(note(from, to));
  }

  // ---- the disk

  async #open(): Promise<void> {
    const { disk, log, clock } = this.#parts;
    const began = clock.now();
    try {
      await disk.open();
      const names = [...this.#resources()].flatMap((resource) =>
        namesOf(this.#parts.store.definition(resource), resource),
      );
      disk.retain([...names, ALIVE, GAPS]);
      this.#count = names.filter((name) => disk.has(name)).length;
      this.#gaps.splice(0, this.#gaps.length, ...this.#newGaps.map(({ at, last }): Gap => [at, last]));
      for (const { at, last } of await disk.read("day", GAPS, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY))
        this.#gaps.push([at, last]);
      await this.#recover(began);
      this.#isOpen = true;
      this.#hasNewcomers = true;
      this.#writeSoon();
    } catch (error) {
      log.warn(`history: ${wordsOf(error)}: it is tried again when something is asked, or to be kept`);
      throw error;
    }
  }

  async #recover(now: number): Promise<void> {
    const { disk } = this.#parts;
    const runs = await disk.read("minute", ALIVE, now - 2 * DAY, Number.POSITIVE_INFINITY);
    const run = runs.at(-1) ?? (await disk.lastBefore("minute", ALIVE, now));
    if (!run) return;
    const stopped = runs.findLast(({ grown }) => grown !== undefined)?.last ?? Number.NEGATIVE_INFINITY;
    if (now - run.last > WRITE_EVERY) this.#addGap(run.last, now);
    const zone = timezoneOf(this.#parts.store);
    const about = { ended: run.last, stopped, isClean: run.grown !== undefined, now, zone };
    for (const resource of this.#resources()) {
      for (const value of valuesOf(this.#parts.store.definition(resource), resource)) {
        if (!disk.has(value.series)) continue;
        const series = this.#series.get(value.series) ?? this.#take(value, { since: this.#since, now });
        if (series && !(await recoverSeries(disk, series, about)) && !series.isNeeded)
          this.#series.delete(value.series);
      }
    }
  }

  async #ready(): Promise<void> {
    this.#opening = this.#opening.catch(() => (this.#isStopped ? undefined : this.#open()));
    this.#opening.catch(() => {});
    await this.#opening;
  }

  /** A value has come: it is written at the next mark. */
  #writeSoon(): void {
    const now = this.#parts.clock.now();
    if (this.#timer && this.#timer.due - now <= WRITE_EVERY) return; // there is a mark at the end of the hour and of the day as well
    this.#arm(this.#nextMark(now));
  }

  /** While nothing happens, nothing is written but the end of the hour and of the day in which something did. */
  #plan(): void {
    const now = this.#parts.clock.now();
    const all = [...this.#series.values()];
    const isSoon = (series: Series) => series.isOpen("minute") || TIERS.some((tier) => series.closed(tier).length > 0);
    if (this.#hasRemoved || all.some(isSoon)) this.#writeSoon();
    else if (all.some((series) => series.isOpen("hour"))) this.#arm(this.#spanOf("hour", now).end);
    else if (all.some((series) => series.isOpen("day"))) this.#arm(this.#spanOf("day", now).end);
  }

  /** Each ten minutes of the hour: so no hour ends between two writes. */
  #nextMark(now: number): number {
    const { start } = this.#spanOf("hour", now);
    return start + (Math.floor((now - start) / WRITE_EVERY) + 1) * WRITE_EVERY;
  }

  #arm(due: number): void {
    if (this.#isStopped || (this.#timer && this.#timer.due <= due)) return;
    this.#timer?.stop();
    const { clock } = this.#parts;
    const stop = clock.after(due - clock.now() + AFTER, () => {
      this.#timer = undefined;
      this.#flushing = this.#flush();
    });
    this.#timer = { due, stop };
  }

  /** Answers until when all are rolled up. */
  async #advance(): Promise<number> {
    const all = this.#now();
    await inPieces(this.#series.values(), IN_TURNS, (series) => series.advance(this.#now(), this.#spanOf));
    return all;
  }

  /** Never rejects. */
  async #flush(): Promise<void> {
    await this.#advance();
    try {
      await this.#ready();
      if (this.#hasNewcomers) await this.#recordNewcomers();
      const now = await this.#advance();
      if (this.#isStopped) return;
      await this.#write(now, false);
      if (this.#refusal) this.#parts.log.info("history: the disk takes it again");
      this.#refusal = "";
    } catch (error) {
      if (this.#refusal === "") this.#parts.log.warn(`history: not kept, and tried again: ${wordsOf(error)}`);
      this.#refusal = wordsOf(error);
      for (const series of this.#series.values())
        series.written("minute", series.closed("minute").length - MOST_WAITING);
    }
    await inPieces(this.#series, IN_TURNS, ([own, series]) => {
      if (!series.isNeeded) this.#series.delete(own);
    });
    this.#plan();
  }

  /** Minutes come last: with them stands how far all are written. */
  async #write(now: number, isLast: boolean): Promise<void> {
    for (const tier of TIERS.toReversed()) {
      const taken = new Map<Series, number>(); // of each so many
      const batch: SeriesRollups[] = [];
      await inPieces(this.#series.values(), IN_TURNS, (series) => {
        const closed = series.closed(tier);
        if (closed.length === 0) return;
        taken.set(series, closed.length);
        batch.push({ series: series.name, rollups: [...closed] });
      });
      const gaps = tier === "day" ? this.#newGaps : [];
      if (gaps.length > 0) batch.push({ series: GAPS, rollups: gaps });
      if (tier === "minute") batch.push({ series: ALIVE, rollups: [note(now, now, isLast)] });
      await this.#parts.disk.append(tier, batch);
      await inPieces(taken, IN_TURNS, ([series, count]) => series.written(tier, count));
      if (gaps.length > 0) this.#newGaps = this.#newGaps.slice(gaps.length);
    }
    this.#hasRemoved = false;
  }

  // ---- questions

  async #readTier(resource: Resource, query: HistoryQuery & { readonly step: Tier }): Promise<readonly Rollup[]> {
    const { disk, store } = this.#parts;
    const { step } = query;
    const name = seriesName(resource, query.section, query.member);
    const now = this.#now();
    const { from, to } = timeAsked(query, { now, since: disk.since(step), zone: timezoneOf(store) });
    const before = await valueBefore(disk, step, name, from);
    const kept = await disk.read(step, name, from, to);
    if (this.#hasNewcomers) this.#recordFirst(resource, this.#since);
    const series = this.#series.get(name);
    series?.advance(this.#now(), this.#spanOf);
    const rollups = [...kept, ...(series?.unkept(step, from, to) ?? [])].sort((one, other) => one.at - other.at);
    return filled({ step, from, to, zone: timezoneOf(store), rollups, before, gaps: this.#gaps });
  }
}
