/** Time as clients read it: UTC and local, in the forms of core families. Pure: the moment comes from the caller. */

/** "2026-03-29T12:34:56.789", UTC without a zone: `lastupdated`. */
export function utcMilliseconds(now: number): string {
  const at = Math.trunc(now);
  const second = Math.floor(at / 1000);
  if (second !== lastSecond) {
    lastText = utcSeconds(at);
    lastSecond = second;
  }
  return `${lastText}.${String(at - second * 1000).padStart(3, "0")}`;
}

let lastSecond = Number.NaN; // many changes come in one
let lastText = "";

/** "2026-03-29T12:34:56", UTC without a zone. */
export function utcSeconds(now: number): string {
  return new Date(now).toISOString().slice(0, 19);
}

/** "2026-03-01T12:00:00Z": as resources that are ours have times, for clients that know no other form. */
export function utcWithZone(now: number): string {
  return `${utcSeconds(now)}Z`;
}

/** "2026-03-29T12:34Z": `lastseen`, which no client needs to the second. */
export function utcMinutes(now: number): string {
  return `${new Date(now).toISOString().slice(0, 16)}Z`;
}

/** "2026-03-29T12:34:56" on the wall clock of a zone. */
export function localSeconds(now: number, zone: string): string {
  const clock = wallClocks.get(zone) ?? newWallClock(zone);
  const minute = Math.floor(now / MINUTE);
  if (minute !== clock.minute) Object.assign(clock, { minute, text: clock.read(minute * MINUTE) });
  // in a minute zones change only where they were not whole minutes away from UTC, long ago
  if (!clock.text.endsWith(":00")) return clock.read(now);
  return clock.text.slice(0, -2) + String(Math.floor((now - minute * MINUTE) / 1000)).padStart(2, "0");
}

function newWallClock(zone: string): WallClock {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: isZone(zone) ? zone : "UTC", // each Node knows zones of its own
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  const clock = { read: (time: number) => format.format(time).replace(" ", "T"), minute: Number.NaN, text: "" };
  wallClocks.set(zone, clock);
  return clock;
}

export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false; // a bare offset is no zone
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Every zone there is, for pick lists. */
export function zones(): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])].sort();
}

/** "2026-03-29T12:34:56", with or without milliseconds, of a day that there is. */
export function isWallTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?$/.test(text)) return false;
  const time = Date.parse(`${text}Z`); // takes 31 February for 3 March
  return !Number.isNaN(time) && utcSeconds(time) === text.slice(0, 19);
}

/** Milliseconds of a UTC time without a zone, or NaN. */
export function readUtc(text: unknown): number {
  return typeof text === "string" && /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
}

/** Milliseconds of a `lastseen`, or NaN; older ones have no Z. */
export function readMinutes(text: unknown): number {
  return typeof text === "string" ? Date.parse(text.replace(/Z?$/, "Z")) : Number.NaN;
}

const MINUTE = 60_000;

/** It is read each second, and `Intl` is slow. */
interface WallClock {
  readonly read: (time: number) => string;
  minute: number; // since 1970, that was read last
  text: string; //   at its beginning
}

const wallClocks = new Map<string, WallClock>();
