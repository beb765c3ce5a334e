/** The care for a device as a whole over REST: notes, disabling it, its endpoints, and any attribute read and written. */
import assert from "node:assert/strict";
import { type EndpointWiring, type Order, RadioError } from "../../src/model/radio/orders.ts";
import type { Address } from "../../src/model/resource.ts";
import { LAMP, lamp, MOTION, motion } from "../devices/home.ts";
import { fakeRadio, settle } from "../support/fakes.ts";
import { contract, inShort, seen, type World } from "../support/transports.ts";

const MAC = "00:17:88:01:02:03:aa:01";
const MOTION_MAC = "00:17:88:01:02:03:aa:02";
const at: Address = `/devices/${MAC}`;
const attributes: Address = `${at}/attributes`;

function withDevices(says: string, run: (world: World) => Promise<void>): void {
  contract(
    says,
    async (world) => {
      world.radio.rise([lamp(), motion()]);
      await settle();
      world.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "ON", brightness: 77 } });
      await settle();
      world.radio.orders.length = 0;
      await run(world);
    },
    () => ({ radio: fakeRadio() }),
  );
}

const told = ({ radio }: World): readonly Order["do"][] => radio.orders.map((order) => order.do);

withDevices("notes are kept, and are absent when there are none", async ({ ask }) => {
  assert.equal("notes" in (await seen(ask, at)), false);
  assert.deepEqual(inShort(await ask("PUT", at, { notes: "CR2032" })), [200, { [`${at}/notes`]: "CR2032" }]);
  assert.equal((await seen(ask, at)).notes, "CR2032");
  assert.deepEqual(inShort(await ask("PUT", at, { notes: "x".repeat(2001) })), [400, [7, `${at}/notes`]]);
  assert.deepEqual(inShort(await ask("PUT", at, { notes: 5 })), [400, [7, `${at}/notes`]]);
  assert.deepEqual(inShort(await ask("PUT", at, { warp: 5 })), [400, [6, `${at}/warp`]]);
  assert.deepEqual(inShort(await ask("PUT", at, { modelid: "M2" })), [400, [8, `${at}/modelid`]]);
  assert.deepEqual(inShort(await ask("PUT", at, {})), [400, [2, at]]);
  assert.equal((await seen(ask, at)).notes, "CR2032");
  await ask("PUT", at, { notes: "" });
  assert.equal("notes" in (await seen(ask, at)), false);
});

withDevices(
  "a disabled device is not reached, what it says counts for nothing, and commands say why they are refused",
  async (world) => {
    const { ask, radio } = world;
    assert.deepEqual(inShort(await ask("PUT", at, { disabled: true })), [200, { [`${at}/disabled`]: true }]);
    await settle();
    assert.equal((await seen(ask, at)).disabled, true);
    assert.equal((await seen(ask, "/lights/1")).state.reachable, false);
    radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "OFF", brightness: 3 } });
    await settle();
    const { state } = await seen(ask, "/lights/1");
    assert.deepEqual([state.on, state.bri, state.reachable], [true, 77, false]);
    const refused: [method: "PUT" | "POST", address: Address, body: object][] = [
      ["PUT", "/lights/1/state", { on: false }],
      ["PUT", "/lights/1/config", { bri: { startup: 20 } }],
      ["POST", "/lights/1/refresh", {}],
      ["PUT", `${at}/exposes/effect`, { value: "blink" }],
      ["POST", `${at}/exposes/brightness`, {}],
      ["POST", `${at}/bindings`, { endpoint: 1, cluster: "genOnOff", target: { group: "1" } }],
      ["POST", `${at}/interview`, {}],
      ["POST", attributes, { endpoint: 1, cluster: 6, attributes: ["onOff"] }],
      ["PUT", attributes, { endpoint: 1, cluster: 6, values: { onOff: 1 } }],
    ];
    for (const [method, address, body] of refused) {
      const reply = await ask(method, address, body);
      const [, [type] = [0]] = inShort(reply) as [number, [number, string]];
      assert.equal(type, 202, address);
      assert.match(JSON.stringify(reply.body), /is disabled/, address);
    }
    assert.deepEqual(told(world), []);
  },
);

