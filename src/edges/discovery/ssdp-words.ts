/** SSDP as text (core 8.9): what a search says, and what is said of a gateway. */
import type { Announced } from "./voice.ts";

/** What may be searched for, in the order in which all of it is told: of each, its own name and the name under which we are it. */
export interface Kind {
  readonly target: string; // NT or ST
  readonly usn: string;
}

export interface Search {
  readonly target: string; // lower case
  readonly wait: number; //   seconds that the asker waits
}

const ROOT = "upnp:rootdevice";
const DEVICE = "urn:schemas-upnp-org:device:basic:1";
const ALL = "ssdp:all";
const SERVER = "Linux/3.14.0 UPnP/1.0 IpBridge/1.26.0";
const SECONDS_VALID = 100;
const LONGEST = 2_048; // bytes
const USUAL_WAIT = 1; // seconds, of who does not say it

/** Undefined for all that is no search. What MAN says is not read: programs misspell it (huejay), and the first line says it already. */
export function searchIn(bytes: Buffer): Search | undefined {
  if (bytes.length > LONGEST) return undefined;
  const [start = "", ...lines] = bytes.toString("latin1").split(/\r?\n/);
  if (!/^M-SEARCH \* HTTP\/1\.\d\s*$/i.test(start)) return undefined;
  const header = (name: string) => {
    const line = lines.find((each) => each.slice(0, each.indexOf(":")).trim().toLowerCase() === name);
    return line?.slice(line.indexOf(":") + 1).trim();
  };
  const target = header("st")?.toLowerCase();
  if (!target) return undefined;
  const wait = Number(header("mx") ?? USUAL_WAIT);
  return { target, wait: Number.isFinite(wait) && wait >= 0 ? wait : USUAL_WAIT };
}

/** What of a gateway somebody searches who names this target. */
export function found(target: string, uuid: string): readonly Kind[] {
  const kinds = kindsOf(uuid);
  return target === ALL ? kinds : kinds.filter((kind) => kind.target === target);
}

export function kindsOf(uuid: string): readonly Kind[] {
  const id = `uuid:${uuid}`;
  return [
    { target: ROOT, usn: `${id}::${ROOT}` },
    { target: id, usn: id },
    { target: DEVICE, usn: `${id}::${DEVICE}` },
  ];
}

export function answer(kind: Kind, announced: Announced, host: string): Buffer {
  return lines("HTTP/1.1 200 OK", ["EXT:", ...about(announced, host), `ST: ${kind.target}`, `USN: ${kind.usn}`]);
}

export function alive(kind: Kind, announced: Announced, host: string, group: string): Buffer {
  const facts = ["NTS: ssdp:alive", `NT: ${kind.target}`, `USN: ${kind.usn}`];
  return lines("NOTIFY * HTTP/1.1", [`HOST: ${group}`, ...about(announced, host), ...facts]);
}

export function byebye(kind: Kind, group: string): Buffer {
  const facts = ["NTS: ssdp:byebye", `NT: ${kind.target}`, `USN: ${kind.usn}`];
  return lines("NOTIFY * HTTP/1.1", [`HOST: ${group}`, ...facts]);
}

function about({ bridgeid, port, path }: Announced, host: string): string[] {
  return [
    `CACHE-CONTROL: max-age=${SECONDS_VALID}`,
    `LOCATION: http://${host}:${port}${path}/description.xml`,
    `SERVER: ${SERVER}`,
    `hue-bridgeid: ${bridgeid}`,
    `GWID.phoscon.de: ${bridgeid}`,
  ];
}

function lines(start: string, headers: readonly string[]): Buffer {
  return Buffer.from([start, ...headers, "", ""].join("\r\n"));
}
