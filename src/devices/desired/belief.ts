/**
 * What the store holds only because a device was told so. It is kept when the device took it, and taken back, member by member, when not:
 * only where nobody has told otherwise meanwhile, neither the device nor a newer wish.
 */
import { isDeepStrictEqual } from "node:util";
import type { Store } from "../../core/store.ts";
import type { Address, Cause, Resource, Section, Values } from "../../model/resource.ts";

export interface Held {
  /** The device has it. */
  keep(): void;
  /** It does not: of some members, or of all. */
  takeBack(names?: readonly string[]): void;
  /** Somebody else watches over it from now on. Answers what was true before, of those members that nobody has told otherwise. */
  handOver(): Values;
  /** Members that no longer are what was believed: the device has said something else. */
  readonly contradicted: boolean;
}

export interface Belief {
  hold(resource: Resource, section: Section, optimistic: Values, cause: Cause): Held;
  /** The device itself has told these: they are true now. */
  told(address: Address, section: Section, values: Values): void;
}

interface Claim {
  owner: object;
  base: unknown; // what was last known to be true
}

export function openBelief(store: Store): Belief {
  const claims = new Map<string, Claim>();
  return {
    hold: (resource, section, optimistic, cause) => {
      const { address } = resource;
      const owner = {};
      const names = Object.keys(optimistic);
      const keyOf = (name: string) => `${address} ${section} ${name}`;
      const now = (name: string) => own(store.get(address)?.[section] ?? {}, name);
      for (const name of names) {
        const base = claims.has(keyOf(name)) ? claims.get(keyOf(name))?.base : own(resource[section], name);
        claims.set(keyOf(name), { owner, base });
      }
      return {
        keep: () => {
          for (const name of names) {
            const claim = claims.get(keyOf(name));
            if (claim?.owner === owner) claims.delete(keyOf(name));
            else if (claim) claim.base = optimistic[name]; // a newer wish stands on this one, and this one came true
          }
        },
        takeBack: (some = names) => {
          const undone: Record<string, unknown> = {};
          for (const name of some) {
            const claim = claims.get(keyOf(name));
            if (claim?.owner !== owner) continue;
            claims.delete(keyOf(name));
            if (isDeepStrictEqual(now(name), optimistic[name])) undone[name] = claim.base;
          }
          if (Object.keys(undone).length > 0) store.patch(address, section, undone, { ...cause, undo: true });
        },
        handOver: () => {
          const bases: Record<string, unknown> = {};
          for (const name of names) {
            const claim = claims.get(keyOf(name));
            if (claim?.owner !== owner) continue;
            claims.delete(keyOf(name));
            bases[name] = claim.base;
          }
          return bases;
        },
        get contradicted() {
          return names.some((name) => !claims.has(keyOf(name)) && !isDeepStrictEqual(now(name), optimistic[name]));
        },
      };
    },
    told: (address, section, values) => {
      if (claims.size === 0) return;
      for (const name of Object.keys(values)) claims.delete(`${address} ${section} ${name}`);
    },
  };
}

function own(values: Values, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
