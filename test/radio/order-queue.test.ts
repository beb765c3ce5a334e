/** The queue of orders: which become one, which wait for which, and that no device holds up the others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Order, RadioError, type Target } from "../../src/model/radio/orders.ts";
import type { Values } from "../../src/model/resource.ts";
import { OrderQueue } from "../../src/radio/order-queue.ts";
import { capacityOf, ORDER_RULES } from "../../src/radio/pacing.ts";
import { type FakeClock, fakeClock, settle } from "../support/fakes.ts";

interface Sent {
  readonly order: Order;
  readonly at: number; // milliseconds since the start
  readonly answer: (value?: unknown) => void;
  readonly fail: (error: RadioError) => void;
}

interface Stage {
  readonly queue: OrderQueue;
  readonly clock: FakeClock;
  readonly sent: Sent[];
  /** How often it was told that it is full. */
  readonly full: () => number;
}

const ieee = (number: number) => `0x${number.toString(16).padStart(16, "0")}`;
const set = (number: number, values: Values, endpoint = 1): Order => ({
  do: "set",
  target: { ieee: ieee(number), endpoint },
  values,
});
const group = (id: number, members: readonly number[]): Target => ({
  group: id,
  members: members.map((number) => ({ ieee: ieee(number), endpoint: 1 })),
});
const ping = (number: number): Order => ({ do: "ping", target: { ieee: ieee(number) } });

/** `answers`: each order is answered in the same moment. */
function stage({ answers = false, adapter = "zstack" } = {}): Stage {
  const clock = fakeClock();
  const began = clock.now();
  const sent: Sent[] = [];
  let full = 0;
  const send = (order: Order) =>
    new Promise((resolve, reject) => {
      sent.push({ order, at: clock.now() - began, answer: resolve, fail: reject });
      if (answers) resolve({ state: "values" in order ? order.values : {} });
    });
  const queue = new OrderQueue({ clock, send, full: () => (full += 1) });
  queue.open(capacityOf(adapter));
  return { queue, clock, sent, full: () => full };
}

/** Lets time pass in small steps, so that answers meanwhile are seen. */
async function pass(clock: FakeClock, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 5) {
    clock.advance(0.005);
    await settle();
  }
}

test("1,000 dim commands in a second are at most 10 frames, and the last value wins", async () => {
  const { queue, clock, sent } = stage({ answers: true });
  const answers: Promise<unknown>[] = [];
  for (let step = 0; step < 1000; step += 1) {
    answers.push(queue.add(set(1, { brightness: step % 255 })));
    clock.advance(0.001);
    if (step % 25 === 0) await settle();
  }
  await pass(clock, 200);
  assert.ok(sent.length <= 10, `${sent.length} frames`);
  assert.equal(sent[0]?.at, 0, "the first at once");
  assert.deepEqual(valuesOf(sent.at(-1)), { brightness: 999 % 255 });
  const all = await Promise.all(answers);
  assert.deepEqual(all.at(-1), { state: { brightness: 999 % 255 } });
  assert.deepEqual(all.at(-2), all.at(-1), "a superseded order has the newer one's answer");
});

test("orders that wait become one, each key with its newest value", async () => {
  const { queue, clock, sent } = stage();
  void queue.add(set(1, { state: "ON" }));
  const older = queue.add(set(1, { brightness: 10, color_temp: 200 }));
  const newer = queue.add(set(1, { brightness: 20 }));
  const other = queue.add(set(1, { brightness: 99 }, 2));
  assert.equal(sent.length, 1, "one in flight for each device");
  sent[0]?.answer();
  await pass(clock, 130);
  assert.deepEqual(valuesOf(sent[1]), { color_temp: 200, brightness: 20 });
  sent[1]?.answer("both");
  assert.equal(await older, "both");
  assert.equal(await newer, "both");
  await pass(clock, 130);
  assert.deepEqual(sent[2]?.order, set(1, { brightness: 99 }, 2));
  sent[2]?.answer();
  await other;
});

