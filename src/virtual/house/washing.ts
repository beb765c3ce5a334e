/** A washing machine: its power, minute by minute of its program. It fills, heats, turns to and fro, rinses and spins. */
import { chance } from "./made-up-days.ts";

interface Program {
  readonly minutes: number;
  readonly heats: number; // minutes
}

const PROGRAMS: readonly Program[] = [
  { minutes: 96, heats: 9 },
  { minutes: 128, heats: 12 },
  { minutes: 41, heats: 4 },
];
const STANDBY = 1; // W
const FILLS = 4; //  minutes
const SPINS = 9;
const RINSES = 0.38; // of all of it
/** So many minutes ago the machine of a new house was started. */
export const UNDER_WAY = 27;

export function minutesOf(wash: number): number {
  return programOf(wash).minutes;
}

/** In watts; `wash`: the how manieth it is. */
export function wattsAt(minute: number, wash: number): number {
  const { minutes, heats } = programOf(wash);
  const now = Math.floor(minute);
  const some = chance("washes", wash, now);
  if (now < 0 || now >= minutes) return STANDBY;
  if (now < FILLS) return Math.round(8 + 14 * some);
  if (now < FILLS + heats) return Math.round(1930 + 60 * some);
  if (now >= minutes - 1) return 45;
  if (now >= minutes - SPINS) return Math.round(180 + 45 * (now - minutes + SPINS) + 60 * some);
  if (now % 4 === 0) return Math.round(12 + 10 * some); // it rests before it turns the other way
  const isRinsing = now > minutes * (1 - RINSES);
  return Math.round(isRinsing ? 45 + 50 * some : 70 + 80 * some);
}

function programOf(wash: number): Program {
  return PROGRAMS[wash % PROGRAMS.length] as Program;
}
