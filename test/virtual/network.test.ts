/** The virtual network without any stick: who gets in, what reaches whom, and what becomes of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Frame, Reach } from "../../src/virtual/air.ts";
import { createNetwork, type Network, type NetworkOptions } from "../../src/virtual/network.ts";
import type { Center, Uplink } from "../../src/virtual/uplink.ts";
import { settle } from "../support/fakes.ts";
import { type TestStation, testStation } from "../support/virtual.ts";

const ONE = "0x00158d0000000001";
const OTHER = "0x00158d0000000002";
const THIRD = "0x00158d0000000003";
const BYTES = Buffer.of(0x11, 1, 0);

interface World {
  readonly network: Network;
  readonly uplink: Uplink;
  readonly center: { -readonly [key in keyof Center]: Center[key] };
  readonly told: unknown[];
  readonly heard: Frame[];
  /** Opens the coordinator and lets them all in. */
  let(...stations: TestStation[]): void;
  unicast(station: TestStation): Promise<number | undefined>;
}

function world(options: NetworkOptions = {}): World {
  const network = createNetwork(options);
  const told: unknown[] = [];
  const heard: Frame[] = [];
  const center = {
    ieee: "0x00124b0000000001",
    network: "home",
    extendedpanid: "0x0102030405060708",
    listens: true,
    hear: (frame: Frame) => heard.push(frame),
    joined: (ieee: string, _address: number, parent: number) => told.push(["joined", ieee, parent]),
    announced: (_bytes: Buffer, address: number) => told.push(["announced", address]),
    left: (ieee: string, _address: number, comesBack: boolean) => told.push(["left", ieee, comesBack]),
  };
  const uplink = network.connect(center);
  return {
    network,
    uplink,
    center,
    told,
    heard,
    let: (...stations) => {
      uplink.permit(60, false);
      for (const station of stations) assert.ok(network.join(station));
      uplink.permit(0, false);
    },
    unicast: async (station) => {
      let confirmed: number | undefined;
      uplink.unicast(
        frame({ address: addressOf(network, station), endpoint: 1 }),
        addressOf(network, station),
        1,
        (status) => {
          confirmed = status;
        },
      );
      await settle();
      return confirmed;
    },
  };
}

function frame(to: Frame["to"]): Frame {
  return { from: { address: 0, endpoint: 1 }, to, profile: 0x0104, cluster: 6, bytes: BYTES };
}

function addressOf(network: Network, { ieee }: TestStation): number {
  const address = network.addressOf(ieee);
  assert.ok(address !== undefined, "it is not in the network");
  return address;
}

function counts(...stations: TestStation[]): number[] {
  return stations.map(({ heard }) => heard.length);
}

test("a closed network lets nobody in, an open one does, and the coordinator is told", async () => {
  const { network, uplink, told } = world();
  const station = testStation({ ieee: ONE });
  assert.equal(network.join(station), false);
  assert.equal(network.addressOf(ONE), undefined);
  uplink.permit(60, false);
  assert.ok(network.openFor() > 50_000);
  assert.equal(network.join(station), true);
  await settle();
  assert.deepEqual(told, [
    ["joined", ONE, 0],
    ["announced", addressOf(network, station)],
  ]);
  assert.equal(station.air?.address, addressOf(network, station));
  assert.equal(station.air?.addressOf("0x00124b0000000001"), 0);
  assert.equal(station.air?.addressOf(OTHER), undefined);
});

test("an open door closes by itself, in the host's time", async () => {
  const { network, uplink } = world({ timeScale: 0.001 });
  uplink.permit(1, false);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(network.openFor() > 0);
  while (network.openFor() > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(network.join(testStation({ ieee: ONE })), false);
});

test("a device may ask for one router; that must be open, in the network, and work", async () => {
  const { network, uplink, told, let: admit } = world();
  const [router, sensor] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER, router: false, listens: false })];
  admit(router);
  assert.equal(network.join(sensor, { via: THIRD }), false);
  assert.equal(network.join(sensor, { via: ONE }), false);
  uplink.zdo(addressOf(network, router), 0x36, Buffer.of(60, 1), () => {});
  await settle();
  router.reach = "no-ack";
  assert.equal(network.join(sensor, { via: ONE }), false);
  router.reach = "ok";
  assert.equal(network.join(sensor, { via: ONE }), true);
  await settle();
  assert.deepEqual(told.at(-2), ["joined", OTHER, addressOf(network, router)]);
  assert.equal(uplink.neighbours().length, 1, "the coordinator knows the router only");
  assert.deepEqual(uplink.routes(), [{ destination: addressOf(network, sensor), nextHop: addressOf(network, router) }]);
});

