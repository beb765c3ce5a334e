/** The batteries as GET /devices/batteries tells of them, in words when they will be empty, and which ones to buy. Pure. */
import { type BatteryLevel, batteryLevel } from "../../../src/model/sensors/batteries.ts";
import { brandOf, isRechargeable, readCells } from "../../../src/model/sensors/battery-cells.ts";
import { say, sayAgo, sayNumber, sayTime, utc } from "../../texts.ts";
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
interface BatteryDevice {
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

/** A low battery is to be changed now, even if its curve says later. */
export function endOf(battery: BatteryLevel | undefined, emptyAt: number | undefined, now: number): number | undefined {
  return battery?.isLow === true ? now : emptyAt;
}

/** With all that is known of it. */
export interface ShownBattery extends BatteryDevice {
  readonly emptyAt: number | undefined;
  readonly cells: string | undefined; // undefined: unknown kind
}

interface ToBuy {
  readonly cells: string; // "4 × CR2032"
  readonly rows: readonly ShownBattery[];
}

/** Each the first to be empty first. */
interface Shopping {
  readonly low: readonly ShownBattery[];
  readonly buy: readonly ToBuy[];
  readonly charge: readonly ShownBattery[];
  readonly unknown: readonly ShownBattery[]; // to be bought, but of an unknown kind
}

const DAY = 86_400_000; // milliseconds
const AHEAD = 122 * DAY; // the time that a user buys for: four months, as the sentence says

/** The batteries that a user needs for the next months. */
export function shoppingFor(rows: readonly ShownBattery[], now: number): Shopping {
  const due = rows
    .filter(({ emptyAt }) => emptyAt !== undefined && emptyAt - now < AHEAD)
    .sort((one, other) => Number(one.emptyAt) - Number(other.emptyAt));
  const isCharged = ({ cells }: ShownBattery) => cells !== undefined && isRechargeable(cells);
  const kinds = new Map<string, ShownBattery[]>();
  for (const row of due) {
    if (row.cells === undefined || isCharged(row)) continue;
    const { cell } = readCells(row.cells);
    kinds.set(cell, [...(kinds.get(cell) ?? []), row]);
  }
  return {
    low: due.filter(({ battery }) => battery?.isLow === true),
    buy: [...kinds].map(([cell, all]) => ({ cells: sayCount(cell, countOf(all)), rows: all })),
    charge: due.filter(isCharged),
    unknown: due.filter(({ cells }) => cells === undefined),
  };
}

function countOf(rows: readonly ShownBattery[]): number {
  return rows.reduce((sum, { cells = "" }) => sum + readCells(cells).count, 0);
}

function sayCount(cell: string, count: number): string {
  return `${sayNumber(count)} × ${cell}`;
}

/** "2×AAA" → "2 × AAA" */
export function sayCells(text: string): string {
  const { cell, count } = readCells(text);
  return count === 1 ? brandOf(cell) : sayCount(cell, count);
}

/** The first to be empty, then, of batteries without a forecast, the emptiest; undefined, which stands last: nothing is known. */
export function urgencyOf({ battery, emptyAt }: Pick<ShownBattery, "battery" | "emptyAt">): number | undefined {
  const level = levelOf({ battery });
  return emptyAt ?? (level === undefined ? undefined : Number.MAX_SAFE_INTEGER - 100 + level);
}

/** The emptiest first; undefined, which stands last: the level is unknown. */
export function levelOf({ battery }: Pick<BatteryDevice, "battery">): number | undefined {
  return battery && (battery.percent ?? 0);
}

const SOON = 45 * DAY; // nearer than that a day may be named; beyond it the day would be a lie

/** "12 March", "March 2027". */
function sayDayOfEnd(at: number, now: number): string {
  return sayTime(at, at - now < SOON ? { day: "numeric", month: "long" } : { month: "long", year: "numeric" });
}

const FULL = 90; // percent: above it the curve of a cell says next to nothing

/** Why it cannot be said when it will be empty. */
export function sayWhyNot({ device: { resources }, battery }: BatteryDevice): string {
  const tellsLow = resources.some(({ state }) => typeof state.lowbattery === "boolean");
  if (battery?.percent === undefined) return tellsLow ? say("devices.batteries.end-only-low") : "–";
  return say(`devices.batteries.end-${battery.percent >= FULL ? "full" : "early"}`);
}

/** In a column of its own: "March 2027", "now"; "…" where it is still asked for. */
export function sayEnd(at: number | undefined, now: number): string {
  if (at === undefined) return "…";
  return at - now < DAY ? say("devices.batteries.end-now") : sayDayOfEnd(at, now);
}

/** "empty about 12 March", "empty about March 2027"; "" where it cannot be said. */
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
