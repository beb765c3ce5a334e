/** Which lights are waited for after they were told something, and which of them did not answer. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Api } from "../../panels/api.ts";
import { Unanswered } from "../../panels/unanswered.ts";

function start(t: TestContext, status = 200, body: unknown = [{ success: {} }]) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const silent: string[] = [];
  const told = { count: 0 };
  const unanswered = new Unanswered({
    changed: () => {
      told.count += 1;
    },
    silent: (address) => silent.push(address),
  });
  const api = unanswered.watched({ perform: async () => ({ status, body }) } as unknown as Api);
  const put = (address = "/lights/3/state") => api.perform("PUT", address, { on: true });
  return { unanswered, silent, told, put, tick: (milliseconds: number) => t.mock.timers.tick(milliseconds) };
}

test("a light that answers within a second was never waited for", async (t) => {
  const { unanswered, silent, told, put, tick } = start(t);
  await put();
  tick(900);
  unanswered.hear([{ address: "/lights/3" }]);
  tick(60_000);
  assert.deepEqual([unanswered.isLate("/lights/3"), told.count, silent], [false, 0, []]);
});

test("after a second it is waited for, until it is known how that ended; silence is told once", async (t) => {
  const { unanswered, silent, told, put, tick } = start(t);
  await put();
  tick(1_000);
  assert.equal(unanswered.isLate("/lights/3"), true);
  assert.equal(unanswered.isLate("/lights/4"), false);
  unanswered.hear([{ address: "/lights/3", failure: "timeout" }]);
  unanswered.hear([{ address: "/lights/3", failure: "timeout" }]);
  assert.deepEqual([unanswered.isLate("/lights/3"), told.count, silent], [false, 2, ["/lights/3"]]);
});

test("what others told a light, and what is no silence, is no news here", async (t) => {
  const { unanswered, silent, put } = start(t);
  unanswered.hear([{ address: "/lights/3", failure: "unreachable" }]);
  await put();
  unanswered.hear([{ address: "/lights/3", failure: "refused" }]);
  assert.deepEqual(silent, []);
});

test("what was refused, and what is no command for a light, is not waited for", async (t) => {
  const { unanswered, put, tick } = start(t, 403, [{ error: { type: 201, description: "off" } }]);
  await put();
  await put("/groups/1/action");
  tick(5_000);
  assert.equal(unanswered.isLate("/lights/3"), false);
  assert.equal(unanswered.isLate("/groups/1"), false);
});

test("nobody waits for ever", async (t) => {
  const { unanswered, put, tick } = start(t);
  await put();
  tick(1_000);
  tick(30_000);
  assert.equal(unanswered.isLate("/lights/3"), false);
  await put();
  tick(1_000);
  unanswered.clear();
  assert.equal(unanswered.isLate("/lights/3"), false);
});
