/** Frames are found among any bytes that come over the line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createParser, toBytes, type UnpiFrame } from "../../../../src/virtual/sticks/zstack/unpi.ts";

const PING: UnpiFrame = { type: 1, subsystem: 1, command: 1, data: Buffer.alloc(0) };
const LONG: UnpiFrame = { type: 2, subsystem: 4, command: 0x81, data: Buffer.alloc(250, 0xfe) };

function parse(...chunks: readonly Buffer[]): UnpiFrame[] {
  const frames: UnpiFrame[] = [];
  const parser = createParser((frame) => frames.push(frame));
  for (const chunk of chunks) parser(chunk);
  return frames;
}

test("a frame is written as the protocol says", () => {
  assert.deepEqual(toBytes(PING), Buffer.from("fe00210120", "hex"));
});

const ping = toBytes(PING);
const long = toBytes(LONG);
const broken = Buffer.from(ping);
broken[4] = 0xff;

const cases: [name: string, chunks: Buffer[], frames: UnpiFrame[]][] = [
  ["one", [ping], [PING]],
  ["several at once", [Buffer.concat([ping, long, ping])], [PING, LONG, PING]],
  ["byte by byte", [...Buffer.concat([long, ping])].map((byte) => Buffer.of(byte)), [LONG, PING]],
  ["behind garbage", [Buffer.from("00ef1234", "hex"), ping], [PING]],
  ["behind a start that was none", [Buffer.of(0xfe), ping], [PING]],
  ["behind a length that cannot be", [Buffer.of(0xfe, 0xfb), ping], [PING]],
  ["behind a wrong checksum", [Buffer.concat([broken, ping])], [PING]],
  ["none in garbage", [Buffer.from("010203", "hex")], []],
  ["not yet", [ping.subarray(0, 4)], []],
];

for (const [name, chunks, frames] of cases) test(name, () => assert.deepEqual(parse(...chunks), frames));