test("one that is refused refuses all that had become it", async () => {
  const { queue, clock, sent } = stage();
  void queue.add(set(1, { state: "ON" }));
  const both = [queue.add(set(1, { brightness: 1 })), queue.add(set(1, { brightness: 2 }))];
  sent[0]?.answer();
  await pass(clock, 130);
  sent[1]?.fail(new RadioError("refused", "no", 0x86));
  for (const one of both) await assert.rejects(one, { code: "refused", status: 0x86 });
});

test("reads that wait become one", async () => {
  const { queue, sent } = stage();
  const target = { ieee: ieee(1) };
  void queue.add(ping(1));
  const asked = [
    queue.add({ do: "get", target, keys: ["state"] }),
    queue.add({ do: "get", target, keys: ["brightness", "state"] }),
    queue.add(ping(1)),
    queue.add(ping(1)),
    queue.add({ do: "configure", target }),
    queue.add({ do: "configure", target }),
  ];
  for (let number = 0; number < 4; number += 1) {
    sent[number]?.answer(number);
    await settle();
  }
  assert.deepEqual(
    sent.slice(1).map(({ order }) => order),
    [{ do: "get", target, keys: ["state", "brightness"] }, ping(1), { do: "configure", target }],
  );
  assert.deepEqual(await Promise.all(asked), [1, 1, 2, 2, 3, 3]);
});

test("an order between two others keeps them apart", async () => {
  const { queue, clock, sent } = stage({ answers: true });
  const recall: Order = {
    do: "command",
    target: { ieee: ieee(1), endpoint: 1 },
    cluster: 5,
    command: "recall",
    payload: {},
  };
  void queue.add(ping(1));
  void queue.add(set(1, { brightness: 1 }));
  void queue.add(recall);
  void queue.add(set(1, { brightness: 2 }));
  void queue.add(set(1, { state: "TOGGLE" }));
  void queue.add(set(1, { state: "TOGGLE" }));
  await pass(clock, 700);
  assert.deepEqual(
    sent.slice(1).map(({ order }) => ("values" in order ? order.values : order.do)),
    [{ brightness: 1 }, "command", { brightness: 2 }, { state: "TOGGLE" }, { state: "TOGGLE" }],
  );
});

test("frames to groups are 200 ms apart, whichever groups", async () => {
  const { queue, clock, sent } = stage({ answers: true });
  for (let id = 1; id <= 4; id += 1)
    void queue.add({ do: "set", target: group(id, [1, 2]), values: { brightness: id } });
  for (let id = 1; id <= 4; id += 1) void queue.add({ do: "set", target: group(id, [1, 2]), values: { state: "OFF" } });
  await pass(clock, 2000);
  const times = sent.map(({ at }) => at);
  for (const [index, time] of times.entries())
    assert.ok(index === 0 || time - (times[index - 1] ?? 0) >= 200, `${times}`);
});

test("a group's order replaces the orders that wait for its members, and theirs follow it", async () => {
  const { queue, clock, sent } = stage();
  void queue.add(set(1, { state: "ON" }));
  const replaced = queue.add(set(1, { brightness: 10 }));
  const partly = queue.add(set(1, { brightness: 10 }, 2));
  const whole = queue.add({ do: "set", target: group(5, [1, 2]), values: { brightness: 99 } });
  const after = queue.add(set(2, { state: "OFF" }));
  assert.deepEqual(
    sent.map(({ order }) => order.target),
    [set(1, {}).target, group(5, [1, 2])],
  );
  sent[1]?.answer("group");
  assert.equal(await replaced, "group");
  assert.equal(await whole, "group");
  await settle();
  assert.deepEqual(sent[2]?.order, set(2, { state: "OFF" }), "not before the group's frame is out");
  sent[2]?.answer("after");
  assert.equal(await after, "after");
  sent[0]?.answer();
  await pass(clock, 130);
  assert.deepEqual(sent[3]?.order, set(1, { brightness: 10 }, 2), "another endpoint is no member");
  sent[3]?.answer("other");
  assert.equal(await partly, "other");
});

