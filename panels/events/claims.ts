/** What was asked of a light and never done did not happen: the line that says so takes the place of what was claimed. Pure. */
import type { ChangeNotice } from "../../src/model/admin-api.ts";
import type { Values } from "../../src/model/resource.ts";
import type { LoggedEvent } from "./log.ts";

const COUNTED: readonly string[] = ["permitjoin", "permitjoinfull"]; // seconds
const MEANWHILE = 5 * 60_000; // milliseconds: no command is on its way for longer

interface Undone {
  readonly at: number;
  readonly claimed: Values; // by members, as they were shown until it was undone
}

/** What a room was told, its lights tell when they have done it, and a scene that it was called. */
export function isToldToRoom({ address, section }: ChangeNotice): boolean {
  return address.startsWith("/groups/") && section === "action";
}

/** For how long the network is open counts the gateway; who joins is told, and pairing shows the rest. */
export function isCountdown({ address, values }: ChangeNotice): boolean {
  const names = Object.keys(values);
  return address === "/config" && names.length > 0 && names.every((name) => COUNTED.includes(name));
}

export function withoutUndone(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  if (!events.some(({ news }) => news.undo)) return events;
  const undone = new Map<string, readonly Undone[]>(); // by who asked what of whom
  return events
    .toReversed()
    .filter(({ news }) => {
      const { address, section, by, at, values, before = {} } = news;
      const key = `${address} ${section} ${by}`;
      const own = undone.get(key) ?? [];
      if (news.undo) undone.set(key, [{ at, claimed: before }, ...own]);
      if (news.undo || news.event !== "changed") return true;
      const later = own.find((each) => each.at - at <= MEANWHILE && isClaim(values, each.claimed));
      if (later)
        undone.set(
          key,
          own.filter((each) => each !== later),
        );
      return !later;
    })
    .toReversed();
}

/** All that it changed is what was undone. */
function isClaim(values: Values, claimed: Values): boolean {
  const names = Object.keys(values);
  const isUndone = (name: string) => JSON.stringify(values[name]) === JSON.stringify(claimed[name]);
  return names.length > 0 && names.every((name) => name in claimed && isUndone(name));
}
