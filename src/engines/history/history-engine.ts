/**
 * Keeps the history: rolls values up in memory, hands what is complete to the disk each ten minutes, and answers questions about it. What a
 * kill left half rolled up is completed at the next start.
 */
import type { Bus } from "../../core/bus.ts";
import type { Store } from "../../core/store.ts";
import type { EnginePorts } from "../../model/engine-ports.ts";
import { wordsOf } from "../../model/errors.ts";
import { HISTORY, type History, type HistoryDisk, type HistoryQuery } from "../../model/history/ports.ts";
import { DAY, HOUR, MINUTE, type Rollup, type SeriesRollups, TIERS, type Tier } from "../../model/history/rollups.ts";
import type { Clock, Log } from "../../model/ports.ts";
import type { Address, Change, Resource, Section, Stop, Values } from "../../model/resource.ts";
import { readUtc } from "../../model/time/times.ts";
import { timezoneOf } from "../engine.ts";
import { calendar, spanAt } from "./calendar.ts";
import { isCounter } from "./counters.ts";
import { filled, type Gap, together } from "./filled.ts";
import { FAMILIES, hasHistory, isMeasured, membersOf, numberOf, seriesName } from "./measured.ts";
import { recoverSeries } from "./recovery.ts";
import { Series } from "./series.ts";

export interface HistoryParts {
  readonly bus: Bus;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly engines: EnginePorts;
  readonly disk: HistoryDisk;
}

const WRITE_EVERY = 10 * MINUTE;
const AFTER = 50; // milliseconds: a timer may be a little early
const JUMP = MINUTE; // by which a clock has to be off to have been set
const MOST_SERIES = 8_000;
const MOST_WAITING = 360; // minutes of a series that a disk refuses
const YEARS = 5 * 366 * DAY;

