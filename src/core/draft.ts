/** What one command writes: its own reads see it at once, all other reads when the disk has it. */
import { type Definition, field } from "../model/definitions.ts";
import type { Clock } from "../model/ports.ts";
import type { Address, Cause, Resource, Section, Values } from "../model/resource.ts";
import { addressOf, type Staging, type WriteStep } from "./staging.ts";

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

  /** What must be on the disk before the answer; undefined when nothing must. A draft that writes where others still wait for the disk waits behind them. */
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
