/** The answers of devices to touchlink, as the stick hands them on; and frames that only look like them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import { touchlinkAnswer } from "../../../../src/radio/process/orders/touchlink-jobs.ts";
import { answerTouchlink } from "../../../../src/virtual/clusters/touchlink-commissioning.ts";
import { writeFrame } from "../../../../src/virtual/devices/zcl.ts";

const IEEE = "0x00158d00000000aa";
const HOME = { channel: 20, panid: 0x1a62, extendedpanid: "0x1122334455667788" };
const CALL = { transactionID: 0xfedcba98, zigbeeInformation: 4, touchlinkInformation: 18 };
const call = writeFrame(
  { cluster: 0x1000, command: "scanRequest", payload: CALL, sequence: 7, fromServer: false, quiet: true },
  {},
);

function answerOf(address: number | undefined): Buffer {
  const touched = { ieee: IEEE, endpoints: [], clusterEndpoints: new Map() };
  return answerTouchlink(touched, call, { ...HOME, address }, () => {}) ?? assert.fail("no answer");
}

const incoming = (data: Buffer, more: object = {}) => ({
  ...{ clusterID: 0x1000, address: IEEE, header: Zcl.Header.fromBuffer(data), data, endpoint: 0xfe, linkquality: 200 },
  ...{ groupID: 0, wasBroadcast: false, destinationEndpoint: 12 },
  ...more,
});

test("a member of a network, and one of none", () => {
  const known = { ieee: IEEE, rssi: -27, panid: 0x1a62, transaction: 0xfedcba98 };
  assert.deepEqual(touchlinkAnswer(incoming(answerOf(0x1234))), { ...known, factorynew: false });
  assert.deepEqual(touchlinkAnswer(incoming(answerOf(undefined))), { ...known, factorynew: true });
});

test("how well it is heard, from the worst to the best", () => {
  const rssi = (linkquality: number) => touchlinkAnswer(incoming(answerOf(1), { linkquality }))?.rssi;
  assert.deepEqual([0, 128, 255].map(rssi), [-87, -48, -10]);
});

test("any other frame is no answer, and does no harm", () => {
  const good = answerOf(0x1234);
  for (const data of [call, good.subarray(0, 5), good.subarray(0, 12), Buffer.alloc(40, 0xff)])
    assert.equal(touchlinkAnswer(incoming(data)), undefined, data.toString("hex"));
  for (const more of [{ clusterID: 6 }, { address: 0x1234 }, { header: undefined }])
    assert.equal(touchlinkAnswer(incoming(good, more)), undefined, JSON.stringify(more));
});
