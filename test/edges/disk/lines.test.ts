import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import {
  changedBy,
  endLine,
  isSealed,
  LineCount,
  laterOf,
  lineOf,
  linesOf,
  parseLine,
  readLines,
  seal,
  sealedWithin,
  startOf,
  unsealing,
} from "../../../src/edges/disk/lines.ts";
import type { Address } from "../../../src/model/resource.ts";
import { freshFolder, sensor } from "../../support/disk.ts";

const LINE = lineOf(sensor(1, 'with "} and \\ within'), 7).trimEnd();

test("a line is the JSON of NeDB with a sum in front", () => {
  assert.deepEqual(JSON.parse(LINE), {
    sum: LINE.slice(8, 16),
    n: 7,
    _id: "/sensors/1",
    json: sensor(1, 'with "} and \\ within').json,
  });
  const unseal = unsealing();
  const numbered = [1, 2].map(() => unseal(seal('{"a":"b"}')));
  assert.deepEqual(numbered, ['{"at":1,"a":"b"}', '{"at":2,"a":"b"}'], "with its place in the file");
});

test("a deletion is NeDB's", () => {
  const entry = parseLine(Buffer.from(lineOf({ address: "/groups/1" }, 3).trimEnd()));
  assert.deepEqual(entry, { $$deleted: true, n: 3, _id: "/groups/1" });
});

test("a change is a line of its own, and knows its resource", () => {
  const later = '{"state":{"presence":true}}';
  const [whole = "", change = ""] = linesOf({ ...sensor(1), later });
  assert.equal(whole, lineOf(sensor(1)));
  assert.equal(change, lineOf({ address: "/sensors/1", later }));
  const [one, other] = [whole, change].map((line) => startOf(Buffer.from(line.trimEnd())) ?? assert.fail(line));
  assert.deepEqual([one && changedBy(one), other && changedBy(other)], [undefined, "/sensors/1"]);
  assert.equal(other?._id, laterOf("/sensors/1"));
});

test("the beginning of a line tells its resource, and whether that is gone", () => {
  const far: Address = `/config/userparameter/${"x".repeat(200)}`;
  for (const address of ["/sensors/1", '/lights/a"b', "/lights/\u00e9", far] as const) {
    for (const json of ["{}", undefined]) {
      const line = Buffer.from(lineOf(json === undefined ? { address } : { address, json }, 3).trimEnd());
      const { _id, n, $$deleted } = startOf(line) ?? assert.fail(address);
      assert.deepEqual([Buffer.from(_id, "latin1").toString() === address || _id === address, n], [true, 3]);
      assert.equal($$deleted, json === undefined ? true : undefined);
    }
  }
});

const [one, two, three] = [1, 2, 3].map((n) => lineOf(sensor(n), n));
const bare = lineOf(sensor(1)); // as earlier releases wrote each
const oldEnd = lineOf({ address: "/~", json: "1" });
const tallies: [what: string, lines: readonly (string | undefined)[], missing: number, behind: number][] = [
  ["all", [bare, bare, endLine(2), one, two], 0, 2],
  ["nothing but the end", [endLine(0)], 0, 0],
  ["less before the end than it says", [bare, endLine(3), one], 2, 1],
  ["a gap behind the end", [endLine(0), one, three], 1, 3],
  ["the first behind the end cut out", [endLine(0), two, three], 1, 3],
  ["what an earlier release wrote", [bare, bare, oldEnd, bare], 0, 1],
  ["what followed that", [bare, oldEnd, bare, two, three], 0, 3],
];

for (const [what, lines, missing, behind] of tallies) {
  test(`counted: ${what}: ${missing} missing`, () => {
    const counted = new LineCount();
    for (const line of lines) counted.count(parseLine(Buffer.from(line?.trimEnd() ?? "")) ?? assert.fail(line));
    const glance = new LineCount();
    for (const line of lines) glance.count(startOf(Buffer.from(line?.trimEnd() ?? "")) ?? assert.fail(line));
    for (const { missing: less, appended: last, hasEnd } of [counted, glance])
      assert.deepEqual([less, last, hasEnd], [missing, behind, true]);
  });
}

test("no flipped bit goes unnoticed", () => {
  const line = Buffer.from(LINE);
  assert.ok(isSealed(line));
  for (let bit = 0; bit < line.length * 8; bit += 1) {
    line[bit >> 3] = (line[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.equal(isSealed(line), false, `bit ${bit}`);
    line[bit >> 3] = (line[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  }
});

const stretches: [what: string, stretch: string, found: number][] = [
  ["two lines without their end in between", LINE + LINE, 2],
  ["rubbish in between", `${LINE}\0\0\0${LINE}`, 2],
  ["the rest of a torn line in front", `${LINE.slice(0, 50)}${LINE}`, 1],
  ["the end of another behind", `${LINE}\0\0${LINE.slice(40)}`, 1],
  ["a torn line", LINE.slice(0, -1), 0],
  ["rubbish alone", '{"sum":"{"sum":"}"}', 0],
  ["nothing", "", 0],
];

for (const [what, stretch, found] of stretches) {
  test(`within a damaged stretch: ${what}`, () => {
    assert.deepEqual(sealedWithin(Buffer.from(stretch)).map(String), Array(found).fill(LINE));
  });
}

test("lines come whole, however long the file", async (t) => {
  const folder = freshFolder(t);
  await mkdir(folder, { recursive: true });
  const lines = Array.from({ length: 300 }, (_, index) => "é".repeat(index * 37 + 1));
  writeFileSync(join(folder, "file"), `${lines.join("\n")}\n\nrest`);
  const heard: [string, boolean][] = [];
  await readLines(join(folder, "file"), (line, ended) => heard.push([line.toString(), ended]));
  assert.deepEqual(heard, [...lines.map((line) => [line, true]), ["rest", false]]);
});
