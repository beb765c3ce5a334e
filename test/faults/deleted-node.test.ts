/** Fault 33: the gateway node is deleted while requests and timers are pending: all is answered or closed, and the data are whole. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";
import { clip } from "../support/fakes.ts";
import { ask } from "../support/http.ts";
import {
  eventually,
  type FlowNode,
  flowNode,
  gatewayNode,
  type NodeRed,
  newKey,
  nodeRed,
  sink,
  TAB,
} from "../support/node-red.ts";
import { freePort } from "../support/start.ts";

let house: NodeRed;
let own = 0;
const uncaught: unknown[] = [];
const keep = (error: unknown) => uncaught.push(error);

function flow(): FlowNode[] {
  return [
    TAB,
    gatewayNode("gw", { port: own }),
    flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "", wires: [["answers"]] }),
    sink("answers"),
    flowNode("catch", "catch", { scope: null, wires: [["caught"]] }),
    sink("caught"),
  ];
}

before(async () => {
  process.on("unhandledRejection", keep).on("uncaughtException", keep);
  own = await freePort();
  house = await nodeRed({ flow: flow() });
  await house.status("ask", /^ready/);
});
after(async () => {
  await house.stop();
  process.off("unhandledRejection", keep).off("uncaughtException", keep);
  assert.deepEqual(uncaught, []);
});

test("everything is under way when it goes", async () => {
  const folder = join(house.userDir, "zigbee-gateway", "net-gw");
  const key = await newKey(house); // the link window is open, with its timer
  const put = (port: number, address: string, body: unknown) =>
    ask(port, "PUT", `/api/${key}${address}`, { body: JSON.stringify(body) });
  const presence = clip("CLIPPresence", { config: { duration: 1 }, state: { presence: true } });
  await ask(own, "POST", `/api/${key}/sensors`, { body: JSON.stringify(presence) });
  await ask(own, "POST", `/api/${key}/sensors`, { body: JSON.stringify(clip("CLIPGenericStatus")) });
  const client = new WebSocket(`ws://127.0.0.1:${own}/`);
  await once(client, "open");
  const closed = once(client, "close");
  const shared = new WebSocket(`ws://127.0.0.1:${house.port}/`);
  await once(shared, "open");
  const sharedClosed = once(shared, "close");

  await put(own, "/sensors/1/state", { presence: true }); // its second begins
  const { runtime: running } = house.nodes.getNode("gw");
  const acknowledged: string[] = [];
  const requests = Array.from({ length: 200 }, (_, index) => {
    const body = JSON.stringify(clip("CLIPGenericFlag"));
    return ask(index % 2 ? own : house.port, "POST", `/api/${key}/sensors`, { body }).then(
      ({ status, text }) => {
        assert.ok([200, 404, 503].includes(status), `${status} ${text}`);
        if (status === 200) acknowledged.push(JSON.parse(text)[0].success.id);
        return "answered";
      },
      () => "closed",
    );
  });
  for (let index = 0; index < 100; index += 1) {
    house.send("ask", { method: "PUT", topic: "/sensors/2/config", payload: { url: `u${index}` } });
  }
  await house.deploy(flow().filter(({ id }) => id !== "gw"));

  const outcomes = await Promise.all(requests);
  assert.equal(outcomes.length, 200, "each has its end");
  await Promise.all([closed, sharedClosed]);
  await eventually(() => running.status.text === "stopped");
  await running.stop();
  const { bus } = running.opened.gateway;
  assert.equal(bus.listeners <= 1, true, "only the nodes' own ear is left");
  const listing = () =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    });
  const left = listing();
  assert.deepEqual(
    left.filter((line) => /^lock/.test(line)),
    [],
  );
  assert.ok(left.some((line) => /\.db /.test(line)));
  const isPresent = () => running.opened.gateway.store.get("/sensors/1").state.presence;
  const wasPresent = isPresent(); // unless the end took longer than its second
  await wait(2_500); // longer than any of its timers
  assert.deepEqual(listing(), left, "nobody wrote after the end");
  assert.equal(isPresent(), wasPresent, "no timer fired after the end");

  await house.deploy(flow());
  await house.status("ask", /^ready/);
  const { body } = await house.ask("GET", `/api/${key}/sensors`);
  assert.equal(body[1].state.presence !== undefined, true);
  assert.deepEqual(
    acknowledged.filter((id) => body[id] === undefined),
    [],
    "what was acknowledged is there",
  );
  assert.equal((await house.ask("GET", `/api/${key}/config`)).body.linkbutton, false, "no window outlives its gateway");
  assert.deepEqual(
    house.lines.filter((line) => /Error|repair|timed out/.test(line)),
    [],
  );
});

test("a request to a node without its gateway is one error", async () => {
  await house.deploy(flow().filter(({ id }) => id !== "gw"));
  await house.received("caught", 0);
  house.send("ask", { method: "GET", topic: "/sensors" });
  const caught = await house.received("caught");
  assert.deepEqual([caught.length, caught[0]?.error.code], [1, "not-found"]);
});
