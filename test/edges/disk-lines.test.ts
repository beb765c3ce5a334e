import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { eachLine, entryOf, isSealed, lineOf, seal, sealedWithin, unseal } from "../../src/edges/disk-lines.ts";
import { freshFolder, sensor } from "../support/disk.ts";

const LINE = lineOf(sensor(1, 'with "} and \\ within'), false).trimEnd();

test("a line is the JSON of NeDB with a sum in front", () => {
  assert.deepEqual(JSON.parse(LINE), {
    sum: LINE.slice(8, 16),
    _id: "/sensors/1",
    json: sensor(1, 'with "} and \\ within').json,
  });
  assert.equal(unseal(seal('{"a":"b"}')), '{"a":"b"}');
});

test("a deletion is NeDB's, or a trace that NeDB keeps", () => {
  assert.deepEqual(entryOf(Buffer.from(lineOf({ address: "/groups/1" }, false).trimEnd())), {
    $$deleted: true,
    _id: "/groups/1",
  });
  assert.deepEqual(entryOf(Buffer.from(lineOf({ address: "/groups/1" }, true).trimEnd())), {
    gone: true,
    _id: "/groups/1",
  });
});

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
  await eachLine(join(folder, "file"), (line, ended) => heard.push([line.toString(), ended]));
  assert.deepEqual(heard, [...lines.map((line) => [line, true]), ["rest", false]]);
});
