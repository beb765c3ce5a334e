/** The air side of any stick: it sends and counts its frames, opens its network, asks and is asked, and listens elsewhere for touchlink. */
import type { AirFrame, Destination, StationEndpoint } from "../air/air-station.ts";
import type { CoordinatorLink, CoordinatorNode } from "../air/coordinator-link.ts";
import { STATUS } from "../air/frame-delivery.ts";
import type { NetworkCredentials } from "../air/network-credentials.ts";
import type { VirtualNetwork } from "../air/virtual-network.ts";
import { reader } from "../devices/bytes.ts";
import { answerZdo, channelsIn, type ZdoNode } from "../devices/zdo.ts";

/** The memory of the stick, which lasts without power; each family keeps it in its own way. */
export type StickMemory = Pick<CoordinatorNode, "ieee" | "network" | "countFrame" | "joinKey" | "linkKey">;

/** The news of the stick to its host, in the words of its family. */
export type StickNews = Pick<CoordinatorNode, "hear" | "joined" | "rejoined" | "announced" | "left">;

interface CoordinatorRadioParts {
  readonly air: VirtualNetwork;
  readonly memory: StickMemory;
  readonly news: StickNews;
  readonly manufacturer: number;
}

/** A frame of one of the stick's endpoints. */
interface OutgoingFrame {
  readonly from: number;
  readonly profile: number;
  readonly cluster: number;
  readonly bytes: Buffer;
}

/** How the next data requests fail: for want of buffers, later on the air, or because too many broadcasts are under way. */
export type SendRefusal = "buffer-full" | "overflow" | "table-full";

type Confirm = (status: number) => void;

const FOREVER = 255; // seconds
const LINK_STATUS_EVERY = 15_000; // milliseconds: so an idle stick counts its frames, too
const ALL_ENDPOINTS = 0xff;
const SILENT = -100; // dBm
const LOUDEST = -35;
const LOUD = -60; // from there on frames are lost
const DEAFENING = -45; // all of them
const CHANNEL_CHANGE_TAKES = 500; // milliseconds

export class CoordinatorRadio {
  readonly air: VirtualNetwork;
  readonly link: CoordinatorLink;
  readonly endpoints = new Map<number, StationEndpoint>();
  manufacturer: number;
  /** The channel on which the stick listens for touchlink instead of to its network. */
  away: number | undefined;
  readonly #memory: StickMemory;
  #isOn = false;
  #refusals: { readonly how: SendRefusal; left: number } | undefined;
  #stopPermit = () => {};
  #stopLinkStatus = () => {};

  constructor({ air, memory, news, manufacturer }: CoordinatorRadioParts) {
    this.air = air;
    this.manufacturer = manufacturer;
    this.#memory = memory;
    this.link = air.connect(this.#node(memory, news));
  }

  /** It is the coordinator of its network. */
  get isOn(): boolean {
    return this.#isOn;
  }

  get ieee(): string {
    return this.#memory.ieee;
  }

  get network(): NetworkCredentials | undefined {
    return this.#memory.network;
  }

  on(): void {
    this.#stopLinkStatus();
    this.#isOn = true;
    this.#stopLinkStatus = this.air.time.every(LINK_STATUS_EVERY, () => {
      if (this.#listens()) this.link.linkStatus();
    });
  }

  /** It is off the air, and closed. */
  off(): void {
    this.#isOn = false;
    this.#stopLinkStatus();
    this.#stopPermit();
    this.link.permit(0, false);
  }

