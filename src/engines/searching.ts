/** While a search goes on: notes resources that appear, forgets deleted ones, and counts the seconds that the network stays open. */
import { familyOf, idOf } from "../model/addresses.ts";
import { JOBS, type RunningJob } from "../model/jobs.ts";
import type { Change, Stop } from "../model/resource.ts";
import { type DeviceSearch, permitJoinFor, SEARCH } from "../model/search.ts";
import { BY_CLOCK, type Engine, type EngineParts, stopAll } from "./engine.ts";

const PROGRESS_EVERY = 10; // seconds: the config shows each

export const searching: Engine = (parts) => {
  const { store, bus, clock } = parts;
  const noting = bus.on((change) => noteFind(parts, change), {
    families: ["lights", "sensors"],
    events: ["added", "deleted"],
  });
  const count = (now: number) => {
    const before = Number(store.get("/config")?.attr.permitjoinfull ?? 0);
    if (before === 0) return;
    const until = Number(store.get(SEARCH)?.attr.until ?? 0);
    const left = Math.min(before, Math.max(0, Math.ceil((until - now) / 1000)));
    store.patch("/config", "attr", permitJoinFor(left), BY_CLOCK);
    if (left > 0 && left % PROGRESS_EVERY === 0) showProgress(parts, left);
  };
  // The radio closes the network after a span of time, even if a user sets the clock meanwhile.
  let end: Stop = () => {};
  const planning = bus.on(
    ({ values }) => {
      if (!("until" in values)) return;
      end();
      end = clock.after(Math.max(0, Number(values.until) - clock.now()), () => {
        if (store.get(SEARCH)?.attr.until !== values.until) return; // the search goes on, which the bus has not told yet
        close(store, clock.now());
        count(clock.now());
        searchJob(parts)?.done();
      });
    },
    { families: [familyOf(SEARCH)] },
  );
  return stopAll([noting, planning, clock.everySecond(count), () => end()]);
};

function noteFind(parts: EngineParts, { event, resource }: Change): void {
  const { store, clock } = parts;
  const what = familyOf(resource.address) as "lights" | "sensors";
  const hunt = store.get(SEARCH)?.attr[what] as DeviceSearch | undefined;
  if (event === "deleted") {
    const { [idOf(resource.address)]: gone, ...finds } = hunt?.finds ?? {};
    if (hunt && gone !== undefined) store.patch(SEARCH, "attr", { [what]: { ...hunt, finds } }, BY_CLOCK);
    searchJob(parts)?.found({ [resource.address]: undefined });
    return;
  }
  if (!hunt || hunt.end <= clock.now()) return;
  const { name } = resource.attr;
  const finds = { ...hunt.finds, [idOf(resource.address)]: { name } };
  store.patch(SEARCH, "attr", { [what]: { ...hunt, finds } }, BY_CLOCK);
  searchJob(parts)?.found({ [resource.address]: { name } });
}

function searchJob({ engines }: EngineParts): RunningJob | undefined {
  return engines.find(JOBS)?.running("search")[0];
}

function showProgress(parts: EngineParts, left: number): void {
  const job = searchJob(parts);
  const { progress } = (job && parts.store.get(job.address)?.attr) ?? {};
  const { total = left } = (progress ?? {}) as { readonly total?: number };
  job?.progress(total - left);
}

/** The network is closed: a search whose end still lies ahead, because the clock was put back, ends now. */
function close(store: EngineParts["store"], now: number): void {
  const attr = store.get(SEARCH)?.attr ?? {};
  const late = (["sensors", "lights"] as const).filter(
    (what) => Number((attr[what] as DeviceSearch | undefined)?.end) > now,
  );
  const hunts = late.map((what) => [what, { ...(attr[what] as DeviceSearch), end: now }]);
  if (Number(attr.until) > now) store.patch(SEARCH, "attr", { until: now, ...Object.fromEntries(hunts) }, BY_CLOCK);
}
