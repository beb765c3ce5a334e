/** The readers of files that other programs wrote: YAML, SQLite, and archives; whole, odd and damaged. */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { deflateRawSync, gzipSync } from "node:zlib";
import { PackedError, unpack } from "../../src/imports/formats/packed.ts";
import { SqliteDatabase, SqliteError } from "../../src/imports/formats/sqlite.ts";
import { readYaml } from "../../src/imports/formats/yaml.ts";
import { YamlError } from "../../src/imports/formats/yaml-text.ts";
import { ImportRefusal } from "../../src/imports/refusal.ts";
import { fixture, house, readFiles } from "../support/houses.ts";

const LONG = process.env.LONG === "1";
const plain = (value: unknown) => JSON.parse(JSON.stringify(value ?? null));

suite("YAML", () => {
  const cases: readonly (readonly [what: string, yaml: string, value: unknown])[] = [
    ["tables and lists", "a: 1\nb:\n  - x\n  - y: z\n    w: v\n", { a: "1", b: ["x", { y: "z", w: "v" }] }],
    ["a list at the place of its key", "a:\n- 1\n- 2\nb: 3\n", { a: ["1", "2"], b: "3" }],
    ["lists of lists", "- - 1\n  - 2\n- 3\n", [["1", "2"], "3"]],
    [
      "brackets over lines, with remarks",
      "a: [1, # one\n  'two', {b: c, d: }]\n",
      { a: ["1", "two", { b: "c", d: null }] },
    ],
    ["quotes", `a: 'it''s'\nb: "x\\ty\\u00e9\\n"\n`, { a: "it's", b: "x\tyé\n" }],
    [
      "long texts",
      "a: >-\n  one\n  two\n\n  three\nb: |\n  one\n   two\nc: x\n",
      { a: "one two\nthree", b: "one\n two\n", c: "x" },
    ],
    ["a text over lines", "a: one\n  two\nb: c\n", { a: "one two", b: "c" }],
    ["nothing", "a:\nb: null\nc: ~\nd: ''\n", { a: null, b: null, c: null, d: "" }],
    ["anchors", "a: &x {b: 1}\nc: *x\n", { a: { b: "1" }, c: { b: "1" } }],
    [
      "remarks and colons in texts",
      "# r\na: b # c\nd: e:f\nurl: mqtt://h:1883\n",
      { a: "b", d: "e:f", url: "mqtt://h:1883" },
    ],
    ["keys in quotes", `'0x00': 1\n"a b": 2\n`, { "0x00": "1", "a b": "2" }],
    ["the mark of a document", "---\na: 1\n...\n", { a: "1" }],
  ];
  for (const [what, yaml, value] of cases) test(what, () => assert.deepEqual(plain(readYaml(yaml)), value));

  test("nothing at all is nothing", () => {
    assert.equal(readYaml("\n# only this\n"), undefined);
  });

  for (const yaml of ["a: b: c\n", "a: [1\n", "a: 'x\n", "a: *nobody\n", "a: 1\n  b: 2\n", "a\nb: 1\n", "- 1\na: 2\n"])
    test(`refused: ${JSON.stringify(yaml)}`, () => assert.throws(() => readYaml(yaml), YamlError));

  test("no depth breaks it", () => {
    assert.throws(() => readYaml("[".repeat(100_000)), YamlError);
    assert.throws(() => readYaml(`a: ${"- ".repeat(5_000)}1`), YamlError);
  });
});

suite("SQLite", () => {
  const rowsOf = (database: SqliteDatabase) =>
    database.tables.flatMap((name) =>
      [...database.rows(name)].map((row) =>
        JSON.stringify(row, (_, value) => (typeof value === "bigint" ? String(value) : value)),
      ),
    );

  test("rows by the names of their columns", () => {
    const rows = [...new SqliteDatabase({ file: fixture("deconz/zll.db") }).rows("nodes")];
    assert.deepEqual(rows.map(({ id, name }) => [id, name])[0], ["1", "Wohnzimmer/Decke"]);
  });

  test("damage is told as damage: never another error, never without end", () => {
    const whole = fixture("zha/zigbee.db");
    let seed = 1;
    const random = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fff_ffff;
      return seed % most;
    };
    for (let turn = 0; turn < (LONG ? 1000 : 100); turn += 1) {
      const bytes = Buffer.from(whole);
      for (let hits = 0; hits <= turn % 8; hits += 1) bytes[random(bytes.length)] = random(256);
      const file = turn % 5 === 0 ? bytes.subarray(0, random(bytes.length)) : bytes;
      try {
        rowsOf(new SqliteDatabase({ file }));
      } catch (error) {
        assert.ok(error instanceof SqliteError, String(error));
      }
    }
  });
});

