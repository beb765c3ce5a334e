/** The news for the panels, as they happen. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { readNews } from "../support/news.ts";
import {
  eventually,
  type FlowNode,
  flowNode,
  gatewayNode,
  type NodeRed,
  newKey,
  nodeRed,
  TAB,
  withNewestVersion,
} from "../support/node-red.ts";

const SENSOR = { name: "S", modelid: "M", swversion: "1", type: "CLIPGenericStatus", manufacturername: "Me" };

withNewestVersion((version) => {
  let house: NodeRed;
  let key = "";
  let ids = 0;
  const flow = (gateway: Record<string, unknown> = {}): FlowNode[] => [
    TAB,
    gatewayNode("gw", gateway),
    flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "", address: "" }),
  ];
  const url = () => `${house.adminUrl}/zigbee-gateway/gw/changes`;
  const listeners = () => house.nodes.getNode("gw").runtime.events.listeners;
  const lookers = () => house.nodes.getNode("gw").runtime.listeners;
  const rest = (method: string, path: string, body?: unknown) => house.ask(method, `/api/${key}${path}`, body);
  const newSensor = async (): Promise<string> => {
    ids += 1;
    const { body } = await rest("POST", "/sensors", { ...SENSOR, uniqueid: `s${ids}` });
    return `/sensors/${body[0].success.id}`;
  };

  /** Reads the greeting, and then no more. */
  const deafReader = async (): Promise<Socket> => {
    const socket = connect(house.port, "127.0.0.1");
    socket.write("GET /zigbee-gateway/gw/changes HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "data");
    socket.pause();
    return socket;
  };

  before(async () => {
    house = await nodeRed({ version, flow: flow() });
    await house.status("ask", /ready/);
    key = await newKey(house);
  });
  after(() => house.stop());

  test("first a greeting, then each change with its cause and how all of the resource looks now", async () => {
    const reader = await readNews(url());
    assert.deepEqual([reader.status, reader.type], [200, "text/event-stream; charset=utf-8"]);
    const address = await newSensor();
    await rest("PUT", `${address}/state`, { status: 5 });
    const change = await reader.change(({ section, address: at }) => at === address && section === "state");
    assert.ok("hello" in reader.heard[0]);
    assert.deepEqual([change.event, change.values.status, change.by], ["changed", 5, "rest:test"]);
    const shown = reader.heard.findLast(({ views }) => views?.[address])?.views[address];
    const { lastupdated, ...state } = shown.state;
    assert.deepEqual([shown.name, state], ["S", { status: 5 }]);
    assert.match(lastupdated, /^2/);
    await rest("DELETE", address);
    await reader.change(({ event, address: at }) => event === "deleted" && at === address);
    assert.equal(reader.heard.findLast(({ views }) => views && address in views).views[address], null);
    await reader.close();
  });

  test("keys, prints of them, clocks and notes of the house stay inside", async () => {
    await rest("PUT", "/config", { unlock: 0 });
    const reader = await readNews(url());
    const second = await newKey(house);
    const change = await reader.change(({ address }) => address === `/config/whitelist/${second.slice(0, 8)}`);
    await reader.change(({ address, values }) => address === "/config" && values.linkbutton === true);
    assert.deepEqual(change.values, {});
    const all = JSON.stringify(reader.heard);
    assert.doesNotMatch(all, new RegExp(`${second}|"hash"|unlockeduntil|localtime|/ids`));
    const config = reader.heard.find(({ views }) => views?.["/config"])?.views["/config"];
    assert.ok(!("rfconnected" in config) && !("name" in config), "only what changed");
    await reader.close();
  });

  test("a deploy that leaves the gateway alone leaves the line alone", async () => {
    const reader = await readNews(url());
    await house.deploy(flow());
    await house.status("ask", /ready/);
    const address = await newSensor();
    await reader.change(({ address: at }) => at === address);
    assert.equal(reader.isOver(), false);
    await reader.close();
  });

  test("the lines of a gateway end with it, and the next gateway has new ones", async () => {
    const reader = await readNews(url());
    await house.deploy(flow({ latitude: `${50 + ids}` }));
    await eventually(() => reader.isOver());
    await house.status("ask", /ready/);
    const next = await readNews(url());
    const address = await newSensor();
    await next.change(({ address: at }) => at === address);
    await house.deploy([TAB]);
    await eventually(() => next.isOver(), undefined, 20_000);
    assert.equal((await readNews(url())).status, 404);
    await house.deploy(flow());
    await house.status("ask", /ready/);
  });

  test("a reader that leaves leaves nothing behind", async () => {
    await eventually(() => house.nodes.getNode("gw").runtime.isReady);
    const [before, looking] = [listeners(), lookers()];
    const readers = await Promise.all(Array.from({ length: 10 }, () => readNews(url())));
    assert.deepEqual([listeners(), lookers()], [before + 10, looking + 10]);
    await Promise.all(readers.map((reader) => reader.close()));
    await eventually(
      () => listeners() === before && lookers() === looking,
      () => `${listeners()} listeners, ${lookers()} lookers`,
    );
  });

  test("there are not more than fifty lines", async () => {
    const readers = await Promise.all(Array.from({ length: 50 }, () => readNews(url())));
    assert.ok(readers.every(({ status }) => status === 200));
    assert.equal((await readNews(url())).status, 503);
    await Promise.all(readers.map((reader) => reader.close()));
    await eventually(async () => {
      const reader = await readNews(url());
      await reader.close();
      return reader.status === 200;
    });
  });

  test("a slow reader hears at last how it is; one that never reads is let go; the others notice nothing", async () => {
    const reader = await readNews(url());
    const address = await newSensor();
    const before = listeners();
    const slow = await deafReader();
    const deaf = await deafReader();
    const { store } = house.nodes.getNode("gw").runtime.opened.gateway;
    let status = 0;
    const tell = async () => {
      for (let turn = 0; turn < 2_000; turn++) {
        status += 1;
        store.patch(address, "state", { status }, { by: "x".repeat(500), depth: 0 });
      }
      await new Promise((next) => setTimeout(next, 120));
    };
    for (let round = 0; round < 20; round++) await tell(); // more than a socket takes in
    await reader.change(({ values }) => values.status === status);
    let heard = "";
    slow.on("data", (bytes) => {
      heard = (heard + bytes).slice(-1_000_000);
    });
    slow.resume();
    await eventually(() => heard.includes(`"values":{"status":${status}`));
    assert.equal(listeners(), before + 2);
    await eventually(
      async () => {
        await tell();
        return listeners() === before + 1;
      },
      () => `${listeners()} of ${before} listen`,
      90_000,
    );
    assert.equal(reader.isOver(), false);
    slow.destroy();
    deaf.destroy();
    await reader.close();
  });
});
