/** One virtual device: its keys, what it measures, and how it is reached. */

import { useDesired } from "../commands.tsx";
import { hasText, say } from "../texts.ts";
import { Icon, type IconName } from "../widgets/icons.tsx";
import { Badge, Button, Field, Fold, Slider, Switch } from "../widgets/widgets.tsx";
import { controlsOf, keysOf, PRESS_KINDS, type RemoteKey, type VirtualControl } from "./device-controls.ts";
import { lightStateOf } from "./light-state.ts";
import { LightDrawing, sayLightState } from "./lights.tsx";
import type { LiveVirtual } from "./use-virtual-house.ts";
import { attribute, type VirtualDevice } from "./virtual-house.ts";

export interface VirtualDeviceProps {
  readonly station: VirtualDevice;
  readonly turn: LiveVirtual["apply"];
}

const ICONS: readonly (readonly [RegExp, IconName])[] = [
  [/remote|dimmer switch|keypad/, "remote"],
  [/motion/, "motion"],
  [/contact/, "door"],
  [/water/, "water"],
  [/smoke/, "smoke"],
  [/climate/, "temperature"],
  [/thermostat/, "thermostat"],
  [/covering/, "blind"],
  [/plug/, "plug"],
  [/switch/, "switch"],
];

export function VirtualDeviceCard({ station, turn }: VirtualDeviceProps) {
  const { mac, name, called, presses, reach, profile } = station;
  const knobs = controlsOf(station);
  const [main, aside] = [knobs.filter(({ isAside }) => !isAside), knobs.filter(({ isAside }) => isAside)];
  const shine = lightStateOf(station);
  const onOff = attribute(station, "genOnOff", "onOff");
  return (
    <article class="zg-station" aria-label={name} data-station={mac}>
      <header>
        {shine ? (
          <LightDrawing shine={shine} />
        ) : (
          <Icon name={ICONS.find(([form]) => form.test(profile))?.[1] ?? "device"} />
        )}
        <h3>{name}</h3>
        {reach !== "ok" && <Badge tone="warn">{sayReach(reach)}</Badge>}
      </header>
      {called !== undefined && <p class="zg-dim">{say("virtual.called", { name: called })}</p>}
      {shine && <p class="zg-dim">{sayLightState("", shine).replace(/^: /, "")}</p>}
      {presses.length > 0 && <Keys presses={presses} press={(all) => turn(mac, ...all.map((press) => ({ press })))} />}
      {onOff && (
        <Button icon="switch" onClick={() => turn(mac, { toggle: true })}>
          {say("virtual.wall")}
        </Button>
      )}
      {main.map((knob) => (
        <ControlView key={knob.name} knob={knob} mac={mac} turn={turn} />
      ))}
      <Fold title={say("virtual.more-knobs")}>
        {aside.map((knob) => (
          <ControlView key={knob.name} knob={knob} mac={mac} turn={turn} />
        ))}
        <ReachPicker station={station} turn={turn} />
        <Button icon="remove" onClick={() => turn(mac, { leave: true })}>
          {say("virtual.leave")}
        </Button>
      </Fold>
    </article>
  );
}

interface KeysProps {
  readonly presses: readonly string[];
  readonly press: (presses: readonly string[]) => Promise<boolean>;
}

/** A row for each key, as they stand on the remote. */
function Keys({ presses, press }: KeysProps) {
  return (
    <table class="zg-keys" aria-label={say("virtual.buttons")}>
      <tbody>
        {keysOf(presses).map((key) => (
          <tr key={key.name}>
            <th scope="row">{sayKey(key)}</th>
            {PRESS_KINDS.map((finger) => {
              const said = key[finger];
              return (
                <td key={finger}>
                  {said && (
                    <Button
                      label={say("virtual.pressed", { button: sayKey(key), what: say(`virtual.${finger}`) })}
                      onClick={() => press(said)}
                    >
                      {say(`virtual.${finger}`)}
                    </Button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sayKey({ name }: RemoteKey): string {
  const [, number] = /^scene (\d+)$/.exec(name) ?? [];
  if (number) return say("virtual.key.scene", { number });
  return hasText(`virtual.key.${name}`) ? say(`virtual.key.${name}`) : name.replaceAll("_", " ");
}

interface ControlViewProps {
  readonly knob: VirtualControl;
  readonly mac: string;
  readonly turn: LiveVirtual["apply"];
}

function ControlView({ knob, mac, turn }: ControlViewProps) {
  const actual = knob.is === "switch" ? Number(knob.isOn) : knob.value;
  const [shown, want] = useDesired(
    actual,
    async (value) => ((await turn(mac, knob.command(value))) ? true : undefined),
    PATIENCE,
  );
  const label = say(`virtual.knob.${knob.name}`);
  if (knob.is === "switch")
    return (
      <p class="zg-knob">
        <Switch label={label} isOn={shown === 1} onChange={(isOn) => void want(Number(isOn))} />
      </p>
    );
  const { min, max, step, unit, show } = knob;
  return (
    <Slider
      label={label}
      value={shown}
      min={min}
      max={max}
      step={step}
      unit={unit}
      {...(show ? { show } : {})}
      onChange={(value) => void want(value)}
    />
  );
}

const PATIENCE = 3_000; // milliseconds: a little longer than from one look to the next

/** What takes its power away, and what gives it back. */
const CHOICES = ["ok", "no-route", "no-ack"] as const;

function ReachPicker({ station: { mac, reach }, turn }: VirtualDeviceProps) {
  const choose = (wanted: string) => {
    if (wanted === "no-ack") return turn(mac, { power: "off" });
    const back = reach === "no-ack" ? [{ power: "on" }] : [];
    return turn(mac, ...back, { reach: wanted });
  };
  const known: readonly string[] = CHOICES;
  return (
    <Field label={say("virtual.reach")}>
      {(input) => (
        <select {...input} value={reach} onChange={(event) => void choose(event.currentTarget.value)}>
          {(known.includes(reach) ? known : [...known, reach]).map((each) => (
            <option key={each} value={each}>
              {sayReach(each)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function sayReach(reach: string): string {
  return hasText(`virtual.reach-is.${reach}`) ? say(`virtual.reach-is.${reach}`) : reach;
}
