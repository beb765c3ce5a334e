/** The examples as files: one gateway for all, only nodes of a palette, laid out to be read; and the lists of stories and tasks. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { EXAMPLE_GATEWAY, EXAMPLES, exampleFile } from "../support/examples.ts";
import type { FlowNode } from "../support/node-red.ts";
import { RESIDENTS } from "../support/residents.ts";

interface Placed extends FlowNode {
  readonly x: number;
  readonly y: number;
  readonly wires: readonly (readonly string[])[];
}

type Point = readonly [x: number, y: number];
type Line = readonly [from: Point, to: Point];

const ROOT = resolve(import.meta.dirname, "../..");
const OURS = /^zigbee-gateway-/;
const GRID = 20;
const LETTER = 7; // pixels, about
const STATUS = 60; // pixels from a node to the next one, with room for its status between
const NEAR = 150; // pixels across, in which a status is read
const APART = 24; // pixels between two nodes one below the other, without the node itself
const read = (path: string) => readFileSync(resolve(ROOT, path), "utf8");
const examples = new Map(EXAMPLES.map((file) => [file.replace(/\.json$/, ""), exampleFile(file)]));
const placedIn = (flow: readonly FlowNode[]) => flow.filter(({ x }) => typeof x === "number") as Placed[];

test("no example brings a gateway along, and all name the same: the editor gives them the one that is there", () => {
  for (const [name, flow] of examples) {
    const ours = flow.filter(({ type }) => OURS.test(type));
    assert.ok(ours.length > 0, name);
    for (const { id, gateway } of ours) assert.equal(gateway, EXAMPLE_GATEWAY, id);
    assert.deepEqual(
      flow.filter(({ type }) => type === "zigbee-gateway"),
      [],
      name,
    );
  }
});

test("each resource that the examples pick is in the virtual house, by the same address and name in every house", () => {
  const picksIn = (value: unknown): readonly Record<string, unknown>[] => {
    if (typeof value !== "object" || value === null) return [];
    const inside = Object.values(value).flatMap(picksIn);
    return Object.hasOwn(RESIDENTS, String((value as FlowNode).uniqueid)) ? [{ ...value }, ...inside] : inside;
  };
  const picks = [...examples.values()].flatMap(picksIn);
  assert.ok(picks.length > 20, String(picks.length));
  for (const { uniqueid, address, resourceName } of picks) {
    const [at, , name] = RESIDENTS[String(uniqueid)] ?? [];
    assert.deepEqual([address, resourceName], [at, name], String(uniqueid));
  }
});

test("no node lies over the status of another one", () => {
  for (const [name, flow] of examples)
    for (const one of placedIn(flow).filter(({ type }) => OURS.test(type)))
      for (const other of placedIn(flow)) {
        const [right, down] = [Math.abs(other.x - one.x), other.y - one.y];
        const isOver = other.z === one.z && down > 0 && down < STATUS && right < NEAR;
        assert.ok(!isOver, `${name}: ${other.name || other.id} over the status of ${one.name || one.id}`);
      }
});

test("no node lacks a choice that the editor would mark", () => {
  for (const { id, type, address, declares, target } of [...examples.values()].flat())
    if (/-(light|sensor|button|scene)$/.test(type)) assert.ok(address || declares || target === "message", id);
});

test("no example names the port of a server: the reader's may be another one", () => {
  for (const [name, flow] of examples) assert.doesNotMatch(JSON.stringify(flow), /:1880\b/, name);
});

test("no node is in two examples", () => {
  const ids = [...examples.values()].flatMap((flow) => flow.map(({ id }) => id));
  assert.equal(new Set(ids).size, ids.length);
});

for (const [name, flow] of examples) {
  const placed = placedIn(flow);
  const byId = new Map(placed.map((node) => [node.id, node]));

  test(`${name}: said in plain words, and without functions`, () => {
    assert.match(name, /^\d\d - [A-Z]/);
    const comments = placed.filter(({ type }) => type === "comment").map((comment) => String(comment.name));
    assert.ok(comments.length > 0);
    for (const text of comments) assert.match(text, /^(\d\. )?[A-Z].* .*[^.]$/);
    assert.ok(!placed.some(({ type }) => ["function", "exec", "unknown"].includes(type)));
    const [tab] = flow.filter(({ type }) => type === "tab");
    assert.match(String(tab?.label), /^Zigbee: /);
    assert.ok(String(tab?.info).length > 20);
  });

  test(`${name}: from left to right, on the grid, nothing on top of anything, no wire across another`, () => {
    for (const { id, y } of placed) assert.equal(y % GRID, 0, id);
    for (const one of placed)
      for (const other of placed) if (one.id < other.id) assert.ok(!overlap(one, other), `${one.id} and ${other.id}`);
    const lines = placed.flatMap((from) =>
      from.wires.flatMap((to, output) => to.map((id) => lineOf(from, output, byId.get(id)))),
    );
    for (const line of lines) assert.ok(line[0][0] < line[1][0], `from ${line[0]} to ${line[1]}`);
    for (const one of lines) for (const other of lines) assert.ok(!cross(one, other), `${one} and ${other}`);
  });

  test(`${name}: no way goes through more than two of our nodes`, () => {
    const most = (node: Placed | undefined): number =>
      node ? Number(OURS.test(node.type)) + Math.max(0, ...node.wires.flat().map((id) => most(byId.get(id)))) : 0;
    for (const node of placed) assert.ok(most(node) <= 2, node.id);
  });
}

test("the page of tasks: twenty, each with at most two of our nodes, and an example in which they are", () => {
  const rows = read("docs/tasks.md")
    .split("\n")
    .map((line) => line.split(" | "))
    .filter((row) => row.length === 4 && examples.has(exampleOf(row)));
  const numbers = rows.flatMap(([number = ""]) => Number(number.replace("|", "")) || []);
  assert.deepEqual(
    numbers,
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  for (const row of rows) {
    const [, task = "", nodes = ""] = row;
    const named = [...nodes.matchAll(/\*\*(\w+)\*\*/g)].map(([, node]) => `zigbee-gateway-${node}`);
    const types = examples.get(exampleOf(row))?.map(({ type }) => type) ?? [];
    assert.ok(named.length >= 1 && named.length <= 2, task);
    for (const node of named) assert.ok(types.includes(node), `${task}: ${node}`);
    assert.doesNotMatch(nodes, /function/);
  }
});

