/**
 * Reported and desired state: what a device reports is true, and what a command desires of it is shown until the device confirms it,
 * refuses it or reports something else. Then the store shows again what was reported last, member by member. What only waits for the
 * disk is another matter: those are the drafts of `core/staging`.
 */
import { isDeepStrictEqual } from "node:util";
import type { Store } from "../../core/store.ts";
import type { DeviceCommand } from "../../model/devices.ts";
import type { Address, Section, Values } from "../../model/resource.ts";
import { BY_RADIO } from "../inventory/device-registry.ts";
import { type OpenWrite, OpenWrites } from "./open-writes.ts";

/** A desired state that a device is about to be told. */
export interface DesiredClaim {
  /** The device has it. */
  keep(): void;
  /** The device does not have it: some members, or all. Members that it has reported meanwhile stay, and so do those of a newer claim. */
  undo(names?: readonly string[]): void;
  /** The device has reported something else. */
  readonly isContradicted: boolean;
  /** Only of a device that sleeps: it is told when it wakes. */
  readonly wait?: () => void;
}

export type DesiredValues = Pick<DeviceCommand, "resource" | "section" | "optimistic" | "cause">;

export class DesiredState {
  readonly #store: Store;
  readonly #onReport: (address: Address, section: Section, values: Values) => void;
  readonly #claimed = new OpenWrites<unknown>();

  constructor(store: Store, onReport: (address: Address, section: Section, values: Values) => void) {
    this.#store = store;
    this.#onReport = onReport;
  }

  /** The store shows the optimistic values already; `resource` is as it was before. */
  claim({ resource, section, optimistic, cause }: DesiredValues): DesiredClaim {
    const { address } = resource;
    const shown = (name: string) => own(this.#store.get(address)?.[section] ?? {}, name);
    const writes = new Map<string, OpenWrite<unknown>>();
    for (const [name, value] of Object.entries(optimistic))
      writes.set(name, this.#claimed.open(keyOf(address, section, name), value, own(resource[section], name)));
    const isOpen = (name: string) => this.#claimed.has(keyOf(address, section, name));
    const isOther = (name: string) => !isDeepStrictEqual(shown(name), optimistic[name]);
    return {
      keep: () => {
        for (const write of writes.values()) write.keep();
      },
      undo: (names = [...writes.keys()]) => {
        const reported: Record<string, unknown> = {};
        for (const name of names) {
          const undone = writes.get(name)?.undo();
          if (undone && !isOther(name)) reported[name] = undone.below;
        }
        if (Object.keys(reported).length > 0) this.#store.patch(address, section, reported, { ...cause, undo: true });
      },
      get isContradicted() {
        return [...writes.keys()].some((name) => !isOpen(name) && isOther(name));
      },
    };
  }

  /** The device itself reports these: they are true, whatever was desired. */
  report(address: Address, section: Section, values: Values): void {
    for (const name of Object.keys(values)) this.#claimed.close(keyOf(address, section, name));
    this.#store.patch(address, section, values, BY_RADIO);
    this.#onReport(address, section, values);
  }
}

function keyOf(address: Address, section: Section, name: string): string {
  return `${address} ${section} ${name}`;
}

function own(values: Values, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
