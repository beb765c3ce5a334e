/** The answers of a node about itself: its descriptors, its bindings, its neighbors. */
import type { StationBinding, StationEndpoint } from "../air/air-station.ts";
import { type ByteReader, write } from "./bytes.ts";

export const ZDO = {
  NETWORK_ADDRESS: 0x00,
  IEEE_ADDRESS: 0x01,
  NODE_DESCRIPTOR: 0x02,
  POWER_DESCRIPTOR: 0x03,
  SIMPLE_DESCRIPTOR: 0x04,
  ACTIVE_ENDPOINTS: 0x05,
  ANNOUNCE: 0x13,
  BIND: 0x21,
  UNBIND: 0x22,
  NEIGHBOURS: 0x31,
  ROUTES: 0x32,
  BINDINGS: 0x33,
  LEAVE: 0x34,
  PERMIT_JOIN: 0x36,
  UPDATE: 0x38,
} as const;

export const ZDO_ANSWER = 0x8000;

const ZDO_STATUS = {
  SUCCESS: 0x00,
  DEVICE_NOT_FOUND: 0x81,
  INVALID_ENDPOINT: 0x82,
  NOT_ACTIVE: 0x83,
  NOT_SUPPORTED: 0x84,
  NO_ENTRY: 0x88,
  TABLE_FULL: 0x8c,
} as const;

type NodeKind = "coordinator" | "router" | "end-device";

export interface ZdoNeighbour {
  readonly ieee: string;
  readonly address: number;
  readonly kind: NodeKind;
  readonly listens: boolean;
  readonly relation: "parent" | "child" | "sibling";
  readonly open: boolean;
  readonly depth: number;
  readonly linkquality: number;
}

export interface ZdoRoute {
  readonly destination: number;
  readonly nextHop: number;
}

export interface ZdoNode {
  readonly ieee: string;
  readonly address: number;
  readonly kind: NodeKind;
  readonly listens: boolean;
  readonly mains: boolean;
  readonly manufacturer: number;
  readonly endpoints: readonly StationEndpoint[];
  readonly bindings: StationBinding[];
  readonly extendedpanid: string;
  neighbours(): readonly ZdoNeighbour[];
  routes(): readonly ZdoRoute[];
  permit(seconds: number): void;
  leave(rejoin: boolean): void;
  /** How much goes on in a channel: 0 to 254; absent: it cannot measure. */
  energyOf?(channel: number): number;
}

type ZdoAnswer = (node: ZdoNode, request: ByteReader) => Buffer | undefined;

const KIND = { coordinator: 0, router: 1, "end-device": 2 } as const;
const RELATION = { parent: 0, child: 1, sibling: 2 } as const;
const BAND_2_4_GHZ = 0x40;
const STACK_REVISION = 22 << 9;
const BUFFER_SIZE = 82;
const MOST_BINDINGS = 64;
const PAGE = { neighbours: 3, routes: 10, bindings: 3 };
const CHANNELS = Array.from({ length: 16 }, (_, index) => 11 + index);
const LONGEST_SCAN = 5;
const TO_GROUP = 1;
const TO_DEVICE = 3;
const NOT_OURSELVES = "0x0000000000000000";

/** The answer as it travels, without the number of the transaction; undefined when the node says nothing at all. */
export function answerZdo(cluster: number, request: ByteReader, node: ZdoNode): Buffer | undefined {
  const answer = ANSWERS[cluster];
  return answer ? answer(node, request) : status(ZDO_STATUS.NOT_SUPPORTED);
}

/** The lowest first. */
export function channelsIn(mask: number): readonly number[] {
  return CHANNELS.filter((channel) => (mask >>> channel) & 1);
}

export function capabilities(kind: NodeKind, { mains, listens }: Pick<ZdoNode, "mains" | "listens">): number {
  return 0x80 | (kind === "end-device" ? 0 : 0x02) | (mains ? 0x04 : 0) | (listens ? 0x08 : 0);
}

const address: ZdoAnswer = (node) => write().u8(ZDO_STATUS.SUCCESS).ieee(node.ieee).u16(node.address).u8(0, 0).done();

