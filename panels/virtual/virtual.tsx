/** The panel of the virtual house: lights, keys to press, values to set, and devices that can join. */
import { useMemo, useRef, useState } from "preact/hooks";
import { ClockHint } from "../automation/editor/place-fields.tsx";
import { CommandError, useCommands } from "../commands.tsx";
import { roomFinder } from "../devices/rooms.ts";
import { useHouse, useHouseDevices, useNote } from "../hooks.ts";
import { permitJoinCommand, SPANS } from "../pairing/join-requests.ts";
import { say, sayNumber, sayTime } from "../texts.ts";
import { SearchField } from "../widgets/fields.tsx";
import { sorted } from "../widgets/rows.ts";
import { holdsWords, nearestFirst, simple } from "../widgets/search.ts";
import { Button, Empty, Switch } from "../widgets/widgets.tsx";
import { controlsOf } from "./device-controls.ts";
import { homecoming, isStillToDo } from "./homecoming.ts";
import { VirtualLights } from "./lights.tsx";
import { Outcome, type Touch } from "./outcome.tsx";
import { type LiveVirtual, useVirtualHouse } from "./use-virtual-house.ts";
import { VirtualDeviceCard } from "./virtual-device.tsx";
import { asKnown, total, type VirtualDeviceState, type VirtualHouseState } from "./virtual-house.ts";

export function Virtual() {
  const place = useRef<HTMLDivElement>(null);
  const live = useVirtualHouse(place);
  return (
    <div ref={place} class="zg-virtual">
      {live.house ? <VirtualHousePanel house={live.house} live={live} /> : <Empty>{say("app.loading")}</Empty>}
    </div>
  );
}

interface VirtualHousePanelProps {
  readonly house: VirtualHouseState;
  readonly live: LiveVirtual;
}

function VirtualHousePanel({ house, live: { apply, ...error } }: VirtualHousePanelProps) {
  const [touch, setTouch] = useState<Touch | undefined>(undefined);
  const live: LiveVirtual = {
    ...error,
    apply: (mac, ...commands) => {
      if (mac !== undefined) setTouch({ macs: [mac] });
      return apply(mac, ...commands);
    },
  };
  const named = asKnown(house.devices, useHouseDevices());
  const inside = named.filter(({ isIn, isReplaced }) => isIn && !isReplaced);
  const replaced = named.filter(({ isReplaced }) => isReplaced);
  const outside = named.filter(({ isIn }) => !isIn);
  return (
    <>
      <div class="zg-virtual-top">
        <VirtualLights devices={inside} onToggle={(mac) => void live.apply(mac, { toggle: true })} />
        <Outcome of={touch} />
        <CommandError of={live} />
      </div>
      <Homecoming devices={inside} apply={apply} onPlay={(macs) => setTouch({ macs })} />
      <InsideDevices devices={inside} driftsLater={house.changesByItself} live={live} />
      {replaced.length > 0 && <ReplacedDevices devices={replaced} live={live} />}
      <OutsideDevices devices={outside} isOpen={house.isOpen} live={live} />
      <WholeHouse house={house} live={live} />
      <Frames house={house} onClear={() => live.apply(undefined, { clear: true })} />
    </>
  );
}

/** The settings of the whole house, and its facts. */
function WholeHouse({ house, live }: VirtualHousePanelProps) {
  return (
    <section class="zg-section" aria-labelledby="zg-virtual-house">
      <h2 id="zg-virtual-house">{say("virtual.house")}</h2>
      <p class="zg-hint">{say("virtual.about")}</p>
      <Switch
        label={say("virtual.life")}
        isOn={house.changesByItself}
        onChange={(life) => void live.apply(undefined, { life })}
      />
      <p class="zg-hint">{say("virtual.life-about")}</p>
      {house.past !== undefined && (
        <>
          <p class="zg-hint">
            {say("virtual.past", {
              when: sayTime(house.past, { dateStyle: "medium", timeStyle: "short" }),
            })}
          </p>
          <ClockHint />
        </>
      )}
    </section>
  );
}

