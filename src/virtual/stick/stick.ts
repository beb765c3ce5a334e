/** The simulated stick: what it remembers, what it is doing, and what it tells its host by itself. */
import type { StationEndpoint } from "../air/air-station.ts";
import type { CoordinatorLink, CoordinatorNode } from "../air/coordinator-link.ts";
import type { VirtualNetwork } from "../air/virtual-network.ts";
import { ieeeBytes, reader, write } from "../devices/bytes.ts";
import { answerZdo, type ZdoNode } from "../devices/zdo.ts";
import { createIncoming, type IncomingFrames } from "./incoming-frames.ts";
import { createNv, ITEM, type Nv, type SavedNv } from "./nv.ts";
import { countFrame, forget, form, formAs, moveTo, networkOf, remember, type StickNetwork } from "./nv-network.ts";
import { SUBSYSTEM } from "./unpi.ts";

/** A notice to the host that it did not ask for. */
export type SendNotice = (subsystem: number, command: number, data: Buffer) => void;

/** How the next data requests fail: for want of buffers, later on the air, or because too many broadcasts are under way. */
export type SendRefusal = "buffer-full" | "overflow" | "table-full";

export interface SimulatedStick {
  readonly nv: Nv;
  readonly network: VirtualNetwork;
  readonly uplink: CoordinatorLink;
  readonly incoming: IncomingFrames;
  readonly tell: SendNotice;
  readonly ieee: string;
  readonly identity: StickNetwork | undefined;
  readonly started: boolean; // as coordinator of its network
  readonly endpoints: Map<number, StationEndpoint>;
  readonly groups: Map<number, Set<number>>; // by endpoint
  readonly installCodes: Map<string, string>; // by device, hex
  /** Where it listens for touchlink instead of to its network, and whether its firmware knows how. */
  readonly interPan: { channel: number | undefined; isKnown: boolean };
  busy(requests: number, how: SendRefusal): void;
  /** How this data request is to fail, if it is. */
  refusal(isUnicast: boolean): SendRefusal | undefined;
  /** Each frame that it sends is counted. */
  count(): void;
  zdo(address: number, cluster: number, request: Buffer, answer: (bytes: Buffer) => void): void;
  find(ieee: string, request: Buffer, answer: (bytes: Buffer) => void): void;
  permit(seconds: number, alsoRouters: boolean): void;
  /** It moves, and all devices follow. */
  changeChannel(channel: number): void;
  /** Makes a new network of the facts that were written for it. */
  form(): void;
  /** Takes its network up again, or makes one. */
  start(): void;
  reset(): void;
  /** Without power it forgets all that is not in its memory. */
  powerCycle(): void;
  close(): void;
}

export interface StickOptions {
  readonly network: VirtualNetwork;
  readonly ieee: string;
  readonly seed: Buffer;
  readonly saved: SavedNv | undefined;
  readonly preformed: StickNetwork | undefined;
  readonly tell: SendNotice;
}

const NOTICE = { RESET: 0x80, STATE: 0xc0, ANNOUNCED: 0xc1, LEFT: 0xc9, JOINED: 0xca, PERMIT: 0xcb } as const;
const AFTER_RESET = Buffer.of(0, 2, 1, 2, 7, 1); // power up; the protocol's version, Z-Stack 3.x.0, 2.7, hardware 1
const TI = 0x000d;
const COORDINATOR = 9; // a state
const START_TAKES = 20; // milliseconds
const CLEAR = 3; // bits of the startup option
const FOREVER = 255;
const CONFIGURED = Buffer.of(0x55);

