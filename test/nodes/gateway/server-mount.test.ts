import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import {
  type MountedGateway,
  obstacle,
  prefixOf,
  ServerMount,
  type ServerSettings,
} from "../../../nodes/gateway/server-mount.ts";

const obstacles: [settings: ServerSettings, expected: ReturnType<typeof obstacle>][] = [
  [{}, undefined],
  [{ httpNodeRoot: "/", uiHost: "0.0.0.0" }, undefined],
  [{ httpNodeRoot: "/", uiHost: "::" }, undefined],
  [{ httpNodeRoot: "/", uiHost: "192.0.2.7" }, undefined],
  [{ httpNodeRoot: false }, "off"],
  [{ httpRoot: false, httpNodeRoot: false, https: {} }, "off"],
  [{ httpRoot: false }, "off"],
  [{ https: { key: "k" } }, "https"],
  [{ https: () => ({}) }, "https"],
  [{ httpNodeAuth: { user: "u", pass: "p" } }, "auth"],
  [{ httpNodeAuth: { user: "u", pass: "p" }, https: {} }, "https"],
  [{ httpNodeRoot: "/nr" }, "prefix"],
  [{ httpNodeRoot: "nr/" }, "prefix"],
  [{ httpRoot: "/nr" }, "prefix"],
  [{ httpNodeRoot: "/endpoint", uiHost: "127.0.0.1" }, "prefix"],
  [{ uiHost: "127.0.0.1" }, "loopback"],
  [{ uiHost: "127.1.2.3" }, "loopback"],
  [{ uiHost: "localhost" }, "loopback"],
  [{ uiHost: "::1" }, "loopback"],
];

for (const [settings, expected] of obstacles) {
  test(`${JSON.stringify(settings)}: ${expected ?? "clients can use Node-RED's server"}`, () => {
    assert.equal(obstacle(settings), expected);
  });
}

const prefixes: [settings: ServerSettings, prefix: string][] = [
  [{}, ""],
  [{ httpNodeRoot: "/" }, ""],
  [{ httpNodeRoot: "//nr/" }, "/nr"],
  [{ httpNodeRoot: "a/b" }, "/a/b"],
  [{ httpRoot: "/red", httpNodeRoot: "" }, "/red"],
];

for (const [settings, prefix] of prefixes) {
  test(`${JSON.stringify(settings)}: the API is at ${prefix}/api`, () => assert.equal(prefixOf(settings), prefix));
}

const express = createRequire(createRequire(import.meta.url).resolve("node-red/package.json"))("express");

function mountOf(app: unknown): ServerMount {
  return new ServerMount({ settings: {}, httpNode: app, server: null } as unknown as ConstructorParameters<
    typeof ServerMount
  >[0]);
}

test("a route of the user is taken, a middleware is not", () => {
  const app = express();
  app.use((_request: unknown, _response: unknown, next: () => void) => next());
  app.get("/api/mine", () => {});
  app.post("/api/post/:id", () => {});
  app.all("/api/all", () => {});
  const { taken } = mountOf(app);
  const cases: [method: string, url: string, expected: boolean][] = [
    ["GET", "/api/mine", true],
    ["GET", "/api/mine?x=1", true],
    ["GET", "/api/mine/", true],
    ["HEAD", "/api/mine", true],
    ["PUT", "/api/mine", false],
    ["GET", "/api/other", false],
    ["POST", "/api/post/7", true],
    ["DELETE", "/api/all", true],
  ];
  for (const [method, url, expected] of cases) {
    assert.equal(taken({ method, url } as IncomingMessage), expected, `${method} ${url}`);
  }
});

test("an app without any route takes nothing", () => {
  assert.equal(mountOf(express()).taken({ method: "GET", url: "/api" } as IncomingMessage), false);
});

test("a gateway that is served knows the connections of the server, and no gateway does afterwards", () => {
  const server = createServer();
  const settings = {};
  const mount = new ServerMount({ settings, httpNode: express(), server } as unknown as ConstructorParameters<
    typeof ServerMount
  >[0]);
  const watching: string[] = [];
  const seat = (name: string, hasOwnPort: boolean): MountedGateway => ({
    opened: {
      handler: () => {},
      push: { upgrade: () => {}, clients: 0, close: () => {} },
      watch: (watched) => {
        assert.equal(watched, server);
        watching.push(name);
        return () => watching.splice(watching.indexOf(name), 1);
      },
    },
    hasOwnPort,
    refresh: () => {},
  });
  const before = server.eventNames().length;
  const leaveFirst = mount.take(seat("with a port of its own", true));
  assert.deepEqual(watching, ["with a port of its own"]);
  const leaveSecond = mount.take(seat("without", false));
  assert.deepEqual(watching, ["without"]);
  leaveSecond();
  assert.deepEqual(watching, ["with a port of its own"]);
  leaveFirst();
  assert.deepEqual(watching, []);
  assert.equal(server.eventNames().length, before);
});

test("the mount leaves the app as it was when the last gateway is gone, and a gateway without a port of its own goes first", () => {
  const app = express();
  const mount = mountOf(app);
  const seat = (hasOwnPort: boolean) => ({ opened: {} as never, hasOwnPort, refresh: () => {} });
  const [first, second] = [seat(true), seat(false)];
  const leaveFirst = mount.take(first);
  assert.equal(mount.owner, first);
  const leaveSecond = mount.take(second);
  assert.equal(mount.owner, second);
  const mounted = app._router.stack.length;
  leaveSecond();
  assert.equal(mount.owner, first);
  leaveSecond();
  leaveFirst();
  assert.equal(mount.owner, undefined);
  assert.equal(app._router.stack.length, mounted - 1);
});

