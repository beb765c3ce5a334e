/** A new sensor shows values from the first, which no device has reported: its 0 °C is no measurement. */
import type { Values } from "../resource.ts";

export function isUntold(state: Values): boolean {
  return state.lastupdated === "none";
}
