/** How a frame gets to a device and back: how long it takes, and its fate when the device is hard to reach. */
import type { AirStation } from "./air-station.ts";
import type { NetworkMember, NetworkMembers } from "./network-members.ts";
import type { SimulatedTime } from "./simulated-time.ts";

/** The statuses that the sender of a frame gets. */
export const STATUS = {
  SUCCESS: 0x00,
  NO_APS_ACK: 0xb7,
  NO_ROUTE: 0xcd,
  CHANNEL_BUSY: 0xe1,
  NO_ACK: 0xe9,
  EXPIRED: 0xf0,
} as const;

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

export class FrameDelivery {
  readonly #time: SimulatedTime;
  readonly #ways: Pick<NetworkMembers, "depth" | "isCutOff">;
  readonly #jitter: number;
  readonly #expiry: number;
  readonly #paths = new WeakMap<AirStation, DeliveryPath>();

  constructor(
    time: SimulatedTime,
    ways: Pick<NetworkMembers, "depth" | "isCutOff">,
    { jitter = 0, expiry = EXPIRY }: DeliveryOptions,
  ) {
    this.#time = time;
    this.#ways = ways;
    this.#jitter = jitter;
    this.#expiry = expiry;
  }

  /** Towards a device. `confirm` is not called when the sender never learns the fate of the frame. */
  down(member: NetworkMember, hear: () => void, confirm: (status: number) => void): void {
    this.#travel(member, "down", () => {
      const arrive = () => {
        confirm(STATUS.SUCCESS);
        hear();
      };
      if (this.#ways.isCutOff(member)) return confirm(STATUS.NO_ROUTE);
      const { reach } = member.station;
      const isAwake = this.#pathOf(member).awakeUntil > this.#time.now();
      if (reach === "ok" || (reach === "expired" && isAwake)) arrive();
      else if (reach === "no-ack") confirm(STATUS.NO_ACK);
      else if (reach === "no-route") confirm(STATUS.NO_ROUTE);
      else if (reach === "no-response") confirm(STATUS.SUCCESS);
      else if (reach === "expired") this.#hold(member, arrive, () => confirm(STATUS.EXPIRED));
    });
  }

  /** From a device to the coordinator. */
  up(member: NetworkMember, arrive: () => void): void {
    this.#travel(member, "up", arrive);
  }

  /** The device wants to say something; false when it cannot be heard. A device that sleeps is awake for a moment. */
  speaks(member: NetworkMember): boolean {
    if (isSilent(member.station) || this.#ways.isCutOff(member)) return false;
    if (member.station.reach === "ok") return true;
    const path = this.#pathOf(member);
    path.awakeUntil = this.#time.now() + AWAKE;
    for (const release of [...path.held]) {
      path.held.delete(release);
      this.#time.later(0, release);
    }
    return true;
  }

  #pathOf({ station }: NetworkMember): DeliveryPath {
    const path = this.#paths.get(station) ?? { down: [], up: [], awakeUntil: 0, held: new Set() };
    this.#paths.set(station, path);
    return path;
  }

  #travel(member: NetworkMember, direction: "up" | "down", arrive: () => void): void {
    const underWay = this.#pathOf(member)[direction];
    underWay.push(arrive);
    const hop = member.station.latency + this.#jitter * Math.random();
    this.#time.later(hop * this.#ways.depth(member), () => underWay.shift()?.());
  }

  /** A frame waits for a device that sleeps, and is given up after a while. */
  #hold(member: NetworkMember, wake: () => void, giveUp: () => void): void {
    const { held } = this.#pathOf(member);
    const cancel = this.#time.later(this.#expiry, () => {
      held.delete(release);
      giveUp();
    });
    const release = () => {
      cancel();
      wake();
    };
    held.add(release);
  }
}

/** No node hears the device, if it sends anything at all. */
export function isSilent({ reach }: AirStation): boolean {
  return reach !== "ok" && reach !== "expired";
}
