/** Commands a room, and switches it: one command to its group, or one to each light where something else in it goes on as it is. */
import { useDesired, useNotedSend } from "../commands.tsx";
import { isLit } from "../devices/availability.ts";
import type { RoomOrGroup } from "../devices/rooms.ts";
import { type RoomWish, roomCommands, type Section } from "../home/sections.ts";
import { useUnanswered } from "../hooks.ts";
import type { ApiCommand } from "../perform.ts";
import { say } from "../texts.ts";
import { Switch } from "../widgets/widgets.tsx";

export interface RoomSwitchProps {
  readonly room: RoomOrGroup;
  readonly section: Section;
}

/** Sends commands to the room or its lights; undefined: one of them was refused. */
export function useRoomCommands({ room }: Pick<RoomSwitchProps, "room">) {
  const send = useNotedSend(room.name);
  return async (commands: readonly ApiCommand[]) => {
    const replies = await Promise.all(commands.map(({ method, address, body }) => send(method, address, body)));
    return replies.includes(undefined) ? undefined : replies;
  };
}

/** Tells the room, or each of its lights. */
export function useRoom({ room, section }: RoomSwitchProps) {
  const sendAll = useRoomCommands({ room });
  return (wish: RoomWish) => sendAll(roomCommands(room.id, section, wish));
}

export function RoomSwitch(props: RoomSwitchProps) {
  const { room, section } = props;
  const tell = useRoom(props);
  const unanswered = useUnanswered();
  const isAnyOn = section.switched.some((light) => isLit(light, unanswered));
  const [isOn, want] = useDesired(isAnyOn, (on) => tell({ on }));
  return <Switch label={say("rooms.all-of", { room: room.name })} isOn={isOn} hidesLabel onChange={want} />;
}
