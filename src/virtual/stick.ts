/** The simulated stick: what it remembers, what it is doing, and what it tells its host by itself. */
import type { Endpoint, Frame, Station } from "./air.ts";
import { ieeeBytes, reader, write } from "./bytes.ts";
import type { Network } from "./network.ts";
import { createNv, ITEM, type Nv, type SavedNv } from "./nv.ts";
import { countFrame, forget, form, formAs, moveTo, type NetworkIdentity, networkOf, remember } from "./nv-network.ts";
import { SUBSYSTEM } from "./unpi.ts";
import type { Center, Uplink } from "./uplink.ts";
import { answerZdo, capabilities, type Node } from "./zdo.ts";

/** A notice to the host that it did not ask for. */
export type Tell = (subsystem: number, command: number, data: Buffer) => void;

/** How the next data requests fail: for want of buffers, later on the air, or because too many broadcasts are under way. */
export type Busy = "buffer-full" | "overflow" | "table-full";

export interface Stick {
  readonly nv: Nv;
  readonly network: Network;
  readonly uplink: Uplink;
  readonly tell: Tell;
  readonly ieee: string;
  readonly identity: NetworkIdentity | undefined;
  readonly started: boolean; // as coordinator of its network
  readonly endpoints: Map<number, Endpoint>;
  readonly groups: Map<number, Set<number>>; // endpoint → groups
  readonly installCodes: Map<string, string>; // device → code, hex
  readonly interPan: { channel: number | undefined; endpoint: number };
  /** How this data request is to fail, if it is. */
  refusal(isUnicast: boolean): Busy | undefined;
  busy(requests: number, how: Busy): void;
  /** Each frame that it sends is counted. */
  count(): void;
  zdo(address: number, cluster: number, request: Buffer, answer: (bytes: Buffer) => void): void;
  permit(seconds: number, routers: boolean): void;
  /** It moves, and all devices follow. */
  changeChannel(channel: number): void;
  /** Takes its network up again, or makes the one whose facts were written. */
  start(): void;
  form(): void;
  reset(): void;
  /** Without power it forgets all that is not in its memory. */
  powerOff(): void;
}

export interface StickOptions {
  readonly network: Network;
  readonly ieee: string;
  readonly seed: Buffer;
  readonly saved: SavedNv | undefined;
  readonly preformed: NetworkIdentity | undefined;
  readonly tell: Tell;
}

const TI = 0x000d;
const STARTED = 9;
const START_TAKES = 20; // milliseconds
const CLEAR_ALL = 3; // bits of the startup option
const FOREVER = 255;
const CONFIGURED = Buffer.of(0x55);

export const NOTICE = { STATE: 0xc0, ANNOUNCED: 0xc1, LEFT: 0xc9, JOINED: 0xca, PERMIT: 0xcb } as const;
const AF_INCOMING = 0x81;
const RESET = 0x80;

