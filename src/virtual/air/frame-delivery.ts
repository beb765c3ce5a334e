/** How a frame gets to a device and back: how long it takes, and what becomes of it when the device is hard to reach. */

import type { AirStation } from "./air-station.ts";
import type { NetworkMember } from "./network-members.ts";
import type { SimulatedTime } from "./simulated-time.ts";

/** What the sender of a frame is told. */
export const STATUS = { SUCCESS: 0x00, NO_ROUTE: 0xcd, NO_ACK: 0xe9, EXPIRED: 0xf0 } as const;

export interface FrameDelivery {
  /** Towards a device. `confirm` is not called when nobody ever learns what became of the frame. */
  down(member: NetworkMember, hear: () => void, confirm: (status: number) => void): void;
  /** From a device to the coordinator. */
  up(member: NetworkMember, arrive: () => void): void;
  /** The device wants to say something; false when it cannot be heard. One that sleeps is awake for a moment. */
  speaks(member: NetworkMember): boolean;
}

export interface DeliveryOptions {
  readonly jitter?: number;
  readonly expiry?: number;
}

interface DeliveryPath {
  readonly down: (() => void)[]; // frames under way: the oldest always arrives first
  readonly up: (() => void)[];
  awakeUntil: number;
  readonly held: Set<() => void>; // frames that wait until it wakes up
}

const AWAKE = 1000;
const EXPIRY = 200;

export function createDelivery(
  pace: SimulatedTime,
  depth: (member: NetworkMember) => number,
  { jitter = 0, expiry = EXPIRY }: DeliveryOptions,
): FrameDelivery {
  const ways = new WeakMap<AirStation, DeliveryPath>();
  const wayOf = ({ station }: NetworkMember): DeliveryPath => {
    const way = ways.get(station) ?? { down: [], up: [], awakeUntil: 0, held: new Set() };
    ways.set(station, way);
    return way;
  };

  const travel = (member: NetworkMember, direction: "up" | "down", arrive: () => void) => {
    const underWay = wayOf(member)[direction];
    underWay.push(arrive);
    const hop = member.station.latency + jitter * Math.random();
    pace.later(hop * depth(member), () => underWay.shift()?.());
  };

  /** It waits for a device that sleeps, and is given up after a while. */
  const hold = (member: NetworkMember, wake: () => void, giveUp: () => void) => {
    const { held } = wayOf(member);
    const cancel = pace.later(expiry, () => {
      held.delete(release);
      giveUp();
    });
    const release = () => {
      cancel();
      wake();
    };
    held.add(release);
  };

  return {
    down: (member, hear, confirm) =>
      travel(member, "down", () => {
        const arrive = () => {
          confirm(STATUS.SUCCESS);
          hear();
        };
        const { reach } = member.station;
        if (reach === "ok" || (reach === "expired" && wayOf(member).awakeUntil > pace.now())) arrive();
        else if (reach === "no-ack") confirm(STATUS.NO_ACK);
        else if (reach === "no-route") confirm(STATUS.NO_ROUTE);
        else if (reach === "no-response") confirm(STATUS.SUCCESS);
        else if (reach === "expired") hold(member, arrive, () => confirm(STATUS.EXPIRED));
      }),
    up: (member, arrive) => travel(member, "up", arrive),
    speaks: (member) => {
      if (isSilent(member.station)) return false;
      if (member.station.reach === "ok") return true;
      const way = wayOf(member);
      way.awakeUntil = pace.now() + AWAKE;
      for (const release of [...way.held]) {
        way.held.delete(release);
        pace.later(0, release);
      }
      return true;
    },
  };
}

/** Nobody hears what it says, if it says anything at all. */
export function isSilent({ reach }: AirStation): boolean {
  return reach !== "ok" && reach !== "expired";
}
