/** A simulated stick in this process, with lights; and a gateway, or zigbee-herdsman alone, on it. */
import { fork } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import type { OpenGateway } from "../src/open.ts";
import { extendedPanIdFor } from "../src/radio/coordinator-dialects.ts";
import { openVirtualHouse, type VirtualHouse } from "../src/virtual/index.ts";
import { STICK_FAMILIES } from "../src/virtual/sticks/virtual-stick.ts";
import { freePort } from "../test/support/start.ts";
import { http, type Line, openLine } from "./load.ts";

export interface House {
  readonly air: VirtualHouse;
  readonly folder: string;
  /** Kept when one more frame has reached the coordinator: the moment of that. A process that waits takes no processor from the others. */
  frame(since: number): Promise<number>;
  /** The same, of the next one to this very device: others may be told meanwhile. */
  frameTo(ieee: string): Promise<number>;
  readonly sent: () => number;
  close(): Promise<void>;
}

/** As it is shipped: from the sources, types would be taken off some three hundred files whenever a radio process starts. */
const { open } = await shipped();
const QUIET = { info: () => {}, warn: () => {}, error: () => {} };
const LOST = 20_000; // milliseconds
const PATIENCE = 10 * 60_000;
export const NOBODY = { by: "bench", depth: 0 } as const;

/** Of which family the simulated stick is: `npm run bench -- --stick ember`. */
export const STICK = STICK_FAMILIES.find((family) => family === process.env.BENCH_STICK) ?? "zstack";

export async function openHouse(lights: number, latency = 5): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-bench-"));
  const air = await openVirtualHouse({ empty: true, life: false, latency, stick: STICK });
  if (lights > 0) air.apply(undefined, { add: { profile: "dimmable light", count: lights } });
  const sent = () => air.stick.counters.sent.unicast + air.stick.counters.sent.group;
  return {
    air,
    folder,
    sent,
    frame: (since) => exceeded(air, sent, since),
    frameTo: (ieee) => {
      const told = () => air.stick.counters.to.get(ieee)?.unicast ?? 0;
      return exceeded(air, told, told());
    },
    close: async () => {
      await air.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The moment at which a count of frames is more than that. Nothing polls meanwhile: that would take time from the measured code. */
function exceeded(air: VirtualHouse, count: () => number, since: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (count() <= since) return;
      stop();
      clearTimeout(timer);
      resolve(now());
    };
    const stop = air.stick.counters.follow(look);
    const timer = setTimeout(() => {
      stop();
      reject(new Error("no frame came within twenty seconds"));
    }, LOST);
    look();
  });
}

/** Comparable between the processes of this machine. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

export interface Ours {
  readonly opened: OpenGateway;
  readonly port: number;
  readonly key: string;
  /** With a client that costs little. */
  put(path: string, body: unknown): Promise<void>;
  stop(): Promise<void>;
}

/** A gateway with this folder takes the network as it is, and forms none of its own. Its knowledge of that stays: a restart is one. */
export function knowNetwork(air: VirtualHouse, folder: string): void {
  const radio = join(folder, "radio");
  if (existsSync(join(radio, "network.json"))) return;
  mkdirSync(radio, { recursive: true });
  const hex = (bytes: readonly number[]) => Buffer.from(bytes).toString("hex");
  const { panID: panid, extendedPanID, networkKey } = air.network;
  const extendedpanid = hex([...extendedPanIdFor(STICK, { extendedpanid: hex(extendedPanID) })]);
  writeFileSync(join(radio, "network.json"), JSON.stringify({ key: hex(networkKey), panid, extendedpanid }));
}

async function shipped(): Promise<typeof import("../src/open.ts")> {
  return await import(new URL("../dist/src/open.js", import.meta.url).href);
}

/** The gateway itself, on a port of its own. */
export async function openOurs({ air, folder }: House): Promise<Ours> {
  knowNetwork(air, join(folder, "gateway"));
  const port = await freePort();
  const opened = open({
    folder: join(folder, "gateway"),
    log: QUIET,
    settings: {},
    radio: { path: `tcp://127.0.0.1:${air.port}`, adapter: STICK },
    password: "",
    port,
    pushPort: 0,
    pushKey: false,
    announceHost: "",
    announcePort: 0,
    announcePushPort: 0,
    discovery: false,
    sharedPort: () => 0,
    sharedPath: "",
    sharedIsLocal: false,
    hasOwnRoute: () => false,
  });
  await Promise.all([opened.gateway.ready, opened.listening]);
  const wish = { method: "POST", address: "/config/whitelist", body: { devicetype: "bench" } } as const;
  const { body } = await opened.gateway.perform({ ...wish, isAnonymous: true, hasPassword: true }, NOBODY);
  const key = (body as [{ success: { username: string } }])[0].success.username;
  let line: Line | undefined; // opened when it is needed: one that says nothing for long is closed
  const put = async (path: string, body: unknown) => {
    line ??= await openLine(port);
    await line.ask(http("PUT", `/api/${key}${path}`, JSON.stringify(body)));
  };
  return {
    opened,
    port,
    key,
    put,
    stop: () => {
      line?.close();
      return opened.stop();
    },
  };
}

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = now() + PATIENCE;
  while (!(await isSo())) {
    if (now() > end) throw new Error(`waited in vain: ${isSo}`);
    await pause(20);
  }
}

/** All lights of the house join, one after the other. */
export async function letIn({ opened }: Ours, lights: number): Promise<void> {
  const { store, perform } = opened.gateway;
  await until(() => opened.radio.network() !== undefined);
  await perform({ method: "PUT", address: "/config", body: { permitjoin: 254 } }, NOBODY);
  await until(() => store.count("/lights") >= lights);
  await perform({ method: "PUT", address: "/config", body: { permitjoin: 0 } }, NOBODY);
  await pause(3_000); // the set-up after an interview is done
}

export interface Bare {
  light(on: boolean): Promise<number>; // when it was sent
  readonly up: Promise<number>;
  readonly pid: number;
  join(lights: number): Promise<void>;
  /** From now on each press of a remote switches the first light. */
  obeyRemotes(): Promise<unknown>;
  stop(): Promise<void>;
}

export function openBare({ air, folder }: House): Bare {
  const given = JSON.stringify({ folder, port: air.port, network: { ...air.network }, stick: STICK });
  const child = fork(new URL("questions/bare-herdsman.ts", import.meta.url), [given], { stdio: "inherit" });
  const heard = <T>(name: string) =>
    new Promise<T>((resolve) => {
      const hear = (message: Record<string, T>) => {
        if (!(name in message)) return;
        child.off("message", hear);
        resolve(message[name] as T);
      };
      child.on("message", hear);
    });
  const up = heard<number>("up");
  return {
    up,
    pid: child.pid ?? 0,
    light: (on) => {
      const sent = heard<number>("sent");
      child.send({ light: on });
      return sent;
    },
    join: async (lights) => {
      child.send({ open: 254 });
      for (let met = 0; met < lights; ) met = await heard<number>("met");
      await pause(1_000);
    },
    obeyRemotes: () => {
      const obeys = heard<number>("obeys");
      child.send({ remotes: true });
      return obeys;
    },
    stop: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await gone;
    },
  };
}
