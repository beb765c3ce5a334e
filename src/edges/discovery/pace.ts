/** Whom we answer, and how often: nobody may use us to flood somebody else. */
import type { Clock } from "../../model/ports.ts";
import type { Network, Peer } from "./voice.ts";

const MOST_SOURCES = 200; // the one unheard for longest is forgotten first
const OF_ONE = { free: 10, perSecond: 2 };
const OF_ALL = { free: 40, perSecond: 10 };
const OF_HEARD = { free: 500, perSecond: 200 }; // beyond that nothing is even read
const RESERVED = 1_024;

interface Rate {
  readonly free: number;
  readonly perSecond: number;
}

interface Bucket {
  readonly left: number;
  readonly at: number;
}

export interface Pace {
  /** One more message may be read. */
  mayRead(): boolean;
  /** Whoever is there may be answered once more. */
  mayAnswer(address: string): boolean;
}

export function openPace(clock: Clock): Pace {
  let heard: Bucket = { left: OF_HEARD.free, at: clock.uptime() };
  let all: Bucket = { left: OF_ALL.free, at: clock.uptime() };
  const ones = new Map<string, Bucket>();
  const drop = (bucket: Bucket, { free, perSecond }: Rate): Bucket => {
    const at = clock.uptime();
    return { left: Math.min(free, bucket.left + ((at - bucket.at) / 1000) * perSecond) - 1, at };
  };
  return {
    mayRead: () => {
      const next = drop(heard, OF_HEARD);
      if (next.left >= 0) heard = next;
      return next.left >= 0;
    },
    mayAnswer: (address) => {
      const one = drop(ones.get(address) ?? { left: OF_ONE.free, at: clock.uptime() }, OF_ONE);
      const every = drop(all, OF_ALL);
      if (one.left < 0 || every.left < 0) return false;
      all = every;
      ones.delete(address); // so that it stands at the end again
      ones.set(address, one);
      if (ones.size > MOST_SOURCES) for (const first of ones.keys()) return ones.delete(first);
      return true;
    },
  };
}

/** Sources can be forged: an answer goes only where somebody of this house may ask, and never to the port of a known service. */
export function isOfTheHouse({ address, port }: Peer, networks: readonly Network[], own: number): boolean {
  if (port !== own && port < RESERVED) return false;
  return isNear(address, networks) || PRIVATE.some((network) => isIn(address, network));
}

/** In one of these networks, or on this machine. */
export function isNear(address: string, networks: readonly Network[]): boolean {
  return [...networks, LOOPBACK].some((network) => isIn(address, network));
}

const LOOPBACK: Network = { ip: "127.0.0.1", netmask: "255.0.0.0" };
const PRIVATE: readonly Network[] = [
  { ip: "10.0.0.0", netmask: "255.0.0.0" },
  { ip: "172.16.0.0", netmask: "255.240.0.0" },
  { ip: "192.168.0.0", netmask: "255.255.0.0" },
  { ip: "169.254.0.0", netmask: "255.255.0.0" },
];

function isIn(address: string, { ip, netmask }: Network): boolean {
  const mask = numberOf(netmask);
  return (numberOf(address) & mask) === (numberOf(ip) & mask);
}

export function numberOf(address: string): number {
  return address.split(".").reduce((sum, part) => (sum << 8) | Number(part), 0);
}
