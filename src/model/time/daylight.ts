/** The state of the Daylight sensor at an instant, and the position of the gateway. */
import type { Values } from "../resource.ts";
import { type GeoPosition, neighbour, PHASES, type SunPhase, solarDayOf } from "./sun.ts";

export interface SkyState {
  readonly status: number; // of the phase that has begun last
  readonly daylight: boolean;
  readonly dark: boolean;
  readonly sunrise: number | undefined; // of the solar day; undefined where the sun stays up or down
  readonly sunset: number | undefined;
}

/** By how much day and night begin later than the sun says, in minutes. */
interface DaylightOffsets {
  readonly sunriseoffset: number;
  readonly sunsetoffset: number;
}

const MINUTE = 60_000;

/** The position of the gateway, by its config; undefined until it is known. */
export function positionOf({ latitude, longitude }: Values = {}): GeoPosition | undefined {
  return typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : undefined;
}

export function positionText({ latitude, longitude }: GeoPosition): string {
  return `${latitude},${longitude}`;
}

export function skyAt(now: number, spot: GeoPosition, { sunriseoffset, sunsetoffset }: DaylightOffsets): SkyState {
  const today = solarDayOf(now, spot);
  const days = [neighbour(today, -1, spot), today, neighbour(today, 1, spot)]; // an offset may reach over midnight
  const isBetween = (rise: "dawn" | "sunriseStart", set: SunPhase) =>
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
