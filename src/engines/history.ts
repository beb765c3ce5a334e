/** The recent values of numbers of sensors and lights, for small plots: in memory only, and only so many. */
import type { Bus } from "../core/bus.ts";
import type { Store } from "../core/store.ts";
import { familyOf } from "../model/addresses.ts";
import { type Definition, field } from "../model/definitions.ts";
import type { Clock } from "../model/ports.ts";
import type { Address, Change, Section, Stop } from "../model/resource.ts";

export type Point = readonly [at: number, value: number]; // milliseconds, UTC

export interface History {
  /** Of a member, by its whole address: "/sensors/5/state/temperature"; the oldest first. */
  of(member: Address): readonly Point[];
  readonly stop: Stop;
}

export interface HistoryParts {
  readonly bus: Bus;
  readonly store: Store;
  readonly clock: Clock;
}

const FAMILIES: readonly string[] = ["sensors", "lights"];
const MOST_POINTS = 120;
const MOST_SERIES = 2_000;
const APART = 30_000; // milliseconds: a value that comes sooner replaces the last one

export function openHistory({ bus, store, clock }: HistoryParts): History {
  const series = new Map<string, number[]>(); // times and values by turns; the series that changed last stands at the end
  const stop = bus.on((change) => {
    const { event, resource } = change;
    if (!FAMILIES.includes(familyOf(resource.address))) return;
    if (event === "deleted") forget(`${resource.address}/`);
    else if (event === "changed") keep(change, store.definition(resource));
  });

  function keep({ resource, section, values }: Change, definition: Definition): void {
    if (!section) return;
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === "number" && isMeasured(definition, section, name))
        add(`${resource.address}/${section}/${name}`, value);
    }
  }

  function add(member: string, value: number): void {
    const points = series.get(member) ?? [];
    const now = clock.now();
    const last = points.at(-2);
    if (last !== undefined && now >= last && now - last < APART) points[points.length - 1] = value;
    else points.push(now, value);
    if (points.length > 2 * MOST_POINTS) points.splice(0, 2);
    series.delete(member);
    series.set(member, points);
    const [oldest] = series.keys();
    if (series.size > MOST_SERIES && oldest !== undefined) series.delete(oldest);
  }

  function forget(resource: string): void {
    for (const member of series.keys()) if (member.startsWith(resource)) series.delete(member);
  }

  return {
    of: (member) => {
      const points = series.get(member) ?? [];
      return points.flatMap((at, index) => (index % 2 === 0 ? [[at, points[index + 1] ?? 0] as const] : []));
    },
    stop,
  };
}

/** A setting (a limit, a delay) is no measurement, and neither is the press of a button. */
function isMeasured(definition: Definition, section: Section, name: string): boolean {
  const { momentary, access } = field(definition, section, name) ?? {};
  return !momentary && access !== "hidden" && (section === "state" || (section === "config" && access === "read-only"));
}
