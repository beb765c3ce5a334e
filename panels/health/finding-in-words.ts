/** A finding of "Is everything all right?" as a sentence. Pure. */
import type { CheckResult } from "../../src/model/admin-api.ts";
import { readTrouble } from "../../src/model/doctor/wording.ts";
import { isObject, type Values } from "../../src/model/resource.ts";
import { sayTrouble } from "../devices/care/trouble-in-words.ts";
import { say, sayDay, sayNames, saySize } from "../texts.ts";

export function sayFinding({ check, says, values = {} }: CheckResult): string {
  const { found, free, day, empty, low, soon } = values;
  if (Array.isArray(found)) return found.map((each) => sayFound(each)).join(" ");
  const text = says === "failed" ? "health.failed" : `health.says.${check}.${says}`;
  return say(text, {
    ...values,
    ...(typeof free === "number" ? { free: saySize(free) } : {}),
    ...(typeof day === "string" ? { day: sayDay(day) } : {}),
    ...namesIn(values),
    ...(isObject(empty) ? { empty: namesIn(empty).names } : {}),
    ...(isObject(low) ? { low: namesIn(low).names } : {}),
    ...(isObject(soon) ? { soon: namesIn(soon).names } : {}),
  });
}

/** One thing is opened, or each of several. */
export function sayCure({ check, cure, values: { count } = {} }: CheckResult): string {
  return say(`health.cure.${check}.${cure}`, typeof count === "number" ? { count } : {});
}

function namesIn({ names, more }: Values): { readonly names?: string } {
  return Array.isArray(names) ? { names: sayNames(names.map(String), Number(more ?? 0)) } : {};
}

/** Devices that have the same trouble, in one sentence with its cure. */
function sayFound({ trouble, names, byname }: Values): string {
  const read = readTrouble(trouble);
  if (!read) return "";
  const all: readonly unknown[] = Array.isArray(names) ? names : [];
  return say("health.says.troubles.found", {
    name: sayNames(all.map(String), 0),
    ...sayTrouble(read, (uniqueid) => String(byname || uniqueid)),
  });
}
