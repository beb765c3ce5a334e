/** Backups of a whole gateway, and the way back: as jobs, with a restart between. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
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
