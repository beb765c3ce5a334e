/** The virtual network, as the house has it: devices are put into it, taken out of it, and watched. */
import { reader } from "../devices/bytes.ts";
import { answerZdo, ZDO, ZDO_ANSWER, type ZdoNode } from "../devices/zdo.ts";
import type { AirStation, TouchlinkTarget } from "./air-station.ts";
import type { CoordinatorLink, CoordinatorNode } from "./coordinator-link.ts";
import { isSilent, STATUS } from "./frame-delivery.ts";
import { FrameForwarding } from "./frame-forwarding.ts";
import { COORDINATOR_ADDRESS, createMedium, type Medium, type MediumOptions, onAir } from "./medium.ts";
import type { FrameStamp } from "./network-credentials.ts";
import { NetworkJoining, type Rejoin } from "./network-joining.ts";
import { kindOf, type NetworkMember, type SavedMember } from "./network-members.ts";
import type { SimulatedTime } from "./simulated-time.ts";
import { COORDINATOR, type DecodedFrame, type FrameCounters, type Traffic } from "./traffic.ts";

const QUIET = -95; // dBm

export interface VirtualNetworkOptions extends MediumOptions {
  readonly saved?: readonly SavedMember[] | undefined;
}

export class VirtualNetwork {
  readonly time: SimulatedTime;
  readonly hostTime: SimulatedTime;
  readonly counters: FrameCounters;
  readonly energy = new Map<number, number>(); // dBm, by channel
  readonly #medium: Medium;
  readonly #forwarding: FrameForwarding;
  readonly #joining: NetworkJoining;
  readonly #touchlink: TouchlinkMedium;
  readonly #absent: Map<string, SavedMember>;

  constructor({ saved = [], ...options }: VirtualNetworkOptions = {}) {
    this.#medium = createMedium(options);
    this.time = this.#medium.time;
    this.hostTime = this.#medium.hostTime;
    this.counters = this.#medium.traffic.counters;
    this.#forwarding = new FrameForwarding(this.#medium);
    this.#joining = new NetworkJoining(this.#medium, (ieee) => this.#forwarding.airOf(ieee));
    this.#touchlink = new TouchlinkMedium(this.time, this.#medium.traffic.pass);
    this.#absent = new Map(saved.map((member) => [member.ieee, member]));
  }

  /** The newest 500 frames, the oldest first. */
  heard(): DecodedFrame[] {
    return this.#medium.traffic.heard();
  }

