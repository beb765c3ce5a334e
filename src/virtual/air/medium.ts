/** What all parts of the virtual network share: its members, its time, the ways between them, and its coordinator. */
import type { AirFrame } from "./air-station.ts";
import type { CoordinatorNode } from "./coordinator-link.ts";
import { type DeliveryOptions, FrameDelivery } from "./frame-delivery.ts";
import { type NetworkMember, NetworkMembers } from "./network-members.ts";
import { createSimulatedTime, type SimulatedTime } from "./simulated-time.ts";
import { COORDINATOR, createTraffic, type Traffic, type TrafficKind } from "./traffic.ts";

export interface MediumOptions extends DeliveryOptions {
  readonly timeScale?: number; // 0.01: everything takes a hundredth of the time
}

export interface Medium {
  readonly time: SimulatedTime;
  /** What the host gives in seconds passes as on the host, however fast the house is. */
  readonly hostTime: SimulatedTime;
  readonly members: NetworkMembers;
  readonly delivery: FrameDelivery;
  readonly traffic: Traffic;
  coordinator: CoordinatorNode | undefined;
  /** The member is in the network in which the coordinator is now. */
  isHere(member: NetworkMember | undefined): member is NetworkMember;
  /** Frames from a member to the coordinator, if that listens when they arrive. */
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
  const delivery = new FrameDelivery(time, (member) => members.depth(member), options);
  const nameOf = (address: number) =>
    address === COORDINATOR_ADDRESS ? COORDINATOR : (members.at(address)?.station.ieee ?? `0x${address.toString(16)}`);

  const medium: Medium = {
    time,
    hostTime: createSimulatedTime(),
    members,
    delivery,
    traffic,
    coordinator: undefined,
    isHere: (member): member is NetworkMember => member !== undefined && member.network === medium.coordinator?.network,
    toCoordinator: (member, arrive) => {
      delivery.up(member, () => {
        const { coordinator } = medium;
        if (coordinator?.listens && coordinator.network === member.network) arrive(coordinator);
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