test("opening all opens the routers, too", () => {
  const { network, uplink, let: admit } = world();
  admit(testStation({ ieee: ONE }));
  uplink.permit(60, true);
  assert.equal(network.join(testStation({ ieee: OTHER }), { via: ONE }), true);
});

test("nobody joins while the coordinator does not listen", () => {
  const { network, uplink, center } = world();
  uplink.permit(60, false);
  center.listens = false;
  assert.equal(network.join(testStation({ ieee: ONE })), false);
});

const REACHES: [reach: Reach, confirmed: number | undefined, hears: number, speaks: boolean][] = [
  ["ok", 0x00, 1, true],
  ["no-ack", 0xe9, 0, false],
  ["no-route", 0xcd, 0, false],
  ["no-response", 0x00, 0, false],
  ["no-confirm", undefined, 0, false],
];
for (const [reach, confirmed, hears, speaks] of REACHES) {
  test(`a frame for a device whose reach is ${reach}`, async () => {
    const { unicast, heard, let: admit } = world();
    const station = testStation({ ieee: ONE });
    admit(station);
    station.reach = reach;
    assert.equal(await unicast(station), confirmed);
    assert.deepEqual(counts(station), [hears]);
    heard.length = 0;
    station.air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster: 6, bytes: BYTES });
    await settle();
    assert.equal(heard.length, speaks ? 1 : 0);
  });
}

test("a frame waits for a sleeper and is given up", async () => {
  const { unicast, uplink, network, let: admit } = world({ expiry: 30 });
  const station = testStation({ ieee: ONE });
  admit(station);
  station.reach = "expired";
  assert.equal(await unicast(station), undefined);
  const status = await new Promise((resolve) => {
    const address = addressOf(network, station);
    uplink.unicast(frame({ address, endpoint: 1 }), address, 1, resolve);
  });
  assert.equal(status, 0xf0);
  assert.deepEqual(counts(station), [0]);
});

test("a sleeper that speaks gets what waits for it, and hears for a moment", async () => {
  const { unicast, let: admit } = world({ expiry: 60_000, timeScale: 1 });
  const station = testStation({ ieee: ONE });
  admit(station);
  await settle();
  station.reach = "expired";
  assert.equal(await unicast(station), undefined);
  assert.deepEqual(counts(station), [0]);
  station.air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster: 6, bytes: BYTES });
  await settle();
  assert.deepEqual(counts(station), [1]);
  assert.equal(await unicast(station), 0);
  assert.deepEqual(counts(station), [2]);
});

test("nobody has an unknown address", async () => {
  const { uplink } = world();
  const status = await new Promise((resolve) => uplink.unicast(frame({ address: 9, endpoint: 1 }), 9, 1, resolve));
  assert.equal(status, 0xcd);
});

test("a group frame reaches each member endpoint once", async () => {
  const { uplink, network, let: admit } = world();
  const [one, other, third] = [ONE, OTHER, THIRD].map((ieee) => testStation({ ieee })) as [
    TestStation,
    TestStation,
    TestStation,
  ];
  admit(one, other, third);
  one.groups.set(5, new Set([1, 2]));
  other.groups.set(5, new Set([1]));
  third.groups.set(6, new Set([1]));
  network.counters.clear();
  uplink.group(frame({ group: 5 }), 5);
  await settle();
  assert.deepEqual(counts(one, other, third), [2, 1, 0]);
  assert.equal(network.counters.sent.group, 1);
  assert.equal(network.counters.sent.unicast, 0);
  assert.equal(network.counters.to.get("group 5")?.group, 1);
});

