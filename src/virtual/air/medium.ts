/** The medium that all parts of the virtual network share: its members, its time, the ways between them, and its coordinator. */
import type { AirFrame } from "./air-station.ts";
import type { CoordinatorNode } from "./coordinator-link.ts";
import { type DeliveryOptions, FrameDelivery } from "./frame-delivery.ts";
import { type FrameStamp, findsIts, understandEachOther } from "./network-credentials.ts";
import { type NetworkMember, NetworkMembers } from "./network-members.ts";
import { createSimulatedTime, type SimulatedTime } from "./simulated-time.ts";
import { COORDINATOR, createTraffic, type Traffic, type TrafficKind } from "./traffic.ts";

export interface MediumOptions extends DeliveryOptions {
  readonly timeScale?: number; // 0.01: everything takes a hundredth of the time
}

export interface Medium {
  readonly time: SimulatedTime;
  /** A time that the host gives in seconds passes as on the host, however fast the house is. */
  readonly hostTime: SimulatedTime;
  readonly members: NetworkMembers;
  readonly delivery: FrameDelivery;
  readonly traffic: Traffic;
  /** All that are plugged in somewhere. */
  readonly coordinators: CoordinatorNode[];
  /** The one that the members hear; where none does, the one that was plugged in last. */
  readonly coordinator: CoordinatorNode | undefined;
  /** Its frames reach the members: of two in one network both do, and the counters of the frames tell which is believed. */
  isHeard(coordinator: CoordinatorNode): boolean;
  /** The member is in the network in which the coordinator is now. */
  isHere(member: NetworkMember | undefined): member is NetworkMember;
  /** The member where the coordinator is now: one that has lost its network looks for it, and may find it elsewhere. */
  searching(member: NetworkMember | undefined): NetworkMember | undefined;
  /** Whether the member hears a frame of the coordinator, and not an old one once more. */
  hears(member: NetworkMember | undefined, stamp: FrameStamp): member is NetworkMember;
  /** Frames from a member to the coordinator, if that listens when they arrive. Two coordinators with one address get them by turns. */
  toCoordinator(member: NetworkMember, arrive: (coordinator: CoordinatorNode) => void): void;
  note(
    kind: TrafficKind,
    frame: Pick<AirFrame, "from" | "cluster" | "bytes">,
    to: number | string,
    endpoint?: number,
  ): void;
}

export const COORDINATOR_ADDRESS = 0; // the coordinator's address

export function createMedium({ timeScale, ...options }: MediumOptions): Medium {
  const time = createSimulatedTime(timeScale);
  const members = new NetworkMembers(() => medium.coordinator?.ieee ?? "");
  const traffic = createTraffic();
  const delivery = new FrameDelivery(time, members, options);
  let arrivals = 0;
  const nameOf = (address: number) =>
    address === COORDINATOR_ADDRESS ? COORDINATOR : (members.at(address)?.station.ieee ?? `0x${address.toString(16)}`);

  const medium: Medium = {
    time,
    hostTime: createSimulatedTime(),
    members,
    delivery,
    traffic,
    coordinators: [],
    isHeard: (coordinator) => medium.coordinator === coordinator || onAir(medium).includes(coordinator),
    get coordinator() {
      const { coordinators } = medium;
      if (coordinators.length < 2) return coordinators[0];
      return onAir(medium)[0] ?? coordinators.findLast(({ listens }) => listens) ?? coordinators.at(-1);
    },
    isHere: (member): member is NetworkMember =>
      member !== undefined && understandEachOther(member.network, medium.coordinator?.network),
    searching: (member) => {
      const { coordinator } = medium;
      const isLost = member !== undefined && !understandEachOther(member.network, coordinator?.network);
      if (!isLost) return member;
      const around = coordinator?.listens ? coordinator.network : undefined;
      return around && findsIts(member.network, around) ? members.move(member, around) : undefined;
    },
    hears: (member, stamp): member is NetworkMember => {
      if (!medium.isHere(member)) return false;
      const isTaken = isDeaf(member.station) || members.takes(member, stamp);
      if (!isTaken) traffic.counters.replayed += 1;
      return isTaken;
    },
    toCoordinator: (member, arrive) => {
      delivery.up(member, () => {
        const around = medium.coordinators.filter(
          ({ listens, network }) => listens && understandEachOther(member.network, network),
        );
        const coordinator = around[arrivals % around.length];
        if (!coordinator) return;
        arrivals += 1;
        arrive(coordinator);
      });
    },
    note: (kind, { from, cluster, bytes }, to, endpoint) =>
      traffic.pass({
        kind,
        from: nameOf(from.address),
        to: typeof to === "number" ? nameOf(to) : to,
        cluster,
        bytes,
        ...(endpoint === undefined ? {} : { endpoint }),
      }),
  };
  return medium;
}

/** Those that a member hears: more than one of a network are worse than none. */
export function onAir({ coordinators, members }: Pick<Medium, "coordinators" | "members">): readonly CoordinatorNode[] {
  return coordinators.filter(
    ({ listens, network }) => listens && members.all().some((member) => understandEachOther(member.network, network)),
  );
}

/** Another part decides on the fate of a frame for such a device. */
function isDeaf({ reach }: NetworkMember["station"]): boolean {
  return reach === "no-ack" || reach === "no-route" || reach === "no-confirm";
}