test("the list of examples has them all", () => {
  const [, stories = ""] = read("docs/tasks.md").split("## Every example");
  const listed = [...stories.matchAll(/\| (\d\d - .+?) \|$/gm)].map(([, name]) => name);
  assert.deepEqual(listed.sort(), [...examples.keys()].sort());
});

function exampleOf(row: readonly string[]): string {
  return (row[3] ?? "").replace(/ \|$/, "");
}

/** About as wide as the editor draws it. */
function widthOf({ name, declaredName, resourceName, url, type }: Placed): number {
  const label = [name, declaredName, resourceName, url, type.replace(OURS, "")].find(
    (text) => text !== undefined && text !== "",
  );
  return Math.max(100, Math.ceil((String(label).length * LETTER + 50) / GRID) * GRID);
}

function overlap(one: Placed, other: Placed): boolean {
  const isBeside = Math.abs(one.x - other.x) >= (widthOf(one) + widthOf(other)) / 2;
  return !isBeside && Math.abs(one.y - other.y) < 30 + APART - GRID;
}

function lineOf(from: Placed, output: number, to: Placed | undefined): Line {
  assert.ok(to, `${from.id} leads nowhere`);
  const port = from.y + (output - (from.wires.length - 1) / 2) * 13;
  return [
    [from.x + widthOf(from) / 2, port],
    [to.x - widthOf(to) / 2, to.y],
  ];
}

function cross([a, b]: Line, [c, d]: Line): boolean {
  const side = ([px, py]: Point, [qx, qy]: Point, [rx, ry]: Point) =>
    Math.sign((qx - px) * (ry - py) - (qy - py) * (rx - px));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
