/** Touchlink over REST (interface 2.6, 3, 4.5 and 8; automation 4 and its rows 148 to 159): jobs, their results, and refusals meanwhile. */
import assert from "node:assert/strict";
import { RadioError } from "../../src/model/radio/orders.ts";
import type { TouchlinkDevice, TouchlinkJob } from "../../src/model/radio/radio-port.ts";
import type { Address, Change, Method, Values } from "../../src/model/resource.ts";
import { LAMP, lamp, MOTION, motion } from "../devices/home.ts";
import { clip, type FakeRadio, fakeRadio, NETWORK, settle } from "../support/fakes.ts";
import { contract, created, inShort, seen, type World } from "../support/transports.ts";

const SCAN: Address = "/touchlink/scan";
const OLD: TouchlinkDevice = { ieee: "0x00178801000000aa", factorynew: false, rssi: -40, channel: 11, panid: 0x1a62 };
const NEW: TouchlinkDevice = { ieee: "0x00178801000000bb", factorynew: true, rssi: -55, channel: 15, panid: 0xffff };
const OURS: TouchlinkDevice = { ieee: LAMP, factorynew: false, rssi: -30, channel: 11, panid: NETWORK.panid };
const onAir = () => ({ radio: fakeRadio(true) });

/** Jobs go on until they are ended. */
function slowly(radio: FakeRadio): (failure?: RadioError) => Promise<void> {
  let end = (_?: RadioError) => {};
  radio.touch = () =>
    new Promise((resolve, reject) => {
      end = (failure) => (failure ? reject(failure) : resolve());
    });
  return async (failure) => {
    end(failure);
    await settle();
  };
}

/** A scan that has found these. */
async function scanned({ ask, radio }: World, ...found: readonly TouchlinkDevice[]): Promise<void> {
  radio.touch = async ({ do: what }: TouchlinkJob) => {
    if (what === "scan") for (const touched of found) radio.tell({ kind: "touched", touched });
  };
  assert.deepEqual(inShort(await ask("POST", SCAN)), [200, { [SCAN]: true }]);
  await settle();
}

contract(
  "148: before the first scan there is nothing",
  async ({ ask }) => {
    assert.deepEqual(await seen(ask, SCAN), { scanstate: "idle", lastscan: "", result: {} });
  },
  onAir,
);

contract(
  "a scan is answered at once; its result grows while it goes on, and stays when it is over",
  async ({ ask, radio, clock }) => {
    const end = slowly(radio);
    assert.deepEqual(inShort(await ask("POST", SCAN)), [200, { [SCAN]: true }]);
    assert.deepEqual(radio.jobs, [{ do: "scan" }]);
    const lastscan = "2026-03-01T12:00:00";
    assert.deepEqual(await seen(ask, SCAN), { scanstate: "scanning", lastscan, result: {} });
    clock.advance(3);
    radio.tell({ kind: "touched", touched: OLD });
    const { ieee: address, ...rest } = OLD;
    const result = { "1": { address, ...rest } };
    assert.deepEqual(await seen(ask, SCAN), { scanstate: "scanning", lastscan, result });
    radio.tell({ kind: "touched", touched: NEW });
    clock.advance(7);
    await end();
    const after = await seen(ask, SCAN);
    assert.deepEqual([after.scanstate, after.lastscan], ["idle", lastscan]);
    assert.deepEqual(after.result["1"], result["1"]);
    assert.deepEqual(after.result["2"], {
      ...{ address: NEW.ieee, factorynew: true, rssi: -55, channel: 15, panid: 0xffff },
    });
    await ask("POST", SCAN);
    const anew = { scanstate: "scanning", lastscan: "2026-03-01T12:00:10", result: {} };
    assert.deepEqual(await seen(ask, SCAN), anew, "a new scan begins with nothing");
    await end();
  },
  onAir,
);

contract(
  "154: keys count in the order of discovery, and each device has one, whatever number of channels it answers on",
  async (world) => {
    await scanned(world, NEW, OLD, { ...NEW, channel: 20 });
    const { scanstate, result } = await seen(world.ask, SCAN);
    assert.equal(scanstate, "idle");
    const found = Object.entries<Values>(result).map(([key, { address, channel }]) => [key, address, channel]);
    assert.deepEqual(found, [
      ["1", NEW.ieee, 15],
      ["2", OLD.ieee, 11],
    ]);
  },
  onAir,
);

