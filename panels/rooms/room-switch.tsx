/** Switches and dims a room as a whole: one command to its group. */
import { briOf } from "../../src/model/units.ts";
import { useDesired, useNotedSend } from "../commands.tsx";
import type { RoomOrGroup } from "../devices/rooms.ts";
import { say } from "../texts.ts";
import { Slider, Switch } from "../widgets/widgets.tsx";

interface RoomSwitchProps {
  readonly room: RoomOrGroup;
  readonly isAnyOn: boolean;
}

export function RoomSwitch({ room, isAnyOn }: RoomSwitchProps) {
  const send = useNotedSend(room.name);
  const [isOn, want] = useDesired(isAnyOn, (on) => send("PUT", `/groups/${room.id}/action`, { on }));
  return <Switch label={say("rooms.all-of", { room: room.name })} isOn={isOn} hidesLabel onChange={want} />;
}

/** `percent`: of its lights that are on, in the mean. */
export function RoomDimmer({ room, percent }: { readonly room: RoomOrGroup; readonly percent: number }) {
  const send = useNotedSend(room.name);
  const [shown, want] = useDesired(percent, (wanted) =>
    send("PUT", `/groups/${room.id}/action`, wanted === 0 ? { on: false } : { on: true, bri: briOf(wanted) }),
  );
  return <Slider label={say("devices.brightness")} value={shown} min={0} max={100} unit=" %" onChange={want} />;
}