const BROADCASTS: [address: number, router: number, sleeper: number][] = [
  [0xffff, 1, 1],
  [0xfffd, 1, 0],
  [0xfffc, 1, 0],
];
for (const [address, router, sleeper] of BROADCASTS) {
  test(`who hears a broadcast to 0x${address.toString(16)}`, async () => {
    const { uplink, let: admit } = world();
    const [lamp, sensor] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER, router: false, listens: false })];
    admit(lamp, sensor);
    uplink.broadcast(frame({ broadcast: address }), address, 0xff);
    await settle();
    assert.deepEqual(counts(lamp, sensor), [router, sleeper]);
  });
}

test("devices speak to each other, to groups and to all, and the coordinator hears what is for it", async () => {
  const { network, heard, let: admit } = world();
  const [remote, lamp] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER })];
  admit(remote, lamp);
  lamp.groups.set(5, new Set([1]));
  remote.groups.set(5, new Set([1]));
  const say = (to: Frame["to"]) =>
    remote.air?.send({ to, endpoint: 1, profile: 0x0104, cluster: 6, bytes: Buffer.of(1, 1, 2) });
  say({ address: addressOf(network, lamp), endpoint: 1 });
  await settle();
  assert.deepEqual([counts(lamp, remote), heard.length], [[1, 1], 0], "the lamp answers the remote");
  say({ group: 5 });
  say({ broadcast: 0xfffd });
  say({ address: 0, endpoint: 1 });
  await settle();
  assert.deepEqual(counts(lamp, remote), [3, 1]);
  assert.deepEqual(
    heard.map(({ to }) => Object.keys(to)[0]),
    ["group", "broadcast", "address"],
  );
  assert.equal(heard[0]?.from.address, addressOf(network, remote));
});

test("frames for a device arrive in the order in which they were sent, whatever the jitter", async () => {
  const { network, uplink, let: admit } = world({ jitter: 20 });
  const station = testStation({ ieee: ONE, latency: 1 });
  admit(station);
  const address = addressOf(network, station);
  let confirmed = 0;
  for (let index = 0; index < 50; index += 1) {
    const bytes = Buffer.of(0x11, index, 0x70);
    uplink.unicast({ ...frame({ address, endpoint: 1 }), bytes }, address, 1, () => {
      confirmed += 1;
    });
  }
  while (confirmed < 50) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(
    station.heard.map((each) => each.frame.bytes[1]),
    Array.from({ length: 50 }, (_, index) => index),
  );
});

test("a device that leaves says so and is nobody's; one that is removed does not", async () => {
  const { network, told, let: admit } = world();
  const [one, other] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER })];
  admit(one, other);
  await settle();
  told.length = 0;
  assert.ok(network.leave(one));
  assert.ok(network.remove(other));
  assert.equal(network.leave(one), false);
  assert.equal(network.remove(other), false);
  await settle();
  assert.deepEqual(told, [["left", ONE, false]]);
  assert.deepEqual([one.lefts, other.lefts], [1, 1]);
  assert.equal(network.addressOf(ONE), undefined);
});

test("the children of a router that is gone find their way", async () => {
  const { network, uplink, unicast, let: admit } = world();
  const [router, child] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER })];
  admit(router);
  uplink.permit(60, true);
  network.join(child, { via: ONE });
  network.leave(router);
  assert.equal(await unicast(child), 0);
  assert.deepEqual(uplink.routes(), []);
});

test("asked to leave and come back, it does", async () => {
  const { network, uplink, told, let: admit } = world();
  const station = testStation({ ieee: ONE });
  admit(station);
  await settle();
  told.length = 0;
  const address = addressOf(network, station);
  let answered: Buffer | undefined;
  uplink.zdo(address, 0x34, Buffer.of(0, 0, 0, 0, 0, 0, 0, 0, 0x80), (bytes) => {
    answered = bytes;
  });
  await settle();
  assert.deepEqual(answered, Buffer.of(0));
  assert.deepEqual(told, [
    ["left", ONE, true],
    ["joined", ONE, 0],
    ["announced", address],
  ]);
  assert.equal(station.lefts, 0);
});

