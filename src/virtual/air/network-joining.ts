/** Who comes into the virtual network and who goes: open doors, joins, announcements, leaves. */

import { write } from "../devices/bytes.ts";
import { capabilities, ZDO } from "../devices/zdo.ts";
import type { Air, AirStation } from "./air-station.ts";
import { isSilent } from "./frame-delivery.ts";
import { COORDINATOR_ADDRESS, type Medium } from "./medium.ts";
import { kindOf } from "./network-members.ts";

export interface NetworkJoining {
  join(station: AirStation, options?: { readonly via?: string }): boolean;
  announce(station: AirStation): boolean;
  rejoin(station: AirStation, options?: { readonly newAddress?: boolean }): boolean;
  /** It goes and says so; one that comes back does so at once. */
  leave(station: AirStation, comesBack: boolean): boolean;
  /** Opens these doors for so many seconds; 0 closes them, 255 leaves them open. */
  permit(addresses: readonly number[], seconds: number): void;
  isOpen(address: number): boolean;
  openFor(): number;
}

const FOREVER = 255;

export function createJoining(medium: Medium, airOf: (ieee: string) => Air): NetworkJoining {
  const { hostTime, members, delivery, isHere, note, toCoordinator } = medium;
  const openUntil = new Map<number, number>(); // by address

  const isOpen = (address: number) => (openUntil.get(address) ?? 0) > hostTime.now();
  /** The coordinator, or a router that works. */
  const letsIn = (address: number) => isOpen(address) && (address === COORDINATOR_ADDRESS || canSpeak(address));
  const canSpeak = (address: number) => {
    const member = members.at(address);
    return isHere(member) && member.station.router && member.station.reach === "ok";
  };

  const announce = (station: AirStation): boolean => {
    const member = members.of(station.ieee);
    if (!isHere(member) || !delivery.speaks(member)) return false;
    const { address, parent } = member;
    const bytes = write()
      .u16(address)
      .ieee(station.ieee)
      .u8(capabilities(kindOf(station), station))
      .done();
    note("zdo", { from: { address, endpoint: 0 }, cluster: ZDO.ANNOUNCE, bytes }, "broadcast 0xfffd");
    toCoordinator(member, (center) => center.announced(station.ieee, address, parent, bytes));
    return true;
  };

  /** The network that would hear it now. */
  const around = (station: AirStation) =>
    medium.coordinator?.listens && !isSilent(station) ? medium.coordinator.network : undefined;

  /** It knows the network's key, so that nobody has to let it in: all it does is announce itself. */
  const comeBack = (station: AirStation, parent: number, newAddress: boolean): boolean => {
    const network = around(station);
    if (network === undefined) return false;
    members.admit(station, network, parent, newAddress);
    return announce(station);
  };

  return {
    join: (station, { via } = {}) => {
      const router = via === undefined ? undefined : members.of(via);
      const doors = via === undefined ? [COORDINATOR_ADDRESS, ...openUntil.keys()] : router ? [router.address] : [];
      const door = doors.find(letsIn);
      const network = around(station);
      if (door === undefined || network === undefined) return false;
      if (members.drop(station.ieee)) station.left(); // whoever looks for a network has forgotten its own
      const member = members.admit(station, network, door, false);
      station.joined(airOf(station.ieee));
      toCoordinator(member, (center) => center.joined(station.ieee, member.address, member.parent));
      return announce(station);
    },
    announce,
    rejoin: (station, { newAddress = false } = {}) => {
      const member = members.of(station.ieee);
      return isHere(member) && comeBack(station, member.parent, newAddress);
    },
    leave: (station, comesBack) => {
      const member = members.of(station.ieee);
      if (!member) return false;
      if (isHere(member) && delivery.speaks(member)) {
        toCoordinator(member, (center) => center.left(station.ieee, member.address, comesBack));
      }
      if (comesBack) return comeBack(station, member.parent, false);
      members.drop(station.ieee);
      station.left();
      return true;
    },
    permit: (addresses, seconds) => {
      const until = seconds === FOREVER ? Number.POSITIVE_INFINITY : hostTime.now() + seconds * 1000;
      for (const address of addresses) openUntil.set(address, until);
    },
    isOpen,
    openFor: () => Math.max(0, ...[...openUntil.values()].map((until) => until - hostTime.now())),
  };
}
