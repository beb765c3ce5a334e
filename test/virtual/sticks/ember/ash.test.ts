/** The line of an EmberZNet stick: frames as the maker describes them, and their fate when they are lost, doubled or spoilt. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type AshFrame,
  ashBytes,
  createAshParser,
  scrambled,
} from "../../../../src/virtual/sticks/ember/ash-framing.ts";
import { AshLink } from "../../../../src/virtual/sticks/ember/ash-link.ts";
import { handTime } from "../../../support/virtual-device.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const RESET: AshFrame = { control: 0xc0, data: Buffer.alloc(0) };
const NOTHING = Buffer.alloc(0);

test("frames are those of the maker's own examples", () => {
  assert.equal(hex(ashBytes(RESET)), "c038bc7e");
  assert.equal(hex(ashBytes({ control: 0xc1, data: Buffer.of(2, 11) })), "c1020b0a527e");
  assert.equal(hex(ashBytes({ control: 0x81, data: NOTHING })), "8160597e");
  assert.equal(hex(ashBytes({ control: 0x25, data: Buffer.of(0, 0, 0, 2) })), "254221a856a6097e");
});

test("bytes scrambled twice are as before", () => {
  assert.equal(hex(scrambled(Buffer.alloc(4))), "4221a854");
  assert.equal(hex(scrambled(scrambled(Buffer.from("0011aa7e", "hex")))), "0011aa7e");
});

test("a frame is found in any pieces, between noise; one that is spoilt is told", () => {
  const [heard, spoilt]: [string[], { count: number }] = [[], { count: 0 }];
  const parse = createAshParser(
    ({ control, data }) => heard.push(`${control} ${hex(data)}`),
    () => {
      spoilt.count += 1;
    },
  );
  const bytes = ashBytes({ control: 0, data: Buffer.of(0x7e, 0x11, 0x7d, 0x1a) });
  for (const byte of bytes) parse(Buffer.of(byte));
  parse(Buffer.concat([Buffer.of(1, 2, 3, 0x1a), bytes, bytes]));
  parse(Buffer.concat([bytes.subarray(0, 3), Buffer.of(0x11, 0x13), bytes.subarray(3)]));
  assert.deepEqual(heard, new Array(4).fill("0 7e117d1a"));
  assert.equal(spoilt.count, 0);
  parse(Buffer.concat([bytes.subarray(0, 3), Buffer.of(0x18), bytes.subarray(3)]));
  parse(Buffer.concat([Buffer.alloc(5000, 0x55), Buffer.of(0x7e)]));
  parse(Buffer.of(0x7e, 0x7e));
  assert.deepEqual([heard.length, spoilt.count], [4, 2]);
});

/** A link whose host has reset it, and all that it said since. */
function link() {
  const time = handTime();
  const said: string[] = [];
  const heard: string[] = [];
  const stick = new AshLink({
    time,
    write: (bytes) => said.push(hex(bytes)),
    hear: (frame) => heard.push(hex(frame)),
    reset: (started) => time.later(30, started),
  });
  const parse = stick.parser();
  const host = (frame: AshFrame) => parse(ashBytes(frame));
  host(RESET);
  assert.deepEqual(said, [], "it takes its time to start");
  time.advance(30);
  const saidNow = () => said.splice(0);
  return { time, stick, host, parse, heard, saidNow };
}

const data = (number: number, acknowledged: number, ...bytes: number[]): AshFrame => ({
  control: (number << 4) | acknowledged,
  data: Buffer.from(bytes),
});
const ack = (number: number, more = 0): AshFrame => ({ control: 0x80 | more | number, data: NOTHING });
const wire = (frame: AshFrame) => hex(ashBytes(frame));

test("it says why it has started, and acknowledges a frame a moment later", () => {
  const { time, host, heard, saidNow } = link();
  assert.deepEqual(saidNow(), ["1ac1020b0a527e"]);
  host(data(0, 0, 1, 2, 3));
  assert.deepEqual([heard, saidNow()], [["010203"], []]);
  time.advance(20);
  assert.deepEqual(saidNow(), [wire(ack(1))]);
});

