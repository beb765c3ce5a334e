/** The floor plan: which floor may import which, the walls of libraries, the length of files and functions, and no export left over. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

/** A floor is a folder with all that is below it, but for the floors that are named themselves. It may import floors, or single files. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "src/model": ["src/model"],
  "src/core": ["src/model", "src/core"],
  "src/devices": ["src/model", "src/core", "src/devices"],
  "src/resources": ["src/model", "src/core", "src/devices", "src/resources"],
  "src/engines": ["src/model", "src/core", "src/engines"],
  "src/edges": ["src/model", "src/core", "src/edges", "src/edges/deconz"],
  "src/edges/deconz": ["src/model", "src/core", "src/edges/deconz"], // the dialect that http speaks
  "src/radio": ["src/model", "src/radio"],
  "src/radio/probe": ["src/model", "src/radio", "src/radio/probe"],
  "src/radio/process": ["src/model", "src/radio", "src/radio/process"],
  "src/imports": ["src/model", "src/core", "src/devices", "src/resources", "src/imports"],
  "src/virtual": ["src/virtual", "src/model/time/agenda.ts"],
  src: [
    "src",
    ...[
      "model",
      "core",
      "devices",
      "resources",
      "engines",
      "edges",
      "edges/deconz",
      "imports",
      "radio",
      "radio/process",
      "virtual",
    ].map((floor) => `src/${floor}`),
  ],
  nodes: ["nodes", "nodes/shared", "src", "src/model"],
  "nodes/shared": ["nodes/shared", "src/model"], // runs in browsers, too
  dialogs: ["dialogs", "nodes/shared", "src/model"],
  panels: ["panels", "src/model"],
};
const FLOORS = Object.keys(MAY_IMPORT);
const MOST_FILES = 26; // in a folder

const ONLY_IN: readonly [what: RegExp, where: RegExp][] = [
  [/from "zigbee-herdsman/, /^src\/(radio|virtual)\//],
  [/from "(express|ws|nedb-promises|node-cron)"/, /^src\/edges\//],
  // Around a deploy, where no gateway is left whose clock they could use, nodes wait on their own.
  [
    /\b(setTimeout|setInterval)\(|\bDate\.now\(|new Date\(\)|node:timers/,
    /^(src\/(edges\/clock\.ts$|radio\/(process|probe)\/|virtual\/)|nodes\/(gateway\/(handover|runtime)|flow-node\/(status-line|debounce|input)|admin\/(setup|health|change-stream))\.ts$|(panels|dialogs)\/)/,
  ],
  [/\bMath\.random\(|\brandom(Bytes|UUID|Int)\(/, /^src\/(edges|radio|virtual)\//],
  // Handing facts out behind the reply; great batches, reads of the history, floods of a flow and large answers in turns; writes done at once counted by turn; a body that came at once waits for no timer; at the push door, letting others take their upgrade first; virtual air without delay; one message of the radio process for all events of a turn; why a line is closed, told before that it is.
  [
    /\bsetImmediate\(/,
    /^(src\/(core\/(bus|turns)\.ts|edges\/(disk\/data-file|http\/(body|reply|request-queue)|push\/push)\.ts|radio\/process\/(adapter\/zstack-patches|gateway-channel)\.ts|virtual\/air\/simulated-time\.ts)|nodes\/flow-node\/input-queue\.ts)$/,
  ],
  [/from "node-red"|from "@node-red\//, /^nodes\//],
  [/from "preact/, /^panels\//],
  [
    /from "node:(http|https|net|tls|dgram|fs|fs\/promises|os|child_process|worker_threads)"/,
    /^(src\/(edges|radio|virtual)\/|nodes\/)/,
  ],
];
const TYPES_ONLY = /(import|export) type [^;]+ from [^;]+;/g;
const MOST_LINES = 400;
const MOST_LINES_OF_FUNCTION = 60;

/** A function with a body, by the line that begins it: a declaration, an arrow, a method, and one whose parameters follow. */
const FUNCTION =
  /^ *(?:(?:export )?(?:default )?(?:async )?function\b.*|.*=>(?: [[({]+)?|(?:(?:async|static|get|set|override) )*#?\w+(?:<.*>)?\((?:.*\)(?:: .+)? \{)?)$/;
const IMPORT = /(?:import|export) (?:type )?(?:\{([^}]*)\}|\* as \w+) from "(\.[^"]+)"|import\(\s*"(\.[^"]+)"\s*\)/g;
const EXPORT = /^export (?:abstract |async |declare )*(?:const|let|function\*?|class|interface|type) (\w+)/gm;

const sources = read("{src,nodes,panels,dialogs}/**/*.{ts,tsx}");
const files = [...sources.keys()];

for (const [file, source] of sources) {
  test(file, () => {
    assert.ok(source.split("\n").length - 1 <= MOST_LINES, "too long: split it");
    assert.match(source, /^\/\*\*/, "begins by saying what it is");
    assert.deepEqual(longFunctions(source), [], "too long: give its parts names");
    const values = source.replace(TYPES_ONLY, "");
    const floor = floorOf(file);
    for (const path of importsOf(source, file)) {
      const isOpen = [floorOf(path), path].some((each) => MAY_IMPORT[floor]?.includes(each));
      assert.ok(isOpen, `${floor} may not import ${path}`);
      if (floor === "src/edges" && floorOf(path) === floor)
        assert.equal(edgeOf(path), edgeOf(file), `edges do not know each other: ${path}`);
    }
    for (const [what, where] of ONLY_IN) assert.ok(where.test(file) || !what.test(values), `${what} only in ${where}`);
  });
}

test("a folder holds no more than one takes in at a glance", () => {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  assert.deepEqual(
    [...counts].filter(([, count]) => count > MOST_FILES),
    [],
  );
});

test("no file imports itself by a round way, not even a type", () => {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]) => {
    assert.ok(!way.includes(file), `a loop: ${[...way, file].join(" → ")}`);
    if (done.has(file)) return;
    for (const path of importsOf(sources.get(file) ?? "", file)) visit(path, [...way, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});

test("a long function is found in each form", () => {
  const body = (lines: number) => "    step();\n".repeat(lines);
  const long = [
    `export function plain(\n  one: number,\n): void {\n${body(57)}}\n`,
    `const arrow = async () => {\n${body(59)}};\n`,
    `const value = () => ({\n${body(59)}});\n`,
    `class Thing {\n  async #method<T>(one: T): Promise<void> {\n${body(59)}  }\n}\n`,
    `class Thing {\n  get wide(): number {\n${body(59)}  }\n}\n`,
  ];
  for (const source of long) {
    assert.equal(longFunctions(source).length, 1, source);
    assert.deepEqual(longFunctions(source.replace("    step();\n", "")), [], source);
  }
  assert.deepEqual(longFunctions(`call(\n  {\n${body(70)}  },\n);\n`), [], "a call is none");
});

test("each export is imported elsewhere, if only by a test", () => {
  const example = new Map([
    ["src/one.ts", "export const used = 1;\nexport type Left = 2;\nexport function late() {}\n"],
    ["src/two.ts", 'import { used } from "./one.ts";\nconst { late } = await import("./one.ts");\n'],
  ]);
  assert.deepEqual(unusedExports(example), ["src/one.ts: Left"]);
  const all = new Map([...sources, ...read("{test,scripts,bench}/**/*.ts"), ...read("bin/*.js")]);
  assert.deepEqual(unusedExports(all), []);
});

/** By path; `/` in each. */
function read(pattern: string): Map<string, string> {
  return new Map(globSync(pattern).map((file) => [file.replaceAll("\\", "/"), readFileSync(file, "utf8")]));
}

/** Formatted code says by its indentation where a function ends. */
function longFunctions(source: string): string[] {
  const lines = source.split("\n");
  return lines.flatMap((line, begin) => {
    if (!FUNCTION.test(line)) return [];
    const indent = line.search(/\S/);
    const isOutside = (each: string) => each.trim() !== "" && each.search(/\S/) <= indent;
    let end = begin + 1;
    let hasBody = !line.endsWith("(");
    for (; end < lines.length; end += 1) {
      const next = lines[end] ?? "";
      if (!isOutside(next)) continue;
      if (!/^ *[)}\]].*[{(]$/.test(next)) break; // else the parameters end here, and the body begins
      hasBody ||= next.endsWith("{");
    }
    const count = end - begin + (/^ *[)}\]]/.test(lines[end] ?? "") ? 1 : 0);
    return hasBody && count > MOST_LINES_OF_FUNCTION ? [`line ${begin + 1}, ${count} lines: ${line.trim()}`] : [];
  });
}

