/** Ends the presence of a sensor that nobody ends: `config.duration` seconds after it was last told, also over a restart. */
import type { Address, Resource, Stop } from "../model/resource.ts";
import { readUtc } from "../model/times.ts";
import { BY_CLOCK, type Engine, stopAll } from "./engine.ts";

export const presence: Engine = ({ store, bus, clock }) => {
  const timers = new Map<Address, Stop>();
  const disarm = (address: Address) => {
    timers.get(address)?.();
    timers.delete(address);
  };
  const arm = ({ address, config, state }: Resource) => {
    disarm(address);
    const duration = Number(config.duration ?? 0);
    if (state.presence !== true || duration <= 0) return;
    const whole = duration * 1000;
    const left = readUtc(state.lastupdated) + whole - clock.now();
    const end = () => store.patch(address, "state", { presence: false }, BY_CLOCK);
    timers.set(address, clock.after(Number.isNaN(left) ? whole : Math.min(whole, Math.max(0, left)), end));
  };
  for (const sensor of store.list("/sensors")) if (sensor.state.presence === true) arm(sensor);
  const heard = bus.on(({ event, resource, section, values }) => {
    if (event === "deleted") disarm(resource.address);
    else if ("presence" in resource.state && (event === "added" || section === "state" || "on" in values))
      arm(resource);
  });
  return stopAll([heard, () => [...timers.keys()].forEach(disarm)]);
};
