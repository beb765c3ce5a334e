/** API keys: which clients may come in. Only a print of each is kept; its first characters are public and name it. */
import type { Call, Handler } from "../../core/call.ts";
import { NOTHING } from "../../core/records.ts";
import type { Route } from "../../core/router.ts";
import type { Store } from "../../core/store.ts";
import { idOf } from "../../model/addresses.ts";
import { type Definitions, plain } from "../../model/definitions.ts";
import { ApiError } from "../../model/errors.ts";
import { accept, type Fields, text, time } from "../../model/fields.ts";
import { type Caller, PREFIX_LENGTH, prefixOf, wholeKey, withoutKeys, withPublicName } from "../../model/keys.ts";
import type { Clock, Host } from "../../model/ports.ts";
import { type Address, type Cause, type Resource, removed, type Values } from "../../model/resource.ts";
import { readUtc, utcSeconds } from "../../model/time/times.ts";
import { demandMembers } from "../handlers.ts";
import { stretchedDigest } from "./stretched-digest.ts";

export const WHITELIST: Address = "/config/whitelist";
const RANDOM_BYTES = 20; //     the prefix, and 128 bits against guessing
const MOST_KEYS = 500;
const LAST_USE_GRAIN = 5_000; // milliseconds in which "last use" moves once: no work for each request
const LOCK: Address = "/";

export const KEY_TYPES: Definitions = {
  Key: {
    ...plain("config", {
      name: text(),
      hash: text({ access: "hidden" }),
      salt: text({ access: "hidden", about: "Of a key that another program gave: its digest is a slow one" }),
      created: time(),
      lastused: time({ saved: "with-next", quiet: true }),
    }),
    view: ({ attr }) => ({ name: attr.name, "create date": attr.created, "last use date": attr.lastused }),
  },
};

const NEW_KEY: Fields = {
  devicetype: text({ max: 200, about: "Name of the program that asks" }),
  username: text({ min: 10, max: 200, about: "Answered as it is when it already is a valid key" }),
};

/** interface 5: a key is given while the link window is open, or to a client that knows the password. No other client gets one. */
const create: Handler = (call) => {
  const { draft, host, clock, hasPassword, body } = call;
  if (!hasPassword && draft.get("/config")?.attr.linkbutton !== true) throw new ApiError("linkButtonNotPressed", LOCK);
  const { devicetype, username } = demandMembers({ body, address: LOCK });
  if (devicetype === undefined) throw new ApiError("missingOne", LOCK, "devicetype");
  for (const [name, given] of Object.entries({ devicetype, username })) {
    if (given !== undefined && accept(NEW_KEY[name] ?? text(), given) === undefined)
      throw new ApiError("invalid", LOCK, name, given);
  }
  if (typeof username === "string" && holder(call.store, host, username)) return [{ did: "give-key", key: username }];
  if (draft.list(WHITELIST).length >= MOST_KEYS) throw new ApiError("tooMany", LOCK);
  const key = freshKey(call);
  const now = utcSeconds(clock.now());
  const attr: Values = { name: devicetype, hash: host.digest(key), created: now, lastused: now };
  draft.put({ address: addressOf(key), type: "Key", attr, config: NOTHING, state: NOTHING, action: NOTHING });
  return [{ did: "give-key", key }];
};

/** By the whole key, or by its public prefix. */
const remove: Handler = ({ draft, store, host, params, key }) => {
  const name = params.key ?? "";
  if (key !== undefined && wholeKey(key) === name) {
    draft.remove(addressOf(key));
    return [removed(`${WHITELIST}/${name}`, name)];
  }
  const address: Address = name.length === PREFIX_LENGTH ? `${WHITELIST}/${name}` : addressOf(name);
  if (!draft.get(address) || (name.length !== PREFIX_LENGTH && !holder(store, host, name))) return [];
  draft.remove(address);
  return [removed(`${WHITELIST}/${name}`, name)];
};

export const keyRoutes: readonly Route[] = [
  [
    "POST",
    WHITELIST,
    create,
    {
      does: "Get a key",
      etag: ({ store }) => store.etag,
      body: NEW_KEY,
      needs: ["devicetype"],
      errors: ["linkButtonNotPressed"],
      open: true,
      at: "/api",
    },
  ],
  [
    "DELETE",
    `${WHITELIST}/:key`,
    remove,
    { does: "Delete a key, by itself or by its public prefix; where there is none, the list is empty", lenient: true },
  ],
];

