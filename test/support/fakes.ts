/** A fake of each port, and a whole house built from them. Time moves by hand only. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { type ConfigSettings, type Gateway, openGateway } from "../../src/gateway.ts";
import type { Definitions } from "../../src/model/definitions.ts";
import type { DeviceCommand, Devices, KeyDeed, QueuedCommand, SceneRecall } from "../../src/model/devices.ts";
import type { HistoryDisk } from "../../src/model/history/ports.ts";
import { inOrder, type Rollup, type SeriesRollups, TIERS, type Tier } from "../../src/model/history/rollups.ts";
import type { Clock, Disk, Host, Kept, Log, Web, WebRequest } from "../../src/model/ports.ts";
import type { DeviceFacts } from "../../src/model/radio/device-facts.ts";
import { type Answers, type Order, RadioError } from "../../src/model/radio/orders.ts";
import type { NetworkFacts, Radio, RadioEvent, TouchlinkJob } from "../../src/model/radio/radio-port.ts";
import type { Address, Cause, Change, Method, Reply } from "../../src/model/resource.ts";

export const TEST: Cause = { by: "rest:test", depth: 0 };
export const START = Date.parse("2026-03-01T12:00:00Z");

export interface FakeClock extends Clock {
  /** Lets so many seconds pass, with everything that falls due meanwhile, in its order. Of a long time it may tick by the minute, as on a machine that is busy. */
  advance(seconds: number, tick?: 1 | 60): void;
  /** A user sets the clock: no time passes, and a timer goes on waiting as long as it would have. */
  set(time: number): void;
  readonly pending: number;
}

interface Timer {
  due: number;
  readonly run: () => void;
}

export function fakeClock(start = START): FakeClock {
  let now = start;
  let ahead = 0; // of the time that has really passed
  const timers = new Set<Timer>();
  const ticks = new Set<(now: number) => void>();
  let soonest: Timer | undefined; // of those that wait; found anew when it is gone
  const drop = (timer: Timer) => {
    if (soonest === timer) soonest = undefined;
    return timers.delete(timer);
  };
  const findSoonest = () => {
    if (!soonest) for (const timer of timers) if (!soonest || timer.due < soonest.due) soonest = timer;
    return soonest;
  };
  const step = (end: number, tick: number): boolean => {
    const second = (Math.floor(now / 1000) + tick) * 1000;
    const next = findSoonest();
    if (next && next.due <= end && next.due < second) {
      drop(next);
      now = Math.max(now, next.due);
      next.run();
      return true;
    }
    if (second > end) return false;
    now = second;
    for (const beat of ticks) beat(now);
    return true;
  };
  return {
    now: () => now,
    uptime: () => now - start - ahead,
    after: (milliseconds, run) => {
      const timer = { due: now + milliseconds, run };
      timers.add(timer);
      if (soonest && timer.due < soonest.due) soonest = timer;
      return () => drop(timer);
    },
    everySecond: (run) => {
      ticks.add(run);
      return () => ticks.delete(run);
    },
    advance: (seconds, tick = 1) => {
      const end = now + seconds * 1000;
      while (step(end, tick));
      now = end;
    },
    set: (time) => {
      for (const timer of timers) timer.due += time - now;
      ahead += time - now;
      now = time;
    },
    get pending() {
      return timers.size;
    },
  };
}

/** Any logged error fails the test that did not ask for it. */
export function loudLog(expected?: RegExp): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    info: (text) => lines.push(text),
    warn: (text) => lines.push(text),
    error: (text) => {
      lines.push(text);
      if (!expected?.test(text)) queueMicrotask(() => assert.fail(`logged: ${text}`));
    },
  };
}

export interface FakeDisk extends Disk {
  generation: number;
  readonly records: Map<Address, string>;
  readonly writes: { addresses: Address[]; sync: boolean }[];
  fails: Error | undefined;
  /** While it is set, writes wait for it. */
  gate: Promise<void> | undefined;
}

export function fakeDisk(records: Iterable<readonly [Address, string]> = []): FakeDisk {
  const disk: FakeDisk = {
    records: new Map(records),
    writes: [],
    generation: 0,
    fails: undefined,
    gate: undefined,
    open: async () => [...disk.records].map(([address, json]) => ({ address, json })),
    write: async (batch: readonly Kept[], sync) => {
      await disk.gate;
      if (disk.fails) throw disk.fails;
      disk.writes.push({ addresses: batch.map(({ address }) => address), sync });
      for (const { address, json, later } of batch) {
        const before = disk.records.get(address);
        if (later !== undefined) disk.records.set(address, withLater(before ?? assert.fail(address), later));
        else if (json === undefined) disk.records.delete(address);
        else disk.records.set(address, json);
      }
    },
    close: async () => {},
  };
  return disk;
}

function withLater(json: string, later: string): string {
  const record = JSON.parse(json);
  for (const [section, values] of Object.entries(JSON.parse(later) as Record<string, object>))
    record[section] = { ...record[section], ...values };
  return JSON.stringify(record);
}

