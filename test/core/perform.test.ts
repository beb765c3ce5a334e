/** The one door: statuses, bugs, and the order of disk, store, reply and bus. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bus } from "../../src/core/bus.ts";
import type { Handler } from "../../src/core/call.ts";
import { DiskQueue } from "../../src/core/disk-queue.ts";
import { openDoor } from "../../src/core/perform.ts";
import { content, Outcomes } from "../../src/core/result.ts";
import type { Route } from "../../src/core/router.ts";
import { Store } from "../../src/core/store.ts";
import { deconz } from "../../src/edges/deconz/dialect.ts";
import { EnginePorts } from "../../src/model/engine-ports.ts";
import { ApiError } from "../../src/model/errors.ts";
import { type Address, type Resource, success } from "../../src/model/resource.ts";
import { DEFINITIONS } from "../../src/resources/index.ts";
import { fakeClock, fakeDevices, fakeDisk, fakeHost, fakeRadio, loudLog, settle, TEST } from "../support/fakes.ts";
import { inShort } from "../support/transports.ts";

function door(handler: Handler, expected?: RegExp) {
  const log = loudLog(expected);
  const clock = fakeClock();
  const bus = new Bus(log);
  const store = new Store({ definitions: DEFINITIONS, clock, bus, salt: "0".repeat(32) });
  const disk = fakeDisk();
  const diskQueue = new DiskQueue(disk, store, log, clock);
  const house = {
    store,
    clock,
    host: fakeHost(),
    radio: fakeRadio(),
    devices: fakeDevices(),
    engines: new EnginePorts(),
    log,
    declares: () => true,
  };
  const etag = () => "etag of it";
  const routes: readonly Route[] = [
    ["GET", "/x", handler, { does: "read", etag }],
    ["PUT", "/x/:id", handler, { does: "write", etag }],
    ["POST", "/open", handler, { does: "open", open: true }],
  ];
  const execute = openDoor(house, diskQueue, routes);
  return { execute, perform: deconz(execute), store, disk, log, bus };
}

const fault = (name: "unknown" | "notConnected" | "off") => new ApiError(name, "/x");
const ANSWERS: [says: string, answer: Exclude<ReturnType<Handler>, Promise<unknown>>, short: unknown[]][] = [
  ["an empty list", [], [200]],
  ["successes", [success("/x", 1)], [200, { "/x": 1 }]],
  ["mixed", [fault("unknown"), success("/x", 1)], [200, [6, "/x"], { "/x": 1 }]],
  ["errors", [fault("unknown"), fault("unknown")], [400, [6, "/x"], [6, "/x"]]],
  ["errors of several kinds: the gravest", [fault("unknown"), fault("notConnected")], [503, [6, "/x"], [950, "/x"]]],
  ["an error whose status is 200", [fault("off")], [200, [201, "/x"]]],
  ["all were refused, but it counts as carried out", new Outcomes([fault("unknown")], "accepted"), [200, [6, "/x"]]],
  [
    "a refusal ended it",
    new Outcomes([success("/x", 1), fault("notConnected")], "stopped"),
    [503, { "/x": 1 }, [950, "/x"]],
  ],
];
for (const [says, body, short] of ANSWERS) {
  test(`answers: ${says}`, async () => {
    assert.deepEqual(inShort(await door(() => body).perform({ method: "GET", address: "/x" }, TEST)), short);
    assert.deepEqual(inShort(await door(async () => body).perform({ method: "GET", address: "/x" }, TEST)), short);
  });
}

test("a read is answered at once, without a promise", () => {
  const reply = door(() => content({ a: 1 })).perform({ method: "GET", address: "/x" }, TEST);
  assert.deepEqual(reply, { status: 200, body: { a: 1 } });
});

const SENSOR: Resource = {
  address: "/sensors/1",
  type: "CLIPAlarm",
  attr: {},
  config: {},
  state: {},
  action: {},
};

test("a bug of ours is logged, answers 500, and leaves nothing behind", async () => {
  for (const late of [false, true]) {
    const handler: Handler = ({ draft }) => {
      draft.put(SENSOR);
      if (late) return Promise.reject(new Error("mine"));
      throw new Error("mine");
    };
    const { perform, store, log } = door(handler, /mine/);
    assert.deepEqual(inShort(await perform({ method: "PUT", address: "/x/1" }, TEST)), [500, [901, "/x/1"]]);
    assert.equal(log.lines.length, 1);
    assert.match(log.lines[0] ?? "", /^\/x\/1: /);
    assert.equal(store.get("/sensors/1"), undefined);
    assert.equal(store.record("/sensors/1").json, undefined);
  }
});

test("the writes of a handler before it refused are dropped; before it answered an error of its own, they stay", async () => {
  const thrown = door(({ draft }) => {
    draft.put(SENSOR);
    throw fault("unknown");
  });
  assert.deepEqual(inShort(await thrown.perform({ method: "PUT", address: "/x/1" }, TEST)), [400, [6, "/x"]]);
  assert.equal(thrown.store.get("/sensors/1"), undefined);
  const answered = door(({ draft }) => {
    draft.put(SENSOR);
    return new Outcomes([fault("unknown")], "stopped");
  });
  const reply = await answered.perform({ method: "PUT", address: "/x/1" }, TEST);
  assert.deepEqual([reply.status, reply.etag], [400, undefined]);
  assert.equal(answered.store.get("/sensors/1")?.type, "CLIPAlarm");
});

test("first the disk, then the store, then the reply, then the bus", async () => {
  const order: string[] = [];
  const { perform, store, disk, bus } = door(({ draft }) => {
    draft.put(SENSOR);
    order.push(`asked, ${store.count("/sensors")} true`);
    return [];
  });
  const { write } = disk;
  disk.write = async (records, sync) => {
    order.push(`written, ${store.count("/sensors")} true`);
    await write(records, sync);
  };
  bus.on(() => order.push("told"));
  const reply = await perform({ method: "PUT", address: "/x/1" }, TEST);
  order.push(`answered, ${store.count("/sensors")} true`);
  await settle();
  assert.deepEqual(order, ["asked, 0 true", "written, 0 true", "answered, 1 true", "told"]);
  assert.equal(reply.etag, "etag of it");
});

test("strangers come in where it is open, and nowhere else", async () => {
  const { perform } = door(({ isAnonymous, hasPassword }) => content({ isAnonymous, hasPassword }));
  const ask = (method: "GET" | "POST", address: Address, more = {}) =>
    perform({ method, address, isAnonymous: true, ...more }, TEST);
  assert.deepEqual(inShort(await ask("GET", "/x")), [403, [1, "/x"]]);
  assert.deepEqual(inShort(await ask("GET", "/nowhere")), [403, [1, "/nowhere"]]);
  assert.deepEqual((await ask("POST", "/open")).body, { isAnonymous: true, hasPassword: false });
  assert.deepEqual((await ask("POST", "/open", { hasPassword: true })).body, { isAnonymous: true, hasPassword: true });
});

test("an action for afterwards is done when the write is kept, and not when the disk refuses it", async () => {
  const done: string[] = [];
  const { perform, disk } = door(({ draft, params, after }) => {
    draft.put({
      address: `/userparameter/${params.id}`,
      type: "Userparameter",
      attr: { value: 1 },
      config: {},
      state: {},
      action: {},
    });
    after(() => done.push(String(params.id)));
    return [];
  }, /the disk refused it/);
  await perform({ method: "PUT", address: "/x/1" }, TEST);
  assert.deepEqual(done, ["1"]);
  disk.fails = new Error("full");
  await perform({ method: "PUT", address: "/x/2" }, TEST);
  assert.deepEqual(done, ["1"]);
});

test("another dialect words the same results: nothing of deCONZ's is in them", async () => {
  const { execute } = door(() => [
    success("/lights/1/state/on", true),
    new ApiError("invalid", "/lights/1/state/bri", "bri", "x"),
  ]);
  const result = await execute({ method: "PUT", address: "/x/1", body: {} }, TEST);
  assert.ok(result instanceof Outcomes);
  const topics = result.list.map((outcome) =>
    outcome instanceof ApiError
      ? `error${outcome.address}: ${outcome.error} (${outcome.details.join(", ")})`
      : outcome.did === "set" && `house${outcome.address} ${outcome.value}`,
  );
  assert.deepEqual(topics, ["house/lights/1/state/on true", "error/lights/1/state/bri: invalid (bri, x)"]);
  const { execute: refused } = door(() => []);
  const refusal = await refused({ method: "DELETE", address: "/nowhere" }, TEST);
  assert.ok(refusal instanceof ApiError);
  assert.deepEqual([refusal.error, refusal.address, refusal.details], ["noMethod", "/nowhere", ["DELETE", "nowhere"]]);
});
