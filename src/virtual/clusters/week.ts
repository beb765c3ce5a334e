/** The week of a thermostat: set, asked for and cleared, and its meaning for the present setpoint. */
import { STATUS } from "../devices/zcl.ts";
import type { ClusterEndpoint, CommandHandler, CommandPayload } from "./cluster.ts";

const CLUSTER = "hvacThermostat";
const ANSWER = "getWeeklyScheduleRsp";
const HEAT = 1;
const GOES_BY_WEEK = 1;
const DAYS = 7; // and one for holidays, which is not kept here
const MINUTES = 1_440; // of a day
const TIME = 0x000a; // the cluster of the coordinator's clock
const LOCAL_TIME = 0x0007;
const EPOCH = 946_684_800; // the first second of 2000, from where Zigbee counts
const CLOCK = "clock"; // by how many seconds the wall is ahead of UTC
const ASKS_EVERY = 600_000; // milliseconds
const ASKS_FIRST = 10_000;

interface WeekTransition {
  readonly transitionTime: number; // minutes
  readonly heatSetpoint: number;
}

/** The key of a transition in the memory, by day and minute. */
const keyOf = (day: number, minutes: number) => `week ${day} ${String(minutes).padStart(4, "0")}`;

export const WEEK: Readonly<Record<string, CommandHandler>> = {
  setWeeklySchedule: (endpoint, payload) => {
    if (!endpoint.has(CLUSTER, "startOfWeek")) return STATUS.UNSUP_COMMAND;
    const { dayofweek, mode, transitions } = payload as unknown as {
      transitions: readonly WeekTransition[];
    } & CommandPayload;
    const most = endpoint.get(CLUSTER, "numberOfDailyTrans");
    const isGood = transitions.every(
      ({ transitionTime, heatSetpoint }, index) =>
        transitionTime < MINUTES &&
        heatSetpoint !== undefined &&
        transitionTime > (transitions[index - 1]?.transitionTime ?? -1),
    );
    if (!isGood || transitions.length > most || (transitions.length > 0 && !(Number(mode) & HEAT)))
      return STATUS.INVALID_VALUE;
    for (const day of daysIn(Number(dayofweek))) {
      forget(endpoint, `week ${day} `);
      for (const { transitionTime, heatSetpoint } of transitions)
        endpoint.memory[keyOf(day, transitionTime)] = heatSetpoint;
    }
    endpoint.device.note();
    return undefined;
  },
  /** One answer for each set of days that are alike: the last one answers the question, the others come before it. */
  getWeeklySchedule: (endpoint, { daystoreturn = 0 }) => {
    if (!endpoint.has(CLUSTER, "startOfWeek")) return STATUS.UNSUP_COMMAND;
    const answers = new Map<string, { days: number; readonly transitions: readonly WeekTransition[] }>();
    for (const day of daysIn(daystoreturn)) {
      const transitions = transitionsOn(endpoint, day);
      const alike = JSON.stringify(transitions);
      const answer = answers.get(alike) ?? { days: 0, transitions };
      answers.set(alike, { ...answer, days: answer.days | (1 << day) });
    }
    const payloads = [...answers.values()].map(({ days, transitions }) => {
      return { numoftrans: transitions.length, dayofweek: days, mode: HEAT, transitions };
    });
    const last = payloads.pop() ?? { numoftrans: 0, dayofweek: daystoreturn, mode: HEAT, transitions: [] };
    for (const payload of payloads) endpoint.say(CLUSTER, ANSWER, payload);
    return { command: ANSWER, payload: last };
  },
  clearWeeklySchedule: (endpoint) => {
    if (!endpoint.has(CLUSTER, "startOfWeek")) return STATUS.UNSUP_COMMAND;
    forget(endpoint, "week ");
    endpoint.device.note();
    return undefined;
  },
};

/** A thermostat has no clock of its own: it asks the coordinator for the time, a while after it has joined, and then again and again. */
export function keepClock(endpoint: ClusterEndpoint, wait = ASKS_FIRST): void {
  if (!endpoint.has(CLUSTER, "startOfWeek")) return;
  const ask = () => {
    endpoint.ask(TIME, [LOCAL_TIME]);
    keepClock(endpoint, ASKS_EVERY);
  };
  endpoint.running.get(CLOCK)?.();
  endpoint.running.set(CLOCK, endpoint.device.time.later(wait, ask));
}

export function hearClock(
  endpoint: ClusterEndpoint,
  cluster: number,
  { [LOCAL_TIME]: time }: Readonly<Record<number, unknown>>,
): void {
  if (cluster !== TIME || typeof time !== "number") return;
  endpoint.memory[CLOCK] = time + EPOCH - Math.round(Date.now() / 1000);
  endpoint.device.note();
}

/** By the clock of the device: at each transition the setpoint becomes that of its week; in between it can be set by hand. */
export function followWeek(endpoint: ClusterEndpoint, now: Date): void {
  const ahead = endpoint.memory[CLOCK];
  if (ahead === undefined || !(endpoint.get(CLUSTER, "programingOperMode") & GOES_BY_WEEK)) return;
  const wall = new Date(now.getTime() + ahead * 1000);
  const minutes = wall.getUTCHours() * 60 + wall.getUTCMinutes();
  for (let back = 0; back < DAYS; back += 1) {
    const day = (wall.getUTCDay() + DAYS - back) % DAYS;
    const past = transitionsOn(endpoint, day).filter(({ transitionTime }) => back > 0 || transitionTime <= minutes);
    const last = past.at(-1);
    if (!last) continue;
    const mark = day * MINUTES + last.transitionTime;
    if (endpoint.memory["week now"] === mark) return;
    endpoint.memory["week now"] = mark;
    endpoint.set(CLUSTER, { occupiedHeatingSetpoint: last.heatSetpoint });
    return;
  }
}

function transitionsOn({ memory }: ClusterEndpoint, day: number): readonly WeekTransition[] {
  const start = `week ${day} `;
  return Object.keys(memory)
    .filter((key) => key.startsWith(start))
    .sort()
    .map((key) => ({ transitionTime: Number(key.slice(start.length)), heatSetpoint: memory[key] ?? 0 }));
}

function forget({ memory }: ClusterEndpoint, start: string): void {
  for (const key of Object.keys(memory)) if (key.startsWith(start)) delete memory[key];
}

function daysIn(bits: number): readonly number[] {
  return Array.from({ length: DAYS }, (_, day) => day).filter((day) => bits & (1 << day));
}
