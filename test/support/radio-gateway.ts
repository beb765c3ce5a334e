/** A whole gateway with the real radio process, on a simulated stick in this process: over TCP, or over a serial port (a pty). */
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { openClock } from "../../src/edges/clock.ts";
import { openDisk } from "../../src/edges/disk/disk.ts";
import { openHost } from "../../src/edges/host.ts";
import { httpHandler } from "../../src/edges/http/http.ts";
import { openOwnPort } from "../../src/edges/http/own-port.ts";
import { openWeb } from "../../src/edges/web/web.ts";
import { type Gateway, openGateway } from "../../src/gateway.ts";
import type { Clock, Log } from "../../src/model/ports.ts";
import type { Radio, RadioEvent } from "../../src/model/radio/radio-port.ts";
import type { Change, Method } from "../../src/model/resource.ts";
import { extendedPanIdFor } from "../../src/radio/coordinator-dialects.ts";
import { openRadio } from "../../src/radio/port.ts";
import type { AirStation } from "../../src/virtual/air/air-station.ts";
import { openVirtualHouse, type VirtualHouse } from "../../src/virtual/index.ts";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import type { StickFamily } from "../../src/virtual/sticks/virtual-stick.ts";
import { fakeClock, fakeHistoryDisk } from "./fakes.ts";
import { type FakePort, plugInto } from "./pty.ts";
import { STICK } from "./stick.ts";
import type { TestStation } from "./virtual.ts";

export type Way = "tcp" | "serial";

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface RadioGateway {
  readonly gateway: Gateway;
  readonly radio: Radio;
  readonly house: VirtualHouse; // its stick and its network, without any devices
  readonly folder: string; // where the radio's files live
  readonly log: readonly string[];
  readonly errors: readonly string[]; // of the log
  readonly events: readonly RadioEvent[];
  readonly facts: readonly Change[];
  /** Over HTTP, with a key. */
  ask(method: Method, address: string, body?: unknown): Promise<Answer>;
  /** The same, and the answer must be a good one. */
  get(address: string): Promise<Record<string, unknown>>;
  /** Of the first light or sensor that a device has become. */
  addressOf(ieee: string): string | undefined;
  /** Of a station of the virtual house, as it is there. */
  attribute(ieee: string, cluster: string, name: string): unknown;
  /** From now on the gateway's timers run so many times faster (all, or those of these lengths); the radio process keeps its own time. */
  hurry(times: number, only?: readonly number[]): void;
  /** So many minutes pass at once for the gateway: each when the radio has done or given up the orders of the one before. */
  pass(minutes: number): Promise<void>;
  /** Forgets the events and facts so far. */
  forget(): void;
  up(): Promise<void>;
  /** Stations of the virtual house, by the names of their profiles; kept when each is a resource. */
  move(...profiles: readonly string[]): Promise<readonly string[]>;
  /** A bare station, which sends only the frames that a test wants. */
  letIn(station: TestStation): Promise<void>;
  /** The serial stick is pulled out, and put in again. */
  unplug(): Promise<void>;
  plug(): Promise<void>;
}

export interface GatewayOptions {
  readonly way?: Way;
  readonly entry?: string; // another file than the usual one for the radio process
  readonly stick?: StickFamily; // absent: the one of the tests
  readonly spare?: StickFamily; // another stick, which takes the network over when it is told to
  readonly waits?: false; // not for the radio to be up
  readonly leaps?: true; // the gateway's own time can pass at once; the radio's cannot
  readonly timeScale?: number; // of the air: 0.01 is a hundred times as fast
  readonly prepare?: (house: VirtualHouse, folder: string) => void;
}

/** A gateway with a lamp that obeys. */
export interface Lamp {
  readonly stage: RadioGateway;
  readonly ieee: string;
  readonly address: string;
}

interface Plain {
  readonly ieee: string;
  readonly endpoints: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
}

const SPARE = "0x00124b00000000fe"; // a stick
const BY_TEST = { by: "test", depth: 0 } as const;
const PATIENCE = 90_000; // milliseconds: no test may depend on speed
const MINUTE = 60; // seconds
const BREATH = 20; // milliseconds: the outcome of an order is told by then
const LOSS_TOLD = 5_000; // milliseconds: losses are told a moment later, all together
const ENTRY = join(import.meta.dirname, "../../src/radio-process.ts");

const children: ChildProcess[] = []; // of this process, also those that have ended
subscribe("child_process", (told) => void children.push((told as { readonly process: ChildProcess }).process));

