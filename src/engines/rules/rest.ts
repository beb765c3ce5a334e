/** Rules of flows that rest because something that they look at is gone: when it is back, or they look elsewhere, they go on. */
import { resolve } from "../../model/items.ts";
import type { Address, Resource } from "../../model/resource.ts";
import { BY_GATEWAY, type EngineParts } from "../engine.ts";
import type { RuleIndex } from "./index.ts";

export interface Resting {
  /** As somebody wrote it last; undefined: it is gone. */
  note(address: Address, rule: Resource | undefined): void;
  /** Something has come in, or a rule has other conditions. */
  look(): void;
}

export function openResting({ store, log }: Pick<EngineParts, "store" | "log">, index: RuleIndex): Resting {
  const rests = new Set<Address>();
  const seesAll = (rule: Resource) =>
    index.read(rule)?.looks.every(({ condition }) => resolve(store, condition.item) !== undefined) ?? false;
  return {
    note: (address, rule) => {
      if (rule?.attr.status === "disabled" && rule.attr.awaits === true) rests.add(address);
      else rests.delete(address);
    },
    look: () => {
      for (const address of rests) {
        const rule = store.get(address);
        if (!rule || !seesAll(rule)) continue;
        rests.delete(address);
        store.patch(address, "attr", { status: "enabled", awaits: undefined }, BY_GATEWAY);
        log.info(`${address}: enabled again, for all that its conditions look at is there`);
      }
    },
  };
}
