/** The Host port: this machine's addresses, random numbers, and digests of secrets; and which versions run. */
import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIPv4 } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { resolve } from "node:path";
import type { Addresses, Host, Ports } from "../model/ports.ts";
import { isObject, type Values } from "../model/resource.ts";

const NOWHERE: Addresses = { ip: "127.0.0.1", netmask: "255.0.0.0", gateway: "127.0.0.1", mac: "00:00:00:00:00:00" };
const VIRTUAL = /^(docker|veth|br-|virbr|tun|tap|wg|tailscale|zt)/; // interfaces of containers and tunnels: no client of a home uses them

/** `announced` is an address that the user set for clients, behind a proxy or a port mapping. */
export function openHost(ports: () => Ports, announced?: string): Host {
  return {
    addresses: () => {
      const own = lanAddresses();
      return announced && isIPv4(announced) ? { ...own, ip: announced } : own;
    },
    ports,
    random: (bytes) => randomBytes(bytes).toString("hex"),
    digest: (secret) => hash("sha256", secret),
    same: (one, other) => {
      const [left, right] = [Buffer.from(one), Buffer.from(other)];
      return left.length === right.length && timingSafeEqual(left, right);
    },
  };
}

/** This machine's names. */
export function ownNames(): readonly string[] {
  return [hostname()];
}

type LanNetwork = Pick<Addresses, "ip" | "netmask" | "mac">;

/** The networks that clients may be in, the likeliest first. */
export function lanNetworks(): readonly LanNetwork[] {
  const all = Object.entries(networkInterfaces()).flatMap(([name, entries]) =>
    (entries ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal)
      .map(({ address: ip, netmask, mac }) => ({ name, ip, netmask, mac })),
  );
  const real = all.filter(({ name }) => !VIRTUAL.test(name));
  return real.length > 0 ? real : all;
}

/** The own address that a client has used. Undefined for one that others cannot use, as when a proxy on this machine asks. */
export function ownAddress(
  used: string | undefined,
  networks: readonly Pick<LanNetwork, "ip">[] = lanNetworks(),
): string | undefined {
  const plain = used?.replace(/^::ffff:/i, "");
  return networks.find(({ ip }) => ip === plain)?.ip;
}

function lanAddresses(): Addresses {
  const [best] = lanNetworks();
  if (!best) return NOWHERE;
  const { ip, netmask, mac } = best;
  return { ip, netmask, mac, gateway: ip.replace(/\d+$/, "1") };
}

// ---- the versions that run: of this package, and of those that it is made of

interface PackageVersions {
  readonly gateway: string;
  readonly herdsman: string;
  readonly converters: string;
}

/** From a folder of the sources, or of their build: the file of the package lies above it. */
export function packageVersions(folder: string): PackageVersions {
  const { version, dependencies } = packageIn(folder);
  const of = (name: string) =>
    String((isObject(dependencies) ? dependencies[name] : undefined) ?? "").replace(/^[^\d]*/, "");
  return {
    gateway: String(version ?? ""),
    herdsman: of("zigbee-herdsman"),
    converters: of("zigbee-herdsman-converters"),
  };
}

function packageIn(folder: string): Values {
  for (const up of ["..", "../.."]) {
    try {
      return JSON.parse(readFileSync(resolve(folder, up, "package.json"), "utf8")) as Values;
    } catch {
      // from the sources it lies one folder up, built two
    }
  }
  return {};
}
