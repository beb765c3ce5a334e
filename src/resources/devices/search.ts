/** Looking for new devices: the network stands open for a while, and whatever appears is a find. */
import type { Call, Handler } from "../../core/call.ts";
import { content } from "../../core/result.ts";
import { type Definitions, plain } from "../../model/definitions.ts";
import { wordsOf } from "../../model/errors.ts";
import { int, object, text } from "../../model/fields.ts";
import type { Ieee } from "../../model/radio.ts";
import { type Hunt, openFor, SEARCH } from "../../model/search.ts";
import { utcSeconds } from "../../model/times.ts";
import { CONFIG } from "../config/type.ts";
import { demandRadio } from "./radio-errors.ts";

export type Searched = "sensors" | "lights";

export const SEARCH_TYPES: Definitions = {
  Search: plain("search", {
    until: int({ saved: "never", access: "hidden", about: "Until when the network is open" }),
    sensors: object({ saved: "never", access: "hidden" }),
    lights: object({ saved: "never", access: "hidden" }),
  }),
};

export const search =
  (what: Searched): Handler =>
  (call) => {
    const duration = Number(call.draft.get(CONFIG)?.attr.networkopenduration);
    demandRadio(call, `/${what}`);
    openNetwork(call, duration, [what]);
    return [{ did: "search", family: what, seconds: duration }];
  };

/** What `found` answers, for the reference. */
export const FINDS = object({
  members: { lastscan: text({ about: "`none`, `active`, or when the last search began, UTC" }) },
  each: object({ about: "A find, by its id", members: { name: text() } }),
});

export const found =
  (what: Searched): Handler =>
  ({ store, clock }) => {
    const hunt = store.get(SEARCH)?.attr[what] as Hunt | undefined;
    if (!hunt) return content({ lastscan: "none" });
    return content({ ...hunt.finds, lastscan: clock.now() < hunt.end ? "active" : utcSeconds(hunt.start) });
  };

/** 0 closes it for everyone. */
export function openNetwork(call: Call, seconds: number, searches: readonly Searched[], via?: Ieee): void {
  const { draft, clock, radio, log, after } = call;
  const now = clock.now();
  const end = now + seconds * 1000;
  const attr = draft.get(SEARCH)?.attr ?? {};
  const all: readonly Searched[] = seconds === 0 ? ["sensors", "lights"] : searches;
  const hunts = all.flatMap((what) => {
    const hunt = attr[what] as Hunt | undefined;
    if (seconds === 0) return hunt && hunt.end > now ? [[what, { ...hunt, end: now }]] : [];
    const goesOn = hunt && hunt.end > now;
    return [[what, goesOn ? { ...hunt, end } : { start: now, end, finds: {} }]];
  });
  draft.patch(SEARCH, "attr", { until: end, ...Object.fromEntries(hunts) });
  draft.patch(CONFIG, "attr", openFor(seconds));
  if (seconds === 0 && !radio.up) return; // it is closed
  after(() => {
    radio.permitJoin(seconds, via).catch((error) => log.warn(`/config/permitjoin: ${wordsOf(error)}`));
  });
}