  /** The station exists from now on: one that was a member when the house was saved is one again. */
  add(station: AirStation): void {
    const before = this.#absent.get(station.ieee);
    if (!before) return;
    this.#absent.delete(station.ieee);
    this.#medium.members.restore(station, before, this.#medium.coordinator?.network);
    station.joined(this.#forwarding.airOf(station.ieee));
  }

  /** The station looks for an open network, everywhere or only through one router, and joins. False: none lets it in. */
  join(station: AirStation, where?: { readonly via?: string }): boolean {
    const hasJoined = this.#joining.join(station, where);
    if (hasJoined) this.#absent.delete(station.ieee);
    return hasJoined;
  }

  announce(station: AirStation): boolean {
    return this.#joining.announce(station);
  }

  /** The station comes back, under the same address or a new one. */
  rejoin(station: AirStation, options?: Rejoin): boolean {
    return this.#joining.rejoin(station, options);
  }

  /** The station leaves, and says so. */
  leave(station: AirStation): boolean {
    return this.#joining.leave(station, false);
  }

  /** The station is gone without a word. */
  remove(station: AirStation): boolean {
    this.#absent.delete(station.ieee);
    const member = this.#medium.members.drop(station.ieee);
    if (member) station.left();
    return member !== undefined;
  }

  /** Its address in the network. */
  addressOf(ieee: string): number | undefined {
    const member = this.#medium.members.of(ieee);
    return this.#medium.isHere(member) ? member.address : undefined;
  }

  /** From now on touchlink frames reach it; the answer takes it away. */
  addTouchlinkTarget(target: TouchlinkTarget): () => void {
    return this.#touchlink.add(target);
  }

  /** The energy of other senders on a channel, in dBm: Wi-Fi, most of the time. */
  energyOn(channel: number): number {
    return this.energy.get(channel) ?? QUIET;
  }

  /** How long the network is still open somewhere, in milliseconds. */
  openFor(): number {
    return this.#joining.openFor();
  }

  /** How many coordinators the members hear. */
  get rivals(): number {
    return onAir(this.#medium).length;
  }

  /** A new coordinator takes the place of the old one, unless the members go on hearing that. A frame that no member hears goes nowhere. */
  connect(coordinator: CoordinatorNode): CoordinatorLink {
    const medium = this.#medium;
    const [forwarding, joining] = [this.#forwarding, this.#joining];
    medium.coordinators.push(coordinator);
    const isHeard = () => medium.isHeard(coordinator);
    const stamp = () => ({ ieee: coordinator.ieee, counter: coordinator.countFrame() });
    const zdo = new ZdoRequests(medium, joining, coordinator, stamp);
    return {
      unicast: (frame, address, endpoint, confirm) => {
        if (isHeard()) forwarding.unicast(frame, address, endpoint, confirm, stamp());
        else medium.time.later(0, () => confirm(STATUS.NO_ROUTE));
      },
      group: (frame, id) => {
        if (isHeard()) forwarding.group(frame, id, stamp());
      },
      broadcast: (frame, address, endpoint) => {
        if (isHeard()) forwarding.broadcast(frame, address, endpoint, stamp());
      },
      zdo: (address, cluster, request, answer, confirm) => zdo.request(address, cluster, request, answer, confirm),
      find: (ieee, request, answer) => zdo.find(ieee, request, answer),
      touch: (channel, ieee, bytes, answer) => this.#touchlink.send(channel, ieee, bytes, answer),
      permit: (seconds, alsoRouters) => {
        const routers = medium.members.all().filter(({ station }) => station.router && station.reach === "ok");
        const opened = alsoRouters ? routers.map(({ address }) => address) : [];
        joining.permit([COORDINATOR_ADDRESS, ...opened], seconds);
      },
      changeChannel: (channel) => {
        if (!isHeard()) return;
        const sent = stamp();
        for (const member of medium.members.all()) {
          if (!member.station.listens || isSilent(member.station) || !medium.hears(member, sent)) continue;
          medium.members.move(member, { ...member.network, channel });
        }
      },
      linkStatus: () => {
        if (!isHeard()) return;
        const sent = stamp();
        for (const member of medium.members.all())
          if (member.station.router && member.parent === COORDINATOR_ADDRESS) medium.hears(member, sent);
      },
      neighbours: () => medium.members.neighbours(COORDINATOR_ADDRESS, (address) => joining.isOpen(address)),
      routes: () => medium.members.routes(COORDINATOR_ADDRESS),
      members: () => medium.members.all().filter(medium.isHere),
    };
  }

  save(): SavedMember[] {
    return [...this.#absent.values(), ...this.#medium.members.save()];
  }

  close(): void {
    this.time.stop();
    this.hostTime.stop();
  }
}

/** Asks the members of the network about themselves. */
class ZdoRequests {
  readonly #medium: Medium;
  readonly #joining: NetworkJoining;
  readonly #asking: CoordinatorNode;
  readonly #stamp: () => FrameStamp;

  constructor(medium: Medium, joining: NetworkJoining, asking: CoordinatorNode, stamp: () => FrameStamp) {
    this.#medium = medium;
    this.#joining = joining;
    this.#asking = asking;
    this.#stamp = stamp;
  }

  request(
    address: number,
    cluster: number,
    request: Buffer,
    answer: (bytes: Buffer) => void,
    confirm?: (status: number) => void,
  ): void {
    this.#note(cluster, request, address);
    this.#ask(this.#medium.members.at(address), cluster, request, answer, confirm);
  }

  find(ieee: string, request: Buffer, answer: (bytes: Buffer) => void): void {
    this.#note(ZDO.NETWORK_ADDRESS, request, "broadcast 0xfffd");
    this.#ask(this.#medium.members.of(ieee), ZDO.NETWORK_ADDRESS, request, answer);
  }

  #note(cluster: number, bytes: Buffer, to: number | string): void {
    this.#medium.note("zdo", { from: { address: COORDINATOR_ADDRESS, endpoint: 0 }, cluster, bytes }, to);
  }

  #ask(
    member: NetworkMember | undefined,
    cluster: number,
    request: Buffer,
    answer: (bytes: Buffer) => void,
    confirm: (status: number) => void = () => {},
  ): void {
    const { time, delivery, isHere, hears, note, toCoordinator } = this.#medium;
    if (!hears(member, this.#stamp())) {
      time.later(0, () => confirm(isHere(member) ? STATUS.NO_APS_ACK : STATUS.NO_ROUTE));
      return;
    }
    const hear = () => {
      const bytes = answerZdo(cluster, reader(request), this.#nodeOf(member));
      if (!bytes || !delivery.speaks(member)) return;
      const frame = { from: { address: member.address, endpoint: 0 }, cluster: cluster | ZDO_ANSWER, bytes };
      note("zdo", frame, COORDINATOR_ADDRESS);
      toCoordinator(member, (coordinator) => {
        if (coordinator === this.#asking) answer(bytes); // else another one of the same address has it
      });
    };
    delivery.down(member, hear, confirm);
  }

  #nodeOf({ station, address }: NetworkMember): ZdoNode {
    const { members, time, coordinator } = this.#medium;
    return {
      ieee: station.ieee,
      address,
      kind: kindOf(station),
      listens: station.listens,
      mains: station.mains,
      manufacturer: station.manufacturer,
      endpoints: station.endpoints,
      bindings: station.bindings,
      extendedpanid: coordinator?.network?.extendedpanid ?? coordinator?.ieee ?? "",
      neighbours: () => members.neighbours(address, (other) => this.#joining.isOpen(other)),
      routes: () => members.routes(address),
      permit: (seconds) => this.#joining.permit([address], seconds),
      // Its answer goes first.
      leave: (comesBack) => time.later(0, () => this.#joining.leave(station, comesBack)),
    };
  }
}

const TOUCHLINK_CLUSTER = 0x1000;

/** Touchlink: frames without any key, to all devices that are near and on the channel. */
class TouchlinkMedium {
  readonly #time: SimulatedTime;
  readonly #pass: Traffic["pass"];
  readonly #targets = new Set<TouchlinkTarget>();

  constructor(time: SimulatedTime, pass: Traffic["pass"]) {
    this.#time = time;
    this.#pass = pass;
  }

  add(target: TouchlinkTarget): () => void {
    this.#targets.add(target);
    return () => this.#targets.delete(target);
  }

  send(channel: number, ieee: string | undefined, bytes: Buffer, answer: (ieee: string, bytes: Buffer) => void): void {
    this.#note(COORDINATOR, ieee ?? `channel ${channel}`, bytes);
    for (const target of this.#targets) {
      if (target.channel !== channel || (ieee !== undefined && target.ieee !== ieee)) continue;
      this.#time.later(0, () => {
        const answered = target.touch(bytes);
        if (!answered) return;
        this.#note(target.ieee, COORDINATOR, answered);
        answer(target.ieee, answered);
      });
    }
  }

  #note(from: string, to: string, bytes: Buffer): void {
    this.#pass({ kind: "touchlink", from, to, cluster: TOUCHLINK_CLUSTER, bytes });
  }
}
