/** The simulated stick: its memory, its state, and the notices that it sends its host by itself. */
import type { StationEndpoint } from "../air/air-station.ts";
import type { CoordinatorLink, CoordinatorNode } from "../air/coordinator-link.ts";
import type { VirtualNetwork } from "../air/virtual-network.ts";
import { ieeeBytes, reader, write } from "../devices/bytes.ts";
import { answerZdo, type ZdoNode } from "../devices/zdo.ts";
import { IncomingFrames } from "./incoming-frames.ts";
import { ITEM, Nv, type SavedNv } from "./nv.ts";
import { countFrame, forget, form, formAs, moveTo, networkOf, remember, type StickNetwork } from "./nv-network.ts";
import { SUBSYSTEM } from "./unpi.ts";

/** A notice to the host that it did not ask for. */
export type SendNotice = (subsystem: number, command: number, data: Buffer) => void;

/** How the next data requests fail: for want of buffers, later on the air, or because too many broadcasts are under way. */
export type SendRefusal = "buffer-full" | "overflow" | "table-full";

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

export class SimulatedStick {
  readonly nv: Nv;
  readonly network: VirtualNetwork;
  readonly uplink: CoordinatorLink;
  readonly incoming: IncomingFrames;
  readonly tell: SendNotice;
  readonly endpoints = new Map<number, StationEndpoint>();
  readonly groups = new Map<number, Set<number>>(); // by endpoint
  readonly installCodes = new Map<string, string>(); // by device, hex
  /** The channel on which the stick listens for touchlink instead of to its network, and whether its firmware knows how. */
  readonly interPan: { channel: number | undefined; isKnown: boolean } = { channel: undefined, isKnown: true };
  #ieee = "";
  #identity: StickNetwork | undefined;
  #started = false;
  #refusals: { readonly how: SendRefusal; left: number } | undefined;
  #stopStart = () => {};
  #stopPermit = () => {};

