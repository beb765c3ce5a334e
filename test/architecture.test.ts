/** The floor plan: who may import whom, what stays behind which wall, how long a file may be. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "src/model": ["src/model"],
  "src/core": ["src/model", "src/core"],
  "src/devices": ["src/model", "src/core", "src/devices"],
  "src/resources": ["src/model", "src/core", "src/devices", "src/resources"],
  "src/engines": ["src/model", "src/core", "src/engines"],
  "src/edges": ["src/model", "src/core", "src/edges"],
  "src/radio": ["src/model", "src/radio"],
  "src/radio/probe": ["src/model", "src/radio", "src/radio/probe"],
  "src/radio/process": ["src/model", "src/radio", "src/radio/process"],
  "src/virtual": ["src/virtual", "src/virtual/clusters"],
  "src/virtual/clusters": ["src/virtual", "src/virtual/clusters"],
  src: [
    "src",
    ...["model", "core", "devices", "resources", "engines", "edges", "radio", "radio/process", "virtual"].map(
      (floor) => `src/${floor}`,
    ),
  ],
  nodes: ["nodes", "src", "src/model"],
  panels: ["panels", "src/model"],
};
/** Edges do not know each other: each is the files whose names begin with its own. */
const EDGES: readonly (readonly string[])[] = [
  ["http", "own-port"],
  ["push"],
  ["disk"],
  ["clock"],
  ["host"],
  ["web"],
  ["discovery"],
];

const ONLY_IN: readonly [what: RegExp, where: RegExp][] = [
  [/from "zigbee-herdsman/, /^src\/(radio|virtual)\//],
  [/from "(express|ws|nedb-promises|node-cron)"/, /^src\/edges\//],
  // Around a deploy, where no gateway is left whose clock they could use, nodes wait on their own.
  [
    /\b(setTimeout|setInterval)\(|\bDate\.now\(|new Date\(\)|node:timers/,
    /^(src\/(edges\/clock\.ts$|radio\/(process|probe)\/|virtual\/)|nodes\/(adoption|attach|editor-api|hold|panels-health|panels-stream|running|serve)\.ts$|panels\/)/,
  ],
  [/\bMath\.random\(|\brandom(Bytes|UUID|Int)\(/, /^src\/(edges|radio|virtual)\//],
  // Handing facts out behind the reply; great batches, floods of a flow and large answers in turns; writes done at once counted by turn; at the push door, letting others take their upgrade first; virtual air without delay; one message of the radio process for what it hears in a turn.
  [
    /\bsetImmediate\(/,
    /^(src\/(core\/(bus|ledger)\.ts|edges\/(disk|disk-pace|http-answer|http-turns|push)\.ts|radio\/process\/main\.ts|virtual\/pace\.ts)|nodes\/turns\.ts)$/,
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

const files = ["src", "nodes", "panels"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, name)),
);
const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));

for (const [file, source] of sources) {
  test(file, () => {
    assert.ok(source.split("\n").length - 1 <= MOST_LINES, "too long: split it");
    assert.match(source, /^\/\*\*/, "begins by saying what it is");
    const values = source.replace(TYPES_ONLY, "");
    if (dirname(file) === "panels") {
      const foreign = importsOf(values, file).filter((path) => dirname(path) !== "panels");
      assert.deepEqual(foreign, [], "it runs in browsers: of the model only types");
    }
    for (const path of importsOf(source, file)) {
      assert.ok(MAY_IMPORT[dirname(file)]?.includes(dirname(path)), `${dirname(file)} may not import ${path}`);
      if (dirname(file) === "src/edges" && dirname(path) === "src/edges") {
        assert.equal(edgeOf(path), edgeOf(file), `edges do not know each other: ${path}`);
      }
    }
    for (const [what, where] of ONLY_IN) assert.ok(where.test(file) || !what.test(values), `${what} only in ${where}`);
  });
}

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

function importsOf(source: string, file: string): string[] {
  const paths = [...source.matchAll(/(?:from|import) "(\.[^"]+)"|import\("(\.[^"]+)"\)/g)];
  return paths.map(([, path, late]) => normalize(join(dirname(file), path ?? late ?? "")));
}

function edgeOf(file: string): number {
  const name = file.slice("src/edges/".length).replace(/\.ts$/, "");
  return EDGES.findIndex((names) => names.some((edge) => name === edge || name.startsWith(`${edge}-`)));
}
