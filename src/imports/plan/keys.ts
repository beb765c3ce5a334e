/**
 * The keys of another program go on working, though they are short: each is kept as a slow digest, under a public name that says nothing of it.
 * All digests of a house share one salt, so that an unknown key costs one digest, and not one for each key.
 */
import { createHash } from "node:crypto";
import { stretchedDigest } from "../../resources/config/stretched-digest.ts";
import type { ForeignHouse, ForeignKey } from "../inventory.ts";
import type { RecordBook } from "./record-book.ts";

export interface KeyNames {
  /** The public name of a key of the house; undefined: the house has no such key, or it was left out. */
  publicName(key: string): string | undefined;
  /** A text in which each key of the house, also one that was left out, is hidden behind a public name. */
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
const AT_ONCE = 4; // as many digests as Node makes beside each other
const SHORTEST_HIDDEN = 8; // signs: shorter words may stand anywhere, and no program was given one

interface KeyChoice {
  readonly now: number;
  readonly all: boolean; //    also those that no client has used for long
  readonly isLook: boolean; // nothing is kept: hundreds of digests would take minutes
}

export async function placeKeys(
  book: RecordBook,
  house: ForeignHouse,
  choice: KeyChoice,
): Promise<{ names: KeyNames; keys: readonly PlannedKey[] }> {
  const salt = saltOf(house);
  const names = new Map<string, string>();
  const keys = house.keys.map(({ key, name: given, created, lastUsed }) => {
    const name = given.slice(0, 200) || "unnamed";
    const obstacle = names.has(key)
      ? "key-twice"
      : (obstacleTo({ key, name, lastUsed }, choice) ?? (names.size < MOST_KEYS ? undefined : "too-many"));
    if (obstacle) {
      book.note({ code: obstacle, about: name, ...(obstacle === "too-many" && { values: { most: MOST_KEYS } }) });
      return { name, publicName: "", created, lastUsed, comes: false };
    }
    const publicName = freeName(`${salt} ${created} ${name}`, [...names.values()]);
    names.set(key, publicName);
    return { name, publicName, created, lastUsed, comes: true };
  });
  const hashes = choice.isLook ? new Map<string, string>() : await digestsOf(names, salt);
  for (const { name, publicName, created, lastUsed } of keys.filter(({ comes }) => comes))
    book.put({
      ...{ address: `/config/whitelist/${publicName}`, type: "Key", config: {}, state: {}, action: {} },
      attr: {
        ...{ name, hash: hashes.get(publicName) ?? "", salt },
        ...{ created: timeIn(created, choice.now), lastused: timeIn(lastUsed, choice.now) },
      },
    });
  return { names: keyNames(names, house.keys), keys };
}

/** By public name. */
async function digestsOf(names: ReadonlyMap<string, string>, salt: string): Promise<ReadonlyMap<string, string>> {
  const [hashes, waiting] = [new Map<string, string>(), [...names]];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      hashes.set(next[1], await stretchedDigest(next[0], salt));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return hashes;
}

function obstacleTo(
  { key, name, lastUsed }: Pick<ForeignKey, "key" | "name" | "lastUsed">,
  { now, all }: KeyChoice,
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

/** A name made of public facts of the program: nothing of the key is in it. */
function freeName(seen: string, taken: readonly string[]): string {
  for (let turn = 0; ; turn += 1) {
    const name = createHash("sha256").update(`${turn} ${seen}`).digest("hex").slice(0, 8).toUpperCase();
    if (!taken.includes(name)) return name;
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
