/** How frames that go through the air are written for the host: its requests, their fate, and the frames that came in. */
import type { Destination } from "../../air/air-station.ts";
import { reader, unlessMalformed, write } from "../../devices/bytes.ts";

const MODE = { GROUP: 1, ADDRESS: 2, IEEE: 3, ADDRESS_AND_IEEE: 4 } as const;
const ACKNOWLEDGED = 0x04; // an option
const ALL_ENDPOINTS = 0xff;
const ZDO_PROFILE = 0;
const NOISE = -100; // dBm
const STRONGEST = -20;
const MOST_LINKQUALITY = 255;

export interface ApsRequest {
  readonly id: number;
  readonly to: { readonly group: number } | { readonly address: number | string; readonly endpoint: number };
  readonly profile: number;
  readonly cluster: number;
  readonly from: number; // an endpoint
  readonly bytes: Buffer;
  readonly isAcknowledged: boolean;
}

/** Undefined when it is malformed. */
export function readRequest(data: Buffer): ApsRequest | undefined {
  return unlessMalformed(() => {
    const request = reader(data);
    const id = request.u8();
    request.u8(); // flags
    const to = readDestination(request.u8(), request);
    if (!to) return undefined;
    const [profile, cluster, from] = [request.u16(), request.u16(), request.u8()];
    const bytes = Buffer.from(request.bytes(request.u16()));
    const isAcknowledged = (request.u8() & ACKNOWLEDGED) !== 0;
    request.u8(); // radius
    return request.rest().length > 0 ? undefined : { id, to, profile, cluster, from, bytes, isAcknowledged };
  });
}

/** The fate of a request. */
export function writeConfirm({ id, to, from }: ApsRequest, status: number): Buffer {
  const bytes = write().u8(id);
  if ("group" in to) bytes.u8(MODE.GROUP).u16(to.group);
  else if (typeof to.address === "string") bytes.u8(MODE.IEEE).ieee(to.address).u8(to.endpoint);
  else bytes.u8(MODE.ADDRESS).u16(to.address).u8(to.endpoint);
  return bytes.u8(from, status).u32(0).done();
}

export interface ApsIndication {
  readonly to: Destination;
  readonly from: { readonly address: number; readonly endpoint: number; readonly ieee?: string | undefined };
  readonly profile: number;
  readonly cluster: number;
  readonly bytes: Buffer;
  readonly linkquality: number;
}

/** A frame that came in. */
export function writeIndication({ to, from, profile, cluster, bytes, linkquality }: ApsIndication): Buffer {
  const written = write();
  if ("group" in to) written.u8(MODE.GROUP).u16(to.group).u8(ALL_ENDPOINTS);
  else if ("broadcast" in to)
    written
      .u8(MODE.ADDRESS)
      .u16(to.broadcast)
      .u8(profile === ZDO_PROFILE ? 0 : ALL_ENDPOINTS);
  else written.u8(MODE.ADDRESS).u16(to.address).u8(to.endpoint);
  written.u8(from.ieee === undefined ? MODE.ADDRESS : MODE.ADDRESS_AND_IEEE).u16(from.address);
  if (from.ieee !== undefined) written.ieee(from.ieee);
  return written
    .u8(from.endpoint)
    .u16(profile, cluster, bytes.length)
    .bytes(bytes)
    .u16(0)
    .u8(linkquality)
    .u32(0)
    .u8(strengthOf(linkquality) & 0xff)
    .done();
}

/** In dBm. */
function strengthOf(linkquality: number): number {
  return Math.round(NOISE + ((STRONGEST - NOISE) * linkquality) / MOST_LINKQUALITY);
}

function readDestination(mode: number, request: ReturnType<typeof reader>): ApsRequest["to"] | undefined {
  if (mode === MODE.GROUP) return { group: request.u16() };
  if (mode === MODE.ADDRESS) return { address: request.u16(), endpoint: request.u8() };
  if (mode === MODE.IEEE) return { address: request.ieee(), endpoint: request.u8() };
  return undefined;
}