export function createStick({ network, tell, ...options }: StickOptions): Stick {
  const nv = createNv(ieeeBytes(options.ieee), options.seed, options.saved);
  const { pace } = network;
  let ieee = "";
  let identity: NetworkIdentity | undefined;
  let started = false;
  let refusals: { how: Busy; left: number } | undefined;
  let stopPermit = () => {};
  const endpoints = new Map<number, Endpoint>();
  const groups = new Map<number, Set<number>>();
  const installCodes = new Map<string, string>();
  const interPan: Stick["interPan"] = { channel: undefined, endpoint: 12 };

  const boot = () => {
    ieee = reader(nv.item(ITEM.IEEE) ?? Buffer.alloc(8)).ieee();
    identity = networkOf(nv);
  };

  const center: Center = {
    get ieee() {
      return ieee;
    },
    get network() {
      return identity ? `${identity.extendedpanid} ${identity.key.toString("hex")}` : "";
    },
    get extendedpanid() {
      return identity?.extendedpanid ?? ieee;
    },
    get listens() {
      return started && interPan.channel === undefined;
    },
    hear: (frame, linkquality) => tell(SUBSYSTEM.AF, AF_INCOMING, incoming(frame, linkquality, pace.now())),
    joined: (station, address, parent) => {
      remember(nv, station.ieee, address, parent === 0);
      tell(SUBSYSTEM.ZDO, NOTICE.JOINED, write().u16(address).ieee(station.ieee).u16(parent).done());
    },
    announced: (station, address) => {
      const about = write().u16(address).u16(address).ieee(station.ieee).u8(capabilitiesOf(station)).done();
      tell(SUBSYSTEM.ZDO, NOTICE.ANNOUNCED, about);
    },
    left: (station, address, rejoins) => {
      if (!rejoins) forget(nv, station.ieee);
      const about = write()
        .u16(address)
        .ieee(station.ieee)
        .u8(0, 0, rejoins ? 1 : 0)
        .done();
      tell(SUBSYSTEM.ZDO, NOTICE.LEFT, about);
    },
  };
  const uplink = network.connect(center);

  const permit = (seconds: number, routers: boolean) => {
    stopPermit();
    uplink.permit(seconds, routers);
    tell(SUBSYSTEM.ZDO, NOTICE.PERMIT, Buffer.of(seconds));
    if (seconds === 0 || seconds === FOREVER) return;
    stopPermit = pace.later(seconds * 1000, () => tell(SUBSYSTEM.ZDO, NOTICE.PERMIT, Buffer.of(0)));
  };

  const self = (): Node => ({
    ieee,
    address: 0,
    kind: "coordinator",
    listens: true,
    mains: true,
    manufacturer: TI,
    endpoints: [...endpoints.values()],
    bindings: [],
    extendedpanid: center.extendedpanid,
    neighbours: uplink.neighbours,
    routes: uplink.routes,
    permit: (seconds) => permit(seconds, false),
    leave: () => {},
  });

  const powerOff = () => {
    stopPermit();
    uplink.permit(0, false);
    started = false;
    interPan.channel = undefined;
    endpoints.clear();
    groups.clear();
    refusals = undefined;
    const option = nv.item(ITEM.STARTUP_OPTION)?.[0] ?? 0;
    if (option & CLEAR_ALL) nv.clear();
    boot();
  };

  const start = () => {
    if (!networkOf(nv)) form(nv, ieee);
    identity = networkOf(nv);
    pace.later(START_TAKES, () => {
      started = true;
      tell(SUBSYSTEM.ZDO, NOTICE.STATE, Buffer.of(STARTED));
    });
  };

  boot();
  if (options.preformed && !identity) {
    formAs(nv, ieee, options.preformed);
    nv.setItem(ITEM.CONFIGURED, CONFIGURED);
    boot();
  }

  return {
    nv,
    network,
    uplink,
    tell,
    get ieee() {
      return ieee;
    },
    get identity() {
      return identity;
    },
    get started() {
      return started;
    },
    endpoints,
    groups,
    installCodes,
    interPan,
    refusal: (isUnicast) => {
      if (!refusals || refusals.left === 0 || (refusals.how === "table-full" && isUnicast)) return undefined;
      refusals.left -= 1;
      return refusals.how;
    },
    busy: (left, how) => {
      refusals = { how, left };
    },
    count: () => countFrame(nv),
    zdo: (address, cluster, request, answer) => {
      if (address !== 0) return uplink.zdo(address, cluster, request, answer);
      const bytes = answerZdo(cluster, reader(request), self());
      if (bytes) pace.later(0, () => answer(bytes));
    },
    permit,
    changeChannel: (channel) => {
      moveTo(nv, channel);
      identity = networkOf(nv);
    },
    start,
    form: () => {
      form(nv, ieee);
      start();
    },
    reset: () => {
      powerOff();
      tell(SUBSYSTEM.SYS, RESET, Buffer.of(0, 2, 1, 2, 7, 1));
    },
    powerOff,
  };
}

function capabilitiesOf({ router, mains, listens }: Station): number {
  return capabilities({ kind: router ? "router" : "end-device", mains, listens });
}

function incoming(frame: Frame, linkquality: number, now: number): Buffer {
  const group = "group" in frame.to ? frame.to.group : 0;
  const endpoint = "endpoint" in frame.to ? frame.to.endpoint : 1;
  return write()
    .u16(group, frame.cluster, frame.from.address)
    .u8(frame.from.endpoint, endpoint, "address" in frame.to ? 0 : 1, linkquality, 0)
    .u32(Math.floor(now) % 2 ** 32)
    .u8(0, frame.bytes.length)
    .bytes(frame.bytes)
    .done();
}
