/** Requests about its relatives and its settings, byte by byte. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { write } from "../../../../src/virtual/devices/bytes.ts";
import { APP, ONE, open, SAPI, UTIL } from "../../../support/virtual-stick.ts";

const PLAIN: [name: string, subsystem: number, command: number, request: string, answer: string][] = [
  ["its light", UTIL, 0x0a, "0301", "00"],
  ["no such relative", UTIL, 0x4a, "01000000008d15000000", "feffffffff"],
  ["configuration", SAPI, 0x04, "60", "00600155"],
  ["no such configuration", SAPI, 0x04, "99", "0a9900"],
];
for (const [name, subsystem, command, request, answer] of PLAIN) {
  test(name, () => assert.equal(open().ask(subsystem, command, request), answer));
}

test("install codes are kept", () => {
  const { ask, stick } = open();
  assert.equal(
    ask(
      APP,
      0x04,
      write()
        .u8(1)
        .ieee(ONE)
        .bytes(Buffer.of(1, 2, 3))
        .done(),
    ),
    "00",
  );
  assert.equal(stick.installCodes.get(ONE), "010203");
});