  /** As without power: the stick forgets all that is not in its memory. */
  reset(): void {
    this.off();
    this.#refusals = undefined;
    this.away = undefined;
    this.endpoints.clear();
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

  /** A ZCL frame. `confirm` gets its status, unless the stick never learns it; `endpoint`: that a broadcast is for. */
  send({ from, ...sent }: OutgoingFrame, to: Destination, confirm: Confirm, endpoint = ALL_ENDPOINTS): void {
    const frame: AirFrame = { ...sent, from: { address: 0, endpoint: from }, to };
    const isUnicast = "address" in to;
    if (!this.#listens()) confirm(isUnicast ? STATUS.NO_ACK : STATUS.SUCCESS);
    else if (isUnicast && this.#isChannelTaken()) confirm(STATUS.CHANNEL_BUSY);
    else if (isUnicast && to.address !== 0) this.link.unicast(frame, to.address, to.endpoint, confirm);
    else {
      if ("group" in to) this.link.group(frame, to.group);
      else if ("broadcast" in to) this.link.broadcast(frame, to.broadcast, endpoint);
      confirm(STATUS.SUCCESS);
    }
  }

  /** A question about a node, or about the stick itself; both without the number of the transaction. */
  zdo(
    address: number,
    cluster: number,
    request: Buffer,
    answer: (bytes: Buffer) => void,
    confirm: Confirm = () => {},
  ): void {
    if (address === 0) {
      const bytes = answerZdo(cluster, reader(request), this.#zdoNode());
      if (bytes) answer(bytes);
      confirm(STATUS.SUCCESS);
    } else if (this.#listens()) this.link.zdo(address, cluster, request, answer, confirm);
    else confirm(STATUS.NO_ACK);
  }

  /** Asks all which node has this address. */
  find(ieee: string, request: Buffer, answer: (bytes: Buffer) => void): void {
    if (this.#listens()) this.link.find(ieee, request, answer);
  }

  /** `closed` is told when the time is over. */
  permit(seconds: number, alsoRouters: boolean, closed: () => void = () => {}): void {
    this.#stopPermit();
    this.link.permit(seconds, alsoRouters);
    if (seconds === 0 || seconds === FOREVER) return;
    this.#stopPermit = this.air.hostTime.later(seconds * 1000, closed);
  }

  /** The stick moves to the lowest of these channels, and all devices that hear it follow. `moved` keeps it in the memory. */
  moveChannel(mask: number, moved: (channel: number) => void): void {
    const [channel] = channelsIn(mask);
    if (channel === undefined) return;
    this.air.time.later(CHANNEL_CHANGE_TAKES, () => {
      this.link.changeChannel(channel);
      moved(channel);
    });
  }

  /** A touchlink frame, to all that are near or to one. `hear` gets the answers that come while the stick is still there. */
  touch(ieee: string | undefined, bytes: Buffer, hear: (ieee: string, bytes: Buffer) => void): void {
    const listening = () => this.away ?? this.#memory.network?.channel ?? 0;
    const channel = listening();
    this.link.touch(channel, ieee, bytes, (answerer, answered) => {
      if (listening() === channel) hear(answerer, answered);
    });
  }

  #listens(): boolean {
    return this.#isOn && this.away === undefined && this.#memory.network !== undefined;
  }

  /** So loud that most frames never find the channel free. */
  #isChannelTaken(): boolean {
    const { channel = 0 } = this.#memory.network ?? {};
    return Math.random() < (this.air.energyOn(channel) - LOUD) / (DEAFENING - LOUD);
  }

  /** The stick, as the network knows it. */
  #node(memory: StickMemory, news: StickNews): CoordinatorNode {
    const listens = () => this.#listens();
    return {
      get ieee() {
        return memory.ieee;
      },
      get network() {
        return memory.network;
      },
      get listens() {
        return listens();
      },
      countFrame: () => memory.countFrame(),
      joinKey: (ieee) => memory.joinKey(ieee),
      linkKey: (ieee) => memory.linkKey(ieee),
      ...news,
    };
  }

  /** The stick, as one that is asked about itself. */
  #zdoNode(): ZdoNode {
    const { ieee, network } = this.#memory;
    return {
      ieee,
      address: 0,
      kind: "coordinator",
      listens: true,
      mains: true,
      manufacturer: this.manufacturer,
      endpoints: [...this.endpoints.values()],
      bindings: [],
      extendedpanid: network?.extendedpanid ?? ieee,
      neighbours: () => this.link.neighbours(),
      routes: () => this.link.routes(),
      permit: (seconds) => this.permit(seconds, false),
      leave: () => {},
      energyOf: (channel) => {
        const share = (this.air.energyOn(channel) - SILENT) / (LOUDEST - SILENT);
        return Math.round(254 * Math.max(0, Math.min(1, share)));
      },
    };
  }
}
