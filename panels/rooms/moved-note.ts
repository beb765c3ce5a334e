/** A note on devices that left a room, maybe because they came into another one: it may have been a slip of the finger. */
import { useNotedSend } from "../commands.tsx";
import type { HouseDevice } from "../devices/house-devices.ts";
import { lightsOf, type RoomHouse, type RoomOrGroup, returnCommands, roomFinder, roomsIn } from "../devices/rooms.ts";
import { useLive, useNote } from "../hooks.ts";
import { say, sayList, sayNames } from "../texts.ts";
import { type LostScene, regainingCommands } from "./lost-scenes.ts";

interface Move {
  readonly text?: string; //                                     the other result of the command
  readonly from: readonly RoomOrGroup[]; //                      rooms that others took them out of
  readonly names: readonly string[]; //                          of the devices that left those
  readonly taken?: readonly string[]; //                         of the devices that the user took out
  readonly devices: readonly Pick<HouseDevice, "resources">[]; // all that was changed
  readonly before: RoomHouse;
  readonly lost: readonly LostScene[];
  readonly made?: string | undefined; //                         the room that was made for it goes again
}

const MOST_NAMES = 3;

/** It is told, and goes back at a touch. */
export function useMovedNote(): (move: Move) => void {
  const live = useLive();
  const note = useNote();
  const undoWords = say("home.all-off-undo");
  const send = useNotedSend(undoWords);
  return ({ text = "", from, names, taken = [], devices, before, lost, made }) => {
    const rooms = sayList([...new Set(from.map(({ name }) => name))]);
    const scenes = sayList([...new Set(lost.map(({ scene }) => scene.name))]);
    const told = [
      text,
      ...(names.length > 0 ? [say("rooms.moved", { rooms, names: sayFew(names) })] : []),
      ...(taken.length > 0 ? [say("rooms.taken-out", { names: sayFew(taken) })] : []),
      ...(lost.length > 0 ? [say("rooms.moved-scenes", { scenes })] : []),
    ];
    const undo = async () => {
      await untilSeen(() => devices.every((device) => whereIs(device, live.house) !== whereIs(device, before)));
      if (!live.house) return;
      const back = [...returnCommands(devices, before, live.house), ...regainingCommands(lost, live.house)];
      for (const { method, address, body } of back) await send(method, address, body);
      if (made !== undefined) await send("DELETE", `/groups/${made}`);
    };
    note(told.join(" ").trim(), "lasting", { label: undoWords, run: undo });
  };
}

const LOOKS_EVERY = 50; // milliseconds
const LONGEST = 1_000; //   a device that was there before is still there

/** A quick hand takes back what the stream has not told yet. */
async function untilSeen(isSeen: () => boolean): Promise<void> {
  for (let waited = 0; waited < LONGEST && !isSeen(); waited += LOOKS_EVERY)
    await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY));
}

/** All rooms and groups of its lights, and the room of its sensors. */
function whereIs(device: Move["devices"][number], house: RoomHouse | undefined): string {
  const own = lightsOf([device]);
  const lit = roomsIn(house?.groups ?? {}).filter(({ lights }) => lights.some((id) => own.includes(id)));
  const rooms = house ? roomFinder(house)(device) : [];
  return [...lit, ...rooms].map(({ id }) => id).join();
}

function sayFew(names: readonly string[]): string {
  return sayNames(names.slice(0, MOST_NAMES), Math.max(0, names.length - MOST_NAMES));
}