test("it comes back under a new address, and is found there", async () => {
  const { network, uplink, let: admit } = world();
  const station = testStation({ ieee: ONE });
  admit(station);
  const before = addressOf(network, station);
  network.rejoin(station, { newAddress: true });
  const after = addressOf(network, station);
  assert.notEqual(after, before);
  assert.equal(station.air?.address, after);
  const found = await new Promise<Buffer>((resolve) => uplink.find(ONE, Buffer.alloc(10), resolve));
  assert.equal(found.readUInt16LE(9), after);
});

test("two devices whose addresses would be the same have different ones", () => {
  const { network, let: admit } = world();
  const twin = `0x${(BigInt(ONE) + 0x7fffffffn).toString(16).padStart(16, "0")}`;
  admit(testStation({ ieee: ONE }), testStation({ ieee: twin }));
  assert.notEqual(network.addressOf(ONE), network.addressOf(twin));
});

test("in another network the coordinator and the device do not know each other", async () => {
  const { network, uplink, center, heard, let: admit } = world();
  const station = testStation({ ieee: ONE });
  admit(station);
  center.network = "elsewhere";
  assert.equal(network.addressOf(ONE), undefined);
  station.air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster: 6, bytes: BYTES });
  await settle();
  assert.deepEqual([heard.length, uplink.members().length], [0, 0]);
  center.network = "home";
  assert.ok(network.addressOf(ONE));
});

test("saved and opened again, members are members as soon as they are there", async () => {
  const before = world();
  const [one, other] = [testStation({ ieee: ONE }), testStation({ ieee: OTHER })];
  before.let(one, other);
  const saved = JSON.parse(JSON.stringify(before.network.save()));
  const after = world({ saved });
  assert.equal(after.network.addressOf(ONE), undefined);
  const again = testStation({ ieee: ONE });
  after.network.add(again);
  after.network.add(testStation({ ieee: THIRD }));
  assert.equal(addressOf(after.network, again), addressOf(before.network, one));
  assert.equal(await after.unicast(again), 0);
  assert.equal(after.network.addressOf(THIRD), undefined);
  assert.equal(after.network.save().length, 2, "whoever is not there yet is kept");
});

test("touchlink reaches whoever is near and on the channel", async () => {
  const { network, uplink } = world();
  const touched: string[] = [];
  const near = (ieee: string, channel: number, answers: boolean) =>
    network.addTouchable({
      ieee,
      channel,
      touch: () => {
        touched.push(ieee);
        return answers ? BYTES : undefined;
      },
    });
  near(ONE, 11, true);
  near(OTHER, 11, false);
  const away = near(THIRD, 15, true);
  const answers: string[] = [];
  const answer = (ieee: string) => answers.push(ieee);
  uplink.touch(11, undefined, BYTES, answer);
  uplink.touch(15, ONE, BYTES, answer);
  await settle();
  assert.deepEqual([touched, answers], [[ONE, OTHER], [ONE]]);
  uplink.touch(11, OTHER, BYTES, answer);
  away();
  uplink.touch(15, undefined, BYTES, answer);
  await settle();
  assert.deepEqual([touched, answers], [[ONE, OTHER, OTHER], [ONE]]);
});

test("the newest frames can be read", async () => {
  const { network, uplink, let: admit } = world();
  const station = testStation({ ieee: ONE });
  admit(station);
  const address = addressOf(network, station);
  for (let index = 0; index < 1200; index += 1) uplink.unicast(frame({ address, endpoint: 1 }), address, 1, () => {});
  const heard = network.heard();
  assert.equal(heard.length, 500);
  const { at, ...last } = heard.at(-1) ?? assert.fail();
  assert.ok(at > 0);
  assert.deepEqual(last, {
    kind: "unicast",
    from: "coordinator",
    to: ONE,
    endpoint: 1,
    cluster: "genOnOff",
    command: "off",
    payload: {},
    bytes: "110100",
  });
  uplink.unicast({ ...frame({ address, endpoint: 1 }), cluster: 0xfc99, bytes: Buffer.of(1) }, address, 1, () => {});
  assert.equal(network.heard().at(-1)?.command, "", "what cannot be decoded is shown as bytes");
});

test("a closed network does nothing any more", async () => {
  const { network, unicast, let: admit } = world();
  const station = testStation({ ieee: ONE });
  admit(station);
  network.close();
  assert.equal(await unicast(station), undefined);
  assert.deepEqual(counts(station), [0]);
});
