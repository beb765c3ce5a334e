/** Written values are read back; bytes that are not there are not read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { reader, write } from "../../../src/virtual/devices/bytes.ts";

const IEEE = "0x00158d0001020304";

test("bytes, the lowest first", () => {
  const bytes = write().u8(1, 2).u16(0x1234).u32(0xfedcba98).ieee(IEEE).bytes(Buffer.of(7, 8)).done();
  assert.equal(bytes.toString("hex"), "0102341298badcfe04030201008d15000708");
  const read = reader(bytes);
  assert.deepEqual([read.u8(), read.u8(), read.u16(), read.u32(), read.ieee()], [1, 2, 0x1234, 0xfedcba98, IEEE]);
  assert.deepEqual(read.bytes(1), Buffer.of(7));
  assert.deepEqual(read.rest(), Buffer.of(8));
  assert.throws(() => read.u8(), RangeError);
  assert.throws(() => read.bytes(1), RangeError);
});