function unusedExports(all: ReadonlyMap<string, string>): string[] {
  const imported = new Map<string, Set<string>>();
  for (const [file, source] of all) {
    for (const [, names, from, late] of source.matchAll(IMPORT)) {
      const path = normalize(join(dirname(file), from ?? late ?? "")).replace(/^dist\/(.*)\.js$/, "$1.ts");
      const own = imported.get(path) ?? new Set();
      imported.set(path, own);
      for (const name of (names ?? source).match(/\w+/g) ?? []) own.add(name); // of a whole module: any word of the file
    }
  }
  return [...all].flatMap(([file, source]) => {
    if (!/^(src|nodes|panels|dialogs)\//.test(file)) return [];
    const names = [...source.matchAll(EXPORT)].map(([, name = ""]) => name);
    return names.filter((name) => !imported.get(file)?.has(name)).map((name) => `${file}: ${name}`);
  });
}

function importsOf(source: string, file: string): string[] {
  const paths = [...source.matchAll(/(?:from|import) "(\.[^"]+)"|import\("(\.[^"]+)"\)/g)];
  return paths.map(([, path, late]) => normalize(join(dirname(file), path ?? late ?? "")));
}

function floorOf(path: string): string {
  const floors = FLOORS.filter((floor) => path.startsWith(`${floor}/`));
  return floors.reduce((longest, floor) => (floor.length > longest.length ? floor : longest), "");
}

/** An edge is a folder, or one file. */
function edgeOf(path: string): string {
  return path.split("/")[2] ?? "";
}
