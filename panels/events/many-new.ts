/** Many that come in one after the other, a house that moves in or a program that brings its rules, are one line of the list. Pure. */
import { say, sayNames } from "../texts.ts";
import type { LoggedEvent } from "./log.ts";

const PAUSE = 60_000; // milliseconds: a later resource came alone
const FEWEST = 4;
const NAMED = 2; // the others are counted

/** The common name of new resources, by their family. */
const KINDS: Readonly<Record<string, "devices" | "rooms-and-groups" | "rules" | "schedules">> = {
  devices: "devices",
  lights: "devices",
  sensors: "devices",
  groups: "rooms-and-groups",
  rules: "rules",
  schedules: "schedules",
};

/** The oldest first. The last of several tells of all. */
export function newTogether(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const open = new Map<string, LoggedEvent[]>();
  const runs: LoggedEvent[][] = [];
  for (const event of events) {
    const key = keyOf(event);
    if (key === undefined) continue;
    const run = open.get(key);
    if (run && event.news.at - (run.at(-1)?.news.at ?? 0) <= PAUSE) {
      run.push(event);
      continue;
    }
    const begun = [event];
    open.set(key, begun);
    runs.push(begun);
  }
  const lines = new Map<LoggedEvent, LoggedEvent | undefined>(); // undefined: told by the last
  for (const run of runs) {
    const last = run.at(-1);
    if (!last || run.length < FEWEST) continue;
    for (const event of run) lines.set(event, undefined);
    lines.set(last, together(last, run));
  }
  if (lines.size === 0) return events;
  return events.flatMap((event) => (lines.has(event) ? (lines.get(event) ?? []) : [event]));
}

function together(last: LoggedEvent, run: readonly LoggedEvent[]): LoggedEvent {
  const many = run.map(({ name }) => name);
  const name = say(`gateway.${kindOf(last)}`, { count: many.length });
  const names = sayNames(many.slice(0, NAMED), many.length - NAMED);
  return { ...last, many, name, what: say("events.are-new", { names }) };
}

/** The kind of a new resource, and its cause. */
function keyOf(event: LoggedEvent): string | undefined {
  const { news } = event;
  const kind = news.event === "added" ? kindOf(event) : undefined;
  return kind && `${kind} ${news.by}`;
}

function kindOf({ news: { address } }: LoggedEvent): (typeof KINDS)[string] | undefined {
  const [, family = "", , part] = address.split("/");
  return part === undefined && Object.hasOwn(KINDS, family) ? KINDS[family] : undefined;
}
