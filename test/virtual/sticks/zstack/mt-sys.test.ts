/** Requests about the stick itself and its memory, byte by byte. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { write } from "../../../../src/virtual/devices/bytes.ts";
import { open, SYS } from "../../../support/virtual-stick.ts";

const PLAIN: [name: string, subsystem: number, command: number, request: string, answer: string][] = [
  ["ping", SYS, 0x01, "", "7906"],
  ["version: Z-Stack 3.x.0, 20240710", SYS, 0x02, "", "020102070146d93401"],
  ["own address", SYS, 0x04, "", "01000000004b1200"],
  ["transmit power", SYS, 0x0f, "0014", "14"],
  ["an item that is not there has no length", SYS, 0x13, "3412", "0000"],
  ["the length that tells the alignment", SYS, 0x13, "8200", "1800"],
  ["the network information base", SYS, 0x13, "2100", "7400"],
  ["reading what is not there", SYS, 0x1c, "34120000", "0a00"],
  ["reading behind the end", SYS, 0x1c, "6000ff00", "0c00"],
  ["reading", SYS, 0x1c, "60000000", "000155"],
  ["reading in the old way", SYS, 0x08, "600000", "000155"],
  ["writing what is not there", SYS, 0x1d, "341200000100ff", "0a"],
  ["writing behind the end", SYS, 0x1d, "600001000100ff", "0c"],
  ["deleting what is not there", SYS, 0x12, "34120100", "09"],
  ["deleting with a wrong length", SYS, 0x12, "60000200", "0c"],
  ["creating what is there", SYS, 0x07, "6000010001ff", "00"],
  ["the length of a row", SYS, 0x32, "0101000000", "0c"],
  ["no such row", SYS, 0x32, "010100ff00", "00"],
  ["no such system", SYS, 0x32, "0201000000", "00"],
  ["reading no row", SYS, 0x33, "010100ff0000000c", "0a00"],
  ["writing no row", SYS, 0x34, "010100ff0000000100", "0a"],
  ["writing behind the end of a row", SYS, 0x34, "010100000000000dff", "0c"],
];
for (const [name, subsystem, command, request, answer] of PLAIN) {
  test(name, () => assert.equal(open().ask(subsystem, command, request), answer));
}

test("items are made, written, read in pieces, and deleted", () => {
  const { ask } = open();
  const long = Buffer.alloc(300, 0xab);
  assert.equal(ask(SYS, 0x07, write().u16(0x1234, 300).u8(240).bytes(long.subarray(0, 240)).done()), "09");
  assert.equal(ask(SYS, 0x1d, write().u16(0x1234, 240, 60).bytes(long.subarray(240)).done()), "00");
  assert.equal(ask(SYS, 0x13, "3412"), "2c01");
  assert.equal(ask(SYS, 0x1c, "34120000"), `00f4${"ab".repeat(244)}`);
  assert.equal(ask(SYS, 0x1c, "3412f400"), `0038${"ab".repeat(56)}`);
  assert.equal(ask(SYS, 0x12, "34122c01"), "00");
  assert.equal(ask(SYS, 0x13, "3412"), "0000");
});

test("rows are written, read and deleted", () => {
  const { ask } = open();
  const row = "030034120807060504030201";
  assert.equal(ask(SYS, 0x30, "01010002000c000000"), "00");
  assert.equal(ask(SYS, 0x34, `010100020000000c${row}`), "00");
  assert.equal(ask(SYS, 0x33, "010100020000000c"), `000c${row}`);
  assert.equal(ask(SYS, 0x31, "0101000200"), "00");
  assert.equal(ask(SYS, 0x33, "010100020000000c"), `000c${"00".repeat(12)}`);
  assert.equal(ask(SYS, 0x31, "010100ff00"), "0a");
});