/** Two series of the engine's own: when it ran last (`grown`: and was stopped), and from when to when nobody looked. */
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
  readonly #series = new Map<string, Series>();
  readonly #touched = new Set<Series>(); // with something that the disk is to have, sooner or later
  readonly #spanOf: ReturnType<typeof calendar>;
  readonly #stopHearing: Stop;
  readonly #gaps: Gap[] = [];
  #newGaps: Rollup[] = [];
  #timer: { readonly due: number; readonly stop: Stop } | undefined;
  #opening: Promise<void>;
  #isOpen = false;
  #isStopped = false;
  #hasRemoved = false;
  #isFull = false; // of series
  #drift: number; // of the clock against the time that really passes
  #refusal = "";

  constructor(parts: HistoryParts) {
    this.#parts = parts;
    const { bus, store, clock } = parts;
    this.#spanOf = calendar(() => timezoneOf(store));
    this.#drift = clock.now() - clock.uptime();
    for (const family of FAMILIES) for (const resource of store.list(`/${family}`)) this.#begin(resource);
    this.#stopHearing = bus.on((change) => this.#hear(change));
    this.#opening = this.#open();
    this.#opening.catch(() => {}); // whoever asks hears of it
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
    return [...months].map(([start, days]) => together(days, spanAt("month", start, zone)));
  }

  daily(address: Address, member: `${"state" | "config"}/${string}`): Promise<readonly Rollup[]> {
    const now = this.#parts.clock.now();
    const [section = "state", name = ""] = member.split("/") as [Section, string];
    return this.read({ address, section, member: name, step: "day", from: now - YEARS, to: now });
  }

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#stopHearing();
    this.#timer?.stop();
    const now = this.#now();
    for (const series of this.#touched) series.advance(now, this.#spanOf);
    for (const series of this.#touched) series.closeAll();
    await this.#opening.catch(() => {});
    if (this.#isOpen) {
      await this.#write(now, true).catch((error) =>
        this.#parts.log.warn(`history: the last minutes are lost: ${wordsOf(error)}`),
      );
    }
    await this.#parts.disk.close();
  }

  // ---- what happens

  #hear({ event, resource, section, values }: Change): void {
    if (!hasHistory(resource.address)) return;
    if (event === "deleted") this.#remove(resource);
    else if (event === "added") this.#begin(resource);
    else if (section) this.#tell(resource, section, values);
  }

  #tell(resource: Resource, section: Section, values: Values): void {
    const definition = this.#parts.store.definition(resource);
    const now = this.#now();
    for (const [name, value] of Object.entries(values)) {
      if (!isMeasured(definition, section, name)) continue;
      const series = this.#seriesOf(resource, section, name);
      if (!series) continue;
      series.tell(numberOf(value), now, this.#spanOf);
      this.#touched.add(series);
    }
    this.#writeSoon();
  }

  /** What it is when it comes in, or when the gateway starts. */
  #begin(resource: Resource): void {
    const now = this.#now();
    const told = readUtc(resource.state.lastupdated);
    for (const { section, name } of membersOf(this.#parts.store.definition(resource))) {
      const value = numberOf(resource[section][name]);
      if (value === undefined || this.#series.has(seriesName(resource, section, name))) continue;
      const series = this.#seriesOf(resource, section, name);
      series?.begin(value, Number.isNaN(told) ? now : Math.min(told, now), now, this.#spanOf);
      if (series && this.#isOpen) this.#record(series);
    }
  }

  #remove(resource: Resource): void {
    for (const { section, name } of membersOf(this.#parts.store.definition(resource))) {
      const own = seriesName(resource, section, name);
      const series = this.#series.get(own);
      if (series) this.#touched.delete(series);
      this.#series.delete(own);
      if (this.#isOpen) this.#parts.disk.remove(own);
    }
    this.#hasRemoved = true;
    this.#writeSoon();
  }

  /** Its first value is kept, although nothing came: what was before it is not known. */
  #record(series: Series): void {
    for (const tier of TIERS) series.goOn(tier);
    this.#touched.add(series);
    this.#writeSoon();
  }

  #seriesOf(resource: Resource, section: Section, name: string): Series | undefined {
    const own = seriesName(resource, section, name);
    const known = this.#series.get(own);
    if (known) return known;
    if (this.#series.size >= MOST_SERIES) {
      if (!this.#isFull) this.#parts.log.warn(`${resource.address}: only ${MOST_SERIES} values have a history`);
      this.#isFull = true;
      return undefined;
    }
    const series = new Series(own, isCounter(name));
    this.#series.set(own, series);
    return series;
  }

  /** Finds out whether somebody has set the clock: then nothing was held for as long as it says. */
  #now(): number {
    const { clock } = this.#parts;
    const now = clock.now();
    const jump = now - clock.uptime() - this.#drift;
    if (Math.abs(jump) < JUMP) return now;
    this.#drift += jump;
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
    const { disk, store, log, clock } = this.#parts;
    const began = clock.now();
    try {
      await disk.open();
      const resources = FAMILIES.flatMap((family) => store.list(`/${family}`));
      const names = resources.flatMap((resource) =>
        membersOf(store.definition(resource)).map(({ section, name }) => seriesName(resource, section, name)),
      );
      disk.retain([...names, ALIVE, GAPS]);
      this.#gaps.splice(0, this.#gaps.length, ...this.#newGaps.map(({ at, last }): Gap => [at, last]));
      for (const { at, last } of await disk.read("day", GAPS, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY))
        this.#gaps.push([at, last]);
      await this.#recover(began);
      this.#isOpen = true;
      for (const series of this.#series.values()) if (!disk.has(series.name)) this.#record(series);
      this.#plan();
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
    for (const series of [...this.#series.values()]) {
      if (await recoverSeries(disk, series, about)) this.#touched.add(series);
    }
  }

  async #ready(): Promise<void> {
    this.#opening = this.#opening.catch(() => (this.#isStopped ? undefined : this.#open()));
    this.#opening.catch(() => {});
    await this.#opening;
  }

  /** Something has come: it is written at the next mark. */
  #writeSoon(): void {
    this.#arm(this.#nextMark(this.#parts.clock.now()));
  }

  /** While nothing happens, nothing is written but the end of the hour and of the day in which something did. */
  #plan(): void {
    const now = this.#parts.clock.now();
    const touched = [...this.#touched];
    const isSoon = (series: Series) => series.isOpen("minute") || TIERS.some((tier) => series.closed(tier).length > 0);
    if (this.#hasRemoved || touched.some(isSoon)) this.#writeSoon();
    else if (touched.some((series) => series.isOpen("hour"))) this.#arm(this.#spanOf("hour", now).end);
    else if (touched.length > 0) this.#arm(this.#spanOf("day", now).end);
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
      void this.#flush();
    });
    this.#timer = { due, stop };
  }

  /** Never rejects. */
  async #flush(): Promise<void> {
    const now = this.#now();
    for (const series of this.#touched) series.advance(now, this.#spanOf);
    try {
      await this.#ready();
      await this.#write(now, false);
      if (this.#refusal) this.#parts.log.info("history: the disk takes it again");
      this.#refusal = "";
    } catch (error) {
      if (this.#refusal === "") this.#parts.log.warn(`history: not kept, and tried again: ${wordsOf(error)}`);
      this.#refusal = wordsOf(error);
      for (const series of this.#touched) series.written("minute", series.closed("minute").length - MOST_WAITING);
    }
    for (const series of this.#touched) if (!hasNews(series)) this.#touched.delete(series);
    this.#plan();
  }

  /** Minutes come last: with them stands how far all are written. */
  async #write(now: number, isLast: boolean): Promise<void> {
    for (const tier of TIERS.toReversed()) {
      const series = [...this.#touched].filter((each) => each.closed(tier).length > 0);
      const counts = series.map((each) => each.closed(tier).length);
      const batch: SeriesRollups[] = series.map((each) => ({ series: each.name, rollups: [...each.closed(tier)] }));
      const gaps = tier === "day" ? this.#newGaps : [];
      if (gaps.length > 0) batch.push({ series: GAPS, rollups: gaps });
      if (tier === "minute") batch.push({ series: ALIVE, rollups: [note(now, now, isLast)] });
      await this.#parts.disk.append(tier, batch);
      for (const [n, each] of series.entries()) each.written(tier, counts[n] ?? 0);
      if (gaps.length > 0) this.#newGaps = this.#newGaps.slice(gaps.length);
    }
    this.#hasRemoved = false;
  }

  // ---- questions

  async #readTier(resource: Resource, query: HistoryQuery & { readonly step: Tier }): Promise<readonly Rollup[]> {
    const { disk, store } = this.#parts;
    const { step, section, member } = query;
    const zone = timezoneOf(store);
    const name = seriesName(resource, section, member);
    const now = this.#now();
    const to = Math.min(query.to, now);
    const wanted = Math.max(query.from, disk.since(step));
    const { start: from } = spanAt(step, Math.min(wanted, now), zone);
    const before = await this.#valueBefore(step, name, from);
    const kept = await disk.read(step, name, from, to);
    const series = this.#series.get(name);
    series?.advance(this.#now(), this.#spanOf);
    const open = series?.isOpen(step) ? series.openRollup(step) : undefined;
    const fresh = [...(series?.closed(step) ?? []), ...(open ? [open] : [])];
    const rollups = [...kept, ...fresh.filter(({ at }) => at >= from && at < to)].sort(
      (one, other) => one.at - other.at,
    );
    return filled({ step, from, to, zone, rollups, before, gaps: this.#gaps });
  }

  /** By whatever tier still knows: a value that never changes is told once. */
  async #valueBefore(step: Tier, name: string, from: number): Promise<number | undefined> {
    const { disk } = this.#parts;
    const lengths = { minute: MINUTE, hour: HOUR, day: DAY + HOUR };
    for (const tier of TIERS.slice(TIERS.indexOf(step))) {
      const rollup = await disk.lastBefore(tier, name, from - lengths[tier] + 1);
      if (rollup) return rollup.last;
    }
    return undefined;
  }
}

function hasNews(series: Series): boolean {
  return TIERS.some((tier) => series.isOpen(tier) || series.closed(tier).length > 0);
}

/** Two times as a rollup of the engine's own series. */
function note(at: number, last: number, isEnd = false): Rollup {
  const minute = Math.floor(at / MINUTE) * MINUTE;
  return { at: minute, min: last, max: last, mean: last, last, count: 1, known: 1, ...(isEnd ? { grown: 1 } : {}) };
}
