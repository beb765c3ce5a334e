/** interface 4.1, 4.6 and 6, as a client meets them: over HTTP and WebSocket of a real Node-RED, the same for each version of it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Values } from "../../src/model/resource.ts";
import { gatewayNode, type NodeRed, newKey, nodeRed, TAB, withBothVersions } from "../support/node-red.ts";
import { type Listening, listener } from "../support/push.ts";

interface Row {
  readonly says: string;
  readonly ask: readonly [method: string, path: string, body?: unknown];
  readonly status?: number; // 200 if there is none
  /** The answer: the whole of a list, these members of an object. */
  readonly answer: unknown;
  /** The messages of the push channel for it; of `lastupdated` only that it is there. */
  readonly told?: readonly Values[];
}

const UNIQUE = "interface-1";
const NEW = {
  name: "Hall",
  modelid: "M",
  swversion: "1",
  type: "CLIPSwitch",
  uniqueid: UNIQUE,
  manufacturername: "Me",
};
const FRAME = { t: "event", e: "changed", r: "sensors", id: "1", uniqueid: UNIQUE };
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;

const refused = (type: number, address: string) => [{ error: { type, address } }];
const done = (values: Values) => Object.entries(values).map(([name, value]) => ({ success: { [name]: value } }));

/** In this order: each stands on those before it. */
const ROWS: readonly Row[] = [
  { says: "get all: none", ask: ["GET", "/sensors"], answer: {} },
  { says: "get new: none", ask: ["GET", "/sensors/new"], answer: { lastscan: "none" } },
  { says: "search, without a radio", ask: ["POST", "/sensors"], status: 503, answer: refused(950, "/sensors") },
  { says: "search, with an empty body", ask: ["POST", "/sensors", {}], status: 503, answer: refused(950, "/sensors") },
  {
    says: "create",
    ask: ["POST", "/sensors", NEW],
    answer: done({ id: "1" }),
    told: [{ ...FRAME, e: "added", sensor: { name: "Hall", type: "CLIPSwitch", uniqueid: UNIQUE } }],
  },
  {
    says: "create: no name",
    ask: ["POST", "/sensors", { type: "CLIPFire" }],
    status: 400,
    answer: refused(5, "/sensors"),
  },
  { says: "create: twice", ask: ["POST", "/sensors", NEW], status: 400, answer: refused(100, "/sensors") },
  {
    says: "create: no CLIP type",
    ask: ["POST", "/sensors", { ...NEW, type: "ZHAPresence", uniqueid: "z" }],
    status: 400,
    answer: refused(501, "/sensors"),
  },
  { says: "create: no JSON", ask: ["POST", "/sensors", "{"], status: 400, answer: refused(2, "/sensors") },
  { says: "get", ask: ["GET", "/sensors/1"], answer: { name: "Hall", state: { buttonevent: 0, lastupdated: "none" } } },
  { says: "get all: by id", ask: ["GET", "/sensors"], answer: { 1: { name: "Hall", modelid: "M", swversion: "1" } } },
  { says: "get by uniqueid", ask: ["GET", `/sensors/${UNIQUE}`], answer: { config: { on: true, reachable: true } } },
  { says: "get: none such", ask: ["GET", "/sensors/9"], status: 404, answer: refused(3, "/sensors/9") },
  {
    says: "update",
    ask: ["PUT", "/sensors/1", { name: "Porch" }],
    answer: done({ "/sensors/1/name": "Porch" }),
    told: [{ ...FRAME, name: "Porch", attr: { name: "Porch" } }],
  },
  {
    says: "update: too long",
    ask: ["PUT", "/sensors/1", { name: "x".repeat(33) }],
    status: 400,
    answer: refused(7, "/sensors/1/name"),
  },
  {
    says: "change config",
    ask: ["PUT", "/sensors/1/config", { reachable: false, battery: 90, url: "http://a" }],
    answer: done({
      "/sensors/1/config/reachable": false,
      "/sensors/1/config/battery": 90,
      "/sensors/1/config/url": "http://a",
    }),
    told: [{ ...FRAME, config: { reachable: false, battery: 90, url: "http://a" } }],
  },
  {
    says: "change config: half of it fits",
    ask: ["PUT", "/sensors/1/config", { battery: 101, reachable: true }],
    answer: [...refused(7, "/sensors/1/config/battery"), ...done({ "/sensors/1/config/reachable": true })],
    told: [{ ...FRAME, config: { reachable: true } }],
  },
  {
    says: "change config: nothing fits",
    ask: ["PUT", "/sensors/1/config", { foo: 1 }],
    status: 400,
    answer: refused(6, "/sensors/1/config/foo"),
  },
  {
    says: "change state",
    ask: ["PUT", "/sensors/1/state", { buttonevent: 1002 }],
    answer: done({ "/sensors/1/state/buttonevent": 1002 }),
    told: [{ ...FRAME, state: { buttonevent: 1002, lastupdated: STAMP } }],
  },
  {
    says: "change state: the same button again",
    ask: ["PUT", "/sensors/1/state", { buttonevent: 1002 }],
    answer: done({ "/sensors/1/state/buttonevent": 1002 }),
    told: [{ ...FRAME, state: { buttonevent: 1002, lastupdated: STAMP } }],
  },
  {
    says: "change state: not of this type",
    ask: ["PUT", "/sensors/1/state", { presence: true }],
    status: 400,
    answer: refused(6, "/sensors/1/state/presence"),
  },
  {
    says: "switch off",
    ask: ["PUT", "/sensors/1/config", { on: false }],
    answer: done({ "/sensors/1/config/on": false }),
    told: [{ ...FRAME, config: { on: false } }],
  },
  {
    says: "change state, while off: nothing is told",
    ask: ["PUT", "/sensors/1/state", { buttonevent: 2002 }],
    answer: done({ "/sensors/1/state/buttonevent": 2002 }),
  },
  {
    says: "and nothing is changed",
    ask: ["GET", "/sensors/1"],
    answer: { state: { buttonevent: 1002, lastupdated: STAMP } },
  },
  {
    says: "delete",
    ask: ["DELETE", "/sensors/1"],
    answer: [{ success: "1" }],
    told: [{ ...FRAME, e: "deleted" }],
  },
  { says: "delete: none such", ask: ["DELETE", "/sensors/1"], status: 404, answer: refused(3, "/sensors/1") },
  { says: "an unknown family", ask: ["GET", "/foo"], status: 404, answer: refused(4, "/foo") },
  { says: "an unknown path", ask: ["PUT", "/sensors/1/foo", {}], status: 404, answer: refused(4, "/sensors/1/foo") },
];

