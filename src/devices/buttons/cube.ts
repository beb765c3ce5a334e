/** Cubes: what is done with one is told by two sensors, that of its sides and that of how it is turned. */
import type { Values } from "../../model/resource.ts";

const CUBE = /^lumi\.(sensor_cube|remote\.cagl0)/;
const COUNTS_FROM_ONE = "lumi.remote.cagl02";
/** As the older ones call their sides → as clients know them. */
const SIDES: readonly number[] = [1, 3, 5, 6, 4, 2];
const LAST_SIDE = 6;
const TURNED = /-000c$/;
const FULL_TURNS = 100_000; // degrees; more is not believed

interface Sides {
  readonly up: number;
  readonly before: number;
}
type CubeEvent = readonly [buttonevent: number, gesture: number | undefined];

/** Undefined where the side that it needs was not told. */
const DONE: Readonly<Record<string, (sides: Partial<Sides>) => CubeEvent | undefined>> = {
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

/** All that its sides can say, for who asks: "flip90 2 1" is the one from side 2 to side 1. */
export function cubeCodes(): Readonly<Record<string, number>> {
  const sides = SIDES.toSorted();
  const turns = sides.flatMap((up) => sides.map((before) => ({ up, before })));
  const said = Object.entries(DONE).flatMap(([action, done]) => {
    if (done({})) return [[action, done({})] as const];
    const needsBoth = done({ up: 1 }) === undefined;
    const all = needsBoth ? turns.filter(({ up, before }) => up !== before) : sides.map((up) => ({ up }));
    return all.map((each) => [[action, ...Object.values(each).toReversed()].join(" "), done(each)] as const);
  });
  return Object.fromEntries(said.flatMap(([word, event]) => (event ? [[word, event[0]]] : [])));
}

export function isCube(modelid: string): boolean {
  return CUBE.test(modelid);
}

/** Of which of its sensors this is asked is seen by the unique id. */
export function readCube(modelid: string, uniqueid: string, payload: Values): Values | undefined {
  return TURNED.test(uniqueid) ? readTurn(payload) : readSides(modelid, payload);
}

function readSides(modelid: string, payload: Values): Values | undefined {
  const { action } = payload;
  if (typeof action !== "string" || !Object.hasOwn(DONE, action)) return undefined;
  const up = sideOf(modelid, payload.side);
  const before = sideOf(modelid, payload.action_from_side);
  const event = DONE[action]?.({ ...(up ? { up } : {}), ...(before ? { before } : {}) });
  if (!event) return undefined;
  const [buttonevent, gesture] = event;
  return { buttonevent, ...(gesture === undefined ? {} : { gesture }) };
}

function readTurn({ action, action_angle: angle }: Values): Values | undefined {
  if (action !== "rotate_left" && action !== "rotate_right") return undefined;
  if (typeof angle !== "number" || !(Math.abs(angle) <= FULL_TURNS)) return undefined;
  return { buttonevent: Math.round(angle * 100), gesture: angle < 0 ? COUNTERCLOCKWISE : CLOCKWISE };
}

function sideOf(modelid: string, side: unknown): number | undefined {
  if (typeof side !== "number" || !Number.isInteger(side)) return undefined;
  if (modelid !== COUNTS_FROM_ONE) return SIDES[side];
  return side >= 1 && side <= LAST_SIDE ? side : undefined;
}
