/**
 * Devices that joined of late, and their progress: from the changes of the gateway, and from the finds of its search.
 */
import type { ChangeNotice } from "../../src/model/admin-api.ts";
import type { Stop, Values } from "../../src/model/resource.ts";
import { devicesIn, type HouseDevice } from "../devices/house-devices.ts";
import type { LiveHouse } from "../live-house.ts";
import { utc } from "../texts.ts";

export type JoinStep = "joined" | "interviewing" | "ready" | "failed" | "left";

export interface JoinedDevice {
  readonly mac: string;
  readonly step: JoinStep;
  readonly at: number; // since when it is at this step; milliseconds, UTC
}

const STEPS: readonly unknown[] = ["joined", "interviewing", "ready", "failed", "left"] satisfies readonly JoinStep[];
const MOST = 50;
const RECENT = 60 * 60_000; // milliseconds since the search began

/** The newest device stands first; a device that makes progress keeps its place. */
export function withNotices(joined: readonly JoinedDevice[], news: readonly ChangeNotice[]): readonly JoinedDevice[] {
  return news.reduce(withNews, joined);
}

function withNews(joined: readonly JoinedDevice[], { address, values, at }: ChangeNotice): readonly JoinedDevice[] {
  const { pairing: step } = values;
  const mac = macIn(address);
  if (mac === undefined || !isStep(step)) return joined;
  const isHere = joined.some((each) => each.mac === mac);
  if (!isHere) return step === "joined" || step === "ready" ? first({ mac, step, at }, joined) : joined;
  return step === "joined"
    ? first({ mac, step, at }, joined)
    : joined.map((each) => (each.mac === mac ? { mac, step, at } : each));
}

/** A device that the search found has resources, also when its progress was not heard. */
export function withFound(
  joined: readonly JoinedDevice[],
  macs: readonly string[],
  at: number,
): readonly JoinedDevice[] {
  const isUnderWay = ({ step }: JoinedDevice) => step === "joined" || step === "interviewing";
  return macs.reduce((all, mac) => {
    const before = all.find((each) => each.mac === mac);
    if (!before) return first({ mac, step: "ready", at }, all);
    return isUnderWay(before) ? all.map((each) => (each === before ? { mac, step: "ready", at } : each)) : all;
  }, joined);
}

/** The answers of GET /lights/new and /sensors/new → the devices of those resources. Finds from long ago are not new. */
export function macsFound(
  lights: unknown,
  sensors: unknown,
  devices: readonly HouseDevice[],
  now = Date.now(),
): readonly string[] {
  const ids = (finds: unknown) => {
    const { lastscan, ...byId } = (finds ?? {}) as Values;
    return lastscan === "active" || now - utc(lastscan) < RECENT ? Object.keys(byId) : [];
  };
  const addresses = [...ids(lights).map((id) => `/lights/${id}`), ...ids(sensors).map((id) => `/sensors/${id}`)];
  return devices
    .filter(({ isVirtual, resources }) => !isVirtual && resources.some(({ address }) => addresses.includes(address)))
    .map(({ key }) => key);
}

export function without(joined: readonly JoinedDevice[], mac: string): readonly JoinedDevice[] {
  return joined.filter((each) => each.mac !== mac);
}

/** Whether a device has joined, or got further, since then. */
export function hasNewcomer(before: readonly JoinedDevice[], now: readonly JoinedDevice[]): boolean {
  return now.some(({ mac, at }) => !before.some((each) => each.mac === mac && each.at === at));
}

function first(device: JoinedDevice, others: readonly JoinedDevice[]): readonly JoinedDevice[] {
  return [device, ...without(others, device.mac)].slice(0, MOST);
}

function macIn(address: string): string | undefined {
  return /^\/devices\/([0-9a-f:]{23})$/i.exec(address)?.[1];
}

function isStep(step: unknown): step is JoinStep {
  return STEPS.includes(step);
}

/** Why a device became no resource, as far as it is known. */
export function whyFailed({ info, resources }: Pick<HouseDevice, "info" | "resources">): "silent" | "half" | "known" {
  if (resources.length > 0) return "known";
  return info.modelid ? "half" : "silent";
}

/** The name and the room that the user has entered for a newcomer, and not saved yet. */
export interface JoinDraft {
  readonly name?: string;
  readonly room?: string; // "" for none
  readonly newRoom?: string;
  readonly isAwaited?: true; // it is to be saved as soon as the device is ready
}

interface JoinLog {
  readonly joined: readonly JoinedDevice[];
  /** Kept while other panels are shown, until it is saved, the device leaves, or its card is put away. */
  readonly drafts: Map<string, JoinDraft>;
  on(listener: () => void): Stop;
  /** Asks for the finds of the search: devices may have joined before the panels were open. */
  ask(): Promise<void>;
  /** Removes a device from the list. */
  putAway(mac: string): void;
}

const logs = new WeakMap<LiveHouse, JoinLog>();

export function joinLog(live: LiveHouse): JoinLog {
  const log = logs.get(live) ?? openLog(live);
  logs.set(live, log);
  return log;
}

function openLog(live: LiveHouse): JoinLog {
  const listeners = new Set<() => void>();
  const away = new Set<string>();
  const drafts = new Map<string, JoinDraft>();
  let joined: readonly JoinedDevice[] = [];
  const put = (next: readonly JoinedDevice[]) => {
    if (next === joined) return;
    joined = next;
    for (const listener of [...listeners]) listener();
  };
  live.onChanges((news) => {
    for (const { address, event, values } of news) {
      const mac = address.slice("/devices/".length);
      if (values.pairing === "joined") away.delete(mac);
      if (values.pairing === "left" || event === "deleted") drafts.delete(mac);
    }
    put(withNotices(joined, news));
  });
  const finds = async (address: string) => {
    const { status, body } = await live.api.perform("GET", address);
    return status === 200 ? body : {};
  };
  return {
    get joined() {
      return joined;
    },
    drafts,
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: async () => {
      const [lights, sensors] = await Promise.all([finds("/lights/new"), finds("/sensors/new")]);
      if (!live.house) return;
      const macs = macsFound(lights, sensors, devicesIn(live.house)).filter((mac) => !away.has(mac));
      if (macs.length > 0) put(withFound(joined, macs, Date.now()));
    },
    putAway: (mac) => {
      away.add(mac);
      drafts.delete(mac);
      put(without(joined, mac));
    },
  };
}

/** `before`: as they stood; `now`: all that are there, the newest first; `held`: of the form that has the focus. */
export function orderedCards(
  before: readonly string[],
  now: readonly string[],
  held: string | undefined,
): readonly string[] {
  const stay = before.filter((mac) => now.includes(mac));
  const come = now.filter((mac) => !before.includes(mac));
  const at = held === undefined ? 0 : stay.indexOf(held) + 1;
  return [...stay.slice(0, at), ...come, ...stay.slice(at)];
}
