/** Removes a room or a group, after the user was told what is lost with it, and what stays. */
import { useState } from "preact/hooks";
import { useCommands } from "../commands.tsx";
import type { RoomOrGroup } from "../devices/rooms.ts";
import { UsesInWords } from "../devices/uses/uses.tsx";
import { useNote } from "../hooks.ts";
import type { SceneName } from "../house.ts";
import { say, sayList } from "../texts.ts";
import { Question } from "../widgets/dialog.tsx";
import { Button } from "../widgets/widgets.tsx";

interface RemoveRoomProps {
  readonly room: RoomOrGroup;
  readonly scenes: readonly SceneName[];
  readonly devices: number; // in it
  readonly isShown: boolean; // Home shows one of them, wherever it is
  readonly onGone: () => void;
}

export function RemoveRoom(props: RemoveRoomProps) {
  const { room, onGone } = props;
  const [isAsked, ask] = useState(false);
  const commands = useCommands();
  const note = useNote();
  const address = `/groups/${room.id}`;
  const remove = async () => {
    if (!(await commands.send("DELETE", address))) return;
    note(say("devices.removed", { name: room.name })); // no new group gets the id of this one: nothing takes it back
    onGone();
  };
  return (
    <>
      <Button icon="remove" kind="danger" onClick={() => ask(true)}>
        {say(room.isRoom ? "rooms.drop" : "rooms.drop-group")}
      </Button>
      {isAsked && (
        <Question
          title={say("devices.drop", { room: room.name })}
          yes={say("do.remove")}
          isDangerous
          onYes={remove}
          onClose={() => ask(false)}
        >
          <p>{sayLoss(props).join(" ")}</p>
          <UsesInWords used={[address]} />
        </Question>
      )}
    </>
  );
}

function sayLoss({ scenes, devices, isShown }: RemoveRoomProps): readonly string[] {
  const names = sayList(scenes.map(({ name }) => name));
  return [
    ...(scenes.length > 0 ? [say("rooms.drop-scenes", { count: scenes.length, names })] : []),
    ...(devices > 0 ? [say("rooms.drop-stay", { count: devices })] : []),
    ...(isShown ? [say("rooms.drop-place", { home: say("tab.home"), place: say("devices.no-room") })] : []),
    say("automation.delete-sure"),
  ];
}
