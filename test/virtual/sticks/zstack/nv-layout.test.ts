/** The stick's records lie in its memory as herdsman reads them there. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import {
  ADDRESS_ROW,
  APS_KEY_ROW,
  FRAME_COUNTER_ROW,
  KEY,
  LINK_KEY_ROW,
  NIB,
  SECURITY_ROW,
} from "../../../../src/virtual/sticks/zstack/nv-layout.ts";

type Struct = Record<string, unknown> & {
  getLength(alignment: "aligned"): number;
  serialize(alignment: "aligned"): Buffer;
};
type Make = (bytes?: Buffer) => Struct;
const structs: Record<string, Make> = createRequire(import.meta.url)("zigbee-herdsman/dist/adapter/z-stack/structs");

function struct(name: string, bytes?: Buffer): Struct {
  const make = structs[name];
  assert.ok(make, `herdsman has no ${name}`);
  return make(bytes);
}

const LENGTHS: [name: string, layout: { readonly length: number }][] = [
  ["nib", NIB],
  ["nwkKeyDescriptor", KEY],
  ["addressManagerEntry", ADDRESS_ROW],
  ["apsTcLinkKeyEntry", LINK_KEY_ROW],
  ["apsLinkKeyDataEntry", APS_KEY_ROW],
  ["nwkSecMaterialDescriptorEntry", FRAME_COUNTER_ROW],
  ["securityManagerEntry", SECURITY_ROW],
];
for (const [name, { length }] of LENGTHS) {
  test(`${name} is as long`, () => assert.equal(length, struct(name).getLength("aligned")));
}

const EPID = Buffer.from("0102030405060708", "hex");
const reversed = Buffer.from(EPID).reverse();

test("herdsman reads our network, and we read herdsman's", () => {
  const ours = { channel: 15, panid: 0x1a62, channels: 0x8000, extendedpanid: reversed, securityLevel: 5, updateId: 3 };
  const theirs = struct("nib", NIB.pack(ours));
  assert.deepEqual(
    [theirs.nwkLogicalChannel, theirs.nwkPanId, theirs.channelList, theirs.extendedPANID, theirs.SecurityLevel],
    [15, 0x1a62, 0x8000, EPID, 5],
  );
  assert.equal(theirs.nwkUpdateId, 3);
  Object.assign(theirs, { nwkPanId: 0x4321, nwkManagerAddr: 7, nwkLogicalChannel: 20 });
  const { panid, manager, channel, extendedpanid } = NIB.unpack(theirs.serialize("aligned"));
  assert.deepEqual([panid, manager, channel, extendedpanid], [0x4321, 7, 20, reversed]);
});

test("herdsman reads our rows", () => {
  const address = struct("addressManagerEntry", ADDRESS_ROW.pack({ user: 3, address: 0x1234, ieee: reversed }));
  assert.deepEqual([address.user, address.nwkAddr, address.extAddr], [3, 0x1234, EPID]);
  const key = struct("apsTcLinkKeyEntry", LINK_KEY_ROW.pack({ sent: 9, heard: 8, ieee: reversed, shift: 7 }));
  assert.deepEqual([key.txFrmCntr, key.rxFrmCntr, key.extAddr, key.SeedShift_IcIndex], [9, 8, EPID, 7]);
  const counter = FRAME_COUNTER_ROW.pack({ counter: 70000, extendedpanid: reversed });
  assert.equal(struct("nwkSecMaterialDescriptorEntry", counter).FrameCounter, 70000);
});
