/** A note on devices that left a room because they came into another one: it may have been a slip of the finger. */
import { useNotedSend } from "../commands.tsx";
import type { HouseDevice } from "../devices/house-devices.ts";
import { lightsOf, type RoomHouse, type RoomOrGroup, returnCommands } from "../devices/rooms.ts";
import { useLive, useNote } from "../hooks.ts";
import { scenesIn } from "../house.ts";
import { say, sayList, sayNames } from "../texts.ts";

interface Move {
  readonly text?: string; //                                     the other result of the command
  readonly from: readonly RoomOrGroup[];
  readonly names: readonly string[]; //                          of the devices that left them
  readonly devices: readonly Pick<HouseDevice, "resources">[]; // all that was changed
  readonly before: RoomHouse;
  readonly made?: string | undefined; //                         the room that was made for it goes again
}

const MOST_NAMES = 3;

/** It is told, and goes back at a touch. */
export function useMovedNote(): (move: Move) => void {
  const live = useLive();
  const note = useNote();
  const undoWords = say("home.all-off-undo");
  const send = useNotedSend(undoWords);
  return ({ text = "", from, names, devices, before, made }) => {
    const rooms = sayList([...new Set(from.map(({ name }) => name))]);
    const shown = sayNames(names.slice(0, MOST_NAMES), Math.max(0, names.length - MOST_NAMES));
    const lost = scenesOf(from, devices, before);
    const scenes = lost.length > 0 ? say("rooms.moved-scenes", { scenes: sayList(lost) }) : "";
    const undo = async () => {
      if (!live.house) return;
      for (const { method, address, body } of returnCommands(devices, before, live.house))
        await send(method, address, body);
      if (made !== undefined) await send("DELETE", `/groups/${made}`);
      if (scenes !== "") note(scenes, "lasting"); // no scene takes a light in by itself
    };
    const told = `${text} ${say("rooms.moved", { rooms, names: shown })} ${scenes}`.trim();
    note(told, "lasting", { label: undoWords, run: undo });
  };
}

/** A light that leaves a room leaves its scenes. */
function scenesOf(rooms: Move["from"], devices: Move["devices"], { groups }: RoomHouse): readonly string[] {
  const moved = lightsOf(devices);
  const left = rooms.filter(({ lights }) => lights.some((id) => moved.includes(id)));
  return [...new Set(left.flatMap(({ id }) => scenesIn(groups[id]).map(({ name }) => name)))];
}
