/** The doctor in a gateway: it hears the radio, polls the network, tells troubles as facts, and keeps its knowledge over a restart. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeviceDeliveries } from "../../../src/model/doctor/deliveries.ts";
import { DOCTOR } from "../../../src/model/doctor/troubles.ts";
import { RadioError } from "../../../src/model/radio/orders.ts";
import { LAMP, lamp, MOTION, motion } from "../../devices/home.ts";
import { type FakeHouse, house, NETWORK, settle } from "../../support/fakes.ts";
import type { Seen } from "../../support/transports.ts";

const LAMP_AT = "/devices/00:17:88:01:02:03:aa:01";
const CHILD = "0x001788010203aa05"; // a lamp, too
const CHILD_AT = "/devices/00:17:88:01:02:03:aa:05";

const deliveries = (ieee: string, more: Partial<DeviceDeliveries> = {}) => ({
  ...{ ieee, sent: 0, retried: 0, lost: {}, heard: 0, told: 0, link: null, moved: 0 },
  ...more,
});

function tell({ radio }: FakeHouse, ...devices: readonly ReturnType<typeof deliveries>[]): void {
  radio.tell({ kind: "deliveries", devices });
}

async function living(disk?: FakeHouse["disk"]): Promise<FakeHouse> {
  const home = await house(disk ? { disk } : {});
  home.radio.answer = (order) => {
    if (order.do === "neighbours")
      return order.target.ieee === LAMP
        ? { neighbours: [{ ieee: CHILD, linkquality: 90, relation: "child", depth: 2 }] }
        : { neighbours: [{ ieee: LAMP, linkquality: 120, relation: "sibling", depth: 1 }] };
    if (order.do === "routes") return { routes: [] };
    if (order.do === "energy")
      return { energy: Object.fromEntries(order.channels.map((channel) => [channel, channel * 5])) };
    return {};
  };
  home.radio.rise([lamp(), motion(), lamp(CHILD)]);
  await settle();
  return home;
}

/** Time passes a minute at a time, so that answers arrive in between. */
async function pass(home: FakeHouse, minutes: number, each: () => void = () => {}): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    each();
    home.clock.advance(60);
    await settle();
  }
}

test("its parent is known from polling: when both are gone, the parent is told, with a cure, and it is over when it is back", async () => {
  const home = await living();
  const bothLive = () => {
    for (const ieee of [LAMP, CHILD]) {
      home.radio.tell({ kind: "seen", ieee, linkquality: 100 });
      tell(home, deliveries(ieee, { heard: 1, told: 1, link: 100 }));
    }
  };
  await pass(home, 30, bothLive);
  assert.equal(home.engines.get(DOCTOR).deliveries(LAMP_AT.slice(9))?.sent, 0);
  assert.equal(home.engines.get(DOCTOR).deliveries(CHILD_AT.slice(9))?.via, LAMP_AT.slice(9));
  home.radio.answer = () => {
    throw new RadioError("unreachable", "it cannot be reached");
  };
  await pass(home, 30, () => tell(home, deliveries(LAMP, { sent: 2, lost: { "no-ack": 2 } })));
  const { body } = await home.ask("GET", CHILD_AT);
  const { trouble, diagnosis } = body as Seen;
  assert.deepEqual([trouble.kind, trouble.by, trouble.lost], ["parent-gone", LAMP_AT.slice(9), true]);
  assert.match(
    diagnosis[0].description,
    /^Not heard since .+Z\. Its route went through .+, which has been gone since .+Z\.$/,
  );
  assert.match(diagnosis[0].cure, /^Plug /);
  assert.equal((home.store.get(LAMP_AT)?.attr.trouble as Seen)?.kind, "no-power");
  home.radio.tell({ kind: "seen", ieee: CHILD, linkquality: 80 });
  await settle(); // it waits for no look
  assert.equal(home.store.get(CHILD_AT)?.attr.trouble, null);
  await home.stop();
});

