/** One contract, three transports: each case asks the same house directly, over real HTTP, and through a real Node-RED. */
import assert from "node:assert/strict";
import type { Server } from "node:http";
import { after, test } from "node:test";
import { ServerMount } from "../../nodes/gateway/server-mount.ts";
import { type HttpHandler, httpHandler } from "../../src/edges/http/http.ts";
import { openOwnPort } from "../../src/edges/http/own-port.ts";
import { RequestQueue } from "../../src/edges/http/request-queue.ts";
import { openPush, type Push } from "../../src/edges/push/push.ts";
import { withoutQuery } from "../../src/model/addresses.ts";
import { type Address, type Method, NOT_JSON, type Reply } from "../../src/model/resource.ts";
import { type FakeHouse, fakeClock, type HouseOptions, house, settle, TEST } from "./fakes.ts";
import { type NodeRed, nodeRed } from "./node-red.ts";

export type Ask = (method: Method, address: Address, body?: unknown) => Promise<Reply>;

interface Doors {
  readonly ask: Ask;
  /** Without a valid key. */
  readonly asStranger: Ask;
  /** POST /api; a client that proves knows the password. */
  readonly pair: (body: unknown, proves?: boolean) => Promise<Reply>;
  /** With a key of one's own. */
  readonly as: (key: string) => Ask;
  readonly close: () => Promise<void>;
}

export interface World extends FakeHouse, Omit<Doors, "close"> {
  readonly key: string; // of `ask`
}

export interface HttpWorld extends World {
  readonly port: number;
  readonly raw: (path: string, init?: RequestInit) => Promise<Response>;
}

const SECRET = `Basic ${Buffer.from("me:secret").toString("base64")}`;

/** Registers the case once for each transport. */
export function contract(says: string, run: (world: World) => Promise<void>, options?: () => HouseOptions): void {
  test(`${says} (perform)`, () => inWorld(run, performDoors, options));
  test(`${says} (http)`, () => inWorld(run, httpDoors(onOwnPort), options));
  test(`${says} (Node-RED)`, () => inWorld(run, httpDoors(onNodeRed), options));
}

/** For rules that only HTTP has. */
export function overHttp(says: string, run: (world: HttpWorld) => Promise<void>, options?: () => HouseOptions): void {
  test(says, () => inWorld(run, httpDoors(onOwnPort), options));
  test(`${says} (Node-RED)`, () => inWorld(run, httpDoors(onNodeRed), options));
}

/** A server with the house at its door. */
interface Site {
  readonly port: number;
  readonly leave: () => Promise<void>;
}

type OpenSite = (handler: HttpHandler, push: Push, queue: RequestQueue, home: FakeHouse) => Promise<Site>;

const onOwnPort: OpenSite = async (handler, push, queue, { clock, log }) => {
  const { port, server, close } = await openOwnPort({ port: 0, address: "127.0.0.1", handler, queue, clock, log });
  server.on("upgrade", push.upgrade);
  return { port, leave: close };
};

/** One Node-RED for all cases of a file; each takes the place of the API in turn. */
let host: Promise<NodeRed> | undefined;
after(async () => (await host)?.stop());

const onNodeRed: OpenSite = async (handler, push, queue) => {
  host ??= nodeRed();
  const { api, port } = await host;
  const watch = (server: Server) => queue.watch(server);
  const leave = new ServerMount(api).take({ opened: { handler, push, watch }, hasOwnPort: false, refresh: () => {} });
  return { port, leave: async () => leave() };
};

async function inWorld<D extends Doors>(
  run: (world: World & D) => Promise<void>,
  open: (home: FakeHouse, key: string) => Promise<D>,
  options?: () => HouseOptions,
): Promise<void> {
  const home = await house(options?.());
  const key = await newKey(home);
  const doors = await open(home, key);
  try {
    await run({ ...home, ...doors, key });
  } finally {
    await doors.close();
    await home.stop();
    assert.equal(home.clock.pending, 0, "no timer is left");
  }
}

