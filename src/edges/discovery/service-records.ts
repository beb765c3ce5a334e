/** The DNS-SD records of a gateway (RFC 6763), as Hue apps look for a bridge: its service, host, port and facts. */
import { isIPv4, isIPv6 } from "node:net";
import type { Announcement } from "./announcer.ts";
import { type DnsName, type DnsQuestion, type DnsRecord, isSameName, nameBytes, TYPE, uint16s } from "./dns.ts";

export interface ServiceRecord extends DnsRecord {
  readonly role: "serviceType" | "service" | "srv" | "txt" | "address" | "addressNsec" | "serviceNsec";
}

export type RecordRole = ServiceRecord["role"];

/** The names that are ours alone after probing. */
export interface ServiceNames {
  readonly instance: DnsName;
  readonly host: DnsName;
}

const SERVICE: DnsName = ["_hue", "_tcp", "local"];
const SERVICE_TYPES: DnsName = ["_services", "_dns-sd", "_udp", "local"];
const MODEL = "BSB002"; // as description.xml says
const OTHER_TTL = 4_500; // seconds, for records without a host
const HOST_TTL = 120; // seconds
const LONGEST_LABEL = 63; // bytes

/** Sent along with a record: an asker would ask for them next. */
export const ADDITIONALS: Readonly<Record<RecordRole, readonly RecordRole[]>> = {
  serviceType: [],
  service: ["srv", "txt", "address", "addressNsec"],
  srv: ["address", "addressNsec"],
  txt: [],
  address: ["addressNsec"],
  addressNsec: [],
  serviceNsec: [],
};

/** With its number from the second attempt on: others have the names before it. */
export function serviceNames({ name, bridgeid }: Announcement, attempt: number): ServiceNames {
  const end = bridgeid.slice(-6);
  const number = attempt > 1 ? ` (${attempt})` : "";
  const label = `${shortenedTo(LONGEST_LABEL - end.length - 3 - number.length, name)} - ${end}${number}`;
  const host = `zigbee-gateway-${end.toLowerCase()}${attempt > 1 ? `-${attempt}` : ""}`;
  return { instance: [label, ...SERVICE], host: [host, "local"] };
}

/** For the network in which we have this address. */
export function serviceRecords(
  { bridgeid, host, port }: Announcement,
  names: ServiceNames,
  ip: string,
): readonly ServiceRecord[] {
  const address = bare(host) || ip;
  const type = isIPv4(address) ? TYPE.A : TYPE.AAAA;
  const isName = !isIPv4(address) && !isIPv6(address);
  const target = isName ? labelsOf(address) : names.host; // other DNS servers resolve that name
  const txt = [`bridgeid=${bridgeid.toLowerCase()}`, `modelid=${MODEL}`];
  const { instance } = names;
  const shared = { ttl: OTHER_TTL, cacheFlush: false };
  const records: ServiceRecord[] = [
    { role: "serviceType", name: SERVICE_TYPES, type: TYPE.PTR, ...shared, data: nameBytes(SERVICE) },
    { role: "service", name: SERVICE, type: TYPE.PTR, ...shared, data: nameBytes(instance) },
    { ...unique("srv", instance, TYPE.SRV, HOST_TTL), data: Buffer.concat([uint16s(0, 0, port), nameBytes(target)]) },
    { ...unique("txt", instance, TYPE.TXT, OTHER_TTL), data: Buffer.concat(txt.map(textBytes)) },
    { ...unique("serviceNsec", instance, TYPE.NSEC, OTHER_TTL), data: nsecBytes(instance, [TYPE.TXT, TYPE.SRV]) },
  ];
  if (isName) return records;
  return [
    ...records,
    { ...unique("address", names.host, type, HOST_TTL), data: addressBytes(address) },
    { ...unique("addressNsec", names.host, TYPE.NSEC, HOST_TTL), data: nsecBytes(names.host, [type]) },
  ];
}

/** The records that answer a question; for our name with another type, the NSEC record that says that there is none. */
export function matchingRecords(
  { name, type }: DnsQuestion,
  records: readonly ServiceRecord[],
): readonly ServiceRecord[] {
  const named = records.filter((record) => isSameName(record.name, name));
  const meant = named.filter((record) => record.type !== TYPE.NSEC && (type === TYPE.ANY || record.type === type));
  return meant.length > 0 ? meant : named.filter((record) => record.type === TYPE.NSEC);
}

export function isSameRecord(one: DnsRecord, other: DnsRecord): boolean {
  return one.type === other.type && isSameName(one.name, other.name) && one.data.equals(other.data);
}

function unique(role: RecordRole, name: DnsName, type: number, ttl: number) {
  return { role, name, type, ttl, cacheFlush: true };
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}

function labelsOf(host: string): DnsName {
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
  return uint16s(...[...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16)));
}

/** An NSEC record's data: a bit for each type that the name has. */
function nsecBytes(name: DnsName, types: readonly number[]): Buffer {
  const bits = Buffer.alloc(Math.floor(Math.max(...types) / 8) + 1);
  for (const type of types) bits[type >> 3] = (bits[type >> 3] ?? 0) | (0x80 >> (type & 7));
  return Buffer.concat([nameBytes(name), Buffer.of(0, bits.length), bits]);
}

/** The longest beginning of whole characters that fits. */
function shortenedTo(bytes: number, text: string): string {
  let short = "";
  for (const sign of text) {
    if (Buffer.byteLength(short + sign) > bytes) break;
    short += sign;
  }
  return short;
}
