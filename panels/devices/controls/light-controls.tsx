/**
 * The controls of lights, plugs and fans: on and off, brightness, color, color temperature, effects, gradients, speed,
 * and identify.
 */
import { hexOfXy, type Xy } from "../../../src/model/lights/color.ts";
import { isKnownOn } from "../../../src/model/lights/groups.ts";
import type { Values } from "../../../src/model/resource.ts";
import { briOf, percentOf } from "../../../src/model/units.ts";
import { ColorButton, LiveColors } from "../../colors/color-chooser.tsx";
import { chosenIn, lampColorsOf } from "../../colors/lamp-colors.ts";
import { CommandError, useCommands, useDesired } from "../../commands.tsx";
import { useUnanswered } from "../../hooks.ts";
import { say } from "../../texts.ts";
import { Select } from "../../widgets/fields.tsx";
import { Button, Slider, Switch } from "../../widgets/widgets.tsx";
import { isLit } from "../availability.ts";
import type { HouseResource, ResourceProps } from "../house-devices.ts";
import { sayValue } from "../values/words.ts";

const SPEEDS = [0, 1, 2, 3, 4, 5, 6] as const;

export function LightControl({ resource }: ResourceProps) {
  const commands = useCommands();
  const { state, address, view } = resource;
  const send = (body: Values) => commands.send("PUT", `${address}/state`, body);
  /** A light that is off ignores a level or a color alone. */
  const sendLit = (body: Values) => send(state.on === false ? { on: true, ...body } : body);
  const alerts = ((view.capabilities ?? {}) as Values).alerts;
  return (
    <>
      <div class={state.reachable === false ? "zg-unreached" : undefined}>
        {"on" in state && <OnOff resource={resource} send={send} />}
        {"bri" in state && <Brightness resource={resource} send={sendLit} />}
        <Colors resource={resource} send={sendLit} />
        {"gradient" in state && <Gradient resource={resource} send={sendLit} />}
        {"music_sync" in state && <Music resource={resource} send={send} />}
        {"effect" in state && <Effect resource={resource} send={sendLit} />}
        {"speed" in state && <Speed resource={resource} send={send} />}
        {Array.isArray(alerts) && alerts.includes("select") && (
          <div class="zg-actions">
            <Button icon="light" onClick={() => send({ alert: "select" })}>
              {say("devices.blink")}
            </Button>
          </div>
        )}
      </div>
      <CommandError of={commands} />
    </>
  );
}

type SendState = (body: Values) => Promise<unknown>;

interface ResourceControlProps {
  readonly resource: HouseResource;
  readonly send: SendState;
}

function OnOff({ resource, send }: ResourceControlProps) {
  const { state } = resource;
  const [isOn, want] = useDesired(isLit(resource, useUnanswered()), (on) => send({ on }));
  const wasOn = state.on === true && state.reachable === false && !isOn;
  const label = wasOn ? "devices.was-on" : isOn ? "devices.on" : "devices.off";
  return <Switch label={say(label)} isOn={isOn} onChange={want} />;
}

/** A light that is off has none: how bright it will be comes with the switch. */
function Brightness({ resource, send }: ResourceControlProps) {
  const { state } = resource;
  const isShining = isLit(resource, useUnanswered()) && isKnownOn(state);
  const actual = typeof state.bri === "number" && isShining ? percentOf(state.bri) : undefined;
  const [percent, want] = useDesired(actual, (value) => send({ bri: briOf(value ?? 0) }));
  return (
    <Slider label={say("devices.brightness")} value={percent} min={1} max={100} unit=" %" isTyped onChange={want} />
  );
}

function Colors({ resource, send }: ResourceControlProps) {
  const can = lampColorsOf(resource);
  const [chosen, want] = useDesired(chosenIn(resource.state), (color) => send(color ?? {}));
  return can.whites || can.colors ? <LiveColors can={can} chosen={chosen} onChoose={want} /> : null;
}

