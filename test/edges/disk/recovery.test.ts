import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { isSealed } from "../../../src/edges/disk/lines.ts";
import { inspectDataFile, salvage } from "../../../src/edges/disk/recovery.ts";
import { DATA, fill, freshFolder, harm, namesIn, read, sensor, sensors, session } from "../../support/disk.ts";

const COUNT = 40;

interface Damage {
  readonly what: string;
  readonly change: (bytes: Buffer) => Uint8Array | undefined;
  readonly kept: (found: number) => boolean; // without a backup
  readonly says: string;
}

const damages: readonly Damage[] = [
  { what: "a torn tail", change: (b) => b.subarray(0, -30), kept: (n) => n === COUNT, says: "damaged" },
  { what: "a flipped bit", change: flip, kept: (n) => n === COUNT - 1, says: "damaged" },
  { what: "a flipped end of line", change: glue, kept: (n) => n === COUNT, says: "damaged" },
  { what: "a zeroed block", change: (b) => void b.fill(0, 512, 1024), kept: (n) => n >= COUNT - 6, says: "damaged" },
  { what: "a half file", change: (b) => b.subarray(0, b.length / 2), kept: (n) => n >= COUNT / 2 - 2, says: "damaged" },
  { what: "lines cut off cleanly", change: firstLines, kept: (n) => n === 10, says: "damaged" },
  { what: "NUL bytes behind", change: zeroes, kept: (n) => n === COUNT, says: "damaged" },
  { what: "an empty file", change: () => Buffer.alloc(0), kept: (n) => n === 0, says: "empty" },
  { what: "nothing but NUL bytes", change: (b) => void b.fill(0), kept: (n) => n === 0, says: "damaged" },
];

for (const { what, change, kept, says } of damages) {
  test(`${what}, without a backup: readable lines are kept, and one line says so`, async (t) => {
    const folder = freshFolder(t);
    await fill(folder, sensors(COUNT));
    await read(folder);
    harm(join(folder, DATA), change);
    const harmed = readFileSync(join(folder, DATA));
    const { disk, found, lines } = await session(folder, { errors: /: all is lost/ });
    assert.ok(kept(found.size), `${found.size} found`);
    for (const [address, json] of found) assert.equal(json, sensor(Number(address.slice(9))).json);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", new RegExp(`^${join(folder, DATA)}: the file is ${says}`));
    assert.match(lines[0] ?? "", found.size > 0 ? /resources kept, there is no backup to look into/ : /all is lost/);
    if (harmed.length > 0) assert.deepEqual(readFileSync(join(folder, "damaged", `000001-${DATA}`)), harmed);
    await disk.write([sensor(COUNT + 1)], true);
    await disk.close();
    assert.equal((await read(folder)).size, found.size + 1);
  });

  test(`${what}, with a backup: all is there again, and one line says so`, async (t) => {
    const folder = await withBackup(t);
    harm(join(folder, DATA), change);
    const { disk, found, lines } = await session(folder);
    await disk.close();
    assert.deepEqual(
      [...found].sort(),
      sensors(COUNT)
        .map(({ address, json }) => [address, json])
        .sort(),
    );
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /\d+ resources kept, \d+ brought back from the backup of 2026-03-01/);
  });
}

for (const [where, rewrites] of [
  ["that were appended", false],
  ["that were written anew", true],
] as const) {
  test(`whole lines ${where} and were cut out are counted, told, and come back from the backup`, async (t) => {
    const folder = freshFolder(t);
    await fill(folder, sensors(COUNT));
    if (rewrites) await read(folder);
    cpSync(join(folder, DATA), join(folder, "backups", "000001-v1-2026-03-01.db"));
    const lines = readFileSync(join(folder, DATA), "utf8").split("\n");
    writeFileSync(join(folder, DATA), lines.filter((_, at) => at !== 7 && at !== 8 && at !== 20).join("\n"));
    const before = await session(folder);
    assert.equal(before.found.size, COUNT);
    const told = `3 lines of the file are missing: ${COUNT - 3} resources kept, 3 brought back from the backup of 2026-03-01`;
    assert.deepEqual(before.lines, [
      `${join(folder, DATA)}: ${told}; the file as it was is kept as damaged/000001-${DATA}`,
    ]);
    await before.disk.write([sensor(COUNT + 1)], true);
    await before.disk.close();
    const { disk, found, lines: after } = await session(folder);
    await disk.close();
    assert.deepEqual([found.size, after], [COUNT + 1, []], "said once");
  });
}

test("a missing file is a loss, and comes back from the backup", async (t) => {
  const folder = await withBackup(t);
  rmSync(join(folder, DATA));
  const { disk, found, lines } = await session(folder);
  await disk.close();
  assert.equal(found.size, COUNT);
  assert.deepEqual(lines, [
    `${join(folder, DATA)}: the file is missing: 0 resources kept, ${COUNT} brought back from the backup of 2026-03-01`,
  ]);
});

test("a missing file without a backup is not empty in silence", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, sensors(3));
  rmSync(join(folder, DATA));
  const { disk, found, lines } = await session(folder, { errors: /all is lost/ });
  await disk.close();
  assert.equal(found.size, 0);
  assert.deepEqual(lines, [
    `${join(folder, DATA)}: the file is missing, nothing of it can be read and there is no backup: all is lost`,
  ]);
});

test("a damaged backup is passed over for the one before", async (t) => {
  const folder = await withBackup(t);
  const [backup = ""] = namesIn(join(folder, "backups"));
  cpSync(join(folder, "backups", backup), join(folder, "backups", "000002-v1-2026-03-02.db"));
  harm(join(folder, "backups", "000002-v1-2026-03-02.db"), flip);
  harm(join(folder, DATA), () => Buffer.alloc(0));
  assert.equal((await read(folder)).size, COUNT);
});

