/**
 * Flow nodes in Node-RED's own runtime and nothing else: the gateway behind them is a fake house, no port is opened, no process started.
 * Time moves by hand only. It answers to the same words as a whole Node-RED does (`node-red.ts`).
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { mock } from "node:test";
import type { NodeAPI } from "node-red";
import type { GatewayNode } from "../../nodes/flow-node/flow-node.ts";
import { speakIn } from "../../nodes/flow-node/language.ts";
import { registerGateway } from "../../nodes/zigbee-gateway.ts";
import button from "../../nodes/zigbee-gateway-button.ts";
import event from "../../nodes/zigbee-gateway-event.ts";
import light from "../../nodes/zigbee-gateway-light.ts";
import pairing from "../../nodes/zigbee-gateway-pairing.ts";
import request from "../../nodes/zigbee-gateway-request.ts";
import rule from "../../nodes/zigbee-gateway-rule.ts";
import scene from "../../nodes/zigbee-gateway-scene.ts";
import schedule from "../../nodes/zigbee-gateway-schedule.ts";
import sensor from "../../nodes/zigbee-gateway-sensor.ts";
import touchlink from "../../nodes/zigbee-gateway-touchlink.ts";
import type { EventFile } from "../../src/edges/disk/event-file.ts";
import type { Address, Method } from "../../src/model/resource.ts";
import type { OpenGateway, OpenOptions } from "../../src/open.ts";
import {
  type FakeDisk,
  type FakeHouse,
  fakeDevices,
  fakeDisk,
  fakeHost,
  fakeRadio,
  START,
  settle,
  startHouse,
} from "./fakes.ts";
import type { DeployType, FlowNode, Message, NodeStatus } from "./node-red.ts";

export interface UnitFlow {
  readonly lines: string[]; // of the log, warnings and errors only
  readonly nodes: { getNode(id: string): Message };
  /** The house behind a gateway node. */
  home(gateway?: string): FakeHouse;
  deploy(flow: readonly FlowNode[], type?: DeployType): Promise<void>;
  /** The messages that a node has received since it was last asked; lets time pass until there are so many. */
  received(id: string, count?: number): Promise<readonly Message[]>;
  /** The status of a node; lets time pass until it fits. */
  status(id: string, fits?: RegExp): Promise<NodeStatus>;
  send(id: string, message: Message): void;
  /** The answer of the gateway "gw" to a client; as plain data. */
  // biome-ignore lint/suspicious/noExplicitAny: read by tests
  ask(method: string, address: string, body?: unknown): Promise<any>;
  /** Lets time pass until something is so. */
  eventually<T>(look: () => T | undefined | false | Promise<T | undefined | false>, why?: () => string): Promise<T>;
  pass(seconds: number): Promise<void>;
  /** The messages to editors on Node-RED's own line. */
  readonly told: readonly { readonly topic: string; readonly data: unknown; readonly retain: boolean }[];
  /** An editor in this language is opened. */
  speak(language: string): void;
  /** Ends the runtime; records on the disks of the gateways are there for the next. */
  stop(): Promise<void>;
}

export interface UnitOptions {
  readonly flow?: readonly FlowNode[];
  readonly disks?: Map<string, FakeDisk>; // of a runtime before this one, by their folders
}

interface Runtime {
  init(path: string): void;
  settings(own: object): void;
  load(nodes: readonly unknown[], flow: readonly FlowNode[]): Promise<void>;
  unload(): Promise<void>;
  setFlows(flow: readonly FlowNode[], type: string): Promise<void>;
  getNode(id: string): Message;
  log(): { readonly args: readonly (readonly [{ readonly level: number; readonly msg: unknown }])[] };
}

interface Hooks {
  add(name: string, run: (event: { msg: Message; destination: { id: string } }) => void): void;
  remove(name: string): void;
}

const require = createRequire(import.meta.url);
const LOCALES = resolve(import.meta.dirname, "../../locales");
const NODES = [button, event, light, pairing, request, rule, scene, schedule, sensor, touchlink];
const CORE = ["25-catch.js", "24-complete.js", "25-status.js"];
const USER_DIR = "/nowhere";
const STEP = 0.25; //     seconds
const PATIENCE = 60; //   seconds, of the house
const LINGER = 60_000; // milliseconds, after which no gateway waits for its next node
const WARNING = 30; //    level of the log

