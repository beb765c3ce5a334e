/**
 * Sources → `dist`: compiled code, and beside it its data; beside the compiled nodes what Node-RED looks for there: dialogs, icons,
 * texts. And for browsers, to `resources`: `panels`, as one script and one style sheet, and what dialogs share with the nodes.
 */
import { spawnSync } from "node:child_process";
import { cpSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import process from "node:process";
import { type BuildOptions, build } from "esbuild";

const root = resolve(import.meta.dirname, "..");
const dist = join(root, "dist");
const next = join(root, `dist-${process.pid}`); // whoever uses `dist` meanwhile finds it whole
const nodes = join(next, "nodes");

const compiler = join(root, "node_modules", ".bin", "tsc");
const { status, error } = spawnSync(compiler, ["-p", join(root, "tsconfig.json"), "--outDir", next], {
  stdio: "inherit",
});
if (error) console.error(error.message);
if (status === 0) {
  cpSync(join(root, "src"), join(next, "src"), {
    recursive: true,
    filter: (name) => isFolder(name) || [".json", ".txt"].includes(extname(name)),
  });
  cpSync(join(root, "nodes"), nodes, { recursive: true, filter: (name) => !name.endsWith(".ts") });
  cpSync(join(root, "icons"), join(nodes, "icons"), { recursive: true });
  cpSync(join(root, "locales"), join(nodes, "locales"), { recursive: true });
  await bundle({
    entryPoints: { panels: join(root, "panels", "main.tsx") },
    tsconfig: join(root, "tsconfig.panels.json"),
    minify: true,
    format: "iife",
    legalComments: "eof",
  });
  await bundle({ entryPoints: { "dialog-versions": join(root, "nodes", "gateway", "versions.ts") }, format: "esm" });
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
}
rmSync(next, { recursive: true, force: true });
process.exit(status === 0 ? 0 : 1);

async function bundle(options: BuildOptions): Promise<void> {
  const { outputFiles = [] } = await build({
    ...options,
    outdir: next,
    write: false,
    bundle: true,
    target: ["chrome100", "firefox100", "safari15.4"],
    charset: "utf8",
  });
  for (const { path, contents } of outputFiles) {
    writeFileSync(path, contents);
    renameSync(path, join(root, "resources", basename(path)));
  }
}

function isFolder(name: string): boolean {
  return statSync(name).isDirectory();
}