contract(
  "150: a second job is refused as long as one runs, before anything else is looked at",
  async (world) => {
    const { ask, radio } = world;
    await scanned(world, OLD);
    const jobs: readonly Address[] = [SCAN, "/touchlink/1/identify", "/touchlink/1/reset"];
    for (const running of jobs) {
      const end = slowly(radio);
      assert.equal((await ask("POST", running)).status, 200, running);
      for (const other of [...jobs, "/touchlink/99/identify", "/touchlink/99/reset"] as const)
        assert.deepEqual(inShort(await ask("POST", other)), [503, [951, other]], `${other} during ${running}`);
      if (running === SCAN) radio.tell({ kind: "touched", touched: OLD });
      await end();
    }
    assert.equal((await ask("POST", "/touchlink/1/reset")).status, 200);
  },
  onAir,
);

contract(
  "156: a device is made to show itself or to forget its network, by its key; meanwhile no scan is shown",
  async (world) => {
    const { ask, radio } = world;
    await scanned(world, OLD, NEW);
    radio.jobs.length = 0;
    for (const what of ["identify", "reset"] as const) {
      const end = slowly(radio);
      const at: Address = `/touchlink/2/${what}`;
      assert.deepEqual(inShort(await ask("POST", at)), [200, { [at]: true }]);
      assert.equal((await seen(ask, SCAN)).scanstate, "idle");
      assert.deepEqual(Object.keys((await seen(ask, SCAN)).result), ["1", "2"]);
      await end();
    }
    assert.deepEqual(radio.jobs, [
      { do: "identify", ieee: NEW.ieee, channel: 15 },
      { do: "reset", ieee: NEW.ieee, channel: 15 },
    ]);
  },
  onAir,
);

contract(
  "only keys of the last scan are known",
  async (world) => {
    const { ask, radio } = world;
    await scanned(world, OLD);
    for (const id of ["0", "2", "x", OLD.ieee, "__proto__", "constructor"]) {
      for (const what of ["identify", "reset"])
        assert.deepEqual(inShort(await ask("POST", `/touchlink/${id}/${what}`)), [404, [3, `/touchlink/${id}`]]);
    }
    assert.equal(radio.jobs.length, 1);
    const elsewhere: readonly [Method, Address, number][] = [
      ["GET", "/touchlink", 3],
      ["GET", "/touchlink/1", 3],
      ["GET", "/touchlink/1/identify", 3],
      ["POST", "/touchlink", 4],
      ["PUT", SCAN, 4],
      ["DELETE", SCAN, 4],
      ["POST", "/touchlink/1/explode", 4],
    ];
    for (const [method, address, type] of elsewhere)
      assert.deepEqual(inShort(await ask(method, address)), [404, [type, address]], `${method} ${address}`);
  },
  onAir,
);

contract("159: without the radio touchlink is refused, and the radio stays off", async ({ ask, radio }) => {
  for (const address of [SCAN, "/touchlink/1/identify", "/touchlink/1/reset"] as const)
    assert.deepEqual(inShort(await ask("POST", address)), [503, [950, address]]);
  assert.deepEqual(await seen(ask, SCAN), { scanstate: "idle", lastscan: "", result: {} });
  assert.equal((await seen(ask, "/config")).rfconnected, false);
  assert.deepEqual(radio.jobs, []);
});

contract(
  "a stick that cannot says so, and never answers with an empty list as if there were nothing",
  async ({ ask, radio }) => {
    radio.network = { ...NETWORK, adapter: "deconz", can: ["backup"] };
    for (const address of [SCAN, "/touchlink/1/identify", "/touchlink/1/reset"] as const) {
      const reply = await ask("POST", address);
      assert.deepEqual(inShort(reply), [503, [901, address]]);
      assert.match(JSON.stringify(reply.body), /touchlink not supported by adapter/);
    }
    assert.deepEqual(await seen(ask, SCAN), { scanstate: "idle", lastscan: "", result: {} });
    assert.deepEqual(radio.jobs, []);
  },
  onAir,
);

