/** The target of a request line below /api, split into the API key and the resource address behind it. */
import type { Address } from "../../model/resource.ts";

export interface RequestTarget {
  readonly key: string; //      the segment after /api, "" if there is none
  readonly address: Address; // the rest behind the key
  readonly query: string; //    behind the question mark, as it came; "" if there is none
  readonly isMalformed: boolean; //  a segment that cannot be decoded, or hides a slash or a control character
}

const ROOT = "/api/";

const MOST_KEPT = 1_000; //      clients ask for the same few again and again
const LONGEST_KEPT = 200; // characters

/** Parses each URL once. */
export class RequestTargets {
  readonly #parsed = new Map<string, RequestTarget>();

  of(url: string): RequestTarget | undefined {
    return this.#parsed.get(url) ?? this.#parse(url);
  }

  #parse(url: string): RequestTarget | undefined {
    const target = parseTarget(url);
    if (!target || url.length > LONGEST_KEPT) return target;
    if (this.#parsed.size >= MOST_KEPT) this.#parsed.clear();
    this.#parsed.set(url, target);
    return target;
  }
}

/** Undefined for a path outside /api. */
export function parseTarget(url: string): RequestTarget | undefined {
  const path = pathOf(url);
  const target = path.startsWith(ROOT) && isPlainPath(path) ? plainPath(path) : decodedPath(path);
  return target && { ...target, query: queryOf(url) };
}

function queryOf(url: string): string {
  const start = url.indexOf("?");
  return start < 0 ? "" : upTo(url.slice(start + 1), "#");
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

/** True for nearly every request: nothing to decode and no empty segments. */
function isPlainPath(path: string): boolean {
  return !path.includes("%") && !path.includes("//") && !path.endsWith("/");
}

function plainPath(path: string): Omit<RequestTarget, "query"> {
  const end = path.indexOf("/", ROOT.length);
  if (end < 0) return { key: path.slice(ROOT.length), address: "/", isMalformed: false };
  return { key: path.slice(ROOT.length, end), address: path.slice(end) as Address, isMalformed: false };
}

function decodedPath(path: string): Omit<RequestTarget, "query"> | undefined {
  const raw = path.split("/").filter((segment) => segment !== "");
  if (decoded(raw[0] ?? "") !== "api") return undefined;
  const segments = raw.map(decoded);
  const isMalformed = segments.includes(undefined);
  const names = segments.map((segment, index) => segment ?? raw[index]);
  return { key: names[1] ?? "", address: `/${names.slice(2).join("/")}`, isMalformed };
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
