/**
 * The controls of a device: window coverings, locks, sirens and thermostats here, lights beside. These show only
 * reported values.
 */
import type { ComponentType } from "preact";
import type { Values } from "../../../src/model/resource.ts";
import { CommandError, useCommands, useDesired } from "../../commands.tsx";
import { say } from "../../texts.ts";
import { Button, Slider } from "../../widgets/widgets.tsx";
import type { HouseResource, ResourceProps } from "../house-devices.ts";
import { sayMember, sayType, sayValue } from "../values/words.ts";
import { LightControl } from "./light-controls.tsx";
import { WeekSchedule, weekOf } from "./week-schedule.tsx";

const TAKES_ITS_TIME = 8_000; // milliseconds until a motor has reported that it moves

function Cover({ resource: { state, address } }: ResourceProps) {
  const commands = useCommands();
  const send = (body: Values) => commands.send("PUT", `${address}/state`, body);
  return (
    <>
      <div class="zg-actions">
        <Button icon="up" onClick={() => send({ open: true })}>
          {say("devices.cover.open")}
        </Button>
        <Button icon="stop" onClick={() => send({ stop: true })}>
          {say("devices.cover.stop")}
        </Button>
        <Button icon="down" onClick={() => send({ open: false })}>
          {say("devices.cover.close")}
        </Button>
      </div>
      {"lift" in state && <Percent label={say("devices.lift")} member="lift" state={state} send={send} />}
      {"tilt" in state && <Percent label={say("devices.tilt")} member="tilt" state={state} send={send} />}
      <CommandError of={commands} />
    </>
  );
}

interface PercentProps {
  readonly label: string;
  readonly member: string;
  readonly state: Values;
  readonly send: (body: Values) => Promise<unknown>;
}

function Percent({ label, member, state, send }: PercentProps) {
  const actual = typeof state[member] === "number" ? Number(state[member]) : undefined;
  const [percent, want] = useDesired(actual, (value) => send({ [member]: value }), TAKES_ITS_TIME);
  return <Slider label={label} value={percent} min={0} max={100} unit=" %" isTyped onChange={want} />;
}

function Lock({ resource }: ResourceProps) {
  const { on } = resource.state;
  const told = typeof on === "boolean" ? say(`devices.${on ? "locked" : "unlocked"}`) : say("devices.unknown");
  return <LockButtons told={told} address={`${resource.address}/state`} member="on" />;
}

function SensorLock({ resource }: ResourceProps) {
  const told = sayValue(resource, "lockstate", resource.state.lockstate);
  return <LockButtons told={told} address={`${resource.address}/config`} member="lock" />;
}

interface LockButtonsProps {
  readonly told: string;
  readonly address: string;
  readonly member: string;
}

function LockButtons({ told, address, member }: LockButtonsProps) {
  const commands = useCommands();
  return (
    <>
      <p role="status">{told}</p>
      <div class="zg-actions">
        <Button icon="lock" onClick={() => commands.send("PUT", address, { [member]: true })}>
          {say("devices.lock")}
        </Button>
        <Button onClick={() => commands.send("PUT", address, { [member]: false })}>{say("devices.unlock")}</Button>
      </div>
      <CommandError of={commands} />
    </>
  );
}

const SOUNDS = ["select", "lselect", "blink", "none"] as const;

function Siren({ resource: { address, state } }: ResourceProps) {
  const commands = useCommands();
  return (
    <>
      <div class="zg-actions">
        {SOUNDS.map((alert) => (
          <Button
            key={alert}
            {...(alert === "none" ? {} : { icon: "siren" as const, isPressed: state.alert === alert })}
            onClick={() => commands.send("PUT", `${address}/state`, { alert })}
          >
            {say(`devices.siren.${alert}`)}
          </Button>
        ))}
      </div>
      <CommandError of={commands} />
    </>
  );
}

const SETPOINTS = ["heatsetpoint", "coolsetpoint"] as const;
const COOLEST = 500; // of 0.01 °C
const HOTTEST = 3_200;
const DEGREES = 100;

function Thermostat({ resource }: ResourceProps) {
  const commands = useCommands();
  const shown = SETPOINTS.filter((member) => member in resource.config);
  return (
    <>
      {shown.map((member) => (
        <Setpoint
          key={member}
          resource={resource}
          member={member}
          send={(body) => commands.send("PUT", `${resource.address}/config`, body)}
        />
      ))}
      <CommandError of={commands} />
      {weekOf(resource) && <WeekSchedule resource={resource} />}
    </>
  );
}

interface SetpointProps {
  readonly resource: HouseResource;
  readonly member: string;
  readonly send: (body: Values) => Promise<unknown>;
}

function Setpoint({ resource: { config }, member, send }: SetpointProps) {
  const actual = typeof config[member] === "number" ? Number(config[member]) / DEGREES : undefined;
  const [degrees, want] = useDesired(actual, (value) => send({ [member]: Math.round((value ?? 0) * DEGREES) }));
  const [min, max] = [COOLEST / DEGREES, HOTTEST / DEGREES];
  return (
    <Slider
      label={sayMember(member)}
      value={degrees}
      min={min}
      max={max}
      step={0.5}
      unit=" °C"
      isTyped
      onChange={want}
    />
  );
}

const BY_TYPE: Readonly<Record<string, ComponentType<ResourceProps>>> = {
  "Window covering controller": Cover,
  "Window covering device": Cover,
  "Door Lock": Lock,
  "Warning device": Siren,
  "Range extender": NoControl,
  "Configuration tool": NoControl,
  ZHAThermostat: Thermostat,
  ZHADoorLock: SensorLock,
};

export function Controls({ resources }: { readonly resources: readonly HouseResource[] }) {
  const controlled = resources.flatMap((resource) => {
    const Control = Object.hasOwn(BY_TYPE, resource.type)
      ? BY_TYPE[resource.type]
      : resource.family === "lights"
        ? LightControl
        : undefined;
    return Control && Control !== NoControl ? [{ resource, Control }] : [];
  });
  if (controlled.length === 0) return null;
  return (
    <section class="zg-section" aria-labelledby="zg-controls">
      <h3 id="zg-controls">{say("devices.controls")}</h3>
      {controlled.map(({ resource, Control }) => (
        <fieldset key={resource.address} class="zg-control" aria-label={String(resource.view.name)}>
          {controlled.length > 1 && (
            <legend>
              {String(resource.view.name)} <span class="zg-dim">{sayType(resource.type)}</span>
            </legend>
          )}
          <Control resource={resource} />
        </fieldset>
      ))}
    </section>
  );
}

function NoControl(): null {
  return null;
}