/** Requests that need the network, and the address that the refusal names. */
const REFUSED: readonly (readonly [Method, Address, unknown, Address?])[] = [
  ["PUT", "/lights/1/state", { on: true }],
  ["PUT", "/groups/1/action", { on: true }],
  ["PUT", "/groups/0/action", { on: false }],
  ["PUT", "/sensors/1/config", { sensitivity: 1, on: false }],
  ["POST", "/groups/1/scenes", { name: "Bright" }],
  ["PUT", "/groups/1/scenes/1/store", undefined, "/groups/1/scenes/1"],
  ["PUT", "/groups/1/scenes/1/recall", undefined, "/groups/1/scenes/1"],
  ["PUT", "/groups/1/scenes/next/recall", undefined, "/groups/1/scenes/next"],
  ["PUT", "/groups/1/scenes/1/lights/1/state", { on: true }],
  ["DELETE", "/groups/1/scenes/1", undefined],
  ["POST", "/sensors", {}],
  ["POST", "/sensors", undefined],
  ["POST", "/lights", undefined],
  ["PUT", "/config", { permitjoin: 60 }, "/config/permitjoin"],
  ["PUT", "/config", { zigbeechannel: 20 }, "/config/zigbeechannel"],
  ["POST", "/lights/1/refresh", undefined],
  ["POST", "/devices/00:17:88:01:02:03:aa:01/interview", undefined],
  ["POST", "/devices/00:17:88:01:02:03:aa:01/exposes/state", undefined],
  ["PUT", "/devices/00:17:88:01:02:03:aa:01/exposes/effect", { value: "blink" }],
  ["GET", "/devices/00:17:88:01:02:03:aa:01/bindings", undefined],
  ["GET", "/devices/00:17:88:01:02:03:aa:01/neighbours", undefined],
  ["GET", "/devices/00:17:88:01:02:03:aa:01/routes", undefined],
];

contract(
  "151, 153: what needs the network is refused as long as a job runs, and is not done later; then it works again",
  async (world) => {
    const { ask, radio } = world;
    radio.rise([lamp(), motion(MOTION, { kind: "router", sleepy: false })]);
    await created(ask, "/groups", { name: "Hall", lights: ["1"] });
    await created(ask, "/groups/1/scenes", { name: "Dim" });
    await settle();
    const end = slowly(radio);
    for (const job of [SCAN, "/touchlink/1/identify", "/touchlink/1/reset"] as const) {
      await ask("POST", job);
      radio.tell({ kind: "touched", touched: OLD });
      radio.orders.length = 0;
      for (const [method, address, body, at = address] of REFUSED)
        assert.deepEqual(inShort(await ask(method, address, body)), [503, [950, at]], `${method} ${address}`);
      for (const rfconnected of [false, true])
        assert.deepEqual(inShort(await ask("PUT", "/config", { rfconnected })), [400, [901, "/config/rfconnected"]]);
      assert.equal((await seen(ask, "/config")).rfconnected, true);
      await end();
      await settle();
      assert.deepEqual([radio.orders, radio.opened], [[], []]);
    }
    assert.deepEqual(inShort(await ask("PUT", "/lights/1/state", { on: true })), [200, { "/lights/1/state/on": true }]);
    assert.equal(radio.orders.length, 1);
    assert.equal((await ask("POST", "/sensors")).status, 200);
  },
  () => ({ radio: fakeRadio() }),
);

contract(
  "what the gateway does by itself goes on meanwhile, and so does what a sleeper is told later in any case",
  async (world) => {
    const { ask, radio, clock, store } = world;
    radio.rise([lamp(), motion()]);
    await settle();
    const end = slowly(radio);
    await ask("POST", SCAN);
    const flag = await created(ask, "/sensors", clip("CLIPGenericFlag"));
    assert.equal((await ask("PUT", `/sensors/${flag}/state`, { flag: true })).status, 200);
    assert.equal((await ask("PUT", `/sensors/${flag}/config`, { on: false })).status, 200);
    assert.equal((await ask("PUT", "/lights/1", { name: "Hall" })).status, 200);
    await created(ask, "/groups", { name: "Hall" });
    assert.equal((await ask("PUT", "/config", { name: "Home" })).status, 200);
    assert.equal((await ask("PUT", "/config", { permitjoin: 0 })).status, 200);
    for (const address of ["/", "/config", "/lights", "/sensors", "/groups", "/sensors/new", "/devices"] as const)
      assert.equal((await ask("GET", address)).status, 200, address);
    assert.equal((await ask("GET", "/devices/00:17:88:01:02:03:aa:01/exposes")).status, 200);
    const presence = store.list("/sensors").find(({ type }) => type === "ZHAPresence");
    const slept = await ask("PUT", `${presence?.address}/config` as Address, { sensitivity: 1 });
    assert.equal(slept.status, 200);
    assert.deepEqual(
      store.get(presence?.address ?? "/")?.config.pending,
      ["sensitivity"],
      "it is told when it is heard",
    );
    radio.tell({ kind: "seen", ieee: MOTION, linkquality: 9 });
    clock.advance(5);
    await end();
  },
  () => ({ radio: fakeRadio() }),
);

