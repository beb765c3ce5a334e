/**
 * The changes of the network between its last two surveys: devices and links that are new, gone, better or
 * worse. Only routers that answered both times are compared: a silent router says nothing about its neighbors. Pure.
 */
import type { HeardNeighbour, NeighbourReport, NeighbourReports } from "./links.ts";

export type LinkChange = "new" | "gone" | "better" | "worse";

export interface NetworkChanges {
  readonly links: ReadonlyMap<string, LinkChange>; //           by both of their ends, in order
  readonly devices: ReadonlyMap<string, "new" | "gone">; // by their addresses
  readonly since: number; //                                    milliseconds, UTC; when the earlier look was
}

const MUCH = 30; // of 255: less is the weather of the air

export const NO_CHANGES: NetworkChanges = { links: new Map(), devices: new Map(), since: Number.NaN };

export function linkKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** `now`: only the reports of the last survey; `before`: all that was known until then. */
export function changesBetween(before: NeighbourReports, now: NeighbourReports): NetworkChanges {
  const told = Object.keys(now).filter((mac) => isTold(now[mac]) && isTold(before[mac]));
  if (told.length === 0) return NO_CHANGES;
  return {
    links: linkChanges(before, now, told),
    devices: deviceChanges(before, now),
    since: Math.max(...told.map((mac) => before[mac]?.at ?? 0)),
  };
}

function isTold(report: NeighbourReport | undefined): boolean {
  return report?.at !== undefined && report.refusal === undefined;
}

interface Heard {
  readonly before: number[]; // qualities, of both directions
  readonly now: number[];
}

function linkChanges(before: NeighbourReports, now: NeighbourReports, told: readonly string[]) {
  const heard = new Map<string, Heard>();
  const note = (when: keyof Heard, from: string, { mac, quality }: HeardNeighbour) => {
    const key = linkKey(from, mac);
    const known = heard.get(key) ?? { before: [], now: [] };
    known[when].push(quality);
    heard.set(key, known);
  };
  for (const from of told) {
    for (const each of before[from]?.neighbours ?? []) note("before", from, each);
    for (const each of now[from]?.neighbours ?? []) note("now", from, each);
  }
  return new Map([...heard].flatMap(([key, link]) => withChange(key, changeOf(link))));
}

function withChange(key: string, change: LinkChange | undefined): readonly (readonly [string, LinkChange])[] {
  return change === undefined ? [] : [[key, change]];
}

function changeOf({ before, now }: Heard): LinkChange | undefined {
  if (before.length === 0) return "new";
  if (now.length === 0) return "gone";
  const gain = Math.min(...now) - Math.min(...before);
  return gain >= MUCH ? "better" : gain <= -MUCH ? "worse" : undefined;
}

/** Gone is a device that no router hears any more, if each router that had heard it has answered. */
function deviceChanges(before: NeighbourReports, now: NeighbourReports): ReadonlyMap<string, "new" | "gone"> {
  const [earlier, later] = [macsIn(before), macsIn(now)];
  const found = new Map<string, "new" | "gone">();
  for (const mac of later) if (!earlier.has(mac)) found.set(mac, "new");
  for (const mac of earlier) {
    const witnesses = Object.keys(before).filter((from) => hears(before[from], mac));
    const isSure = witnesses.length > 0 && witnesses.every((from) => isTold(now[from]));
    if (!later.has(mac) && isSure) found.set(mac, "gone");
  }
  return found;
}

function hears(report: NeighbourReport | undefined, mac: string): boolean {
  return report?.neighbours.some((each) => each.mac === mac) ?? false;
}

/** The routers that have answered, and the devices that they heard. */
function macsIn(reports: NeighbourReports): ReadonlySet<string> {
  return new Set(
    Object.entries(reports).flatMap(([from, report]) =>
      isTold(report) ? [from, ...report.neighbours.map(({ mac }) => mac)] : [],
    ),
  );
}
