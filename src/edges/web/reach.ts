/**
 * Where requests to elsewhere may not go: to this machine, where services trust whoever is on it (an open editor of Node-RED runs what it is
 * sent), and to addresses that mean something only here. Asked of the address that a connection is really made to, not of its name.
 */
import { type LookupAddress, type LookupOptions, lookup as lookUp } from "node:dns";
import { BlockList, isIPv6, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";

export interface Reach {
  /** Throws when nobody may go to this address. */
  readonly demand: (address: string) => void;
  /** Of what a name means, only where one may go. */
  readonly lookup: LookupFunction;
}

const LOCAL: readonly (readonly [network: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // link-local, and the metadata of most clouds
  ["::", 128],
  ["::1", 128],
  ["fe80::", 10],
];
/** Where other clouds tell a machine its secrets. */
const METADATA: readonly string[] = [
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd20:ce::254",
];
const TRANSLATED = /^64:ff9b::([\da-f]{1,4}):([\da-f]{1,4})$/i; // an IPv4 address behind a NAT64

const CLOSED = new BlockList();
for (const [network, bits] of LOCAL) CLOSED.addSubnet(network, bits, familyOf(network));
for (const address of METADATA) CLOSED.addAddress(address, familyOf(address));

/** For a request to this port. */
export function reachable(port: number, ownPorts: readonly number[]): Reach {
  const isClosed = (given: string) => {
    const address = plainOf(given);
    return isIn(CLOSED, address) || (ownPorts.includes(port) && isIn(ownAddresses(), address));
  };
  const refused = (host: string) =>
    new Error(`${host} is an address of this machine, or link-local; a tick in the gateway's dialog allows it`);
  return {
    demand: (address) => {
      if (isClosed(address)) throw refused(address);
    },
    lookup: (host, options, callback) => {
      const all: LookupOptions = { ...options, all: true };
      lookUp(host, all as LookupOptions & { readonly all: true }, (error, found: LookupAddress[]) => {
        const open = error ? [] : found.filter(({ address }) => !isClosed(address));
        const [first] = open;
        if (error || !first) callback(error ?? refused(host), "");
        else if (options.all) callback(null, open);
        else callback(null, first.address, first.family);
      });
    },
  };
}

/** Asked each time: an address may come and go. */
function ownAddresses(): BlockList {
  const own = new BlockList();
  for (const entries of Object.values(networkInterfaces()))
    for (const { address, family } of entries ?? [])
      own.addAddress(plainOf(address), family === "IPv6" ? "ipv6" : "ipv4");
  return own;
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, familyOf(address));
}

/** Without its interface; what is only wrapped, unwrapped. */
function plainOf(address: string): string {
  const [bare = ""] = address.split("%");
  const [, high, low] = TRANSLATED.exec(bare) ?? [];
  if (high === undefined || low === undefined) return bare;
  const [left, right] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [left >> 8, left & 255, right >> 8, right & 255].join(".");
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}
