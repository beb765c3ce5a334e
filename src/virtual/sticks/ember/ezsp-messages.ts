/** Commands to send: to one device, to a group, to all, or raw frames to devices near by without a network. */
import { STATUS as AIR } from "../../air/frame-delivery.ts";
import { type ByteReader, reader, write } from "../../devices/bytes.ts";
import { ZDO, ZDO_ANSWER } from "../../devices/zdo.ts";
import { CALLBACK, done, type EmberFirmware, type EzspRequests } from "./ember-firmware.ts";
import {
  type ApsFrame,
  ASKS_FOR_ACK,
  FIRST_OF_32_BITS,
  FIRST_WIDE_FILTER,
  MESSAGE,
  messageSent,
  readAps,
  receptionBytes,
  type SentMessage,
  STATUS,
  strengthOf,
} from "./ezsp-layouts.ts";

const ZDO_PROFILE = 0;
const MOST_BYTES = 82; // of one message: it is not cut in pieces
const BROADCAST_SENT = 6; // a kind of message, when its end is told
const TRIES = 3;
const ACK_WAIT = 1600; // milliseconds for the device's acknowledgement
const BROADCAST_TAKES = 5; // milliseconds
const CHANGE_CHANNEL = 0xfe;

interface Outgoing extends SentMessage {
  readonly bytes: Buffer;
}

export const MESSAGE_REQUESTS: EzspRequests = {
  52: (request, stick) => {
    const [type, destination, aps] = [request.u8(), request.u16(), readAps(request)];
    const message = messageOf(request, stick, { type, destination, aps });
    return attempt(stick, message, () => unicast(stick, message));
  },
  54: (request, stick) => {
    const isNew = stick.version >= FIRST_OF_32_BITS;
    if (isNew) request.u16(); // the alias of the sender
    const destination = request.u16();
    if (isNew) request.u8(); // the number of the network frame
    const aps = readAps(request);
    request.u8(); // radius
    const message = messageOf(request, stick, { type: BROADCAST_SENT, destination, aps });
    return attempt(stick, message, () => broadcast(stick, message));
  },
  56: (request, stick) => {
    const aps = readAps(request);
    request.bytes(stick.version >= FIRST_OF_32_BITS ? 6 : 2); // radius, and more about the network frame
    const message = messageOf(request, stick, { type: MESSAGE.OWN_MULTICAST, destination: aps.group, aps });
    return attempt(stick, message, () => multicast(stick, message));
  },
  81: (request, stick) => {
    if (!stick.knowsInterPan) return undefined;
    touch(stick, request.bytes(request.u8()));
    return done(stick);
  },
};

function messageOf(request: ByteReader, stick: EmberFirmware, sent: Omit<SentMessage, "tag">): Outgoing {
  const tag = stick.version >= FIRST_OF_32_BITS ? request.u16() : request.u8();
  const bytes = Buffer.from(request.bytes(request.u8()));
  return { ...sent, aps: { ...sent.aps, sequence: stick.nextSequence() }, tag, bytes };
}

/** Sends unless the stick cannot. The number that the message has comes with the answer. */
function attempt(stick: EmberFirmware, message: Outgoing, send: () => void): Buffer {
  const status = refusalOf(stick, message);
  if (status === STATUS.OK) send();
  return Buffer.concat([stick.status(status), Buffer.of(status === STATUS.OK ? message.aps.sequence : 0)]);
}

function refusalOf(stick: EmberFirmware, { type, bytes }: Outgoing): number {
  const isUnicast = type === MESSAGE.UNICAST;
  if (!stick.isUp) return STATUS.NETWORK_DOWN;
  if (bytes.length > MOST_BYTES) return STATUS.MESSAGE_TOO_LONG;
  if (isUnicast && stick.underWay >= stick.sizes.messages) return STATUS.MOST_MESSAGES;
  const refusal = stick.radio.refusal(isUnicast);
  if (refusal === undefined) return STATUS.OK;
  if (refusal === "table-full") return STATUS.BUSY;
  return refusal === "overflow" ? STATUS.ALLOCATION_FAILED : STATUS.MOST_MESSAGES;
}

function tellSent(stick: EmberFirmware, status: number, message: Outgoing): void {
  stick.tell(CALLBACK.MESSAGE_SENT, messageSent(stick.version, status, message));
}

function unicast(stick: EmberFirmware, message: Outgoing): void {
  const { destination, aps, bytes } = message;
  const { radio } = stick;
  if (aps.profile === ZDO_PROFILE) {
    const answer = (answered: Buffer) =>
      stick.hearZdo(MESSAGE.UNICAST, destination, aps.cluster | ZDO_ANSWER, numbered(bytes, answered));
    const ask = (confirm: (status: number) => void) =>
      radio.zdo(destination, aps.cluster, bytes.subarray(1), answer, confirm);
    deliver(stick, message, ask);
    return;
  }
  const { from, to: endpoint, profile, cluster } = aps;
  const to = { address: destination, endpoint };
  deliver(stick, message, (confirm) => radio.send({ from, profile, cluster, bytes }, to, confirm));
}

