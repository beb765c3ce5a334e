/** Which rules and schedules have a row of their own: lists and counters go by the same. Pure. */
import { partsOfRules } from "../../src/model/automation/endings.ts";
import type { Values } from "../../src/model/resource.ts";
import type { HouseState } from "../house.ts";

type Entries = readonly (readonly [id: string, view: Values])[];

/** A rule that only switches off the lights that another rule has switched on is a part of that rule. */
export function shownRules(rules: HouseState["rules"]): Entries {
  const parts = new Set([...partsOfRules(rules).values()].flatMap((all) => all.map(({ address }) => address)));
  return Object.entries(rules).filter(([id]) => !parts.has(`/rules/${id}`));
}

/** Two that are one wish stand beside each other, each with its row. */
export function shownSchedules(schedules: HouseState["schedules"]): Entries {
  return Object.entries(schedules);
}
