/** Which devices can be reached: those that are heard, those that answer a ping, and sleepers for a day. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeviceFacts } from "../../../src/model/radio/device-facts.ts";
import { type Order, RadioError } from "../../../src/model/radio/orders.ts";
import { type FakeHouse, fakeClock, house, settle } from "../../support/fakes.ts";
import { LAMP, lamp, MOTION, motion } from "../home.ts";

const silence = () => {
  throw new RadioError("unreachable", "no answer");
};
const lit = ({ store }: FakeHouse) => store.get("/lights/1")?.state.reachable;
const awake = ({ store }: FakeHouse) => new Set(store.list("/sensors").map(({ config }) => config.reachable));
const pings = ({ radio }: FakeHouse) => radio.orders.filter((order) => order.do === "ping").length;

/** So many minutes, in steps small enough for the promises awaited between them. */
async function pass({ clock }: FakeHouse, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    clock.advance(60, 60);
    await settle();
  }
}

async function withDevices(...devices: readonly DeviceFacts[]): Promise<FakeHouse> {
  const home = await house();
  home.radio.rise();
  for (const device of devices) home.radio.tell({ kind: "device", device });
  for (const _ of devices) {
    await settle();
    home.clock.advance(2); // each lamp was asked how it is
  }
  await settle();
  home.radio.orders.length = 0;
  return home;
}

test("a silent light that answers pings stays reachable", async () => {
  const home = await withDevices(lamp());
  await pass(home, 10);
  assert.equal(pings(home), 0);
  await pass(home, 50);
  assert.ok(pings(home) >= 3 && pings(home) <= 6, `${pings(home)}`);
  assert.equal(lit(home), true);
  await home.stop();
});

test("a light that did not answer a command is pinged at once, soon again, and ever more seldom", async () => {
  const home = await withDevices(lamp());
  home.radio.answer = silence;
  await home.ask("PUT", "/lights/1/state", { bri: 7 });
  await settle();
  assert.equal(lit(home), false);
  for (let second = 1; second <= 600; second += 1) {
    home.clock.advance(1);
    await settle();
  }
  const early = pings(home);
  assert.ok(early >= 9 && early <= 13, `${early} in ten minutes`);
  home.radio.orders.length = 0;
  await home.ask("PUT", "/lights/1/state", { bri: 7 });
  await settle();
  home.radio.answer = () => ({});
  home.clock.advance(1);
  await settle();
  await settle();
  assert.equal(lit(home), true, "somebody missed it again");
  await home.stop();
});

test("a missed light is not pinged after the radio went down, after it left, or after the end", async () => {
  for (const end of ["down", "left", "stop"]) {
    const home = await withDevices(lamp());
    home.radio.answer = silence;
    await home.ask("PUT", "/lights/1/state", { bri: 7 });
    await settle();
    let fail = () => {};
    home.radio.answer = () =>
      new Promise((_, reject) => (fail = () => reject(new RadioError("unreachable", "no answer"))));
    home.clock.advance(1);
    await settle();
    const asked = pings(home);
    assert.ok(asked >= 1, "it is being asked");
    if (end === "down") home.radio.tell({ kind: "down", reason: "it was pulled out" });
    if (end === "left") home.radio.tell({ kind: "left", ieee: LAMP });
    if (end === "stop") await home.stop();
    fail();
    await settle();
    if (end === "stop") assert.equal(home.clock.pending, 0);
    await pass(home, 3);
    assert.equal(pings(home), asked, end);
    await home.stop();
  }
});

/** A lamp of which each frame, there or back, is lost with this chance; waited for and tried again as the radio process does. */
function lossy({ clock, radio }: FakeHouse, chance: () => boolean): { on: boolean; wasTrusted: boolean } {
  const there = { on: false, wasTrusted: true };
  const passes = (order: Order) => {
    if (chance()) return false;
    if (order.do === "set") there.on = order.values.state === "ON";
    return !chance();
  };
  radio.answer = (order) =>
    new Promise((resolve, reject) => {
      const attempt = (tries: readonly number[]) => {
        const [patience, ...more] = tries;
        if (patience === undefined) {
          there.wasTrusted = false;
          reject(new RadioError("timeout", "it does not answer"));
        } else if (!passes(order)) clock.after(patience, () => attempt(more));
        else {
          there.wasTrusted = true;
          const payload = { state: there.on ? "ON" : "OFF" };
          if (order.do === "get") radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload });
          resolve({});
        }
      };
      attempt(there.wasTrusted ? [4_000, 3_000] : [3_000]);
    });
  return there;
}

