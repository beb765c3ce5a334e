/** Backups of a whole gateway, and the way back: as jobs, with a restart between. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { withLifeOf } from "../src/backup-report.ts";
import type { Archive } from "../src/edges/disk/archive.ts";
import { JOBS } from "../src/model/jobs.ts";
import type { Address, Cause, Values } from "../src/model/resource.ts";
import { type OpenGateway, open } from "../src/open.ts";
import { BARE } from "./support/bare-gateway.ts";

const EDITOR: Cause = { by: "editor", depth: 0 };

async function start(folder: string): Promise<OpenGateway> {
  const opened = open({ ...BARE, folder });
  await Promise.all([opened.gateway.ready, opened.listening]);
  return opened;
}

async function get({ gateway }: OpenGateway, address: Address): Promise<Values> {
  return (await gateway.perform({ method: "GET", address }, EDITOR)).body as Values;
}

async function rename({ gateway }: OpenGateway, name: string): Promise<void> {
  await gateway.perform({ method: "PUT", address: "/config", body: { name } }, EDITOR);
}

test("a backup and its restore are jobs; the restart completes the restore", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-backup-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const first = await start(folder);
  await rename(first, "Before");
  const bytes = await first.backup.make(EDITOR);
  await rename(first, "After");
  const { does, status, by } = await get(first, "/jobs/1");
  assert.deepEqual([does, status, by], ["backup", "done", "editor"]);
  await assert.rejects(first.backup.restore(Buffer.from("no backup")));
  const failed = await get(first, "/jobs/2");
  assert.equal(failed.status, "failed");
  assert.ok((failed.error as Values).description);
  await first.backup.restore(bytes, EDITOR);
  const waiting = await get(first, "/jobs/3");
  assert.deepEqual([waiting.status, waiting.progress], ["running", { done: 1, total: 2, now: "restart" }]);
  await first.stop();
  const second = await start(folder);
  assert.equal((await get(second, "/config")).name, "Before");
  const jobs = (await get(second, "/jobs")) as Record<string, Values>;
  assert.deepEqual(
    Object.entries(jobs).map(([id, job]) => [id, job.does, job.status]),
    [["3", "restore", "done"]],
  );
  await second.stop();
});

test("the map of the network is known after a restore as well, with its time", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-backup-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const first = await start(folder);
  const bytes = await first.backup.make();
  const jobs = first.gateway.engines.get(JOBS);
  const survey = () => jobs.begin({ does: "survey", cause: EDITOR, total: 1 });
  const found = { "00:01": { at: "2026-03-01T12:00:00Z", neighbours: [] } };
  const look = survey();
  look.found(found);
  look.done();
  survey(); // has found nothing yet
  await first.backup.restore(bytes, EDITOR);
  await first.stop();
  const second = await start(folder);
  const looks = Object.values(await get(second, "/jobs")).filter((job) => (job as Values).does === "survey");
  assert.deepEqual(
    looks.map((job) => (job as Values).result),
    [found],
  );
  await second.stop();
});

test("the map of this network is no map of another one with a backup that is restored here", async (t) => {
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), "zigbee-backup-")));
  t.after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const [own = "", other = ""] = folders;
  const elsewhere = await start(other);
  const bytes = await elsewhere.backup.make();
  await elsewhere.stop();
  const first = await start(own);
  const look = first.gateway.engines.get(JOBS).begin({ does: "survey", cause: EDITOR, total: 1 });
  look.found({ "00:01": { at: "2026-03-01T12:00:00Z", neighbours: [] } });
  look.done();
  await first.backup.restore(bytes, EDITOR);
  await first.stop();
  const second = await start(own);
  const jobs = Object.values(await get(second, "/jobs")).map((job) => (job as Values).does);
  assert.deepEqual(jobs, ["restore"]);
  await second.stop();
});

test("a restore that is cancelled before the restart changes nothing; a later one takes the place of the first", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-backup-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const first = await start(folder);
  await rename(first, "Before");
  const bytes = await first.backup.make();
  await rename(first, "After");
  await first.backup.restore(bytes);
  await first.backup.restore(bytes);
  assert.equal((await get(first, "/jobs/2")).status, "cancelled");
  const { status } = await first.gateway.perform({ method: "DELETE", address: "/jobs/3" }, EDITOR);
  assert.equal(status, 200);
  assert.equal((await get(first, "/jobs/3")).status, "cancelled");
  await first.stop();
  const second = await start(folder);
  assert.equal((await get(second, "/config")).name, "After");
  await second.stop();
});

const SENSOR = { type: "CLIPGenericFlag", modelid: "m", manufacturername: "n", swversion: "1" };
const RULE = {
  name: "Alarm",
  conditions: [{ address: "/sensors/1/state/flag", operator: "eq", value: "true" }],
  actions: [{ address: "/sensors/1/state", method: "PUT", body: { flag: false } }],
};

async function add({ gateway }: OpenGateway, address: Address, body: Values): Promise<void> {
  const { status } = await gateway.perform({ method: "POST", address, body }, EDITOR);
  assert.equal(status, 200);
}

const trigger = (opened: OpenGateway) => add(opened, "/rules/1/trigger", {});

/** How often the rule fired, as its log has it. */
async function firings(opened: OpenGateway): Promise<number> {
  const trace = (await get(opened, "/rules/1/trace")) as unknown as readonly { fires: boolean; count?: number }[];
  return trace.filter(({ fires }) => fires).reduce((all, { count = 1 }) => all + count, 0);
}