test("an order that a group's does not replace goes first, but a member that does not answer holds it up for a moment only", async () => {
  const { queue, clock, sent } = stage();
  void queue.add(set(1, { state: "ON" }));
  const waits = queue.add(set(1, { state: "TOGGLE" }));
  const recall: Order = { do: "command", target: group(5, [1, 2]), cluster: 5, command: "recall", payload: {} };
  void queue.add(recall);
  assert.equal(sent.length, 1);
  sent[0]?.answer();
  await settle();
  assert.deepEqual(
    sent.map(({ order }) => order.do),
    ["set", "set", "command"],
    "unpaced, as the group waits for it",
  );
  sent[1]?.answer("done");
  assert.equal(await waits, "done");
  sent[2]?.answer();
  await pass(clock, 300);

  void queue.add(set(2, { state: "ON" }));
  void queue.add(set(2, { state: "TOGGLE" }));
  void queue.add(recall);
  await pass(clock, 240);
  assert.equal(sent.length, 4);
  await pass(clock, 20);
  assert.deepEqual(sent[4]?.order, recall);
});

test("no order joins one that a group's order stands behind, or before", async () => {
  const { queue, clock, sent } = stage({ answers: true });
  const bright = (brightness: number): Order => ({ do: "set", target: group(5, [1]), values: { brightness } });
  void queue.add(bright(1));
  void queue.add(ping(1));
  void queue.add(set(1, { color_temp: 200 })); // behind the first
  void queue.add(bright(2));
  void queue.add(set(1, { brightness: 3 }));
  void queue.add(set(1, { state: "TOGGLE" }));
  void queue.add(bright(4));
  await pass(clock, 1500);
  assert.deepEqual(
    sent.filter(({ order }) => order.do === "set").map(valuesOf),
    [{ brightness: 1 }, { color_temp: 200 }, { brightness: 2 }, { state: "TOGGLE" }, { brightness: 4 }],
    "the 3 was overridden by the 4 before it went out",
  );
});

test("20 devices that do not answer hold up another one by half a second once, and then not at all", async () => {
  const { queue, clock, sent } = stage();
  const dead = Array.from({ length: 20 }, (_, number) => 100 + number);
  for (const number of dead) queue.add(set(number, { state: "ON" })).catch(() => {});
  assert.equal(sent.length, 16);
  void queue.add(set(1, { state: "ON" }));
  await pass(clock, 505);
  assert.deepEqual(sent.at(-1)?.order, set(1, { state: "ON" }));
  sent.at(-1)?.answer();
  for (const { fail } of sent.slice(0, 16)) fail(new RadioError("unreachable", "no answer"));
  await settle();
  for (const number of dead) queue.add(set(number, { state: "OFF" })).catch(() => {});
  await settle();
  const tries = sent.length;
  for (let number = 2; number < 10; number += 1) void queue.add(set(number, { state: "ON" }));
  assert.equal(sent.length, tries + 8, "at once");
  assert.ok(
    sent.slice(17).filter(({ order }) => order.target && Number((order.target as { ieee: string }).ieee) >= 100)
      .length <= 8,
  );
});

test("a device that has spoken is not taken for dead any more", async () => {
  const { queue, sent } = stage({ adapter: "zboss" });
  for (const number of [1, 2, 3, 4]) {
    const tried = assert.rejects(queue.add(ping(number)));
    sent.at(-1)?.fail(new RadioError("timeout", "no answer"));
    await tried;
  }
  for (const number of [1, 2, 3, 4]) queue.add(set(number, { state: "ON" })).catch(() => {});
  assert.equal(sent.length, 6, "two of eight places for those who may be dead");
  queue.heard(ieee(4));
  queue.add(set(9, { state: "ON" })).catch(() => {});
  assert.equal(sent.length, 8);
});