/** Always the same numbers from the same seed. */
function chances(seed: number, share: number): () => boolean {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 < share;
  };
}

for (const seed of [1, 2, 3, 4])
  test(`a lamp behind 10 % random loss for an hour: each command is sent, and it is never away for 20 s (${seed})`, async () => {
    const home = await withDevices(lamp());
    home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "OFF" } });
    const there = lossy(home, chances(seed, 0.1));
    let [away, longest, wished, wrong] = [0, 0, 0, 0];
    for (let second = 0; second < 3600; second += 1) {
      if (second % 12 === 0) {
        const sent = home.radio.orders.filter((order) => order.do === "set").length;
        assert.equal(sent, wished, "each is sent");
        wished += 1;
        await home.ask("PUT", "/lights/1/state", { on: wished % 2 === 1 });
      }
      home.clock.advance(1);
      await settle();
      away = lit(home) ? 0 : away + 1;
      longest = Math.max(longest, away);
      if (second % 12 === 11 && lit(home) && home.store.get("/lights/1")?.state.on !== there.on) wrong += 1;
    }
    assert.ok(longest < 20, `${longest} s`);
    assert.ok(wrong <= 3, `${wrong} of ${wished} times the store said otherwise than the lamp, before it was asked`);
    await home.stop();
  });

test("an answer that comes too late to count does not make a light unreachable that was heard since it was asked", async () => {
  const home = await withDevices(lamp());
  const asked: (() => void)[] = [];
  home.radio.answer = () =>
    new Promise((_, reject) => asked.push(() => reject(new RadioError("timeout", "no answer within 10 s"))));
  await home.ask("PUT", "/lights/1/state", { bri: 7 });
  await settle();
  asked.shift()?.(); // the command
  await settle();
  assert.equal(asked.length, 1, "it is asked how it is");
  home.radio.tell({ kind: "seen", ieee: LAMP, linkquality: null });
  for (const refuse of asked.splice(0)) refuse();
  await settle();
  assert.equal(lit(home), true);
  await home.stop();
});

test("a light that is heard is not pinged", async () => {
  const home = await withDevices(lamp());
  for (let hour = 0; hour < 12; hour += 1) {
    await pass(home, 5);
    home.radio.tell({ kind: "seen", ieee: LAMP, linkquality: 90 });
  }
  assert.equal(pings(home), 0);
  assert.equal(home.store.get("/devices/00:17:88:01:02:03:aa:01")?.attr.linkquality, 90);
  await home.stop();
});

test("after ten minutes without an answer a light is unreachable, until it is heard", async () => {
  const home = await withDevices(lamp());
  home.radio.answer = silence;
  await pass(home, 20);
  assert.equal(lit(home), true, "one failure says little");
  await pass(home, 4);
  assert.equal(lit(home), false);
  const asked = pings(home);
  await pass(home, 30);
  assert.ok(pings(home) > asked && pings(home) <= asked + 4, "asked seldom, but not forgotten");
  home.radio.answer = () => ({});
  home.radio.orders.length = 0;
  home.radio.tell({ kind: "seen", ieee: LAMP, linkquality: 90 });
  assert.equal(lit(home), true);
  await settle();
  assert.deepEqual(
    home.radio.orders.map((order) => order.do),
    ["get"],
    "how it is now",
  );
  await home.stop();
});

test("failures of the radio do not count", async () => {
  const home = await withDevices(lamp());
  for (const code of ["busy", "refused", "unsupported"] as const) {
    home.radio.answer = () => {
      throw new RadioError(code, "not now");
    };
    await pass(home, 40);
    assert.equal(lit(home), true, code);
  }
  await home.stop();
});

