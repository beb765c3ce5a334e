/** A broken device is replaced over REST: each record that named it goes on with the newcomer, and for a day it can be taken back. */
import assert from "node:assert/strict";
import { RadioError } from "../../src/model/radio/orders.ts";
import type { Address, Values } from "../../src/model/resource.ts";
import { endpoint, facts, LAMP, LIGHT, lamp, MOTION, modelDefinition, motion } from "../devices/home.ts";
import { fakeRadio, settle } from "../support/fakes.ts";
import { contract, created, inShort, seen, type World } from "../support/transports.ts";

const OLD = "00:17:88:01:02:03:aa:01";
const OTHER = "0x001788010203bb01";
const NEW = "00:17:88:01:02:03:bb:01";
const DAY = 86_400; // seconds
const at: Address = `/devices/${NEW}/replaces`;
const socketOf = (ieee: string) =>
  facts(ieee, {
    modelid: "P1",
    endpoints: [endpoint(3, [0, 3, 4, 5, 6])],
    definition: modelDefinition([{ type: "switch", features: LIGHT.features?.slice(0, 1) ?? [] }]),
  });

/** A lamp in a group with a scene, named by a rule; it is dead, and another one has joined. */
function withDeadLamp(says: string, run: (world: World) => Promise<void>, newcomer = lamp(OTHER)): void {
  contract(
    says,
    async (world) => {
      const { ask, radio } = world;
      radio.rise([lamp(), motion()]);
      await settle();
      await ask("PUT", "/lights/1", { name: "Reading lamp" });
      await ask("PUT", `/devices/${OLD}`, { notes: "behind the sofa", followsroom: false });
      await created(ask, "/groups", { name: "Living room" });
      await ask("PUT", "/groups/1", { lights: ["1"] });
      await created(ask, "/groups/1/scenes", { name: "Evening" });
      await created(ask, "/rules", {
        name: "by day",
        conditions: [{ address: "/lights/1/state/bri", operator: "gt", value: "200" }],
        actions: [{ address: "/lights/1/state", method: "PUT", body: { on: false } }],
      });
      radio.tell({ kind: "device", device: newcomer });
      await settle();
      radio.orders.length = 0;
      await run(world);
    },
    () => ({ radio: fakeRadio() }),
  );
}

withDeadLamp(
  "a lamp of the same model takes its place: nothing that named the former one is changed",
  async (world) => {
    const { ask, radio, store, clock } = world;
    assert.deepEqual(Object.keys(await seen(ask, "/lights")), ["1", "2"]);
    const before = [await seen(ask, "/groups/1"), await seen(ask, "/rules/1"), await seen(ask, "/groups/1/scenes/1")];
    const report = await seen(ask, `${at}/${OLD}`);
    assert.deepEqual(report.resources, [
      { address: "/lights/1", type: "Extended color light", name: "Reading lamp", lacks: [] },
    ]);
    assert.deepEqual([report.name, report.lacking, report.additional], ["Reading lamp", [], []]);
    assert.deepEqual(inShort(await ask("POST", at, { uniqueid: OLD })), [200, { [at]: report }]);
    await settle();
    assert.deepEqual(Object.keys(await seen(ask, "/lights")), ["1"]);
    const light = await seen(ask, "/lights/1");
    assert.deepEqual([light.name, light.uniqueid], ["Reading lamp", `${NEW}-01`]);
    assert.ok(!("formerly" in light));
    const after = [await seen(ask, "/groups/1"), await seen(ask, "/rules/1"), await seen(ask, "/groups/1/scenes/1")];
    assert.deepEqual(after, before);
    assert.deepEqual((await seen(ask, "/devices")).includes(OLD), false);
    const device = await seen(ask, `/devices/${NEW}`);
    assert.deepEqual([device.name, device.notes, device.replaces.uniqueid], ["Reading lamp", "behind the sofa", OLD]);
    assert.equal(device.followsroom, false);
    const told = radio.orders.map((order) => [
      order.do,
      "target" in order && "ieee" in order.target && order.target.ieee,
    ]);
    assert.ok(
      told.some(([what, whom]) => what === "join" && whom === OTHER),
      "it is told its group",
    );
    radio.orders.length = 0;
    await ask("PUT", "/lights/1/state", { on: true });
    await settle();
    assert.ok(JSON.stringify(radio.orders).includes(OTHER) && !JSON.stringify(radio.orders).includes(LAMP));
    clock.advance(10); // its transition is over
    await settle();
    radio.tell({ kind: "payload", ieee: OTHER, endpoint: 1, payload: { state: "ON", brightness: 99 } });
    radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "OFF", brightness: 11 } });
    await settle();
    assert.equal((await seen(ask, "/lights/1")).state.bri, 99);
    assert.ok(store.get(`/devices/${OLD}`), "for a day it is known");
  },
);

