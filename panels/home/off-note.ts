/** A plug is touched by a slip, too, and a wash or a freezer hangs on it: a user who cuts its power can give it back at once. */
import type { HouseDevice, HouseResource } from "../devices/house-devices.ts";
import { withUnit } from "../devices/values/words.ts";
import { useNote } from "../hooks.ts";
import { say, sayNumber } from "../texts.ts";
import { powerOf, tileKind } from "./tiles.ts";

const MUCH = 10; // watts: something is at work there

/** To be called when these were switched off. */
export function useOffNote(
  device: HouseDevice,
  resources: readonly HouseResource[],
  name: string,
  switchOn: () => unknown,
): () => void {
  const note = useNote();
  const watts = powerOf(device) ?? 0; // as it was drawn in sight
  return () => {
    if (watts < MUCH || resources.every((resource) => tileKind(resource) === "light")) return;
    note(say("home.plug-off", { name, power: withUnit(sayNumber(watts, 0), "W") }), "lasting", {
      label: say("home.all-off-undo"),
      run: switchOn,
    });
  };
}
