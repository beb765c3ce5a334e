/** Who came of late, the newest first, and what became of each as it becomes it. */
import { useEffect, useMemo, useReducer } from "preact/hooks";
import { Fault, useAct } from "../commands.tsx";
import { type Device, devicesIn, type Part } from "../devices/house-devices.ts";
import { iconOf, kindOf } from "../devices/kinds.ts";
import { placer, type Room, roomsIn } from "../devices/rooms.ts";
import { sayState, sayType } from "../devices/values/words.ts";
import { useHouse, useLive } from "../hooks.ts";
import { say } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { Badge, Button, Empty, type Tone } from "../widgets/widgets.tsx";
import { type Newcomer, newcomersLog, type Step, whyFailed } from "./joining.ts";
import { PlaceForm } from "./name-and-room.tsx";

export interface NewcomersProps {
  /** Where flows can be made: for these devices, by their keys. */
  readonly onFlow?: (devices: readonly string[]) => void;
}

const ASKS_EVERY = 10_000; // milliseconds, while the network is open

export function Newcomers({ onFlow }: NewcomersProps) {
  const log = newcomersLog(useLive());
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => log.on(() => redraw(undefined)), [log]);
  const isOpen = useHouse(({ config }) => Number(config.permitjoinfull ?? 0) > 0);
  useEffect(() => {
    const ask = () => void log.ask().catch(() => {}); // then the line is broken, which is said elsewhere
    ask();
    if (!isOpen) return;
    const timer = setInterval(ask, ASKS_EVERY);
    return () => clearInterval(timer);
  }, [log, isOpen]);

  const { newcomers } = log;
  const devices = useDevices();
  const { groups, resourcelinks } = useHouse((house) => ({ groups: house.groups, resourcelinks: house.resourcelinks }));
  const rooms = useMemo(() => roomsIn(groups), [groups]);
  const placed = useMemo(() => placer({ groups, resourcelinks }), [groups, resourcelinks]);
  const last = [...newcomers].sort((one, other) => other.at - one.at)[0];
  const nameOf = (mac: string) => devices.get(mac)?.name ?? mac;
  return (
    <section class="zg-section" aria-labelledby="zg-newcomers">
      <h2 id="zg-newcomers">{say("pairing.newcomers")}</h2>
      <p class="zg-hidden" role="status" aria-live="polite">
        {last ? say(`pairing.news.${last.step}`, { name: nameOf(last.mac) }) : ""}
      </p>
      {newcomers.length === 0 ? (
        <Empty>{say("pairing.nobody")}</Empty>
      ) : (
        <ul class="zg-newcomers">
          {newcomers.map((newcomer) => {
            const device = devices.get(newcomer.mac) ?? unknown(newcomer.mac);
            return (
              <li key={newcomer.mac}>
                <NewcomerCard
                  newcomer={newcomer}
                  device={device}
                  rooms={rooms}
                  isIn={placed(device)}
                  onAway={() => log.putAway(newcomer.mac)}
                  {...(onFlow ? { onFlow: () => onFlow([newcomer.mac, ...newcomers.map(({ mac }) => mac)]) } : {})}
                />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function useDevices(): ReadonlyMap<string, Device> {
  const { devices, lights, sensors } = useHouse((house) => ({
    devices: house.devices,
    lights: house.lights,
    sensors: house.sensors,
  }));
  return useMemo(
    () => new Map(devicesIn({ devices, lights, sensors }).map((device) => [device.key, device])),
    [devices, lights, sensors],
  );
}

/** It has just joined, or left again: nothing more is known of it. */
function unknown(mac: string): Device {
  return { key: mac, name: mac, isVirtual: false, facts: {}, parts: [] };
}

export interface NewcomerProps {
  readonly newcomer: Newcomer;
  readonly device: Device;
  readonly rooms: readonly Room[];
  readonly isIn: readonly Room[];
  readonly onAway: () => void;
  readonly onFlow?: () => void;
}

const TONES: Readonly<Record<Step, Tone>> = {
  joined: "plain",
  interviewing: "plain",
  ready: "good",
  failed: "bad",
  left: "warn",
};
const WAY: readonly Step[] = ["joined", "interviewing", "ready"];

export function NewcomerCard({ newcomer: { mac, step }, device, rooms, isIn, onAway, onFlow }: NewcomerProps) {
  const { facts, name, parts } = device;
  const isNamed = parts.length > 0;
  return (
    <article class="zg-newcomer" aria-label={name}>
      <header>
        <span class={step === "joined" || step === "interviewing" ? "zg-busy" : ""}>
          <Icon name={isNamed ? iconOf(kindOf(device)) : "device"} />
        </span>
        <div class="zg-newcomer-name">
          <h3>{name}</h3>
          <p class="zg-dim">{[productOf(facts), name === mac ? "" : mac].filter(Boolean).join(" · ")}</p>
        </div>
        <Button icon="bad" label={say("pairing.away", { name })} onClick={onAway} />
      </header>
      <Way step={step} />
      {step === "failed" && <Failed device={device} />}
      {step === "left" && <p class="zg-hint">{say("pairing.left-again")}</p>}
      {step === "ready" && parts.length === 0 && <p class="zg-hint">{say("pairing.unknown")}</p>}
      {step === "ready" && isNamed && (
        <>
          <Became parts={parts} device={device} />
          <PlaceForm device={device} rooms={rooms} isIn={isIn} />
          <div class="zg-actions">
            {parts.filter(canBlink).map((part) => (
              <Blink key={part.address} part={part} isAlone={parts.filter(canBlink).length === 1} />
            ))}
            {onFlow && (
              <Button icon="flow" onClick={onFlow}>
                {say("pairing.flow.make")}
              </Button>
            )}
          </div>
        </>
      )}
    </article>
  );
}

/** Joined, interviewed, ready: where it is on its way. */
function Way({ step }: { readonly step: Step }) {
  if (step === "failed" || step === "left") return <Badge tone={TONES[step]}>{say(`pairing.step.${step}`)}</Badge>;
  const at = WAY.indexOf(step);
  return (
    <ol class="zg-way">
      {WAY.map((each, index) => (
        <li
          key={each}
          class={index < at || step === "ready" ? "zg-passed" : ""}
          aria-current={index === at ? "step" : undefined}
        >
          {say(`pairing.step.${each}`)}
        </li>
      ))}
    </ol>
  );
}

/** Each with what it has told first. */
function Became({ parts, device }: { readonly parts: readonly Part[]; readonly device: Device }) {
  return (
    <dl class="zg-facts zg-became">
      {parts.map((part) => (
        <div key={part.address}>
          <dt>{sayType(part.type)}</dt>
          <dd>{sayState({ ...device, parts: [part] }) || say("pairing.told-nothing")}</dd>
        </div>
      ))}
    </dl>
  );
}

function Failed({ device }: { readonly device: Device }) {
  const act = useAct();
  return (
    <>
      <p>{say(`pairing.why.${whyFailed(device)}`)}</p>
      <p class="zg-hint">{say("pairing.why-cure")}</p>
      <Button icon="refresh" onClick={() => act.wish("POST", `/devices/${device.key}/interview`)}>
        {say("pairing.ask-again")}
      </Button>
      <Fault act={act} />
    </>
  );
}

function Blink({ part, isAlone }: { readonly part: Part; readonly isAlone: boolean }) {
  const act = useAct();
  const blink = () => act.wish("PUT", `${part.address}/state`, { alert: "lselect" });
  return (
    <>
      <Button icon="light" onClick={blink}>
        {isAlone ? say("pairing.blink") : say("pairing.blink-named", { name: part.view.name })}
      </Button>
      <Fault act={act} />
    </>
  );
}

function canBlink({ family, view, type }: Part): boolean {
  const { alerts } = (view.capabilities ?? {}) as { readonly alerts?: unknown };
  return family === "lights" && type !== "Warning device" && Array.isArray(alerts) && alerts.includes("lselect");
}

function productOf({ vendor, manufacturername, productname, modelid }: Device["facts"]): string {
  return [vendor ?? manufacturername, productname ?? modelid]
    .filter((word) => typeof word === "string" && word)
    .join(" ");
}
