/** Resources as serialised JSON, cached until they change: most requests only read. */
import { prefixOf, wholeKey } from "../model/keys.ts";
import { isObject } from "../model/resource.ts";
import { withoutUser } from "../model/web-addresses.ts";
import type { Content } from "./result.ts";

const HAS_LOGIN = /https?:\/\/(?:[^"\\]|\\.)*@/i; // may also match a URL without one: it is looked at closely then

/** A cached answer. `body` parses it again. */
export class Page implements Content {
  readonly status = 200;
  readonly etag: string;
  readonly json: string | Buffer;
  readonly mentionsKeys: boolean;
  #mayHaveLogin: boolean | undefined; // undefined: not looked for yet

  constructor(etag: string, json: string | Buffer, mentionsKeys: boolean) {
    this.etag = etag;
    this.json = json;
    this.mentionsKeys = mentionsKeys;
  }

  get body(): unknown {
    return JSON.parse(this.json.toString());
  }

  /** As the holder of this key sees it: the key in full instead of its public prefix, and the passwords in the web addresses of its own rules. */
  for(key: string | undefined): Page {
    if (key === undefined || !this.mentionsKeys) return this;
    const prefix = prefixOf(key);
    if (!this.json.includes(prefix) && !this.#hasLogin()) return this;
    return new Page(this.etag, JSON.stringify(seenBy({ key: wholeKey(key), prefix, isOwner: true }, this.body)), true);
  }

  #hasLogin(): boolean {
    this.#mayHaveLogin ??= HAS_LOGIN.test(this.json.toString());
    return this.#mayHaveLogin;
  }
}

interface Reader {
  readonly key: string;
  readonly prefix: string;
  readonly isOwner: boolean; // of the resource that is looked at
}

function seenBy(reader: Reader, value: unknown): unknown {
  if (typeof value === "string") return textFor(reader, value);
  if (Array.isArray(value)) return value.map((item) => seenBy(reader, item));
  if (!isObject(value)) return value;
  const { owner } = value;
  const inside = typeof owner === "string" ? { ...reader, isOwner: owner === reader.prefix } : reader;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, seenBy(inside, item)]));
}

function textFor({ key, prefix, isOwner }: Reader, text: string): string {
  if (text === prefix) return key;
  const path = `/api/${prefix}/`;
  if (text.startsWith(path)) return `/api/${key}/${text.slice(path.length)}`;
  return isOwner ? text : withoutUser(text);
}
