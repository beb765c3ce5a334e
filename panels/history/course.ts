/** The history of a value, as the gateway answers it. */
import { type Rollup, STEPS, type Step } from "../../src/model/history/rollups.ts";
import type { Values } from "../../src/model/resource.ts";
import { AdminApiError, type Api } from "../api.ts";
import { utc } from "../texts.ts";

export type { Step };

/** The value in one step, as far as the step has passed. */
export interface CoursePoint extends Rollup {
  readonly end: number; // milliseconds
}

interface CourseWish {
  readonly address: string; // "/sensors/5"
  readonly member: string; // "state/temperature"
  readonly from: number;
  readonly to: number;
  readonly step: Step;
}

const LENGTHS: Readonly<Record<Step, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  month: 2_678_400_000,
};

export async function askCourse(api: Api, wish: CourseWish): Promise<readonly CoursePoint[]> {
  const { address, member, from, to, step } = wish;
  const now = Date.now();
  const asked = new URLSearchParams({
    member,
    step,
    from: String(Math.max(0, Math.floor(from))),
    to: String(Math.ceil(to)),
  });
  const { status, body } = await api.perform("GET", `${address}/history?${asked}`);
  if (status !== 200) throw new AdminApiError("failed");
  return pointsOf(body as Values, now);
}

export function pointsOf({ values, step }: Values, now: number): readonly CoursePoint[] {
  const length = LENGTHS[STEPS.find((each) => each === step) ?? "minute"];
  const points = (Array.isArray(values) ? (values as readonly Values[]) : []).map((value) => pointOf(value, length));
  return points.map((point, n) => {
    const next = points[n + 1]?.at ?? Number.POSITIVE_INFINITY;
    return { ...point, end: Math.max(point.at + 1, Math.min(point.end, next, now)) };
  });
}

function pointOf({ at, share, min, max, mean, last, count, known, grown }: Values, length: number): CoursePoint {
  const isTruth = share !== undefined;
  const own = isTruth ? Number(share) : Number(mean);
  return {
    at: utc(at),
    end: utc(at) + length,
    min: isTruth ? Math.min(own, Number(last)) : Number(min),
    max: isTruth ? Math.max(own, Number(last)) : Number(max),
    mean: own,
    last: Number(last),
    count: Number(count),
    known: known === undefined ? 1 : Number(known),
    ...(grown === undefined ? {} : { grown: Number(grown) }),
  };
}

/** Each value holds until the next. The last one that was asked for may be the first one heard, by another clock. */
export function joined(kept: readonly CoursePoint[], heard: readonly CoursePoint[]): readonly CoursePoint[] {
  const all = [...kept];
  for (const point of heard) {
    const last = all.at(-1);
    if (last && point.at <= last.at) continue;
    if (last) all[all.length - 1] = { ...last, end: point.at };
    all.push(point);
  }
  return all;
}

export function heardAt(value: number, at: number): CoursePoint {
  return { at, end: at + 1, min: value, max: value, mean: value, last: value, count: 1, known: 1 };
}

/** A yes or no holds as it is now since the last step that was kept: a room that was dark until a moment ago is lit. */
export function heldUntil(points: readonly CoursePoint[], value: number, to: number): readonly CoursePoint[] {
  const last = points.at(-1);
  if (!last || to <= last.end) return points;
  return [...points, { ...heardAt(value, last.end), end: to }];
}

/** As far as the device was heard: its last report tells nothing of the time since. */
export function cutAt(points: readonly CoursePoint[], until: number): readonly CoursePoint[] {
  return points.filter(({ at }) => at < until).map((point) => ({ ...point, end: Math.min(point.end, until) }));
}

/** From then on: of the step in which that lies, the rest. */
export function cutFrom(points: readonly CoursePoint[], from: number): readonly CoursePoint[] {
  return points.filter(({ end }) => end > from).map((point) => ({ ...point, at: Math.max(point.at, from) }));
}

interface TimeTrue {
  readonly wasTrue: number; // milliseconds
  readonly known: number;
}

/** For how long it was so, and how much is known. Of the hour in which the gateway began only its end is. */
export function timeTrue(points: readonly CoursePoint[]): TimeTrue {
  const isHours = points.slice(0, 2).some(({ at, end }) => end - at > LENGTHS.minute); // the first one may be cut
  const length = LENGTHS[isHours ? "hour" : "minute"];
  const times = points.map(({ at, end, known }) => Math.min(end - at, known * length));
  return {
    wasTrue: points.reduce((sum, { mean }, n) => sum + mean * (times[n] ?? 0), 0),
    known: times.reduce((sum, time) => sum + time, 0),
  };
}