/** A history that lives as long as the process; the values appended to it are counted. */
export interface FakeHistoryDisk extends HistoryDisk {
  readonly rollups: Record<Tier, Map<string, Rollup[]>>;
  readonly appends: { readonly tier: Tier; readonly batch: readonly SeriesRollups[] }[];
  fails: Error | undefined;
}

export function fakeHistoryDisk(): FakeHistoryDisk {
  const rollups = { minute: new Map(), hour: new Map(), day: new Map() } as FakeHistoryDisk["rollups"];
  const check = () => {
    if (disk.fails) throw disk.fails;
  };
  const disk: FakeHistoryDisk = {
    rollups,
    appends: [],
    fails: undefined,
    open: async () => check(),
    append: async (tier, batch) => {
      check();
      if (batch.length > 0) disk.appends.push({ tier, batch });
      for (const { series, rollups: more } of batch)
        rollups[tier].set(series, [...(rollups[tier].get(series) ?? []), ...more]);
    },
    read: async (tier, series, from, to) =>
      inOrder(rollups[tier].get(series) ?? []).filter(({ at }) => at >= from && at < to),
    lastBefore: async (tier, series, before) =>
      inOrder(rollups[tier].get(series) ?? []).findLast(({ at }) => at < before),
    has: (series) => TIERS.some((tier) => rollups[tier].has(series)),
    since: () => Number.NEGATIVE_INFINITY,
    remove: (series) => {
      for (const tier of TIERS) rollups[tier].delete(series);
    },
    retain: (series) => {
      const kept = new Set(series);
      for (const tier of TIERS)
        for (const name of rollups[tier].keys()) if (!kept.has(name)) rollups[tier].delete(name);
    },
    close: async () => {},
  };
  return disk;
}

export interface FakeRadio extends Radio {
  up: boolean;
  network: NetworkFacts | undefined;
  away: boolean;
  readonly jobs: TouchlinkJob[];
  /** Does a touchlink job; by default it is done at once. */
  touch: (job: TouchlinkJob) => Promise<void>;
  readonly opened: number[];
  readonly orders: Order[];
  readonly options: Map<string, unknown>;
  readonly zones: string[]; // that it was told
  /** Answers an order, or throws a RadioError; by default everything goes well. */
  answer: (order: Order) => unknown;
  room: boolean;
  tell(news: RadioEvent): void;
  /** The radio comes up, and knows these devices. */
  rise(devices?: readonly DeviceFacts[]): void;
}

export const NETWORK: NetworkFacts = {
  adapter: "zstack",
  firmware: "0x26780700",
  version: "Z-Stack 3.x.0, revision 20240710",
  coordinator: "0x00124b0000000001",
  channel: 11,
  panid: 0x1a62,
  extendedpanid: "dddddddddddddddd",
  formed: false,
  can: ["backup", "installcode", "touchlink"],
};

export function fakeRadio(up = false): FakeRadio {
  const listeners = new Set<(news: RadioEvent) => void>();
  const known = new Map<string, DeviceFacts>();
  const radio: FakeRadio = {
    up,
    network: NETWORK,
    virtual: undefined,
    opened: [],
    orders: [],
    options: new Map(),
    zones: [],
    answer: () => ({}),
    room: true,
    hasRoom: () => radio.room,
    order: async <O extends Order>(order: O) => {
      radio.orders.push(order);
      return radio.answer(order) as Answers[O["do"]];
    },
    permitJoin: async (seconds) => {
      radio.opened.push(seconds);
    },
    installCode: async () => {},
    describe: async (ieee) => known.get(ieee),
    wiring: async () => [],
    catalog: async () => ({ clusters: { genBasic: { ID: 0 }, genOnOff: { ID: 6 } }, custom: {} }),
    away: false,
    jobs: [],
    touch: async () => {},
    touchlink: async (job) => {
      if (radio.away) throw new RadioError("busy", "the radio is busy with touchlink");
      radio.away = true;
      radio.jobs.push(job);
      await radio.touch(job).finally(() => {
        radio.away = false;
      });
    },
    setOptions: (ieee, options) => radio.options.set(ieee, options),
    setZone: (zone) => radio.zones.push(zone),
    backup: async () => ({ files: {} }),
    hear: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (news) => {
      if (news.kind === "up" || news.kind === "down") radio.up = news.kind === "up";
      if (news.kind === "up") for (const device of news.devices) known.set(device.ieee, device);
      if (news.kind === "device") known.set(news.device.ieee, news.device);
      for (const listener of listeners) listener(news);
    },
    rise: (devices = []) => radio.tell({ kind: "up", network: NETWORK, devices }),
    start: async () => {},
    stop: async () => {},
  };
  return radio;
}

export interface FakeDevices extends Devices {
  readonly sent: DeviceCommand[];
  readonly recalls: SceneRecall[];
  readonly keys: Map<number, KeyDeed>; // the meanings of the keys of a remote
}

/** Engines that know nothing. */
/** Of a device with which nothing has to be kept. */
export function queuedFor(go: () => unknown): QueuedCommand {
  return { send: () => void go(), undo: () => {} };
}

