/** What left a room because it came into another one: it may have been a slip of the finger. */
import { useNotedSend } from "../commands.tsx";
import type { HouseDevice } from "../devices/house-devices.ts";
import { type RoomHouse, type RoomOrGroup, returnCommands } from "../devices/rooms.ts";
import { useLive, useNote } from "../hooks.ts";
import { say, sayList, sayNames } from "../texts.ts";

interface Move {
  readonly text?: string; //                                     what else was done
  readonly from: readonly RoomOrGroup[];
  readonly names: readonly string[]; //                          of what left them
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
    const undo = async () => {
      if (!live.house) return;
      for (const { method, address, body } of returnCommands(devices, before, live.house))
        await send(method, address, body);
      if (made !== undefined) await send("DELETE", `/groups/${made}`);
    };
    const told = `${text} ${say("rooms.moved", { rooms, names: shown })}`.trim();
    note(told, "lasting", { label: undoWords, run: undo });
  };
}
