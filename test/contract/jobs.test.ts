/** Jobs over REST: a long task tells its progress, its cause, its findings and its end; it can be cancelled and outlives a restart. */
import assert from "node:assert/strict";
import { JOBS } from "../../src/model/jobs.ts";
import { RadioError } from "../../src/model/radio/orders.ts";
import type { Address, Values } from "../../src/model/resource.ts";
import { LAMP, lamp, MOTION, motion } from "../devices/home.ts";
import { clip, fakeDisk, fakeRadio, house, NETWORK, settle, TEST } from "../support/fakes.ts";
import { contract, created, inShort, seen } from "../support/transports.ts";

const onAir = () => ({ radio: fakeRadio(true) });
const BEGAN = "2026-03-01T12:00:00";
const mac = (ieee: string) => (ieee.slice(2).match(/../g) ?? []).join(":");

contract(
  "before anything takes long there are no jobs",
  async ({ ask }) => {
    assert.deepEqual(await seen(ask, "/jobs"), {});
    assert.deepEqual(inShort(await ask("GET", "/jobs/1")), [404, [3, "/jobs/1"]]);
    assert.deepEqual(inShort(await ask("DELETE", "/jobs/1")), [404, [3, "/jobs/1"]]);
    assert.deepEqual(inShort(await ask("POST", "/jobs", {})), [404, [4, "/jobs"]]);
  },
  onAir,
);

contract(
  "a search is a job: it counts its seconds, notes its finds, and is done when the network closes",
  async ({ ask, clock }) => {
    await ask("POST", "/sensors");
    const { by, ...job } = await seen(ask, "/jobs/1");
    const running = { does: "search", status: "running", began: BEGAN, cancellable: true };
    assert.deepEqual(job, { ...running, progress: { done: 0, total: 60 }, result: {} });
    assert.equal(typeof by, "string");
    await created(ask, "/sensors", clip("CLIPAlarm", { name: "Door" }));
    await created(ask, "/sensors", clip("CLIPAlarm", { name: "Window" }));
    await settle();
    await ask("DELETE", "/sensors/2");
    await settle();
    clock.advance(30);
    const later = await seen(ask, "/jobs/1");
    assert.deepEqual([later.progress, later.result], [{ done: 30, total: 60 }, { "/sensors/1": { name: "Door" } }]);
    await ask("POST", "/lights"); // starts its time again
    await settle();
    clock.advance(60);
    const after = await seen(ask, "/jobs/1");
    assert.deepEqual([after.status, after.ended, after.cancellable], ["done", "2026-03-01T12:01:30", false]);
    assert.deepEqual(after.result, { "/sensors/1": { name: "Door" } });
    assert.deepEqual(Object.keys(await seen(ask, "/jobs")), ["1"]);
  },
  onAir,
);

contract(
  "whoever cancels a search closes the network; whoever closes the network cancels the search",
  async ({ ask, radio }) => {
    await ask("POST", "/sensors");
    assert.deepEqual(inShort(await ask("DELETE", "/jobs/1")), [200, { "/jobs/1/status": "cancelled" }]);
    assert.deepEqual(radio.opened, [60, 0]);
    assert.equal((await seen(ask, "/config")).permitjoin, 0);
    assert.equal((await seen(ask, "/jobs/1")).status, "cancelled");
    await ask("PUT", "/config", { permitjoin: 120 });
    assert.deepEqual((await seen(ask, "/jobs/2")).progress, { done: 0, total: 120 });
    await ask("PUT", "/config", { permitjoin: 0 });
    assert.equal((await seen(ask, "/jobs/2")).status, "cancelled");
    assert.deepEqual(inShort(await ask("DELETE", "/jobs/2")), [200, { id: "2" }]);
    assert.deepEqual(Object.keys(await seen(ask, "/jobs")), ["1"]);
  },
  onAir,
);

contract(
  "a touchlink scan is a job that nobody can cancel; why it failed is told",
  async ({ ask, radio }) => {
    const found = { ieee: "0x00178801000000bb", factorynew: true, rssi: -55, channel: 15, panid: 0xffff };
    radio.touch = () => new Promise(() => {});
    await ask("POST", "/touchlink/scan");
    radio.tell({ kind: "touched", touched: found });
    const job = await seen(ask, "/jobs/1");
    assert.deepEqual([job.does, job.status, job.cancellable], ["touchlink-scan", "running", false]);
    assert.deepEqual(job.result, (await seen(ask, "/touchlink/scan")).result);
    assert.deepEqual(inShort(await ask("DELETE", "/jobs/1")), [400, [951, "/jobs/1"]]);
  },
  onAir,
);

contract(
  "what the radio says of a failure stands in the job",
  async ({ ask, radio }) => {
    radio.touch = async () => {
      throw new RadioError("timeout", "the stick does not answer");
    };
    await ask("POST", "/touchlink/scan");
    await settle();
    const { status, error } = await seen(ask, "/jobs/1");
    assert.deepEqual([status, error], ["failed", { code: "timeout", description: "the stick does not answer" }]);
  },
  onAir,
);

