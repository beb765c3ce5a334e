/** The uses of a device in words, and where the panels show them. Pure. */
import type { Use, Uses } from "../../../src/model/admin-api.ts";
import { wholeRuleOf } from "../../../src/model/automation/endings.ts";
import type { ResourcesById } from "../../house.ts";
import { type NamedHouse, sayNode } from "../../resource-names.ts";
import { say } from "../../texts.ts";

const MOST_TOLD = 8; // before a removal

/** "Rule: Hall at night", "Scene: Evening (Living room)". */
export function sayUse(house: NamedHouse, { by, name, within, kind = "", of = "", way }: Use): string {
  const own = by === "flow" ? sayNode(house, { name, kind, address: of }) : name;
  const text = way === undefined ? `devices.uses.by.${by}` : `devices.uses.by.${by}-${way}`;
  return within ? say(`${text}-within`, { name: own, within }) : say(text, { name: own });
}

/** Undefined: no panel shows it. */
export function pathOf({ by, address = "" }: Use): readonly string[] | undefined {
  const [, family = "", id = ""] = address.split("/");
  if (by === "rule" || by === "schedule") return ["automation", address];
  if (family === "groups") return ["home", id];
  return family === "devices" ? ["devices", id] : undefined;
}

export function keyOfUse({ by, address, node, way }: Use): string {
  return `${by} ${address ?? node} ${way}`;
}

/** Of several devices each use once; where two rules are shown as one, that one. */
export function eachUse(uses: Uses, rules: ResourcesById): readonly Use[] {
  const shown = Object.values(uses)
    .flat()
    .map((use) => (use.by === "rule" ? ofWholeRule(use, rules) : use));
  return [...new Map(shown.map((use) => [keyOfUse(use), use])).values()];
}

function ofWholeRule(use: Use, rules: ResourcesById): Use {
  const address = wholeRuleOf(use.address ?? "", rules);
  return address === use.address
    ? use
    : { ...use, address, name: String(rules[address.slice("/rules/".length)]?.name) };
}

/** Not more than can be read. */
export function firstUses(all: readonly Use[]): { readonly told: readonly Use[]; readonly more: number } {
  return { told: all.slice(0, MOST_TOLD), more: Math.max(0, all.length - MOST_TOLD) };
}
