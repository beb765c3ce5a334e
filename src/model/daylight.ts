/** What the Daylight sensor says of the sky at an instant, and the place from which it looks. */
import type { Values } from "./resource.ts";
import { neighbour, PHASES, type Phase, type Spot, solarDayOf } from "./sun.ts";

export interface Sky {
  readonly status: number; // of the phase that has begun last
  readonly daylight: boolean;
  readonly dark: boolean;
  readonly sunrise: number | undefined; // of the solar day; undefined where the sun stays up or down
  readonly sunset: number | undefined;
}

/** By how much day and night begin later than the sun says, in minutes. */
export interface Shift {
  readonly sunriseoffset: number;
  readonly sunsetoffset: number;
}

const MINUTE = 60_000;

/** Where the gateway stands, by its config; undefined until that is known. */
export function spotOf({ latitude, longitude }: Values = {}): Spot | undefined {
  return typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : undefined;
}

export function toText({ latitude, longitude }: Spot): string {
  return `${latitude},${longitude}`;
}

export function skyAt(now: number, spot: Spot, { sunriseoffset, sunsetoffset }: Shift): Sky {
  const today = solarDayOf(now, spot);
  const days = [neighbour(today, -1, spot), today, neighbour(today, 1, spot)]; // an offset may reach over midnight
  const isBetween = (rise: "dawn" | "sunriseStart", set: Phase) =>
    days.some((day) => {
      const from = day.times.get(rise);
      const to = day.times.get(set);
      if (from === undefined || to === undefined) return day === today && day.highest > PHASES[rise].rising; // all day, or never
      return from + sunriseoffset * MINUTE <= now && now < to + sunsetoffset * MINUTE;
    });
  const begun = [...today.times].filter(([, time]) => time <= now);
  const [phase] = begun.at(-1) ?? (["nadir"] as const);
  return {
    status: PHASES[phase].status,
    daylight: isBetween("sunriseStart", "sunsetEnd"),
    dark: !isBetween("dawn", "dusk"),
    sunrise: today.times.get("sunriseStart"),
    sunset: today.times.get("sunsetEnd"),
  };
}
