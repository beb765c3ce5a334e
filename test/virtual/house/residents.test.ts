/** The virtual house: its devices with their addresses, and the effect of touchlink on those that are shy. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { readFrame, writeFrame } from "../../../src/virtual/devices/zcl.ts";
import { settle } from "../../support/fakes.ts";
import { type Home, home } from "../../support/virtual-home.ts";

function start(context: TestContext, ...more: Parameters<typeof home>): Home {
  const own = home(...more);
  context.after(own.close);
  return own;
}

const attic = ({ house }: Home) => house.all().find(({ name }) => name === "Lamp from the attic") ?? assert.fail();

async function touch({ world }: Home, channel: number, command: string, ieee?: string): Promise<unknown[]> {
  const payload = { transactionID: 7, zigbeeInformation: 4, touchlinkInformation: 18, duration: 9 };
  const answers: unknown[] = [];
  const bytes = writeFrame({ cluster: "touchlink", command, payload, sequence: 1 }, {});
  world.uplink.touch(channel, ieee, bytes, (from, answer) =>
    answers.push([from, readFrame(0x1000, answer, {})?.payload]),
  );
  await new Promise<void>((resolve) => world.network.time.later(0, resolve)); // behind all that is due before
  await settle();
  return answers;
}

type Answer = readonly [ieee: string, { readonly panID: number; readonly touchlinkInformation: number }];

async function called(own: Home, channel: number): Promise<readonly Answer[]> {
  return (await touch(own, channel, "scanRequest")) as readonly Answer[];
}

test("every device has an address of its own, always the same", (context) => {
  const [one, other] = [start(context), start(context)];
  const addresses = ({ house }: Home) => house.all().map(({ device }) => device.ieee);
  assert.deepEqual(addresses(one), addresses(other));
  assert.equal(new Set(addresses(one)).size, addresses(one).length);
  for (const ieee of addresses(one)) assert.match(ieee, /^0x[0-9a-f]{16}$/);
  assert.equal(one.house.of("0x0017880100000001")?.name, "Living room lamp");
});

test("an empty house is empty; a device that is added is kept", (context) => {
  const own = start(context, { empty: true });
  assert.deepEqual(own.house.all(), []);
  const added = own.house.add("dimmable light", 3, { name: "Bench" });
  assert.deepEqual(
    added.map(({ name }) => name),
    ["Bench 1", "Bench 2", "Bench 3"],
  );
  own.house.add("remote", 2);
  const again = start(context, { saved: JSON.parse(JSON.stringify(own.house.save())), empty: true });
  assert.deepEqual(
    again.house.all().map(({ name, device }) => [name, device.ieee]),
    own.house.all().map(({ name, device }) => [name, device.ieee]),
  );
});

test("members are members again after a restart, where the network knows them", (context) => {
  const own = start(context);
  const lamp = own.house.all()[0]?.device ?? assert.fail();
  own.open();
  assert.ok(own.house.network.join(lamp));
  const saved = JSON.parse(JSON.stringify(own.house.save()));
  assert.equal(saved[0].station.member, true);
});

test("shy lamps are found on their channels, and no other device", async (context) => {
  const own = start(context);
  const found = [];
  for (let channel = 11; channel <= 26; channel += 1) {
    for (const [ieee, { panID, touchlinkInformation }] of await called(own, channel))
      found.push([channel, own.house.of(ieee)?.name, panID, touchlinkInformation]);
  }
  assert.deepEqual(found, [
    [15, "Lamp from the attic", 0x3c4d, 0],
    [20, "Lamp from the shed", 0x3c4d, 0],
  ]);
});

test("a reset makes one of them look for a network, and it is found there then", async (context) => {
  const own = start(context);
  const { device } = attic(own);
  await touch(own, 15, "identifyRequest", device.ieee);
  const left = device.clusterEndpoints.get(11)?.get("genIdentify", "identifyTime");
  assert.ok(Number(left) > 0, "it blinks");
  await touch(own, 20, "resetToFactoryNew", device.ieee);
  assert.equal(attic(own).role, "shy", "it is not on that channel");
  await touch(own, 15, "resetToFactoryNew", device.ieee);
  assert.equal(attic(own).role, "stranger");
  const [fresh] = await called(own, 15);
  assert.deepEqual([fresh?.[1].panID, fresh?.[1].touchlinkInformation], [0xfffe, 1], "it is factory new");
  own.open();
  assert.ok(own.house.network.join(device));
  assert.deepEqual(await touch(own, 15, "scanRequest"), []);
  const [answer] = await called(own, 11);
  assert.deepEqual([answer?.[0], answer?.[1].panID, answer?.[1].touchlinkInformation], [device.ieee, 0x1a62, 0]);
  await touch(own, 11, "resetToFactoryNew", device.ieee);
  assert.equal(device.isMember, false);
  assert.equal(own.house.network.addressOf(device.ieee), undefined);
  const saved = JSON.parse(JSON.stringify(own.house.save()));
  const again = start(context, { saved });
  assert.equal(attic(again).role, "stranger", "also after a restart");
  assert.equal((await touch(again, 15, "scanRequest")).length, 1, "and it can be touched as before");
});

test("a house that was saved by a version with more models is refused", (context) => {
  const saved = JSON.parse(JSON.stringify(start(context).house.save()));
  saved[0].profile = "flying carpet";
  assert.throws(() => home({ saved }), /the virtual house knows no model named flying carpet/);
});
