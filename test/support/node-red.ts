/** A real Node-RED in this process, with this package's `dist`, on a free port and in a folder of its own. */
import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { describe } from "node:test";
import type { NodeAPI } from "node-red";
import { layMovedIn } from "./moved-in.ts";

export type Version = "node-red" | "node-red-4";
export type DeployType = "full" | "flows" | "nodes" | "reload";
export type FlowNode = { readonly id: string; readonly type: string } & Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: what flows pass on may be anything
export type Message = Record<string, any>;

export interface NodeRed {
  readonly port: number;
  readonly url: string; //        without a slash at the end
  readonly adminUrl: string;
  readonly userDir: string;
  readonly server: Server;
  readonly lines: string[]; //    of the log, warnings and errors only
  readonly nodes: { getNode(id: string): Message };
  readonly api: Pick<NodeAPI, "settings" | "httpNode" | "server">; // the parts that a package sees
  deploy(flow: readonly FlowNode[], type?: DeployType): Promise<void>;
  /** Resolves when the nodes of the next deploy run. */
  started(): Promise<unknown>;
  /** The messages that a node has received since it was last asked, at least so many. */
  received(id: string, count?: number): Promise<readonly Message[]>;
  /** The status of a node, as soon as it fits. */
  status(id: string, fits?: RegExp): Promise<NodeStatus>;
  send(id: string, message: Message): void;
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  stop(): Promise<void>;
}

export interface NodeStatus {
  readonly fill?: string;
  readonly shape?: string;
  readonly text: string;
}

export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read by tests
  readonly body: any;
}

export interface NodeRedOptions {
  readonly version?: Version;
  readonly settings?: Record<string, unknown>;
  readonly userDir?: string; // kept by the test that gives it
  readonly flow?: readonly FlowNode[];
  readonly movedIn?: boolean; // into the virtual houses of that flow, before it is deployed; else each moves in anew
}

const VERSIONS: readonly Version[] = ["node-red", "node-red-4"];
const ROOT = resolve(import.meta.dirname, "../..");
const PATIENCE = 30_000; // milliseconds
/** Nodes of Node-RED's own that are in no flow here: each Node-RED and each editor would load them. */
const UNUSED = [
  ...["06-httpproxy", "21-httprequest", "31-tcpin", "32-udp", "90-exec", "10-file", "23-watch"],
  ...["70-CSV", "70-HTML", "70-XML", "70-YAML", "17-split", "18-sort", "19-batch", "16-range"],
];

export async function nodeRed(options: NodeRedOptions = {}): Promise<NodeRed> {
  const { version = "node-red", settings: more = {}, flow = [] } = options;
  const require = createRequire(createRequire(import.meta.url).resolve(`${version}/package.json`));
  const RED = require("./lib/red.js");
  const express = require("express");
  const userDir = options.userDir ?? mkdtempSync(join(tmpdir(), "zigbee-gateway-nr-"));
  if (options.movedIn) await layHouses(userDir, flow);
  const lines: string[] = [];
  const app = express();
  const server = createServer(app);
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const settings: Record<string, unknown> = {
    httpAdminRoot: "/",
    httpNodeRoot: "/",
    userDir,
    flowFile: "flows.json",
    nodesDir: [ROOT],
    nodesExcludes: UNUSED.map((name) => `${name}.js`),
    credentialSecret: false,
    telemetry: { enabled: false },
    editorTheme: { tours: false, palette: { catalogues: [] }, codeEditor: { lib: "ace" } }, // the other one is 4 MB for each page
    functionExternalModules: false,
    externalModules: { palette: { allowInstall: false } }, // else it asks npm for its version at each start
    logging: { test: { level: "warn", metrics: false, audit: false, handler: () => keepLine } },
    uiPort: 0,
    ...more,
  };
  const keepLine = ({ msg, level }: { msg: unknown; level: number }) => {
    if (level <= 30) lines.push(String((msg as Error)?.stack ?? msg));
  };
  RED.init(server, settings);
  if (settings.httpAdminRoot !== false) app.use(settings.httpAdminRoot, RED.httpAdmin);
  if (settings.httpNodeRoot !== false) {
    if (settings.httpNodeAuth) app.use(settings.httpNodeRoot, refuseAll);
    app.use(settings.httpNodeRoot, RED.httpNode);
  }
  const firstStart = once(RED.events, "flows:started"); // with no flows yet
  const statuses = new Map<string, NodeStatus>();
  const keepStatus = ({ id, status }: { id: string; status: NodeStatus }) => statuses.set(id, status);
  RED.events.on("node-status", keepStatus);
  await RED.start();
  await firstStart;
  if (settings.httpAdminRoot !== false || settings.httpNodeRoot !== false) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  }
  const port = (server.address() as AddressInfo | null)?.port ?? 0;
  const url = `http://127.0.0.1:${port}`;
  const inboxes = new Map<string, Message[]>();
  const inboxFilled = new EventEmitter();
  RED.hooks.add("onReceive.test", ({ msg, destination }: { msg: Message; destination: { id: string } }) => {
    inboxes.set(destination.id, [...(inboxes.get(destination.id) ?? []), msg]);
    inboxFilled.emit(`of ${destination.id}`);
  });

  const house: NodeRed = {
    port,
    url,
    adminUrl: settings.httpAdminRoot === false ? "" : `${url}${String(settings.httpAdminRoot).replace(/\/$/, "")}`,
    userDir,
    server,
    lines,
    nodes: RED.nodes,
    api: { settings: RED.settings, httpNode: RED.httpNode, server: server as unknown as NodeAPI["server"] },
    deploy: async (flows, type = "full") => {
      const started = house.started();
      await RED.runtime.flows.setFlows({
        flows: { flows: structuredClone(flows) },
        deploymentType: type,
        req: {},
      });
      await started;
    },
    started: () => once(RED.events, "flows:started"),
    received: async (id, count = 1) => {
      const isTooFew = () => (inboxes.get(id)?.length ?? 0) < count;
      const signal = isTooFew() ? AbortSignal.timeout(PATIENCE) : undefined;
      while (isTooFew()) {
        await once(inboxFilled, `of ${id}`, { signal }).catch(() => {
          throw new Error(`${id} received ${inboxes.get(id)?.length ?? 0} of ${count} messages`);
        });
        await new Promise((wake) => setTimeout(wake, 5)); // messages that come along with it
      }
      const messages = inboxes.get(id) ?? [];
      inboxes.delete(id);
      return messages;
    },
    status: (id, fits = /./) =>
      eventually(
        () => {
          const status = statuses.get(id);
          return status && fits.test(status.text ?? "") && status;
        },
        () => `${id} shows ${statuses.get(id)?.text}`,
      ),
    send: (id, message) => RED.nodes.getNode(id).receive(message),
    ask: (method, path, body, headers = {}) => ask(method, path.startsWith("http") ? path : url + path, body, headers),
    stop: async () => {
      RED.hooks.remove("*.test");
      RED.events.off("node-status", keepStatus);
      await RED.stop();
      for (const socket of sockets) socket.destroy(); // also those that became WebSockets
      await new Promise((done) => server.close(done));
      if (!options.userDir) rmSync(userDir, { recursive: true, force: true, maxRetries: 10 }); // Node-RED may still be writing
    },
  };
  if (flow.length > 0) await house.deploy(flow);
  return house;
}

