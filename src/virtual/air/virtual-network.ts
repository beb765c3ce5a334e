/** The virtual network, as the house has it: devices are put into it, taken out of it, and watched. */

import { createTouch } from "../devices/touch.ts";
import { createZdo } from "../devices/zdo-node.ts";
import type { AirStation, TouchlinkTarget } from "./air-station.ts";
import type { CoordinatorLink, CoordinatorNode } from "./coordinator-link.ts";
import { createForwarding } from "./frame-forwarding.ts";
import { COORDINATOR_ADDRESS, createMedium, type MediumOptions } from "./medium.ts";
import { createJoining, type NetworkJoining } from "./network-joining.ts";
import type { SavedMember } from "./network-members.ts";
import type { SimulatedTime } from "./simulated-time.ts";
import type { DecodedFrame, FrameCounters } from "./traffic.ts";

export interface VirtualNetworkOptions extends MediumOptions {
  readonly saved?: readonly SavedMember[] | undefined;
}

export interface VirtualNetwork {
  readonly pace: SimulatedTime;
  readonly hostTime: SimulatedTime;
  readonly counters: FrameCounters;
  /** The newest 500 frames, the oldest first. */
  heard(): DecodedFrame[];
  /** It exists from now on: one that was a member when the house was saved is one again. */
  add(station: AirStation): void;
  /** It looks for an open network, everywhere or only through one router, and joins. False: none lets it in. */
  readonly join: NetworkJoining["join"];
  readonly announce: NetworkJoining["announce"];
  /** It comes back, under the same address or a new one. */
  readonly rejoin: NetworkJoining["rejoin"];
  /** It leaves, and says so. */
  leave(station: AirStation): boolean;
  /** It is gone without a word. */
  remove(station: AirStation): boolean;
  /** Its address in the network. */
  addressOf(ieee: string): number | undefined;
  /** From now on touchlink frames reach it; the answer takes it away. */
  addTouchable(touchable: TouchlinkTarget): () => void;
  /** How long the network is still open somewhere, in milliseconds. */
  openFor(): number;
  /** There is one coordinator: a new one takes the place of the old one. */
  connect(center: CoordinatorNode): CoordinatorLink;
  save(): SavedMember[];
  close(): void;
}

export function createNetwork({ saved = [], ...options }: VirtualNetworkOptions = {}): VirtualNetwork {
  const medium = createMedium(options);
  const { members, isHere, traffic, pace, hostTime } = medium;
  const forwarding = createForwarding(medium);
  const joining = createJoining(medium, forwarding.airOf);
  const touch = createTouch(pace, traffic.pass);
  const absent = new Map(saved.map((member) => [member.ieee, member]));

  const uplink: CoordinatorLink = {
    ...forwarding,
    ...createZdo(medium, joining),
    touch: touch.send,
    permit: (seconds, alsoRouters) => {
      const routers = members.all().filter(({ station }) => station.router && station.reach === "ok");
      joining.permit([COORDINATOR_ADDRESS, ...(alsoRouters ? routers.map(({ address }) => address) : [])], seconds);
    },
    neighbours: () => members.neighbours(COORDINATOR_ADDRESS, joining.isOpen),
    routes: () => members.routes(COORDINATOR_ADDRESS),
    members: () => members.all().filter(isHere),
  };

  return {
    pace,
    hostTime,
    counters: traffic.counters,
    heard: traffic.heard,
    add: (station) => {
      const before = absent.get(station.ieee);
      if (!before) return;
      absent.delete(station.ieee);
      members.restore(station, before);
      station.joined(forwarding.airOf(station.ieee));
    },
    join: (station, where) => {
      const isIn = joining.join(station, where);
      if (isIn) absent.delete(station.ieee);
      return isIn;
    },
    announce: joining.announce,
    rejoin: joining.rejoin,
    leave: (station) => joining.leave(station, false),
    remove: (station) => {
      absent.delete(station.ieee);
      const member = members.drop(station.ieee);
      if (member) station.left();
      return member !== undefined;
    },
    addressOf: (ieee) => {
      const member = members.of(ieee);
      return isHere(member) ? member.address : undefined;
    },
    addTouchable: touch.add,
    openFor: joining.openFor,
    connect: (center) => {
      medium.coordinator = center;
      return uplink;
    },
    save: () => [...absent.values(), ...members.save()],
    close: () => {
      pace.stop();
      hostTime.stop();
    },
  };
}
