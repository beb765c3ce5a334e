/** The sticks of this machine, for the dialog of the gateway node. */
export { listSticks, type Stick, type StickAnswer, type StickTest, testStick } from "./radio/sticks.ts";