export async function openRadioGateway(
  t: TestContext,
  { way = "tcp", entry = ENTRY, leaps, timeScale = 1, stick = STICK, spare, waits, prepare }: GatewayOptions = {},
): Promise<RadioGateway> {
  const home = mkdtempSync(join(tmpdir(), "zigbee-gateway-faults-"));
  const folder = join(home, "radio");
  const house = await openVirtualHouse({ empty: true, life: false, latency: 1, stick, timeScale });
  const other = spare && (await openStick(spare, { network: house.air, ieee: SPARE }));
  writeNumbers(folder, house);
  prepare?.(house, folder);
  const serial = join(home, "stick");
  let plugged: FakePort | undefined;
  const plug = async () => {
    plugged = await plugInto(house.port);
    symlinkSync(plugged.path, serial);
  };
  const unplug = async () => {
    rmSync(serial, { force: true });
    await plugged?.unplug();
    plugged = undefined;
  };
  if (way === "serial") await plug();

  const lines: string[] = [];
  const errors: string[] = [];
  const say = (text: string) => void lines.push(text);
  const log: Log = {
    info: say,
    warn: say,
    error: (text) => {
      say(text);
      errors.push(text);
    },
  };
  const clock = openClock(log);
  const hasty = hastyClock(clock);
  const leaping = leaps && leapingClock();
  const path = way === "serial" ? serial : `tcp://127.0.0.1:${house.port}`;
  const settings = { path, adapter: stick, channel: house.stick.channel, folder } as const;
  const radio = openRadio({
    ...{ entry, settings, clock: hasty, log },
    ...(other && { spare: { path: `tcp://127.0.0.1:${other.port}`, adapter: other.family, isForced: false } }),
  });
  const isIdle = watchOrders(radio);
  const events: RadioEvent[] = [];
  radio.hear((one) => events.push(one));
  const host = openHost(() => ({ http: 0, push: 0 }));
  const disk = openDisk({ folder: join(home, "store"), clock, log });
  const gateway = openGateway({
    clock: leaping ?? clock,
    log,
    disk,
    historyDisk: fakeHistoryDisk(),
    host,
    web: openWeb({ allowsLocal: false, ownPorts: () => [] }),
    radio,
    settings: {},
  });
  const facts: Change[] = [];
  gateway.bus.on((change) => facts.push(change));
  const port = await openOwnPort({
    port: 0,
    address: "127.0.0.1",
    handler: httpHandler({
      ...{ perform: gateway.perform, callerOf: gateway.callerOf, clock, log },
      isPassword: () => false,
      openApiDocument: () => Buffer.of(),
      gatewayNames: () => ({ name: "", uuid: "" }),
    }),
    clock,
    log,
  });
  t.after(async () => {
    await port.close();
    await gateway.stop();
    leaping?.stop();
    clock.stop();
    await unplug();
    await other?.close();
    await house.close();
    rmSync(home, { recursive: true, force: true });
  });
  await gateway.ready;
  const wish = { method: "POST", address: "/config/whitelist", body: { devicetype: "faults" } } as const;
  const { body: made } = await gateway.perform({ ...wish, isAnonymous: true, hasPassword: true }, BY_TEST);
  const key = (made as [{ success: { username: string } }])[0].success.username;

  const ask: RadioGateway["ask"] = async (method, address, body) => {
    const url = `http://127.0.0.1:${port.port}/api/${key}${address}`;
    const response = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    return { status: response.status, body: await response.json() };
  };
  const up = () =>
    until(
      () => radio.up,
      () => `the radio is up: ${lines.slice(-5).join("; ")}`,
    );
  const addressOf = (ieee: string) =>
    [...gateway.store.list("/lights"), ...gateway.store.list("/sensors")].find(({ attr }) =>
      String(attr.uniqueid).startsWith(uniqueOf(ieee)),
    )?.address;
  const isKnown = (ieee: string) => addressOf(ieee) !== undefined;
  const open = async (seconds: number) => {
    const { status } = await ask("PUT", "/config", { permitjoin: seconds });
    assert.equal(status, 200);
  };
  const self: RadioGateway = {
    ...{ gateway, radio, house, folder, log: lines, errors, events, facts, ask, up, plug, unplug, addressOf },
    hurry: hasty.hurry,
    pass: async (minutes) => {
      for (let left = minutes; left > 0; left -= 1) {
        leaping?.leap(MINUTE);
        await isIdle();
      }
    },
    forget: () => {
      events.length = 0;
      facts.length = 0;
    },
    attribute: (ieee, cluster, name) =>
      (house.inspect().stations as readonly Plain[]).find((one) => one.ieee === ieee)?.endpoints["1"]?.[cluster]?.[
        name
      ],
    get: async (address) => {
      const { status, body } = await ask("GET", address);
      assert.equal(status, 200, `${address}: ${JSON.stringify(body)}`);
      return body as Record<string, unknown>;
    },
    move: async (...profiles) => {
      const added = profiles.flatMap((profile) => house.apply(undefined, { add: { profile } }).added as string[]);
      await open(120);
      await until(
        () => added.every(isKnown),
        () => `all have moved in: ${lines.slice(-5).join("; ")}`,
      );
      await open(0);
      return added;
    },
    letIn: async (station) => {
      house.air.add(station);
      await open(120);
      await until(
        () => house.air.join(station as AirStation), // some sticks open in several steps
        () => "the network is open",
      );
      await until(
        () => isKnown(station.ieee),
        () => `it is known: ${lines.slice(-5).join("; ")}`,
      );
      await open(0);
    },
  };
  if (waits !== false) await up();
  return self;
}

