/** Which simulated stick the tests of the radio talk to: `STICK=ember npm test -- radio`. What differs between the families stands in one table. */
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
}

const ROWS: Readonly<Record<StickFamily, FamilyRow>> = {
  zstack: { touchlink: true, tellsLeaves: true },
  ember: { touchlink: true, tellsLeaves: true },
  deconz: { touchlink: false, tellsLeaves: false },
};

/** What the stick of the tests can. */
export const CAN = ROWS[STICK];

/** Why a story is not told on this stick; false: it is. */
export const SKIPPED = {
  touchlink: CAN.touchlink ? false : `${STICK} has no touchlink`,
} as const;

/** A stick of that family. */
export function plugIn(options: StickOptions<object>): Promise<VirtualStick> {
  return openStick(STICK, options);
}
