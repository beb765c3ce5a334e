/** Addresses and their parts. */
import type { Address } from "./resource.ts";

/** "0x00158d0001020304" → "00:15:8d:00:01:02:03:04", the unique id of a device. */
export function macOf(ieee: string): string {
  return (ieee.replace(/^0x/, "").toLowerCase().padStart(16, "0").match(/../g) ?? []).join(":");
}

/** The resource for facts of the gateway as a whole. */
export const GATEWAY: Address = "/gateway";

/** "/sensors/1" → "sensors". */
export function familyOf(address: Address): string {
  const end = address.indexOf("/", 1);
  return end < 0 ? address.slice(1) : address.slice(1, end);
}

/** "/sensors/5/history?member=lux" → the address, and its query. Over HTTP the two come apart already. */
export function withoutQuery(text: string): { readonly address: Address; readonly query?: string } {
  const end = text.indexOf("?");
  return end < 0
    ? { address: text as Address }
    : { address: text.slice(0, end) as Address, query: text.slice(end + 1) };
}

/** "/groups/3/scenes/2" → "2". */
export function idOf(address: Address): string {
  return address.slice(address.lastIndexOf("/") + 1);
}

/** The collection of a resource: "/groups/3/scenes/2" → "/groups/3/scenes". */
export function collectionOf(address: Address): Address {
  const end = address.lastIndexOf("/");
  return end > 0 ? (address.slice(0, end) as Address) : address;
}

/** Repeated and trailing slashes do not count. */
export function segmentsOf(address: string): string[] {
  const parts = address.split("/");
  return parts[0] === "" && !parts.includes("", 1) ? parts.slice(1) : parts.filter((part) => part !== "");
}

/** The highest of the ids that are numbers, but not less than `least`. */
export function mostOf(ids: Iterable<string>, least: number): number {
  let most = least;
  for (const id of ids) most = Math.max(most, Number(id) || 0);
  return most;
}

/** Order of ids: numbers by size, other names behind them. */
export function byId(one: string, other: string): number {
  return Number(one) - Number(other) || (one < other ? -1 : 1);
}
