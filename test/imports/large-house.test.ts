/** A house as large as they come, over REST: all of it is in the report. How long that took, and held up the gateway, is told. LONG=1. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import { type TestContext, test } from "node:test";
import type { ImportReport } from "../../src/imports/report.ts";
import { house } from "../support/houses.ts";
import { folderOf, moved, start } from "../support/moves.ts";

const TIMES = 16; // the 25 devices of the invented house
const [RULES, KEYS] = [300, 500];

test(`${25 * TIMES} devices, ${RULES} rules, ${KEYS} keys`, { skip: !process.env.LONG }, async (t) => {
  const source = folderOf(t, new Map([["zll.db", await largeHouse(t)]]));
  const opened = await start(t, folderOf(t));
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const began = performance.now();
  const job = await moved(opened, { path: source });
  const seconds = (performance.now() - began) / 1000;
  loop.disable();
  const held = loop.max / 1e6;
  t.diagnostic(`${seconds.toFixed(1)} s, the gateway was held up ${held.toFixed(0)} ms at most`);
  assert.equal(job.status, "done", JSON.stringify(job.error));
  const { totals } = (job.result as { readonly report: ImportReport }).report;
  assert.deepEqual([totals.devices, totals.keys[1]], [[25 * TIMES, 25 * TIMES], KEYS]);
  assert.equal(totals.rules?.[1], RULES);
  await opened.stop();
});

type Row = Readonly<Record<string, unknown>>;

/** How the rows of each table become those of another copy of the house; undefined: it has them once. */
const COPIED: Readonly<Record<string, (row: Row, copy: number) => Row | undefined>> = {
  devices: ({ id, mac, nwk, ...row }, copy) =>
    nwk === 0 ? undefined : { ...row, id: idIn(id, copy), mac: addressIn(mac, copy), nwk: Number(nwk) + 32 * copy },
  device_descriptors: (row, copy) => ({ ...row, id: idIn(row.id, copy), device_id: idIn(row.device_id, copy) }),
  nodes: (row, copy) => ({ ...row, mac: addressIn(row.mac, copy), id: String(idIn(row.id, copy)), groups: "" }),
  sensors: ({ sid, uniqueid, ...row }, copy) =>
    row.type === "Daylight" || !/^(..:){7}/.test(String(uniqueid))
      ? undefined
      : { ...row, sid: String(idIn(sid, copy)), uniqueid: addressIn(uniqueid, copy) },
  sub_devices: (row, copy) => ({
    ...{ ...row, id: idIn(row.id, copy), device_id: idIn(row.device_id, copy) },
    uniqueid: addressIn(row.uniqueid, copy),
  }),
  resource_items: (row, copy) => ({ ...row, sub_device_id: String(idIn(row.sub_device_id, copy)) }),
};

async function largeHouse(t: TestContext): Promise<Buffer> {
  const { DatabaseSync } = await import("node:sqlite");
  const path = join(folderOf(t, house("deconz")), "zll.db");
  const database = new DatabaseSync(path);
  const rowsOf = (table: string): readonly Row[] => database.prepare(`SELECT * FROM ${table}`).all();
  const put = (table: string, row: Row) => {
    const names = Object.keys(row);
    const statement = database.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => "?")})`);
    statement.run(...(Object.values(row) as string[]));
  };
  const fill = (table: string, most: number, another: (at: number) => Row) => {
    const [first, ...others] = rowsOf(table);
    for (let at = others.length + 1; at < most; at += 1) put(table, { ...first, ...another(at) });
  };
  database.exec("BEGIN");
  for (const [table, another] of Object.entries(COPIED))
    for (const row of rowsOf(table))
      for (let copy = 1; copy < TIMES; copy += 1) {
        const copied = another(row, copy);
        if (copied) put(table, copied);
      }
  fill("rules", RULES, (at) => ({ rid: String(1000 + at) }));
  fill("auth", KEYS, (at) => ({ apikey: `ABCDEF${String(at).padStart(6, "0")}` }));
  database.exec("COMMIT");
  database.close();
  return readFileSync(path);
}

function idIn(id: unknown, copy: number): number {
  return Number(id) + 1000 * copy;
}

/** The address of a device, or one that begins with it: the seventh byte is another one. */
function addressIn(address: unknown, copy: number): string {
  return String(address).replace(
    /^((?:..:){6})(.)/,
    (_, before, digit) => `${before}${(Number.parseInt(digit, 16) ^ copy).toString(16)}`,
  );
}
