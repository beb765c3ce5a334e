/** A light or plug that went on, off or to another level without a command of the house: a person used its own switch. Pure. */
import type { ChangeNotice } from "../../src/model/admin-api.ts";
import { say } from "../texts.ts";
import type { LoggedEvent } from "./log.ts";

const PRESSED = 3_000; // milliseconds: a remote that is bound to a lamp tells the gateway a moment before or after
const ASKED = 15_000; //  the report after a command to a lamp, its group or a scene may come so much later: a lamp fades, and rounds
const STARTED = 30_000; // changes that the gateway finds at its start happened while it was away

/** A change that the lamp alone tells; a new level of a dark lamp is no deed. */
function isAlone({ kind, news }: LoggedEvent): boolean {
  const { address, event, section, by, values, before = {}, undo } = news;
  if (kind !== "happened" || event !== "changed" || section !== "state" || by !== "radio" || undo) return false;
  if (!address.startsWith("/lights/") || "lift" in values || "open" in values) return false;
  const isOther = (name: string) => values[name] !== undefined && (before[name] ?? null) !== null;
  return isOther("on") || isOther("bri");
}

interface Asked {
  readonly at: number;
  readonly before: number; // milliseconds: it may be the cause of changes reported so much earlier
  readonly after: number;
  readonly of: string; // an address; "" of any light
}

/** The command or the press that may be the cause. */
function askedBy({ address, type, section, values, by, at, event }: ChangeNotice): Asked | undefined {
  if (address === "/gateway") return { at, before: 0, after: STARTED, of: "" };
  if (event !== "changed") return undefined;
  if (address.startsWith("/groups/")) {
    const isCall = section === "action" || "called" in values;
    return isCall ? { at, before: 0, after: ASKED, of: "" } : undefined;
  }
  if (address.startsWith("/lights/")) return by === "radio" ? undefined : { at, before: 0, after: ASKED, of: address };
  const isPress = by === "radio" && (type === "ZHASwitch" || type === "ZHARelativeRotary");
  return isPress && section === "state" ? { at, before: PRESSED, after: PRESSED, of: "" } : undefined;
}

const told = new WeakMap<LoggedEvent, LoggedEvent>(); // an unchanged event is the same object in each frame

/** The oldest first, with all that others repeat. */
export function withOwnDeeds(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  if (!events.some(isAlone)) return events;
  const asked = events.flatMap(({ news }) => askedBy(news) ?? []);
  let from = 0;
  return events.map((event) => {
    if (!isAlone(event)) return event;
    const { at, address } = event.news;
    while ((asked[from]?.at ?? Number.POSITIVE_INFINITY) < at - STARTED) from += 1;
    for (const each of asked.slice(from)) {
      if (each.at > at + PRESSED) break;
      const isNear = each.at <= at ? at - each.at <= each.after : each.at - at <= each.before;
      if (isNear && (each.of === "" || each.of === address)) return event;
    }
    return ownDeed(event);
  });
}

function ownDeed(event: LoggedEvent): LoggedEvent {
  const known = told.get(event);
  if (known) return known;
  const who = say("names.who.itself");
  const deed: LoggedEvent = { ...event, who, isOwnDeed: true, text: `${event.text} ${who.toLowerCase()}` };
  told.set(event, deed);
  return deed;
}