/** As clients see the list: their own key in full, all others by their public prefix. */
export function whitelist({ store, key }: Pick<Call, "store" | "key">): Values {
  const entries = store.list(WHITELIST).map((resource) => {
    const prefix = idOf(resource.address);
    return [key !== undefined && prefixOf(key) === prefix ? wholeKey(key) : prefix, store.view(resource)];
  });
  return Object.fromEntries(entries);
}

interface KeyChecker {
  callerOf(key: string): Caller | undefined;
  /** Of a key that another program may have given, which takes a while the first time; undefined: it is none of those. */
  proveKey(key: string): Promise<Caller | undefined> | undefined;
}

/** A client that has shown a key once is known by it until the key changes or goes: no hash for each request. */
export function keyChecker(store: Store, host: Host, clock: Clock): KeyChecker {
  const known = new Map<string, Known>(); // valid keys only, so there are no more of them than keys
  const foreign = new ForeignKeys(
    () => store.list(WHITELIST),
    (one, other) => host.same(one, other),
  );
  const callerOf = (key: string) => {
    const last = known.get(key);
    const resource = store.find(WHITELIST, last?.id ?? prefixOf(key));
    const holder = last && last.hash === resource?.attr.hash ? last : resource && proven(host, key, resource);
    if (last && last !== holder) known.delete(key);
    if (!holder) return undefined;
    if (holder !== last) known.set(key, holder);
    const now = clock.now();
    if (Math.abs(now - holder.lastUse) < LAST_USE_GRAIN) return holder; // it is more when the clock was put back
    const lastused = utcSeconds(now);
    if (lastused === resource?.attr.lastused) return holder; // of a key that was made in this second: the next one tells
    holder.lastUse = now;
    store.patch(`${WHITELIST}/${holder.id}`, "attr", { lastused }, { by: "gateway", depth: 0 });
    return holder;
  };
  const proveKey = (key: string) =>
    foreign.prove(key)?.then((resource) => {
      if (resource) known.set(key, knownAs(withPublicName(idOf(resource.address), key), resource));
      return resource && callerOf(key);
    });
  return { callerOf, proveKey };
}

interface Known extends Caller {
  readonly id: string;
  readonly hash: unknown;
  lastUse: number; // milliseconds
}

function proven(host: Host, key: string, resource: Resource): Known | undefined {
  return host.same(host.digest(key), String(resource.attr.hash)) ? knownAs(key, resource) : undefined;
}

function knownAs(key: string, { attr }: Resource): Known {
  const cause: Cause = { by: `rest:${attr.name}`, depth: 0 };
  return {
    key,
    id: prefixOf(key),
    cause,
    alwaysOk: isHueStyle(cause.by),
    hash: attr.hash,
    lastUse: attr.lastused === attr.created ? 0 : readUtc(attr.lastused) || 0, // the first use is told at once
  };
}

export function isKey(store: Store, host: Host, key: string): boolean {
  return holder(store, host, key) !== undefined;
}

/** The prefix of a valid key, which is public. */
export function isPrefix(store: Store, text: string): boolean {
  return text.length === PREFIX_LENGTH && store.get(`${WHITELIST}/${text}`) !== undefined;
}

/** Values as they may be kept: of each valid key in them, wherever it stands, only the public prefix. */
export function withoutOurKeys<Given>({ store, host, key }: Pick<Call, "store" | "host" | "key">, given: Given): Given {
  const text = JSON.stringify(given);
  const own = key === undefined || wholeKey(key) === key ? text : text.replaceAll(wholeKey(key), prefixOf(key));
  const fit = withoutKeys(own, (each) => isKey(store, host, each));
  return fit === text ? given : JSON.parse(fit);
}

/** Told by the name under which the program asked for its key. */
export function isHueStyle(by: string): boolean {
  return /^rest:(Echo|hue_|iConnectHue|Hue (?!Essentials))/.test(by);
}

function holder(store: Store, host: Host, key: string): Resource | undefined {
  const resource = store.get(addressOf(key));
  return resource && host.same(host.digest(key), String(resource.attr.hash)) ? resource : undefined;
}

function freshKey({ host, draft }: Call): string {
  let key = host.random(RANDOM_BYTES).toUpperCase();
  while (draft.get(addressOf(key))) key = host.random(RANDOM_BYTES).toUpperCase();
  return key;
}

function addressOf(key: string): Address {
  return `${WHITELIST}/${prefixOf(key)}`;
}

// ---- keys that another program gave before this house moved in

const FORM = /^[0-9A-Za-z._-]{10,200}$/;
const OWN = /^[0-9A-F]{40}$/; // as this gateway gives them
const MOST_WAITING = 10;

class ForeignKeys {
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