/** Devices that take each command. */
export function fakeDevices(): FakeDevices {
  const sent: DeviceCommand[] = [];
  const recalls: SceneRecall[] = [];
  const keys = new Map<number, KeyDeed>();
  const nobody = async () => {
    throw new RadioError("unknown", "no such device is known");
  };
  return {
    sent,
    recalls,
    keys,
    obstacle: () => undefined,
    writable: () => [],
    unsupported: () => [],
    send: (wish) => sent.push(wish),
    recall: (recall) => recalls.push(recall),
    enqueue: (wish) => queuedFor(() => sent.push(wish)),
    sendAndWait: async (wish) => {
      sent.push(wish);
      return "done";
    },
    setpointRange: () => [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    join: () => queuedFor(() => {}),
    leave: () => queuedFor(() => {}),
    isInTooManyGroups: () => false,
    removed: () => {},
    takeOver: () => {},
    giveBack: () => {},
    wasReset: () => {},
    isMoving: () => false,
    buttons: () => undefined,
    keyDeed: (_, code) => keys.get(code),
    properties: nobody,
    setProperty: nobody,
    getProperty: nobody,
    refresh: nobody,
    clusters: nobody,
    bindings: nobody,
    bind: nobody,
    unbind: nobody,
  };
}

export interface FakeWeb extends Web {
  readonly sent: WebRequest[];
  /** Answers a request, or throws; by default all is well. */
  answer: (request: WebRequest) => number | Promise<number>;
}

export function fakeWeb(): FakeWeb {
  const web: FakeWeb = {
    sent: [],
    answer: () => 200,
    send: async (request) => {
      web.sent.push(request);
      return web.answer(request);
    },
  };
  return web;
}

export function fakeHost(): Host {
  return {
    addresses: () => ({ ip: "192.0.2.7", netmask: "255.255.255.0", gateway: "192.0.2.1", mac: "02:00:00:00:00:07" }),
    ports: () => ({ http: 1880, push: 1881 }),
    random: (bytes) => randomBytes(bytes).toString("hex"),
    digest: (secret) => createHash("sha256").update(secret).digest("hex"),
    same: (one, other) => one === other,
  };
}

export interface FakeHouse extends Gateway {
  readonly clock: FakeClock;
  readonly disk: FakeDisk;
  readonly historyDisk: FakeHistoryDisk;
  readonly radio: FakeRadio;
  readonly web: FakeWeb;
  readonly log: ReturnType<typeof loudLog>;
  readonly devices: FakeDevices | undefined; // those of the options; else there are real ones
  /** The changes that the bus handed out, ticks of the clock left out. */
  readonly heard: Change[];
  readonly ask: (method: Method, address: Address, body?: unknown) => Promise<Reply>;
}

export interface HouseOptions {
  readonly disk?: FakeDisk;
  readonly historyDisk?: HistoryDisk;
  readonly clock?: FakeClock;
  readonly radio?: FakeRadio;
  readonly settings?: ConfigSettings;
  readonly definitions?: Definitions;
  readonly devices?: FakeDevices;
  readonly host?: Host;
  readonly declares?: (owner: string) => boolean; // of flows
  readonly errors?: RegExp; // errors that may be logged
}

const buses = new Set<Gateway["bus"]>(); // of all houses

export async function house(options: HouseOptions = {}): Promise<FakeHouse> {
  const home = startHouse(options);
  await home.ready;
  await settle();
  home.heard.length = 0;
  return home;
}

/** A house that has not read its disk yet. */
export function startHouse(options: HouseOptions = {}): FakeHouse {
  const {
    disk = fakeDisk(),
    historyDisk: given,
    clock = fakeClock(),
    radio = fakeRadio(),
    settings = {},
    errors,
    ...more
  } = options;
  const log = loudLog(errors);
  const web = fakeWeb();
  const historyDisk = fakeHistoryDisk();
  const parts = { clock, log, disk, historyDisk: given ?? historyDisk };
  const gateway = openGateway({ ...parts, host: fakeHost(), web, radio, settings, ...more });
  const heard: Change[] = [];
  buses.add(gateway.bus);
  gateway.bus.on((change) => {
    if (change.cause.by !== "clock" || change.resource.address !== "/config") heard.push(change);
  });
  const ask = async (method: Method, address: Address, body?: unknown) =>
    gateway.perform({ method, address, body }, TEST);
  const stop = async () => {
    await gateway.stop();
    buses.delete(gateway.bus);
  };
  return { ...gateway, stop, clock, disk, historyDisk, radio, web, log, devices: options.devices, heard, ask };
}

/** Everything that could happen without time passing has happened. */
export async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 10; quiet += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if ([...buses].some(({ isTelling }) => isTelling)) quiet = 0; // a long time has many facts
  }
}

/** The body of a POST that makes a CLIP sensor. */
export function clip(type: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const uniqueid = `clip-${type}-${randomBytes(4).toString("hex")}`;
  return { name: type, modelid: "M1", swversion: "1", type, uniqueid, manufacturername: "Me", ...more };
}
