/** A backup as one file: a backup is read as it was packed, and any other file is refused before anything is touched. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { packArchive, readArchive } from "../../../src/edges/disk/archive.ts";
import { sensors } from "../../support/disk.ts";
import { START } from "../../support/fakes.ts";

const RADIO = { "database.db": '{"id":1}\n{"id":2}\n', "network.json": '{"key":"00"}' };
const CONTENT = { records: sensors(3), radio: RADIO, about: { name: "Home" } };

type Json = { [name: string]: unknown };
interface Packed extends Json {
  manifest: { [name: string]: Json };
  parts: { [name: string]: string };
}

test("a backup is read as it was packed", async () => {
  const bytes = await packArchive(CONTENT, START);
  assert.deepEqual(await readArchive(bytes), { ...CONTENT, made: "2026-03-01T12:00:00.000Z", dataVersion: 1 });
  const empty = await packArchive({ records: [], radio: {}, about: {} }, START);
  assert.deepEqual((await readArchive(empty)).records, []);
});

const CHANGES: readonly [what: string, change: (packed: Packed) => void, reason: RegExp][] = [
  [
    "of a newer release",
    (packed) => (packed.version = 2),
    /^backup: a newer release made it, this one cannot read it$/,
  ],
  ["of something else", (packed) => (packed.format = "cake"), /this is no backup of a Zigbee gateway/],
  ["without a version", (packed) => delete packed.version, /this is no backup of a Zigbee gateway/],
  ["without a manifest", (packed) => delete (packed as Json).manifest, /it is damaged/],
  ["without a part", (packed) => delete packed.parts["radio/network.json"], /it is damaged/],
  ["without the store", (packed) => remove(packed, "store"), /it is damaged/],
  [
    "with a changed part",
    (packed) => (packed.parts["radio/network.json"] += " "),
    /radio\/network.json is not as it was/,
  ],
  ["with a changed sum", (packed) => (part(packed, "store").sha256 = "0".repeat(64)), /store is not as it was/],
  ["with a changed length", (packed) => (part(packed, "store").bytes = 1), /store is not as it was/],
  ["that climbs out", (packed) => add(packed, "radio/../../.ssh/authorized_keys"), /which is no part of a backup/],
  ["that climbs out on Windows", (packed) => add(packed, "radio/..\\x"), /which is no part of a backup/],
  ["with a path", (packed) => add(packed, "/etc/passwd"), /which is no part of a backup/],
  ["with a hidden file", (packed) => add(packed, "radio/.profile"), /which is no part of a backup/],
  ["with a device", (packed) => add(packed, "radio/con.json"), /which is no part of a backup/],
  ["with a hostile name", (packed) => add(packed, "radio/__proto__"), /which is no part of a backup/],
  [
    "with newer data",
    (packed) => add(packed, "store", '{"version":99,"records":[]}'),
    /its data are of version 99, this one knows 1/,
  ],
  ["with data of no version", (packed) => add(packed, "store", '{"version":0.5,"records":[]}'), /it is damaged/],
  [
    "with records that are none",
    (packed) => add(packed, "store", '{"version":1,"records":[{"address":"x","json":"{}"}]}'),
    /it is damaged/,
  ],
  [
    "with records that are not JSON",
    (packed) => add(packed, "store", '{"version":1,"records":[{"address":"/x","json":"{"}]}'),
    /it is damaged/,
  ],
  [
    "with too many files",
    (packed) => {
      for (let file = 0; file < 60; file += 1) add(packed, `radio/file${file}`);
    },
    /it is damaged/,
  ],
];

for (const [what, change, reason] of CHANGES) {
  test(`a backup ${what} is refused`, async () => {
    const packed = JSON.parse(gunzipSync(await packArchive(CONTENT, START)).toString()) as Packed;
    change(packed);
    await assert.rejects(readArchive(gzipSync(JSON.stringify(packed))), { message: reason });
  });
}

test("a file that is cut short, flipped, no file at all, or a bomb is refused", async () => {
  const bytes = await packArchive(CONTENT, START);
  await assert.rejects(readArchive(bytes.subarray(0, -20)), { message: /no backup, or it is damaged/ });
  for (let at = 20; at < bytes.length; at += 11) {
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ 0x10;
    await assert.rejects(readArchive(flipped), `byte ${at}`);
  }
  for (const other of ["", "hello", "{}"])
    await assert.rejects(readArchive(Buffer.from(other)), { message: /no backup/ });
  await assert.rejects(readArchive(gzipSync("[]")), { message: /damaged/ });
  await assert.rejects(readArchive(gzipSync(Buffer.alloc(140 * 1024 * 1024))), {
    message: /unpacks to more than 128 MB/,
  });
  await assert.rejects(readArchive(Buffer.alloc(33 * 1024 * 1024)), { message: /larger than 32 MB/ });
});

test("a name that could not be restored is not packed", async () => {
  await assert.rejects(packArchive({ ...CONTENT, radio: { "../x": "" } }, START), { message: /cannot be kept/ });
});

function part(packed: Packed, name: string): Json {
  return packed.manifest[name] as Json;
}

/** With a manifest that fits: only the file itself tells its fault. */
function add(packed: Packed, name: string, text = "text"): void {
  packed.parts[name] = text;
  packed.manifest[name] = { bytes: text.length, sha256: createHash("sha256").update(text).digest("hex") };
}

function remove(packed: Packed, name: string): void {
  delete packed.parts[name];
  delete packed.manifest[name];
}
