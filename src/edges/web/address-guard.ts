/**
 * Blocks requests of rules to this machine, where services trust local clients (an open editor of Node-RED runs any flow that it gets),
 * and to link-local addresses. It checks the address that a connection is really made to, not its name.
 */
import { type LookupAddress, type LookupOptions, lookup as lookUp } from "node:dns";
import { BlockList, isIPv6, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";

interface AddressGuard {
  /** Throws for a blocked address. */
  readonly assertAllowed: (address: string) => void;
  /** Looks up a name, without its blocked addresses. */
  readonly lookup: LookupFunction;
}

const LOCAL_NETWORKS: readonly (readonly [network: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // link-local, and the metadata of most clouds
  ["::", 128],
  ["::1", 128],
  ["fe80::", 10],
];
/** Where other clouds hand a machine its secrets. */
const METADATA_HOSTS: readonly string[] = [
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd20:ce::254",
];
const NAT64 = /^64:ff9b::([\da-f]{1,4}):([\da-f]{1,4})$/i; // an IPv4 address behind a NAT64

const BLOCKED = new BlockList();
for (const [network, bits] of LOCAL_NETWORKS) BLOCKED.addSubnet(network, bits, familyOf(network));
for (const address of METADATA_HOSTS) BLOCKED.addAddress(address, familyOf(address));

/** For a request to this port; those in `ownPorts` are blocked at each address of this machine. */
export function addressGuard(port: number, ownPorts: readonly number[]): AddressGuard {
  const isBlocked = (given: string) => {
    const address = canonical(given);
    return isIn(BLOCKED, address) || (ownPorts.includes(port) && isIn(ownAddresses(), address));
  };
  const refused = (host: string) =>
    new Error(`${host} is an address of this machine, or link-local; a tick in the gateway's dialog allows it`);
  return {
    assertAllowed: (address) => {
      if (isBlocked(address)) throw refused(address);
    },
    lookup: (host, options, callback) => {
      const all: LookupOptions = { ...options, all: true };
      lookUp(host, all as LookupOptions & { readonly all: true }, (error, found: LookupAddress[]) => {
        const allowed = error ? [] : found.filter(({ address }) => !isBlocked(address));
        const [first] = allowed;
        if (error || !first) callback(error ?? refused(host), "");
        else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      });
    },
  };
}

/** Read each time: addresses come and go. */
function ownAddresses(): BlockList {
  const own = new BlockList();
  for (const entries of Object.values(networkInterfaces()))
    for (const { address, family } of entries ?? [])
      own.addAddress(canonical(address), family === "IPv6" ? "ipv6" : "ipv4");
  return own;
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, familyOf(address));
}

/** Without its interface; an IPv4 address behind NAT64 as IPv4. */
function canonical(address: string): string {
  const [bare = ""] = address.split("%");
  const [, high, low] = NAT64.exec(bare) ?? [];
  if (high === undefined || low === undefined) return bare;
  const [left, right] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [left >> 8, left & 255, right >> 8, right & 255].join(".");
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}
