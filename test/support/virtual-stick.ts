/** A stick without any line to it: it is asked directly, and the frames it sends by itself are kept. */
import assert from "node:assert/strict";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import { ZStackFirmware } from "../../src/virtual/sticks/zstack/stick-firmware.ts";
import { TYPE } from "../../src/virtual/sticks/zstack/unpi.ts";
import { answerMt } from "../../src/virtual/sticks/zstack/zstack-stick.ts";
import { testStation } from "./virtual.ts";

export const OWN = "0x00124b0000000001";
export const ONE = "0x00158d0000000001";
export const OTHER = "0x00158d0000000002";
export const IDENTITY = {
  panid: 0x1a62,
  extendedpanid: "0x0102030405060708",
  channel: 15,
  key: "07".repeat(16),
  keyNumber: 0,
};
export const [SYS, AF, ZDO, SAPI, UTIL, APP] = [1, 4, 5, 6, 7, 15] as const;
export function open(options: { blank?: boolean } = {}) {
  const notices: [subsystem: number, command: number, data: string][] = [];
  const network = new VirtualNetwork({ timeScale: 0.001 });
  const stick = new ZStackFirmware({
    network,
    ieee: OWN,
    seed: Buffer.alloc(16, 1),
    preformed: options.blank ? undefined : IDENTITY,
    tell: (subsystem, command, data) => notices.push([subsystem, command, data.toString("hex")]),
  });
  const ask = (subsystem: number, command: number, request: string | Buffer = "") => {
    const data = Buffer.isBuffer(request) ? request : Buffer.from(request, "hex");
    return answerMt({ type: TYPE.SREQ, subsystem, command, data }, stick)?.data.toString("hex");
  };
  return { network, stick, notices, ask };
}
/** Started, with an endpoint of its own. */
export async function started() {
  const world = open();
  world.ask(ZDO, 0x40, "6400");
  while (!world.stick.started) await new Promise((resolve) => setTimeout(resolve, 1));
  world.ask(AF, 0x00, "010401050000000000");
  world.notices.length = 0;
  return world;
}
export function join({ network, stick }: { network: VirtualNetwork; stick: ZStackFirmware }) {
  const station = testStation({ ieee: ONE });
  stick.permit(255, false);
  assert.ok(network.join(station));
  return { station, address: network.addressOf(ONE) ?? 0 };
}
