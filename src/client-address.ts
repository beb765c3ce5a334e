/** Where a gateway is for its clients, and what is told of it to whoever looks for one. */
import type { Announcement } from "./edges/discovery/discovery.ts";
import type { UpnpDevice } from "./edges/http/http.ts";
import type { Values } from "./model/resource.ts";

export interface ClientAddress {
  readonly host: string;
  readonly port: number; // 0: nowhere
  readonly path: string; // what stands before "/api": "" or "/nr"
}

/** What the user says of it, and what Node-RED's own server is. */
export interface ClientAddressOptions {
  readonly announceHost: string; //     where clients find it from outside; "" for as it is
  readonly portAddress?: string; //     of this machine, on which its own ports listen; "" for all
  readonly sharedPort: () => number; // of Node-RED's own server, 0 while clients cannot use it
  readonly sharedPath: string; //       what stands before "/api" there
  readonly sharedIsLocal: boolean; //   only this machine reaches that server
}

const HERE = "127.0.0.1";
const EVERYWHERE: readonly string[] = ["", "0.0.0.0", "::"];
const ONLY_HERE = /^(localhost|127\..*|\[::1\])$/i;
const IPV6 = /^[\da-f.]*(:[\da-f.]*){2,}$/i;

export function clientAddressOf(parts: ClientAddressOptions, port: number, ip: string): ClientAddress {
  const { announceHost, sharedPort, sharedPath, sharedIsLocal } = parts;
  const isShared = port === sharedPort();
  const host = isShared ? sharedIsLocal && HERE : ownHost(parts);
  return { host: announceHost || host || ip, port, path: isShared ? sharedPath : "" };
}

/** Where its own ports listen, if not everywhere. */
export function ownHost({ portAddress = "" }: Pick<ClientAddressOptions, "portAddress">): string {
  return EVERYWHERE.includes(portAddress) ? "" : bracketed(portAddress);
}

/** Undefined until its data are read. */
export function upnpDeviceOf(config: Values, { host, port, path }: ClientAddress): UpnpDevice | undefined {
  const identity = identityIn(config);
  return identity && { ...identity, host, base: `http://${bracketed(host)}:${port}${path}/` };
}

/** Also undefined where nobody else could reach it. */
export function announcementOf(
  config: Values,
  { host, port, path }: ClientAddress,
  announceHost: string,
): Announcement | undefined {
  const identity = identityIn(config);
  if (!identity || port === 0 || ONLY_HERE.test(host)) return undefined;
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
