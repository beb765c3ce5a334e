/** What multicast DNS says of a gateway: how Hue apps look for a bridge (DNS-SD, RFC 6763), and who and where it is. */
import { isIPv4, isIPv6 } from "node:net";
import { type Answer, isSameName, type Name, nameBytes, type Question, TYPE, words } from "./dns.ts";
import type { Announced } from "./voice.ts";

/** A row of what is said. `with` are the rows that whoever asks for this one will ask for next. */
export interface Row extends Answer {
  readonly role: "services" | "service" | "place" | "facts" | "address" | "only" | "only place";
}

export type Role = Row["role"];

/** The names that are ours alone, once nobody objected. */
export interface Names {
  readonly instance: Name;
  readonly host: Name;
}

const SERVICE: Name = ["_hue", "_tcp", "local"];
const SERVICES: Name = ["_services", "_dns-sd", "_udp", "local"];
const MODEL = "BSB002"; // as description.xml says
const LONG = 4_500; // seconds that what does not tell a host is valid
const SHORT = 120;
const LONGEST_LABEL = 63; // bytes

/** Told together with it, as whoever asks for one asks for these next. */
export const ALONG: Readonly<Record<Role, readonly Role[]>> = {
  services: [],
  service: ["place", "facts", "address", "only"],
  place: ["address", "only"],
  facts: [],
  address: ["only"],
  only: [],
  "only place": [],
};

/** The first, or with its number the one that is taken where others have the name already. */
export function namesOf({ name, bridgeid }: Announced, attempt: number): Names {
  const end = bridgeid.slice(-6);
  const number = attempt > 1 ? ` (${attempt})` : "";
  const label = `${shortenedTo(LONGEST_LABEL - end.length - 3 - number.length, name)} - ${end}${number}`;
  const host = `zigbee-gateway-${end.toLowerCase()}${attempt > 1 ? `-${attempt}` : ""}`;
  return { instance: [label, ...SERVICE], host: [host, "local"] };
}

/** As it is said in the network in which we have this address. */
export function rowsOf({ bridgeid, host, port }: Announced, names: Names, ip: string): readonly Row[] {
  const address = bare(host) || ip;
  const type = isIPv4(address) ? TYPE.A : TYPE.AAAA;
  const isName = !isIPv4(address) && !isIPv6(address);
  const target = isName ? labelsOf(address) : names.host; // somebody else tells where that is
  const facts = [`bridgeid=${bridgeid.toLowerCase()}`, `modelid=${MODEL}`];
  const { instance } = names;
  const shared = { ttl: LONG, unique: false };
  const rows: Row[] = [
    { role: "services", name: SERVICES, type: TYPE.PTR, ...shared, data: nameBytes(SERVICE) },
    { role: "service", name: SERVICE, type: TYPE.PTR, ...shared, data: nameBytes(instance) },
    { ...unique("place", instance, TYPE.SRV, SHORT), data: Buffer.concat([words(0, 0, port), nameBytes(target)]) },
    { ...unique("facts", instance, TYPE.TXT, LONG), data: Buffer.concat(facts.map(textBytes)) },
    { ...unique("only place", instance, TYPE.NSEC, LONG), data: onlyBytes(instance, [TYPE.TXT, TYPE.SRV]) },
  ];
  if (isName) return rows;
  return [
    ...rows,
    { ...unique("address", names.host, type, SHORT), data: addressBytes(address) },
    { ...unique("only", names.host, TYPE.NSEC, SHORT), data: onlyBytes(names.host, [type]) },
  ];
}

/** What answers a question: if the name is ours, but not with such a row, that there is none. */
export function rowsFor({ name, type }: Question, rows: readonly Row[]): readonly Row[] {
  const named = rows.filter((row) => isSameName(row.name, name));
  const meant = named.filter((row) => row.type !== TYPE.NSEC && (type === TYPE.ANY || row.type === type));
  return meant.length > 0 ? meant : named.filter((row) => row.type === TYPE.NSEC);
}

export function isSame(one: Answer, other: Answer): boolean {
  return one.type === other.type && isSameName(one.name, other.name) && one.data.equals(other.data);
}

function unique(role: Role, name: Name, type: number, ttl: number) {
  return { role, name, type, ttl, unique: true };
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}

function labelsOf(host: string): Name {
  return host
    .split(".")
    .filter(Boolean)
    .map((label) => shortenedTo(LONGEST_LABEL, label));
}

function textBytes(text: string): Buffer {
  return Buffer.concat([Buffer.of(Buffer.byteLength(text)), Buffer.from(text)]);
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1); // also 1::2.3.4.5
  const [head = "", tail] = plain.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array<string>(8 - left.length - right.length).fill("0");
  return words(...[...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16)));
}

/** "Of this name there are these types, and no others": a bit for each. */
function onlyBytes(name: Name, types: readonly number[]): Buffer {
  const bits = Buffer.alloc(Math.floor(Math.max(...types) / 8) + 1);
  for (const type of types) bits[type >> 3] = (bits[type >> 3] ?? 0) | (0x80 >> (type & 7));
  return Buffer.concat([nameBytes(name), Buffer.of(0, bits.length), bits]);
}

/** So many bytes of it at most, and only whole signs. */
function shortenedTo(bytes: number, text: string): string {
  let short = "";
  for (const sign of text) {
    if (Buffer.byteLength(short + sign) > bytes) break;
    short += sign;
  }
  return short;
}
