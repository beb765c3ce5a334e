/** Resources as bytes, kept until they change: serialising anew for each request would be the work of the house. */
import { prefixOf } from "../model/keys.ts";
import { isObject, type Reply } from "../model/resource.ts";

/** An answer that is kept ready; who wants the values instead of the bytes pays for reading them. */
export class Page implements Reply {
  readonly status = 200;
  readonly etag: string;
  readonly bytes: Buffer;
  readonly mentionsKeys: boolean;

  constructor(etag: string, bytes: Buffer, mentionsKeys: boolean) {
    this.etag = etag;
    this.bytes = bytes;
    this.mentionsKeys = mentionsKeys;
  }

  get body(): unknown {
    return JSON.parse(this.bytes.toString());
  }

  /** A resource holds a key's public prefix; who holds the key, and nobody else, sees it in full. */
  for(key: string | undefined): Page {
    if (key === undefined || !this.mentionsKeys || !this.bytes.includes(prefixOf(key))) return this;
    return new Page(this.etag, Buffer.from(JSON.stringify(revealed(this.body, prefixOf(key), key))), true);
  }
}

/** A collection joined from the pages of its members. */
export function joined(members: Iterable<readonly [id: string, bytes: Buffer]>): Buffer {
  const parts: Buffer[] = [];
  for (const [id, bytes] of members) {
    parts.push(Buffer.from(`${parts.length === 0 ? "{" : ","}${JSON.stringify(id)}:`), bytes);
  }
  parts.push(Buffer.from(parts.length === 0 ? "{}" : "}"));
  return Buffer.concat(parts);
}

function revealed(value: unknown, prefix: string, key: string): unknown {
  if (typeof value === "string") return revealedText(value, prefix, key);
  if (Array.isArray(value)) return value.map((item) => revealed(item, prefix, key));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, revealed(item, prefix, key)]));
}

function revealedText(text: string, prefix: string, key: string): string {
  if (text === prefix) return key;
  const path = `/api/${prefix}/`;
  return text.startsWith(path) ? `/api/${key}/${text.slice(path.length)}` : text;
}