withDeadLamp(
  "a socket takes the place of a lamp: what it lacks is told before",
  async ({ ask }) => {
    const { resources } = await seen(ask, `${at}/${OLD}`);
    assert.ok(["bri", "ct", "colormode"].every((name) => resources[0].lacks.includes(name)));
    assert.equal((await ask("POST", at, { uniqueid: OLD })).status, 200);
    await settle();
    const { uniqueid, type, state, name } = await seen(ask, "/lights/1");
    assert.deepEqual([name, uniqueid, "bri" in state], ["Reading lamp", `${NEW}-03`, false]);
    assert.match(type, /plug|On\/Off/i);
  },
  socketOf(OTHER),
);

withDeadLamp("within a day it can be taken back", async ({ ask, radio, clock }) => {
  const before = await seen(ask, "/lights");
  await ask("POST", at, { uniqueid: OLD });
  await settle();
  await ask("PUT", "/lights/1", { name: "Sofa" });
  radio.describe = async (ieee) => lamp(ieee);
  assert.deepEqual(inShort(await ask("DELETE", at)), [200, { id: OLD }]);
  await settle();
  const lights = await seen(ask, "/lights");
  assert.deepEqual(Object.keys(lights), ["1", "2"]);
  assert.deepEqual([lights["1"].name, lights["1"].uniqueid], ["Sofa", before["1"].uniqueid]);
  assert.equal(lights["2"].uniqueid, before["2"].uniqueid);
  assert.deepEqual((await seen(ask, "/devices")).length, 3);
  const said = await Promise.all([OLD, NEW].map((mac) => seen(ask, `/devices/${mac}`)));
  assert.deepEqual(
    said.map(({ notes, followsroom }) => [notes, followsroom]),
    [
      ["behind the sofa", false],
      [undefined, undefined],
    ],
  );
  radio.orders.length = 0;
  await ask("PUT", "/lights/1/state", { on: true });
  await settle();
  assert.ok(JSON.stringify(radio.orders).includes(LAMP));
  clock.advance(DAY + 60, 60);
  await settle();
  assert.ok(!radio.orders.some((order) => order.do === "remove"));
  assert.equal((await ask("DELETE", at)).status, 404);
});

withDeadLamp("after a day the former one is forgotten", async ({ ask, radio, clock, store }) => {
  await ask("POST", at, { uniqueid: OLD });
  clock.advance(DAY - 60, 60);
  await settle();
  assert.ok(!radio.orders.some((order) => order.do === "remove"));
  clock.advance(61);
  await settle();
  assert.deepEqual(
    radio.orders.filter((order) => order.do === "remove").map(({ target }) => target),
    [{ ieee: LAMP }],
  );
  assert.equal("replaces" in (await seen(ask, `/devices/${NEW}`)), false);
  const { gone, notes, followsroom } = store.get(`/devices/${OLD}`)?.attr ?? {};
  assert.deepEqual([gone, notes, followsroom], [true, undefined, undefined], "as of a device that was removed");
  assert.equal((await ask("DELETE", at)).status, 404);
});

