/**
 * The writes of commands before the disk has them. A draft holds the writes of one command: its own reads see them at once, all other
 * reads when the disk has them. The staging is a layer over the store, made of all open drafts. Not to be confused with values that devices
 * do not have yet (`src/devices/desired`).
 */
import { isDeepStrictEqual } from "node:util";
import { collectionOf, idOf, mostOf } from "../model/addresses.ts";
import { type Definition, field } from "../model/definitions.ts";
import type { Clock } from "../model/ports.ts";
import type { Address, Cause, Resource, Section, Values } from "../model/resource.ts";
import { readUtc, utcMilliseconds } from "../model/time/times.ts";

/** One step of a write, as data: a draft collects such steps, and the store applies them. */
export type WriteStep =
  | { readonly kind: "put"; readonly resource: Resource }
  | { readonly kind: "remove"; readonly address: Address }
  | {
      readonly kind: "patch";
      readonly address: Address;
      readonly section: Section;
      readonly values: Values;
      readonly now: number;
    };

export function addressOf(op: WriteStep): Address {
  return op.kind === "put" ? op.resource.address : op.address;
}

export interface Saving {
  readonly addresses: readonly Address[];
  readonly sync: boolean; // must survive a power cut; a state may be lost
}

/** A resource that is in the store already, and is kept or undone together with the draft. */
interface Carried {
  readonly address: Address;
  readonly undo: () => void;
}

export class Draft {
  readonly cause: Cause;
  readonly #staging: Staging;
  readonly #clock: Clock;
  readonly #ops: WriteStep[] = [];
  readonly #addresses = new Set<Address>();
  readonly #carried: Carried[] = [];
  #followsOthers = false;

  constructor(staging: Staging, cause: Cause, clock: Clock) {
    this.#staging = staging;
    this.cause = cause;
    this.#clock = clock;
  }

  get ops(): readonly WriteStep[] {
    return this.#ops;
  }

  get(address: Address): Resource | undefined {
    return this.#staging.get(address);
  }

  list(collection: Address): readonly Resource[] {
    return this.#staging.list(collection);
  }

  /** The highest number among the ids there, but not less than `least`. */
  most(collection: Address, least: number): number {
    return this.#staging.most(collection, least);
  }

  /** By id or by uniqueid. */
  find(collection: Address, name: string): Resource | undefined {
    return this.#staging.find(collection, name);
  }

  definition(resource: Resource): Definition {
    return this.#staging.definition(resource);
  }

  put(resource: Resource): void {
    this.#add({ kind: "put", resource });
  }

  remove(address: Address): void {
    this.#add({ kind: "remove", address });
  }

  /** Answers the values as they will be kept. */
  patch(address: Address, section: Section, values: Values): Values {
    const resource = this.get(address);
    if (!resource) return values;
    const adjust = section === "state" ? this.definition(resource).onWrite?.adjust : undefined;
    const kept = adjust?.(values, resource) ?? values;
    this.#add({ kind: "patch", address, section, values: kept, now: this.#clock.now() });
    return kept;
  }

  /** Writes this resource of the store to the disk together with the draft; `undo` runs if the disk refuses. */
  carry(address: Address, undo: () => void): void {
    this.#carried.push({ address, undo });
  }

