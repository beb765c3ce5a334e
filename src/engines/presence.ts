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
    const left = Math.max(0, readUtc(state.lastupdated) + duration * 1000 - clock.now());
    const end = () => store.patch(address, "state", { presence: false }, BY_CLOCK);
    timers.set(address, clock.after(Number.isNaN(left) ? duration * 1000 : left, end));
  };
  for (const sensor of store.list("/sensors")) if (sensor.state.presence === true) arm(sensor);
  const heard = bus.on(({ event, resource, section }) => {
    if (event === "deleted") disarm(resource.address);
    else if ("presence" in resource.state && section !== "attr") arm(resource);
  });
  return stopAll([heard, () => [...timers.keys()].forEach(disarm)]);
};
