/**
 * Sources → `dist`: compiled code, and beside it its data; beside the compiled nodes the files that Node-RED expects: dialogs (their
 * templates, each with its script), icons, texts. And for browsers, to `resources`: `panels`, as a first script, the scripts of panels
 * that are loaded when first shown, and one style sheet; and the shared scripts of all dialogs.
 */
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, posix, relative, resolve, sep } from "node:path";
import process from "node:process";
import { type BuildOptions, build, type PluginBuild } from "esbuild";

const root = resolve(import.meta.dirname, "..");
const dist = join(root, "dist");
const next = join(root, `dist-${process.pid}`); // a process that uses `dist` meanwhile finds it whole
const nodes = join(next, "nodes");

const LONGEST_LINE = 120; // of the code for Node: a stack names a line that can be read
const resources = join(root, "resources");
const FOR_BROWSERS = {
  outdir: next,
  write: false as const,
  bundle: true,
  target: ["chrome100", "firefox100", "safari15.4"],
  charset: "utf8",
} satisfies BuildOptions;

mkdirSync(next, { recursive: true });
try {
  await bundleForNode();
  await bundleMqtt();
  cpSync(join(root, "src"), join(next, "src"), {
    recursive: true,
    filter: (name) => isFolder(name) || [".json", ".txt"].includes(extname(name)),
  });
  cpSync(join(root, "nodes"), nodes, { recursive: true, filter: (name) => !name.endsWith(".ts") });
  cpSync(join(root, "icons"), join(nodes, "icons"), { recursive: true });
  cpSync(join(root, "locales"), join(nodes, "locales"), { recursive: true });
  for (const file of globSync(join(nodes, "locales", "*", "*.json")))
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, "utf8")))); // a seventh of it is white space
  mkdirSync(resources, { recursive: true });
  for (const icon of globSync(join(root, "panels", "page-icon*"))) cpSync(icon, join(resources, basename(icon)));
  await bundlePanels();
  await bundle({ entryPoints: { dialogs: join(root, "dialogs", "kit.ts") }, format: "esm" });
  for (const file of globSync(join(nodes, "*.html"))) writeFileSync(file, await withScript(file));
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
} finally {
  rmSync(next, { recursive: true, force: true });
}

/**
 * The code for Node: each node, each process and the command as a file, and shared code in some more. Six hundred small files would fill
 * twice the room on a disk, and take longer to install and to start. White space goes; names and lines stay, so that a stack can be read.
 */
async function bundleForNode(): Promise<void> {
  const entries = ["src/open", "src/radio-process", "src/radio/probe/main", "src/import-process", "src/import-command"];
  const all = [...globSync("nodes/*.ts", { cwd: root }).map((file) => file.replace(/\.ts$/, "")), ...entries];
  const { outputFiles = [] } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(all.map((name) => [name, `${name}.ts`])),
    outdir: next,
    chunkNames: "src/[name]-[hash]",
    ...{ bundle: true, splitting: true, write: false, charset: "utf8", legalComments: "none" },
    ...{ platform: "node", target: "node20", format: "esm", packages: "external" },
    ...{ minifyWhitespace: true, lineLimit: LONGEST_LINE },
    plugins: [{ name: "places", setup: keepPlaces }],
  });
  for (const { path, text } of outputFiles) {
    const isMoved = dirname(dirname(path)) !== next && text.includes("import.meta");
    if (isMoved) throw new Error(`${path} asks where it is, and lies too deep for what keepPlaces says`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** A source that asks where it is hears where it would lie if it were a file of its own: every file that is made lies one folder below `dist`. */
function keepPlaces({ onLoad, onResolve }: PluginBuild): void {
  onResolve({ filter: /edges\/mqtt\/mqtt\.ts$/ }, () => ({ path: "../src/edges/mqtt/mqtt.js", external: true }));
  onLoad({ filter: /\/(src|nodes)\/.*\.ts$/ }, ({ path }) => {
    const source = readFileSync(path, "utf8");
    if (!source.includes("import.meta.")) return undefined;
    const own = relative(root, path).replaceAll(sep, "/").replace(/\.ts$/, ".js");
    const contents = source
      .replaceAll("import.meta.url", `new URL(${JSON.stringify(`../${own}`)}, import.meta.url).href`)
      .replaceAll("import.meta.dirname", `(import.meta.dirname + ${JSON.stringify(`/../${posix.dirname(own)}`)})`);
    return { contents, loader: "ts" };
  });
}

async function bundlePanels(): Promise<void> {
  await bundle({ entryPoints: { panels: join(root, "panels", "styles.css") }, minify: true });
  const made = await bundle({
    entryPoints: { panels: join(root, "panels", "main.tsx") },
    tsconfig: join(root, "tsconfig.panels.json"),
    ...{ minify: true, format: "esm", legalComments: "eof" },
    ...{ splitting: true, chunkNames: "panels-[name]-[hash]" },
    plugins: [{ name: "first", setup: keepFirstTogether }],
  });
  for (const old of globSync(join(resources, "panels-*.js"))) if (!made.includes(basename(old))) rmSync(old);
}

/** A later script says that it needs the first one: else that would fall into a file for each set of scripts that share a part of it. */
function keepFirstTogether({ onLoad, onResolve, resolve: find }: PluginBuild): void {
  onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, importer }) => {
    if (kind !== "dynamic-import") return undefined;
    const found = await find(path, { kind: "import-statement", resolveDir, importer });
    return { path: found.path, namespace: "later" };
  });
  onLoad({ filter: /./, namespace: "later" }, ({ path }) => ({
    contents: `import ${JSON.stringify(join(root, "panels", "main.tsx"))}; export * from ${JSON.stringify(path)};`,
    resolveDir: root,
  }));
}

