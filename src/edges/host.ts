/** The machine we run on: its addresses, its random numbers, its prints of secrets. */
import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";
import type { Addresses, Host, Ports } from "../model/ports.ts";

const NOWHERE: Addresses = { ip: "127.0.0.1", netmask: "255.0.0.0", gateway: "127.0.0.1", mac: "00:00:00:00:00:00" };
const VIRTUAL = /^(docker|veth|br-|virbr|tun|tap|wg|tailscale|zt)/; // interfaces that no client of a home comes from

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

function lanAddresses(): Addresses {
  const candidates = Object.entries(networkInterfaces()).flatMap(([name, entries]) =>
    (entries ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal)
      .map((entry) => ({ name, ...entry })),
  );
  const best = candidates.find(({ name }) => !VIRTUAL.test(name)) ?? candidates[0];
  if (!best) return NOWHERE;
  const { address: ip, netmask, mac } = best;
  return { ip, netmask, mac, gateway: ip.replace(/\d+$/, "1") };
}