test("many silent lights are pinged one after the other", async () => {
  const devices = Array.from({ length: 12 }, (_, at) => lamp(`0x00178801020300${at.toString(16).padStart(2, "0")}`));
  const home = await withDevices(...devices);
  let flying = 0;
  let most = 0;
  home.radio.answer = async () => {
    flying += 1;
    most = Math.max(most, flying);
    await settle();
    flying -= 1;
    return {};
  };
  home.radio.orders.length = 0;
  await pass(home, 10);
  assert.equal(pings(home), 0);
  for (let second = 0; second < 74; second += 1) {
    home.clock.advance(1);
    const asked = pings(home);
    await settle();
    await settle();
    assert.ok(pings(home) <= asked + 1, "at least a second lies between them");
  }
  assert.equal(pings(home), 12);
  assert.equal(most, 1);
  await home.stop();
});

test("while the radio is down no silence counts, and no device is pinged", async () => {
  const home = await withDevices(lamp(), motion());
  home.radio.answer = silence;
  await pass(home, 16);
  home.radio.tell({ kind: "down", reason: "it was pulled out" });
  const asked = pings(home);
  await pass(home, 40 * 60);
  assert.equal(pings(home), asked);
  assert.equal(lit(home), true);
  assert.deepEqual(awake(home), new Set([true]));
  await home.stop();
});

test("failures before the radio was down are not added to those after it", async () => {
  const home = await withDevices(lamp());
  home.radio.answer = silence;
  await pass(home, 18);
  home.radio.tell({ kind: "down", reason: "it was pulled out" });
  home.radio.rise([lamp()]);
  await pass(home, 6);
  assert.equal(lit(home), true);
  await pass(home, 9);
  assert.equal(lit(home), false);
  await home.stop();
});

test("a sleeper is unreachable after 25 hours", async () => {
  const home = await withDevices(motion());
  await pass(home, 25 * 60 - 2);
  assert.deepEqual(awake(home), new Set([true]));
  await pass(home, 3);
  assert.deepEqual(awake(home), new Set([false]));
  assert.equal(pings(home), 0, "it would not hear");
  home.radio.tell({ kind: "seen", ieee: MOTION, linkquality: null });
  assert.deepEqual(awake(home), new Set([true]));
  await home.stop();
});

test("over a restart: reachable stays, and the silence goes on", async () => {
  const first = await withDevices(lamp(), motion());
  first.radio.answer = silence;
  await pass(first, 30);
  assert.equal(lit(first), false);
  await first.stop();
  const clock = fakeClock(first.clock.now() + 20 * 3_600_000);
  const home = await house({ disk: first.disk, clock });
  assert.equal(lit(home), false);
  assert.deepEqual(awake(home), new Set([true]));
  home.radio.answer = silence;
  const lastseen = first.clock.now() - 30 * 60_000;
  home.radio.rise([lamp(LAMP, { lastseen }), motion(MOTION, { lastseen })]);
  assert.equal(lit(home), false);
  await pass(home, 4 * 60);
  assert.deepEqual(awake(home), new Set([true]));
  await pass(home, 35);
  assert.deepEqual(awake(home), new Set([false]));
  await home.stop();
});

test("after days without power a sleeper has time to be heard; a changed clock makes no device unreachable", async () => {
  const first = await withDevices(lamp(), motion());
  await first.stop();
  const clock = fakeClock(first.clock.now() + 5 * 86_400_000);
  const home = await house({ disk: first.disk, clock });
  const lastseen = first.clock.now();
  home.radio.rise([lamp(LAMP, { lastseen }), motion(MOTION, { lastseen })]);
  await settle();
  clock.set(clock.now() + 365 * 86_400_000);
  await pass(home, 60);
  assert.deepEqual(awake(home), new Set([true]));
  assert.equal(lit(home), true);
  await pass(home, 61);
  assert.deepEqual(awake(home), new Set([false]));
  await home.stop();
});
