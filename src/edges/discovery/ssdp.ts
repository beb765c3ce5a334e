/** Announces a gateway by SSDP (wire 8.9): it notifies all every now and then, and replies to a search after a random delay, so that not all reply at once. */
import type { Stop } from "../../model/resource.ts";
import type { Announcement, Announcer, AnnouncerOptions } from "./announcer.ts";
import type { LocalNetwork, MulticastGroup, UdpPeer } from "./multicast-socket.ts";
import { ipv4Number, mayReplyTo } from "./reply-limits.ts";

/** A target that a search may name, in the order in which all targets are announced. */
interface SsdpTarget {
  readonly target: string; // NT or ST
  readonly usn: string;
}

interface SsdpSearch {
  readonly target: string; // lower case
  readonly wait: number; //   seconds that the asker waits
}

const NOTIFY_INTERVAL = 20_000; // milliseconds
const LONGEST_WAIT = 2; // seconds, even if the asker would wait longer
const MOST_WAITING = 50; // replies

const ROOT = "upnp:rootdevice";
const DEVICE = "urn:schemas-upnp-org:device:basic:1";
const ALL = "ssdp:all";
const SERVER = "Linux/3.14.0 UPnP/1.0 IpBridge/1.26.0";
const MAX_AGE = 100; // seconds
const LONGEST_SEARCH = 2_048; // bytes
const DEFAULT_WAIT = 1; // seconds, without MX

export const SSDP: MulticastGroup = { address: "239.255.255.250", port: 1900, ttl: 4 };

export class SsdpAnnouncer implements Announcer {
  readonly #options: AnnouncerOptions;
  readonly #waiting = new Map<string, Stop>(); // replies, by asker and target
  readonly #group: string;
  #stopTimer: Stop = () => {};

  constructor(options: AnnouncerOptions) {
    this.#options = options;
    this.#group = `${options.group.address}:${options.group.port}`;
    this.#notify();
  }

  receive(bytes: Buffer, from: UdpPeer): void {
    const { announcement, networks, group, clock, limits, random } = this.#options;
    const search = parseSearch(bytes);
    const targets = search ? targetsFor(search.target, announcement.uuid) : [];
    if (!search || targets.length === 0 || !mayReplyTo(from, networks, group.port)) return;
    const asked = `${from.address}:${from.port} ${search.target}`;
    if (this.#waiting.has(asked) || this.#waiting.size >= MOST_WAITING || !limits.mayReply(from.address)) return;
    const delay = Math.min(search.wait, LONGEST_WAIT) * 1000 * random();
    const reply = () => {
      this.#waiting.delete(asked);
      this.#reply(targets, from);
    };
    this.#waiting.set(asked, clock.after(delay, reply));
  }

  async stop(): Promise<void> {
    const { announcement, socket } = this.#options;
    this.#stopTimer();
    for (const stop of this.#waiting.values()) stop();
    const targets = ssdpTargets(announcement.uuid);
    await Promise.all(targets.map((target) => socket.multicast(() => byebyeNotify(target, this.#group))));
  }

  #notify(): void {
    const { announcement, socket, clock } = this.#options;
    for (const target of ssdpTargets(announcement.uuid)) {
      void socket.multicast(({ ip }) => aliveNotify(target, announcement, announcement.host || ip, this.#group));
    }
    this.#stopTimer = clock.after(NOTIFY_INTERVAL, () => this.#notify());
  }

  #reply(targets: readonly SsdpTarget[], from: UdpPeer): void {
    const { announcement, socket, networks } = this.#options;
    const host = announcement.host || ownAddressFor(from, networks);
    for (const target of targets) void socket.send(searchResponse(target, announcement, host), from);
  }
}

/** Undefined for all that is no search. MAN is not read: programs misspell it (huejay), and the first line says the same. */
export function parseSearch(bytes: Buffer): SsdpSearch | undefined {
  if (bytes.length > LONGEST_SEARCH) return undefined;
  const [start = "", ...lines] = bytes.toString("latin1").split(/\r?\n/);
  if (!/^M-SEARCH \* HTTP\/1\.\d\s*$/i.test(start)) return undefined;
  const header = (name: string) => {
    const line = lines.find((each) => each.slice(0, each.indexOf(":")).trim().toLowerCase() === name);
    return line?.slice(line.indexOf(":") + 1).trim();
  };
  const target = header("st")?.toLowerCase();
  if (!target) return undefined;
  const wait = Number(header("mx") ?? DEFAULT_WAIT);
  return { target, wait: Number.isFinite(wait) && wait >= 0 ? wait : DEFAULT_WAIT };
}

/** The targets of a gateway that a search for this one finds. */
export function targetsFor(searched: string, uuid: string): readonly SsdpTarget[] {
  const targets = ssdpTargets(uuid);
  return searched === ALL ? targets : targets.filter(({ target }) => target === searched);
}

export function ssdpTargets(uuid: string): readonly SsdpTarget[] {
  const id = `uuid:${uuid}`;
  return [
    { target: ROOT, usn: `${id}::${ROOT}` },
    { target: id, usn: id },
    { target: DEVICE, usn: `${id}::${DEVICE}` },
  ];
}

export function searchResponse({ target, usn }: SsdpTarget, announcement: Announcement, host: string): Buffer {
  const headers = ["EXT:", ...gatewayHeaders(announcement, host), `ST: ${target}`, `USN: ${usn}`];
  return ssdpMessage("HTTP/1.1 200 OK", headers);
}

export function aliveNotify(
  { target, usn }: SsdpTarget,
  announcement: Announcement,
  host: string,
  group: string,
): Buffer {
  const type = ["NTS: ssdp:alive", `NT: ${target}`, `USN: ${usn}`];
  return ssdpMessage("NOTIFY * HTTP/1.1", [`HOST: ${group}`, ...gatewayHeaders(announcement, host), ...type]);
}

export function byebyeNotify({ target, usn }: SsdpTarget, group: string): Buffer {
  return ssdpMessage("NOTIFY * HTTP/1.1", [`HOST: ${group}`, "NTS: ssdp:byebye", `NT: ${target}`, `USN: ${usn}`]);
}

function gatewayHeaders({ bridgeid, port, path }: Announcement, host: string): string[] {
  return [
    `CACHE-CONTROL: max-age=${MAX_AGE}`,
    `LOCATION: http://${host}:${port}${path}/description.xml`,
    `SERVER: ${SERVER}`,
    `hue-bridgeid: ${bridgeid}`,
    `GWID.phoscon.de: ${bridgeid}`,
  ];
}

function ssdpMessage(start: string, headers: readonly string[]): Buffer {
  return Buffer.from([start, ...headers, "", ""].join("\r\n"));
}

/** Our address in the asker's network, else in the first one. */
function ownAddressFor({ address }: UdpPeer, networks: readonly LocalNetwork[]): string {
  const network = networks.find(
    ({ ip, netmask }) => ((ipv4Number(ip) ^ ipv4Number(address)) & ipv4Number(netmask)) === 0,
  );
  return (network ?? networks[0])?.ip ?? "127.0.0.1";
}
