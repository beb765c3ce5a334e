/** Who came of late, the newest first, and what became of each as it becomes it. */
import { useEffect, useMemo, useReducer } from "preact/hooks";
import { type Device, devicesIn } from "../devices/device-parts.ts";
import { placer, roomsIn } from "../devices/device-rooms.ts";
import { useHouse, useLive } from "../hooks.ts";
import { say } from "../texts.ts";
import { Empty } from "../widgets/widgets.tsx";
import { NewcomerCard } from "./newcomer.tsx";
import { newcomersLog } from "./newcomers-log.ts";

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
