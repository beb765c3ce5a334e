/** Requests to send: to one device, to a group, to all, or to devices near by without a network. */
import type { AirFrame } from "../air/air-station.ts";
import { reader, write } from "../devices/bytes.ts";
import { done, MT_STATUS, type MtRequests } from "./mt-requests.ts";
import type { SimulatedStick } from "./stick.ts";
import { SUBSYSTEM } from "./unpi.ts";

const MODE = { GROUP: 1, ADDRESS: 2, IEEE: 3, ALL: 15 } as const;
const CONFIRMED = 0x80;
const BROADCAST = 0xfff8; // and above
const INTER_PAN = { LEAVE: 0, CHANNEL: 1, ENDPOINT: 2 } as const;

type Confirm = (status: number) => void;

export const AF_REQUESTS: MtRequests = {
  // an endpoint made known, and forgotten
  0: (request, { endpoints }) => {
    const [id, profile, device] = [request.u8(), request.u16(), request.u16()];
    request.bytes(2); // version, latency
    const clusters = () => Array.from({ length: request.u8() }, () => request.u16());
    const [inputs, outputs] = [clusters(), clusters()];
    if (endpoints.has(id)) return Buffer.of(MT_STATUS.DUPLICATE);
    endpoints.set(id, { id, profile, device, inputs, outputs });
    return done();
  },
  4: (request, { endpoints }) => Buffer.of(endpoints.delete(request.u8()) ? MT_STATUS.SUCCESS : MT_STATUS.FAILURE),

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
    return attempt(stick, from, transaction, address < BROADCAST, (confirm) =>
      toAddress(stick, { from, cluster, bytes }, address, endpoint, confirm),
    );
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
    const isUnicast = mode !== MODE.GROUP && mode !== MODE.ALL && address < BROADCAST;
    return attempt(stick, from, transaction, isUnicast, (confirm) => {
      if (pan !== 0) {
        touch(stick, mode === MODE.IEEE ? reader(target).ieee() : undefined, from, cluster, bytes);
        confirm(MT_STATUS.SUCCESS);
      } else if (mode === MODE.GROUP) {
        if (!isElsewhere(stick))
          stick.uplink.group(frameOf(stick, { from, cluster, bytes }, { group: address }), address);
        confirm(MT_STATUS.SUCCESS);
      } else if (mode === MODE.IEEE) {
        const known = stick.network.addressOf(reader(target).ieee());
        toAddress(stick, { from, cluster, bytes }, known ?? address, endpoint, confirm);
      } else toAddress(stick, { from, cluster, bytes }, address, endpoint, confirm);
    });
  },
  16: (request, { interPan, identity }) => {
    if (!interPan.isKnown) return undefined;
    const command = request.u8();
    if (command === INTER_PAN.LEAVE) interPan.channel = undefined;
    else if (command === INTER_PAN.CHANNEL) interPan.channel = request.u8();
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
}

/** Sends unless the stick cannot, and tells the host what became of it. */
function attempt(
  stick: SimulatedStick,
  from: number,
  transaction: number,
  isUnicast: boolean,
  send: (confirm: Confirm) => void,
): Buffer {
  if (!stick.started) return Buffer.of(MT_STATUS.INVALID_REQUEST);
  const endpoint = stick.endpoints.get(from);
  if (!endpoint) return Buffer.of(MT_STATUS.INVALID_PARAMETER);
  const confirm = (status: number) => stick.tell(SUBSYSTEM.AF, CONFIRMED, Buffer.of(status, from, transaction));
  const refusal = stick.refusal(isUnicast);
  if (refusal === "buffer-full") return Buffer.of(MT_STATUS.BUFFER_FULL);
  if (refusal === "table-full") return Buffer.of(MT_STATUS.TABLE_FULL);
  if (refusal === "overflow") confirm(MT_STATUS.OVERFLOW);
  else {
    stick.count();
    send(confirm);
  }
  return done();
}

function toAddress(
  stick: SimulatedStick,
  sent: SentRequest,
  address: number,
  endpoint: number,
  confirm: Confirm,
): void {
  if (isElsewhere(stick)) confirm(address < BROADCAST ? MT_STATUS.NO_ACK : MT_STATUS.SUCCESS);
  else if (address >= BROADCAST) {
    stick.uplink.broadcast(frameOf(stick, sent, { broadcast: address }), address, endpoint);
    confirm(MT_STATUS.SUCCESS);
  } else if (address === 0) confirm(MT_STATUS.SUCCESS);
  else stick.uplink.unicast(frameOf(stick, sent, { address, endpoint }), address, endpoint, confirm);
}

/** A stick that is away for touchlink is not heard in its network. */
function isElsewhere({ interPan }: SimulatedStick): boolean {
  return interPan.channel !== undefined;
}

function frameOf({ endpoints }: SimulatedStick, { from, cluster, bytes }: SentRequest, to: AirFrame["to"]): AirFrame {
  const profile = endpoints.get(from)?.profile ?? 0;
  return { from: { address: 0, endpoint: from }, to, profile, cluster, bytes };
}

/** Without any network: what is answered says which device answered. */
function touch(stick: SimulatedStick, ieee: string | undefined, from: number, cluster: number, bytes: Buffer): void {
  const listening = () => stick.interPan.channel ?? stick.identity?.channel ?? 0;
  const channel = listening();
  stick.uplink.touch(channel, ieee, bytes, (answerer, answered) => {
    if (listening() !== channel) return; // too late
    const { command, data } = stick.incoming.touchlink(answerer, cluster, from, answered);
    stick.tell(SUBSYSTEM.AF, command, data);
  });
}