export async function withLamp(t: TestContext, options: GatewayOptions = {}): Promise<Lamp> {
  const stage = await openRadioGateway(t, options);
  const [ieee = ""] = await stage.move("dimmable light");
  const lamp = { stage, ieee, address: stage.addressOf(ieee) ?? "" };
  await obeys(lamp);
  return lamp;
}

/** A command over HTTP comes true on air, at last. */
export async function obeys({ stage, ieee, address }: Lamp): Promise<void> {
  for (const on of [true, false]) {
    await until(
      async () => {
        await stage.ask("PUT", `${address}/state`, { on });
        await new Promise((resolve) => setTimeout(resolve, 50));
        return stage.attribute(ieee, "genOnOff", "onOff") === Number(on);
      },
      () => `the lamp is ${on ? "on" : "off"}: ${stage.log.slice(-5).join("; ")}`,
    );
  }
  const { rfconnected } = await stage.get("/config");
  assert.equal(rfconnected, true);
}

/** An order comes true or fails; it never stays open. */
export async function ended({ stage, ieee }: Lamp, order: "ping" | "get" = "ping"): Promise<void> {
  const target = { ieee, endpoint: 1 };
  const asked =
    order === "ping"
      ? stage.radio.order({ do: "ping", target })
      : stage.radio.order({ do: "get", target, keys: ["state"] });
  await asked.catch(({ code }) => assert.equal(typeof code, "string"));
}

export async function until(isSo: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  for (let pause = 20; !(await isSo()); pause = Math.min(100, pause * 1.1)) {
    if (performance.now() > deadline) assert.fail(`it did not happen: ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Of the only radio process that this one has; undefined while there is none. */
export function radioPid(): number | undefined {
  return children.findLast(isRadio)?.pid;
}

function isRadio({ exitCode, signalCode, spawnargs }: ChildProcess): boolean {
  return exitCode === null && signalCode === null && spawnargs.some((each) => each.includes("radio-process"));
}

/** "00:15:8d:…", as unique ids begin. */
export function uniqueOf(ieee: string): string {
  return ieee.slice(2).replace(/(..)(?=.)/g, "$1:");
}

export function writeNumbers(folder: string, { network, adapter }: VirtualHouse): void {
  const hex = (bytes: readonly number[] | Uint8Array) => Buffer.from(bytes).toString("hex");
  const { panID: panid, extendedPanID, networkKey } = network;
  mkdirSync(folder, { recursive: true });
  const numbers = {
    key: hex(networkKey),
    panid,
    extendedpanid: hex(extendedPanIdFor(adapter, { extendedpanid: hex(extendedPanID) })),
  };
  writeFileSync(join(folder, "network.json"), JSON.stringify(numbers));
}

/** As fast as the real one, and timers that fall due in a leap end in their order. */
function leapingClock(): Clock & { leap(seconds: number): void; stop(): void } {
  const clock = fakeClock(Date.now());
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    clock.advance((now - last) / 1000);
    last = now;
  }, BREATH);
  return { ...clock, leap: (seconds) => clock.advance(seconds), stop: () => clearInterval(timer) };
}

/** Kept when the radio has nothing left to do, and has told its losses. */
function watchOrders(radio: Radio): () => Promise<void> {
  const open = new Set<Promise<unknown>>();
  let [awaited, told] = [0, 0];
  const order = radio.order.bind(radio);
  radio.order = (what) => {
    const ended = order(what);
    open.add(ended);
    ended
      .catch(() => {
        awaited = told + 1;
      })
      .finally(() => open.delete(ended));
    return ended;
  };
  radio.hear(({ kind }) => {
    if (kind === "deliveries") told += 1;
  });
  const breathe = () => new Promise((resolve) => setTimeout(resolve, BREATH));
  return async () => {
    do {
      await Promise.allSettled(open);
      await breathe();
    } while (open.size > 0);
    for (const end = performance.now() + LOSS_TOLD; told < awaited && performance.now() < end; ) await breathe();
  };
}

function hastyClock(clock: Clock): Clock & Pick<RadioGateway, "hurry"> {
  let hastened = (milliseconds: number) => milliseconds;
  return {
    now: clock.now,
    uptime: clock.uptime,
    everySecond: clock.everySecond,
    after: (milliseconds, run) => clock.after(hastened(milliseconds), run),
    hurry: (times, only) => {
      hastened = (milliseconds) => (only?.includes(milliseconds) !== false ? milliseconds / times : milliseconds);
    },
  };
}