interface HomecomingProps {
  readonly devices: readonly VirtualDeviceState[];
  readonly apply: LiveVirtual["apply"];
  readonly onPlay: (macs: readonly string[]) => void;
}

/** One click, and there is something for rules and flows to do. */
function Homecoming({ devices, apply, onPlay }: HomecomingProps) {
  const [isPlayed, setPlayed] = useState(false);
  const now = useRef(devices);
  now.current = devices;
  const roomOf = useRoomOf();
  const story = homecoming(devices, roomOf);
  if (story.length === 0 && !isPlayed) return null;
  /** It goes on to its end, also when the panel is left: no door stays open. */
  const play = async () => {
    setPlayed(true);
    onPlay(story.map(({ mac }) => mac));
    for (const step of story) {
      await new Promise((wake) => setTimeout(wake, step.wait));
      if (isStillToDo(step, now.current)) await apply(step.mac, step.command);
    }
    setPlayed(false);
  };
  return (
    <div class="zg-homecoming">
      <Button kind="primary" icon="house" isDisabled={isPlayed} onClick={play}>
        {say("virtual.comes-home")}
      </Button>
      <p class="zg-hint">{say("virtual.comes-home-about")}</p>
    </div>
  );
}

function useRoomOf(): (mac: string) => string | undefined {
  const { groups, resourcelinks } = useHouse((house) => ({ groups: house.groups, resourcelinks: house.resourcelinks }));
  const devices = useHouseDevices();
  return useMemo(() => {
    const roomsOf = roomFinder({ groups, resourcelinks });
    return (mac) => {
      const device = devices.find(({ key }) => key === mac);
      return device && roomsOf(device).find(({ isRoom }) => isRoom)?.id;
    };
  }, [devices, groups, resourcelinks]);
}

const MOST = 40; // drawn at once

/** A device that was brought in stands first, then remotes, sensors and actuators. */
function InsideDevices({
  devices,
  driftsLater,
  live,
}: {
  readonly devices: readonly VirtualDeviceState[];
  readonly driftsLater: boolean;
  readonly live: LiveVirtual;
}) {
  const place = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState("");
  const showAll = () => {
    setTyped("");
    place.current?.querySelector<HTMLElement>("input[type=search]")?.focus(); // the button goes
  };
  const found = devices.filter((device) => holdsWords(simple(wordsOf(device).join("\n")), typed));
  const isSearched = typed.trim() !== "";
  const ordered = isSearched ? nearestFirst(found, ({ name }) => name, typed) : sorted(found, rank);
  const shown = ordered.slice(0, MOST);
  return (
    <section ref={place} class="zg-section" aria-labelledby="zg-virtual-inside">
      <h2 id="zg-virtual-inside">{say("virtual.inside")}</h2>
      <SearchField label={say("virtual.find")} value={typed} onType={setTyped} />
      {shown.length === 0 && (
        <>
          <Empty>{say("virtual.nothing-found", { typed })}</Empty>
          {isSearched && <Button onClick={showAll}>{say("devices.all")}</Button>}
        </>
      )}
      <ul class="zg-stations">
        {shown.map((device) => (
          <li key={device.mac}>
            <VirtualDeviceCard device={device} driftsLater={driftsLater} apply={live.apply} />
          </li>
        ))}
      </ul>
      {ordered.length > shown.length && (
        <p class="zg-hint">{say("virtual.more", { count: ordered.length - shown.length })}</p>
      )}
    </section>
  );
}

/** "Humidity" finds the climate sensor. */
function wordsOf(device: VirtualDeviceState): readonly string[] {
  const measured = controlsOf(device).filter(({ isAside }) => !isAside);
  const { name, called = "", profile } = device;
  return [name, called, profile, ...measured.map((control) => say(`virtual.control.${control.name}`))];
}

const ORDER = [/remote|dimmer switch|keypad/, /sensor|zone/, /covering|plug|thermostat/] as const;

const LIVES_HERE: readonly string[] = ["resident", "guest"];

function rank({ profile, role }: VirtualDeviceState): number {
  if (!LIVES_HERE.includes(role)) return -1;
  const found = ORDER.findIndex((form) => form.test(profile));
  return found === -1 ? ORDER.length : found;
}

