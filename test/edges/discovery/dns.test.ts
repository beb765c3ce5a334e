/** DNS messages, byte by byte, and other bytes that may come in over the network. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type DnsMessage,
  isSameName,
  nameBytes,
  readMessage,
  TYPE,
  uint16s,
  writeMessage,
} from "../../../src/edges/discovery/dns.ts";

const HUE = ["_hue", "_tcp", "local"];
const hex = (text: string) => Buffer.from(text.replace(/\s/g, ""), "hex");
const NOTHING = { questions: [], answers: [], authorities: [], additionals: [] };

const QUERY = hex(`
  0000 0000 0001 0000 0000 0000
  04 5f687565 04 5f746370 05 6c6f63616c 00  000c 8001`);
const QUERY_SAYS: DnsMessage = {
  id: 0,
  isResponse: false,
  isTruncated: false,
  ...NOTHING,
  questions: [{ name: HUE, type: TYPE.PTR, unicastResponse: true }],
};

test("a query is read and written", () => {
  assert.deepEqual(readMessage(QUERY), QUERY_SAYS);
  assert.deepEqual(writeMessage(QUERY_SAYS), QUERY);
});

test("an answer says names that were said before by where they stand, but spells them out in its data", () => {
  const instance = ["Hué", ...HUE];
  const bytes = writeMessage({
    id: 7,
    isResponse: true,
    answers: [
      { name: HUE, type: TYPE.PTR, ttl: 4500, cacheFlush: false, data: nameBytes(instance) },
      { name: instance, type: TYPE.TXT, ttl: 120, cacheFlush: true, data: hex("03 613d31") },
    ],
  });
  const expected = hex(`
    0007 8400 0000 0002 0000 0000
    04 5f687565 04 5f746370 05 6c6f63616c 00  000c 0001 00001194 0016
    04 4875c3a9 04 5f687565 04 5f746370 05 6c6f63616c 00
    04 4875c3a9 c00c  0010 8001 00000078 0004 03 613d31`);
  assert.deepEqual(bytes, expected);
  const [first, second] = readMessage(bytes)?.answers ?? [];
  assert.deepEqual(first?.data, nameBytes(instance));
  assert.deepEqual(second?.name, instance);
  assert.equal(second?.cacheFlush, true);
});

test("names in data are read wherever they stand, so that equal data are equal bytes", () => {
  const short = hex(`
    0000 8400 0000 0002 0000 0000
    04 5f687565 04 5f746370 05 6c6f63616c 00  000c 0001 00001194 0004  01 78 c00c
    01 78 c00c  0021 8001 00000078 000a  0000 0000 0758  01 79 c016`);
  const [pointer, service] = readMessage(short)?.answers ?? [];
  assert.deepEqual(pointer?.data, nameBytes(["x", ...HUE]));
  assert.deepEqual(service?.data, Buffer.concat([hex("0000 0000 0758"), nameBytes(["y", "local"])]));
});

const refused: [what: string, bytes: Buffer][] = [
  ["nothing", Buffer.alloc(0)],
  ["half a header", Buffer.alloc(11)],
  ["more than anybody sends", Buffer.concat([QUERY, Buffer.alloc(9_000)])],
  ["a question that is not there", hex("0000 0000 0001 0000 0000 0000")],
  ["a name that never ends", hex("0000 0000 0001 0000 0000 0000 3f 61")],
  ["a pointer to itself", hex("0000 0000 0001 0000 0000 0000 c00c 000c 0001")],
  ["a pointer forward", hex("0000 0000 0001 0000 0000 0000 c010 000c 0001 00")],
  ["a pointer cut off", hex("0000 0000 0001 0000 0000 0000 c0")],
  ["a label of another kind", hex("0000 0000 0001 0000 0000 0000 41 00 000c 0001")],
  ["another operation", hex("0000 2800 0000 0000 0000 0000")],
  ["a failure", hex("0000 8403 0000 0000 0000 0000")],
  ["data beyond the end", hex("0000 8400 0000 0001 0000 0000 00 0010 0001 00000078 0004 61")],
  ["a name that is longer than its data", hex("0000 8400 0000 0001 0000 0000 00 000c 0001 00000078 0001 01 61 00")],
  [
    "a name of more than 255 bytes",
    Buffer.concat([hex("0000 0000 0001 0000 0000 0000"), nameBytes(Array(5).fill("x".repeat(62))), hex("000c 0001")]),
  ],
];

for (const [what, bytes] of refused) {
  test(`${what} is no message`, () => assert.equal(readMessage(bytes), undefined));
}

test("pointers to pointers are followed, but not for long", () => {
  const chained = (jumps: number) => {
    const start = 12 + 11; // of the data of the first answer: a root, then pointers, each to the one before
    const pointers = Array.from({ length: jumps }, (_, index) => 0xc000 | (start + Math.max(0, 2 * index - 1)));
    const last = pointers.pop() ?? 0;
    const head = uint16s(0, 0x8400, 0, 2, 0, 0);
    const first = [
      Buffer.of(0),
      uint16s(TYPE.TXT, 1, 0, 120, 1 + 2 * pointers.length),
      Buffer.of(0),
      uint16s(...pointers),
    ];
    return readMessage(Buffer.concat([head, ...first, uint16s(last, TYPE.TXT, 1, 0, 120, 0)]));
  };
  assert.deepEqual(chained(20)?.answers[1]?.name, []);
  assert.equal(chained(21), undefined);
});

test("bytes of any kind throw nothing", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void readMessage(Buffer.from(bytes))),
    {
      numRuns: 3_000,
    },
  );
  const changed = fc.array(fc.tuple(fc.nat(QUERY.length - 1), fc.nat(255)), { maxLength: 6 });
  fc.assert(
    fc.property(changed, (places) => {
      const bytes = Buffer.from(QUERY);
      for (const [at, value] of places) bytes[at] = value;
      readMessage(bytes);
    }),
    { numRuns: 3_000 },
  );
});

test("a message that is written is read as it was meant", () => {
  const label = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme-ascii" });
  const name = fc.array(label, { maxLength: 6 });
  const number = fc.nat(0xffff);
  const plain = { noNullPrototype: true };
  const question = fc.record({ name, type: number, unicastResponse: fc.boolean() }, plain);
  const data = name.map(nameBytes);
  const answer = fc.record(
    { name, type: fc.constant(TYPE.PTR), ttl: fc.nat(0x7fff_ffff), cacheFlush: fc.boolean(), data },
    plain,
  );
  const answers = fc.array(answer, { maxLength: 5 });
  const message = fc.record(
    {
      id: number,
      isResponse: fc.boolean(),
      isTruncated: fc.boolean(),
      questions: fc.array(question, { maxLength: 5 }),
      answers,
      authorities: answers,
      additionals: answers,
    },
    plain,
  );
  fc.assert(fc.property(message, (said) => assert.deepEqual(readMessage(writeMessage(said)), said)));
});

test("names are the same in small letters and big ones", () => {
  assert.ok(isSameName(["_HUE", "_tcp", "Local"], HUE));
  assert.ok(!isSameName(["_hue", "_tcp"], HUE));
  assert.ok(!isSameName(["É"], ["é"]), "but only those of ASCII");
});
