/** Devices that joined of late, the newest first, each with its progress and the resources that it became. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { CommandError, useCommands } from "../commands.tsx";
import type { HouseDevice, HouseResource } from "../devices/house-devices.ts";
import { iconOf, kindOf } from "../devices/kinds.ts";
import { type RoomOrGroup, roomFinder } from "../devices/rooms.ts";
import { sayState, sayType } from "../devices/values/words.ts";
import { roomsInOrder } from "../home/sections.ts";
import { useHouse, useHouseDevices, useLive, useRedraw } from "../hooks.ts";
import { canBlink } from "../picking/offers.ts";
import { say } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { Badge, Button, Empty, type Tone } from "../widgets/widgets.tsx";
import { type JoinedDevice, type JoinStep, joinLog, orderedCards, whyFailed } from "./joining.ts";
import { NameAndRoomForm } from "./name-and-room.tsx";

interface JoinedDevicesProps {
  /** Where flows can be made: for these devices, by their keys. */
  readonly onFlow?: (devices: readonly string[]) => void;
}

const ASKS_EVERY = 10_000; // milliseconds, while the network is open

export function JoinedDevices({ onFlow }: JoinedDevicesProps) {
  const log = joinLog(useLive());
  const redraw = useRedraw();
  useEffect(() => log.on(redraw), [log]);
  const isOpen = useHouse(({ config }) => Number(config.permitjoinfull ?? 0) > 0);
  useEffect(() => {
    const ask = () => void log.ask().catch(() => {}); // the panels show elsewhere that the gateway is not reached
    ask();
    if (!isOpen) return;
    const timer = setInterval(ask, ASKS_EVERY);
    return () => clearInterval(timer);
  }, [log, isOpen]);

  const joined = useOrder(log.joined);
  const devices = useDevices();
  const { groups, resourcelinks } = useHouse((house) => ({ groups: house.groups, resourcelinks: house.resourcelinks }));
  const rooms = useMemo(() => roomsInOrder({ groups, resourcelinks }), [groups, resourcelinks]);
  const placed = useMemo(() => roomFinder({ groups, resourcelinks }), [groups, resourcelinks]);
  const last = [...joined].sort((one, other) => other.at - one.at)[0];
  const nameOf = (mac: string) => devices.get(mac)?.name ?? mac;
  const isOffered = joined.some(({ mac, step }) => isUsable(step, devices.get(mac)));
  return (
    <>
      <section class="zg-section" aria-labelledby="zg-newcomers">
        <h2 id="zg-newcomers">{say("pairing.newcomers")}</h2>
        <p class="zg-hidden" role="status" aria-live="polite">
          {last ? say(`pairing.news.${last.step}`, { name: nameOf(last.mac) }) : ""}
        </p>
        {joined.length === 0 ? (
          <Empty>{say("pairing.nobody")}</Empty>
        ) : (
          <ul class="zg-newcomers">
            {joined.map((newcomer) => {
              const device = devices.get(newcomer.mac) ?? unknown(newcomer.mac);
              return (
                <li key={newcomer.mac} data-newcomer={newcomer.mac}>
                  <JoinedDeviceCard
                    joined={newcomer}
                    device={device}
                    rooms={rooms}
                    isIn={placed(device)}
                    onAway={() => log.putAway(newcomer.mac)}
                    {...(onFlow ? { onFlow: () => onFlow([newcomer.mac, ...joined.map(({ mac }) => mac)]) } : {})}
                  />
                </li>
              );
            })}
          </ul>
        )}
      </section>
      {onFlow && !isOffered && <MakeFlow onMake={() => onFlow([])} />}
    </>
  );
}

/** It has become something. */
function isUsable(step: JoinStep, device: Pick<HouseDevice, "resources"> | undefined): boolean {
  return step === "ready" && device !== undefined && device.resources.length > 0;
}

/** A flow with older devices; a newcomer has a button of its own. */
function MakeFlow({ onMake }: { readonly onMake: () => void }) {
  return (
    <section class="zg-section" aria-labelledby="zg-flows">
      <h2 id="zg-flows">{say("pairing.flow.title")}</h2>
      <p class="zg-hint">{say("pairing.flow.about")}</p>
      <Button icon="flow" onClick={onMake}>
        {say("pairing.flow.make")}
      </Button>
    </section>
  );
}

/** A device that joins while the user fills in a form does not push the form away. */
function useOrder(joined: readonly JoinedDevice[]): readonly JoinedDevice[] {
  const order = useRef<readonly string[]>([]);
  const form = document.activeElement?.closest("form");
  const held = form?.closest<HTMLElement>("[data-newcomer]")?.dataset.newcomer;
  order.current = orderedCards(
    order.current,
    joined.map(({ mac }) => mac),
    held,
  );
  return order.current.flatMap((mac) => joined.find((each) => each.mac === mac) ?? []);
}

