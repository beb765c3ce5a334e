/**
 * `any_on` and `all_on` of each group follow from those of its lights that are reachable and can be on. They are counted, and a report moves the
 * counts: a house has hundreds of lights, and the group of all lights would be looked through with each report.
 */
import { collectionOf, idOf } from "../model/addresses.ts";
import { membersOf } from "../model/lights/groups.ts";
import type { Address, Cause, Change, Resource } from "../model/resource.ts";
import { BY_GATEWAY, type Engine, type EngineParts } from "./engine.ts";

type Store = EngineParts["store"];

interface Tally {
  readonly members: ReadonlySet<string>;
  counted: number;
  lit: number;
}

const LIGHTS: Address = "/lights";
const GROUPS: Address = "/groups";
const NONE: readonly Address[] = [];

export const groupState: Engine = ({ store, bus }) => {
  const counts = new GroupCounts(store);
  for (const group of store.list(GROUPS)) counts.recount(group, BY_GATEWAY);
  const follow = ({ event, resource, section, values, cause }: Change) => {
    const collection = collectionOf(resource.address);
    if (collection === GROUPS) {
      if (event === "deleted") counts.forget(resource.address);
      else if (event === "added" || "lights" in values) counts.recount(resource, cause);
      return;
    }
    // A light that is added may be one that the radio takes for something else now, and which is in groups already.
    const moves = event !== "changed" || (section === "state" && ("on" in values || "reachable" in values));
    if (collection === LIGHTS && moves) counts.look(idOf(resource.address), cause);
  };
  return bus.on(follow, { families: ["groups", "lights"] });
};

class GroupCounts {
  readonly #store: Store;
  readonly #lit = new Map<string, boolean>(); // of the lights that count: as they are in the tallies
  readonly #tallies = new Map<Address, Tally>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** The group is new, or has other lights. */
  recount({ address }: Resource, cause: Cause): void {
    const group = this.#store.get(address);
    if (!group) return; // deleted meanwhile
    const members = new Set(membersOf(group.attr));
    const former = this.#tallies.get(address)?.members;
    for (const id of members) if (!former?.has(id)) this.look(id, cause); // its own change may come later
    const tally: Tally = { members, counted: 0, lit: 0 };
    for (const id of members) {
      const isLit = this.#lit.get(id);
      if (isLit !== undefined) tally.counted += 1;
      if (isLit) tally.lit += 1;
    }
    this.#tallies.set(address, tally);
    this.#show(address, tally, cause);
  }

  forget(address: Address): void {
    this.#tallies.delete(address);
  }

  /** The light has changed. Lights that changed with it count already, though their changes come later. */
  look(id: string, cause: Cause): void {
    const moved = this.#count(id);
    if (moved === NONE) return; // as nearly always: while a house comes in, all are looked at again and again
    const due = new Set(moved);
    for (const address of due) {
      due.delete(address);
      const tally = this.#tallies.get(address);
      if (!tally || this.#isShown(address, tally)) continue;
      for (const member of tally.members) for (const other of this.#count(member)) due.add(other);
      this.#show(address, tally, cause);
    }
  }

  /** Answers the groups whose tallies have moved. */
  #count(id: string): readonly Address[] {
    const before = this.#lit.get(id);
    const now = litNow(this.#store.get(`${LIGHTS}/${id}`));
    if (now === before) return NONE;
    if (now === undefined) this.#lit.delete(id);
    else this.#lit.set(id, now);
    const moved = [...this.#tallies].filter(([, { members }]) => members.has(id));
    for (const [, tally] of moved) {
      tally.counted += Number(now !== undefined) - Number(before !== undefined);
      tally.lit += Number(now === true) - Number(before === true);
    }
    return moved.map(([address]) => address);
  }

  #isShown(address: Address, tally: Tally): boolean {
    const state = this.#store.get(address)?.state ?? {};
    const { any_on, all_on } = stateOf(tally);
    return state.any_on === any_on && state.all_on === all_on;
  }

  #show(address: Address, tally: Tally, cause: Cause): void {
    if (!this.#isShown(address, tally)) this.#store.patch(address, "state", stateOf(tally), cause);
  }
}

function stateOf({ counted, lit }: Tally) {
  return { any_on: lit > 0, all_on: lit > 0 && lit === counted };
}

/** Undefined: the light does not count. */
function litNow(light: Resource | undefined): boolean | undefined {
  const { reachable, on } = light?.state ?? {};
  return reachable === true && typeof on === "boolean" ? on : undefined;
}
