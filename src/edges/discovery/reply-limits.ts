/** Limits for replies over UDP, where sources can be forged: no host may use the gateway to flood another one. */
import type { Clock } from "../../model/ports.ts";
import type { LocalNetwork, UdpPeer } from "./multicast-socket.ts";

interface UdpRate {
  readonly burst: number;
  readonly perSecond: number;
}

interface Tokens {
  readonly left: number;
  readonly at: number;
}

const MOST_SOURCES = 200; // the source that was silent for longest is forgotten first
const PER_SOURCE: UdpRate = { burst: 10, perSecond: 2 };
const ALL_REPLIES: UdpRate = { burst: 40, perSecond: 10 };
const RECEIVED: UdpRate = { burst: 500, perSecond: 200 }; // messages beyond that are not even parsed
const RESERVED_PORTS = 1_024;

export class ReplyLimits {
  readonly #clock: Clock;
  readonly #bySource = new Map<string, Tokens>();
  #received: Tokens;
  #replies: Tokens;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#received = this.#full(RECEIVED);
    this.#replies = this.#full(ALL_REPLIES);
  }

  mayParse(): boolean {
    const next = this.#take(this.#received, RECEIVED);
    if (next.left >= 0) this.#received = next;
    return next.left >= 0;
  }

  mayReply(address: string): boolean {
    const ofSource = this.#take(this.#bySource.get(address) ?? this.#full(PER_SOURCE), PER_SOURCE);
    const ofAll = this.#take(this.#replies, ALL_REPLIES);
    if (ofSource.left < 0 || ofAll.left < 0) return false;
    this.#replies = ofAll;
    this.#bySource.delete(address); // a map keeps the order of insertion: the newest stands last
    this.#bySource.set(address, ofSource);
    const [oldest] = this.#bySource.keys();
    if (this.#bySource.size > MOST_SOURCES && oldest !== undefined) this.#bySource.delete(oldest);
    return true;
  }

  #full({ burst }: UdpRate): Tokens {
    return { left: burst, at: this.#clock.uptime() };
  }

  #take({ left, at }: Tokens, { burst, perSecond }: UdpRate): Tokens {
    const now = this.#clock.uptime();
    return { left: Math.min(burst, left + ((now - at) / 1000) * perSecond) - 1, at: now };
  }
}

/** Only peers in networks that a house may have, and never the port of a known service: the source may be forged. */
export function mayReplyTo({ address, port }: UdpPeer, networks: readonly LocalNetwork[], own: number): boolean {
  if (port !== own && port < RESERVED_PORTS) return false;
  return isLocal(address, networks) || PRIVATE.some((network) => isIn(address, network));
}

/** In one of these networks, or on this machine. */
export function isLocal(address: string, networks: readonly LocalNetwork[]): boolean {
  return [...networks, LOOPBACK].some((network) => isIn(address, network));
}

const LOOPBACK: LocalNetwork = { ip: "127.0.0.1", netmask: "255.0.0.0" };
const PRIVATE: readonly LocalNetwork[] = [
  { ip: "10.0.0.0", netmask: "255.0.0.0" },
  { ip: "172.16.0.0", netmask: "255.240.0.0" },
  { ip: "192.168.0.0", netmask: "255.255.0.0" },
  { ip: "169.254.0.0", netmask: "255.255.0.0" },
];

function isIn(address: string, { ip, netmask }: LocalNetwork): boolean {
  const mask = ipv4Number(netmask);
  return (ipv4Number(address) & mask) === (ipv4Number(ip) & mask);
}

export function ipv4Number(address: string): number {
  return address.split(".").reduce((sum, part) => (sum << 8) | Number(part), 0);
}
