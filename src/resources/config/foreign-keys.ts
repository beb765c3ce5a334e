/**
 * Keys that another program gave before this house moved in. They are short, so only a slow digest of each is kept, and a key is proven by it
 * once. One is proven at a time: who guesses keys costs the house no more than one processor for a moment.
 */
import type { Resource } from "../../model/resource.ts";
import { stretchedDigest } from "./stretched-digest.ts";

const FORM = /^[0-9A-Za-z._-]{10,200}$/;
const OWN = /^[0-9A-F]{40}$/; // as this gateway gives them
const MOST_WAITING = 10;

export class ForeignKeys {
  readonly #list: () => readonly Resource[];
  readonly #same: (one: string, other: string) => boolean;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(list: () => readonly Resource[], same: (one: string, other: string) => boolean) {
    this.#list = list;
    this.#same = same;
  }

  /** Undefined: it can be none of them, or too many wait already. */
  prove(key: string): Promise<Resource | undefined> | undefined {
    if (!FORM.test(key) || OWN.test(key) || this.#waiting >= MOST_WAITING) return undefined;
    if (this.#salts().size === 0) return undefined;
    this.#waiting += 1;
    const proving = this.#last
      .then(() => this.#find(key))
      .finally(() => {
        this.#waiting -= 1;
      });
    this.#last = proving.catch(() => {});
    return proving;
  }

  #salts(): ReadonlySet<string> {
    return new Set(this.#list().flatMap(({ attr }) => (typeof attr.salt === "string" ? [attr.salt] : [])));
  }

  async #find(key: string): Promise<Resource | undefined> {
    for (const salt of this.#salts()) {
      const digest = await stretchedDigest(key, salt);
      const found = this.#list().find(({ attr }) => attr.salt === salt && this.#same(digest, String(attr.hash)));
      if (found) return found;
    }
    return undefined;
  }
}
