/** A sensor that is new shows values from the first, which nobody has told: its 0 °C is not how cold it is. */
import type { Values } from "../resource.ts";

export function isUntold(state: Values): boolean {
  return state.lastupdated === "none";
}
