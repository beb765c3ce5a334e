/** The tiles of Home: a touch on a lamp or a plug switches it, a blind and a thermostat have buttons of their own. */
import type { ComponentChildren, ComponentType } from "preact";
import { useState } from "preact/hooks";
import type { Values } from "../../src/model/resource.ts";
import { batteryLevel } from "../../src/model/sensors/batteries.ts";
import { briOf } from "../../src/model/units.ts";
import { ColorButton } from "../colors/color-chooser.tsx";
import { chosenIn, lampColorsOf } from "../colors/lamp-colors.ts";
import { useDesired, useNotedSend } from "../commands.tsx";
import { deviceReach } from "../devices/availability.ts";
import { iconOf } from "../devices/kinds.ts";
import { Sending } from "../devices/sending.tsx";
import { BatterySign } from "../devices/signs.tsx";
import { sayLight, sayValue, withUnit } from "../devices/values/words.ts";
import { usePlace, useUnanswered } from "../hooks.ts";
import { say, sayNumber } from "../texts.ts";
import { Icon, type IconName } from "../widgets/icons.tsx";
import { Kept } from "../widgets/kept.tsx";
import { Button, Slider } from "../widgets/widgets.tsx";
import { partsOf } from "./lines.tsx";
import { useOffNote } from "./off-note.ts";
import type { Handled } from "./sections.ts";
import {
  type HandledAs,
  HEAT,
  inkOn,
  type Level,
  lampColor,
  levelOf,
  powerOf,
  setpoint,
  WARMTH,
  warmthOf,
} from "./tiles.ts";

interface TileProps {
  readonly tile: Handled;
}

const TAKES_ITS_TIME = 8_000; // milliseconds until a motor has reported that it moves

export function Tiles({ tiles }: { readonly tiles: readonly Handled[] }) {
  return (
    <ul class="zg-tiles">
      {tiles.map((tile) => {
        const Kind = BY_USE[tile.as];
        return (
          <Kept key={tile.key} parts={partsOf(tile.device)}>
            <Kind tile={tile} />
          </Kept>
        );
      })}
    </ul>
  );
}

const BY_USE: Readonly<Record<HandledAs, ComponentType<TileProps>>> = {
  switch: SwitchTile,
  cover: CoverTile,
  heat: HeatTile,
  open: OpenTile,
};

interface Wish extends Level {
  readonly body?: Values;
}

function SwitchTile({ tile }: TileProps) {
  const { device, resource, kind } = tile;
  const name = String(resource.view.name);
  const send = useNotedSend(name);
  const tellOff = useOffNote(device, [resource], name, () => send("PUT", `${resource.address}/state`, { on: true }));
  const [{ isOn, percent }, want] = useDesired<Wish>(levelOf(resource.state), async ({ body }) => {
    const reply = await send("PUT", `${resource.address}/state`, body);
    if (reply && body?.on === false) tellOff();
    return reply;
  });
  const dim = (wanted: number) =>
    want(
      wanted === 0
        ? { isOn: false, percent, body: { on: false } }
        : { isOn: true, percent: wanted, body: { on: true, bri: briOf(wanted) } },
    );
  const [dragged, drag] = useState<number | undefined>(undefined); // where the thumb is, which nothing is told before it is let go
  const wasOn = useUnanswered().get(resource.address);
  const isSeenOn = wasOn ?? isOn; // until it answers it is as it was
  const shines = isSeenOn && kind === "light";
  return (
    <Frame tile={tile} isOn={isSeenOn} color={shines ? lampColor(resource.state) : undefined}>
      <button
        type="button"
        class="zg-tile-face"
        role="switch"
        aria-checked={isSeenOn}
        onClick={() => void want({ isOn: !isSeenOn, percent, body: { on: !isSeenOn } })}
      >
        <Face icon={iconOf(kind)} name={name}>
          {(dragged === undefined ? undefined : sayLevel(dragged > 0, dragged, undefined)) ??
            reached(tile) ??
            (wasOn === undefined ? undefined : <Sending />) ??
            sayLevel(isOn, percent, isOn ? powerOf(device) : undefined)}
        </Face>
      </button>
      <ColorPick resource={resource} send={send} />
      {percent !== undefined && (
        <Slider
          label={say("home.brightness", { name })}
          value={isSeenOn ? percent : 0}
          min={0}
          max={100}
          unit=" %"
          onMove={drag}
          onCancel={() => drag(undefined)}
          onChange={(wanted) => {
            drag(undefined);
            void dim(wanted);
          }}
        />
      )}
    </Frame>
  );
}

interface ColorPickProps {
  readonly resource: Handled["resource"];
  readonly send: ReturnType<typeof useNotedSend>;
}

function ColorPick({ resource, send }: ColorPickProps) {
  const { address, state, view } = resource;
  const can = lampColorsOf(resource);
  const [chosen, want] = useDesired(chosenIn(state), (color) =>
    send("PUT", `${address}/state`, { on: true, ...color }),
  );
  if (!can.whites && !can.colors) return null;
  const name = String(view.name);
  return (
    <ColorButton
      class={can.colors ? "zg-tile-color" : "zg-tile-color zg-tile-white"}
      label={say(can.colors ? "home.color" : "home.white", { name })}
      can={can}
      chosen={chosen}
      onChoose={want}
    />
  );
}

