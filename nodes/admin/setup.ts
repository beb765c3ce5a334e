/** The requests of the gateway node's dialog: keys, ports, sticks, and folders that no node has. */
import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { IMPORT } from "../../src/model/imports/wish.ts";
import { JOBS } from "../../src/model/jobs.ts";
import { PREFIX_LENGTH } from "../../src/model/keys.ts";
import { type Command, isObject, type Reply, type Values } from "../../src/model/resource.ts";
import { isZone } from "../../src/model/time/times.ts";
import { askStick, testStick as identifyStick, listSticks, type StickTest } from "../../src/open.ts";
import { folderOf, type GatewayDef, isStick } from "../gateway/gateway-settings.ts";
import type { GatewayRuntime } from "../gateway/runtime.ts";
import { isPort } from "../shared/addresses.ts";
import { type AdminCall, AdminError, type AdminReply, BY_EDITOR, type GatewayCall } from "./call.ts";

type Adapter = NonNullable<StickTest["adapter"]>;

const LINK_WINDOW = 60; // seconds
const PROPOSED_PORTS: readonly number[] = [8080, 8090, 8088, 8081, 8082, 8443, 8888, 18080, 18081, 18082];
const MOST_PROPOSALS = 2; // one for the API, one for push
const TROUBLES: Readonly<Record<string, string>> = { EADDRINUSE: "used", EACCES: "rights" }; // as the dialog words them

// ---- keys

export async function openLinkWindow({ runtime, request }: GatewayCall): Promise<AdminReply> {
  const given: unknown = isObject(request.body) ? request.body.seconds : undefined;
  const seconds = given ?? LINK_WINDOW;
  const reply = await perform(runtime, { method: "PUT", address: "/config", body: { unlock: seconds } });
  return reply.status === 200 ? { body: { seconds } } : reply;
}

export async function keys({ runtime }: GatewayCall): Promise<AdminReply> {
  const { status, body } = await perform(runtime, { method: "GET", address: "/config" });
  if (status !== 200 || !isObject(body)) return { status, body };
  const list = Object.entries(isObject(body.whitelist) ? body.whitelist : {}).map(([prefix, entry]) => {
    const { name, "create date": created, "last use date": lastUsed } = isObject(entry) ? entry : {};
    return { prefix, name, created, lastUsed };
  });
  const { timezone } = runtime.opened.gateway.store.get("/config")?.attr ?? {};
  return { body: { keys: list, seconds: secondsOpen(runtime), zone: isZone(String(timezone)) ? timezone : "" } };
}

function secondsOpen({ opened }: GatewayRuntime): number {
  const { linkbutton, unlockeduntil } = opened.gateway.store.get("/config")?.attr ?? {};
  return linkbutton === true ? Math.max(0, Math.ceil((Number(unlockeduntil) - Date.now()) / 1000)) : 0;
}

/** For a program that cannot ask for one by itself. The gateway keeps a print of it alone: it is told this once. */
export async function makeKey({ runtime, request }: GatewayCall): Promise<AdminReply> {
  const devicetype = isObject(request.body) ? request.body.name : undefined;
  const command = { method: "POST", address: "/config/whitelist", body: { devicetype } } as const;
  return perform(runtime, { ...command, isAnonymous: true, hasPassword: true });
}

export async function revokeKey({ runtime, request }: GatewayCall): Promise<AdminReply> {
  const prefix = String(request.params.prefix);
  if (prefix.length !== PREFIX_LENGTH) return { status: 404, body: [] };
  const reply = await perform(runtime, { method: "DELETE", address: `/config/whitelist/${prefix}` });
  const isGone = Array.isArray(reply.body) && reply.body.length > 0;
  return isGone || reply.status !== 200 ? reply : { status: 404, body: [] };
}

// ---- ports

export async function ports({ runtime, mount }: AdminCall): Promise<AdminReply> {
  const { http = 0, push = 0 } = runtime?.opened.ports() ?? {};
  return {
    body: {
      obstacle: mount.obstacle ?? "",
      closed: mount.isClosed,
      nodeRed: mount.listensAt,
      url: runtime && http > 0 ? runtime.url : "",
      push: runtime && push > 0 ? `ws://${new URL(runtime.url).hostname}:${push}` : "",
      status: runtime?.status.text ?? "",
      mqtt: brokerTrouble(runtime),
      free: await freePorts(),
    },
  };
}

