/** Closes the window in which a new program may get a key. */
import type { Stop } from "../model/resource.ts";
import { BY_CLOCK, type Engine, stopAll } from "./engine.ts";

export const linkWindow: Engine = ({ store, bus, clock }) => {
  let close: Stop = () => {};
  const heard = bus.on(({ resource, values }) => {
    if (resource.address !== "/config" || !("unlockeduntil" in values)) return;
    close();
    if (resource.attr.linkbutton !== true) return;
    const left = Number(values.unlockeduntil) - clock.now();
    close = clock.after(left, () => store.patch("/config", "attr", { linkbutton: false }, BY_CLOCK));
  });
  return stopAll([heard, () => close()]);
};
