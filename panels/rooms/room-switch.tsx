/** Switches and dims a room: one command to its group, or one to each light where something else in it goes on as it is. */
import { isKnownOn } from "../../src/model/lights/groups.ts";
import { briOf } from "../../src/model/units.ts";
import { ColorButton } from "../colors/color-chooser.tsx";
import { type ChosenColor, chosenIn, lampColorsOf, togetherOf } from "../colors/lamp-colors.ts";
import { useDesired, useNotedSend } from "../commands.tsx";
import { isLit } from "../devices/availability.ts";
import type { RoomOrGroup } from "../devices/rooms.ts";
import { type RoomWish, roomCommands, type Section } from "../home/sections.ts";
import { useUnanswered } from "../hooks.ts";
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
  const unanswered = useUnanswered();
  const isAnyOn = section.switched.some((light) => isLit(light, unanswered));
  const [isOn, want] = useDesired(isAnyOn, (on) => tell({ on }));
  return <Switch label={say("rooms.all-of", { room: room.name })} isOn={isOn} hidesLabel onChange={want} />;
}

/** `percent`: of its lights that are on, in the mean. */
export function RoomDimmer({ percent, ...props }: RoomSwitchProps & { readonly percent: number }) {
  const tell = useRoom(props);
  const [shown, want] = useDesired(percent, (wanted) =>
    tell(wanted === 0 ? { on: false } : { on: true, bri: briOf(wanted) }),
  );
  return <Slider label={say("devices.brightness")} value={shown} min={0} max={100} unit=" %" isTyped onChange={want} />;
}

/** The color of the first that is lit stands for all. While nothing is lit, all come on in it. */
export function RoomColor(props: RoomSwitchProps) {
  const { room, section } = props;
  const tell = useRoom(props);
  const can = togetherOf(section.switched.map(lampColorsOf));
  const lit = section.switched.filter(({ state }) => isKnownOn(state));
  const known = lit.map(({ state }) => chosenIn(state)).find((color) => color !== undefined);
  const [chosen, want] = useDesired<ChosenColor | undefined>(known, (color) =>
    tell({ ...(lit.length === 0 ? { on: true } : {}), ...color }),
  );
  if (!can.whites && !can.colors) return null;
  const label = say(can.colors ? "home.color" : "home.white", { name: room.name });
  return <ColorButton label={label} can={can} chosen={chosen} onChoose={want} />;
}
