/** While a search goes on: notes what appears, and counts the seconds that the network stays open. */
import { familyOf, idOf } from "../model/addresses.ts";
import type { Address, Values } from "../model/resource.ts";
import { BY_CLOCK, type Engine, stopAll } from "./engine.ts";

const SEARCH: Address = "/search";
const MOST_SECONDS_SHOWN = 254; // more than that no client expects in `permitjoin`

interface Hunt {
  readonly end: number;
  readonly finds: Values;
}

export const searching: Engine = ({ store, bus, clock }) => {
  const note = bus.on(({ event, resource }) => {
    const what = familyOf(resource.address);
    if (event !== "added" || (what !== "sensors" && what !== "lights")) return;
    const hunt = store.get(SEARCH)?.attr[what] as Hunt | undefined;
    if (!hunt || hunt.end <= clock.now()) return;
    const finds = { ...hunt.finds, [idOf(resource.address)]: { name: resource.attr.name } };
    store.patch(SEARCH, "attr", { [what]: { ...hunt, finds } }, BY_CLOCK);
  });
  const count = clock.everySecond((now) => {
    const until = Number(store.get(SEARCH)?.attr.until ?? 0);
    const left = Math.max(0, Math.ceil((until - now) / 1000));
    store.patch("/config", "attr", { permitjoin: Math.min(left, MOST_SECONDS_SHOWN), permitjoinfull: left }, BY_CLOCK);
  });
  return stopAll([note, count]);
};
