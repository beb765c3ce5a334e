/** Two schedules that are one wish: "at sunset on, at 23:00 off". The actions and times of schedules tell which belong together. Pure. */
import { isObject, type Values } from "../../src/model/resource.ts";
import { parsePattern } from "../../src/model/time/time-grammar.ts";
import type { HouseState } from "../house.ts";
import { utc } from "../texts.ts";
import { DOOR } from "./actions-in-words.ts";
import { daysOfEnd } from "./editor/until.ts";

type Schedules = HouseState["schedules"];

export interface Partner {
  readonly address: string;
  readonly name: string;
  readonly does: "off" | "on";
}

/** By address, in both directions. Of several that fit, schedules that were made one after the other belong together. */
export function partnersOf(schedules: Schedules): ReadonlyMap<string, Partner> {
  const own = Object.entries(schedules).filter(([, { owner }]) => !String(owner ?? "").startsWith("flow:"));
  const fitting = own.flatMap(([on, first]) =>
    own
      .filter(([, second]) => endsWith(first, second))
      .map(([off, second]) => ({ on, off, apart: Math.abs(utc(second.created) - utc(first.created)) })),
  );
  const partners = new Map<string, Partner>();
  for (const { on, off } of fitting.sort((one, other) => one.apart - other.apart)) {
    const [first, second] = [`/schedules/${on}`, `/schedules/${off}`];
    if (partners.has(first) || partners.has(second)) continue;
    partners.set(first, { address: second, name: String(schedules[off]?.name), does: "off" });
    partners.set(second, { address: first, name: String(schedules[on]?.name), does: "on" });
  }
  return partners;
}

/** The one that switches off stands right behind the one that switches on. */
export function besideEachOther<Row extends { readonly address: string }>(
  rows: readonly Row[],
  partners: ReadonlyMap<string, Partner>,
): readonly Row[] {
  const isOff = ({ address }: Row) => partners.get(address)?.does === "on";
  return rows
    .filter((row) => !isOff(row))
    .flatMap((row) => [
      row,
      ...rows.filter((other) => isOff(other) && partners.get(other.address)?.address === row.address),
    ]);
}

function endsWith(first: Values, second: Values): boolean {
  const [begin, end] = [deedOf(first), deedOf(second)];
  if (!begin || !end || begin.target !== end.target || !begin.lights || !end.darkens) return false;
  const pattern = parsePattern(String(second.localtime ?? ""));
  if (typeof pattern !== "object" || pattern.kind !== "weekly") return false;
  return daysOfEnd(String(first.localtime ?? ""), pattern.clock) === pattern.days;
}

/** A scene lights the lights of its group. */
function deedOf({ command }: Values) {
  if (!isObject(command)) return undefined;
  const [, family = "", id = "", , , verb] = String(command.address).replace(DOOR, "").split("/");
  const { on, bri, ontime } = isObject(command.body) ? command.body : ({} as Values);
  const isLit = verb === "recall" || on === true || (typeof bri === "number" && bri > 0 && on === undefined);
  return { target: `/${family}/${id}`, lights: isLit && ontime === undefined, darkens: on === false };
}
