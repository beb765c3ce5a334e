/** Cubes: one sensor reports what a user does with the sides of a cube, another one its rotation. */
import type { Values } from "../../model/resource.ts";

const CUBE = /^lumi\.(sensor_cube|remote\.cagl0)/;
const COUNTS_FROM_ONE = "lumi.remote.cagl02";
/** The sides by the numbers of older cubes → as clients know them. */
const SIDES: readonly number[] = [1, 3, 5, 6, 4, 2];
const LAST_SIDE = 6;
const ROTATION_SENSOR = /-000c$/;
const MOST_DEGREES = 100_000; // degrees; more is an error

interface Sides {
  readonly up: number;
  readonly before: number;
}
type CubeEvent = readonly [buttonevent: number, gesture: number | undefined];

/** Undefined: the message lacks a side that the event needs. */
const EVENTS: Readonly<Record<string, (sides: Partial<Sides>) => CubeEvent | undefined>> = {
  wakeup: () => [7000, 0],
  shake: () => [7007, 1],
  fall: () => [7008, 2],
  throw: () => [7008, 2],
  hold: () => [7011, undefined],
  flip90: ({ up, before }) => (up && before ? [up * 1000 + before, 3] : undefined),
  flip180: ({ up }) => (up ? [up * 1000 + (LAST_SIDE + 1 - up), 4] : undefined),
  slide: ({ up }) => (up ? [up * 1000, 5] : undefined),
  push: ({ up }) => (up ? [up * 1000, 5] : undefined),
  tap: ({ up }) => (up ? [up * 1000 + up, 6] : undefined),
};
const CLOCKWISE = 7;
const COUNTERCLOCKWISE = 8;

/** All events of the sides, for introspection: "flip90 2 1" is a flip from side 2 to side 1. */
export function cubeCodes(): Readonly<Record<string, number>> {
  const sides = SIDES.toSorted();
  const turns = sides.flatMap((up) => sides.map((before) => ({ up, before })));
  const events = Object.entries(EVENTS).flatMap(([action, eventOf]) => {
    if (eventOf({})) return [[action, eventOf({})] as const];
    const needsBoth = eventOf({ up: 1 }) === undefined;
    const all = needsBoth ? turns.filter(({ up, before }) => up !== before) : sides.map((up) => ({ up }));
    return all.map((each) => [[action, ...Object.values(each).toReversed()].join(" "), eventOf(each)] as const);
  });
  return Object.fromEntries(events.flatMap(([word, event]) => (event ? [[word, event[0]]] : [])));
}

export function isCube(modelid: string): boolean {
  return CUBE.test(modelid);
}

/** The unique id says which of the two sensors it is for. */
export function readCube(modelid: string, uniqueid: string, payload: Values): Values | undefined {
  return ROTATION_SENSOR.test(uniqueid) ? readRotation(payload) : readSides(modelid, payload);
}

function readSides(modelid: string, payload: Values): Values | undefined {
  const { action } = payload;
  if (typeof action !== "string" || !Object.hasOwn(EVENTS, action)) return undefined;
  const up = sideOf(modelid, payload.side);
  const before = sideOf(modelid, payload.action_from_side);
  const event = EVENTS[action]?.({ ...(up ? { up } : {}), ...(before ? { before } : {}) });
  if (!event) return undefined;
  const [buttonevent, gesture] = event;
  return { buttonevent, ...(gesture === undefined ? {} : { gesture }) };
}

function readRotation({ action, action_angle: angle }: Values): Values | undefined {
  if (action !== "rotate_left" && action !== "rotate_right") return undefined;
  if (typeof angle !== "number" || !(Math.abs(angle) <= MOST_DEGREES)) return undefined;
  return { buttonevent: Math.round(angle * 100), gesture: angle < 0 ? COUNTERCLOCKWISE : CLOCKWISE };
}

function sideOf(modelid: string, side: unknown): number | undefined {
  if (typeof side !== "number" || !Number.isInteger(side)) return undefined;
  if (modelid !== COUNTS_FROM_ONE) return SIDES[side];
  return side >= 1 && side <= LAST_SIDE ? side : undefined;
}
