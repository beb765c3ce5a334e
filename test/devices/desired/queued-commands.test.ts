/** Commands that are queued with their device: on the disk when the client is answered, or never sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeviceFacts } from "../../../src/model/radio/device-facts.ts";
import { RadioError } from "../../../src/model/radio/orders.ts";
import type { Address, Reply, Values } from "../../../src/model/resource.ts";
import { type FakeHouse, fakeDisk, house, settle } from "../../support/fakes.ts";
import { LAMP, LIGHT, lamp, MOTION, modelDefinition, motion } from "../home.ts";

const MOTION_AT = "/devices/00:17:88:01:02:03:aa:02";
const LAMP_AT = "/devices/00:17:88:01:02:03:aa:01";
const CALIBRATION = { type: "numeric", name: "occupancy_timeout", property: "occupancy_timeout", access: 2 };

/** A motion sensor that reads its values in a way that can be set, and is on the mains. */
const plugged = (): DeviceFacts => {
  const { definition: known, ...rest } = motion();
  const exposes = known?.exposes.filter(({ property }) => property === "occupancy") ?? [];
  return { ...rest, kind: "router", sleepy: false, definition: modelDefinition(exposes, { options: [CALIBRATION] }) };
};

interface Promised {
  readonly what: string;
  readonly device: Address;
  readonly facts: () => readonly DeviceFacts[];
  readonly put: readonly [address: Address, body: (turn: 0 | 1 | 2) => Values];
  readonly noted: (attr: Values) => unknown;
  readonly sleepFor?: number; // seconds
  /** The order that it gets once it can hear. */
  readonly told: (home: FakeHouse) => unknown;
  readonly tells: unknown;
}

const writesIn = ({ waiting }: Values) => (waiting as { writes: { value: unknown }[] } | undefined)?.writes[0]?.value;
const joinsIn = ({ waiting }: Values) =>
  (waiting as { memberships: { joins: unknown }[] } | undefined)?.memberships.map(({ joins }) => joins)[0];
const set = ({ radio }: FakeHouse) => radio.orders.flatMap((order) => (order.do === "set" ? order.values : [])).at(-1);
const SENSITIVITY: Promised["put"] = ["/sensors/1/config", (turn) => ({ sensitivity: turn })];

const PROMISES: readonly Promised[] = [
  {
    ...{ what: "the config of one that sleeps", device: MOTION_AT, facts: () => [motion()], put: SENSITIVITY },
    ...{ noted: writesIn, sleepFor: 60, told: set, tells: { motion_sensitivity: "high" } },
  },
  {
    ...{ what: "the config of a sleeper that still hears", device: MOTION_AT, facts: () => [motion()] },
    ...{ put: SENSITIVITY, noted: writesIn, told: set, tells: { motion_sensitivity: "high" } },
  },
  {
    ...{ what: "how the values of a device on the mains are read", device: MOTION_AT, facts: () => [plugged()] },
    put: ["/sensors/1/config", (turn) => ({ duration: turn * 60 })],
    noted: ({ options }) => (options as Values | undefined)?.occupancy_timeout,
    told: ({ radio }) => radio.options.get(MOTION),
    tells: { occupancy_timeout: 120 },
  },
  {
    ...{
      what: "who joins a group",
      device: LAMP_AT,
      facts: () => [lamp(LAMP, { definition: modelDefinition([LIGHT]) })],
    },
    ...{ put: ["/groups/1", (turn) => ({ lights: turn === 2 ? ["1"] : [] })], noted: joinsIn },
    told: ({ radio }) => radio.orders.filter(({ do: it }) => it === "join").length,
    tells: 1,
  },
];

async function atHome({ facts, sleepFor = 0 }: Promised, errors?: RegExp): Promise<FakeHouse> {
  const home = await house({ ...(errors && { errors }) });
  home.radio.rise(facts());
  home.radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { motion_sensitivity: "medium" } });
  await settle();
  await home.ask("POST", "/groups", { name: "Kitchen" });
  home.clock.advance(sleepFor);
  await settle();
  home.radio.orders.length = 0;
  return home;
}

/** Its writes wait until it is called. */
function hold({ disk }: FakeHouse): () => void {
  let open = () => {};
  disk.gate = new Promise((resolve) => (open = resolve));
  return () => {
    disk.gate = undefined;
    open();
  };
}

const onDisk = ({ disk }: FakeHouse, at: Address): Values => JSON.parse(disk.records.get(at) ?? "{}").attr ?? {};