export function createStick({ network, tell, ...options }: StickOptions): SimulatedStick {
  const nv = createNv(ieeeBytes(options.ieee), options.seed, options.saved);
  const incoming = createIncoming(network.pace.now);
  const endpoints = new Map<number, StationEndpoint>();
  const groups = new Map<number, Set<number>>();
  const installCodes = new Map<string, string>();
  const interPan: SimulatedStick["interPan"] = { channel: undefined, isKnown: true };
  let ieee = "";
  let identity: StickNetwork | undefined;
  let started = false;
  let refusals: { readonly how: SendRefusal; left: number } | undefined;
  let stopStart = () => {};
  let stopPermit = () => {};

  const center: CoordinatorNode = {
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
    hear: (frame, linkquality) => {
      const { command, data } = incoming.notice(frame, linkquality, identity?.panid ?? 0);
      tell(SUBSYSTEM.AF, command, data);
    },
    joined: (device, address, parent) => {
      remember(nv, device, address, parent === 0);
      tell(SUBSYSTEM.ZDO, NOTICE.JOINED, write().u16(address).ieee(device).u16(parent).done());
    },
    announced: (device, address, parent, announcement) => {
      remember(nv, device, address, parent === 0);
      tell(SUBSYSTEM.ZDO, NOTICE.ANNOUNCED, write().u16(address).bytes(announcement).done());
    },
    left: (device, address, comesBack) => {
      if (!comesBack) forget(nv, device);
      const about = write()
        .u16(address)
        .ieee(device)
        .u8(0, 0, comesBack ? 1 : 0);
      tell(SUBSYSTEM.ZDO, NOTICE.LEFT, about.done());
    },
  };
  const uplink = network.connect(center);

  const permit = (seconds: number, alsoRouters: boolean) => {
    stopPermit();
    uplink.permit(seconds, alsoRouters);
    tell(SUBSYSTEM.ZDO, NOTICE.PERMIT, Buffer.of(seconds));
    if (seconds === 0 || seconds === FOREVER) return;
    stopPermit = network.hostTime.later(seconds * 1000, () => tell(SUBSYSTEM.ZDO, NOTICE.PERMIT, Buffer.of(0)));
  };

  const self = (): ZdoNode => ({
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

  const boot = () => {
    if ((nv.item(ITEM.STARTUP_OPTION)?.[0] ?? 0) & CLEAR) nv.clear();
    ieee = reader(nv.item(ITEM.IEEE) ?? Buffer.alloc(8)).ieee();
    identity = networkOf(nv);
  };
  const powerOff = () => {
    stopStart();
    stopPermit();
    uplink.permit(0, false);
    started = false;
    refusals = undefined;
    interPan.channel = undefined;
    endpoints.clear();
    groups.clear();
  };
  const powerCycle = () => {
    powerOff();
    boot();
  };
  const start = () => {
    if (!networkOf(nv)) form(nv, ieee);
    identity = networkOf(nv);
    stopStart();
    stopStart = network.pace.later(START_TAKES, () => {
      started = true;
      tell(SUBSYSTEM.ZDO, NOTICE.STATE, Buffer.of(COORDINATOR));
    });
  };

  boot();
  if (options.preformed && !options.saved) {
    formAs(nv, ieee, options.preformed);
    nv.setItem(ITEM.CONFIGURED, CONFIGURED);
    boot();
  }

  return {
    nv,
    network,
    uplink,
    incoming,
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
    busy: (left, how) => {
      refusals = { how, left };
    },
    refusal: (isUnicast) => {
      if (!refusals || refusals.left === 0 || (refusals.how === "table-full" && isUnicast)) return undefined;
      refusals.left -= 1;
      return refusals.how;
    },
    count: () => countFrame(nv),
    zdo: (address, cluster, request, answer) => {
      if (address === 0) {
        const bytes = answerZdo(cluster, reader(request), self());
        if (bytes) answer(bytes);
      } else if (center.listens) {
        countFrame(nv);
        uplink.zdo(address, cluster, request, answer);
      }
    },
    find: (device, request, answer) => {
      if (!center.listens) return;
      countFrame(nv);
      uplink.find(device, request, answer);
    },
    permit,
    changeChannel: (channel) => {
      moveTo(nv, channel);
      identity = networkOf(nv);
    },
    form: () => {
      form(nv, ieee);
      start();
    },
    start,
    reset: () => {
      powerCycle();
      tell(SUBSYSTEM.SYS, NOTICE.RESET, AFTER_RESET);
    },
    powerCycle,
    close: powerOff,
  };
}