test("a device that said goodbye has left, also if it is gone from the list; one that was deleted is told of no more", async () => {
  const home = await living();
  await pass(home, 5, () => tell(home, deliveries(LAMP, { heard: 1, link: 100 })));
  home.radio.tell({ kind: "left", ieee: LAMP });
  await pass(home, 5);
  assert.equal((home.store.get(LAMP_AT)?.attr.trouble as Seen)?.kind, "left");
  home.radio.tell({ kind: "joined", ieee: LAMP });
  home.radio.tell({ kind: "device", device: lamp() });
  await pass(home, 2);
  assert.equal(home.store.get(LAMP_AT)?.attr.trouble, null);
  await home.stop();
});

test("a device that comes in, is switched off and on, and answers, has the right key, also if it tells nothing by itself", async () => {
  const diagnosed = async (answers: boolean) => {
    const home = await living();
    for (const kind of ["joined", "announced"] as const) {
      home.radio.tell({ kind, ieee: LAMP });
      await pass(home, 2);
    }
    const sent = { sent: 2, lost: answers ? {} : { "no-ack": 2 } };
    await pass(home, 5, () => tell(home, deliveries(LAMP, sent)));
    const kinds = home.engines
      .get(DOCTOR)
      .diagnose(LAMP_AT.slice(9))
      .map(({ kind }) => kind);
    await home.stop();
    return kinds;
  };
  assert.deepEqual(await diagnosed(true), []);
  assert.equal((await diagnosed(false))[0], "wrong-key");
});

test("its knowledge outlives a restart, and goes to the disk seldom", async () => {
  const first = await living();
  await pass(first, 59, () => tell(first, deliveries(LAMP, { sent: 1, lost: { "no-route": 1 }, heard: 1, link: 77 })));
  const writes = first.disk.writes.filter(({ addresses }) => addresses.some((one) => one.startsWith("/ledgers")));
  assert.ok(writes.length <= 1, `${writes.length} writes in an hour`);
  await first.stop();
  const second = await living(first.disk);
  const { body } = await second.ask("GET", LAMP_AT);
  const told = (body as Seen).deliveries;
  assert.deepEqual([told.sent, told.lost, told.hours.at(-1).link], [59, 59, 77]);
  assert.equal(first.disk.records.has("/ledgers/channels"), true);
  await second.stop();
});

test("the channels are measured each hour, four at a time; a stick that cannot is not asked again", async () => {
  const home = await living();
  await pass(home, 21);
  const scans = () => home.radio.orders.filter(({ do: what }) => what === "energy");
  assert.equal(scans().length, 4);
  const { body } = await home.ask("GET", "/devices/channels");
  const { own, able, channels, move } = body as Seen;
  assert.deepEqual([own, able, channels.length, channels[4].now], [NETWORK.channel, true, 16, 75]);
  assert.deepEqual(move, { follow: 2, sleepers: 1, stay: [] });
  home.radio.answer = () => {
    throw new RadioError("refused", "it refused: NOT_SUPPORTED", 0x84);
  };
  const { status } = await home.ask("POST", "/devices/channels");
  assert.equal(status, 400);
  const before = scans().length;
  await pass(home, 90);
  assert.equal(scans().length, before);
  await home.stop();
});

test("the network is on another channel: the devices heard since are counted", async () => {
  const home = await living();
  await pass(home, 2, () => tell(home, deliveries(LAMP, { heard: 1 }), deliveries(MOTION, { heard: 1 })));
  home.radio.tell({ kind: "up", network: { ...NETWORK, channel: 20 }, devices: [lamp(), motion(), lamp(CHILD)] });
  await pass(home, 2, () => tell(home, deliveries(LAMP, { heard: 1 })));
  const { body } = await home.ask("GET", "/devices/channels");
  assert.deepEqual((body as Seen).followed, { count: 1, of: 3 });
  await home.stop();
});
