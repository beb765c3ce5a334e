/** The texts of the panels, in the language that is asked for as far as there is one. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const FILE = "zigbee-gateway-panels.json";
const FALLBACK = "en-US";
/** Beside the compiled nodes, or, where the sources run, at the root. */
const FOLDER =
  ["../locales", "../../locales"].map((name) => resolve(import.meta.dirname, name)).find(existsSync) ?? "locales";

export interface Texts {
  readonly language: string;
  readonly json: string;
}

/** "de-AT" is served German; whatever nobody has translated, English. */
export function textsIn(wanted: string): Texts {
  const there = languages();
  const short = wanted.split("-")[0]?.toLowerCase();
  const language =
    there.find((name) => name.toLowerCase() === wanted.toLowerCase()) ??
    there.find((name) => name.split("-")[0]?.toLowerCase() === short) ??
    FALLBACK;
  return { language, json: readFileSync(join(FOLDER, language, FILE), "utf8") };
}

function languages(): readonly string[] {
  return readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, FILE)));
}
