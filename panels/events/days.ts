/** The time of events, on the clock of the house: the days, and the events in one of them, in its evening, or in the night. Pure. */
import { midnightOf } from "../../src/model/time/zones.ts";
import { dayText, houseZone, say, sayDayName, sayTime } from "../texts.ts";

interface TimeSpan {
  readonly from: number; // milliseconds
  readonly to: number;
}

/** A line between events: the events below it are of that day, or are made up. */
export interface DayHeading {
  readonly is: "day";
  readonly key: string;
  readonly name: string;
}

interface Timed {
  readonly news: { readonly at: number; readonly madeUp?: true };
}

const HOUR = 3_600_000; // milliseconds
const NIGHT = { from: 22, to: 6 }; // o'clock
const EVENING = 17; //               until midnight
const EVER: TimeSpan = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
const MOST_DAYS = 14;

/** The choices of time: the last hour, today and yesterday, its evening, the last night, and earlier days with events, newest first. */
export function timeChoices(events: readonly Timed[], now: number): readonly (readonly [when: string, text: string])[] {
  const dayOf = dayFinder();
  const zone = houseZone();
  const [today, yesterday] = [midnightOf(now, zone), midnightOf(now, zone, -1)];
  const known = [...new Set(events.map(({ news }) => dayOf(news.at)))].filter((day) => day < yesterday);
  const days = known.sort((one, other) => other - one).slice(0, MOST_DAYS);
  const choice = (day: number) => [String(day), sayDayName(day, now)] as const;
  return [
    ["hour", say("events.last-hour")],
    ...[today, yesterday].map(choice),
    ["evening", say("events.last-evening")],
    ["night", say("events.last-night")],
    ...days.map(choice),
  ];
}

/** Of a choice; "" is ever. At noon the last night has ended; at one o'clock it still goes on. */
export function timeOf(when: string, now: number): TimeSpan {
  const zone = houseZone();
  if (when === "") return EVER;
  if (when === "hour") return { from: now - HOUR, to: EVER.to };
  if (when === "evening") return { from: midnightOf(now, zone, -1, EVENING), to: midnightOf(now, zone) };
  if (when !== "night") return { from: Number(when), to: midnightOf(Number(when), zone, 1) };
  return { from: midnightOf(now, zone, -1, NIGHT.from), to: midnightOf(now, zone, 0, NIGHT.to) };
}

/** How much is shown, and how far back it goes; of a chosen time that is known. */
export function sayCount(shown: readonly Timed[], when: string): string {
  const [first] = shown;
  if (!first) return "";
  if (when !== "") return say("events.number", { count: shown.length });
  const since = sayTime(first.news.at, { weekday: "short", day: "numeric", month: "short", ...CLOCK });
  return say("events.count", { count: shown.length, since });
}

const CLOCK = { hour: "numeric", minute: "2-digit" } as const;

/** "Events are known since 6:54 PM"; with its date, if that was not today. */
export function sayKnownSince(at: number, now = Date.now()): string {
  const isToday = dayText(at) === dayText(now);
  return say("events.known-since", {
    since: sayTime(at, { ...(isToday ? {} : { dateStyle: "medium" }), timeStyle: "short" }),
  });
}

export function isDay<Event extends Timed>(row: Event | DayHeading): row is DayHeading {
  return "is" in row;
}

/** The newest first, with a heading above each day, and above made-up events, which are the oldest. */
export function withDays<Event extends Timed>(events: readonly Event[], now: number): readonly (Event | DayHeading)[] {
  const dayOf = dayFinder();
  const rows: (Event | DayHeading)[] = [];
  let day = Number.NaN;
  let isMadeUp = false;
  for (const event of events) {
    const own = dayOf(event.news.at);
    if (own !== day) rows.push({ is: "day", key: `day-${own}`, name: sayDayName(own, now) });
    if (event.news.madeUp && !isMadeUp) rows.push({ is: "day", key: "made-up", name: say("events.made-up") });
    day = own;
    isMadeUp ||= event.news.madeUp === true;
    rows.push(event);
  }
  return rows;
}

/** When the day began in which something was. Neighbours share a day: the calendar is asked once for each, not for thousands in each frame. */
function dayFinder(): (at: number) => number {
  const zone = houseZone();
  let [from, to] = [0, 0];
  return (at) => {
    if (!(from <= at && at < to)) [from, to] = [midnightOf(at, zone), midnightOf(at, zone, 1)];
    return from;
  };
}