/** Of the broker to which it does not get through; undefined: nothing is known against it. */
function brokerTrouble(runtime: GatewayRuntime | undefined): Values | undefined {
  const { isUp, why, reason = "", broker } = runtime?.opened.mqtt?.() ?? {};
  return isUp === false && why !== undefined ? { why, reason, broker } : undefined;
}

/** Whether a port that is typed could be opened, before anything is deployed. A port that this gateway has itself is no trouble. */
export async function tryPort({ runtime, request }: AdminCall): Promise<AdminReply> {
  const { port, address } = isObject(request.body) ? request.body : {};
  if (!isPort(String(port))) return { status: 400, body: [] };
  const { http = 0, push = 0 } = runtime?.opened.ports() ?? {};
  const isOwn = [http, push].includes(Number(port));
  return { body: { trouble: isOwn ? "" : (TROUBLES[await refusalOf(Number(port), String(address ?? ""))] ?? "") } };
}

async function freePorts(): Promise<readonly number[]> {
  const free: number[] = [];
  for (const port of PROPOSED_PORTS) {
    if (free.length < MOST_PROPOSALS && (await refusalOf(port)) === "") free.push(port);
  }
  return free;
}

/** Only listening tells whether one may listen: the code of the error, or "". */
async function refusalOf(port: number, address = ""): Promise<string> {
  const server = createServer();
  try {
    const listening = once(server, "listening");
    server.listen({ port, ...(address && { host: address }) });
    await listening;
    return "";
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  } finally {
    server.close();
  }
}

// ---- sticks and folders

export async function sticks(): Promise<AdminReply> {
  return { body: await listSticks() };
}

/** A stick that this gateway has open cannot be opened again, and need not be: it answers. */
export async function testStick({ runtime, request, say }: AdminCall): Promise<AdminReply> {
  const { path, adapter, baudRate } = isObject(request.body) ? request.body : {};
  if (typeof path !== "string" || !isStick(path)) throw new AdminError(400, "no-stick", say("no-stick"));
  const own = runtime?.opened.radio;
  const network = own?.path === path ? own?.network() : undefined;
  if (network) return { body: { ok: true, adapter: network.adapter, firmware: network.version } };
  const answer = await identifyStick({
    path,
    adapter: typeof adapter === "string" && adapter !== "" ? (adapter as Adapter) : undefined,
    baudRate: Number(baudRate) > 0 ? Number(baudRate) : undefined,
  });
  const mayMove = own !== undefined && own.path !== path && own.path !== "virtual"; // the network of the virtual house stays there
  const plan = answer.ok && mayMove ? await own.plan(answer.adapter) : undefined;
  const isNew = runtime === undefined || !(await hasHouse(runtime));
  const held = answer.ok && isNew ? await channelOf({ path, ...answer }) : undefined;
  return { body: { ...answer, ...(plan && { plan }), ...(held !== undefined && { held }) } };
}

/** Also one that is laid ready, and only waits for its stick. */
async function hasHouse({ opened: { gateway, radio } }: GatewayRuntime): Promise<boolean> {
  return gateway.engines.get(JOBS).running(IMPORT).length > 0 || (await radio.hasNetwork());
}

/** Of the network that the stick has, from another program: a gateway without a house would make a new one on it. */
async function channelOf(stick: StickTest): Promise<number | undefined> {
  const says = await askStick(stick);
  return "holds" in says && typeof says.holds === "object" ? says.holds.channel : undefined;
}

/** Data of gateways whose nodes are gone. */
export async function folders({ RED, dataFolder }: AdminCall): Promise<AdminReply> {
  const claimed = new Set<string>();
  RED.nodes.eachNode((node) => {
    if (node.type === "zigbee-gateway") claimed.add(folderOf(node as GatewayDef));
  });
  const entries = await readdir(dataFolder(), { withFileTypes: true }).catch(() => []); // no gateway was ever here
  const unclaimed = entries.filter((each) => each.isDirectory() && !claimed.has(each.name));
  const body = unclaimed.map(async ({ name }) => {
    const { mtime } = await stat(join(dataFolder(), name));
    return { network: name, modified: mtime.toISOString() };
  });
  return { body: await Promise.all(body) };
}

async function perform({ opened }: GatewayRuntime, command: Command): Promise<Pick<Reply, "status" | "body">> {
  const { status, body } = await opened.gateway.perform(command, BY_EDITOR);
  return { status, body };
}
