/** Writes the reference, `docs/openapi.json` and `docs/api.md`; with `--check` it only says whether they are up to date. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import process from "node:process";
import { openapi } from "../src/edges/deconz/openapi.ts";
import { DEFINITIONS, ROUTES } from "../src/resources/index.ts";
import { reference } from "./reference.ts";

const root = resolve(import.meta.dirname, "..");
const document = openapi(DEFINITIONS, ROUTES);
const pages: readonly (readonly [file: string, text: string])[] = [
  [resolve(root, "docs/openapi.json"), `${JSON.stringify(document, undefined, 2)}\n`],
  [resolve(root, "docs/api.md"), reference(document)],
];
const stale = pages.filter(([file, text]) => !existsSync(file) || readFileSync(file, "utf8") !== text);

if (process.argv.includes("--check")) {
  for (const [file] of stale) console.error(`${relative(root, file)} is stale: npm run docs`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [file, text] of stale) writeFileSync(file, text);
}