withDeadLamp(
  "of three in a row the virtual house tells the first two apart, and none when both are back",
  async (world) => {
    const { ask, radio } = world;
    const third = "0x001788010203cc01";
    const stations = [LAMP, OTHER, third].map((ieee) => ({ ieee, joined: true }));
    Object.assign(radio, { virtual: { inspect: async () => ({ stations }), apply: async () => ({}) } });
    const replaced = async () => (await seen(ask, "/virtual")).stations.map((each: Values) => each.replaced === true);
    radio.tell({ kind: "device", device: lamp(third) });
    await settle();
    const last: Address = "/devices/00:17:88:01:02:03:cc:01/replaces";
    assert.deepEqual(await replaced(), [false, false, false]);
    assert.equal((await ask("POST", at, { uniqueid: OLD })).status, 200);
    assert.equal((await ask("POST", last, { uniqueid: NEW })).status, 200);
    assert.deepEqual(await replaced(), [true, true, false]);
    assert.equal((await ask("DELETE", last)).status, 200);
    assert.equal((await ask("DELETE", at)).status, 200);
    assert.deepEqual(await replaced(), [false, false, false]);
  },
);

withDeadLamp("settings and bindings go along; a binding that cannot be made is told by the job", async (world) => {
  const { ask, radio } = world;
  radio.wiring = async () => [
    {
      ...{ ieee: MOTION, endpoint: 2 },
      clusters: [
        {
          ...{ id: 6, name: "genOnOff", side: "output", attributes: [], values: {}, reported: [] },
          bound: [{ ieee: LAMP, endpoint: 1 }, { group: 1 }],
        },
      ],
    },
  ];
  radio.answer = (order) => {
    if (order.do === "unbind") throw new RadioError("unreachable", "it does not answer");
    return {};
  };
  await ask("POST", at, { uniqueid: OLD });
  await settle();
  const made = radio.orders.flatMap((order) => (order.do === "bind" ? [[order.target, order.to]] : []));
  assert.deepEqual(made, [
    [
      { ieee: MOTION, endpoint: 2 },
      { ieee: OTHER, endpoint: 1 },
    ],
  ]);
  const jobs = Object.values(await seen(ask, "/jobs")) as { does: string; result: { failed: unknown[] } }[];
  const job = jobs.find(({ does }) => does === "replace");
  assert.equal(job?.result.failed.length, 1);
});

withDeadLamp("who was named by its unique id is named by that of the newcomer", async ({ ask }) => {
  const conditions = [{ address: `/lights/${OLD}-01/state/on`, operator: "eq", value: "true" }];
  const actions = [{ address: `/lights/${OLD}-01/state`, method: "PUT", body: { bri: 5 } }];
  const id = await created(ask, "/rules", { name: "by unique id", conditions, actions });
  await ask("POST", at, { uniqueid: OLD });
  await settle();
  const rule = await seen(ask, `/rules/${id}`);
  assert.deepEqual(
    [rule.conditions[0].address, rule.actions[0].address],
    [`/lights/${NEW}-01/state/on`, `/lights/${NEW}-01/state`],
  );
});

withDeadLamp("who cannot take its place is refused, and nothing is changed", async ({ ask }) => {
  const before = await seen(ask, "/lights");
  for (const [body, type] of [
    [{}, 5],
    [{ uniqueid: NEW }, 7],
    [{ uniqueid: "nobody" }, 7],
    [{ uniqueid: 5 }, 7],
    [{ uniqueid: "00:17:88:01:02:03:aa:02" }, 7],
  ] as const)
    assert.equal((inShort(await ask("POST", at, body))[1] as [number])[0], type, JSON.stringify(body));
  assert.equal((await ask("POST", `/devices/00:00:00:00:00:00:00:00/replaces`, { uniqueid: OLD })).status, 404);
  assert.equal((await ask("DELETE", at)).status, 404);
  assert.deepEqual(await seen(ask, "/lights"), before);
});