test("an order that a person waits for comes before everything else, and devices take turns", async () => {
  const { queue, sent } = stage({ adapter: "zigate" });
  for (let number = 1; number <= 6; number += 1) queue.add(ping(number)).catch(() => {});
  assert.equal(sent.length, 1, "half of the places at most for what nobody waits for");
  for (let time = 0; time < 3; time += 1) {
    for (const number of [11, 12])
      void queue.add({ do: "write", target: { ieee: ieee(number), endpoint: 1 }, cluster: 6, values: {} });
  }
  for (let index = 1; index < 7; index += 1) {
    sent[index]?.answer();
    await settle();
  }
  const numbers = sent.slice(1, 7).map(({ order }) => Number((order.target as { ieee: string }).ieee));
  assert.deepEqual(numbers, [11, 12, 11, 12, 11, 12]);
});

test("a device that is being configured still obeys, and is not asked other things meanwhile", async () => {
  const { queue, sent } = stage();
  const target = { ieee: ieee(1) };
  queue.add({ do: "configure", target }).catch(() => {});
  queue.add({ do: "get", target, keys: ["state"] }).catch(() => {});
  queue.add(set(1, { state: "ON" })).catch(() => {});
  queue.add({ do: "write", target: { ...target, endpoint: 1 }, cluster: 6, values: {} }).catch(() => {});
  const kinds = () => sent.map(({ order }) => order.do);
  assert.deepEqual(kinds(), ["configure", "set"]);
  sent[0]?.answer();
  await settle();
  assert.deepEqual(kinds(), ["configure", "set"], "one order in flight for each device");
  sent[1]?.answer();
  await settle();
  sent[2]?.answer();
  await settle();
  assert.deepEqual(kinds(), ["configure", "set", "write", "get"]);
});

test("when 200 orders wait there is room only for an order that joins one of them", async () => {
  const { queue, sent } = stage({ adapter: "zigate" });
  for (let number = 0; number < 202; number += 1) void queue.add(set(number, { state: "ON" })).catch(() => {});
  assert.equal(sent.length, 2);
  assert.equal(queue.hasRoom({ ieee: ieee(999), endpoint: 1 }), false);
  assert.equal(queue.hasRoom({ ieee: ieee(150), endpoint: 1 }), true);
  assert.equal(queue.hasRoom({ ieee: ieee(150), endpoint: 2 }), false);
  await assert.rejects(queue.add(set(999, { state: "ON" })), { code: "busy" });
  queue.add(set(150, { state: "OFF" })).catch(() => {});
  queue.add(ping(5)).catch(() => {}); // background work has a limit of its own
  sent[0]?.answer();
  await settle();
  assert.equal(queue.hasRoom({ ieee: ieee(999) }), true);
});

test("that it is full is told once, however much is refused, and again when it fills up again", async () => {
  const { queue, sent, full } = stage({ adapter: "zigate" });
  const fill = () => {
    for (let number = 0; number < 202; number += 1) void queue.add(set(number, { state: "ON" })).catch(() => {});
  };
  for (let number = 0; number < 201; number += 1) void queue.add(set(number, { state: "ON" })).catch(() => {});
  assert.equal(full(), 0);
  fill();
  for (let number = 300; number < 400; number += 1) await assert.rejects(queue.add(set(number, { state: "ON" })));
  assert.equal(full(), 1);
  const answer = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      sent.shift()?.answer();
      await settle();
    }
  };
  await answer(10);
  for (let number = 400; number < 420; number += 1) void queue.add(set(number, { state: "ON" })).catch(() => {});
  assert.equal(full(), 1, "it was never half empty");
  await answer(110);
  fill();
  assert.equal(full(), 2);
  queue.close("the stick was pulled out");
  queue.open(capacityOf("zigate"));
  fill();
  assert.equal(full(), 3);
  for (let number = 0; number < 1_100; number += 1) queue.add(ping(number)).catch(() => {});
  assert.equal(full(), 4, "what nobody waits for has a limit of its own");
});

