/** The causes that make a device deaf to a coordinator, and how it finds its network again: key, PAN, channel, frame counter, address. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { NetworkCredentials } from "../../../src/virtual/air/network-credentials.ts";
import { settle } from "../../support/fakes.ts";
import { type TestStation, testStation } from "../../support/virtual.ts";
import { addressOf, BYTES, counts, frame, HOME, ONE, OTHER, type World, world } from "../../support/virtual-network.ts";

const NO_ROUTE = 0xcd;
const NO_APS_ACK = 0xb7;
const SLEEPY = { router: false, listens: false, mains: false };
const ANOTHER = "0x00124b00000000ff";

/** The coordinator's counter from the next frame on. */
function countsFrom({ center }: World, counter: number): void {
  let last = counter - 1;
  center.countFrame = () => {
    last += 1;
    return last;
  };
}

function report({ air }: TestStation): void {
  air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster: 6, bytes: BYTES });
}

const ELSEWHERE: readonly (readonly [what: string, changed: Partial<NetworkCredentials>, isDeaf: boolean])[] = [
  ["key", { key: "0e".repeat(16) }, true],
  ["number of the key", { keyNumber: 1 }, true],
  ["PAN id", { panid: 0x1a63 }, true],
  ["channel", { channel: 12 }, true],
  ["extended PAN id", { extendedpanid: "0x0807060504030201" }, false],
];

for (const [what, changed, isDeaf] of ELSEWHERE) {
  test(`with another ${what} a device ${isDeaf ? "neither hears nor is heard" : "goes on as it is"}`, async () => {
    const around = world();
    const lamp = testStation({ ieee: ONE });
    around.let(lamp);
    await settle();
    const address = addressOf(around.network, lamp);
    around.center.network = { ...HOME, ...changed };
    let status: number | undefined;
    around.uplink.unicast(frame({ address, endpoint: 1 }), address, 1, (code) => {
      status = code;
    });
    report(lamp);
    await settle();
    assert.deepEqual([status, around.heard.length], isDeaf ? [NO_ROUTE, 0] : [0, 1]);
  });
}

test("a frame with a counter not higher than the last one is dropped, also for a group, and counted", async () => {
  const around = world();
  const { network, uplink } = around;
  const [lamp, member] = [
    testStation({ ieee: ONE }),
    testStation({ ieee: OTHER, groups: new Map([[5, new Set([1])]]) }),
  ];
  around.let(lamp, member);
  countsFrom(around, 1000);
  assert.equal(await around.unicast(lamp), 0);
  uplink.group(frame({ group: 5 }), 5);
  await settle();
  assert.deepEqual(counts(lamp, member), [1, 1]);

  countsFrom(around, 500);
  assert.equal(await around.unicast(lamp), NO_APS_ACK);
  uplink.group(frame({ group: 5 }), 5);
  let answered = false;
  uplink.zdo(addressOf(network, lamp), 0x05, Buffer.of(0, 0), () => {
    answered = true;
  });
  await settle();
  assert.deepEqual([counts(lamp, member), answered], [[1, 1], false]);
  assert.equal(network.counters.replayed, 3);

  countsFrom(around, 1001);
  assert.equal(await around.unicast(lamp), 0);
  network.counters.clear();
  assert.equal(network.counters.replayed, 0);
});

test("a router that hears link statuses only drops frames older than those, too", async () => {
  const around = world();
  const lamp = testStation({ ieee: ONE });
  around.let(lamp);
  countsFrom(around, 2000);
  around.uplink.linkStatus();
  countsFrom(around, 1500);
  assert.equal(await around.unicast(lamp), NO_APS_ACK);
});

test("the counters that a device has heard outlive a restart; one that joins anew begins anew", async () => {
  const before = world();
  const lamp = testStation({ ieee: ONE });
  before.let(lamp);
  countsFrom(before, 1000);
  await before.unicast(lamp);
  const after = world({ saved: JSON.parse(JSON.stringify(before.network.save())) });
  const again = testStation({ ieee: ONE });
  after.network.add(again);
  countsFrom(after, 900);
  assert.equal(await after.unicast(again), NO_APS_ACK);
  after.let(again);
  assert.equal(await after.unicast(again), 0);
});

