/** What the dialogs of the editor ask of a running gateway, below `zigbee-gateway/<node id>/` of Node-RED's admin API. */
import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Request, Response } from "express";
import type { NodeAPI } from "node-red";
import { PREFIX_LENGTH } from "../../src/model/keys.ts";
import { type Address, type Cause, isObject } from "../../src/model/resource.ts";
import { listSticks, type StickTest, testStick } from "../../src/sticks.ts";
import type { GatewayNode } from "../gateway/attach.ts";
import { quoted } from "../gateway/failure.ts";
import type { Mount } from "../gateway/mount.ts";
import type { Running, Say } from "../gateway/running.ts";
import { folderOf, type GatewayDef, isStick } from "../gateway/settings.ts";
import { modelOf } from "./model.ts";
import { ruleOfRows, ruleWordsOf } from "./rules.ts";
import { type ShownTimes, timesOfPattern, timesOfSchedule } from "./times.ts";

interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

type Adapter = NonNullable<StickTest["adapter"]>;
type Verb = "get" | "post" | "delete";
/** Asked of a gateway that runs, unless it takes none. */
type Ask = (running: Running | undefined, request: Request) => Answer | Promise<Answer>;

const BY_EDITOR: Cause = { by: "editor", depth: 0 };
const RULE_TEXTS = "node-red-contrib-zigbee-gateway/zigbee-gateway-rule:zigbee-gateway-rule";
const LINK_WINDOW = 60; // seconds
const PROPOSALS: readonly number[] = [8080, 8090, 8088, 8081, 8082, 8443, 8888, 18080, 18081, 18082];
const MOST_PROPOSALS = 2; // one for the API, one for push

export function serveEditor(RED: NodeAPI, mount: Mount, homeOf: () => string): void {
  const say = (key: string) => RED._(`zigbee-gateway.live.${key}`);
  const route = (verb: Verb, name: string, ask: Ask, needsGateway = true) => {
    const permission = verb === "get" ? "zigbee-gateway.read" : "zigbee-gateway.write";
    const serve = async (request: Request): Promise<Answer> => {
      if (verb !== "get" && !isJson(request)) return { status: 415, body: { error: say("not-json") } };
      const node = RED.nodes.getNode(String(request.params.id)) as Partial<GatewayNode> | undefined;
      if (verb !== "get" && isForeign(RED, node?.running, request))
        return { status: 403, body: { error: say("foreign") } };
      if (needsGateway && !node?.running) return { status: 404, body: { error: node?.refusal ?? say("not-running") } };
      return ask(node?.running, request);
    };
    RED.httpAdmin[verb](`/zigbee-gateway/:id/${name}`, RED.auth.needsPermission(permission), (request, response) => {
      serve(request).then(
        (answer) => send(response, answer),
        (error) => {
          RED.log.error(`[zigbee-gateway] ${request.path}: ${error instanceof Error ? error.stack : error}`);
          send(response, { status: 500, body: { error: say("failed") } });
        },
      );
    });
  };
  route("post", "unlock", unlock);
  route("get", "keys", keys);
  route("delete", "keys/:prefix", revoke);
  route("get", "model", model);
  route("get", "buttons/:uniqueid", buttons);
  route("get", "rule-words", ruleWords);
  route("get", "rule-of-rows", ruleOf);
  route("get", "times", times);
  route("get", "ports", async (running) => ({ body: await ports(running, mount) }), false);
  route("get", "sticks", async () => ({ body: await listSticks() }), false);
  route("post", "test-stick", (running, request) => test(running, request.body, say("no-stick")), false);
  route("get", "folders", async () => ({ body: await folders(RED, homeOf()) }), false);

  async function ruleOf(running: Running | undefined, { query }: Request): Promise<Answer> {
    const { store, ready } = (running as Running).opened.gateway;
    await ready.catch(() => {});
    const say: Say = (key, values = {}) => RED._(`${RULE_TEXTS}.${key}`, values);
    const rows = parsed(query.rows);
    return rows === undefined
      ? { status: 400, body: { error: say("error.body", { text: quoted(query.rows) }) } }
      : { body: ruleOfRows({ RED, store, say }, rows) };
  }
}

/**
 * Without a login a page that came by DNS rebinding could open the link window by itself. With one it has no token, and users may come by
 * whatever name a proxy has.
 */
