/** The virtual house to play with: lamps that shine, keys to press, values to move, strangers to bring in. */
import { useRef, useState } from "preact/hooks";
import { Fault, useAct } from "../commands.tsx";
import { devicesIn } from "../devices/house-devices.ts";
import { useHouse, useNote } from "../hooks.ts";
import { say, sayNumber } from "../texts.ts";
import { Button, Empty, Switch } from "../widgets/widgets.tsx";
import { Lamps } from "./lights.tsx";
import { type LiveVirtual, useVirtual } from "./use-virtual-house.ts";
import { StationCard } from "./virtual-device.tsx";
import { type Station, total, type VirtualHouse } from "./virtual-house.ts";
import "./virtual.css";
import { openingWish, SPANS } from "../pairing/join-requests.ts";

export function Virtual() {
  const place = useRef<HTMLDivElement>(null);
  const live = useVirtual(place);
  return (
    <div ref={place} class="zg-virtual">
      {live.house ? <Known house={live.house} live={live} /> : <Empty>{say("app.loading")}</Empty>}
    </div>
  );
}

function Known({ house, live }: { readonly house: VirtualHouse; readonly live: LiveVirtual }) {
  const named = useNames()(house.stations);
  const inside = named.filter(({ isIn }) => isIn);
  const outside = named.filter(({ isIn }) => !isIn);
  return (
    <>
      <div class="zg-virtual-top">
        <Lamps stations={inside} />
        <Fault act={live} />
      </div>
      <section class="zg-section" aria-labelledby="zg-virtual-house">
        <h2 id="zg-virtual-house">{say("virtual.house")}</h2>
        <p class="zg-hint">{say("virtual.about")}</p>
        <Switch
          label={say("virtual.life")}
          isOn={house.lives}
          onChange={(life) => void live.turn(undefined, { life })}
        />
      </section>
      <Inside stations={inside} live={live} />
      <Outside stations={outside} isOpen={house.isOpen} live={live} />
      <Frames house={house} onClear={() => live.turn(undefined, { clear: true })} />
    </>
  );
}

const MOST = 40; // drawn at once

/** What is pressed stands first, then what measures, then what is moved. */
function Inside({ stations, live }: { readonly stations: readonly Station[]; readonly live: LiveVirtual }) {
  const [typed, setTyped] = useState("");
  const found = stations.filter(({ name, called = "", profile }) =>
    `${name}\n${called}\n${profile}`.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  const ordered = [...found].sort((one, other) => rank(one) - rank(other));
  const shown = ordered.slice(0, MOST);
  return (
    <section class="zg-section" aria-labelledby="zg-virtual-inside">
      <h2 id="zg-virtual-inside">{say("virtual.inside")}</h2>
      <input
        type="search"
        value={typed}
        placeholder={say("virtual.find")}
        aria-label={say("virtual.find")}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {shown.length === 0 && <Empty>{say("virtual.nothing-found", { typed })}</Empty>}
      <ul class="zg-stations">
        {shown.map((station) => (
          <li key={station.mac}>
            <StationCard station={station} turn={live.turn} />
          </li>
        ))}
      </ul>
      {ordered.length > shown.length && (
        <p class="zg-hint">{say("virtual.more", { count: ordered.length - shown.length })}</p>
      )}
    </section>
  );
}

const ORDER = [/remote|dimmer switch|keypad/, /sensor|zone/, /covering|plug|thermostat/] as const;

function rank({ profile }: Station): number {
  const found = ORDER.findIndex((form) => form.test(profile));
  return found === -1 ? ORDER.length : found;
}

/** Under the names that people gave them. Whoever has none keeps that of the virtual house, and it is said how the gateway calls it. */
function useNames(): (stations: readonly Station[]) => readonly Station[] {
  const { devices, lights, sensors } = useHouse((house) => ({
    devices: house.devices,
    lights: house.lights,
    sensors: house.sensors,
  }));
  const names = new Map(
    devicesIn({ devices, lights, sensors }).map(({ key, name, parts }) => [
      key,
      { name, isGiven: isGiven(name, parts[0]?.id) },
    ]),
  );
  return (stations) =>
    stations.map((station): Station => {
      const own = names.get(station.mac);
      if (own === undefined || own.name === station.mac) return station;
      return { ...station, ...(own.isGiven ? { name: own.name } : { called: own.name }) };
    });
}

/** "Dimmable light 3" of /lights/3 says less than where it hangs. */
function isGiven(name: string, id = ""): boolean {
  return !name.endsWith(` ${id}`);
}

export interface FramesProps {
  readonly house: VirtualHouse;
  readonly onClear: () => unknown;
}

const KINDS = ["unicast", "group", "broadcast", "zdo", "touchlink"] as const;

export function Frames({ house: { sent, received }, onClear }: FramesProps) {
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

export interface OutsideProps {
  readonly stations: readonly Station[];
  readonly isOpen: boolean;
  readonly live: LiveVirtual;
}

export function Outside({ stations, isOpen, live: { turn } }: OutsideProps) {
  const act = useAct();
  const note = useNote();
  /** Whoever is outside comes by itself when the network is opened. */
  const bringIn = async ({ mac, name }: Station) => {
    const { method, address, body } = openingWish(SPANS[0]);
    const isComing = isOpen ? await turn(mac, { join: true }) : (await act.wish(method, address, body)) !== undefined;
    if (isComing) note(say("virtual.coming", { name }));
  };
  return (
    <section class="zg-section" aria-labelledby="zg-virtual-outside">
      <h2 id="zg-virtual-outside">{say("virtual.outside")}</h2>
      {stations.length === 0 && <Empty>{say("virtual.outside-none")}</Empty>}
      {stations.some(canCome) && <p class="zg-hint">{say("virtual.bring-in-about")}</p>}
      <ul class="zg-outside">
        {stations.map((station) => (
          <li key={station.mac}>
            <div>
              <div>{station.name}</div>
              {!canCome(station) && <div class="zg-dim">{say("virtual.shy")}</div>}
            </div>
            {canCome(station) && (
              <Button
                icon="pair"
                label={say("virtual.bring-in-named", { name: station.name })}
                onClick={() => bringIn(station)}
              >
                {say("virtual.bring-in")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Fault act={act} />
    </section>
  );
}

function canCome({ role }: Station): boolean {
  return role !== "shy";
}
