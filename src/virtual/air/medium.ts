/** What all parts of the virtual network share: its members, its time, the ways between them, and its coordinator. */

import { createMembers, type Member, type Members } from "../devices/members.ts";
import type { Center } from "../stick/uplink.ts";
import type { Frame } from "./air.ts";
import { createDelivery, type Delivery, type DeliveryOptions } from "./delivery.ts";
import { createPace, type Pace } from "./pace.ts";
import { COORDINATOR, createTraffic, type Traffic, type TrafficKind } from "./traffic.ts";

export interface MediumOptions extends DeliveryOptions {
  readonly timeScale?: number; // 0.01: everything takes a hundredth of the time
}

export interface Medium {
  readonly pace: Pace;
  /** What the host gives in seconds passes as on the host, however fast the house is. */
  readonly hostTime: Pace;
  readonly members: Members;
  readonly delivery: Delivery;
  readonly traffic: Traffic;
  center: Center | undefined;
  /** It is in the network in which the coordinator is now. */
  isHere(member: Member | undefined): member is Member;
  /** Frames from it to the coordinator, if that listens when they arrive. */
  toCenter(member: Member, arrive: (center: Center) => void): void;
  note(
    kind: TrafficKind,
    frame: Pick<Frame, "from" | "cluster" | "bytes">,
    to: number | string,
    endpoint?: number,
  ): void;
}

export const CENTER = 0; // the coordinator's address

export function createMedium({ timeScale, ...options }: MediumOptions): Medium {
  const pace = createPace(timeScale);
  const members = createMembers(() => medium.center?.ieee ?? "");
  const traffic = createTraffic();
  const delivery = createDelivery(pace, members.depth, options);
  const nameOf = (address: number) =>
    address === CENTER ? COORDINATOR : (members.at(address)?.station.ieee ?? `0x${address.toString(16)}`);

  const medium: Medium = {
    pace,
    hostTime: createPace(),
    members,
    delivery,
    traffic,
    center: undefined,
    isHere: (member): member is Member => member !== undefined && member.network === medium.center?.network,
    toCenter: (member, arrive) => {
      delivery.up(member, () => {
        const { center } = medium;
        if (center?.listens && center.network === member.network) arrive(center);
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
