/** Puts several devices into one room, or into none, by one click. */
import { useState } from "preact/hooks";
import { useLive, useNote } from "../../hooks.ts";
import { say } from "../../texts.ts";
import { Dialog } from "../../widgets/dialog.tsx";
import { Button } from "../../widgets/widgets.tsx";
import type { ListedDevice } from "../list-rows.ts";
import { NewRoom } from "../new-room.tsx";
import { memberCommands, type RoomOrGroup, withRoom } from "../rooms.ts";
import { BatchState, useBatch } from "./batch.tsx";

export interface RoomForSeveralProps {
  readonly devices: readonly ListedDevice[];
  readonly rooms: readonly RoomOrGroup[];
  readonly onClose: () => void;
}

export function RoomForSeveral({ devices, rooms, onClose }: RoomForSeveralProps) {
  const live = useLive();
  const note = useNote();
  const batch = useBatch();
  const [isMaking, make] = useState(false);
  const put = async (room: string | undefined, name: string) => {
    if (!live.house) return;
    const house = room === undefined ? live.house : withRoom(live.house, room, name);
    const commands = memberCommands(room, { put: devices.map(({ device }) => device) }, house);
    const done = await batch.run([{ name, commands }]);
    if (done !== 1) return;
    note(say("devices.several.placed", { count: devices.length, room: name }));
    onClose();
  };
  return (
    <Dialog title={say("devices.several.room-title", { count: devices.length })} onClose={onClose}>
      <ul class="zg-choice-list">
        {rooms
          .filter(({ isRoom }) => isRoom)
          .map(({ id, name }) => (
            <li key={id}>
              <Button icon="house" onClick={() => put(id, name)}>
                {name}
              </Button>
            </li>
          ))}
        <li>
          <Button onClick={() => put(undefined, say("devices.no-room"))}>{say("devices.no-room")}</Button>
        </li>
      </ul>
      {isMaking ? (
        <NewRoom onMade={(room, name) => put(room, name)} />
      ) : (
        <Button icon="plus" onClick={() => make(true)}>
          {say("devices.new-room")}
        </Button>
      )}
      <BatchState of={batch} />
    </Dialog>
  );
}
