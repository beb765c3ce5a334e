/** Looking for new devices: the network stands open for a while, and each light or sensor that appears is a find. */
import type { Call, Handler } from "../../core/call.ts";
import { content } from "../../core/result.ts";
import { type Definitions, plain } from "../../model/definitions.ts";
import { wordsOf } from "../../model/errors.ts";
import { int, object, text } from "../../model/fields.ts";
import { JOBS, type RunningJob } from "../../model/jobs.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { Values } from "../../model/resource.ts";
import { type DeviceSearch, permitJoinFor, SEARCH } from "../../model/search.ts";
import { utcSeconds } from "../../model/time/times.ts";
import { CONFIG } from "../config/type.ts";
import { demandRadio } from "../handlers.ts";

type SearchedFamily = "sensors" | "lights";

export const SEARCH_TYPES: Definitions = {
  Search: plain("search", {
    until: int({ saved: "never", access: "hidden", about: "Until when the network is open" }),
    sensors: object({ saved: "never", access: "hidden" }),
    lights: object({ saved: "never", access: "hidden" }),
  }),
};

export const search =
  (what: SearchedFamily): Handler =>
  (call) => {
    const duration = Number(call.draft.get(CONFIG)?.attr.networkopenduration);
    demandRadio(call, `/${what}`);
    openNetwork(call, duration, [what]);
    return [{ did: "search", family: what, seconds: duration }];
  };

/** The answer of `found`, for the reference. */
export const FINDS = object({
  members: { lastscan: text({ about: "`none`, `active`, or when the last search began, UTC" }) },
  each: object({ about: "A find, by its id", members: { name: text() } }),
});

export const found =
  (what: SearchedFamily): Handler =>
  ({ store, clock }) => {
    const hunt = store.get(SEARCH)?.attr[what] as DeviceSearch | undefined;
    if (!hunt) return content({ lastscan: "none" });
    return content({ ...hunt.finds, lastscan: clock.now() < hunt.end ? "active" : utcSeconds(hunt.start) });
  };

/** 0 closes it for everyone. */
export function openNetwork(call: Call, seconds: number, searches: readonly SearchedFamily[], via?: Ieee): void {
  const { draft, clock, radio, log, after } = call;
  draft.patch(SEARCH, "attr", searchedFor(draft.get(SEARCH)?.attr, clock.now(), seconds, searches));
  draft.patch(CONFIG, "attr", permitJoinFor(seconds));
  after(() => {
    const job = searchJob(call, seconds);
    if (seconds === 0 && !radio.up) return; // it is closed
    radio.permitJoin(seconds, via).catch((error) => {
      log.warn(`/config/permitjoin: ${wordsOf(error)}`);
      job?.failed(error);
    });
  });
}

function searchedFor(attr: Values = {}, now: number, seconds: number, searches: readonly SearchedFamily[]): Values {
  const end = now + seconds * 1000;
  const all: readonly SearchedFamily[] = seconds === 0 ? ["sensors", "lights"] : searches;
  const hunts = all.flatMap((what) => {
    const hunt = attr[what] as DeviceSearch | undefined;
    const goesOn = hunt !== undefined && hunt.end > now;
    if (seconds === 0) return goesOn ? [[what, { ...hunt, end: now }]] : [];
    return [[what, goesOn ? { ...hunt, end } : { start: now, end, finds: {} }]];
  });
  return { until: end, ...Object.fromEntries(hunts) };
}

/** A search while one goes on starts its time again; undefined when it was closed. */
function searchJob({ engines, cause, store, clock, radio }: Call, seconds: number): RunningJob | undefined {
  const jobs = engines.get(JOBS);
  const [running] = jobs.running("search");
  if (seconds === 0) return void running?.cancelled();
  const cancel = () => {
    store.patch(SEARCH, "attr", searchedFor(store.get(SEARCH)?.attr, clock.now(), 0, []), cause);
    store.patch(CONFIG, "attr", permitJoinFor(0), cause);
    return radio.up ? radio.permitJoin(0) : undefined;
  };
  const job = running ?? jobs.begin({ does: "search", cause, cancel });
  job.progress(0, seconds);
  return job;
}