function sayLevel(isOn: boolean, percent: number | undefined, watts: number | undefined): string {
  const power = watts === undefined ? "" : ` · ${withUnit(sayNumber(watts, 0), "W")}`;
  if (!isOn) return say("devices.off");
  return percent === undefined ? `${say("devices.on")}${power}` : withUnit(sayNumber(percent, 0), "%");
}

function CoverTile({ tile }: TileProps) {
  const { resource, kind } = tile;
  const name = String(resource.view.name);
  const send = useNotedSend(name);
  const move = (body: Values) => send("PUT", `${resource.address}/state`, body);
  return (
    <Frame tile={tile}>
      <Opening tile={tile}>
        <Face icon={iconOf(kind)} name={name}>
          {reached(tile) ?? sayLight(resource)}
        </Face>
      </Opening>
      <div class="zg-tile-keys">
        <Button icon="up" label={say("home.up", { name })} onClick={() => move({ open: true })} />
        <Button icon="stop" label={say("home.stop", { name })} onClick={() => move({ stop: true })} />
        <Button icon="down" label={say("home.down", { name })} onClick={() => move({ open: false })} />
      </div>
    </Frame>
  );
}

function HeatTile({ tile }: TileProps) {
  const { resource, kind } = tile;
  const name = String(resource.view.name);
  const send = useNotedSend(name);
  const warmth = warmthOf(resource);
  const [wanted, want] = useDesired(
    warmth?.wanted,
    (degrees) =>
      send("PUT", `${resource.address}/config`, setpoint(warmth ?? { member: "heatsetpoint" }, degrees ?? 0)),
    TAKES_ITS_TIME,
  );
  const step = (by: number) => wanted !== undefined && void want(wanted + by);
  const isThere = deviceReach(tile.device) !== "unreachable";
  const isHeating = isThere && (resource.state.on === true || Number(resource.state.valve) > 0);
  return (
    <Frame tile={tile} isOn={isHeating} color={isHeating ? HEAT : undefined}>
      <Opening tile={tile}>
        <Face icon={iconOf(kind)} name={name}>
          {reached(tile) ??
            (warmth?.measured === undefined ? "" : say("home.degrees-now", { value: sayDegrees(warmth.measured) }))}
        </Face>
      </Opening>
      {wanted !== undefined && (
        <div class="zg-tile-keys">
          <Button
            icon="minus"
            label={say("home.cooler", { name })}
            isDisabled={wanted <= WARMTH.least}
            onClick={() => step(-WARMTH.step)}
          />
          <output aria-label={say("home.wanted", { name })}>{withUnit(sayNumber(wanted, 1), "°")}</output>
          <Button
            icon="plus"
            label={say("home.warmer", { name })}
            isDisabled={wanted >= WARMTH.most}
            onClick={() => step(WARMTH.step)}
          />
        </div>
      )}
    </Frame>
  );
}

function sayDegrees(degrees: number): string {
  return withUnit(sayNumber(degrees, 1), "°C");
}

function OpenTile({ tile }: TileProps) {
  const { resource, kind } = tile;
  const words =
    resource.family === "lights" ? sayLight(resource) : sayValue(resource, "lockstate", resource.state.lockstate);
  return (
    <Frame tile={tile}>
      <Opening tile={tile}>
        <Face icon={iconOf(kind)} name={String(resource.view.name)}>
          {reached(tile) ?? words}
        </Face>
      </Opening>
    </Frame>
  );
}

/** The face of a tile that no touch switches: it leads to the page of its device. */
function Opening({ tile, children }: TileProps & { readonly children: ComponentChildren }) {
  const [, go] = usePlace();
  return (
    <button type="button" class="zg-tile-face" onClick={() => go(["devices", tile.device.key])}>
      {children}
    </button>
  );
}

interface FrameProps extends TileProps {
  readonly isOn?: boolean;
  readonly color?: string | undefined; // "#ffd490": it shines in
  readonly children: ComponentChildren;
}

function Frame({ tile: { device, resource, as }, isOn = false, color, children }: FrameProps) {
  const [, go] = usePlace();
  const battery = batteryLevel(device.resources);
  const isGone = deviceReach(device) === "unreachable";
  return (
    <li
      class={`zg-tile zg-tile-${as}${isOn ? " zg-on" : ""}${isGone ? " zg-gone" : ""}`}
      style={color === undefined ? {} : { "--zg-shine": color, "--zg-ink": inkOn(color) }}
    >
      {children}
      {battery?.isLow && <BatterySign battery={battery} />}
      {as === "switch" && (
        <Button
          icon="more"
          label={say("home.more", { name: String(resource.view.name) })}
          onClick={() => go(["devices", device.key])}
        />
      )}
    </li>
  );
}

interface FaceProps {
  readonly icon: IconName;
  readonly name: string;
  readonly children: ComponentChildren;
}

function Face({ icon, name, children }: FaceProps) {
  return (
    <>
      <span class="zg-tile-icon">
        <Icon name={icon} />
      </span>
      <span class="zg-tile-name" title={name}>
        {name}
      </span>
      <span class="zg-tile-state">{children}</span>
    </>
  );
}

/** Undefined: its own state is told. */
function reached({ device }: Handled): string | undefined {
  return deviceReach(device) === "unreachable" ? say("devices.unreachable") : undefined;
}