contract(
  "the network survey asks the stick and each router, one after the other",
  async ({ ask, radio, store }) => {
    radio.rise([lamp(), motion()]);
    await settle();
    const link = { linkquality: 100, relation: "child" as const, depth: 1 };
    const asked: string[] = [];
    let answer = () => {};
    const wait = new Promise<void>((resolve) => {
      answer = resolve;
    });
    radio.answer = async (order) => {
      if (order.do !== "neighbours") return {};
      asked.push(order.target.ieee);
      await wait;
      if (order.target.ieee === LAMP) throw new RadioError("unreachable", "it does not answer");
      return { neighbours: [{ ieee: MOTION, ...link }] };
    };
    assert.deepEqual(inShort(await ask("POST", "/devices/survey")), [200, { id: "1" }]);
    assert.deepEqual(inShort(await ask("POST", "/devices/survey")), [200, { id: "1" }], "the one that goes on");
    const stick = mac(NETWORK.coordinator);
    assert.deepEqual((await seen(ask, "/jobs/1")).progress, { done: 0, total: 2, now: stick });
    answer();
    await settle();
    assert.deepEqual(asked, [NETWORK.coordinator, LAMP]);
    const { status, progress, result } = await seen(ask, "/jobs/1");
    assert.deepEqual([status, progress], ["done", { done: 2, total: 2 }]);
    assert.deepEqual(result[stick], {
      at: "2026-03-01T12:00:00.000Z",
      neighbours: [{ uniqueid: mac(MOTION), ...link }],
    });
    assert.deepEqual(result[mac(LAMP)], { error: { code: "unreachable", description: "it does not answer" } });
    assert.equal(store.get("/jobs/1")?.attr.status, "done");
  },
  onAir,
);

contract("without the radio there is no survey", async ({ ask }) => {
  assert.deepEqual(inShort(await ask("POST", "/devices/survey")), [503, [950, "/devices/survey"]]);
  assert.deepEqual(await seen(ask, "/jobs"), {});
});

contract(
  "of those that have ended the last three of a kind are kept, and no id is given twice",
  async ({ ask }) => {
    for (let count = 0; count < 5; count += 1) {
      await ask("PUT", "/config", { permitjoin: 60 });
      await ask("PUT", "/config", { permitjoin: 0 });
    }
    assert.deepEqual(Object.keys(await seen(ask, "/jobs")), ["3", "4", "5"]);
    await ask("DELETE", "/jobs/5");
    await ask("PUT", "/config", { permitjoin: 60 });
    assert.deepEqual(Object.keys(await seen(ask, "/jobs")), ["3", "4", "6"]);
  },
  onAir,
);

contract(
  "devices that are set up for another stick are one job, which counts them and is done with the last one",
  async ({ ask, radio }) => {
    radio.tell({ kind: "moved", done: 3, total: 3 }); // so each start without a move tells it
    await settle();
    assert.deepEqual(await seen(ask, "/jobs"), {});
    for (const done of [0, 1, 2]) {
      radio.tell({ kind: "moved", done, total: 3 });
      await settle();
      const { does, status, progress, result, cancellable } = await seen(ask, "/jobs/1");
      assert.deepEqual([does, status, cancellable], ["move", "running", false]);
      assert.deepEqual(
        [progress, result],
        [
          { done, total: 3 },
          { done, total: 3 },
        ],
      );
    }
    radio.tell({ kind: "moved", done: 3, total: 3 });
    await settle();
    assert.equal((await seen(ask, "/jobs/1")).status, "done");
    assert.deepEqual(Object.keys(await seen(ask, "/jobs")), ["1"]);
  },
  onAir,
);

contract("a restart ends what was under way, and says so; what only waited for it is done", async () => {
  const disk = fakeDisk();
  const first = await house({ disk, radio: fakeRadio(true) });
  await first.ask("POST", "/sensors");
  const jobs = first.engines.get(JOBS);
  jobs.begin({ does: "restore", cause: TEST, completedByRestart: true });
  const ended = jobs.begin({ does: "backup", cause: TEST });
  ended.done();
  ended.failed(new Error("too late"));
  await first.stop();
  const home = await house({ disk, radio: fakeRadio(true) });
  const after = async (address: Address) => (await home.ask("GET", address)).body as Values;
  const { status, error, cancellable } = await after("/jobs/1");
  assert.deepEqual([status, (error as Values).code, cancellable], ["failed", "restarted", false]);
  assert.equal((await after("/jobs/2")).status, "done");
  assert.deepEqual([(await after("/jobs/3")).status, (await after("/jobs/3")).error], ["done", undefined]);
  await home.stop();
});
