/** The address at which clients reach a gateway, and its announcement by UPnP and discovery. */
import type { Announcement } from "./edges/discovery/discovery.ts";
import type { UpnpDevice } from "./edges/http/http.ts";
import type { Values } from "./model/resource.ts";

export interface ClientAddress {
  readonly host: string;
  readonly port: number; // 0: nowhere
  readonly path: string; // the part before "/api": "" or "/nr"
}

/** The user's settings, and Node-RED's own server. */
export interface ClientAddressOptions {
  readonly announceHost: string; //     for clients outside, behind a proxy or a port mapping; "" for our own address
  readonly portAddress?: string; //     of this machine, on which its own ports listen; "" for all
  readonly sharedPort: () => number; // of Node-RED's own server, 0 while clients cannot use it
  readonly sharedPath: string; //       the part before "/api" there
  readonly sharedIsLocal: boolean; //   only this machine reaches that server
}

const LOOPBACK = "127.0.0.1";
const ALL_ADDRESSES: readonly string[] = ["", "0.0.0.0", "::"];
const IS_LOOPBACK = /^(localhost|127\..*|\[::1\])$/i;
const IPV6 = /^[\da-f.]*(:[\da-f.]*){2,}$/i;

export function clientAddressOf(options: ClientAddressOptions, port: number, ip: string): ClientAddress {
  const { announceHost, sharedPort, sharedPath, sharedIsLocal } = options;
  const isShared = port === sharedPort();
  const host = isShared ? sharedIsLocal && LOOPBACK : ownHost(options);
  return { host: announceHost || host || ip, port, path: isShared ? sharedPath : "" };
}

/** The address on which the own ports listen; "" for all addresses. */
export function ownHost({ portAddress = "" }: Pick<ClientAddressOptions, "portAddress">): string {
  return ALL_ADDRESSES.includes(portAddress) ? "" : bracketed(portAddress);
}

/** Undefined until the gateway's data are loaded. */
export function upnpDeviceOf(config: Values, { host, port, path }: ClientAddress): UpnpDevice | undefined {
  const identity = identityIn(config);
  return identity && { ...identity, host, base: `http://${bracketed(host)}:${port}${path}/` };
}

/** Also undefined where no other machine could reach it. */
export function announcementOf(
  config: Values,
  { host, port, path }: ClientAddress,
  announceHost: string,
): Announcement | undefined {
  const identity = identityIn(config);
  if (!identity || port === 0 || IS_LOOPBACK.test(host)) return undefined;
  return { ...identity, host: bracketed(announceHost), port, path };
}

function identityIn({ name, bridgeid, uuid }: Values): Pick<Announcement, "name" | "bridgeid" | "uuid"> | undefined {
  if (typeof bridgeid !== "string" || typeof uuid !== "string") return undefined;
  return { name: String(name), bridgeid, uuid };
}

/** As a URL has it. */
function bracketed(host: string): string {
  return IPV6.test(host) ? `[${host}]` : host;
}
