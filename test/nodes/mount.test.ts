import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Mount, obstacle, prefixOf, type Seat, type ServerSettings } from "../../nodes/mount.ts";

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

function mountOf(app: unknown): Mount {
  return new Mount({ settings: {}, httpNode: app, server: null } as unknown as ConstructorParameters<typeof Mount>[0]);
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

test("whoever is served knows the connections of the server, and nobody does afterwards", () => {
  const server = createServer();
  const settings = {};
  const mount = new Mount({ settings, httpNode: express(), server } as unknown as ConstructorParameters<
    typeof Mount
  >[0]);
  const watching: string[] = [];
  const seat = (name: string, hasOwnPort: boolean): Seat => ({
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

test("it leaves the app as it was when the last gateway is gone, and one without a port of its own goes first", () => {
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