export function isForeign(RED: NodeAPI, running: Running | undefined, { headers }: Pick<Request, "headers">): boolean {
  const hasLogin = Boolean((RED.settings as { readonly adminAuth?: unknown }).adminAuth);
  return !hasLogin && (running?.opened.isForeign(headers) ?? false);
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function send(response: Response, { status = 200, body }: Answer): void {
  response.status(status).set("Cache-Control", "no-store").json(body);
}

/** A page of somebody else cannot send this type without asking first. */
function isJson(request: Request): boolean {
  return /^application\/json\b/i.test(request.headers["content-type"] ?? "");
}

const unlock: Ask = async (running, request) => {
  const given: unknown = isObject(request.body) ? request.body.seconds : undefined;
  const seconds = given ?? LINK_WINDOW;
  const reply = await perform(running, { method: "PUT", address: "/config", body: { unlock: seconds } });
  return reply.status === 200 ? { body: { seconds } } : reply;
};

const keys: Ask = async (running) => {
  const { status, body } = await perform(running, { method: "GET", address: "/config" });
  if (status !== 200 || !isObject(body)) return { status, body };
  const list = Object.entries(isObject(body.whitelist) ? body.whitelist : {}).map(([prefix, entry]) => {
    const { name, "create date": created, "last use date": lastUsed } = isObject(entry) ? entry : {};
    return { prefix, name, created, lastUsed };
  });
  return { body: { keys: list, seconds: secondsOpen(running) } };
};

const revoke: Ask = async (running, request) => {
  const prefix = String(request.params.prefix);
  if (prefix.length !== PREFIX_LENGTH) return { status: 404, body: [] };
  const reply = await perform(running, { method: "DELETE", address: `/config/whitelist/${prefix}` });
  const isGone = Array.isArray(reply.body) && reply.body.length > 0;
  return isGone || reply.status !== 200 ? reply : { status: 404, body: [] };
};

/** What a remote can say, for the dialog of its node. */
const buttons: Ask = (running, request) => {
  const address: Address = `/devices/${request.params.uniqueid}/state/buttonevent/introspect`;
  return perform(running, { method: "GET", address });
};

const model: Ask = async (running) => {
  const { gateway } = (running as Running).opened;
  await gateway.ready.catch(() => {}); // then the list is short, and the status of the node says why
  return { body: modelOf(gateway.store) };
};

/** For the dialog of rules. */
const ruleWords: Ask = async (running) => {
  const { gateway } = (running as Running).opened;
  await gateway.ready.catch(() => {});
  return { body: ruleWordsOf(gateway.store) };
};

/** For the dialog of schedules: of the one that `of` names, or of a pattern. */
const times: Ask = async (running, { query }) => {
  const { opened, now } = running as Running;
  const { store, ready } = opened.gateway;
  await ready.catch(() => {});
  const { of, time, zone } = query;
  const body: ShownTimes =
    of === undefined
      ? timesOfPattern(store, String(time), zone === "utc", now)
      : timesOfSchedule(store, String(of), now);
  return { body };
};

async function ports(running: Running | undefined, mount: Mount): Promise<Record<string, unknown>> {
  const { http = 0, push = 0 } = running?.opened.ports() ?? {};
  return {
    obstacle: mount.obstacle ?? "",
    closed: mount.isClosed,
    url: running && http > 0 ? running.url : "",
    push: running && push > 0 ? `ws://${new URL(running.url).hostname}:${push}` : "",
    status: running?.look.text ?? "",
    free: await freePorts(),
  };
}

/** Only listening tells whether one may listen. */
async function freePorts(): Promise<readonly number[]> {
  const free: number[] = [];
  for (const port of PROPOSALS) {
    if (free.length < MOST_PROPOSALS && (await isFree(port))) free.push(port);
  }
  return free;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    const listening = once(server, "listening");
    server.listen(port);
    await listening;
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** What we have open ourselves cannot be opened again, and need not be: it answers. */
async function test(running: Running | undefined, body: unknown, refusal: string): Promise<Answer> {
  const { path, adapter, baudRate } = isObject(body) ? body : {};
  if (typeof path !== "string" || !isStick(path)) return { status: 400, body: { error: refusal } };
  const own = running?.opened.radio;
  const network = own?.path === path ? own?.network() : undefined;
  if (network) return { body: { ok: true, adapter: network.adapter, firmware: network.version } };
  const answer = await testStick({
    path,
    adapter: typeof adapter === "string" && adapter !== "" ? (adapter as Adapter) : undefined,
    baudRate: Number(baudRate) > 0 ? Number(baudRate) : undefined,
  });
  return { body: answer };
}

/** Data of gateways whose nodes are gone. */
async function folders(RED: NodeAPI, home: string): Promise<readonly { network: string; modified: string }[]> {
  const claimed = new Set<string>();
  RED.nodes.eachNode((node) => {
    if (node.type === "zigbee-gateway") claimed.add(folderOf(node as GatewayDef));
  });
  const entries = await readdir(home, { withFileTypes: true }).catch(() => []); // no gateway was ever here
  const lost = entries.filter((each) => each.isDirectory() && !claimed.has(each.name));
  return Promise.all(
    lost.map(async ({ name }) => {
      const { mtime } = await stat(join(home, name));
      return { network: name, modified: mtime.toISOString() };
    }),
  );
}

function perform(running: Running | undefined, command: Parameters<Running["opened"]["gateway"]["perform"]>[0]) {
  return Promise.resolve((running as Running).opened.gateway.perform(command, BY_EDITOR));
}

function secondsOpen(running: Running | undefined): number {
  const { linkbutton, unlockeduntil } = running?.opened.gateway.store.get("/config")?.attr ?? {};
  return linkbutton === true ? Math.max(0, Math.ceil((Number(unlockeduntil) - Date.now()) / 1000)) : 0;
}
