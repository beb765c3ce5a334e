/** Sources → `dist`: compiled code, and beside the compiled nodes what Node-RED looks for there: dialogs, icons, texts. */
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";

const root = resolve(import.meta.dirname, "..");
const dist = join(root, "dist");
const nodes = join(dist, "nodes");

rmSync(dist, { recursive: true, force: true });
const compiler = join(root, "node_modules", ".bin", "tsc");
const { status, error } = spawnSync(compiler, ["-p", join(root, "tsconfig.json")], { stdio: "inherit" });
if (error) console.error(error.message);
if (status !== 0) process.exit(1);
cpSync(join(root, "nodes"), nodes, { recursive: true, filter: (name) => !name.endsWith(".ts") });
cpSync(join(root, "icons"), join(nodes, "icons"), { recursive: true });
cpSync(join(root, "locales"), join(nodes, "locales"), { recursive: true });