withDevices("other devices do not care, and a sensor is disabled as well", async ({ ask, radio }) => {
  await ask("PUT", `/devices/${MOTION_MAC}`, { disabled: true });
  await settle();
  radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { occupancy: true } });
  radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "OFF" } });
  await settle();
  const sensors = Object.values<{ type: string; state: { presence?: boolean }; config: { reachable?: boolean } }>(
    await seen(ask, "/sensors"),
  ).filter(({ type }) => type.startsWith("ZHA"));
  assert.deepEqual([...new Set(sensors.map(({ config }) => config.reachable))], [false]);
  assert.notEqual(sensors.find(({ type }) => type === "ZHAPresence")?.state.presence, true);
  assert.equal((await seen(ask, "/lights/1")).state.on, false);
});

withDevices("enabled again it is asked how it is, and heard as before", async ({ ask, radio, clock }) => {
  await ask("PUT", at, { disabled: true });
  await settle();
  assert.deepEqual(inShort(await ask("PUT", at, { disabled: false })), [200, { [`${at}/disabled`]: false }]);
  await settle();
  clock.advance(2);
  await settle();
  assert.equal("disabled" in (await seen(ask, at)), false);
  assert.ok(radio.orders.some((order) => order.do === "ping"));
  assert.equal((await seen(ask, "/lights/1")).state.reachable, true);
  radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { brightness: 3 } });
  await settle();
  assert.equal((await seen(ask, "/lights/1")).state.bri, 3);
});

withDevices("a sleeper that was heard of late is reached again at once", async ({ ask, radio }) => {
  const own: Address = `/devices/${MOTION_MAC}`;
  radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { occupancy: false } });
  await settle();
  await ask("PUT", own, { disabled: true });
  await settle();
  await ask("PUT", own, { disabled: false });
  await settle();
  const { subdevices } = await seen(ask, own);
  for (const { config } of subdevices) assert.equal(config.reachable?.value, true);
});

withDevices("it stays disabled when the radio comes back, and is asked nothing", async (world) => {
  const { ask, radio, clock } = world;
  await ask("PUT", at, { disabled: true });
  await settle();
  radio.tell({ kind: "down", reason: "gone" });
  radio.rise([lamp(), motion()]);
  await settle();
  for (let minute = 0; minute < 30; minute += 1) {
    clock.advance(60);
    await settle();
  }
  const asked = radio.orders.filter(({ target }) => "ieee" in target && target.ieee === LAMP);
  assert.deepEqual(asked, []);
  assert.equal((await seen(ask, "/lights/1")).state.reachable, false);
});

withDevices("whether it follows the switch of its room is kept, also that it does not", async ({ ask }) => {
  assert.equal("followsroom" in (await seen(ask, at)), false);
  for (const followsroom of [true, false]) {
    assert.deepEqual(inShort(await ask("PUT", at, { followsroom })), [200, { [`${at}/followsroom`]: followsroom }]);
    assert.equal((await seen(ask, at)).followsroom, followsroom);
  }
  assert.equal((await ask("PUT", at, { followsroom: "yes" })).status, 400);
  assert.equal((await seen(ask, at)).followsroom, false);
});

withDevices("a device that was removed and comes back is neither disabled nor noted", async ({ ask, radio }) => {
  await ask("PUT", at, { disabled: true, notes: "broken", followsroom: true });
  await ask("DELETE", at);
  await settle();
  radio.tell({ kind: "joined", ieee: LAMP });
  radio.tell({ kind: "device", device: lamp() });
  await settle();
  const device = await seen(ask, at);
  assert.deepEqual([device.disabled, device.notes, device.followsroom], [undefined, undefined, undefined]);
  assert.equal((await seen(ask, "/lights/1")).state.reachable, true);
});

const WIRING: readonly EndpointWiring[] = [
  {
    ieee: LAMP,
    endpoint: 1,
    clusters: [
      {
        ...{ id: 6, name: "genOnOff", side: "input", attributes: ["onOff"], values: { onOff: 1 } },
        bound: [{ ieee: "0x00124b0000000001", endpoint: 1 }, { group: 3 }],
        reported: [{ attribute: "onOff", least: 0, most: 3600, change: 0 }],
      },
    ],
  },
];