test("another coordinator counts for itself; a frame for the former one is lost", async () => {
  const around = world();
  const { network, center } = around;
  const lamp = testStation({ ieee: ONE });
  around.let(lamp);
  countsFrom(around, 1000);
  await around.unicast(lamp);
  const former = center.ieee;
  center.ieee = ANOTHER;
  countsFrom(around, 5);
  assert.equal(await around.unicast(lamp), 0);
  assert.equal(lamp.air?.addressOf(ANOTHER), 0);
  assert.deepEqual([lamp.air?.addressOf(former), network.counters.lost], [undefined, 1]);
});

test("of two coordinators with one address devices follow the one that counts higher, and speak now to this one, now to that", async () => {
  const around = world();
  const { network, center } = around;
  const lamp = testStation({ ieee: ONE });
  around.let(lamp);
  countsFrom(around, 1000);
  assert.equal(await around.unicast(lamp), 0);
  let last = 100_000;
  let heard = 0;
  const taker = network.connect({
    ...center,
    countFrame: () => {
      last += 1;
      return last;
    },
    hear: () => {
      heard += 1;
    },
  });
  assert.equal(network.rivals, 2);
  let status: number | undefined;
  const address = addressOf(network, lamp);
  taker.unicast(frame({ address, endpoint: 1 }), address, 1, (code) => {
    status = code;
  });
  await settle();
  assert.equal(status, 0);
  assert.equal(await around.unicast(lamp), NO_APS_ACK);
  assert.deepEqual([counts(lamp), network.counters.replayed], [[2], 1]);
  for (let left = 4; left > 0; left -= 1) report(lamp);
  await settle();
  assert.deepEqual([around.heard.length, heard], [2, 2]);
});

test("when the network changes its channel those that listen follow at once, those that sleep when they wake", async () => {
  const around = world();
  const { network, uplink, center, heard } = around;
  const [lamp, sensor, deaf] = [
    testStation({ ieee: ONE }),
    testStation({ ieee: OTHER, ...SLEEPY }),
    testStation({ ieee: "0x00158d0000000009" }),
  ];
  around.let(lamp, sensor, deaf);
  deaf.reach = "no-ack";
  uplink.changeChannel(20);
  center.network = { ...HOME, channel: 20 };
  deaf.reach = "ok";
  assert.ok(network.addressOf(ONE));
  assert.equal(network.addressOf(OTHER), undefined);
  report(sensor);
  report(deaf);
  await settle();
  assert.equal(heard.length, 1, "a router does not look for its network by itself");
  assert.ok(network.addressOf(OTHER));
  network.announce(deaf);
  assert.ok(network.addressOf(deaf.ieee), "but when it gets its power back");
});

test("a device that has lost its network finds it by its extended PAN id, and only with its key", async () => {
  for (const [changed, isFound] of [
    [{ panid: 0x2222, channel: 25 }, true],
    [{ channel: 25, extendedpanid: "0x0807060504030201" }, false],
    [{ channel: 25, key: "0e".repeat(16) }, false],
  ] as const) {
    const { network, center, let: admit } = world();
    const sensor = testStation({ ieee: ONE, ...SLEEPY });
    admit(sensor);
    center.network = { ...HOME, ...changed };
    assert.equal(network.rejoin(sensor), isFound, JSON.stringify(changed));
  }
});

test("the key of the network comes only under the device's own link key", () => {
  const { network, uplink, center } = world();
  uplink.permit(60, false);
  const coded = testStation({ ieee: ONE, joinKey: "0a".repeat(16) });
  assert.equal(network.join(coded), false);
  center.joinKey = (ieee) => (ieee === ONE ? "0a".repeat(16) : undefined);
  assert.equal(network.join(coded), true);
  assert.equal(network.join(testStation({ ieee: OTHER })), false, "nobody knows its key");
});

test("members of a former version are in the network that is around them", () => {
  const saved = [{ ieee: ONE, address: 7, parent: 0, network: `${HOME.extendedpanid} ${HOME.key}` }];
  for (const [text, isMember] of [
    [saved, true],
    [saved.map((one) => ({ ...one, network: `${HOME.extendedpanid} ${"0e".repeat(16)}` })), false],
  ] as const) {
    const { network } = world({ saved: text });
    network.add(testStation({ ieee: ONE }));
    assert.equal(network.addressOf(ONE) === 7, isMember);
  }
});
