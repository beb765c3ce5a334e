/** The recording of events: the gateway's kept events stand in it once, however often it is asked for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { recordingOf } from "../../../panels/events/recording.ts";
import type { LiveHouse } from "../../../panels/live-house.ts";
import type { ChangeNotice } from "../../../src/model/admin-api.ts";
import { settle } from "../../support/fakes.ts";

const event = (n: number): ChangeNotice => ({
  ...{ address: "/sensors/1", type: "ZHAOpenClose", event: "changed", section: "state" },
  ...{ values: { open: true }, before: { open: false }, by: "radio", at: n, n },
});

function world() {
  const asked: { answer: (all: readonly ChangeNotice[]) => void; refuse: (error: unknown) => void }[] = [];
  let tellEarlier = () => {};
  let tellChanges = (_news: readonly ChangeNotice[]) => {};
  let tellSettled = (_isSettled: (n: number) => boolean) => {};
  const live = {
    api: { events: () => new Promise((answer, refuse) => asked.push({ answer, refuse })) },
    onEarlier: (listener: () => void) => {
      tellEarlier = listener;
    },
    onChanges: (listener: typeof tellChanges) => {
      tellChanges = listener;
    },
    onSettled: (listener: typeof tellSettled) => {
      tellSettled = listener;
    },
  } as unknown as LiveHouse;
  const own = recordingOf(live);
  return {
    asked,
    tellEarlier: () => tellEarlier(),
    tellChanges: (news: readonly ChangeNotice[]) => tellChanges(news),
    tellSettled: (...numbers: number[]) => tellSettled((n) => numbers.includes(n)),
    awaited: () => [...own.awaited].map(({ n }) => n),
    numbers: () => own.waiting.map(({ n }) => n),
    worded: () => Object.assign(own, { waiting: [] }), // as when the panel is shown
  };
}

test("a past that is told while the gateway is asked stands there once, with the events that come meanwhile", async () => {
  const { asked, tellEarlier, tellChanges, numbers, worded } = world();
  tellEarlier();
  tellChanges([event(2)]);
  assert.equal(asked.length, 2);
  asked[1]?.answer([event(-1), event(0), event(1)]);
  await settle();
  assert.deepEqual(numbers(), [-1, 0, 1, 2]);
  worded();
  asked[0]?.answer([event(1)]);
  await settle();
  assert.deepEqual(numbers(), []);
});

test("a gateway that refused at first is not asked on for an answer that another has given", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { asked, tellEarlier } = world();
  asked[0]?.refuse(new Error("503"));
  await settle();
  tellEarlier();
  t.mock.timers.tick(60_000);
  assert.equal(asked.length, 2);
});

test("a value without a device's confirmation is held back until its command has ended, of any cause, and also of before", async () => {
  const { asked, tellChanges, tellSettled, awaited } = world();
  asked[0]?.answer([event(1), { ...event(2), by: "editor", desired: true }]);
  await settle();
  tellChanges([{ ...event(3), by: "rest:a", desired: true }, event(4)]);
  assert.deepEqual(awaited(), [2, 3]);
  tellSettled(1, 2);
  assert.deepEqual(awaited(), [3]);
  tellSettled(3);
  assert.deepEqual(awaited(), []);
});