test("an answer carries the acknowledgement", () => {
  const { time, stick, host, saidNow } = link();
  saidNow();
  host(data(0, 0, 1));
  stick.send(Buffer.of(9), false);
  assert.deepEqual(saidNow(), [wire(data(0, 1, 9))]);
  host(ack(1));
  time.advance(10_000);
  assert.deepEqual(saidNow(), []);
});

test("a frame without acknowledgement is sent again, ten times, and then the link has failed until it is reset", () => {
  const { time, stick, host, saidNow } = link();
  saidNow();
  stick.send(Buffer.of(9), true);
  saidNow();
  time.advance(1600);
  assert.deepEqual(saidNow(), [wire({ control: 0x08, data: Buffer.of(9) })]);
  time.advance(40_000);
  assert.equal(saidNow().at(-1), wire({ control: 0xc2, data: Buffer.of(2, 0x51) }));
  host(data(0, 0, 1));
  assert.deepEqual(saidNow(), [wire({ control: 0xc2, data: Buffer.of(2, 0x51) })]);
  host(RESET);
  time.advance(30);
  assert.deepEqual(saidNow(), ["1ac1020b0a527e"]);
  assert.equal(stick.isConnected, true);
});

test("five frames are under way at most", () => {
  const { stick, host, saidNow } = link();
  saidNow();
  for (let at = 0; at < 8; at += 1) stick.send(Buffer.of(at), true);
  assert.equal(saidNow().length, 5);
  host(ack(2));
  assert.equal(saidNow().length, 2);
});

test("a frame out of turn is refused once, one that comes twice is acknowledged again and not heard again", () => {
  const { time, host, parse, heard, saidNow } = link();
  saidNow();
  host(data(1, 0, 1));
  host(data(2, 0, 1));
  parse(Buffer.of(0x25, 0x42, 0x21, 0xa8, 0x57, 0xa6, 0x09, 0x7e)); // a wrong sum
  assert.deepEqual([heard, saidNow()], [[], [wire({ control: 0xa0, data: NOTHING })]]);
  host(data(0, 0, 1));
  host({ control: 0x08, data: Buffer.of(1) });
  assert.deepEqual(heard, ["01"]);
  time.advance(20);
  assert.deepEqual(saidNow(), [wire(ack(1))]);
  host(data(5, 0, 1));
  assert.deepEqual(saidNow(), [wire({ control: 0xa1, data: NOTHING })]);
});

test("a refusal of the host brings all that is under way once more", () => {
  const { stick, host, saidNow } = link();
  saidNow();
  for (const at of [1, 2]) stick.send(Buffer.of(at), true);
  saidNow();
  host({ control: 0xa1, data: NOTHING });
  assert.deepEqual(saidNow(), [wire({ control: 0x18, data: Buffer.of(2) })]);
});

test("while the host is not ready it hears answers, and no notices", () => {
  const { time, stick, host, saidNow } = link();
  saidNow();
  host(ack(0, 0x08));
  stick.send(Buffer.of(1), true);
  stick.send(Buffer.of(2), false);
  assert.deepEqual(saidNow(), [wire(data(0, 0, 2))]);
  host(ack(1, 0x08));
  time.advance(999);
  assert.deepEqual(saidNow(), []);
  time.advance(2);
  assert.deepEqual(saidNow(), [wire(data(1, 0, 1))]);
});

test("a fault of the line happens so often, and not more", () => {
  const { time, stick, host, heard, saidNow } = link();
  saidNow();
  Object.assign(stick.faults, { lostAcks: 1, doubledFrames: 1, refusals: 1 });
  host(data(0, 0, 1));
  assert.deepEqual([heard, saidNow()], [[], []], "its refusal is lost, too");
  host({ control: 0x08, data: Buffer.of(1) });
  time.advance(20);
  assert.deepEqual([heard, saidNow()], [["01"], [wire(ack(1))]]);
  for (const at of [1, 2]) stick.send(Buffer.of(at), true);
  assert.deepEqual(saidNow(), [wire(data(0, 1, 1)), wire(data(0, 1, 1)), wire(data(1, 1, 2))]);
});
