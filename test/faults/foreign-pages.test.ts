/** Pages of other sites in a browser of the house, also by DNS rebinding: no key, no open window, no word of push; programs as ever. */
import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, test } from "node:test";
import { WebSocket } from "ws";
import { flowNode, gatewayNode, type NodeRed, newKey, nodeRed, TAB } from "../support/node-red.ts";

type Headers = Readonly<Record<string, string>>;

const EVIL = "http://evil.example";
const PASSWORD = "correct-horse";
const flow = (more: Record<string, unknown> = {}) => [
  TAB,
  gatewayNode("gw", { credentials: { password: PASSWORD }, ...more }),
  flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "" }),
];
let red: NodeRed;

before(async () => {
  red = await nodeRed({ flow: flow() });
  await red.status("ask", /^ready/);
});
after(() => red.stop());

/** As a browser sends it: fetch would not let us say whose page it is. */
function post(path: string, body: string, headers: Headers): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const all = { "Content-Length": Buffer.byteLength(body), ...headers };
    const asking = request({ port: red.port, host: "127.0.0.1", method: "POST", path, headers: all }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asking.on("error", reject).end(body);
  });
}

const pair = (headers: Headers) => post("/api", '{"devicetype":"page"}', { "Content-Type": "text/plain", ...headers });
const unlock = (headers: Headers) =>
  post("/zigbee-gateway/gw/unlock", '{"seconds":60}', { "Content-Type": "application/json", ...headers });
const push = (headers: Headers, query = "") =>
  new Promise<number>((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${red.port}/${query}`, { headers });
    socket.on("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
    socket.on("open", () => {
      resolve(101);
      socket.terminate();
    });
    socket.on("error", () => {});
  });

const rebound = (): Headers => ({ Host: `evil.example:${red.port}`, Origin: `${EVIL}:${red.port}` });
const FOREIGN: readonly [what: string, headers: () => Headers][] = [
  ["a page of another site", () => ({ Origin: EVIL })],
  ["a page that hides whose it is", () => ({ Origin: "null" })],
  ["a page that came by DNS rebinding", rebound],
  ["one by DNS rebinding that tells no origin", () => ({ Host: `evil.example:${red.port}` })],
];
const FAMILIAR: readonly [what: string, headers: () => Headers][] = [
  ["a program", () => ({})],
  ["a program on another machine that tells an origin", () => ({ Origin: "http://192.168.1.5" })],
  ["a page of this machine", () => ({ Origin: `http://127.0.0.1:${red.port}` })],
  ["a program that knows us by a name of the house", () => ({ Host: "raspberrypi.local" })],
];

for (const [what, headers] of FOREIGN) {
  test(`${what}: no key in the link window, no window, no push`, async () => {
    await newKey(red); // the window is open now
    const { status, text } = await pair(headers());
    assert.equal(status, 403);
    assert.match(text, /"type":1,.*dialog allows it/);
    assert.equal((await unlock(headers())).status, 403);
    assert.equal(await push(headers()), 403);
  });
}

for (const [what, headers] of FAMILIAR) {
  test(`${what}: as ever`, async () => {
    assert.equal((await unlock(headers())).status, 200);
    const { status, text } = await pair(headers());
    assert.equal(status, 200, text);
    assert.equal(await push(headers()), 101);
  });
}

test("a page that shows a key may listen, and a page that knows the password gets one, from any origin", async () => {
  const key = await newKey(red);
  assert.equal(await push({ Origin: EVIL }, `?key=${key}`), 101);
  assert.equal(await push({ Origin: EVIL }, "?key=0123456789"), 403);
  const Authorization = `Basic ${btoa(`me:${PASSWORD}`)}`;
  assert.equal((await pair({ Origin: EVIL, Authorization })).status, 200);
});

test("nor takes a page a backup, which holds the keys of the house", async () => {
  const asked = (path: string, headers: Headers) => red.ask("GET", path, undefined, headers as Record<string, string>);
  assert.equal((await asked("/zigbee-gateway/gw/backup", { Origin: EVIL })).status, 403);
  assert.equal((await asked("/zigbee-gateway/gw/backup", {})).status, 200);
});

test("each page or name that is refused is told in the log once, with the setting that lets it in", async () => {
  for (let time = 0; time < 3; time += 1) assert.equal(await push({ Origin: EVIL }), 403); // as a page that tries again and again
  const name = `"evil.example:${red.port}" is no name of this house: entered as Host in the gateway's dialog, it is`;
  const page = (origin: string) => `"${origin}" is the page of another site: a tick in the gateway's dialog lets it in`;
  for (const start of [/\/api: no key was given, (.*)$/, /push .*: refused without a key, (.*)$/]) {
    const told = red.lines.flatMap((line) => start.exec(line)?.[1] ?? []);
    assert.deepEqual(told.sort(), [name, page(EVIL), page("null")].sort());
  }
});

test("a tick in the gateway's dialog allows it all", async () => {
  await red.deploy(flow({ foreignPages: true }));
  await red.status("ask", /^ready/);
  for (const [, headers] of FOREIGN) {
    assert.equal((await unlock(headers())).status, 200);
    assert.equal((await pair(headers())).status, 200);
    assert.equal(await push(headers()), 101);
  }
});