export async function unitFlow({ flow = [], disks = new Map() }: UnitOptions = {}): Promise<UnitFlow> {
  const runtime: Runtime = require("node-red-node-test-helper");
  runtime.init(require.resolve("node-red"));
  runtime.settings({ userDir: USER_DIR });
  const homes = new Map<string, FakeHouse>();
  const inboxes = new Map<string, Message[]>();
  const statuses = new Map<string, NodeStatus>();
  const lines: string[] = [];
  const hooks: Hooks = require("@node-red/util").hooks;
  let RED = undefined as unknown as NodeAPI;
  const speaking = (node: (RED: NodeAPI) => void) => (bare: NodeAPI) => node(withTexts(bare));
  const gateway = (bare: NodeAPI) => {
    RED = bare;
    registerGateway(withTexts(bare), (options) => fakeGateway(options, disks, homes));
  };
  const core = CORE.map((name) => require(`@node-red/nodes/core/common/${name}`));
  const started = (events: NodeAPI["events"]) => once(events, "flows:started");
  await runtime.load([gateway, ...NODES.map(speaking), ...core], []);
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: START });
  hooks.add("onReceive.unit", ({ msg, destination: { id } }) => {
    inboxes.set(id, [...(inboxes.get(id) ?? []), msg]);
  });
  RED.events.on("node-status", ({ id, status }: { id: string; status: NodeStatus }) => statuses.set(id, status));
  let told = 0;
  const toEditors: UnitFlow["told"][number][] = [];
  const hearComms = (said: UnitFlow["told"][number]) => toEditors.push(said);
  RED.events.on("comms", hearComms);

  const all: UnitFlow = {
    told: toEditors,
    get lines() {
      const more = runtime.log().args.slice(told);
      told += more.length;
      for (const [{ level, msg }] of more) if (level <= WARNING) lines.push(String((msg as Error)?.stack ?? msg));
      return lines;
    },
    nodes: runtime,
    home: (id = "gw") => homes.get(id) ?? assert.fail(`no house ${id}`),
    deploy: async (nodes, type = "full") => {
      const isStarted = started(RED.events);
      await runtime.setFlows(nodes.map(plain), type);
      await isStarted;
      await settle();
    },
    received: async (id, count = 1) => {
      await settle();
      await all.eventually(
        () => (inboxes.get(id)?.length ?? 0) >= count,
        () => `${id} received ${inboxes.get(id)?.length ?? 0} of ${count} messages`,
      );
      const messages = inboxes.get(id) ?? [];
      inboxes.delete(id);
      return messages;
    },
    status: (id, fits = /./) =>
      all.eventually(
        () => {
          const status = statuses.get(id);
          return status && fits.test(status.text ?? "") && status;
        },
        () => `${id} shows ${statuses.get(id)?.text}`,
      ),
    send: (id, message) => runtime.getNode(id).receive(message),
    ask: async (method, address, body) => {
      const reply = await all.home().ask(method as Method, address as Address, body);
      return JSON.parse(reply.json?.toString() ?? JSON.stringify(reply.body));
    },
    eventually: async (look, why = () => String(look)) => {
      for (let passed = 0; passed < PATIENCE; passed += STEP) {
        await settle();
        const seen = await look();
        if (seen) return seen;
        await all.pass(STEP);
      }
      throw new Error(`waited in vain: ${why()}`);
    },
    pass: async (seconds) => {
      for (const { clock } of homes.values()) clock.advance(seconds);
      mock.timers.tick(seconds * 1000);
      await settle();
    },
    speak: (language) => {
      speakIn(RED, language);
      for (const id of homes.keys()) (RED.nodes.getNode(id) as GatewayNode | null)?.runtime?.refresh();
    },
    stop: async () => {
      speakIn(RED, "en-US");
      await runtime.unload();
      hooks.remove("*.unit");
      RED.events.removeAllListeners("node-status");
      RED.events.off("comms", hearComms);
      mock.timers.tick(LINGER);
      await settle();
      mock.timers.reset();
    },
  };
  if (flow.length > 0) await all.deploy(flow);
  return all;
}

/** A gateway without a server and without a disk: its radio is up, and answers each order. */
function fakeGateway(
  { folder, settings, predecessorGone, declares }: OpenOptions,
  disks: Map<string, FakeDisk>,
  homes: Map<string, FakeHouse>,
): OpenGateway {
  const kept = disks.get(folder) ?? fakeDisk();
  disks.set(folder, kept);
  const disk: FakeDisk = Object.assign(Object.create(kept), {
    open: () => Promise.resolve(predecessorGone).then(kept.open),
  });
  const radio = fakeRadio(true);
  const clocks = [...homes.values()].map(({ clock }) => clock);
  const home = startHouse({
    disk,
    radio,
    devices: fakeDevices(),
    settings,
    ...(clocks[0] && { clock: clocks[0] }),
    ...(declares && { declares }),
  });
  const id = /net-([\w-]+?)(-virtual)?$/.exec(folder)?.[1] ?? folder;
  homes.set(id, home);
  const { address } = { address: fakeHost().addresses() };
  return {
    gateway: home,
    folder,
    listening: home.ready,
    ports: () => ({ http: 1880, push: 1880 }),
    clientAddress: () => ({ host: address.ip, port: 1880, path: "" }),
    radio: {
      ...{ path: "virtual", network: () => radio.network, hasRoom: () => radio.room, loss: () => undefined },
      isAway: () => radio.away,
      ...{ spare: () => undefined, plan: async () => undefined, hasNetwork: async () => false },
    },
    isForeign: () => false,
    eventFile: { read: async () => [], write: async () => true } as Partial<EventFile> as EventFile,
    handler: (_, __, next) => next?.(),
    watch: () => () => {},
    openAgain: async () => {},
    listenAgain: async () => {},
    stop: () => home.stop(),
  } as Partial<OpenGateway> as OpenGateway;
}

/** A node that only listens is the helper's own node. */
function plain(node: FlowNode): FlowNode {
  return structuredClone(node.type === "debug" ? { ...node, type: "helper" } : node);
}

/** The runtime of the helper has no texts. */
function withTexts(RED: NodeAPI): NodeAPI {
  return Object.create(RED, { _: { value: textOf, writable: true } });
}

const catalogues = new Map<string, unknown>();

function textOf(key: string, { lng = "en-US", ...values }: Readonly<Record<string, unknown>> = {}): string {
  const path = key.replace(/^.*:/, "").split(".");
  const folder = [String(lng), "en-US"].find((each) => existsSync(join(LOCALES, each))) ?? ""; // "en-GB" has none of its own
  const file = join(LOCALES, folder, `${path[0]}.json`);
  if (!catalogues.has(file)) catalogues.set(file, JSON.parse(readFileSync(file, "utf8")));
  const text = path.reduce<unknown>((node, name) => (node as Message | undefined)?.[name], catalogues.get(file));
  return typeof text === "string" ? text.replace(/__(\w+)__/g, (_, name) => String(values[name] ?? "")) : key;
}
