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

/** A stick of that family. */
export function plugIn(options: StickOptions<object>): Promise<VirtualStick> {
  return openStick(STICK, options);
}
