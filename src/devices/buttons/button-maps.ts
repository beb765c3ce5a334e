/** The button map of a remote: its actions are parsed, its buttons numbered, and known models numbered as deCONZ does. */
import { createRequire } from "node:module";
import type { ButtonMap } from "../plan/device-plan.ts";
import { parseActions } from "./actions.ts";
import { type ButtonCodes, buttonCodes } from "./button-numbers.ts";
import { cubeCodes, isCube } from "./cube.ts";

/** The codes of a model that deCONZ numbers in its own way. Null: the action comes from no button, although it looks like it. */
type Override = Readonly<Record<string, number | "release" | null>>;

export interface RemoteModel {
  readonly modelid: string;
  readonly manufacturername: string;
  readonly model: string; // by the converters
}

const PLACE = /^(@|_[a-z]?)\d+$/;

/** By model id and manufacturer name, model id, or the converters' model. A text names a model that is alike. */
let overrides: Readonly<Record<string, Override | string>> | undefined;

const REPORT_ONGOING_HOLD = /^lumi\./;

export function buildButtonMap(actions: readonly string[], remote: RemoteModel): ButtonMap {
  if (isCube(remote.modelid)) return { codes: cubeCodes(), hasWildcards: false };
  const parsed = parseActions(actions);
  const codes = overridden(buttonCodes(parsed, REPORT_ONGOING_HOLD.test(remote.modelid)), remote);
  const ignored = ignoredActions(remote);
  const hasWildcards = Object.keys(codes).some((word) => word.includes("*"));
  return { codes, hasWildcards, ...(ignored.length > 0 ? { ignored } : {}) };
}

/** Actions of a model that come from no button. */
function ignoredActions(remote: RemoteModel): readonly string[] {
  return Object.entries(overrideFor(remote) ?? {}).flatMap(([word, code]) => (code === null ? [word] : []));
}

function overridden(codes: ButtonCodes, remote: RemoteModel): ButtonCodes {
  const override = overrideFor(remote);
  if (!override) return codes;
  const known = Object.entries(override).filter((entry): entry is [string, number | "release"] => entry[1] !== null);
  const rest = Object.entries(codes).filter(([word]) => !isReplaced(word, override));
  const numbers = newNumbers(codes, override, rest);
  const behind = rest.map(([word, code]) => [word, override[atEndpoint(word)] ?? renumbered(code, numbers)] as const);
  return Object.fromEntries([...known, ...behind]);
}

function overrideFor({ modelid, manufacturername, model }: RemoteModel): Override | undefined {
  overrides ??= createRequire(import.meta.url)("../data/button-overrides.json") as NonNullable<typeof overrides>;
  const key = [`${modelid}|${manufacturername}`, modelid, model].find(
    (each) => overrides && Object.hasOwn(overrides, each),
  );
  const found = key === undefined ? undefined : overrides[key];
  const own = typeof found === "string" ? overrides[found] : found;
  return typeof own === "string" ? undefined : own;
}

/** The override has the action itself, or the action of each place: "on@2" or "on_l2" for "on" and "on_*". */
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

/** A button keeps the number that the override gives to another of its actions; other buttons get the next ones. */
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
