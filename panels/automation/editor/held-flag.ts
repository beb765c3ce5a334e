/** The flag that remembers how long a number has been above or below a limit, and its two rules. Pure. */
import { type ConditionRow, HELD_FLAG } from "../../../src/model/automation/rule-rows.ts";
import type { Values } from "../../../src/model/resource.ts";
import { type HouseState, LONGEST_NAME } from "../../house.ts";
import { USUAL_DELAY } from "./claims.ts";
import { bridgeOf } from "./subjects.ts";

/** As the API counts. */
export interface KeptLimit {
  readonly address: string; // "/sensors/5/state/temperature"
  readonly operator: "gt" | "lt";
  readonly value: string;
}

/** "Bathroom climate > 23 °C" */
export function flagName(of: string, operator: string, limit: string): string {
  const end = ` ${operator === "gt" ? ">" : "<"} ${limit}`;
  return `${of.slice(0, Math.max(1, LONGEST_NAME - end.length)).trim()}${end}`.slice(0, LONGEST_NAME);
}

export function flagBody(name: string, uniqueid: string): Values {
  const model = { modelid: HELD_FLAG, manufacturername: "Zigbee gateway", swversion: "1" };
  return { name, type: "CLIPGenericFlag", ...model, uniqueid };
}

/** One rule sets the flag, the other takes it back; each looks at the flag, so that it fires once. */
export function flagRules(flag: string, limit: KeptLimit, isWhole: boolean): readonly Values[] {
  const rule = (condition: KeptLimit, becomes: boolean) => ({
    conditions: [condition, { address: `${flag}/state/flag`, operator: "eq", value: String(!becomes) }],
    actions: [{ address: `${flag}/state`, method: "PUT", body: { flag: becomes } }],
  });
  return [rule(limit, true), rule(opposite(limit, isWhole), false)];
}

/** A whole number that is not above 5 is below 6; any other number that is just at the limit changes nothing. */
function opposite({ address, operator, value }: KeptLimit, isWhole: boolean): KeptLimit {
  const step = isWhole ? 1 : 0;
  return operator === "gt"
    ? { address, operator: "lt", value: String(Number(value) + step) }
    : { address, operator: "gt", value: String(Number(value) - step) };
}

export function isHeldNow(now: unknown, { operator, value }: KeptLimit): boolean {
  if (typeof now !== "number") return false;
  return operator === "gt" ? now > Number(value) : now < Number(value);
}

interface NamedFlag {
  readonly address: string;
  readonly uniqueid: string;
  readonly name: string;
}

export function rowOfFlag(
  house: HouseState,
  { address, uniqueid, name }: NamedFlag,
  lasts: "for" | "already",
): ConditionRow {
  const reference = { address, uniqueid, resourceName: name, house: bridgeOf(house) };
  return { ...reference, item: "state/flag", operator: "eq", value: "true", [lasts]: USUAL_DELAY };
}
