/** The layouts of the frames of EZSP, the protocol of EmberZNet sticks. They changed with its version 14, some with 18. */
import { type ByteReader, write } from "../../devices/bytes.ts";

export const FIRST_OF_32_BITS = 14; // the version whose statuses are as wide as those of other chips of the maker
export const FIRST_WIDE_FILTER = 18;

/** In the words of version 14. */
export const STATUS = {
  OK: 0x00,
  INVALID_STATE: 0x02,
  BUSY: 0x04,
  NETWORK_UP: 0x15,
  NETWORK_DOWN: 0x16,
  NOT_JOINED: 0x17,
  ALLOCATION_FAILED: 0x19,
  INVALID_PARAMETER: 0x21,
  INVALID_INDEX: 0x27,
  NOT_FOUND: 0x2d,
  MESSAGE_TOO_LONG: 0x38,
  DELIVERY_FAILED: 0xc02,
  MOST_MESSAGES: 0xc03,
  CHANNEL_CHANGED: 0xc17,
  OPENED: 0xc18,
  CLOSED: 0xc19,
} as const;

/** The same in one byte. */
const FORMER_STATUS: Readonly<Record<number, number>> = {
  [STATUS.OK]: 0x00,
  [STATUS.INVALID_PARAMETER]: 0x02,
  [STATUS.ALLOCATION_FAILED]: 0x18,
  [STATUS.DELIVERY_FAILED]: 0x66,
  [STATUS.INVALID_STATE]: 0x70,
  [STATUS.MOST_MESSAGES]: 0x72,
  [STATUS.MESSAGE_TOO_LONG]: 0x74,
  [STATUS.NETWORK_UP]: 0x90,
  [STATUS.NETWORK_DOWN]: 0x91,
  [STATUS.NOT_JOINED]: 0x93,
  [STATUS.CHANNEL_CHANGED]: 0x9b,
  [STATUS.OPENED]: 0x9c,
  [STATUS.CLOSED]: 0x9d,
  [STATUS.BUSY]: 0xa1,
  [STATUS.INVALID_INDEX]: 0xb1,
  [STATUS.NOT_FOUND]: 0xb1,
};

export function statusBytes(version: number, status: number): Buffer {
  if (version >= FIRST_OF_32_BITS) return write().u32(status).done();
  return Buffer.of(FORMER_STATUS[status] ?? 0x01);
}

/** Some commands have always had four bytes. */
export function wideStatus(status: number): Buffer {
  return write().u32(status).done();
}

/** The header of a frame to an application. */
export interface ApsFrame {
  readonly profile: number;
  readonly cluster: number;
  readonly from: number; // an endpoint
  readonly to: number; //   the same
  readonly options: number;
  readonly group: number;
  readonly sequence: number;
}

export const ASKS_FOR_ACK = 0x40; // an option

function apsBytes({ profile, cluster, from, to, options, group, sequence }: ApsFrame): Buffer {
  return write().u16(profile, cluster).u8(from, to).u16(options, group).u8(sequence).done();
}

export function readAps(request: ByteReader): ApsFrame {
  return {
    profile: request.u16(),
    cluster: request.u16(),
    from: request.u8(),
    to: request.u8(),
    options: request.u16(),
    group: request.u16(),
    sequence: request.u8(),
  };
}

const UNKNOWN = Buffer.alloc(8, 0xff); // an address
const NOWHERE = 0xff; // an index of a table
const STRONGEST = -10; // dBm of the best link quality
const WEAKEST = -100;

/** How a frame came in. */
interface Reception {
  readonly sender: number;
  readonly linkquality: number;
}

export function receptionBytes({ sender, linkquality }: Reception): Buffer {
  return write().u16(sender).bytes(UNKNOWN).u8(NOWHERE, NOWHERE, linkquality, strengthOf(linkquality)).u32(0).done();
}

export function strengthOf(linkquality: number): number {
  return Math.round(WEAKEST + (linkquality / 255) * (STRONGEST - WEAKEST)) & 0xff;
}

export const MESSAGE = { UNICAST: 0, MULTICAST: 2, OWN_MULTICAST: 3, BROADCAST: 4, OWN_BROADCAST: 5 } as const;

export function incomingMessage(
  version: number,
  type: number,
  aps: ApsFrame,
  reception: Reception,
  bytes: Uint8Array,
): Buffer {
  const message = write().u8(type).bytes(apsBytes(aps));
  if (version >= FIRST_OF_32_BITS) message.bytes(receptionBytes(reception));
  else {
    const { sender, linkquality } = reception;
    message.u8(linkquality, strengthOf(linkquality)).u16(sender).u8(NOWHERE, NOWHERE);
  }
  return message.u8(bytes.length).bytes(bytes).done();
}

export interface SentMessage {
  readonly type: number;
  readonly destination: number;
  readonly aps: ApsFrame;
  readonly tag: number;
}

/** Their contents are not told once more. */
export function messageSent(version: number, status: number, { type, destination, aps, tag }: SentMessage): Buffer {
  if (version >= FIRST_OF_32_BITS)
    return write().u32(status).u8(type).u16(destination).bytes(apsBytes(aps)).u16(tag).u8(0).done();
  const code = statusBytes(version, status);
  return write().u8(type).u16(destination).bytes(apsBytes(aps)).u8(tag).bytes(code).u8(0).done();
}

export interface NetworkParameters {
  readonly extendedpanid: string; // hex, as it goes over the line
  readonly panid: number;
  readonly power: number;
  readonly channel: number;
  readonly updateId: number;
  readonly channels: number; // a mask
}

export function parameterBytes(parameters: NetworkParameters): Buffer {
  const { extendedpanid, panid, power, channel, updateId, channels } = parameters;
  return write()
    .bytes(Buffer.from(extendedpanid, "hex"))
    .u16(panid)
    .u8(power, channel, 0)
    .u16(0)
    .u8(updateId)
    .u32(channels)
    .done();
}

export function readParameters(request: ByteReader): NetworkParameters {
  const extendedpanid = request.bytes(8).toString("hex");
  const [panid, power, channel] = [request.u16(), request.u8(), request.u8()];
  request.bytes(3); // how it is joined, its manager
  return { extendedpanid, panid, power, channel, updateId: request.u8(), channels: request.u32() };
}
