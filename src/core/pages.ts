/** Resources as they go out, kept until they change: serialising anew for each request would be the work of the house. */
import { prefixOf, wholeKey } from "../model/keys.ts";
import { isObject } from "../model/resource.ts";
import { withoutUser } from "../model/web-addresses.ts";
import type { Content } from "./result.ts";

const NAMES_SOMEBODY = /https?:\/\/(?:[^"\\]|\\.)*@/i; // perhaps: a text as JSON has it, also with a quote in it

/** An answer that is kept ready; who wants the values instead pays for reading them. */
export class Page implements Content {
  readonly status = 200;
  readonly etag: string;
  readonly json: string | Buffer;
  readonly mentionsKeys: boolean;
  #isNaming: boolean | undefined; // once it was looked for

  constructor(etag: string, json: string | Buffer, mentionsKeys: boolean) {
    this.etag = etag;
    this.json = json;
    this.mentionsKeys = mentionsKeys;
  }

  get body(): unknown {
    return JSON.parse(this.json.toString());
  }

  /** A resource holds a key's public prefix; who holds the key, and nobody else, sees it in full, and the passwords in web addresses, too. */
  for(key: string | undefined): Page {
    if (key === undefined || !this.mentionsKeys) return this;
    const prefix = prefixOf(key);
    if (!this.json.includes(prefix) && !this.#namesSomebody()) return this;
    return new Page(this.etag, JSON.stringify(seenBy({ key: wholeKey(key), prefix, isOwner: true }, this.body)), true);
  }

  #namesSomebody(): boolean {
    this.#isNaming ??= NAMES_SOMEBODY.test(this.json.toString());
    return this.#isNaming;
  }
}

interface Reader {
  readonly key: string;
  readonly prefix: string;
  readonly isOwner: boolean; // of what is looked at
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