contract(
  "a search that was begun before goes on, and counts down",
  async ({ ask, radio, clock }) => {
    await ask("POST", "/sensors");
    const end = slowly(radio);
    assert.equal((await ask("POST", SCAN)).status, 200);
    clock.advance(10);
    assert.equal((await seen(ask, "/config")).permitjoin, 50);
    assert.equal((await seen(ask, "/sensors/new")).lastscan, "active");
    await end();
  },
  onAir,
);

contract(
  "157: a light of ours that was reset cannot be reached, and that is told; it stays in its groups",
  async (world) => {
    const { ask, radio, heard } = world;
    radio.rise([lamp()]);
    await created(ask, "/groups", { name: "Hall", lights: ["1"] });
    await scanned(world, OLD, OURS);
    assert.equal((await ask("POST", "/touchlink/1/reset")).status, 200);
    await settle();
    assert.equal((await seen(ask, "/lights/1")).state.reachable, true, "that was another one");
    heard.length = 0;
    assert.equal((await ask("POST", "/touchlink/2/reset")).status, 200);
    await settle();
    assert.equal((await seen(ask, "/lights/1")).state.reachable, false);
    const told = heard.filter(({ resource }) => resource.address === "/lights/1").map(({ values }) => values);
    assert.deepEqual(told, [{ reachable: false }]);
    const groups = await seen(ask, "/groups");
    assert.deepEqual(Object.values<Values>(groups)[0]?.lights, ["1"]);
    const { result } = await seen(ask, "/touchlink/scan");
    assert.deepEqual([result[1].factorynew, result[2].factorynew], [true, true], "they are in no network now");
  },
  () => ({ radio: fakeRadio() }),
);

const FAILURES: readonly (readonly [RadioError["code"], string])[] = [
  ["radio-down", "the stick is gone: plug it in again"],
  ["unreachable", "it does not answer: it must be close by, and have power"],
  ["timeout", "no answer from the radio within 60 s"],
];

contract(
  "a job that fails is over all the same: what was found stays, and why it failed is told on the bus and in the log",
  async (world) => {
    const { ask, radio, log, heard } = world;
    radio.rise([lamp()]);
    await scanned(world, OURS);
    for (const [code, reason] of FAILURES) {
      for (const at of ["/touchlink/1/reset", SCAN] as const) {
        const end = slowly(radio);
        assert.equal((await ask("POST", at)).status, 200);
        if (at === SCAN) radio.tell({ kind: "touched", touched: OURS });
        heard.length = 0;
        await end(new RadioError(code, reason));
        const now = await seen(ask, SCAN);
        assert.deepEqual([now.scanstate, Object.keys(now.result)], ["idle", ["1"]]);
        assert.equal((await seen(ask, "/lights/1")).state.reachable, true);
        assert.equal(log.lines.at(-1), `${at}: ${reason}`);
        assert.deepEqual(jobsIn(heard).at(-1), {
          ...(at === SCAN ? { do: "scan" } : { do: "reset", id: "1" }),
          ...{ is: "failed", failure: code, reason },
        });
      }
    }
    await scanned(world, OLD);
    assert.equal((await seen(ask, SCAN)).result["1"].address, OLD.ieee);
  },
  () => ({ radio: fakeRadio() }),
);

contract(
  "who listens to the bus hears each step, and who began it",
  async (world) => {
    const { ask, heard } = world;
    await scanned(world, OLD);
    await ask("POST", "/touchlink/1/identify");
    await settle();
    const facts = heard.filter(({ resource }) => resource.address === "/touchlink");
    assert.ok(facts.every(({ cause, section }) => cause.by.startsWith("rest:") && section === "state"));
    assert.deepEqual(
      facts.map(({ values }) => Object.keys(values)),
      [["scanstate", "lastscan", "result", "job"], ["result"], ["scanstate", "job"], ["job"], ["job"]],
    );
    assert.deepEqual(jobsIn(heard), [
      { do: "scan", is: "running" },
      { do: "scan", is: "done" },
      { do: "identify", id: "1", is: "running" },
      { do: "identify", id: "1", is: "done" },
    ]);
    assert.deepEqual(Object.keys(await seen(ask, SCAN)), ["scanstate", "lastscan", "result"]);
  },
  onAir,
);

function jobsIn(heard: readonly Change[]): readonly unknown[] {
  return heard.flatMap(({ resource, values }) => (resource.address === "/touchlink" ? (values.job ?? []) : []));
}
