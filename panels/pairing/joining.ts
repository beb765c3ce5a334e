/** Who came into the network of late, and how far each is: from the news of the gateway, and from what the search has found. Pure. */
import type { News, Stop, Values } from "../api.ts";
import { type Device, devicesIn } from "../devices/house-devices.ts";
import type { LiveHouse } from "../live-house.ts";
import { utc } from "../texts.ts";

export type Step = "joined" | "interviewing" | "ready" | "failed" | "left";

export interface Newcomer {
  readonly mac: string;
  readonly step: Step;
  readonly at: number; // when it came so far; milliseconds, UTC
}

const STEPS: readonly unknown[] = ["joined", "interviewing", "ready", "failed", "left"] satisfies readonly Step[];
const MOST = 50;
const RECENT = 60 * 60_000; // milliseconds since the search began

/** The newest stands first, and stays where it is when it gets on. */
export function heard(newcomers: readonly Newcomer[], news: readonly News[]): readonly Newcomer[] {
  return news.reduce(withNews, newcomers);
}

function withNews(newcomers: readonly Newcomer[], { address, values, at }: News): readonly Newcomer[] {
  const { pairing: step } = values;
  const mac = macIn(address);
  if (mac === undefined || !isStep(step)) return newcomers;
  const isHere = newcomers.some((each) => each.mac === mac);
  if (!isHere) return step === "joined" || step === "ready" ? first({ mac, step, at }, newcomers) : newcomers;
  return step === "joined"
    ? first({ mac, step, at }, newcomers)
    : newcomers.map((each) => (each.mac === mac ? { mac, step, at } : each));
}

/** Whoever is found has become something, also where nobody has heard how. */
export function found(newcomers: readonly Newcomer[], macs: readonly string[], at: number): readonly Newcomer[] {
  const isUnderWay = ({ step }: Newcomer) => step === "joined" || step === "interviewing";
  return macs.reduce((all, mac) => {
    const before = all.find((each) => each.mac === mac);
    if (!before) return first({ mac, step: "ready", at }, all);
    return isUnderWay(before) ? all.map((each) => (each === before ? { mac, step: "ready", at } : each)) : all;
  }, newcomers);
}

/** What GET /lights/new and /sensors/new answer → whose resources those are. What was found long ago is not new. */
export function macsFound(
  lights: unknown,
  sensors: unknown,
  devices: readonly Device[],
  now = Date.now(),
): readonly string[] {
  const ids = (finds: unknown) => {
    const { lastscan, ...byId } = (finds ?? {}) as Values;
    return lastscan === "active" || now - utc(lastscan) < RECENT ? Object.keys(byId) : [];
  };
  const addresses = [...ids(lights).map((id) => `/lights/${id}`), ...ids(sensors).map((id) => `/sensors/${id}`)];
  return devices
    .filter(({ isVirtual, parts }) => !isVirtual && parts.some(({ address }) => addresses.includes(address)))
    .map(({ key }) => key);
}

export function without(newcomers: readonly Newcomer[], mac: string): readonly Newcomer[] {
  return newcomers.filter((each) => each.mac !== mac);
}

function first(newcomer: Newcomer, others: readonly Newcomer[]): readonly Newcomer[] {
  return [newcomer, ...without(others, newcomer.mac)].slice(0, MOST);
}

function macIn(address: string): string | undefined {
  return /^\/devices\/([0-9a-f:]{23})$/i.exec(address)?.[1];
}

function isStep(step: unknown): step is Step {
  return STEPS.includes(step);
}

/** Why nothing became of it, as far as it can be told. */
export function whyFailed({ facts, parts }: Pick<Device, "facts" | "parts">): "silent" | "half" | "known" {
  if (parts.length > 0) return "known";
  return facts.modelid ? "half" : "silent";
}

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