/** The names of the files; a file that others load comes first. */
async function bundle(options: BuildOptions): Promise<readonly string[]> {
  const { outputFiles = [] } = await build({ ...options, ...FOR_BROWSERS });
  return outputFiles.reverse().map(({ path, contents }) => {
    writeFileSync(path, contents);
    renameSync(path, join(resources, basename(path)));
    return basename(path);
  });
}

/** mqtt.js is no package that users install: the room that needs it is one file with it, and the licences of all that went in lie beside it. */
async function bundleMqtt(): Promise<void> {
  const folder = join(next, "src", "edges", "mqtt");
  const stubs = join(root, "scripts", "stubs");
  const { metafile } = await build({
    entryPoints: [join(root, "src", "edges", "mqtt", "mqtt.ts")],
    outfile: join(folder, "mqtt.js"),
    ...{
      bundle: true,
      platform: "node",
      target: "node20",
      format: "esm",
      minify: true,
      metafile: true,
      charset: "utf8",
    },
    legalComments: "none",
    external: ["ws"],
    alias: {
      "worker-timers": join(stubs, "worker-timers.ts"),
      debug: join(stubs, "debug.cjs"),
      "number-allocator": join(stubs, "number-allocator.cjs"),
      "readable-stream": "node:stream", // they were one thing once
    },
    banner: { js: 'import{createRequire as r}from"node:module";const require=r(import.meta.url);' },
  });
  const inPackage = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
  const parts = new Set(Object.keys(metafile.inputs).flatMap((path) => inPackage.exec(path)?.[1] ?? []));
  writeFileSync(join(folder, "licences.txt"), licencesOf([...parts].sort().map((part) => join(process.cwd(), part))));
}

/** The text of the MIT licence once, and its holder for each package; other licences as they are. */
function licencesOf(folders: readonly string[]): string {
  const texts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const [file] = globSync(join(folder, "{LICENSE,LICENCE,License,license}*"));
    const text = file === undefined ? "" : readFileSync(file, "utf8").trim();
    if (license !== "MIT" && text === "") throw new Error(`${name} ${version} says nothing of its licence`);
    const owners = text.split("\n").filter((line) => /copyright.*\d{4}/i.test(line));
    return `${name} ${version} (${license})\n${license === "MIT" ? owners.join("\n") : text}`;
  });
  const mit = readFileSync(join(root, "scripts", "stubs", "mit.txt"), "utf8");
  return `In mqtt.js of this folder are parts of these packages.\n\n${texts.join("\n\n")}\n\nMIT:\n\n${mit}`;
}

/** The template of a node, and behind it the script of its dialog. */
async function withScript(file: string): Promise<string> {
  const name = basename(file, ".html").replace(/^zigbee-gateway-?/, "") || "gateway";
  const entry = join(root, "dialogs", `${name}.ts`);
  const { outputFiles } = await build({ entryPoints: [entry], format: "iife", ...FOR_BROWSERS });
  return `${readFileSync(file, "utf8")}\n<script type="text/javascript">\n${outputFiles.map(({ text }) => text).join("")}</script>\n`;
}

function isFolder(name: string): boolean {
  return statSync(name).isDirectory();
}