/** A server as Node-RED has it, and the requests that each handler there has seen. */
async function site(
  wrap: (app: (...args: unknown[]) => void) => unknown = (app) => app,
  settings: ServerSettings = {},
) {
  const app = express();
  const node = express();
  const seen: string[] = [];
  const server = createServer(wrap(app) as RequestListener);
  const mount = new ServerMount({ settings, httpNode: node, server } as unknown as ConstructorParameters<
    typeof ServerMount
  >[0]);
  app.use((request: IncomingMessage, _: unknown, next: () => void) => {
    seen.push(`express ${request.url}`);
    next();
  });
  node.get("/api/mine", (_: unknown, response: ServerResponse) => response.end("mine"));
  app.use(prefixOf(settings) || "/", node);
  app.use((_: unknown, response: ServerResponse) => response.end("not found"));
  const seat: MountedGateway = {
    opened: {
      handler: (request, response, next) => {
        seen.push(`gateway ${request.url}`);
        if (request.url === "/api/mine") next?.();
        else if (request.url?.startsWith("/api")) response.end("gateway");
        else next?.();
      },
      push: { upgrade: () => {}, clients: 0, close: () => {} },
      watch: () => () => {},
    },
    hasOwnPort: false,
    refresh: () => {},
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked = async (path: string) => {
    seen.length = 0;
    const text = await (await fetch(url + path)).text();
    return [text, ...seen];
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { server, mount, seat, asked, close };
}

for (const prefix of ["", "/nr"]) {
  test(`a request below ${prefix}/api is answered before Express, all else is as it was`, async () => {
    const { server, mount, seat, asked, close } = await site(undefined, { httpNodeRoot: prefix || "/" });
    const before = Object.getOwnPropertyDescriptor(server, "emit");
    const leave = mount.take(seat);
    assert.deepEqual(await asked(`${prefix}/api/k/lights`), ["gateway", "gateway /api/k/lights"]);
    assert.deepEqual(await asked(`${prefix}/api/mine`), ["mine", "gateway /api/mine", `express ${prefix}/api/mine`]);
    const page = (await asked("/page")).filter((line) => !line.startsWith("gateway"));
    assert.deepEqual(page, ["not found", "express /page"]);
    const heard: (string | undefined)[] = [];
    server.on("request", ({ url }) => heard.push(url));
    await asked(`${prefix}/api/k/groups`);
    await asked("/page");
    assert.deepEqual(heard, ["/page"], "who listens from then on hears of all else");
    leave();
    assert.deepEqual(Object.getOwnPropertyDescriptor(server, "emit"), before, "as it was");
    assert.deepEqual(await asked(`${prefix}/api/k/lights`), ["not found", `express ${prefix}/api/k/lights`]);
    const leaveAgain = mount.take(seat);
    assert.equal((await asked(`${prefix}/api/k/lights`))[0], "gateway", "also after a deploy");
    leaveAgain();
    await close();
  });
}

for (const prefix of ["", "/nr"]) {
  test(`a request that names the host before ${prefix}/api is answered, too; others get it as it was`, async () => {
    const { server, mount, seat, close } = await site(undefined, { httpNodeRoot: prefix || "/" });
    const leave = mount.take(seat);
    const { port } = server.address() as AddressInfo;
    const asked = async (path: string) => {
      const asking = request({
        port,
        host: "127.0.0.1",
        path: `http://gateway.local:${port}${path}`,
        agent: false,
      }).end();
      const [response] = (await once(asking, "response")) as [IncomingMessage];
      return Buffer.concat(await response.toArray()).toString();
    };
    assert.equal(await asked(`${prefix}/api/k/lights`), "gateway");
    assert.equal(await asked(`${prefix}/api/mine`), "mine");
    assert.equal(await asked("/page"), "not found");
    leave();
    await close();
  });
}

test("as Node-RED makes its server, the gateway is in front; a host that decides what goes to Node-RED keeps deciding", async () => {
  const nodeReds = (version: string) => {
    const source = readFileSync(createRequire(import.meta.url).resolve(`${version}/red.js`), "utf8");
    const [, listener] =
      /http\.createServer\((function.*)\);\n/.exec(source.replaceAll("https.createServer", "")) ?? [];
    return new Function("app", `return ${listener}`) as (app: unknown) => unknown;
  };
  const others = (app: (...args: unknown[]) => void) => (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.host?.startsWith("127.")) app(request, response);
  };
  for (const [wrap, inFront] of [
    [nodeReds("node-red"), true],
    [nodeReds("node-red-4"), true],
    [others, false],
  ] as const) {
    const { server, mount, seat, asked, close } = await site(wrap);
    const leave = mount.take(seat);
    assert.equal(Object.hasOwn(server, "emit"), inFront);
    assert.equal((await asked("/api/k/lights"))[0], "gateway");
    leave();
    assert.equal(Object.hasOwn(server, "emit"), false);
    await close();
  }
});

test("a listener that stepped in front of the gateway stays there when the gateway goes", async () => {
  const { server, mount, seat, asked, close } = await site();
  const leave = mount.take(seat);
  const inner = server.emit;
  let passed = 0;
  const outer = (name: string, ...args: unknown[]) => {
    if (name === "request") passed += 1;
    return Reflect.apply(inner, server, [name, ...args]);
  };
  server.emit = outer as typeof inner;
  assert.equal((await asked("/api/k/lights"))[0], "gateway");
  leave();
  assert.equal(server.emit, outer);
  assert.deepEqual(await asked("/api/k/lights"), ["not found", "express /api/k/lights"]);
  assert.equal(passed, 2);
  await close();
});
