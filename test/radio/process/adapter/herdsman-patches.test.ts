/** The patches inside herdsman: frames that break it, its database's writes, and its model of a device. The objects have the shape of its own. */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { type TestContext, test } from "node:test";
import { Device as HerdsmansDevice } from "zigbee-herdsman/dist/controller/model/index.js";
import {
  batchDatabaseSaves,
  guardAdapter,
  keepOnlyTexts,
  limitAdapterCalls,
} from "../../../../src/radio/process/adapter/herdsman-patches.ts";
import type { Herdsman, HerdsmanAdapter } from "../../../../src/radio/process/herdsman.ts";
import { settle } from "../../../support/fakes.ts";

test("listeners go on hearing, also after an error of their own", async () => {
  const adapter = new EventEmitter();
  const heard: unknown[] = [];
  const warnings: string[] = [];
  const breaks: unknown[] = [];
  adapter.on("zclPayload", async (frame) => {
    heard.push(frame);
    if (frame === "bad") throw new TypeError("frame.payload is not iterable");
    if (frame === "full") throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC", syscall: "write" });
  });
  adapter.on("deviceLeave", () => {
    throw new Error("synchronous");
  });
  adapter.on("disconnected", () => heard.push("disconnected"));
  guardAdapter(
    adapter as unknown as HerdsmanAdapter,
    (text) => warnings.push(text),
    (error) => breaks.push(error),
  );
  for (const frame of ["good", "bad", "full", "good"]) adapter.emit("zclPayload", frame);
  adapter.emit("deviceLeave", {});
  adapter.emit("disconnected");
  await settle();
  assert.deepEqual(heard, ["good", "bad", "full", "good", "disconnected"]);
  assert.deepEqual(warnings.toSorted(), [
    "a frame could not be understood: frame.payload is not iterable",
    "a frame could not be understood: synchronous",
  ]);
  assert.equal(breaks.length, 1);
});

test("a call that the stick never answers ends all the same, so that its place is free again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const never = () => new Promise<never>(() => {});
  const methods: Record<string, (...parameters: unknown[]) => Promise<unknown>> = {
    sendZclFrameToEndpoint: never,
    sendZclFrameToGroup: never,
    sendZdo: never,
    addInstallCode: async () => "done",
  };
  limitAdapterCalls(methods as unknown as HerdsmanAdapter);
  const ended: string[] = [];
  const send = (what: string, name: string, ...parameters: unknown[]) =>
    void methods[name]?.(...parameters).catch(({ code }) => ended.push(`${what}: ${code}`));
  send("quick", "sendZclFrameToEndpoint", "0x01", 1, 1, {}, 10_000, false, true);
  send("with a search", "sendZclFrameToEndpoint", "0x01", 1, 1, {}, 10_000, false, false);
  send("group", "sendZclFrameToGroup", 1);
  send("zdo", "sendZdo", "0x01");
  const after = async (milliseconds: number) => {
    t.mock.timers.tick(milliseconds);
    await settle();
    return ended.splice(0);
  };
  assert.deepEqual(await after(19_999), []);
  assert.deepEqual(await after(1), ["quick: timeout"]);
  assert.deepEqual(await after(10_000), ["group: timeout", "zdo: timeout"]);
  assert.deepEqual(await after(10_000), ["with a search: timeout"]);
  assert.equal(await methods.addInstallCode?.(), "done");
});

test("a model that is a number is not kept; the other values with it are", () => {
  class Device {
    readonly basic: Record<string, unknown> = { modelId: "lamp" };
    updateGenBasic(data: object): void {
      Object.assign(this.basic, data);
    }
  }
  keepOnlyTexts(Device.prototype);
  keepOnlyTexts(Device.prototype);
  const device = new Device();
  device.updateGenBasic({ modelId: 5, manufacturerName: null, zclVersion: 3, swBuildId: "1.0" });
  assert.deepEqual(device.basic, { modelId: "lamp", zclVersion: 3, swBuildId: "1.0" });
});

test("herdsman itself still learns by that name", () => {
  assert.equal(typeof HerdsmansDevice.prototype.updateGenBasic, "function");
});

const MET = "SUCCESSFUL";

interface Stage {
  readonly database: { update(entry: object, write: boolean): void; write(): void };
  readonly written: string[]; // the disk's content after each write
  readonly broken: unknown[];
  failure: Error | undefined;
  later(): void;
}

test("steps that follow each other are written once, those of a device that was known before the start as well", (t) => {
  const { database, written, later } = stage(t, [1]);
  for (const step of ["a", "b", "c"]) database.update({ id: 1, interviewState: MET, step }, true);
  database.update({ id: 7, members: [1] }, true); // a group
  assert.deepEqual(written, []);
  later();
  assert.deepEqual(written, ["1 c, 7"]);
  later();
  assert.equal(written.length, 1);
});

test("the result of an interview is written at once, and once", (t) => {
  const { database, written, later } = stage(t, []);
  database.update({ id: 2, interviewState: "IN_PROGRESS" }, true);
  database.update({ id: 2, interviewState: MET, step: "found" }, true);
  assert.deepEqual(written, ["2 found"]);
  database.update({ id: 2, interviewState: MET, step: "bound" }, true);
  assert.equal(written.length, 1);
  database.update({ id: 2, interviewState: "IN_PROGRESS" }, true);
  database.update({ id: 2, interviewState: MET, step: "found anew" }, true);
  assert.deepEqual(written.slice(1), ["2 found anew"]);
  later();
  assert.equal(written.length, 2, "nothing is left to be written");
});

test("a change without importance is not written for its own sake", (t) => {
  const { database, written, later } = stage(t, [1]);
  database.update({ id: 1, interviewState: MET }, false);
  later();
  assert.deepEqual(written, []);
});

test("a disk that refuses it is told of, now or later", (t) => {
  const own = stage(t, [1]);
  own.failure = new Error("full");
  own.database.update({ id: 2, interviewState: MET }, true);
  own.database.update({ id: 1, interviewState: MET }, true);
  assert.deepEqual(own.broken, [own.failure]);
  own.later();
  assert.deepEqual(own.broken, [own.failure, own.failure]);
});

function stage(t: TestContext, known: readonly number[]): Stage {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const entries = new Map<number, { readonly id: number; readonly step?: string }>();
  for (const id of known) entries.set(id, { ...{ interviewState: MET }, id });
  const database = {
    entries,
    update: (entry: { readonly id: number }) => void entries.set(entry.id, entry),
    write: () => {
      if (own.failure) throw own.failure;
      own.written.push([...entries.values()].map(({ id, step }) => [id, step].join(" ").trim()).join(", "));
    },
  };
  const own: Stage = {
    ...{ database, written: [], broken: [], failure: undefined },
    later: () => t.mock.timers.tick(1000),
  };
  batchDatabaseSaves({ database } as unknown as Herdsman, (error) => own.broken.push(error));
  return own;
}
