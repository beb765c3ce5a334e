/** One virtual device: its keys, its measured values, and its reachability. */
import { useDesired } from "../commands.tsx";
import { sayKey } from "../devices/values/words.ts";
import { hasText, say } from "../texts.ts";
import { Select } from "../widgets/fields.tsx";
import { Icon, type IconName } from "../widgets/icons.tsx";
import { Badge, Button, Fold, Slider, Switch } from "../widgets/widgets.tsx";
import {
  controlsOf,
  isOnBattery,
  keysOf,
  PRESS_KINDS,
  type RemoteKey,
  type VirtualControl,
} from "./device-controls.ts";
import { lightStateOf } from "./light-state.ts";
import { LightDrawing, sayLightState } from "./lights.tsx";
import type { LiveVirtual } from "./use-virtual-house.ts";
import { attribute, type VirtualDeviceState } from "./virtual-house.ts";

interface VirtualDeviceProps {
  readonly device: VirtualDeviceState;
  readonly driftsLater: boolean; // values change by themselves, but for values that were just set
  readonly apply: LiveVirtual["apply"];
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

export function VirtualDeviceCard({ device, driftsLater, apply }: VirtualDeviceProps) {
  const { mac, name, called, presses, reach, profile } = device;
  const controls = controlsOf(device);
  const [main, aside] = [controls.filter(({ isAside }) => !isAside), controls.filter(({ isAside }) => isAside)];
  const light = lightStateOf(device);
  const hasBattery = isOnBattery(device); // a device that no user plugs in
  const onOff = attribute(device, "genOnOff", "onOff");
  return (
    <article class="zg-station" aria-label={name} data-station={mac}>
      <header>
        {light ? (
          <LightDrawing light={light} />
        ) : (
          <Icon name={ICONS.find(([form]) => form.test(profile))?.[1] ?? "device"} />
        )}
        <h3>{name}</h3>
        <ReachSign reach={reach} />
      </header>
      {called !== undefined && <p class="zg-dim">{say("virtual.called", { name: called })}</p>}
      {light && <p class="zg-dim">{sayLightState("", light).replace(/^: /, "")}</p>}
      {presses.length > 0 && <Keys presses={presses} press={(all) => apply(mac, ...all.map((press) => ({ press })))} />}
      {onOff && (
        <Button icon="switch" onClick={() => apply(mac, { toggle: true })}>
          {say("virtual.wall")}
        </Button>
      )}
      {main.map((control) => (
        <ControlView key={control.name} {...{ control, mac, driftsLater, apply }} />
      ))}
      {!hasBattery && <PowerSwitch device={device} apply={apply} />}
      <Fold title={say("virtual.more-controls")}>
        {aside.map((control) => (
          <ControlView key={control.name} {...{ control, mac, driftsLater, apply }} />
        ))}
        {hasBattery && <PowerSwitch device={device} apply={apply} />}
        <ReachPicker device={device} apply={apply} />
        <Button icon="remove" onClick={() => apply(mac, { leave: true })}>
          {say("virtual.leave")}
        </Button>
      </Fold>
    </article>
  );
}

/** A device that sleeps has the moon of the device list. */
function ReachSign({ reach }: { readonly reach: VirtualDeviceState["reach"] }) {
  if (reach === "ok") return null;
  if (reach !== "expired") return <Badge tone="warn">{sayReach(reach)}</Badge>;
  return (
    <span class="zg-sign" title={sayReach(reach)}>
      <Icon name="moon" />
      <span class="zg-hidden">{sayReach(reach)}</span>
    </span>
  );
}

interface KeysProps {
  readonly presses: readonly string[];
  readonly press: (presses: readonly string[]) => Promise<boolean>;
}

const MAY_BREAK = "\u200b"; // a space without a width: "On/" and "off" may stand below each other

/** A row for each key, as they stand on the remote. */
function Keys({ presses, press }: KeysProps) {
  return (
    <table class="zg-keys" aria-label={say("virtual.buttons")}>
      <tbody>
        {keysOf(presses).map((key) => (
          <tr key={key.name}>
            <th scope="row">{nameOfKey(key).replaceAll("/", `/${MAY_BREAK}`)}</th>
            {PRESS_KINDS.map((finger) => {
              const said = key[finger];
              return (
                <td key={finger}>
                  {said && (
                    <Button
                      label={say("virtual.pressed", { button: nameOfKey(key), what: say(`virtual.${finger}`) })}
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

/** As everywhere else: the gateway names a key by the remote's command, without the gesture. */
function nameOfKey({ name }: RemoteKey): string {
  const [, number] = /^scene (\d+)$/.exec(name) ?? [];
  return number ? say("virtual.key.scene", { number }) : sayKey(name.replaceAll("_", " ").replace(/ ?\bmove\b/, ""));
}

interface ControlViewProps {
  readonly control: VirtualControl;
  readonly mac: string;
  readonly driftsLater: boolean;
  readonly apply: LiveVirtual["apply"];
}

function ControlView({ control, driftsLater, ...more }: ControlViewProps) {
  return (
    <>
      <ControlInput control={control} {...more} />
      {driftsLater && control.held !== undefined && (
        <p class="zg-dim zg-held">{say("virtual.held", { minutes: Math.ceil(control.held / 60) })}</p>
      )}
    </>
  );
}

function ControlInput({ control, mac, apply }: Omit<ControlViewProps, "driftsLater">) {
  const actual = control.is === "switch" ? Number(control.isOn) : control.value;
  const [shown, want] = useDesired(
    actual,
    async (value) => ((await apply(mac, control.command(value))) ? true : undefined),
    PATIENCE,
  );
  const label = say(`virtual.control.${control.name}`);
  if (control.is === "switch")
    return (
      <p class="zg-knob">
        <Switch label={label} isOn={shown === 1} onChange={(isOn) => void want(Number(isOn))} />
      </p>
    );
  const { min, max, step, unit, show } = control;
  return (
    <Slider
      label={label}
      value={shown}
      min={min}
      max={max}
      step={step}
      unit={unit}
      {...(show ? { show } : { isTyped: true })}
      onChange={(value) => void want(value)}
    />
  );
}

const PATIENCE = 3_000; // milliseconds: a little longer than than one poll takes

const WITHOUT_POWER = "no-ack";

function PowerSwitch({ device: { mac, reach }, apply }: Pick<VirtualDeviceProps, "device" | "apply">) {
  const [isOn, want] = useDesired(
    reach !== WITHOUT_POWER,
    async (on) => ((await apply(mac, { power: on ? "on" : "off" })) ? true : undefined),
    PATIENCE,
  );
  return (
    <p class="zg-knob">
      <Switch label={say("virtual.has-power")} isOn={isOn} onChange={(on) => void want(on)} />
    </p>
  );
}

const CHOICES = ["ok", "no-route"] as const;

function ReachPicker({ device: { mac, reach }, apply }: Pick<VirtualDeviceProps, "device" | "apply">) {
  const choose = (wanted: string) => {
    const back = reach === WITHOUT_POWER ? [{ power: "on" }] : [];
    return apply(mac, ...back, { reach: wanted });
  };
  const known: readonly string[] = CHOICES;
  return (
    <Select
      label={say("virtual.reach")}
      value={reach}
      options={(known.includes(reach) ? known : [...known, reach]).map((each) => [each, sayReach(each)])}
      onChange={choose}
    />
  );
}

function sayReach(reach: string): string {
  return hasText(`virtual.reach-is.${reach}`) ? say(`virtual.reach-is.${reach}`) : reach;
}
