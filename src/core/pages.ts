/** Resources as they go out, kept until they change: serialising anew for each request would be the work of the house. */
import { prefixOf } from "../model/keys.ts";
import { isObject, type Reply } from "../model/resource.ts";

/** An answer that is kept ready; who wants the values instead pays for reading them. */
export class Page implements Reply {
  readonly status = 200;
  readonly etag: string;
  readonly json: string | Buffer;
  readonly mentionsKeys: boolean;

  constructor(etag: string, json: string | Buffer, mentionsKeys: boolean) {
    this.etag = etag;
    this.json = json;
    this.mentionsKeys = mentionsKeys;
  }

  get body(): unknown {
    return JSON.parse(this.json.toString());
  }

  /** A resource holds a key's public prefix; who holds the key, and nobody else, sees it in full. */
  for(key: string | undefined): Page {
    if (key === undefined || !this.mentionsKeys || !this.json.toString().includes(prefixOf(key))) return this;
    return new Page(this.etag, JSON.stringify(revealed(this.body, prefixOf(key), key)), true);
  }
}

/** A collection joined from the texts of its members: large, and asked for often, so as bytes. */
export function joined(members: Iterable<readonly [id: string, json: string]>): Buffer {
  const parts: string[] = [];
  for (const [id, json] of members) parts.push(`${JSON.stringify(id)}:${json}`);
  return Buffer.from(`{${parts.join(",")}}`);
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
