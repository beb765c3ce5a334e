import assert from "node:assert/strict";
import { test } from "node:test";
import { AdminApiError, type Api } from "../../panels/api.ts";
import { openHouse } from "../../panels/live-house.ts";
import type { Follow } from "../../panels/stream.ts";
import type { ChangeNotice } from "../../src/model/admin-api.ts";
import type { Values } from "../../src/model/resource.ts";
import { settle } from "../support/fakes.ts";

const LAMP: ChangeNotice = {
  address: "/lights/1",
  type: "Dimmable light",
  event: "changed",
  section: "state",
  values: { on: true },
  by: "radio",
  at: 1,
};
const view = (on: boolean) => ({ "/lights/1": { name: "Lamp", state: { on } } });

function world() {
  let line: Omit<Follow, "open"> | undefined;
  let lines = 0;
  const asked: { answer: (said: Values) => void; refuse: (error: unknown) => void }[] = [];
  const api = {
    changes: (given: Omit<Follow, "open">) => {
      line = given;
      lines += 1;
      return () => {
        line = undefined;
      };
    },
    perform: async () => ({ status: 200, body: [{ success: {} }] }),
    house: () => new Promise<Values>((answer, refuse) => asked.push({ answer, refuse })),
  } as unknown as Api;
  const frames: (() => void)[] = [];
  const live = openHouse(api, (run) => frames.push(run));
  let told = 0;
  live.on(() => {
    told += 1;
  });
  live.resume();
  return {
    live,
    asked,
    hear: (message: unknown) => line?.hear(message),
    breaks: (why?: unknown) => line?.broke(why),
    draw: () => {
      for (const run of frames.splice(0)) run();
      return told;
    },
    lamp: () => (live.house?.lights["1"]?.state as Values | undefined)?.on,
    isOpen: () => line !== undefined,
    lines: () => lines,
  };
}

test("a change while the house is asked for is newer than the answer", async () => {
  const { live, asked, hear, lamp } = world();
  hear({ hello: {} });
  hear({ changes: [LAMP], views: view(true) });
  assert.equal(live.house, undefined);
  asked[0]?.answer({ lights: { 1: { name: "Lamp", state: { on: false } } } });
  await settle();
  assert.deepEqual([live.state, lamp()], ["live", true]);
  hear({ changes: [LAMP], views: view(false) });
  assert.equal(lamp(), false);
  live.stop();
});

test("many changes are told once a frame", async () => {
  const { asked, hear, draw, live } = world();
  hear({ hello: {} });
  asked[0]?.answer({});
  await settle();
  const before = draw();
  for (let turn = 0; turn < 500; turn++) hear({ changes: [LAMP], views: view(turn % 2 === 0) });
  assert.equal(draw(), before + 1);
  assert.equal(draw(), before + 1);
  live.stop();
});

test("after a break everything is asked for again, and until then the last known stays", async () => {
  const { live, asked, hear, breaks, lamp } = world();
  hear({ hello: {} });
  asked[0]?.answer({ lights: { 1: { state: { on: true } } } });
  await settle();
  breaks(new AdminApiError("unreachable"));
  assert.deepEqual([live.state, lamp()], ["unreachable", true]);
  breaks(undefined);
  assert.equal(live.state, "broken");
  hear({ hello: {} });
  asked[1]?.answer({ lights: { 1: { state: { on: false } } } });
  await settle();
  assert.deepEqual([live.state, lamp()], ["live", false]);
  live.stop();
});

test("an earlier answer that comes late counts for nothing", async () => {
  const { live, asked, hear, lamp } = world();
  hear({ hello: {} });
  hear({ views: { "/gateway": { event: "radio-up" } } });
  asked[1]?.answer({ lights: { 1: { state: { on: true } } } });
  await settle();
  asked[0]?.answer({ lights: { 1: { state: { on: false } } } });
  await settle();
  assert.equal(lamp(), true);
  live.stop();
});

test("a house that is not ready is asked for again while the line stands", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { live, asked, hear } = world();
  hear({ hello: {} });
  asked[0]?.refuse(new AdminApiError("not-ready"));
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(live.state, "not-ready");
  context.mock.timers.tick(5_000);
  assert.equal(asked.length, 2);
  asked[1]?.answer({});
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(live.state, "live");
  live.stop();
});

test("while no user looks there is no line, and an answer from before counts for nothing", async () => {
  const { live, asked, hear, isOpen, lines } = world();
  hear({ hello: {} });
  live.pause();
  assert.equal(isOpen(), false);
  asked[0]?.answer({ lights: {} });
  await settle();
  assert.equal(live.house, undefined);
  live.resume();
  live.resume();
  assert.equal(lines(), 2);
  hear({ hello: {} });
  assert.deepEqual([live.state, live.loads], ["loading", 0]);
  asked[1]?.answer({ lights: {} });
  await settle();
  assert.deepEqual([live.state, live.loads], ["live", 1]);
  live.pause();
  live.resume();
  hear({ hello: {} });
  asked[2]?.answer({ lights: {} });
  await settle();
  assert.deepEqual([live.state, live.loads], ["live", 2], "it was live all along, but may have changed");
  live.stop();
});

test("changes are handed out as they come; a listener that fails breaks no other", async (context) => {
  const complaints = context.mock.method(console, "error", () => {});
  const { live, hear } = world();
  const heard: string[] = [];
  live.onChanges(() => {
    throw new Error("a panel failed");
  });
  const stop = live.onChanges((news) => heard.push(...news.map(({ address }) => address)));
  hear({ changes: [LAMP], views: view(true) });
  stop();
  hear({ changes: [LAMP], views: view(false) });
  assert.deepEqual(heard, ["/lights/1"]);
  assert.equal(complaints.mock.callCount(), 2);
  live.stop();
});

test("the lights of a room that is switched are waited for, as far as they can be reached", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { live, asked, hear } = world();
  const light = (reachable: boolean) => ({ state: { reachable } });
  const lights = { 1: light(true), 2: light(false), 3: light(true) };
  hear({ hello: {} });
  asked[0]?.answer({ lights, groups: { 5: { lights: ["1", "2"] } } });
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  await live.api.perform("PUT", "/groups/5/action", { on: true });
  context.mock.timers.tick(3_000);
  assert.deepEqual(
    ["/lights/1", "/lights/2", "/lights/3"].filter((address) => live.unanswered.has(address)),
    ["/lights/1"],
  );
  const silent: string[] = [];
  live.onSilence((address) => silent.push(address));
  hear({
    delivered: [
      { address: "/lights/1", failure: "timeout" },
      { address: "/groups/5", failure: "timeout" },
    ],
  });
  assert.deepEqual(silent, ["/lights/1"]);
  live.stop();
});
