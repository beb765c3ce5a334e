/** A command that a light never carried out did not happen: the line that takes it back replaces the line that claimed it. Pure. */
import type { ChangeNotice } from "../../src/model/admin-api.ts";
import type { Values } from "../../src/model/resource.ts";
import type { LoggedEvent } from "./log.ts";

const COUNTED: readonly string[] = ["permitjoin", "permitjoinfull"]; // seconds
const MEANWHILE = 5 * 60_000; // milliseconds: no command is on its way for longer

interface Undone {
  readonly at: number;
  readonly claimed: Values; // by members, as they were shown until it was undone
  readonly restored: Values; // as they are since then
}

/** A command to a room needs no line: its lights tell when they have carried it out, and a scene tells that it was called. */
export function isToldToRoom({ address, section }: ChangeNotice): boolean {
  return address.startsWith("/groups/") && section === "action";
}

/** The gateway counts the seconds that the network is open; a device that joins has a line, and pairing shows the rest. */
export function isCountdown({ address, values }: ChangeNotice): boolean {
  const names = Object.keys(values);
  return address === "/config" && names.length > 0 && names.every((name) => COUNTED.includes(name));
}

export function withoutUndone(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  if (!events.some(({ news }) => news.undo)) return events;
  const undone = new Map<string, readonly Undone[]>(); // by resource, section and cause
  return events
    .toReversed()
    .filter(({ news }) => {
      const { address, section, by, at, values, before = {} } = news;
      const key = `${address} ${section} ${by}`;
      const own = undone.get(key) ?? [];
      if (news.undo) undone.set(key, [{ at, claimed: before, restored: values }, ...own]);
      if (news.undo || news.event !== "changed") return true;
      const later = own.find((each) => each.at - at <= MEANWHILE && isClaim(values, each.claimed));
      if (later) {
        const rest = { ...later, claimed: claimedBefore(later, values, before) };
        undone.set(
          key,
          own.map((each) => (each === later ? rest : each)),
        );
      }
      return !later;
    })
    .toReversed();
}

/** What other commands claimed before this change, and the undo took back with it. */
function claimedBefore({ claimed, restored }: Undone, values: Values, before: Values): Values {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const names = Object.keys(claimed).filter((name) => !(name in values) || !isSame(before[name], restored[name]));
  return Object.fromEntries(names.map((name) => [name, name in values ? before[name] : claimed[name]]));
}

/** The undo covers all that this change claimed. */
function isClaim(values: Values, claimed: Values): boolean {
  const names = Object.keys(values);
  const isUndone = (name: string) => JSON.stringify(values[name]) === JSON.stringify(claimed[name]);
  return names.length > 0 && names.every((name) => name in claimed && isUndone(name));
}
