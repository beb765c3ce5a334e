/** Requests to send: to one device, to a group, to all, or to devices near by without a network. */
import type { Destination } from "../../air/air-station.ts";
import { STATUS } from "../../air/frame-delivery.ts";
import { reader, write } from "../../devices/bytes.ts";
import { done, MT_STATUS, type MtRequests } from "./mt-requests.ts";
import type { ZStackFirmware } from "./stick-firmware.ts";
import { SUBSYSTEM } from "./unpi.ts";

const MODE = { GROUP: 1, ADDRESS: 2, IEEE: 3, ALL: 15 } as const;
const CONFIRMED = 0x80;
const BROADCAST = 0xfff8; // and above
const INTER_PAN = { LEAVE: 0, CHANNEL: 1, ENDPOINT: 2 } as const;

export const AF_REQUESTS: MtRequests = {
  // an endpoint made known, and forgotten
  0: (request, { radio: { endpoints } }) => {
    const [id, profile, device] = [request.u8(), request.u16(), request.u16()];
    request.bytes(2); // version, latency
    const clusters = () => Array.from({ length: request.u8() }, () => request.u16());
    const [inputs, outputs] = [clusters(), clusters()];
    if (endpoints.has(id)) return Buffer.of(MT_STATUS.DUPLICATE);
    endpoints.set(id, { id, profile, device, inputs, outputs });
    return done();
  },
  4: (request, { radio: { endpoints } }) =>
    Buffer.of(endpoints.delete(request.u8()) ? MT_STATUS.SUCCESS : MT_STATUS.FAILURE),

  1: (request, stick) => {
    const [address, endpoint, from, cluster, transaction] = [
      request.u16(),
      request.u8(),
      request.u8(),
      request.u16(),
      request.u8(),
    ];
    request.bytes(2); // options, radius
    const bytes = Buffer.from(request.bytes(request.u8()));
    return attempt(stick, { from, cluster, bytes, transaction }, destinationOf(address, endpoint), endpoint);
  },
  2: (request, stick) => {
    const mode = request.u8();
    const target = request.bytes(8);
    const [endpoint, pan, from, cluster, transaction] = [
      request.u8(),
      request.u16(),
      request.u8(),
      request.u16(),
      request.u8(),
    ];
    request.bytes(2); // options, radius
    const bytes = Buffer.from(request.bytes(request.u16()));
    const address = target.readUInt16LE();
    const sent = { from, cluster, bytes, transaction };
    if (pan !== 0) return touch(stick, sent, mode === MODE.IEEE ? reader(target).ieee() : undefined);
    if (mode === MODE.GROUP) return attempt(stick, sent, { group: address }, endpoint);
    const known = mode === MODE.IEEE ? stick.network.addressOf(reader(target).ieee()) : undefined;
    return attempt(stick, sent, destinationOf(known ?? address, endpoint), endpoint);
  },
  16: (request, { radio, knowsInterPan, identity }) => {
    if (!knowsInterPan) return undefined;
    const command = request.u8();
    if (command === INTER_PAN.LEAVE) radio.away = undefined;
    else if (command === INTER_PAN.CHANNEL) radio.away = request.u8();
    else if (command !== INTER_PAN.ENDPOINT) return Buffer.of(MT_STATUS.INVALID_PARAMETER);
    return Buffer.of(identity ? MT_STATUS.SUCCESS : MT_STATUS.FAILURE);
  },

  // a piece of a long frame that came in
  18: (request, { incoming }) => {
    const piece = incoming.piece(request.u32(), request.u16(), request.u8());
    if (!piece) return Buffer.of(MT_STATUS.FAILURE, 0);
    return write().u8(MT_STATUS.SUCCESS, piece.length).bytes(piece).done();
  },
};

interface SentRequest {
  readonly from: number;
  readonly cluster: number;
  readonly bytes: Buffer;
  readonly transaction: number;
}

/** Sends unless the stick cannot, and tells the host the result. */
function attempt(
  stick: ZStackFirmware,
  { from, cluster, bytes, transaction }: SentRequest,
  to: Destination,
  endpoint: number,
): Buffer {
  const { radio } = stick;
  const profile = profileOf(stick, from);
  if (typeof profile !== "number") return profile;
  const confirm = (status: number) => tellConfirmed(stick, from, transaction, status);
  const refusal = radio.refusal("address" in to);
  if (refusal === "buffer-full") return Buffer.of(MT_STATUS.BUFFER_FULL);
  if (refusal === "table-full") return Buffer.of(MT_STATUS.TABLE_FULL);
  if (refusal === "overflow") confirm(MT_STATUS.OVERFLOW);
  else radio.send({ from, profile, cluster, bytes }, to, confirm, endpoint);
  return done();
}

/** Of an endpoint that may send; else the refusal. */
function profileOf({ radio }: ZStackFirmware, from: number): number | Buffer {
  if (!radio.isOn) return Buffer.of(MT_STATUS.INVALID_REQUEST);
  return radio.endpoints.get(from)?.profile ?? Buffer.of(MT_STATUS.INVALID_PARAMETER);
}

/** It waits for no acknowledgement but that of the next hop: a frame that is dropped behind it was sent well. */
function tellConfirmed(stick: ZStackFirmware, from: number, transaction: number, status: number): void {
  const told = status === STATUS.NO_APS_ACK ? MT_STATUS.SUCCESS : status;
  stick.tell(SUBSYSTEM.AF, CONFIRMED, Buffer.of(told, from, transaction));
}

function destinationOf(address: number, endpoint: number): Destination {
  return address >= BROADCAST ? { broadcast: address } : { address, endpoint };
}

/** Without any network: the answer says which device it is from. */
function touch(
  stick: ZStackFirmware,
  { from, cluster, bytes, transaction }: SentRequest,
  ieee: string | undefined,
): Buffer {
  const profile = profileOf(stick, from);
  if (typeof profile !== "number") return profile;
  stick.radio.touch(ieee, bytes, (answerer, answered) => {
    const { command, data } = stick.incoming.touchlink(answerer, cluster, from, answered);
    stick.tell(SUBSYSTEM.AF, command, data);
  });
  tellConfirmed(stick, from, transaction, MT_STATUS.SUCCESS);
  return done();
}
