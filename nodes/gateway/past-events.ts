/** The virtual house's events from before the gateway ran, for the list of events: yesterday's and today's, made up like its history. */
import type { ChangeNotice } from "../../src/model/admin-api.ts";
import type { PastValues } from "../../src/model/history/ports.ts";
import type { Address, Resource } from "../../src/model/resource.ts";

const TOLD: readonly string[] = ["state/presence", "state/open", "state/on"];
const MOST = 400; // the newest

/** The oldest first. Of a blind is told that it opens and closes, not how its motor calls that. */
export function pastEvents(
  resourceAt: (address: Address) => Resource | undefined,
  past: readonly PastValues[],
  now: number,
): readonly ChangeNotice[] {
  const since = yesterday(now);
  const openers = new Set(past.filter(({ member }) => member === "state/open").map(({ address }) => address));
  const events = past.flatMap(({ address, member, values }): readonly ChangeNotice[] => {
    const resource = resourceAt(address);
    const isRepeated = member === "state/on" && openers.has(address);
    if (!resource || !TOLD.includes(member) || isRepeated || address.startsWith("/groups/")) return [];
    const [section = "", name = ""] = member.split("/");
    const { type, attr } = resource;
    return values.flatMap(([at, value], index): readonly ChangeNotice[] => {
      const before = values[index - 1]?.[1];
      if (before === undefined || before === value || at < since || at >= now) return [];
      const called = typeof attr.name === "string" ? { name: attr.name } : {};
      const change = { values: { [name]: value === 1 }, before: { [name]: before === 1 } };
      return [{ address, type, event: "changed", ...called, section, ...change, madeUp: true, by: "radio", at }];
    });
  });
  return events.sort((one, other) => one.at - other.at).slice(-MOST);
}

/** Its first moment, on the clock of this machine. */
function yesterday(now: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - 1).getTime();
}
