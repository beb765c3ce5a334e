/** Who comes into the virtual network and who goes: open doors, joins, announcements, leaves. */
import type { Air, Station } from "./air.ts";
import { write } from "./bytes.ts";
import { isSilent } from "./delivery.ts";
import { CENTER, type Medium } from "./medium.ts";
import { ZDO } from "./zdo.ts";
import { capabilitiesOf } from "./zdo-node.ts";

export interface Joining {
  join(station: Station, options?: { readonly via?: string }): boolean;
  announce(station: Station): boolean;
  rejoin(station: Station, options?: { readonly newAddress?: boolean }): boolean;
  /** It goes and says so; one that comes back does so at once. */
  leave(station: Station, comesBack: boolean): boolean;
  /** Opens these doors for so many seconds; 0 closes them, 255 leaves them open. */
  permit(addresses: readonly number[], seconds: number): void;
  isOpen(address: number): boolean;
  openFor(): number;
}

const FOREVER = 255;

export function createJoining(medium: Medium, airOf: (ieee: string) => Air): Joining {
  const { hostTime, members, delivery, isHere, note, toCenter } = medium;
  const openUntil = new Map<number, number>(); // by address

  const isOpen = (address: number) => (openUntil.get(address) ?? 0) > hostTime.now();
  /** The coordinator, or a router that works. */
  const letsIn = (address: number) => isOpen(address) && (address === CENTER || canSpeak(address));
  const canSpeak = (address: number) => {
    const member = members.at(address);
    return isHere(member) && member.station.router && member.station.reach === "ok";
  };

  const announce = (station: Station): boolean => {
    const member = members.of(station.ieee);
    if (!isHere(member) || !delivery.speaks(member)) return false;
    const { address } = member;
    const bytes = write().u16(address).ieee(station.ieee).u8(capabilitiesOf(station)).done();
    note("zdo", { from: { address, endpoint: 0 }, cluster: ZDO.ANNOUNCE, bytes }, "broadcast 0xfffd");
    toCenter(member, (center) => center.announced(bytes, address));
    return true;
  };

  const enter = (station: Station, parent: number, newAddress: boolean): boolean => {
    if (!medium.center?.listens || isSilent(station)) return false;
    const member = members.admit(station, medium.center.network, parent, newAddress);
    station.joined(airOf(station.ieee));
    toCenter(member, (center) => center.joined(station.ieee, member.address, parent));
    return announce(station);
  };

  return {
    join: (station, { via } = {}) => {
      const router = via === undefined ? undefined : members.of(via);
      const doors = via === undefined ? [CENTER, ...openUntil.keys()] : router ? [router.address] : [];
      const door = doors.find(letsIn);
      return door !== undefined && enter(station, door, false);
    },
    announce,
    rejoin: (station, { newAddress = false } = {}) => {
      const member = members.of(station.ieee);
      return isHere(member) && enter(station, member.parent, newAddress);
    },
    leave: (station, comesBack) => {
      const member = members.of(station.ieee);
      if (!member) return false;
      if (isHere(member) && delivery.speaks(member)) {
        toCenter(member, (center) => center.left(station.ieee, member.address, comesBack));
      }
      if (comesBack) return enter(station, member.parent, false);
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