suite("packed files", () => {
  const zip = (entries: readonly { name: string; text?: string; mode?: number; size?: number }[]) => {
    const parts: Buffer[] = [];
    const list: Buffer[] = [];
    let at = 0;
    for (const { name, text = "x", mode = 0, size } of entries) {
      const [bytes, label] = [deflateRawSync(text), Buffer.from(name)];
      const head = Buffer.alloc(30);
      head.writeUInt32LE(0x04034b50, 0);
      head.writeUInt16LE(8, 8);
      head.writeUInt16LE(label.length, 26);
      const entry = Buffer.alloc(46);
      entry.writeUInt32LE(0x02014b50, 0);
      entry.writeUInt16LE(8, 10);
      entry.writeUInt32LE(bytes.length, 20);
      entry.writeUInt32LE(size ?? text.length, 24);
      entry.writeUInt16LE(label.length, 28);
      entry.writeUInt32LE((mode << 16) >>> 0, 38);
      entry.writeUInt32LE(at, 42);
      parts.push(head, label, bytes);
      list.push(entry, label);
      at += 30 + label.length + bytes.length;
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(entries.length, 10);
    end.writeUInt32LE(at, 16);
    return Buffer.concat([...parts, ...list, end]);
  };
  const faultOf = (bytes: Buffer) => {
    try {
      unpack(bytes, () => true);
      return "";
    } catch (error) {
      assert.ok(error instanceof PackedError, String(error));
      return error.fault;
    }
  };

  test("a zip of a data folder is that folder", () => {
    const files = [...house("z2m")].map(([name, bytes]) => ({
      name: `data/${name}`,
      text: Buffer.from(bytes).toString(),
    }));
    const read = readFiles(
      new Map([["z2m.zip", zip(files.map(({ name, text }) => ({ name, text, size: Buffer.byteLength(text) })))]]),
    );
    assert.equal(read.devices.length, 25);
  });

  test("nothing leads out of its folder, and nothing is a link", () => {
    for (const name of ["../evil", "a/../../evil", "/etc/evil", "C:\\evil", "..\\evil"])
      assert.equal(faultOf(zip([{ name }])), "climbs", name);
    assert.equal(faultOf(zip([{ name: "a", mode: 0o120777 }])), "link");
  });

  test("a small file that unpacks to a huge one is refused", () => {
    assert.equal(faultOf(zip([{ name: "database.db", text: "\0".repeat(140 * 1024 * 1024), size: 1 }])), "large");
    assert.equal(faultOf(gzipSync(Buffer.alloc(140 * 1024 * 1024))), "large");
  });

  test("a file that is cut off is damaged; one that is no archive is nothing", () => {
    const bytes = zip([{ name: "a", text: "some text" }]);
    assert.equal(faultOf(bytes.subarray(0, 40)), "damaged");
    assert.equal(
      unpack(Buffer.from("hello, this is no archive of any kind"), () => true),
      undefined,
    );
  });
});

test("a file with any damage is read or refused in one sentence", () => {
  const houses = [
    house("z2m"),
    house("deconz"),
    house("zha"),
    new Map([["backup.dat", fixture("deconz/raspbee_gateway_config_2026-01-01.dat")]]),
  ];
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    return seed % most;
  };
  for (let turn = 0; turn < (LONG ? 2000 : 200); turn += 1) {
    const files = new Map(houses[turn % houses.length]);
    const names = [...files.keys()];
    const name = names[random(names.length)] ?? "";
    const bytes = Buffer.from(files.get(name) ?? []);
    for (let hits = 0; hits <= turn % 6; hits += 1) if (bytes.length > 0) bytes[random(bytes.length)] = random(256);
    files.set(name, turn % 4 === 0 ? bytes.subarray(0, random(bytes.length + 1)) : bytes);
    try {
      readFiles(files);
    } catch (error) {
      assert.ok(error instanceof ImportRefusal, `${name}: ${error instanceof Error ? error.stack : error}`);
      assert.ok(error.message.length > 10 && !/undefined|\{\w+\}/.test(error.message), error.message);
    }
  }
  assert.ok(process.memoryUsage().rss < 1_500_000_000);
});
