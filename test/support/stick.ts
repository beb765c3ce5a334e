/** Which simulated stick the tests of the radio talk to: `STICK=ember npm test -- radio`. One table has the differences of the families. */
import process from "node:process";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import {
  STICK_FAMILIES,
  type StickFamily,
  type StickOptions,
  type VirtualStick,
} from "../../src/virtual/sticks/virtual-stick.ts";

export const STICK: StickFamily = STICK_FAMILIES.find((family) => family === process.env.STICK) ?? "zstack";

interface FamilyRow {
  readonly touchlink: boolean;
  readonly tellsLeaves: boolean; // of devices that leave by themselves
  readonly burst: readonly [few: number, many: number]; // reports at once
  readonly tellsInPieces: boolean; // many of them in one piece of its line
  readonly isOnAirAtOnce: boolean; // when it gets power, before its host says anything
}

export const FAMILY_ROWS: Readonly<Record<StickFamily, FamilyRow>> = {
  zstack: { touchlink: true, tellsLeaves: true, burst: [600, 4_800], tellsInPieces: true, isOnAirAtOnce: false },
  ember: { touchlink: true, tellsLeaves: true, burst: [200, 1_600], tellsInPieces: false, isOnAirAtOnce: false },
  deconz: { touchlink: false, tellsLeaves: false, burst: [30, 240], tellsInPieces: false, isOnAirAtOnce: true }, // each is fetched
};

/** The abilities of the stick of the tests. */
export const CAN = FAMILY_ROWS[STICK];

/** Why a story is not told on this stick; false: it is. */
export const SKIPPED = {
  touchlink: CAN.touchlink ? false : `${STICK} has no touchlink`,
  bareHerdsman: STICK === "deconz" ? "herdsman alone does not survive the end of a ConBee's line over TCP" : false,
} as const;

/** A stick of that family. */
export function plugIn(options: StickOptions<object>): Promise<VirtualStick> {
  return openStick(STICK, options);
}

/** The stick of the tests, and another one that is its spare; SPARE_PAIR names them. */
export const SPARE_PAIR = (process.env.SPARE_PAIR?.split(",") ?? [STICK, STICK === "ember" ? "zstack" : "ember"]) as [
  StickFamily,
  StickFamily,
];