for (const promised of PROMISES) {
  const { what, device, noted, put, told, tells, facts } = promised;
  const [address, body] = put;

  test(`${what}: killed when it was answered, it is told after the next start`, async () => {
    const home = await atHome(promised);
    home.radio.answer = () => new Promise(() => {}); // it would take a while on air
    const letGo = hold(home);
    const replies: Reply[] = [];
    let records: [Address, string][] = [];
    void home.ask("PUT", address, body(2)).then((each) => {
      replies.push(each);
      records = [...home.disk.records]; // killed
    });
    await settle();
    assert.deepEqual(replies, [], "nothing is answered before the disk has it");
    assert.equal(told(home) ?? 0, 0, "nor told");
    letGo();
    await settle();
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200],
    );
    const again = await house({ disk: fakeDisk(records) });
    again.radio.rise(facts());
    again.radio.tell({ kind: "seen", ieee: LAMP, linkquality: 90 });
    again.radio.tell({ kind: "seen", ieee: MOTION, linkquality: 90 });
    await settle();
    assert.deepEqual(told(again), tells);
    await Promise.all([home.stop(), again.stop()]);
  });

  test(`${what}: it is one write, whole or not at all`, async () => {
    const home = await atHome(promised, /the disk refused it/);
    home.disk.writes.length = 0;
    home.disk.fails = new Error("full");
    const before = home.store.get(address.replace("/config", "") as Address);
    const replies = await Promise.all([home.ask("PUT", address, body(1)), home.ask("PUT", address, body(2))]);
    assert.deepEqual(
      replies.map(({ status }) => status),
      [503, 503],
    );
    await settle();
    assert.equal(noted(home.store.get(device)?.attr ?? {}), undefined, "as if it had never been said");
    assert.deepEqual(home.store.get(address.replace("/config", "") as Address), before);
    assert.equal(told(home) ?? 0, 0);
    home.disk.fails = undefined;
    home.clock.advance(120);
    await settle();
    assert.equal(noted(onDisk(home, device)), undefined);
    home.disk.writes.length = 0;
    home.radio.answer = () => new Promise(() => {});
    assert.equal((await home.ask("PUT", address, body(2))).status, 200);
    const [{ addresses = [], sync = false } = {}] = home.disk.writes;
    assert.ok(sync && addresses.includes(device), `${addresses}`);
    await home.stop();
  });
}

test("a report while the disk is written is heard, and sends no write that may still be refused", async () => {
  const [asleep] = PROMISES as [Promised];
  const home = await atHome(asleep, /the disk refused it/);
  const letGo = hold(home);
  const wish = home.ask("PUT", "/sensors/1/config", { sensitivity: 2 });
  await settle();
  home.radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { motion_sensitivity: "low" } });
  await settle();
  assert.deepEqual(home.radio.orders, []);
  assert.equal(home.store.get("/sensors/1")?.config.sensitivity, 0);
  home.disk.fails = new Error("full");
  letGo();
  assert.equal((await wish).status, 503);
  await settle();
  assert.deepEqual([home.radio.orders, home.store.get("/sensors/1")?.config.sensitivity], [[], 0]);
  home.disk.fails = undefined;
  await home.stop();
});

test("refused by the disk, an older one goes on waiting; refused by the device, the config is that of the device", async () => {
  const [asleep] = PROMISES as [Promised];
  const home = await atHome(asleep, /the disk refused it/);
  const write = (sensitivity: number) => home.ask("PUT", "/sensors/1/config", { sensitivity });
  const waiting = () => [writesIn(home.store.get(MOTION_AT)?.attr ?? {}), home.store.get("/sensors/1")?.config.pending];
  await write(2);
  home.disk.fails = new Error("full");
  assert.deepEqual(
    (await Promise.all([write(0), write(1)])).map(({ status }) => status),
    [503, 503],
  );
  await settle();
  assert.deepEqual(waiting(), [2, ["sensitivity"]]);
  home.disk.fails = undefined;
  home.radio.answer = () => {
    throw new RadioError("timeout", "it did not work");
  };
  home.radio.tell({ kind: "seen", ieee: MOTION, linkquality: 90 });
  await settle();
  home.radio.answer = () => {
    throw new RadioError("refused", "it did not want it");
  };
  assert.equal((await write(0)).status, 200); // it has just been heard
  await settle();
  assert.deepEqual(waiting(), [undefined, []]);
  assert.equal(home.store.get("/sensors/1")?.config.sensitivity, 1);
  await home.stop();
});

test("two that the disk refuses, and the device speaks in between: none waits, and its report is its config", async () => {
  const [asleep] = PROMISES as [Promised];
  const home = await atHome(asleep, /the disk refused it/);
  const letGo = hold(home);
  const speaks = (motion_sensitivity: string) =>
    home.radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { motion_sensitivity } });
  const write = async (sensitivity: number) => {
    const wish = home.ask("PUT", "/sensors/1/config", { sensitivity });
    await settle();
    return { wish };
  };
  const one = await write(1);
  speaks("low");
  const other = await write(2);
  speaks("high");
  await settle();
  home.disk.fails = new Error("full");
  letGo();
  assert.deepEqual([(await one.wish).status, (await other.wish).status], [503, 503]);
  await settle();
  assert.equal(writesIn(home.store.get(MOTION_AT)?.attr ?? {}), undefined);
  home.disk.fails = undefined;
  speaks("high");
  await settle();
  assert.deepEqual(home.radio.orders, []);
  assert.deepEqual(home.store.get("/sensors/1")?.config.sensitivity, 2);
  await home.stop();
});

test("refused by the disk, an older one that waits goes back to the value that the device has told meanwhile", async () => {
  const [asleep] = PROMISES as [Promised];
  const home = await atHome(asleep, /the disk refused it/);
  await home.ask("PUT", "/sensors/1/config", { sensitivity: 2 });
  const letGo = hold(home);
  const wish = home.ask("PUT", "/sensors/1/config", { sensitivity: 1 });
  await settle();
  home.radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { motion_sensitivity: "low" } });
  await settle();
  home.disk.fails = new Error("full");
  letGo();
  assert.equal((await wish).status, 503);
  home.disk.fails = undefined;
  await settle();
  assert.equal(writesIn(home.store.get(MOTION_AT)?.attr ?? {}), 2);
  assert.equal(home.store.get("/sensors/1")?.config.sensitivity, 2);
  home.radio.answer = () => {
    throw new RadioError("refused", "it did not want it");
  };
  home.radio.tell({ kind: "seen", ieee: MOTION, linkquality: 90 });
  await settle();
  assert.equal(home.store.get("/sensors/1")?.config.sensitivity, 0);
  await home.stop();
});
