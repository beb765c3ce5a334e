/** The records that the killed process writes, turn by turn, and how to see whether a turn is there. */
import assert from "node:assert/strict";
import type { Kept } from "../../src/model/ports.ts";
import type { Address } from "../../src/model/resource.ts";

const SENSORS = 10;
const RULES = 5;

/** A long sensor, so that the file is written anew every few dozen turns, and one rule that takes the place of another. */
export function batch(turn: number): readonly Kept[] {
  return [
    { address: sensorOf(turn), json: JSON.stringify({ turn, name: "x".repeat(20_000) }) },
    { address: ruleOf(turn), json: JSON.stringify({ turn }) },
    { address: ruleOf(turn - 1) },
  ];
}

export function last(found: ReadonlyMap<Address, string>): number {
  return Math.max(0, ...[...found.values()].map((json) => JSON.parse(json).turn));
}

/** No write that was acknowledged up to this turn is lost; the next turn may have been under way. */
export function check(found: ReadonlyMap<Address, string>, acknowledged: number): void {
  for (let turn = Math.max(1, acknowledged - SENSORS + 1); turn <= acknowledged; turn += 1) {
    const json = found.get(sensorOf(turn));
    assert.ok(json && JSON.parse(json).turn >= turn, `turn ${turn} of ${acknowledged} is lost`);
  }
  if (acknowledged === 0) return;
  const rules = [...found.keys()].filter((address) => address.startsWith("/rules/"));
  const legal = [ruleOf(acknowledged), ruleOf(acknowledged + 1)];
  assert.ok(rules.length > 0 && rules.every((rule) => legal.includes(rule)), `${rules} after turn ${acknowledged}`);
}

function sensorOf(turn: number): Address {
  return `/sensors/${turn % SENSORS}`;
}

function ruleOf(turn: number): Address {
  return `/rules/${turn % RULES}`;
}
