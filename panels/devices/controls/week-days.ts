/** The week of a thermostat for people: seven days from Monday on, each with its transitions. Pure. */
import type { Values } from "../../../src/model/resource.ts";

export interface TimedSetpoint {
  readonly time: string; //    "06:30"
  readonly degrees: number; // °C
}
export type WeekDay = readonly TimedSetpoint[];

export const MOST_TRANSITIONS = 10;
const DAYS = [64, 32, 16, 8, 4, 2, 1] as const; // as the keys of a week count them
const DEGREES = 100;
const NEW: TimedSetpoint = { time: "06:00", degrees: 20 };
const MINUTES = 1_440; // of a day

/** "W124" → its transitions, for each of its days. */
export function daysIn(schedule: unknown): readonly WeekDay[] {
  const keys = Object.entries((schedule ?? {}) as Readonly<Record<string, readonly Values[]>>);
  return DAYS.map((day) => {
    const [, steps = []] = keys.find(([key]) => Number(key.slice(1)) & day) ?? [];
    return steps.map(({ localtime, heatsetpoint }) => {
      return { time: String(localtime).slice(1), degrees: Number(heatsetpoint) / DEGREES };
    });
  });
}

/** The command that writes a day; an empty day is deleted. */
export function commandForDay(sensor: string, day: number, steps: WeekDay) {
  const address = `${sensor}/config/schedule/W${DAYS[day]}`;
  if (steps.length === 0) return { method: "DELETE", address } as const;
  const body = inOrder(steps).map(({ time, degrees }) => {
    return { localtime: `T${time}`, heatsetpoint: Math.round(degrees * DEGREES) };
  });
  return { method: "POST", address, body } as const;
}

/** The data that a day carries while the user drags it. */
export function dragOf(sensor: string, day: number): string {
  return `week of ${sensor}: ${day}`;
}

/** Which day of this sensor it is; undefined: something else was dragged. */
export function dayDragged(sensor: string, text: string | undefined): number | undefined {
  const day = DAYS.findIndex((_, index) => text === dragOf(sensor, index));
  return day < 0 ? undefined : day;
}

/** One more, an hour after the last. */
export function withOneMore(steps: WeekDay): WeekDay {
  const last = inOrder(steps).at(-1);
  if (!last) return [NEW];
  const [hours = 0, minutes = 0] = last.time.split(":").map(Number);
  const next = Math.min(MINUTES - 1, hours * 60 + minutes + 60);
  const two = (part: number) => String(part).padStart(2, "0");
  return [...steps, { ...last, time: `${two(Math.floor(next / 60))}:${two(next % 60)}` }];
}

export function inOrder(steps: WeekDay): WeekDay {
  return [...steps].sort((one, other) => (one.time < other.time ? -1 : 1));
}