interface FramesProps {
  readonly house: VirtualHouseState;
  readonly onClear: () => unknown;
}

const KINDS = ["unicast", "group", "broadcast", "zdo", "touchlink"] as const;

function Frames({ house: { sent, received }, onClear }: FramesProps) {
  return (
    <section class="zg-section" aria-labelledby="zg-virtual-frames">
      <h2 id="zg-virtual-frames">{say("virtual.frames")}</h2>
      <table class="zg-table zg-frames" aria-labelledby="zg-virtual-frames">
        <thead>
          <tr>
            <td />
            <Head text={say("virtual.frames-sent")} />
            <Head text={say("virtual.frames-received")} />
          </tr>
        </thead>
        <tbody>
          {KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row">{say(`virtual.kind.${kind}`)}</th>
              <Count of={sent[kind]} />
              <Count of={received[kind]} />
            </tr>
          ))}
          <tr>
            <th scope="row">{say("virtual.frames-all")}</th>
            <Count of={total(sent)} />
            <Count of={total(received)} />
          </tr>
        </tbody>
      </table>
      <Button icon="refresh" onClick={onClear}>
        {say("virtual.clear")}
      </Button>
    </section>
  );
}

function Head({ text }: { readonly text: string }) {
  return (
    <th scope="col" class="zg-number">
      {text}
    </th>
  );
}

function Count({ of = 0 }: { readonly of: number | undefined }) {
  return <td class="zg-number">{sayNumber(of)}</td>;
}

interface ReplacedDevicesProps {
  readonly devices: readonly VirtualDeviceState[];
  readonly live: LiveVirtual;
}

function ReplacedDevices({ devices, live }: ReplacedDevicesProps) {
  return (
    <section class="zg-section" aria-labelledby="zg-virtual-replaced">
      <h2 id="zg-virtual-replaced">{say("virtual.replaced")}</h2>
      <p class="zg-hint">{say("virtual.replaced-about")}</p>
      <ul class="zg-outside">
        {devices.map(({ mac, name }) => (
          <li key={mac}>
            <div>
              <div>{name}</div>
              <div class="zg-dim">{say("virtual.replaced-by-another")}</div>
            </div>
            <Button
              icon="remove"
              label={say("virtual.take-away-named", { name })}
              onClick={() => live.apply(mac, { leave: true })}
            >
              {say("virtual.take-away")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OutsideDevicesProps {
  readonly devices: readonly VirtualDeviceState[];
  readonly isOpen: boolean;
  readonly live: LiveVirtual;
}

function OutsideDevices({ devices, isOpen, live: { apply } }: OutsideDevicesProps) {
  const commands = useCommands();
  const note = useNote();
  /** A device outside joins by itself when the network is opened. */
  const bringIn = async ({ mac, name }: VirtualDeviceState) => {
    const isComing = isOpen ? await apply(mac, { join: true }) : await commands.sendAll([permitJoinCommand(SPANS[0])]);
    if (isComing) note(say("virtual.coming", { name }));
  };
  return (
    <section class="zg-section" aria-labelledby="zg-virtual-outside">
      <h2 id="zg-virtual-outside">{say("virtual.outside")}</h2>
      {devices.length === 0 && <Empty>{say("virtual.outside-none")}</Empty>}
      {devices.some(canCome) && <p class="zg-hint">{say("virtual.bring-in-about")}</p>}
      <ul class="zg-outside">
        {devices.map((device) => (
          <li key={device.mac}>
            <div>
              <div>{device.name}</div>
              {!canCome(device) && <div class="zg-dim">{say("virtual.shy")}</div>}
            </div>
            {canCome(device) && (
              <Button
                icon="pair"
                label={say("virtual.bring-in-named", { name: device.name })}
                onClick={() => bringIn(device)}
              >
                {say("virtual.bring-in")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <CommandError of={commands} />
    </section>
  );
}

function canCome({ role }: VirtualDeviceState): boolean {
  return role !== "shy";
}
