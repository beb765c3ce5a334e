/** Keeps who came, as long as the gateway is open here: whoever looks at another panel meanwhile misses nobody. */
import type { Stop } from "../api.ts";
import { devicesIn } from "../devices/device-parts.ts";
import type { LiveHouse } from "../model.ts";
import { found, heard, macsFound, type Newcomer, without } from "./newcomers.ts";

export interface NewcomersLog {
  readonly newcomers: readonly Newcomer[];
  on(listener: () => void): Stop;
  /** Asks what the search has found: for what happened while nobody listened. */
  ask(): Promise<void>;
  /** It is not new any more. */
  putAway(mac: string): void;
}

const logs = new WeakMap<LiveHouse, NewcomersLog>();

export function newcomersLog(live: LiveHouse): NewcomersLog {
  const log = logs.get(live) ?? openLog(live);
  logs.set(live, log);
  return log;
}

function openLog(live: LiveHouse): NewcomersLog {
  const listeners = new Set<() => void>();
  const away = new Set<string>();
  let newcomers: readonly Newcomer[] = [];
  const put = (next: readonly Newcomer[]) => {
    if (next === newcomers) return;
    newcomers = next;
    for (const listener of [...listeners]) listener();
  };
  live.onNews((news) => {
    for (const { address, values } of news)
      if (values.pairing === "joined") away.delete(address.slice("/devices/".length));
    put(heard(newcomers, news));
  });
  const finds = async (address: string) => {
    const { status, body } = await live.api.perform("GET", address);
    return status === 200 ? body : {};
  };
  return {
    get newcomers() {
      return newcomers;
    },
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: async () => {
      const [lights, sensors] = await Promise.all([finds("/lights/new"), finds("/sensors/new")]);
      if (!live.house) return;
      const macs = macsFound(lights, sensors, devicesIn(live.house)).filter((mac) => !away.has(mac));
      if (macs.length > 0) put(found(newcomers, macs, Date.now()));
    },
    putAway: (mac) => {
      away.add(mac);
      put(without(newcomers, mac));
    },
  };
}