function Effect({ resource: { state, view }, send }: ResourceControlProps) {
  const { color } = (view.capabilities ?? {}) as { readonly color?: { readonly effects?: readonly unknown[] } };
  const effects = (color?.effects ?? ["none", "colorloop"]).map(String);
  const [effect, want] = useDesired(String(state.effect ?? "none"), (value) => send({ effect: value }));
  return (
    <Select
      label={say("devices.effect")}
      value={effect}
      options={[...new Set([...effects, effect])].map((each) => [
        each,
        sayValue({ type: "", view: {} }, "effect", each),
      ])}
      onChange={want}
    />
  );
}

function Speed({ resource, send }: { readonly resource: HouseResource; readonly send: SendState }) {
  const [speed, want] = useDesired(Number(resource.state.speed ?? 0), (value) => send({ speed: value }));
  return (
    <Select
      label={say("devices.speed")}
      value={speed}
      options={SPEEDS.map((each) => [each, say(`devices.word.speed.${each}`)])}
      onChange={(value) => want(Number(value))}
    />
  );
}

const LEAST = 2;
const MOST = 9;
const FIRST: readonly Xy[] = [
  [0.69, 0.3],
  [0.153, 0.048],
];

interface StripProps {
  readonly resource: HouseResource;
  readonly send: (body: Values) => Promise<unknown>;
}

function Music({ resource: { state }, send }: StripProps) {
  const [isOn, want] = useDesired(state.music_sync === true, (music_sync) => send({ music_sync }));
  return <Switch label={say("devices.member.music_sync")} isOn={isOn} onChange={want} />;
}

function Gradient({ resource: { state, view }, send }: StripProps) {
  const [gradient, want] = useDesired((state.gradient ?? {}) as Values, (wanted) => send({ gradient: wanted }));
  const points = (gradient.points ?? []) as readonly Xy[];
  /** A gradient with another number of points gets as many segments. */
  const reach = (changed: readonly Xy[]) => {
    const { segments: _, offset: __, ...rest } = gradient;
    return want({ ...(changed.length === points.length ? gradient : rest), points: changed });
  };
  if (points.length === 0)
    return (
      <div class="zg-actions">
        <Button onClick={() => want({ points: FIRST })}>{say("devices.gradient.begin")}</Button>
      </div>
    );
  return (
    <fieldset class="zg-gradient">
      <legend>{say("devices.gradient.name")}</legend>
      <div
        class="zg-gradient-bar"
        style={{ background: `linear-gradient(to right, ${points.map(hexOfXy).join(", ")})` }}
      />
      <div class="zg-actions">
        {points.map((point, index) => (
          <ColorButton
            key={index}
            label={say("devices.gradient.color", { number: index + 1 })}
            can={{ colors: "xy" }}
            chosen={{ xy: point }}
            onChoose={({ xy }) => reach(points.with(index, xy as Xy))}
          />
        ))}
        <Button
          icon="plus"
          label={say("devices.gradient.add")}
          isDisabled={points.length >= MOST}
          onClick={() => reach([...points, ...points.slice(-1)])}
        />
        <Button
          icon="minus"
          label={say("devices.gradient.remove")}
          isDisabled={points.length <= LEAST}
          onClick={() => reach(points.slice(0, -1))}
        />
      </div>
      <Style view={view} style={String(gradient.style)} onChange={(style) => want({ ...gradient, style })} />
    </fieldset>
  );
}

interface StyleProps {
  readonly view: Values;
  readonly style: string;
  readonly onChange: (style: string) => Promise<unknown>;
}

function Style({ view, style, onChange }: StyleProps) {
  const { color } = (view.capabilities ?? {}) as { readonly color?: { readonly gradient?: { styles?: string[] } } };
  const styles = color?.gradient?.styles ?? ["linear"];
  return (
    <Select
      label={say("devices.gradient.style")}
      value={style}
      options={[...new Set([...styles, style])].map((each) => [each, say(`devices.gradient.${each}`)])}
      onChange={onChange}
    />
  );
}
