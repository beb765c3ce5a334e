/** The requests of a host are read as the protocol says, and the answers to it are written so. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ApsRequest,
  readRequest,
  writeConfirm,
  writeIndication,
} from "../../../../src/virtual/sticks/deconz/aps-frames.ts";

const bytes = Buffer.from("010a02", "hex");
const COMMON = { id: 9, profile: 0x0104, cluster: 6, from: 1, bytes, isAcknowledged: false };
const TAIL = "0401" + "0600" + "01" + "0300" + "010a02";

const REQUESTS: readonly (readonly [what: string, hex: string, read: ApsRequest, confirm: string])[] = [
  ["to a group", `0900010500${TAIL}0000`, { ...COMMON, to: { group: 5 } }, "0901050001" + "00" + "00000000"],
  [
    "to an address, with an acknowledgement",
    `09000234120b${TAIL}041e`,
    { ...COMMON, to: { address: 0x1234, endpoint: 11 }, isAcknowledged: true },
    "090234120b01" + "00" + "00000000",
  ],
  [
    "to a device's own address",
    `09000308070605040302010b${TAIL}001e`,
    { ...COMMON, to: { address: "0x0102030405060708", endpoint: 11 } },
    "090308070605040302010b01" + "00" + "00000000",
  ],
];

for (const [what, hex, read, confirm] of REQUESTS) {
  test(`a request ${what}, and its confirmation`, () => {
    assert.deepEqual(readRequest(Buffer.from(hex, "hex")), read);
    assert.equal(writeConfirm(read, 0).toString("hex"), confirm);
  });
}

test("a malformed frame is no request", () => {
  const [, good] = REQUESTS[1] ?? assert.fail();
  for (const hex of ["", "0900", "090007341200", good.slice(0, -2), `${good}00`])
    assert.equal(readRequest(Buffer.from(hex, "hex")), undefined, hex);
});

test("an indication of a frame", () => {
  const common = { profile: 0x0104, cluster: 6, bytes, linkquality: 200 };
  const from = { address: 0x1234, endpoint: 11 };
  const tail = "0b" + "0401" + "0600" + "0300" + "010a02" + "0000" + "c8" + "00000000" + "db";
  const written = (to: Parameters<typeof writeIndication>[0]["to"], ieee?: string) =>
    writeIndication({ ...common, to, from: { ...from, ieee } }).toString("hex");
  assert.equal(written({ address: 0, endpoint: 1 }), `02000001023412${tail}`);
  assert.equal(written({ group: 5 }), `010500ff023412${tail}`);
  assert.equal(written({ broadcast: 0xfffd }), `02fdffff023412${tail}`);
  assert.equal(written({ address: 0, endpoint: 1 }, "0x0102030405060708"), `020000010434120807060504030201${tail}`);
});