  constructor({ network, tell, ieee, seed, saved, preformed }: StickOptions) {
    this.network = network;
    this.tell = tell;
    this.nv = new Nv(ieeeBytes(ieee), seed, saved);
    this.incoming = new IncomingFrames(() => network.time.now());
    this.uplink = network.connect(this.#coordinatorNode());
    this.#boot();
    if (!preformed || saved) return;
    formAs(this.nv, this.#ieee, preformed);
    this.nv.setItem(ITEM.CONFIGURED, CONFIGURED);
    this.#boot();
  }

  get ieee(): string {
    return this.#ieee;
  }

  get identity(): StickNetwork | undefined {
    return this.#identity;
  }

  /** As coordinator of its network. */
  get started(): boolean {
    return this.#started;
  }

  /** The next requests fail like that. */
  busy(requests: number, how: SendRefusal): void {
    this.#refusals = { how, left: requests };
  }

  /** How this data request is to fail, if it is. */
  refusal(isUnicast: boolean): SendRefusal | undefined {
    const refusals = this.#refusals;
    if (!refusals || refusals.left === 0 || (refusals.how === "table-full" && isUnicast)) return undefined;
    refusals.left -= 1;
    return refusals.how;
  }

  /** Each frame that the stick sends is counted. */
  count(): void {
    countFrame(this.nv);
  }

  zdo(address: number, cluster: number, request: Buffer, answer: (bytes: Buffer) => void): void {
    if (address === 0) {
      const bytes = answerZdo(cluster, reader(request), this.#zdoNode());
      if (bytes) answer(bytes);
    } else if (this.#listens()) {
      this.count();
      this.uplink.zdo(address, cluster, request, answer);
    }
  }

  find(ieee: string, request: Buffer, answer: (bytes: Buffer) => void): void {
    if (!this.#listens()) return;
    this.count();
    this.uplink.find(ieee, request, answer);
  }

  permit(seconds: number, alsoRouters: boolean): void {
    this.#stopPermit();
    this.uplink.permit(seconds, alsoRouters);
    const tell = (left: number) => this.tell(SUBSYSTEM.ZDO, NOTICE.PERMIT, Buffer.of(left));
    tell(seconds);
    if (seconds === 0 || seconds === FOREVER) return;
    this.#stopPermit = this.network.hostTime.later(seconds * 1000, () => tell(0));
  }

  /** The stick moves to another channel, and all devices follow. */
  changeChannel(channel: number): void {
    moveTo(this.nv, channel);
    this.#identity = networkOf(this.nv);
  }

  /** Makes a new network of the facts that were written for it. */
  form(): void {
    form(this.nv, this.#ieee);
    this.start();
  }

  /** Takes its network up again, or makes one. */
  start(): void {
    if (!networkOf(this.nv)) form(this.nv, this.#ieee);
    this.#identity = networkOf(this.nv);
    this.#stopStart();
    this.#stopStart = this.network.time.later(START_TAKES, () => {
      this.#started = true;
      this.tell(SUBSYSTEM.ZDO, NOTICE.STATE, Buffer.of(COORDINATOR));
    });
  }

  reset(): void {
    this.powerCycle();
    this.tell(SUBSYSTEM.SYS, NOTICE.RESET, AFTER_RESET);
  }

  /** Without power the stick forgets all that is not in its memory. */
  powerCycle(): void {
    this.close();
    this.#boot();
  }

  close(): void {
    this.#stopStart();
    this.#stopPermit();
    this.uplink.permit(0, false);
    this.#started = false;
    this.#refusals = undefined;
    this.interPan.channel = undefined;
    this.endpoints.clear();
    this.groups.clear();
  }

  #boot(): void {
    if ((this.nv.item(ITEM.STARTUP_OPTION)?.[0] ?? 0) & CLEAR) this.nv.clear();
    this.#ieee = reader(this.nv.item(ITEM.IEEE) ?? Buffer.alloc(8)).ieee();
    this.#identity = networkOf(this.nv);
  }

  #listens(): boolean {
    return this.#started && this.interPan.channel === undefined;
  }

  #extendedpanid(): string {
    return this.#identity?.extendedpanid ?? this.#ieee;
  }

  /** The stick, as the network knows it. */
  #coordinatorNode(): CoordinatorNode {
    const stick = this;
    return {
      get ieee() {
        return stick.#ieee;
      },
      get network() {
        const identity = stick.#identity;
        return identity ? `${identity.extendedpanid} ${identity.key.toString("hex")}` : "";
      },
      get extendedpanid() {
        return stick.#extendedpanid();
      },
      get listens() {
        return stick.#listens();
      },
      hear: (frame, linkquality) => {
        const { command, data } = this.incoming.notice(frame, linkquality, this.#identity?.panid ?? 0);
        this.tell(SUBSYSTEM.AF, command, data);
      },
      joined: (device, address, parent) => {
        remember(this.nv, device, address, parent === 0);
        this.tell(SUBSYSTEM.ZDO, NOTICE.JOINED, write().u16(address).ieee(device).u16(parent).done());
      },
      announced: (device, address, parent, announcement) => {
        remember(this.nv, device, address, parent === 0);
        this.tell(SUBSYSTEM.ZDO, NOTICE.ANNOUNCED, write().u16(address).bytes(announcement).done());
      },
      left: (device, address, comesBack) => {
        if (!comesBack) forget(this.nv, device);
        const about = write()
          .u16(address)
          .ieee(device)
          .u8(0, 0, comesBack ? 1 : 0);
        this.tell(SUBSYSTEM.ZDO, NOTICE.LEFT, about.done());
      },
    };
  }

  /** The stick, as one that is asked about itself. */
  #zdoNode(): ZdoNode {
    return {
      ieee: this.#ieee,
      address: 0,
      kind: "coordinator",
      listens: true,
      mains: true,
      manufacturer: TI,
      endpoints: [...this.endpoints.values()],
      bindings: [],
      extendedpanid: this.#extendedpanid(),
      neighbours: () => this.uplink.neighbours(),
      routes: () => this.uplink.routes(),
      permit: (seconds) => this.permit(seconds, false),
      leave: () => {},
    };
  }
}