const ANSWERS: Readonly<Record<number, ZdoAnswer>> = {
  [ZDO.NETWORK_ADDRESS]: address,
  [ZDO.IEEE_ADDRESS]: address,
  [ZDO.NODE_DESCRIPTOR]: aboutSelf((node) =>
    write()
      .u8(KIND[node.kind], BAND_2_4_GHZ, capabilities(node.kind, node))
      .u16(node.manufacturer)
      .u8(BUFFER_SIZE)
      .u16(BUFFER_SIZE, STACK_REVISION | (node.kind === "coordinator" ? 1 : 0), BUFFER_SIZE)
      .u8(0)
      .done(),
  ),
  [ZDO.POWER_DESCRIPTOR]: aboutSelf((node) => Buffer.of(node.listens ? 0x10 : 0x11, node.mains ? 0xc1 : 0xc4)),
  [ZDO.ACTIVE_ENDPOINTS]: aboutSelf(({ endpoints }) => Buffer.of(endpoints.length, ...endpoints.map(({ id }) => id))),
  [ZDO.SIMPLE_DESCRIPTOR]: (node, request) => {
    const [target, id] = [request.u16(), request.u8()];
    const endpoint = node.endpoints.find((each) => each.id === id);
    if (target !== node.address) return about(ZDO_STATUS.DEVICE_NOT_FOUND, target, Buffer.of(0));
    if (!endpoint) return about(ZDO_STATUS.NOT_ACTIVE, target, Buffer.of(0));
    const descriptor = simpleDescriptor(endpoint);
    return about(ZDO_STATUS.SUCCESS, target, Buffer.of(descriptor.length, ...descriptor));
  },
  [ZDO.BIND]: (node, request) => {
    const binding = readBinding(request);
    if (!binding) return status(ZDO_STATUS.NOT_SUPPORTED);
    if (!node.endpoints.some(({ id }) => id === binding.endpoint)) return status(ZDO_STATUS.INVALID_ENDPOINT);
    if (node.bindings.some((each) => isSameBinding(each, binding))) return status(ZDO_STATUS.SUCCESS);
    if (node.bindings.length >= MOST_BINDINGS) return status(ZDO_STATUS.TABLE_FULL);
    node.bindings.push(binding);
    return status(ZDO_STATUS.SUCCESS);
  },
  [ZDO.UNBIND]: (node, request) => {
    const binding = readBinding(request);
    if (!binding) return status(ZDO_STATUS.NOT_SUPPORTED);
    const index = node.bindings.findIndex((each) => isSameBinding(each, binding));
    if (index < 0) return status(ZDO_STATUS.NO_ENTRY);
    node.bindings.splice(index, 1);
    return status(ZDO_STATUS.SUCCESS);
  },
  [ZDO.NEIGHBOURS]: (node, request) =>
    page(node.neighbours(), request.u8(), PAGE.neighbours, (neighbour) =>
      write()
        .ieee(node.extendedpanid)
        .ieee(neighbour.ieee)
        .u16(neighbour.address)
        .u8(KIND[neighbour.kind] | (neighbour.listens ? 0x04 : 0) | (RELATION[neighbour.relation] << 4))
        .u8(neighbour.open ? 1 : 0, neighbour.depth, neighbour.linkquality)
        .done(),
    ),
  [ZDO.ROUTES]: (node, request) =>
    page(node.routes(), request.u8(), PAGE.routes, ({ destination, nextHop }) =>
      write().u16(destination).u8(0).u16(nextHop).done(),
    ),
  [ZDO.BINDINGS]: (node, request) =>
    page(node.bindings, request.u8(), PAGE.bindings, ({ endpoint, cluster, target }) => {
      const bytes = write().ieee(node.ieee).u8(endpoint).u16(cluster);
      if ("group" in target) return bytes.u8(TO_GROUP).u16(target.group).done();
      return bytes.u8(TO_DEVICE).ieee(target.ieee).u8(target.endpoint).done();
    }),
  [ZDO.LEAVE]: (node, request) => {
    const [who, flags] = [request.ieee(), request.u8()];
    if (who !== NOT_OURSELVES && who !== node.ieee) return status(ZDO_STATUS.DEVICE_NOT_FOUND);
    node.leave((flags & 0x80) !== 0);
    return status(ZDO_STATUS.SUCCESS);
  },
  [ZDO.UPDATE]: ({ energyOf }, request) => {
    const [mask, duration] = [request.u32(), request.u8()];
    if (!energyOf || duration > LONGEST_SCAN) return status(ZDO_STATUS.NOT_SUPPORTED);
    const channels = channelsIn(mask);
    return write()
      .u8(ZDO_STATUS.SUCCESS)
      .u32(mask)
      .u16(0, 0)
      .u8(channels.length, ...channels.map(energyOf))
      .done();
  },
  [ZDO.PERMIT_JOIN]: (node, request) => {
    if (node.kind === "end-device") return status(ZDO_STATUS.NOT_SUPPORTED);
    node.permit(request.u8());
    return status(ZDO_STATUS.SUCCESS);
  },
};

function aboutSelf(describe: (node: ZdoNode) => Buffer): ZdoAnswer {
  return (node, request) => {
    const target = request.u16();
    const self = target === node.address;
    return about(
      self ? ZDO_STATUS.SUCCESS : ZDO_STATUS.DEVICE_NOT_FOUND,
      target,
      self ? describe(node) : Buffer.alloc(0),
    );
  };
}

function about(code: number, target: number, bytes: Buffer): Buffer {
  return write().u8(code).u16(target).bytes(bytes).done();
}

function status(code: number): Buffer {
  return Buffer.of(code);
}

function page<T>(list: readonly T[], start: number, length: number, bytesOf: (entry: T) => Buffer): Buffer {
  const entries = list.slice(start, start + length).map(bytesOf);
  return write()
    .u8(ZDO_STATUS.SUCCESS, Math.min(list.length, 255), start, entries.length)
    .bytes(Buffer.concat(entries))
    .done();
}

function simpleDescriptor({ id, profile, device, inputs, outputs }: StationEndpoint): Buffer {
  return write()
    .u8(id)
    .u16(profile, device)
    .u8(1, inputs.length)
    .u16(...inputs)
    .u8(outputs.length)
    .u16(...outputs)
    .done();
}

function readBinding(request: ByteReader): StationBinding | undefined {
  request.ieee(); // of the node itself
  const [endpoint, cluster, mode] = [request.u8(), request.u16(), request.u8()];
  if (mode === TO_GROUP) return { endpoint, cluster, target: { group: request.u16() } };
  if (mode === TO_DEVICE) return { endpoint, cluster, target: { ieee: request.ieee(), endpoint: request.u8() } };
  return undefined;
}

function isSameBinding(one: StationBinding, other: StationBinding): boolean {
  if (one.endpoint !== other.endpoint || one.cluster !== other.cluster) return false;
  if ("group" in one.target) return "group" in other.target && one.target.group === other.target.group;
  return (
    "ieee" in other.target && one.target.ieee === other.target.ieee && one.target.endpoint === other.target.endpoint
  );
}
