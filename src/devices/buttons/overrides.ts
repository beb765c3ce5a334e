/** Models whose buttons the real gateway numbers in a way of its own. What it does not know of them is numbered behind. */
import { createRequire } from "node:module";
import type { ButtonCodes } from "./button-numbers.ts";

/** Null: no button, although it looks like one. */
type Override = Readonly<Record<string, number | "release" | null>>;

export interface RemoteModel {
  readonly modelid: string;
  readonly manufacturername: string;
  readonly model: string; // as the converters call it
}

const PLACE = /^(@|_[a-z]?)\d+$/;

/** By model id, model id and manufacturer name, or the converters' model. A text names a model that is the same. */
let table: Readonly<Record<string, Override | string>> | undefined;

/** Words of a model that are no buttons. */
export function silentWords(remote: RemoteModel): readonly string[] {
  return Object.entries(overrideFor(remote) ?? {}).flatMap(([word, code]) => (code === null ? [word] : []));
}

export function overridden(codes: ButtonCodes, remote: RemoteModel): ButtonCodes {
  const override = overrideFor(remote);
  if (!override) return codes;
  const known = Object.entries(override).filter((entry): entry is [string, number | "release"] => entry[1] !== null);
  const rest = Object.entries(codes).filter(([word]) => !isReplaced(word, override));
  const numbers = newNumbers(codes, override, rest);
  const behind = rest.map(([word, code]) => [word, override[atEndpoint(word)] ?? renumbered(code, numbers)] as const);
  return Object.fromEntries([...known, ...behind]);
}

function overrideFor({ modelid, manufacturername, model }: RemoteModel): Override | undefined {
  table ??= createRequire(import.meta.url)("../data/button-overrides.json") as NonNullable<typeof table>;
  const key = [`${modelid}|${manufacturername}`, modelid, model].find((each) => table && Object.hasOwn(table, each));
  const found = key === undefined ? undefined : table[key];
  const own = typeof found === "string" ? table[found] : found;
  return typeof own === "string" ? undefined : own;
}

/** Named itself, or place by place ("on@2", "on_l2" for "on" and "on_*"). */
function isReplaced(word: string, override: Override): boolean {
  if (Object.hasOwn(override, word)) return true;
  const [start = "", end = ""] = word.split("*");
  return Object.keys(override).some((each) => {
    if (word.includes("*")) return each.startsWith(start) && each.endsWith(end);
    return each.startsWith(word) && PLACE.test(each.slice(word.length));
  });
}

/** "on_2" is "on@2" where the endpoint counts. */
function atEndpoint(word: string): string {
  return word.replace(/_(\d+)$/, "@$1");
}

/** A button of which the gateway knows another gesture keeps its number; the others get the next ones. */
function newNumbers(codes: ButtonCodes, override: Override, rest: readonly (readonly [string, number | "release"])[]) {
  const numbers = new Map<number, number>();
  let last = 0;
  for (const [word, code] of Object.entries(override)) {
    if (typeof code !== "number") continue;
    const number = buttonOf(code);
    last = Math.max(last, number);
    const before = codes[word];
    if (typeof before === "number" && !numbers.has(buttonOf(before))) numbers.set(buttonOf(before), number);
  }
  const others = rest.flatMap(([, code]) => (typeof code === "number" ? [buttonOf(code)] : []));
  for (const other of [...new Set(others)].sort((one, two) => one - two))
    if (!numbers.has(other)) numbers.set(other, ++last);
  return numbers;
}

function renumbered(code: number | "release", numbers: ReadonlyMap<number, number>): number | "release" {
  if (code === "release") return code;
  return (numbers.get(buttonOf(code)) ?? 0) * 1000 + (code % 1000);
}

function buttonOf(code: number): number {
  return Math.floor(code / 1000);
}
