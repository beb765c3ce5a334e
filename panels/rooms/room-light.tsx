/** The light of a room as one: whether it is on, how bright, in which color. */
import { brightnessOf, isKnownOn } from "../../src/model/lights/groups.ts";
import { percentOf } from "../../src/model/units.ts";
import { ColorButton } from "../colors/color-chooser.tsx";
import { areAlike, type ChosenColor, chosenIn, lampColorsOf, togetherOf } from "../colors/lamp-colors.ts";
import { useDesired } from "../commands.tsx";
import { isLit } from "../devices/availability.ts";
import type { HouseResource } from "../devices/house-devices.ts";
import { blendOf, inkOn, lampColor } from "../home/tiles.ts";
import { useUnanswered } from "../hooks.ts";
import { say, sayList } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { Slider } from "../widgets/widgets.tsx";
import { dimCommands } from "./dimming.ts";
import { RoomSwitch, type RoomSwitchProps, useRoom, useRoomCommands } from "./room-switch.tsx";

export function RoomLight(props: RoomSwitchProps) {
  const { switched } = props.section;
  const unanswered = useUnanswered();
  const lit = switched.filter((light) => isLit(light, unanswered));
  const bri = brightnessOf(switched, (light) => isKnownOn(light.state) && isLit(light, unanswered));
  const states = lit.map(({ state }) => state);
  const colors = [...new Set(states.map(lampColor))].slice(0, areAlike(states) ? 1 : undefined);
  const [shine] = colors;
  return (
    <div
      class={`zg-room-light${shine ? " zg-on" : ""}`}
      style={shine ? { "--zg-shine": shine, "--zg-ink": inkOn(shine), ...blendsOf(colors) } : {}}
    >
      <span class="zg-tile-icon">
        <Icon name="light" />
      </span>
      <p>
        <span class="zg-tile-name">{say("rooms.together")}</span>
        <span class="zg-tile-state">{sayLit(lit, switched.length)}</span>
      </p>
      <RoomColor {...props} lit={lit} />
      <RoomSwitch {...props} />
      {bri !== undefined && <RoomDimmer {...props} lit={lit} percent={percentOf(bri)} />}
    </div>
  );
}

/** The colors of all that are lit, and a wash of them. */
function blendsOf(colors: readonly string[]) {
  const pale = colors.map((color) => `color-mix(in srgb, ${color} 18%, var(--zg-back))`);
  return { "--zg-blend": blendOf(colors), "--zg-wash": blendOf(pale) };
}

/** "2 of 3 on" */
function sayLit(lit: readonly HouseResource[], count: number): string {
  if (lit.length === count && count > 1) return say("rooms.all-on");
  return lit.length === 0 ? say("rooms.none-on") : say("rooms.some-on", { on: lit.length, count });
}

interface RoomDimmerProps extends RoomSwitchProps {
  readonly lit: readonly HouseResource[];
  readonly percent: number; // of these, in the mean
}

function RoomDimmer({ room, section, lit, percent }: RoomDimmerProps) {
  const sendAll = useRoomCommands({ room });
  const [shown, want] = useDesired(percent, (wanted) => sendAll(dimCommands(room.id, section, lit, wanted)));
  return <Slider label={say("devices.brightness")} value={shown} min={0} max={100} unit=" %" isTyped onChange={want} />;
}

interface RoomColorProps extends RoomSwitchProps {
  readonly lit: readonly HouseResource[];
}

/** The color that all have which are lit. While nothing is lit, all come on in it. */
function RoomColor({ lit, ...props }: RoomColorProps) {
  const { room, section } = props;
  const tell = useRoom(props);
  const can = togetherOf(section.switched.map(lampColorsOf));
  const isMixed = !areAlike(lit.map(({ state }) => state));
  const known = isMixed ? undefined : lit.map(({ state }) => chosenIn(state)).find((color) => color !== undefined);
  const [chosen, want] = useDesired<ChosenColor | undefined>(known, (color) =>
    tell({ ...(lit.length === 0 ? { on: true } : {}), ...color }),
  );
  if (!can.whites && !can.colors) return null;
  const label = say(can.colors ? "home.color" : "home.white", { name: room.name });
  const now = isMixed && chosen === undefined ? `${say("rooms.colors-differ")} ` : "";
  const hint = `${now}${sayReach(section.switched, lit)}`;
  return <ColorButton {...{ label, can, chosen, hint }} onChoose={want} />;
}

/** The lights that a color does not reach, and why. */
function sayReach(switched: readonly HouseResource[], lit: readonly HouseResource[]): string {
  const lights = switched.map((light) => ({ name: String(light.view.name), can: lampColorsOf(light) }));
  const isAnyColored = lights.some(({ can }) => can.colors);
  const whites = isAnyColored ? lights.filter(({ can }) => can.whites && !can.colors) : [];
  const plain = lights.filter(({ can }) => !can.whites && !can.colors);
  const named = (key: string, some: typeof lights) =>
    some.length === 0 ? [] : [say(key, { count: some.length, names: sayList(some.map(({ name }) => name)) })];
  const offStays = lit.length === 0 ? say("rooms.color-lights") : say("rooms.color-off");
  return [
    ...(lit.length < switched.length ? [offStays] : []),
    ...named("rooms.only-white", whites),
    ...named("rooms.no-color", plain),
  ].join(" ");
}