test("an order that finds no time in 30 s fails, and later ones go on", async () => {
  const { queue, clock, sent } = stage();
  void queue.add(set(1, { state: "ON" })).catch(() => {});
  const late = assert.rejects(queue.add(set(1, { brightness: 3 })), { code: "timeout" });
  clock.advance(30);
  await late;
  const next = queue.add(set(1, { brightness: 4 }));
  sent[0]?.answer();
  await settle();
  assert.deepEqual(valuesOf(sent[1]), { brightness: 4 });
  sent[1]?.answer("next");
  assert.equal(await next, "next");
});

test("while it is held nothing goes on air, nothing is lost, and an order that takes too long fails as busy", async () => {
  const { queue, clock, sent } = stage({ answers: true });
  queue.hold();
  const lamp = queue.add(set(1, { state: "ON" }));
  const both = queue.add(set(1, { brightness: 7 }));
  const asked = queue.add(ping(2));
  const all = queue.add({ do: "set", target: group(3, [4]), values: { state: "OFF" } });
  await pass(clock, 500);
  clock.advance(14);
  assert.deepEqual(sent, []);
  queue.release();
  await pass(clock, 500);
  await Promise.all([lamp, both, asked, all]);
  assert.equal(sent.length, 3);
  queue.hold();
  const late = assert.rejects(queue.add(set(1, { state: "OFF" })), { code: "busy" });
  clock.advance(31);
  await late;
  queue.release();
  await pass(clock, 500);
  assert.equal(sent.length, 3, "it is not done later");
});

test("when the radio goes while it is held, an order that waits fails; the next one is not held", async () => {
  const { queue, clock, sent } = stage({ answers: true });
  queue.hold();
  const lost = assert.rejects(queue.add(ping(1)), { code: "radio-down" });
  queue.close("it was pulled out");
  queue.release();
  await lost;
  queue.open(capacityOf("zstack"));
  await queue.add(ping(1));
  await pass(clock, 50);
  assert.equal(sent.length, 1);
});

test("when the radio goes, all that waits fails at once; when it is back, everything is as new", async () => {
  const { queue, sent, clock } = stage();
  const flying = queue.add(set(1, { state: "ON" }));
  const waits = queue.add(set(1, { state: "OFF" }));
  queue.close("the stick was pulled out");
  await assert.rejects(waits, { code: "radio-down", message: "the stick was pulled out" });
  await assert.rejects(queue.add(ping(1)), { code: "radio-down", message: "the stick was pulled out" });
  assert.equal(queue.hasRoom({ ieee: ieee(1) }), false);
  queue.open(capacityOf("zstack"));
  const again = queue.add(set(1, { state: "OFF" }));
  assert.equal(sent.length, 2, "what was in flight before holds up nobody");
  sent[0]?.fail(new RadioError("radio-down", "gone"));
  await assert.rejects(flying, { code: "radio-down" });
  sent[1]?.answer("again");
  assert.equal(await again, "again");
  await pass(clock, 1000);
  assert.equal(clock.pending, 0, "no timer is left");
});

test("every kind of order has a deadline, and every adapter its places", () => {
  for (const [kind, { deadline }] of Object.entries(ORDER_RULES))
    assert.ok(deadline >= 10_000 && deadline <= 70_000, kind);
  assert.deepEqual(capacityOf("ember"), { all: 16, background: 8, slow: 4 });
  assert.deepEqual(capacityOf("whatever"), { all: 2, background: 1, slow: 1 });
});

function valuesOf(sent: Sent | undefined): Values | undefined {
  return sent && "values" in sent.order ? sent.order.values : undefined;
}