async function layHouses(userDir: string, flow: readonly FlowNode[]): Promise<void> {
  const houses = flow.filter(({ type, radio }) => type === "zigbee-gateway" && radio === "virtual");
  if (houses.length === 0) throw new Error("this flow has no virtual house");
  for (const { network } of houses) await layMovedIn(userDir, String(network));
}

export async function ask(method: string, url: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    return { status: response.status, body: text };
  }
}

/** For behavior that depends on the version of Node-RED: nodes in a flow, deploys, credentials, its HTTP server. */
export function withBothVersions(tests: (version: Version) => void): void {
  for (const version of VERSIONS) describe(version, () => tests(version));
}

/** For behavior of the nodes alone: it is repeated with Node-RED 4 in the long run only. */
export function withNewestVersion(tests: (version: Version) => void): void {
  for (const version of process.env.LONG ? VERSIONS : VERSIONS.slice(0, 1)) describe(version, () => tests(version));
}

/** Waits for something that happens elsewhere; fails after a while. */
export async function eventually<T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  why: () => string = () => String(look),
  patience = PATIENCE,
): Promise<T> {
  const until = Date.now() + patience;
  for (let pause = 10; ; pause = Math.min(100, pause * 1.2)) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > until) throw new Error(`waited in vain: ${why()}`);
    await new Promise((wake) => setTimeout(wake, pause));
  }
}

/** Where clients find a gateway, as soon as they can and it is so. */
export async function servedAt({ nodes }: Pick<NodeRed, "nodes">, fits: RegExp, gateway = "gw"): Promise<string> {
  return eventually(
    () => {
      const { runtime } = nodes.getNode(gateway) ?? {};
      return runtime?.status.fill === "green" && fits.test(runtime.url) && runtime.url;
    },
    () => `${gateway} at ${fits}`,
  );
}

export const TAB: FlowNode = { id: "tab", type: "tab", label: "Test" };

export function gatewayNode(id = "gw", more: Record<string, unknown> = {}): FlowNode {
  return { id, type: "zigbee-gateway", version: 1, name: "", network: `net-${id}`, radio: "none", ...more };
}

/** A node on the tab; it needs a place, or Node-RED takes it for a config node. */
export function flowNode(id: string, type: string, more: Record<string, unknown> = {}): FlowNode {
  return { id, type, z: "tab", x: 100, y: 100, wires: [[]], ...more };
}

/** Keeps the messages that it gets: for `received`. */
export function sink(id: string): FlowNode {
  return flowNode(id, "debug", {
    active: false,
    tosidebar: false,
    console: false,
    tostatus: false,
    complete: "true",
    wires: [],
  });
}

/** A key for the API, through the link window. */
export async function newKey(house: NodeRed, gateway = "gw", base = house.url): Promise<string> {
  const opened = await house.ask("POST", `${house.adminUrl}/zigbee-gateway/${gateway}/unlock`, {});
  if (opened.status !== 200) throw new Error(JSON.stringify(opened));
  const { body } = await house.ask("POST", `${base}/api`, { devicetype: "test" });
  return String(body[0].success.username);
}

type Next = () => void;
type Refusing = { set(name: string, value: string): Refusing; sendStatus(status: number): void };

/** As Node-RED's own basic auth does without credentials. */
function refuseAll({ method }: { method: string }, response: Refusing, next: Next): void {
  if (method === "OPTIONS") next();
  else response.set("WWW-Authenticate", 'Basic realm="Authorization Required"').sendStatus(401);
}