function useDevices(): ReadonlyMap<string, HouseDevice> {
  const all = useHouseDevices();
  return useMemo(() => new Map(all.map((device) => [device.key, device])), [all]);
}

/** A device that has just joined, or left again: nothing more is known of it. */
function unknown(mac: string): HouseDevice {
  return { key: mac, name: mac, isVirtual: false, info: {}, resources: [] };
}

interface JoinedDeviceCardProps {
  readonly joined: JoinedDevice;
  readonly device: HouseDevice;
  readonly rooms: readonly RoomOrGroup[];
  readonly isIn: readonly RoomOrGroup[];
  readonly onAway: () => void;
  readonly onFlow?: () => void;
}

const TONES: Readonly<Record<JoinStep, Tone>> = {
  joined: "plain",
  interviewing: "plain",
  ready: "good",
  failed: "bad",
  left: "warn",
};
const WAY: readonly JoinStep[] = ["joined", "interviewing", "ready"];

function JoinedDeviceCard({ joined: { mac, step }, device, rooms, isIn, onAway, onFlow }: JoinedDeviceCardProps) {
  const { info, name, resources } = device;
  const isNamed = resources.length > 0;
  const isComing = step === "joined" || step === "interviewing";
  return (
    <article class="zg-newcomer" aria-label={name}>
      <header>
        <span class={isComing ? "zg-busy" : ""}>
          <Icon name={isNamed ? iconOf(kindOf(device)) : "device"} />
        </span>
        <div class="zg-newcomer-name">
          <h3>{name}</h3>
          <p class="zg-dim">{[productOf(info), name === mac ? "" : mac].filter(Boolean).join(" · ")}</p>
        </div>
        <Button icon="bad" label={say("pairing.away", { name })} onClick={onAway} />
      </header>
      <JoinProgress step={step} />
      {step === "failed" && <InterviewFailed device={device} />}
      {step === "left" && <p class="zg-hint">{say("pairing.left-again")}</p>}
      {step === "ready" && resources.length === 0 && <p class="zg-hint">{say("pairing.unknown")}</p>}
      {step === "ready" && isNamed && <BecameResources resources={resources} device={device} />}
      {(isComing || (step === "ready" && isNamed)) && (
        <NameAndRoomForm device={device} rooms={rooms} isIn={isIn} isComing={isComing} />
      )}
      {isUsable(step, device) && (
        <div class="zg-actions">
          {resources.filter(canBlink).map((resource) => (
            <Blink key={resource.address} resource={resource} isAlone={resources.filter(canBlink).length === 1} />
          ))}
          {onFlow && (
            <Button icon="flow" onClick={onFlow}>
              {say("pairing.flow.make")}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

/** The progress of a device: joined, interviewed, ready. */
function JoinProgress({ step }: { readonly step: JoinStep }) {
  if (step === "failed" || step === "left") return <Badge tone={TONES[step]}>{say(`pairing.step.${step}`)}</Badge>;
  const at = WAY.indexOf(step);
  return (
    <ol class="zg-joined-way">
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

/** Each resource with the first value that it reported. */
function BecameResources({
  resources,
  device,
}: {
  readonly resources: readonly HouseResource[];
  readonly device: HouseDevice;
}) {
  return (
    <dl class="zg-facts zg-became">
      {resources.map((resource) => (
        <div key={resource.address}>
          <dt>{sayType(resource.type)}</dt>
          <dd>{sayState({ ...device, resources: [resource] }) || say("pairing.told-nothing")}</dd>
        </div>
      ))}
    </dl>
  );
}

function InterviewFailed({ device }: { readonly device: HouseDevice }) {
  const commands = useCommands();
  return (
    <>
      <p>{say(`pairing.why.${whyFailed(device)}`)}</p>
      <p class="zg-hint">{say("pairing.why-cure")}</p>
      <Button icon="refresh" onClick={() => commands.send("POST", `/devices/${device.key}/interview`)}>
        {say("pairing.ask-again")}
      </Button>
      <CommandError of={commands} />
    </>
  );
}

function Blink({ resource, isAlone }: { readonly resource: HouseResource; readonly isAlone: boolean }) {
  const commands = useCommands();
  const blink = () => commands.send("PUT", `${resource.address}/state`, { alert: "lselect" });
  return (
    <>
      <Button icon="light" onClick={blink}>
        {isAlone ? say("pairing.blink") : say("pairing.blink-named", { name: resource.view.name })}
      </Button>
      <CommandError of={commands} />
    </>
  );
}

function productOf({ vendor, manufacturername, productname, modelid }: HouseDevice["info"]): string {
  return [vendor ?? manufacturername, productname ?? modelid]
    .filter((word) => typeof word === "string" && word)
    .join(" ");
}
