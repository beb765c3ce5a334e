/** The package as it would be published, and as npm installs it for the palette, on the oldest Node at hand: each made once in a run. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { onceInRun } from "./once.ts";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "../..");
const PALETTE = ["--no-audit", "--no-fund", "--omit=dev", "--engine-strict", "--ignore-scripts", "--prefer-offline"];

/** Without the folders that `npm test` puts in front: there the first Node is always the newest. */
export const PATH = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .join(delimiter);

/** The one of `OLDEST_NODE`, or this machine's own when that is a Node 20; else there is but the one that runs this. */
export async function oldestNode(): Promise<string> {
  const { OLDEST_NODE } = process.env;
  if (OLDEST_NODE) return OLDEST_NODE;
  const own = PATH.split(delimiter).map((folder) => join(folder, "node"));
  const found = own.find((file) => existsSync(file));
  if (!found) return process.execPath;
  const { stdout } = await run(found, ["--version"]);
  return stdout.startsWith("v20.") ? found : process.execPath;
}

/** Answers the file. */
export async function packed(): Promise<string> {
  const folder = await onceInRun("packed", async (at) => {
    if (!existsSync(join(ROOT, "dist"))) await run(process.execPath, [join(ROOT, "scripts/build.ts")]);
    mkdirSync(at);
    await run("npm", ["pack", "--ignore-scripts", "--pack-destination", at], { cwd: ROOT, env: await oldestFirst() });
  });
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
}

/** Into a user directory where nothing is installed. */
export async function layInstalled(userDir: string): Promise<void> {
  const made = await onceInRun("installed", async (at) => {
    const tarball = await packed();
    mkdirSync(at);
    writeFileSync(join(at, "package.json"), '{"name":"node-red-project","private":true,"dependencies":{}}');
    await run("npm", ["install", ...PALETTE, "--save-prefix=~", tarball], { cwd: at, env: await oldestFirst() });
  });
  cpSync(made, userDir, { recursive: true });
}

async function oldestFirst(): Promise<NodeJS.ProcessEnv> {
  return { ...process.env, PATH: `${dirname(await oldestNode())}${delimiter}${PATH}` };
}
