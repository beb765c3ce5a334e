/** Switches and dims a room: one command to its group, or one to each light where something else in it goes on as it is. */
import { briOf } from "../../src/model/units.ts";
import { useDesired, useNotedSend } from "../commands.tsx";
import type { RoomOrGroup } from "../devices/rooms.ts";
import { type RoomWish, roomCommands, type Section } from "../home/sections.ts";
import { say } from "../texts.ts";
import { Slider, Switch } from "../widgets/widgets.tsx";

interface RoomSwitchProps {
  readonly room: RoomOrGroup;
  readonly section: Section;
}

function useRoom({ room, section }: RoomSwitchProps) {
  const send = useNotedSend(room.name);
  return async (wish: RoomWish) => {
    const commands = roomCommands(room.id, section, wish);
    const replies = await Promise.all(commands.map(({ method, address, body }) => send(method, address, body)));
    return replies.includes(undefined) ? undefined : replies;
  };
}

export function RoomSwitch(props: RoomSwitchProps) {
  const { room, section } = props;
  const tell = useRoom(props);
  const [isOn, want] = useDesired(section.isAnyOn, (on) => tell({ on }));
  return <Switch label={say("rooms.all-of", { room: room.name })} isOn={isOn} hidesLabel onChange={want} />;
}

/** `percent`: of its lights that are on, in the mean. */
export function RoomDimmer({ percent, ...props }: RoomSwitchProps & { readonly percent: number }) {
  const tell = useRoom(props);
  const [shown, want] = useDesired(percent, (wanted) =>
    tell(wanted === 0 ? { on: false } : { on: true, bri: briOf(wanted) }),
  );
  return <Slider label={say("devices.brightness")} value={shown} min={0} max={100} unit=" %" onChange={want} />;
}