withDevices("the clusters of a device, with what is bound and reported", async ({ ask, radio }) => {
  radio.wiring = async (ieee) => (ieee === undefined || ieee === LAMP ? WIRING : []);
  const endpoints = await seen(ask, `${at}/endpoints`);
  assert.deepEqual(endpoints[1].clusters, [
    {
      ...{ id: "0x0006", name: "genOnOff", side: "input", attributes: ["onOff"], values: { onOff: 1 } },
      bound: [{ uniqueid: "00:12:4b:00:00:00:00:01", endpoint: 1 }, { group: "3" }],
      reported: [{ attribute: "onOff", least: 0, most: 3600, change: 0 }],
    },
  ]);
  const uniqueid = MAC;
  assert.deepEqual(await seen(ask, "/devices/bindings"), [
    { uniqueid, endpoint: 1, cluster: "genOnOff", target: { uniqueid: "00:12:4b:00:00:00:00:01", endpoint: 1 } },
    { uniqueid, endpoint: 1, cluster: "genOnOff", target: { group: "3" } },
  ]);
  radio.wiring = async () => {
    throw new RadioError("radio-down", "the radio is not running");
  };
  assert.deepEqual(inShort(await ask("GET", `${at}/endpoints`)), [503, [950, `${at}/endpoints`]]);
  assert.deepEqual(inShort(await ask("GET", "/devices/bindings")), [503, [950, "/devices/bindings"]]);
});

withDevices("attributes are read on the radio: what the device has, and what it has not", async ({ ask, radio }) => {
  radio.answer = () => ({ values: { onOff: 1 }, failed: { 16387: 134 } });
  const body = { endpoint: 1, cluster: "0x0006", attributes: ["onOff", "0x4003"], manufacturer: 0x100b };
  const answer = { values: { onOff: 1 }, failed: { 16387: 134 } };
  assert.deepEqual(inShort(await ask("POST", attributes, body)), [200, { [attributes]: answer }]);
  assert.deepEqual(radio.orders, [
    {
      ...{ do: "read", target: { ieee: LAMP, endpoint: 1 }, cluster: 6 },
      ...{ manufacturer: 0x100b, attributes: ["onOff", 0x4003] },
    },
  ]);
});

withDevices("attributes are written as they are; one without a name needs its type", async ({ ask, radio }) => {
  const values = { startUpOnOff: 1, "0x4003": { value: 1, type: 0x30 } };
  const reply = await ask("PUT", attributes, { endpoint: 1, cluster: "genOnOff", values });
  assert.deepEqual(inShort(reply), [200, { [attributes]: { values } }]);
  assert.deepEqual(radio.orders, [
    {
      ...{ do: "write", target: { ieee: LAMP, endpoint: 1 }, cluster: "genOnOff" },
      values: { startUpOnOff: 1, 16387: { value: 1, type: 0x30 } },
    },
  ]);
});

const place = { endpoint: 1, cluster: "genOnOff" };
const wrong: [what: string, method: "POST" | "PUT", body: unknown, type: number, member: string][] = [
  ["no endpoint", "POST", { cluster: 6, attributes: ["onOff"] }, 5, ""],
  ["no cluster", "PUT", { endpoint: 1, values: { onOff: 1 } }, 5, ""],
  ["no attributes", "POST", place, 5, ""],
  ["no values", "PUT", place, 5, ""],
  ["an endpoint that there is not", "POST", { ...place, endpoint: 0, attributes: ["onOff"] }, 7, "/endpoint"],
  ["a cluster beyond all", "POST", { ...place, cluster: 70_000, attributes: ["onOff"] }, 7, "/cluster"],
  ["an empty list", "POST", { ...place, attributes: [] }, 7, "/attributes"],
  ["too many", "POST", { ...place, attributes: Array.from({ length: 17 }, () => "onOff") }, 7, "/attributes"],
  ["a name that is none", "POST", { ...place, attributes: ["on off"] }, 7, "/attributes"],
  ["a maker beyond all", "POST", { ...place, attributes: ["onOff"], manufacturer: -1 }, 7, "/manufacturer"],
  ["values that are none", "PUT", { ...place, values: [1] }, 7, "/values"],
  ["no values in it", "PUT", { ...place, values: {} }, 7, "/values"],
  ["a number without a type", "PUT", { ...place, values: { "0x4003": 1 } }, 7, "/values/0x4003"],
];
withDevices("what does not fit never reaches the air", async (world) => {
  for (const [what, method, body, type, member] of wrong)
    assert.deepEqual(inShort(await world.ask(method, attributes, body)), [400, [type, `${attributes}${member}`]], what);
  assert.deepEqual(told(world), []);
});

withDevices("what the radio could not do is said", async ({ ask, radio }) => {
  radio.answer = () => {
    throw new RadioError("invalid", "the cluster genOnOff has no attribute warp");
  };
  const reply = await ask("POST", attributes, { ...place, attributes: ["warp"] });
  assert.deepEqual(inShort(reply), [400, [608, attributes]]);
  assert.match(JSON.stringify(reply.body), /has no attribute warp/);
});