  /** The command failed, or the disk refused it. */
  drop(): void {
    for (const { undo } of this.#carried.splice(0).reverse()) undo();
  }

  /** The records that the disk must have before the answer; undefined: no wait. A draft waits behind others at the same addresses. */
  saving(): Saving | undefined {
    const urgent = this.#ops.filter((op) => this.#isUrgent(op));
    if (urgent.length + this.#carried.length === 0 && !this.#followsOthers) return undefined;
    const addresses = new Set(urgent.map(addressOf));
    for (const { address } of this.#carried) addresses.add(address);
    const sync = this.#carried.length > 0 || urgent.some((op) => op.kind !== "patch" || op.section !== "state");
    return { addresses: [...addresses], sync };
  }

  #add(op: WriteStep): void {
    const address = addressOf(op);
    this.#followsOthers ||= this.#staging.holds(address) && !this.#addresses.has(address);
    this.#addresses.add(address);
    this.#ops.push(op);
    this.#staging.stage(op);
  }

  #isUrgent(op: WriteStep): boolean {
    if (op.kind !== "patch") return true;
    const resource = this.get(op.address);
    if (!resource) return false;
    const definition = this.definition(resource);
    if (definition.onWrite?.ignores?.(resource, op.section)) return false;
    return Object.keys(op.values).some((name) => (field(definition, op.section, name)?.saved ?? "now") === "now");
  }
}

// ---- all open drafts

/** The store. */
interface CommittedState {
  get(address: Address): Resource | undefined;
  list(collection: Address): readonly Resource[];
  most(collection: Address, least: number): number;
  find(collection: Address, name: string): Resource | undefined;
  definition(resource: Resource): Definition;
}

/** The result of a patch, and the resource that it was applied to. */
interface AppliedPatch {
  readonly base: Resource;
  readonly steps: readonly Patched[];
}

export class Staging {
  readonly #committed: CommittedState;
  readonly #layer = new Map<Address, Resource | undefined>();
  readonly #highest = new Map<Address, number>(); // id that drafts have put, by collection; may be too high
  readonly #steps = new Map<Address, Set<WriteStep>>(); // of open drafts, in the order in which they were written
  readonly #stale = new Set<Address>(); // addresses whose layer is computed anew at the next read
  readonly #made = new Map<WriteStep, AppliedPatch>();

  constructor(committed: CommittedState) {
    this.#committed = committed;
  }

  /** The draft was committed. Later drafts at the same addresses were built on it: their staged values stay valid. */
  fulfil({ ops }: Pick<Draft, "ops">): void {
    for (const op of ops) this.#take(op);
  }

