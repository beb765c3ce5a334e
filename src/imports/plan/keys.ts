/**
 * The keys of another program go on working, though they are short: each is kept as a slow digest, under a public name that says nothing of it.
 * All digests of a house share one salt, so that a key that nobody has costs one digest, and not one for each key.
 */
import { createHash } from "node:crypto";
import { stretchedDigest } from "../../resources/config/stretched-digest.ts";
import type { ForeignHouse, ForeignKey } from "../inventory.ts";
import type { RecordBook } from "./record-book.ts";

export interface KeyNames {
  /** What others may see of a key of the house; undefined: nobody has it, or it was left out. */
  publicName(key: string): string | undefined;
  /** A text in which each key of the house, also one that was left out, is named by what is public of it. */
  hidden(text: string): string;
  mentionedIn(text: string): boolean;
}

export interface PlannedKey {
  readonly name: string;
  readonly publicName: string; // "" where it is left out
  readonly created: string;
  readonly lastUsed: string;
  readonly comes: boolean;
}

const FITS = /^[0-9A-Za-z._-]{10,200}$/;
const YEAR = 365 * 86_400_000;
const LEFT_OUT = "left-out-key";
const MOST_KEYS = 500;
const SHORTEST_HIDDEN = 8; // signs: shorter words may stand anywhere, and no program was given one

/** `all`: also those that nobody has used for long. */
export async function placeKeys(
  book: RecordBook,
  house: ForeignHouse,
  now: number,
  all: boolean,
): Promise<{ names: KeyNames; keys: readonly PlannedKey[] }> {
  const salt = saltOf(house);
  const names = new Map<string, string>();
  const keys: PlannedKey[] = [];
  for (const key of house.keys) {
    const reason = names.has(key.key) ? "key-twice" : obstacleTo(key, now, all);
    const name = key.name.slice(0, 200) || "unnamed";
    if (reason !== undefined || names.size >= MOST_KEYS) {
      if (reason !== undefined) book.note({ code: reason, about: name });
      keys.push({ name, publicName: "", created: key.created, lastUsed: key.lastUsed, comes: false });
      continue;
    }
    const hash = await stretchedDigest(key.key, salt);
    const publicName = freeName(book, hash);
    names.set(key.key, publicName);
    book.put({
      ...{ address: `/config/whitelist/${publicName}`, type: "Key", config: {}, state: {}, action: {} },
      attr: { name, hash, salt, created: timeIn(key.created, now), lastused: timeIn(key.lastUsed, now) },
    });
    keys.push({ name, publicName, created: key.created, lastUsed: key.lastUsed, comes: true });
  }
  return { names: keyNames(names, house.keys), keys };
}

function obstacleTo(
  { key, name, lastUsed }: ForeignKey,
  now: number,
  all: boolean,
): "key-signs" | "key-old" | "key-phoscon" | undefined {
  if (!FITS.test(key)) return "key-signs";
  if (all) return undefined;
  if (name.startsWith("Phoscon#")) return "key-phoscon";
  const used = Date.parse(`${lastUsed}Z`);
  return Number.isFinite(used) && now - used > YEAR ? "key-old" : undefined;
}

/** The same house has the same salt: a move that is made again gives the same names. */
function saltOf({ settings, network }: ForeignHouse): string {
  return createHash("sha256")
    .update(`zigbee-gateway ${settings.bridgeid} ${settings.uuid} ${network.coordinator}`)
    .digest("hex")
    .slice(0, 32);
}

/** Of the slow digest: whoever sees it has to try each key as slowly as before. */
function freeName(book: RecordBook, hash: string): string {
  for (let turn = 0; ; turn += 1) {
    const name = createHash("sha256").update(`${turn} ${hash}`).digest("hex").slice(0, 8).toUpperCase();
    if (!book.get(`/config/whitelist/${name}`)) return name;
  }
}

function keyNames(names: ReadonlyMap<string, string>, all: readonly ForeignKey[]): KeyNames {
  const whole = all
    .map(({ key }) => key)
    .filter((key) => key.length >= SHORTEST_HIDDEN)
    .toSorted((one, other) => other.length - one.length);
  const asJson = (key: string) => JSON.stringify(key).slice(1, -1);
  return {
    publicName: (key) => names.get(key),
    hidden: (text) => whole.reduce((rest, key) => rest.replaceAll(asJson(key), names.get(key) ?? LEFT_OUT), text),
    mentionedIn: (text) => whole.some((key) => text.includes(asJson(key))),
  };
}

function timeIn(text: string, now: number): string {
  const time = Date.parse(`${text}Z`);
  return new Date(Number.isFinite(time) ? time : now).toISOString().slice(0, 19);
}
