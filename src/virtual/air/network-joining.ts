/** How devices join the virtual network and leave it: permit join, joins, announcements, rejoins, leaves. */
import { write } from "../devices/bytes.ts";
import { capabilities, ZDO } from "../devices/zdo.ts";
import type { Air, AirStation } from "./air-station.ts";
import { isSilent } from "./frame-delivery.ts";
import { COORDINATOR_ADDRESS, type Medium } from "./medium.ts";
import { type NetworkCredentials, WELL_KNOWN_KEY } from "./network-credentials.ts";
import { kindOf } from "./network-members.ts";

const FOREVER = 255;

export interface Rejoin {
  readonly newAddress?: boolean;
  readonly hasLostKey?: boolean; // the network's; then the coordinator must know the device's own
  readonly isUnheard?: boolean; // no node hears its announcement
}

export class NetworkJoining {
  readonly #medium: Medium;
  readonly #airOf: (ieee: string) => Air;
  readonly #openUntil = new Map<number, number>(); // by address

  constructor(medium: Medium, airOf: (ieee: string) => Air) {
    this.#medium = medium;
    this.#airOf = airOf;
  }

  join(station: AirStation, { via }: { readonly via?: string } = {}): boolean {
    const { members, toCoordinator } = this.#medium;
    const router = via === undefined ? undefined : members.of(via);
    const doors = via === undefined ? [COORDINATOR_ADDRESS, ...this.#openUntil.keys()] : router ? [router.address] : [];
    const door = doors.find((address) => this.#letsIn(address));
    const network = this.#networkAround(station);
    if (door === undefined || network === undefined || !this.#hasJoinKey(station)) return false;
    if (members.drop(station.ieee)) station.left(); // a device that looks for a network has forgotten its own
    const linkKey = this.#medium.coordinator?.linkKey(station.ieee);
    const member = members.admit(station, network, door, linkKey === undefined ? {} : { linkKey });
    station.joined(this.#airOf(station.ieee));
    toCoordinator(member, (coordinator) => coordinator.joined(station.ieee, member.address, member.parent));
    this.announce(station); // a station that is not heard now has joined all the same
    return true;
  }

  announce(station: AirStation): boolean {
    const { members, delivery, isHere, searching, note, toCoordinator } = this.#medium;
    const member = searching(members.of(station.ieee));
    if (!isHere(member) || !delivery.speaks(member)) return false;
    const { address, parent } = member;
    const bytes = write()
      .u16(address)
      .ieee(station.ieee)
      .u8(capabilities(kindOf(station), station))
      .done();
    note("zdo", { from: { address, endpoint: 0 }, cluster: ZDO.ANNOUNCE, bytes }, "broadcast 0xfffd");
    toCoordinator(member, (coordinator) => coordinator.announced(station.ieee, address, parent, bytes));
    return true;
  }

  /** The station comes back to the network that it was in. */
  rejoin(station: AirStation, { newAddress = false, hasLostKey = false, isUnheard = false }: Rejoin = {}): boolean {
    const { members, searching, coordinator } = this.#medium;
    const member = searching(members.of(station.ieee));
    if (hasLostKey && coordinator?.linkKey(station.ieee) !== member?.linkKey) return false;
    if (member === undefined) return false;
    if (!isUnheard) return this.#comeBack(station, member.parent, newAddress);
    members.admit(station, member.network, member.parent, { newAddress });
    return true;
  }

  /** The station goes and says so; one that comes back does so at once. */
  leave(station: AirStation, comesBack: boolean): boolean {
    const { members, delivery, isHere, toCoordinator } = this.#medium;
    const member = members.of(station.ieee);
    if (!member) return false;
    if (isHere(member) && delivery.speaks(member)) {
      toCoordinator(member, (coordinator) => coordinator.left(station.ieee, member.address, comesBack));
    }
    if (comesBack) return this.#comeBack(station, member.parent, false);
    members.drop(station.ieee);
    station.left();
    return true;
  }

  /** Opens the coordinator or these routers for so many seconds; 0 closes them, 255 leaves them open. */
  permit(addresses: readonly number[], seconds: number): void {
    const until = seconds === FOREVER ? Number.POSITIVE_INFINITY : this.#medium.hostTime.now() + seconds * 1000;
    for (const address of addresses) this.#openUntil.set(address, until);
  }

  isOpen(address: number): boolean {
    return (this.#openUntil.get(address) ?? 0) > this.#medium.hostTime.now();
  }

  openFor(): number {
    return Math.max(0, ...[...this.#openUntil.values()].map((until) => until - this.#medium.hostTime.now()));
  }

  /** The coordinator, or a router that works. */
  #letsIn(address: number): boolean {
    return this.isOpen(address) && (address === COORDINATOR_ADDRESS || this.#isWorkingRouter(address));
  }

  #isWorkingRouter(address: number): boolean {
    const { members, isHere } = this.#medium;
    const member = members.at(address);
    return isHere(member) && member.station.router && member.station.reach === "ok";
  }

  /** The network that would hear the station now. */
  #networkAround(station: AirStation): NetworkCredentials | undefined {
    const { coordinator } = this.#medium;
    return coordinator?.listens && !isSilent(station) ? coordinator.network : undefined;
  }

  /** The network's key comes to the station under a link key that both know. */
  #hasJoinKey({ ieee, joinKey = WELL_KNOWN_KEY }: AirStation): boolean {
    return this.#medium.coordinator?.joinKey(ieee) === joinKey;
  }

  /** The station knows the network's key, so that no router has to let it in: all it does is announce itself. */
  #comeBack(station: AirStation, parent: number, newAddress: boolean): boolean {
    const network = this.#networkAround(station);
    if (network === undefined) return false;
    const member = this.#medium.members.admit(station, network, parent, { newAddress });
    this.#medium.toCoordinator(member, (coordinator) => coordinator.rejoined(station.ieee, member.address, parent));
    return this.announce(station);
  }
}