withBothVersions((version) => {
  let house: NodeRed;
  let key = "";
  let client: Listening;
  let told = 0;

  before(async () => {
    house = await nodeRed({ version, flow: [TAB, gatewayNode()] });
    key = await newKey(house);
    client = await listener((await house.ask("GET", `/api/${key}/config`)).body.websocketport);
  });
  after(async () => {
    client.socket.terminate();
    await house.stop();
  });

  for (const { says, ask, status = 200, answer, told: messages = [] } of ROWS) {
    test(`${says}`, async () => {
      const [method, path, body] = ask;
      const reply = await house.ask(method, `/api/${key}${path}`, body);
      assert.equal(reply.status, status, JSON.stringify(reply.body));
      if (Array.isArray(answer)) assert.equal(reply.body.length, answer.length);
      holds(reply.body, answer);
      const heard = await client.has(told + messages.length);
      for (const [index, message] of messages.entries()) {
        const one = heard[told + index] as Values;
        holds(one, message);
        assert.deepEqual(Object.keys(one).sort(), Object.keys(message).sort());
        for (const section of ["state", "config"]) {
          if (message[section])
            assert.deepEqual(Object.keys(one[section] as Values).sort(), Object.keys(message[section]).sort());
        }
      }
      told += messages.length;
    });
  }

  test("nothing else was told", async () => {
    await house.ask("POST", `/api/${key}/sensors`, NEW);
    const heard = await client.has(told + 1);
    assert.deepEqual([heard.length, heard.at(-1)?.e], [told + 1, "added"]);
  });

  test("without a key there is the public config, and nothing else", async () => {
    for (const path of ["/api/config", "/api/nobody/config"]) {
      const { status, body } = await house.ask("GET", path);
      assert.deepEqual(
        [status, typeof body.bridgeid, body.whitelist, body.websocketport],
        [200, "string", undefined, undefined],
      );
    }
    const { status, body } = await house.ask("GET", "/api/nobody/sensors");
    assert.equal(status, 403);
    holds(body, refused(1, "/sensors"));
    const locked = await house.ask("PUT", `/api/${key}/config`, { unlock: 0 });
    assert.equal(locked.status, 200);
    const asked = await house.ask("POST", "/api", { devicetype: "late" });
    assert.equal(asked.status, 403);
    holds(asked.body, refused(101, "/"));
  });

  test("an answer that the client has is not sent again, and pages of other origins may read", async () => {
    const url = `${house.url}/api/${key}/sensors`;
    const first = await fetch(url);
    assert.equal(first.headers.get("access-control-allow-origin"), "*");
    assert.equal(first.headers.get("content-type"), "application/json; charset=utf-8");
    const again = await fetch(url, { headers: { "If-None-Match": String(first.headers.get("etag")) } });
    assert.deepEqual([again.status, await again.text()], [304, ""]);
    const options = await fetch(url, { method: "OPTIONS" });
    assert.equal(options.status, 200);
    assert.match(String(options.headers.get("access-control-allow-methods")), /PUT/);
  });

  test("a body is JSON, whichever type it names", async () => {
    const method = "PUT";
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=wrong"]) {
      const headers = { "Content-Type": type };
      const answer = await house.ask(method, `/api/${key}/config`, '{"groupdelay":7}', headers);
      assert.deepEqual(answer.body, done({ "/config/groupdelay": 7 }), type);
    }
  });
});

/** Whether all that is wanted is there, at every depth; a pattern wants a text that it matches. */
function holds(actual: unknown, wanted: unknown): void {
  const members = wanted instanceof Object && !(wanted instanceof RegExp) ? Object.entries(wanted) : [];
  if (wanted instanceof RegExp) assert.match(String(actual), wanted);
  else if (members.length === 0) assert.deepEqual(actual, wanted);
  for (const [name, value] of members) holds((actual as Values | undefined)?.[name], value);
}