test("an unfinished file of NeDB is removed, or stands in for a missing one", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, sensors(3));
  const path = join(folder, DATA);
  writeFileSync(`${path}~`, readFileSync(path).subarray(0, 100));
  assert.equal((await read(folder)).size, 3);
  assert.deepEqual(namesIn(folder), ["backups", DATA]);
  renameSync(path, `${path}~`);
  const { disk, found, lines } = await session(folder);
  await disk.close();
  assert.equal(found.size, 3);
  const why = "the file was missing, but not the unfinished one that was to take its place";
  const aside = `the file as it was is kept as damaged/000001-${DATA}`;
  assert.deepEqual(lines, [`${path}: ${why}: 3 resources kept, there is no backup to look into; ${aside}`]);
});

test("three damaged files are kept, the newest", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, sensors(3));
  for (let round = 0; round < 5; round += 1) {
    harm(join(folder, DATA), (bytes) => bytes.subarray(0, -3));
    await read(folder);
  }
  assert.deepEqual(
    namesIn(join(folder, "damaged")),
    [3, 4, 5].map((number) => `00000${number}-${DATA}`),
  );
});

test("with any damage to the bytes it opens, and every undamaged document is there", async (t) => {
  const folder = freshFolder(t);
  await fill(folder, sensors(COUNT));
  await fill(folder, [sensor(1, "newer"), { address: "/sensors/2" }, sensor(COUNT + 1)]);
  const whole = readFileSync(join(folder, DATA));
  const position = fc.nat(whole.length - 1);
  const blow = fc.oneof(
    fc.record({ kind: fc.constant("flip" as const), at: position, bit: fc.nat(7) }),
    fc.record({ kind: fc.constant("zero" as const), at: position, length: fc.nat(1500) }),
    fc.record({ kind: fc.constant("cut" as const), at: position }),
    fc.record({ kind: fc.constant("splice" as const), at: position, bytes: fc.uint8Array({ maxLength: 300 }) }),
  );
  const runs = process.env.LONG ? 3000 : 100;
  await fc.assert(
    fc.asyncProperty(fc.array(blow, { minLength: 1, maxLength: 4 }), async (blows) => {
      rmSync(folder, { recursive: true });
      mkdirSync(join(folder, "backups"), { recursive: true });
      let bytes: Buffer = Buffer.from(whole);
      for (const one of blows) bytes = struck(bytes, one);
      writeFileSync(join(folder, DATA), bytes);
      const undamaged = intact(bytes);
      const { disk, found } = await session(folder, { errors: /all is lost/ });
      await disk.close();
      for (const [address, json] of undamaged) {
        const kept = found.get(address as "/x");
        const isLater = told(whole, address).lastIndexOf(kept) > told(whole, address).lastIndexOf(json);
        assert.ok(kept === json || isLater, `${address} is ${kept}`);
      }
      assert.equal((await inspectDataFile(join(folder, DATA)))?.missing, 0);
      const { records } = await salvage(join(folder, DATA));
      assert.deepEqual([...records.values()].map(({ address, json }) => [address, json]).sort(), [...found].sort());
    }),
    { numRuns: runs },
  );
});

/** All that a file says of an address, one after the other: a repair may find more than the simple reader below. */
function told(bytes: Buffer, address: string): readonly (string | undefined)[] {
  const entries = bytes.toString().trimEnd().split("\n");
  return entries.map((line) => JSON.parse(line)).flatMap(({ _id, json }) => (_id === address ? [json] : []));
}

/** A reader of its own: the lines that are as they were. */
function intact(bytes: Buffer): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const text of bytes.toString("latin1").split("\n")) {
    const line = Buffer.from(text, "latin1");
    if (!isSealed(line)) continue;
    const { _id, json } = JSON.parse(line.toString());
    if (json === undefined) found.delete(_id);
    else if (_id !== "/~") found.set(_id, json);
  }
  return found;
}

type Blow =
  | { kind: "flip"; at: number; bit: number }
  | { kind: "zero"; at: number; length: number }
  | { kind: "cut"; at: number }
  | { kind: "splice"; at: number; bytes: Uint8Array };

function struck(bytes: Buffer, blow: Blow): Buffer {
  if (blow.kind === "cut") return bytes.subarray(0, blow.at);
  if (blow.kind === "splice") return Buffer.concat([bytes.subarray(0, blow.at), blow.bytes, bytes.subarray(blow.at)]);
  if (blow.kind === "zero")
    return bytes.fill(0, Math.min(blow.at, bytes.length), Math.min(blow.at + blow.length, bytes.length));
  if (blow.at < bytes.length) bytes[blow.at] = (bytes[blow.at] ?? 0) ^ (1 << blow.bit);
  return bytes;
}

async function withBackup(t: Parameters<typeof freshFolder>[0]): Promise<string> {
  const folder = freshFolder(t);
  await fill(folder, sensors(COUNT));
  await read(folder);
  cpSync(join(folder, DATA), join(folder, "backups", "000001-v1-2026-03-01.db"));
  assert.ok(statSync(join(folder, DATA)).size > 4000);
  return folder;
}

function flip(bytes: Buffer): undefined {
  const at = bytes.indexOf("Sensor 5");
  bytes[at] = (bytes[at] ?? 0) ^ 4;
}

function glue(bytes: Buffer): undefined {
  bytes[bytes.indexOf(10)] = 14;
}

function firstLines(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString().split("\n").slice(0, 10).join("\n").concat("\n"));
}

function zeroes(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(5000)]);
}
