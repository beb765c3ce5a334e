/** What moves, locks, sounds or heats. Nothing is believed of these before they tell it themselves. */

import type { ComponentType } from "preact";
import type { Values } from "../../api.ts";
import { Fault, useAct, useWanted } from "../../commands.tsx";
import { say } from "../../texts.ts";
import { Button, Slider } from "../../widgets/widgets.tsx";
import type { Part, PartProps } from "../house-devices.ts";
import { sayMember, sayType, sayValue } from "../values/words.ts";
import { Lamp } from "./light-controls.tsx";
import { Week, weekOf } from "./week-schedule.tsx";

const TAKES_ITS_TIME = 8_000; // milliseconds until a motor has told that it moves

export function Cover({ part: { state, address } }: PartProps) {
  const act = useAct();
  const send = (body: Values) => act.wish("PUT", `${address}/state`, body);
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
      <Fault act={act} />
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
  const [percent, want] = useWanted(actual, (value) => send({ [member]: value }), TAKES_ITS_TIME);
  return <Slider label={label} value={percent} min={0} max={100} unit=" %" onChange={want} />;
}

export function Lock({ part }: PartProps) {
  const { on } = part.state;
  const told = typeof on === "boolean" ? say(`devices.${on ? "locked" : "unlocked"}`) : say("devices.unknown");
  return <LockButtons told={told} address={`${part.address}/state`} member="on" />;
}

export function SensorLock({ part }: PartProps) {
  const told = sayValue(part, "lockstate", part.state.lockstate);
  return <LockButtons told={told} address={`${part.address}/config`} member="lock" />;
}

interface LockButtonsProps {
  readonly told: string;
  readonly address: string;
  readonly member: string;
}

function LockButtons({ told, address, member }: LockButtonsProps) {
  const act = useAct();
  return (
    <>
      <p role="status">{told}</p>
      <div class="zg-actions">
        <Button icon="lock" onClick={() => act.wish("PUT", address, { [member]: true })}>
          {say("devices.lock")}
        </Button>
        <Button onClick={() => act.wish("PUT", address, { [member]: false })}>{say("devices.unlock")}</Button>
      </div>
      <Fault act={act} />
    </>
  );
}

const SOUNDS = ["select", "lselect", "blink", "none"] as const;

export function Siren({ part: { address, state } }: PartProps) {
  const act = useAct();
  return (
    <>
      <div class="zg-actions">
        {SOUNDS.map((alert) => (
          <Button
            key={alert}
            {...(alert === "none" ? {} : { icon: "siren" as const, isPressed: state.alert === alert })}
            onClick={() => act.wish("PUT", `${address}/state`, { alert })}
          >
            {say(`devices.siren.${alert}`)}
          </Button>
        ))}
      </div>
      <Fault act={act} />
    </>
  );
}

const SETPOINTS = ["heatsetpoint", "coolsetpoint"] as const;
const COOLEST = 500; // of 0.01 °C
const HOTTEST = 3_200;
const DEGREES = 100;

export function Thermostat({ part }: PartProps) {
  const act = useAct();
  const shown = SETPOINTS.filter((member) => member in part.config);
  return (
    <>
      {shown.map((member) => (
        <Setpoint
          key={member}
          part={part}
          member={member}
          send={(body) => act.wish("PUT", `${part.address}/config`, body)}
        />
      ))}
      <Fault act={act} />
      {weekOf(part) && <Week part={part} />}
    </>
  );
}

interface SetpointProps {
  readonly part: Part;
  readonly member: string;
  readonly send: (body: Values) => Promise<unknown>;
}

function Setpoint({ part: { config }, member, send }: SetpointProps) {
  const actual = typeof config[member] === "number" ? Number(config[member]) / DEGREES : undefined;
  const [degrees, want] = useWanted(actual, (value) => send({ [member]: Math.round((value ?? 0) * DEGREES) }));
  const [min, max] = [COOLEST / DEGREES, HOTTEST / DEGREES];
  return <Slider label={sayMember(member)} value={degrees} min={min} max={max} step={0.5} unit=" °C" onChange={want} />;
}

const BY_TYPE: Readonly<Record<string, ComponentType<PartProps>>> = {
  "Window covering controller": Cover,
  "Window covering device": Cover,
  "Door Lock": Lock,
  "Warning device": Siren,
  "Range extender": Nothing,
  "Configuration tool": Nothing,
  ZHAThermostat: Thermostat,
  ZHADoorLock: SensorLock,
};

export function Controls({ parts }: { readonly parts: readonly Part[] }) {
  const controlled = parts.flatMap((part) => {
    const Control = Object.hasOwn(BY_TYPE, part.type)
      ? BY_TYPE[part.type]
      : part.family === "lights"
        ? Lamp
        : undefined;
    return Control && Control !== Nothing ? [{ part, Control }] : [];
  });
  if (controlled.length === 0) return null;
  return (
    <section class="zg-section" aria-labelledby="zg-controls">
      <h3 id="zg-controls">{say("devices.controls")}</h3>
      {controlled.map(({ part, Control }) => (
        <fieldset key={part.address} class="zg-control" aria-label={String(part.view.name)}>
          {controlled.length > 1 && (
            <legend>
              {String(part.view.name)} <span class="zg-dim">{sayType(part.type)}</span>
            </legend>
          )}
          <Control part={part} />
        </fieldset>
      ))}
    </section>
  );
}

function Nothing(): null {
  return null;
}
