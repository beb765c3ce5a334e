/** Values that change by time alone: the local time of the config, the end of the link window, and the end of a presence. */
import type { Address, Resource, Stop } from "../model/resource.ts";
import { localSeconds, readUtc, utcSeconds } from "../model/time/times.ts";
import { BY_CLOCK, type Engine, stopAll, timezoneOf } from "./engine.ts";

/** A condition of a rule on the time of day is so a condition on an item like any other. */
export const localtime: Engine = ({ store, clock }) => {
  const tell = (now: number) => {
    const values = { UTC: utcSeconds(now), localtime: localSeconds(now, timezoneOf(store)) };
    store.patch("/config", "attr", values, BY_CLOCK);
  };
  tell(clock.now());
  return clock.everySecond(tell);
};

/** The link window, in which a new program may get a key, closes by itself. */
export const linkWindow: Engine = ({ store, bus, clock }) => {
  let close: Stop = () => {};
  const hearing = bus.on(({ resource, values }) => {
    if (resource.address !== "/config" || !("unlockeduntil" in values)) return;
    close();
    if (resource.attr.linkbutton !== true) return;
    const left = Number(values.unlockeduntil) - clock.now();
    close = clock.after(left, () => store.patch("/config", "attr", { linkbutton: false }, BY_CLOCK));
  });
  return stopAll([hearing, () => close()]);
};

/** A sensor whose presence nobody ends loses it `config.duration` seconds after it was last reported, also over a restart. */
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
  const hearing = bus.on(({ event, resource, section, values }) => {
    if (event === "deleted") disarm(resource.address);
    else if ("presence" in resource.state && (event === "added" || section === "state" || "on" in values))
      arm(resource);
  });
  return stopAll([hearing, () => [...timers.keys()].forEach(disarm)]);
};
