/** Frames of a ConBee are found among any bytes that come over the line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createParser, type SerialFrame, toBytes } from "../../../../src/virtual/sticks/deconz/serial-frame.ts";

const VERSION: SerialFrame = { command: 0x0d, sequence: 1, result: 0, data: Buffer.alloc(4) };
const MARKS: SerialFrame = { command: 0x0a, sequence: 0xc0, result: 0xdb, data: Buffer.from("c0dbdcddc0", "hex") };
const LONG: SerialFrame = { command: 0x17, sequence: 2, result: 0, data: Buffer.alloc(600, 0xc0) };

function parse(...chunks: readonly Buffer[]): SerialFrame[] {
  const frames: SerialFrame[] = [];
  const parser = createParser((frame) => frames.push(frame));
  for (const chunk of chunks) parser(chunk);
  return frames;
}

test("a frame is written as the protocol says", () => {
  assert.equal(toBytes(VERSION).toString("hex"), "c00d01000900" + "00000000" + "e9ff" + "c0");
  assert.equal(toBytes(MARKS).toString("hex").includes("dbdc"), true);
});

const [version, marks, long] = [toBytes(VERSION), toBytes(MARKS), toBytes(LONG)];
const wrongSum = Buffer.from(version);
wrongSum[6] = 1;
const wrongLength = Buffer.from("c00d01000800" + "0000" + "eaff" + "c0", "hex");

const cases: [name: string, chunks: Buffer[], frames: SerialFrame[]][] = [
  ["one", [version], [VERSION]],
  ["several at once", [Buffer.concat([version, marks, long])], [VERSION, MARKS, LONG]],
  ["byte by byte", [...Buffer.concat([marks, version])].map((byte) => Buffer.of(byte)), [MARKS, VERSION]],
  ["behind garbage", [Buffer.from("00ef1234", "hex"), version], [VERSION]],
  ["behind half of one", [version.subarray(0, 6), marks], [MARKS]],
  ["behind 5,000 bytes without a mark", [Buffer.alloc(5000, 7), version], [VERSION]],
  ["not with a wrong sum", [wrongSum, marks], [MARKS]],
  ["not with another length", [wrongLength, marks], [MARKS]],
  ["none between marks", [Buffer.of(0xc0, 0xc0, 0xc0)], []],
  ["not yet", [version.subarray(0, 8)], []],
];

for (const [name, chunks, frames] of cases) test(name, () => assert.deepEqual(parse(...chunks), frames));
