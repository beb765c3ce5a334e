/** A value that goes to and fro within minutes (a valve, a loose contact) is one line of the list: its last change, and how often. Pure. */
import { ASIDE } from "../../src/model/event-kinds.ts";
import { say, sayTime } from "../texts.ts";
import type { LoggedEvent } from "./log.ts";

const PAUSE = 3 * 60_000; // milliseconds: a longer silence ends it
const FEWEST = 4; //         on, off, and the same again

/** The change of an event that may be one of several, kept in a cache: an event never changes, and each frame goes through the list. */
interface Traits {
  readonly key: string;
  readonly state: string;
}

const known = new WeakMap<LoggedEvent, Traits | "single">();

interface Run {
  readonly events: LoggedEvent[];
  readonly states: Set<string>;
}

/** The events of one resource, by one cause, that change the same members between two states become the last of them. */
export function folded(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const open = new Map<string, Run>();
  const runs: Run[] = [];
  for (const event of events) {
    const traits = traitsOf(event);
    if (traits === "single") continue;
    const { key, state } = traits;
    const before = open.get(key);
    if (before && goesOn(before, event, state)) {
      before.events.push(event);
      before.states.add(state);
      continue;
    }
    const run = { events: [event], states: new Set([state]) };
    runs.push(run);
    open.set(key, run);
  }
  const lines = new Map<LoggedEvent, LoggedEvent | undefined>(); // undefined: told by the last
  for (const { events: all, states } of runs) {
    const last = all.at(-1);
    if (!last || all.length < FEWEST || states.size < 2) continue;
    for (const event of all) lines.set(event, undefined);
    lines.set(last, { ...last, what: sayFlapping(all) });
  }
  if (lines.size === 0) return events;
  return events.flatMap((event) => (lines.has(event) ? (lines.get(event) ?? []) : [event]));
}

function traitsOf(event: LoggedEvent): Traits | "single" {
  const traits = known.get(event) ?? readTraits(event);
  known.set(event, traits);
  return traits;
}

function readTraits({
  kind,
  news: { event, address, section, by, values, before = {} },
}: LoggedEvent): Traits | "single" {
  const members = Object.entries(values).filter(([name]) => !ASIDE.includes(name));
  if (event !== "changed" || kind === "heard" || members.length === 0) return "single";
  if (members.some(([name]) => !(name in before))) return "single"; // presses and the like: each is a new one
  if (address.startsWith("/groups/") && section === "attr") return "single"; // other members, another scene
  const key = JSON.stringify([address, section, by, members.map(([name]) => name)]);
  return { key, state: JSON.stringify(members) };
}

function goesOn({ events, states }: Run, { news }: LoggedEvent, state: string): boolean {
  const isNear = news.at - (events.at(-1)?.news.at ?? 0) <= PAUSE;
  return isNear && (states.has(state) || states.size < 2);
}

/** The last change, from value to value. */
function sayFlapping(all: readonly LoggedEvent[]): string {
  const [{ what: before = "" } = {}, { what = "" } = {}] = all.slice(-2);
  const since = sayTime(all[0]?.news.at ?? 0, { timeStyle: "short" });
  const both = what.includes("→") ? what : `${before} → ${what}`;
  return say("events.flapped", { what: both, count: all.length, since });
}
