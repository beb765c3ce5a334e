/** The batteries as GET /devices/batteries tells of them, and in words when they will be empty. Pure. */
import { type BatteryLevel, batteryLevel } from "../../../src/model/sensors/batteries.ts";
import { readCells } from "../../../src/model/sensors/battery-cells.ts";
import { say, sayAgo, sayList, sayNumber, sayTime, utc } from "../../texts.ts";
import { lastSeen, powerOf } from "../availability.ts";
import type { HouseDevice } from "../house-devices.ts";

export interface BatteryRow {
  readonly key: string; // of the device
  readonly name: string;
  readonly percent: number | undefined; // undefined: only known to be low
  readonly isLow: boolean;
  readonly emptyAt: number | undefined; // milliseconds, UTC; undefined: it cannot be said
}

interface ToldBattery {
  readonly uniqueid: string;
  readonly name?: unknown;
  readonly battery?: number | null;
  readonly lowbattery?: boolean;
  readonly empty?: string;
}

export function batteryRows(told: unknown): readonly BatteryRow[] {
  return (Array.isArray(told) ? (told as readonly ToldBattery[]) : []).map((each) => ({
    key: each.uniqueid,
    name: String(each.name ?? each.uniqueid),
    percent: each.battery ?? undefined,
    isLow: each.lowbattery === true,
    emptyAt: each.empty === undefined ? undefined : utc(each.empty),
  }));
}

/** A device that lives on a battery, or tells of one. */
export interface BatteryDevice {
  readonly device: HouseDevice;
  readonly battery: BatteryLevel | undefined; // undefined: it has not told yet how full it is
}

export function batteryDevices(devices: readonly HouseDevice[]): readonly BatteryDevice[] {
  return devices
    .filter(({ isVirtual }) => !isVirtual)
    .map((device) => ({ device, battery: batteryLevel(device.resources) }))
    .filter(({ device, battery }) => battery !== undefined || powerOf(device) === "battery");
}

/** Where the course of its level is kept: `{address: "/sensors/5", member: "config/battery"}`; undefined: it only tells when it is low. */
export function batteryCourse({ resources }: HouseDevice) {
  for (const { address, config, state } of resources) {
    if (typeof config.battery === "number") return { address, member: "config/battery" };
    if (typeof state.battery === "number") return { address, member: "state/battery" };
  }
  return undefined;
}

/** Low, or soon empty as its own curve says. */
export function isDue(battery: BatteryLevel | undefined, emptyAt: number | undefined, now: number): boolean {
  return battery?.isLow === true || (emptyAt !== undefined && emptyAt - now < SOON);
}

/** A battery that is low is to be changed now, whatever its curve says. */
export function endOf(battery: BatteryLevel | undefined, emptyAt: number | undefined, now: number): number | undefined {
  return battery?.isLow === true ? now : emptyAt;
}

/** What to buy for several devices: `["2×AAA", "CR2032", "AAA"]` are 3 × AAA and 1 × CR2032. */
export function sayShopping(cells: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const each of cells) {
    const { cell, count } = readCells(each);
    counts.set(cell, (counts.get(cell) ?? 0) + count);
  }
  return sayList([...counts].map(([cell, count]) => `${sayNumber(count)} × ${cell}`));
}

/** "2×AAA" → "2 × AAA" */
export function sayCells(text: string): string {
  const { cell, count } = readCells(text);
  return count === 1 ? cell : `${sayNumber(count)} × ${cell}`;
}

/** The emptiest first; undefined, which stands last: nobody knows. */
export function levelOf({ battery }: Pick<BatteryDevice, "battery">): number | undefined {
  return battery && (battery.percent ?? 0);
}

const DAY = 86_400_000; // milliseconds
const SOON = 45 * DAY; // nearer than that a day may be named; beyond it the day would be a lie
const OTHER_YEAR = 300 * DAY; // a month alone might be taken for the one that just was

/** "12 March", "March". */
function sayDayOfEnd(at: number, now: number): string {
  const day: Intl.DateTimeFormatOptions = at - now < SOON ? { day: "numeric", month: "long" } : { month: "long" };
  const year: Intl.DateTimeFormatOptions = at - now > OTHER_YEAR ? { year: "numeric" } : {};
  return sayTime(at, { ...day, ...year });
}

/** In a column of its own: "March", "now"; "–" where it cannot be said, "…" where it is still asked for. */
export function sayEnd(at: number | undefined, now: number, isAsking = false): string {
  if (at === undefined) return isAsking ? "…" : "–";
  return at - now < DAY ? say("devices.batteries.end-now") : sayDayOfEnd(at, now);
}

/** "empty about 12 March", "empty about March"; "" where it cannot be said. */
export function sayEmpty(at: number | undefined, now: number): string {
  if (at === undefined) return "";
  return at - now < DAY ? say("devices.batteries.now") : say("devices.batteries.about", { when: sayDayOfEnd(at, now) });
}

/** " · heard now", after the room where there is one; nothing of a device that was never heard. */
export function sayHeard(device: HouseDevice, isAfterRoom: boolean, now: number): string {
  const seen = lastSeen(device, now);
  if (Number.isNaN(seen)) return "";
  return `${isAfterRoom ? " · " : ""}${say("devices.seen", { ago: sayAgo(seen, now) })}`;
}
