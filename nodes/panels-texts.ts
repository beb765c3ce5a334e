/** The texts of the panels, in the language that is asked for as far as there is one. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const FILE = "zigbee-gateway-panels.json";
const FALLBACK = "en-US";
/** Beside the compiled nodes, or, where the sources run, at the root. */
const FOLDER =
  ["locales", "../locales"].map((name) => resolve(import.meta.dirname, name)).find(existsSync) ?? "locales";

/** "de-AT" is served German; whatever nobody has translated, English. */
export function textsIn(language: string): string {
  const there = languages();
  const short = language.split("-")[0]?.toLowerCase();
  const found =
    there.find((name) => name.toLowerCase() === language.toLowerCase()) ??
    there.find((name) => name.split("-")[0]?.toLowerCase() === short) ??
    FALLBACK;
  return readFileSync(join(FOLDER, found, FILE), "utf8");
}

function languages(): readonly string[] {
  return readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, FILE)));
}
