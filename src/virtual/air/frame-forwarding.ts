/** Brings frames to their destination: one device, a group, or all. */
import type { Air, AirFrame, AirStation } from "./air-station.ts";
import { STATUS } from "./frame-delivery.ts";
import { COORDINATOR_ADDRESS, type Medium } from "./medium.ts";
import type { FrameStamp } from "./network-credentials.ts";
import { linkqualityOf, type NetworkMember } from "./network-members.ts";

const TO_ROUTERS = 0xfffc;
const TO_LISTENERS = 0xfffd;
const NO_ADDRESS = 0xfffe;
const ALL_ENDPOINTS = 0xff;

export class FrameForwarding {
  readonly #medium: Medium;

  constructor(medium: Medium) {
    this.#medium = medium;
  }

  /** `stamp`: of a frame of the coordinator. */
  unicast(
    frame: AirFrame,
    address: number,
    endpoint: number,
    confirm: (status: number) => void,
    stamp?: FrameStamp,
  ): void {
    const { time, members, delivery, isHere, hears, note } = this.#medium;
    note("unicast", frame, address, endpoint);
    const member = members.at(address);
    if (!isHere(member)) time.later(0, () => confirm(STATUS.NO_ROUTE));
    else if (stamp && !hears(member, stamp)) time.later(0, () => confirm(STATUS.NO_APS_ACK));
    else delivery.down(member, () => hearAt(member, frame, endpoint), confirm);
  }

  group(frame: AirFrame, id: number, stamp?: FrameStamp): void {
    this.#medium.note("group", frame, `group ${id}`);
    this.#spread(
      frame,
      stamp,
      ({ listens, groups }) => listens && groups.has(id),
      ({ station }) => {
        for (const endpoint of station.groups.get(id) ?? []) station.hear(frame, endpoint);
      },
    );
  }

  broadcast(frame: AirFrame, address: number, endpoint: number, stamp?: FrameStamp): void {
    this.#medium.note("broadcast", frame, `broadcast 0x${address.toString(16)}`, endpoint);
    this.#spread(
      frame,
      stamp,
      ({ router, listens }) => (address === TO_ROUTERS ? router : listens || address !== TO_LISTENERS),
      (member) => hearAt(member, frame, endpoint),
    );
  }

  /** The air, as a station has it. */
  airOf(ieee: string): Air {
    const medium = this.#medium;
    return {
      get address() {
        return medium.members.of(ieee)?.address ?? NO_ADDRESS;
      },
      send: (frame) => this.#send(ieee, frame),
      addressOf: (other) => {
        if (other === medium.coordinator?.ieee) return COORDINATOR_ADDRESS;
        const member = medium.members.of(other);
        if (member === undefined) medium.traffic.counters.lost += 1; // no member has this address
        return medium.isHere(member) ? member.address : undefined;
      },
    };
  }

  /** Nothing tells whether a broadcast arrived, and its sender does not hear it. */
  #spread(
    frame: AirFrame,
    stamp: FrameStamp | undefined,
    isMeant: (station: AirStation) => boolean,
    hear: (member: NetworkMember) => void,
  ): void {
    const { members, delivery, isHere, hears } = this.#medium;
    for (const member of members.all()) {
      if (!isHere(member) || member.address === frame.from.address || !isMeant(member.station)) continue;
      if (stamp && !hears(member, stamp)) continue;
      delivery.down(
        member,
        () => hear(member),
        () => {},
      );
    }
  }

  #send(ieee: string, { endpoint, ...sent }: Parameters<Air["send"]>[0]): void {
    const { members, delivery, isHere, searching, note, toCoordinator } = this.#medium;
    const known = members.of(ieee);
    const member = known?.station.router ? known : searching(known); // one that has a parent notices that it is gone
    if (!isHere(member) || !delivery.speaks(member)) return;
    const frame: AirFrame = { ...sent, from: { address: member.address, endpoint } };
    const { to } = frame;
    if ("address" in to && to.address !== COORDINATOR_ADDRESS) {
      this.unicast(frame, to.address, to.endpoint, () => {});
      return;
    }
    if ("address" in to) note("unicast", frame, COORDINATOR_ADDRESS, to.endpoint);
    else if ("group" in to) this.group(frame, to.group);
    else this.broadcast(frame, to.broadcast, ALL_ENDPOINTS);
    toCoordinator(member, (coordinator) => coordinator.hear(frame, linkqualityOf(member.station)));
  }
}

function hearAt({ station }: NetworkMember, frame: AirFrame, endpoint: number): void {
  for (const { id } of station.endpoints) if (endpoint === ALL_ENDPOINTS || endpoint === id) station.hear(frame, id);
}
