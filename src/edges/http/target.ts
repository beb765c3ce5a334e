/** Reads the request line: what of it lies below /api, split into the key and the address that follows it. */
import type { Address } from "../../model/resource.ts";

export interface Target {
  readonly key: string; //      the segment after /api, "" if there is none
  readonly address: Address; // all that follows the key
  readonly broken: boolean; //  a segment that cannot be decoded, or hides a slash or a control character
}

const ROOT = "/api/";

const MOST = 1_000; //  clients ask for the same few again and again
const LONGEST = 200; // characters of what is worth remembering

/** Reads each of them once. */
export class Targets {
  readonly #known = new Map<string, Target>();

  of(url: string): Target | undefined {
    return this.#known.get(url) ?? this.#read(url);
  }

  #read(url: string): Target | undefined {
    const target = targetOf(url);
    if (!target || url.length > LONGEST) return target;
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(url, target);
    return target;
  }
}

/** Undefined for a path outside /api. */
export function targetOf(url: string): Target | undefined {
  const path = pathOf(url);
  return path.startsWith(ROOT) && isPlain(path) ? plainTarget(path) : carefulTarget(path);
}

/** The path without its query; a proxy's absolute form names the host first. */
function pathOf(url: string): string {
  const path = upTo(upTo(url, "?"), "#");
  if (path.startsWith("/")) return path;
  const host = path.indexOf("://");
  const start = host < 0 ? -1 : path.indexOf("/", host + 3);
  return start < 0 ? "" : path.slice(start);
}

function upTo(text: string, mark: string): string {
  const end = text.indexOf(mark);
  return end < 0 ? text : text.slice(0, end);
}

/** Nearly every request: nothing to decode and no empty segments. */
function isPlain(path: string): boolean {
  return !path.includes("%") && !path.includes("//") && !path.endsWith("/");
}

function plainTarget(path: string): Target {
  const end = path.indexOf("/", ROOT.length);
  if (end < 0) return { key: path.slice(ROOT.length), address: "/", broken: false };
  return { key: path.slice(ROOT.length, end), address: path.slice(end) as Address, broken: false };
}

function carefulTarget(path: string): Target | undefined {
  const raw = path.split("/").filter((segment) => segment !== "");
  if (decoded(raw[0] ?? "") !== "api") return undefined;
  const segments = raw.map(decoded);
  const broken = segments.includes(undefined);
  const names = segments.map((segment, index) => segment ?? raw[index]);
  return { key: names[1] ?? "", address: `/${names.slice(2).join("/")}`, broken };
}

/** Decoded once, never twice. An encoded slash would be taken for a separator, a control character would reach the log. */
function decoded(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code < 0x20 || code === 0x7f || code === 0x2f) return undefined;
    }
    return text;
  } catch {
    return undefined;
  }
}
