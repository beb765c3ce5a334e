/** Requests about the network: its nodes' words about themselves, the joining of devices, its groups and its channel. */
import { type ByteReader, reader, write } from "../../devices/bytes.ts";
import { ZDO } from "../../devices/zdo.ts";
import { done, MT_STATUS, type MtRequests } from "./mt-requests.ts";
import { stateOf } from "./mt-util.ts";
import type { ZStackFirmware } from "./stick-firmware.ts";
import { SUBSYSTEM } from "./unpi.ts";

const ANSWER = 0x80;
const BROADCAST = 0xfff8; // and above
const TO_ALL = 15; // a mode of addressing
const CHANGE_CHANNEL = 0xfe;
const RESTORED = 0;
const NEW = 1;

export const ZDO_REQUESTS: MtRequests = {
  0: (request, stick) => {
    const bytes = request.rest();
    const ieee = reader(bytes).ieee();
    const answer = (answered: Buffer) => stick.tell(SUBSYSTEM.ZDO, ANSWER, answered);
    if (ieee === stick.ieee) stick.radio.zdo(0, ZDO.NETWORK_ADDRESS, bytes, answer);
    else stick.radio.find(ieee, bytes, answer);
    return done();
  },
  1: (request, stick) => {
    const bytes = request.rest();
    stick.radio.zdo(bytes.readUInt16LE(), ZDO.IEEE_ADDRESS, bytes, (answered) =>
      stick.tell(SUBSYSTEM.ZDO, 0x01 | ANSWER, answered),
    );
    return done();
  },
  ...toNode(0x02, ZDO.NODE_DESCRIPTOR),
  ...toNode(0x03, ZDO.POWER_DESCRIPTOR),
  ...toNode(0x04, ZDO.SIMPLE_DESCRIPTOR),
  ...toNode(0x05, ZDO.ACTIVE_ENDPOINTS),
  ...toNode(0x21, ZDO.BIND),
  ...toNode(0x22, ZDO.UNBIND),
  ...toNode(0x31, ZDO.NEIGHBOURS),
  ...toNode(0x32, ZDO.ROUTES),
  ...toNode(0x33, ZDO.BINDINGS),
  ...toNode(0x34, ZDO.LEAVE),
  54: (request, stick) => {
    const [mode, address, seconds] = [request.u8(), request.u16(), request.u8()];
    const answer = (code: Buffer) =>
      stick.tell(
        SUBSYSTEM.ZDO,
        0x36 | ANSWER,
        write()
          .u16(address < BROADCAST ? address : 0)
          .bytes(code)
          .done(),
      );
    if (address < BROADCAST) stick.radio.zdo(address, ZDO.PERMIT_JOIN, Buffer.of(seconds, 1), answer);
    else {
      stick.permit(seconds, mode === TO_ALL);
      answer(done());
    }
    return done();
  },
  55: (request, stick) => {
    request.u16();
    request.u8();
    const scan = request.rest();
    const [mask, duration] = [scan.readUInt32LE(), scan.readUInt8(4)];
    if (duration === CHANGE_CHANNEL) stick.moveChannel(mask);
    else
      stick.radio.zdo(0, ZDO.UPDATE, scan, (answered) =>
        stick.tell(SUBSYSTEM.ZDO, ZDO.UPDATE | ANSWER, write().u16(0).bytes(answered).done()),
      );
    return done();
  },

  // start, routes
  64: (_request, stick) => {
    const known = stick.identity !== undefined;
    stick.start();
    return Buffer.of(known ? RESTORED : NEW);
  },
  69: done,
  70: done,

  // groups of the stick's own endpoints: remove, remove all, list, find, add, count
  71: (request, { groups }) => {
    const [endpoint, group] = [request.u8(), request.u16()];
    return Buffer.of(groups.get(endpoint)?.delete(group) ? MT_STATUS.SUCCESS : MT_STATUS.FAILURE);
  },
  72: (request, { groups }) => {
    groups.delete(request.u8());
    return done();
  },
  73: (request, { groups }) => {
    const list = [...(groups.get(request.u8()) ?? [])];
    return write()
      .u8(list.length)
      .u16(...list)
      .done();
  },
  74: (request, { groups }) => {
    const [endpoint, group] = [request.u8(), request.u16()];
    const status = groups.get(endpoint)?.has(group) ? MT_STATUS.SUCCESS : MT_STATUS.FAILURE;
    return write().u8(status).u16(group).u8(0).done();
  },
  75: (request, { groups }) => {
    const [endpoint, group] = [request.u8(), request.u16()];
    groups.set(endpoint, (groups.get(endpoint) ?? new Set()).add(group));
    return done();
  },
  76: (_request, { groups }) => Buffer.of([...groups.values()].reduce((sum, { size }) => sum + size, 0)),

  // about the network
  80: (_request, stick) => {
    const { identity, ieee } = stick;
    return write()
      .u16(0)
      .u8(stateOf(stick))
      .u16(identity?.panid ?? 0xffff, 0)
      .ieee(identity?.extendedpanid ?? ieee)
      .ieee("0x0000000000000000")
      .u8(identity?.channel ?? 0)
      .done();
  },
};

/** A request that goes to the node whose address it begins with, and whose answer begins with that address, too. */
function toNode(command: number, cluster: number): MtRequests {
  return {
    [command]: (request: ByteReader, stick: ZStackFirmware) => {
      const address = request.u16();
      stick.radio.zdo(address, cluster, request.rest(), (answered) =>
        stick.tell(SUBSYSTEM.ZDO, command | ANSWER, write().u16(address).bytes(answered).done()),
      );
      return done();
    },
  };
}