  /** The draft failed: drafts that were built on it are computed anew without it. */
  drop({ ops }: Pick<Draft, "ops">): void {
    for (const op of ops) if (this.#take(op)) this.#stale.add(addressOf(op));
  }

  /** The store has changed here, and not by one of the drafts. */
  moved(address: Address): void {
    if (this.#steps.has(address)) this.#stale.add(address);
  }

  /** The result of this step for exactly this resource, if it was computed already. */
  madeOf(op: WriteStep, base: Resource): readonly Patched[] | undefined {
    const made = this.#made.get(op);
    return made?.base === base ? made.steps : undefined;
  }

  /** A command has written here and still waits for the disk. */
  holds(address: Address): boolean {
    this.#refresh(address);
    return this.#layer.has(address);
  }

  /** As it will be when all that waits has been kept. */
  get(address: Address): Resource | undefined {
    return this.holds(address) ? this.#layer.get(address) : this.#committed.get(address);
  }

  list(collection: Address): readonly Resource[] {
    const written = this.#written(collection);
    if (written.length === 0) return this.#committed.list(collection);
    const others = this.#committed.list(collection).filter(({ address }) => !this.#layer.has(address));
    return [...others, ...written.flatMap(([, resource]) => resource ?? [])];
  }

  /** The highest number among the ids there, but not less than `least`. Callers mostly know the highest already: then nothing is looked through. */
  most(collection: Address, least: number): number {
    const isAbove = (this.#highest.get(collection) ?? 0) > least || this.#committed.most(collection, least) > least;
    return isAbove
      ? mostOf(
          this.list(collection).map(({ address }) => idOf(address)),
          least,
        )
      : least;
  }

  definition(resource: Resource): Definition {
    return this.#committed.definition(resource);
  }

  /** By id or by uniqueid. */
  find(collection: Address, name: string): Resource | undefined {
    if (this.#steps.size === 0) return this.#committed.find(collection, name);
    const address: Address = `${collection}/${name}`;
    if (this.holds(address)) return this.#layer.get(address);
    const known = this.#committed.find(collection, name);
    if (known && !this.holds(known.address)) return known;
    return this.#written(collection).find(([, resource]) => resource?.attr.uniqueid === name)?.[1];
  }

  stage(op: WriteStep): void {
    const address = addressOf(op);
    this.#refresh(address);
    let steps = this.#steps.get(address);
    if (!steps) {
      steps = new Set();
      this.#steps.set(address, steps);
    }
    steps.add(op);
    this.#lay(address, op);
  }

  // ---- inside

  /** Answers whether other steps are left at its address. */
  #take(op: WriteStep): boolean {
    const address = addressOf(op);
    const steps = this.#steps.get(address);
    this.#made.delete(op);
    steps?.delete(op);
    if (steps && steps.size > 0) return true;
    this.#steps.delete(address);
    this.#stale.delete(address);
    this.#layer.delete(address);
    if (this.#steps.size === 0) this.#highest.clear();
    return false;
  }

  /** The staged resources of this collection; undefined: deleted. */
  #written(collection: Address): readonly (readonly [Address, Resource | undefined])[] {
    for (const address of this.#stale) this.#refresh(address);
    return [...this.#layer].filter(([address]) => collectionOf(address) === collection);
  }

  #refresh(address: Address): void {
    if (!this.#stale.delete(address)) return;
    this.#layer.delete(address);
    for (const op of this.#steps.get(address) ?? []) this.#lay(address, op);
  }

  #lay(address: Address, op: WriteStep): void {
    if (op.kind === "put") {
      const collection = collectionOf(address);
      this.#layer.set(address, op.resource);
      this.#highest.set(collection, mostOf([idOf(address)], this.#highest.get(collection) ?? 0));
    }
    if (op.kind === "remove") this.#layer.set(address, undefined);
    if (op.kind !== "patch") return;
    const base = this.get(address);
    if (!base) return;
    const steps = patched(base, this.#committed.definition(base), op.section, op.values, op.now);
    this.#made.set(op, { base, steps });
    const last = steps.at(-1);
    if (last) this.#layer.set(address, last.resource);
  }
}

// ---- the effect of a write on a resource: pure, the same for a staged write and for one that is committed

interface Patched {
  readonly resource: Resource;
  readonly section: Section;
  readonly values: Values; // only the members that are news
  readonly before: Values;
}

/** One step for each section that became different; a write to the config may move the state behind it. */
export function patched(
  resource: Resource,
  definition: Definition,
  section: Section,
  values: Values,
  now: number,
): Patched[] {
  if (definition.onWrite?.ignores?.(resource, section)) return [];
  const first = step(resource, definition, section, values, now);
  const follows = definition.onWrite?.follows?.(resource, first?.resource ?? resource) ?? {};
  if (section === "state" && Object.keys(follows).length > 0) {
    const whole = step(resource, definition, section, { ...values, ...follows }, now);
    return whole ? [whole] : [];
  }
  if (!first) return [];
  if (section === "state") return [first];
  if (definition.onWrite?.ignores?.(first.resource, "state")) return [first];
  const news = Object.fromEntries(Object.entries(follows).filter(([name, value]) => value !== resource.state[name]));
  const second = Object.keys(news).length > 0 ? step(first.resource, definition, "state", news, now) : undefined;
  return second ? [first, second] : [first];
}

function step(
  resource: Resource,
  definition: Definition,
  section: Section,
  values: Values,
  now: number,
): Patched | undefined {
  const old = resource[section];
  const wanted = Object.entries(values).filter(([name, value]) => isNews(definition, section, name, old, value));
  const stamp = section === "state" ? definition.onWrite?.stamp : undefined;
  if (wanted.length === 0 && !stamp) return undefined;
  const next: Record<string, unknown> = { ...old };
  const news: Record<string, unknown> = {};
  const before: Record<string, unknown> = {};
  const put = (name: string, value: unknown) => {
    if (value === undefined) delete next[name];
    else next[name] = value;
    news[name] = value ?? null;
    if (!field(definition, section, name)?.momentary) before[name] = old[name] ?? null;
  };
  for (const [name, value] of wanted) put(name, value);
  if (stamp) put(stamp, nextStamp(old[stamp], now));
  return { resource: { ...resource, [section]: next }, section, values: news, before };
}

function isNews(definition: Definition, section: Section, name: string, old: Values, value: unknown): boolean {
  if (value === undefined) return Object.hasOwn(old, name);
  if (field(definition, section, name)?.momentary) return true;
  return !isDeepStrictEqual(old[name], value);
}

/** Strictly newer than the one before: a client takes an equal one for old news. The form sorts as the times do. */
function nextStamp(old: unknown, now: number): string {
  const stamp = utcMilliseconds(now);
  const last = typeof old === "string" && old >= stamp ? readUtc(old) : Number.NaN;
  return Number.isNaN(last) ? stamp : utcMilliseconds(last + 1);
}
