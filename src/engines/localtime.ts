/** Moves the clock of the config, so that a condition on the time of day is a condition like any other. */
import { localSeconds, utcSeconds } from "../model/times.ts";
import { BY_CLOCK, type Engine, timezoneOf } from "./engine.ts";

export const localtime: Engine = ({ store, clock }) => {
  const tell = (now: number) => {
    store.patch("/config", "attr", { UTC: utcSeconds(now), localtime: localSeconds(now, timezoneOf(store)) }, BY_CLOCK);
  };
  tell(clock.now());
  return clock.everySecond(tell);
};