async function newKey({ perform, heard }: FakeHouse): Promise<string> {
  const wish = { method: "POST", address: "/config/whitelist", body: { devicetype: "test" } } as const;
  const { body } = await perform({ ...wish, isAnonymous: true, hasPassword: true }, TEST);
  await settle();
  heard.length = 0;
  return (body as [{ success: { username: string } }])[0].success.username;
}

async function performDoors({ perform }: FakeHouse, own: string): Promise<Doors> {
  const as =
    (key: string): Ask =>
    async (method, address, body) =>
      perform({ method, ...withoutQuery(address), body, key }, TEST);
  return {
    ask: as(own),
    as,
    asStranger: async (method, address, body) => perform({ method, address, body, isAnonymous: true }, TEST),
    pair: async (body, hasPassword) =>
      perform(
        {
          method: "POST",
          address: "/config/whitelist",
          body,
          isAnonymous: true,
          ...(hasPassword ? { hasPassword } : {}),
        },
        TEST,
      ),
    close: async () => {},
  };
}

const httpDoors = (openSite: OpenSite) => async (home: FakeHouse, own: string) => {
  const { perform, callerOf, store, bus, clock, log } = home;
  const pace = fakeClock(); // of the door alone: a client that asks often is not made to wait here
  const queue = new RequestQueue(pace);
  const handler = httpHandler({
    queue,
    perform,
    callerOf,
    isPassword: (authorization) => authorization === SECRET,
    openApiDocument: () => Buffer.from("{}"),
    gatewayNames: () => ({ name: "test", uuid: "test" }),
    clock: pace,
    log,
  });
  const push = openPush({ bus, store, clock, log, whole: () => false, mayListen: () => true });
  const { port, leave } = await openSite(handler, push, queue, home);
  const raw = (path: string, init?: RequestInit) => {
    pace.advance(60);
    return fetch(`http://127.0.0.1:${port}${path}`, init ?? {});
  };
  const as =
    (key: string): Ask =>
    (method, address, body) =>
      raw(`/api/${key}${address === "/" ? "" : address}`, asRequest(method, body)).then(readReply);
  return {
    port,
    raw,
    as,
    ask: as(own),
    asStranger: as("nobody-knows-this-key"),
    pair: async (body, proves) => {
      const request = asRequest("POST", body);
      return readReply(await raw("/api", proves ? { ...request, headers: { authorization: SECRET } } : request));
    },
    close: async () => {
      push.close();
      await leave();
    },
  } satisfies Doors & Pick<HttpWorld, "port" | "raw">;
};

function asRequest(method: Method, body: unknown): RequestInit {
  if (body === undefined) return { method };
  return { method, body: body === NOT_JSON ? "{" : JSON.stringify(body) };
}

/** Each answer is JSON, says so, and may be read by a page from anywhere. */
async function readReply(response: Response): Promise<Reply> {
  assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal(response.headers.get("access-control-allow-origin"), "*");
  const etag = response.headers.get("etag");
  const body = await response.json();
  return { status: response.status, body, ...(etag === null ? {} : { etag: JSON.parse(etag) as string }) };
}

interface Item {
  readonly success?: unknown;
  readonly error?: { readonly type: number; readonly address: string; readonly description: string };
}

/** An answer in short: its status, then each success as it is and each error as [type, address]. */
export function inShort({ status, body }: Reply): unknown[] {
  assert.ok(Array.isArray(body), `a list, not ${JSON.stringify(body)}`);
  return [
    status,
    ...(body as Item[]).map(({ success, error }) => {
      if (!error) return success;
      assert.equal(typeof error.description, "string");
      return [error.type, error.address];
    }),
  ];
}

/** POST a resource; answers its id. */
export async function created(ask: Ask, collection: Address, body: unknown): Promise<string> {
  const reply = await ask("POST", collection, body);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  const [{ success }] = reply.body as [{ success: { id: string } }];
  assert.equal(typeof success.id, "string");
  return success.id;
}

// biome-ignore lint/suspicious/noExplicitAny: a body as a client reads it
export type Seen = any;

export async function seen(ask: Ask, address: Address): Promise<Seen> {
  const { status, body } = await ask("GET", address);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