test("the gain and the loss of a restore are told before; the log of a rule is kept, here and elsewhere", async (t) => {
  const [folder, other] = [0, 1].map(() => mkdtempSync(join(tmpdir(), "zigbee-backup-")));
  assert.ok(folder && other);
  t.after(() => {
    for (const each of [folder, other]) rmSync(each, { recursive: true, force: true });
  });
  const first = await start(folder);
  await add(first, "/sensors", { ...SENSOR, name: "Mailbox", uniqueid: "a" });
  await add(first, "/rules", RULE);
  await trigger(first);
  const bytes = await first.backup.make();
  await add(first, "/sensors", { ...SENSOR, name: "Doorbell", uniqueid: "b" });
  await trigger(first);
  const report = await first.backup.look(bytes);
  assert.deepEqual(
    { ...report, made: "", name: "" },
    {
      ...{ made: "", name: "", isOwn: true, hasNetwork: false, lost: ["Doorbell"] },
      counts: { devices: 0, virtual: 1, groups: 0, scenes: 0, rules: 1, schedules: 0, programs: 0 },
    },
  );
  assert.ok(Math.abs(Date.parse(report.made) - Date.now()) < 60_000);
  await first.backup.restore(bytes, EDITOR);
  await first.stop();
  const second = await start(folder);
  assert.deepEqual(Object.keys(await get(second, "/sensors")), ["1"]);
  assert.equal(await firings(second), 2, "the log goes on");
  const jobs = Object.values((await get(second, "/jobs")) as Record<string, { result: Values }>);
  assert.deepEqual(jobs.at(-1)?.result.lost, ["Doorbell"]);
  await second.stop();

  const elsewhere = await start(other);
  assert.equal((await elsewhere.backup.look(bytes)).isOwn, false);
  await elsewhere.backup.restore(bytes);
  await elsewhere.stop();
  const moved = await start(other);
  assert.equal(await firings(moved), 1, "as far as the backup has it");
  await moved.stop();
});

test("a rule that has the id of another one does not get its log", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-backup-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const first = await start(folder);
  await add(first, "/sensors", { ...SENSOR, name: "Mailbox", uniqueid: "a" });
  await add(first, "/rules", RULE);
  const bytes = await first.backup.make();
  first.gateway.store.patch("/rules/1", "attr", { created: "2001-01-01T00:00:00" }, EDITOR);
  await trigger(first);
  await first.backup.restore(bytes);
  await first.stop();
  const second = await start(folder);
  assert.equal(await firings(second), 0);
  await second.stop();
});

test("a restore does not switch whether the values of the virtual house change by themselves", () => {
  const archive = (files: Archive["radio"]): Archive => ({
    ...{ made: "2026-03-01T03:00:00.000Z", dataVersion: 1, records: [], about: {} },
    radio: files,
  });
  const lifeIn = (now: Values | undefined, kept: object) =>
    JSON.parse(withLifeOf(now, archive({ "virtual.json": JSON.stringify(kept) })).radio["virtual.json"] ?? "");
  assert.deepEqual(lifeIn({ life: false }, { version: 2, life: true }), { version: 2, life: false });
  assert.deepEqual(lifeIn({ life: true }, { version: 2 }), { version: 2, life: true });
  assert.deepEqual(lifeIn(undefined, { version: 2, life: true }), { version: 2, life: true }, "nobody can tell");
  assert.deepEqual(withLifeOf({ life: false }, archive({ "network.json": "{}" })).radio, { "network.json": "{}" });
});
