/** The virtual house to play with: lamps that shine, keys to press, values to move, strangers to bring in. */
import { useRef, useState } from "preact/hooks";
import { devicesIn } from "../devices/device-parts.ts";
import { useHouse } from "../hooks.ts";
import { say } from "../texts.ts";
import { Fault } from "../widgets/acting.tsx";
import { Empty, Switch } from "../widgets/widgets.tsx";
import { Frames } from "./frames.tsx";
import type { Station, VirtualHouse } from "./house.ts";
import { Lamps } from "./lamps.tsx";
import { type LiveVirtual, useVirtual } from "./live.ts";
import { Outside } from "./outside.tsx";
import { StationCard } from "./station.tsx";
import "./virtual.css";

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