/** The stick tries again until the device acknowledges it, if it was asked for that. */
function deliver(stick: EmberFirmware, message: Outgoing, send: (confirm: (status: number) => void) => void): void {
  const wantsAck = (message.aps.options & ASKS_FOR_ACK) !== 0;
  const { time } = stick.air;
  let isOver = false;
  let isHeard = false; // by a node on the way
  let stopWaiting = () => {};
  stick.underWay += 1;
  const end = (status: number) => {
    if (isOver) return;
    isOver = true;
    stopWaiting();
    stick.underWay = Math.max(0, stick.underWay - 1);
    if (status === STATUS.OK) stick.counters.arrived();
    else stick.counters.failed(wantsAck ? TRIES - 1 : 0, isHeard);
    tellSent(stick, status, message);
  };
  const attemptFrom = (left: number) => {
    let hasFailed = false;
    stopWaiting = time.later(ACK_WAIT, () => {
      if (left <= 1) end(STATUS.DELIVERY_FAILED);
      else if (hasFailed) attemptFrom(left - 1);
      else stopWaiting = time.later(ACK_WAIT * (left - 1), () => end(STATUS.DELIVERY_FAILED)); // it is still under way
    });
    send((status) => {
      if (status === AIR.SUCCESS || (status === AIR.NO_APS_ACK && !wantsAck)) end(STATUS.OK);
      else if (!wantsAck) end(STATUS.DELIVERY_FAILED);
      hasFailed = true;
      isHeard = status === AIR.NO_APS_ACK;
    });
  };
  attemptFrom(wantsAck ? TRIES : 1);
}

function multicast(stick: EmberFirmware, message: Outgoing): void {
  const { aps, bytes } = message;
  const { from, profile, cluster, group } = aps;
  stick.counters.sentToMany();
  stick.radio.send({ from, profile, cluster, bytes }, { group }, () => tellSent(stick, STATUS.OK, message));
  stick.hearOwn(MESSAGE.OWN_MULTICAST, aps, bytes);
}

function broadcast(stick: EmberFirmware, message: Outgoing): void {
  const { destination, aps, bytes } = message;
  const { from, to, profile, cluster } = aps;
  stick.counters.sentToMany();
  if (profile === ZDO_PROFILE) broadcastZdo(stick, aps, bytes);
  else {
    stick.radio.send({ from, profile, cluster, bytes }, { broadcast: destination }, () => {}, to);
    stick.hearOwn(MESSAGE.OWN_BROADCAST, aps, bytes);
  }
  stick.air.time.later(BROADCAST_TAKES, () => tellSent(stick, STATUS.OK, message));
}

/** To all nodes: the question for an address, the opening of the network, and its move to another channel. */
function broadcastZdo(stick: EmberFirmware, { cluster }: ApsFrame, bytes: Buffer): void {
  const { radio, memory } = stick;
  const request = reader(bytes.subarray(1));
  if (cluster === ZDO.NETWORK_ADDRESS) {
    const ieee = request.ieee();
    const answer = (answered: Buffer) => {
      const sender = reader(answered.subarray(9)).u16();
      stick.hearZdo(MESSAGE.UNICAST, sender, cluster | ZDO_ANSWER, numbered(bytes, answered));
    };
    if (ieee === memory.ieee) radio.zdo(0, cluster, bytes.subarray(1), answer);
    else radio.find(ieee, bytes.subarray(1), answer);
    return;
  }
  memory.countFrame();
  if (cluster === ZDO.PERMIT_JOIN) radio.link.permit(request.u8(), true);
  if (cluster !== ZDO.UPDATE) return;
  const [mask, duration] = [request.u32(), request.u8()];
  if (duration === CHANGE_CHANNEL) radio.moveChannel(mask, (channel) => stick.channelChanged(channel));
}

/** With the number of the question. */
function numbered(question: Buffer, answer: Buffer): Buffer {
  return Buffer.concat([question.subarray(0, 1), answer]);
}

// ---- raw frames, of which touchlink is made

const TO_ONE = 0xcc01; // MAC frames: from a long address to one, or to all
const TO_ALL = 0xc801;
const WANTS_ACK = 0x20;
const NOBODY = 0xffff;
const STUB_NETWORK = 0x000b;
const STUB_APPLICATION = 0x03;
const TOUCHLINK_CLUSTER = 0x1000;
const TOUCHLINK_PROFILE = 0xc05e;
const NEAR = 200; // a link quality
const NO_SENDER = 0xfffe;

function touch(stick: EmberFirmware, frame: Buffer): void {
  const mac = reader(frame);
  const control = mac.u16() & ~WANTS_ACK;
  if (control !== TO_ONE && control !== TO_ALL) return;
  mac.bytes(3); // its number, the network
  const to = control === TO_ONE ? mac.ieee() : undefined;
  if (control === TO_ALL) mac.u16();
  mac.bytes(17); // our network, our address, the headers of two layers, cluster, profile
  const bytes = Buffer.from(mac.rest());
  stick.radio.touch(to, bytes, (answerer, answered) => {
    const heard = write()
      .u16(TO_ONE)
      .u8(0)
      .u16(NOBODY)
      .ieee(stick.memory.ieee)
      .u16(NOBODY)
      .ieee(answerer)
      .u16(STUB_NETWORK)
      .u8(STUB_APPLICATION)
      .u16(TOUCHLINK_CLUSTER, TOUCHLINK_PROFILE)
      .bytes(answered)
      .done();
    const filter = stick.version >= FIRST_WIDE_FILTER ? Buffer.alloc(2) : Buffer.alloc(1);
    const reception =
      stick.version >= FIRST_OF_32_BITS
        ? receptionBytes({ sender: NO_SENDER, linkquality: NEAR })
        : Buffer.of(NEAR, strengthOf(NEAR));
    const matched = write().bytes(filter).u8(0).bytes(reception).u8(heard.length).bytes(heard).done();
    stick.tell(CALLBACK.MAC_FILTER_MATCH, matched);
  });
}
