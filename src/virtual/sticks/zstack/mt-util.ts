/** Requests about the host's comforts: the facts of the stick, its light, its relatives, and the making of a network. */
import { write } from "../../devices/bytes.ts";
import { done, MT_STATUS, type MtRequests } from "./mt-requests.ts";
import { ITEM } from "./nv.ts";
import type { ZStackFirmware } from "./stick-firmware.ts";

const COORDINATOR_AND_MORE = 7; // it could be a router or an end device, too
const STATE = { stopped: 0, coordinator: 9 };
const RELATION = { sleepy: 1, listening: 2, router: 4, other: 6, none: 0xff };
const NOBODY = 0xfffe;
const FORMATION = 0x04;

export const UTIL_REQUESTS: MtRequests = {
  0: (_request, stick) => {
    const children = stick.radio.link.members().filter(({ parent }) => parent === 0);
    return write()
      .u8(MT_STATUS.SUCCESS)
      .ieee(stick.ieee)
      .u16(0)
      .u8(COORDINATOR_AND_MORE, stateOf(stick), Math.min(children.length, 100))
      .u16(...children.slice(0, 100).map(({ address }) => address))
      .done();
  },
  10: done, // its light
  72: (_request, { radio: { link } }) =>
    write()
      .u16(link.members().filter(({ parent }) => parent === 0).length)
      .done(),
  74: (request, { radio: { link } }) => {
    const ieee = request.ieee();
    const members = link.members();
    const index = members.findIndex(({ station }) => station.ieee === ieee);
    const member = members[index];
    if (!member) return write().u16(NOBODY, 0xffff).u8(RELATION.none).done();
    const { router, listens } = member.station;
    const child = router ? RELATION.router : listens ? RELATION.listening : RELATION.sleepy;
    return write()
      .u16(member.address, index)
      .u8(member.parent === 0 ? child : RELATION.other)
      .done();
  },
  99: done, // a relative forgotten
  100: done, // and known again
};

export const SAPI_REQUESTS: MtRequests = {
  4: (request, { nv }) => {
    const id = request.u8();
    const bytes = nv.item(id);
    if (!bytes) return write().u8(MT_STATUS.ITEM_MISSING, id, 0).done();
    return write().u8(MT_STATUS.SUCCESS, id, bytes.length).bytes(bytes).done();
  },
  5: (request, { nv }) => {
    nv.setItem(request.u8(), request.bytes(request.u8()));
    return done();
  },
};

export const APP_REQUESTS: MtRequests = {
  4: (request, { installCodes }) => {
    request.u8(); // the kind of code
    installCodes.set(request.ieee(), request.rest().toString("hex"));
    return done();
  },
  5: (request, stick) => {
    if (request.u8() & FORMATION) stick.form();
    return done();
  },
  8: (request, { nv }) => {
    const [isPrimary, mask] = [request.u8(), request.u32()];
    if (isPrimary) nv.setItem(ITEM.CHANNELS, write().u32(mask).done());
    return done();
  },
  9: done, // whether devices have to get a key of their own
};

export function stateOf({ started }: ZStackFirmware): number {
  return started ? STATE.coordinator : STATE.stopped;
}
