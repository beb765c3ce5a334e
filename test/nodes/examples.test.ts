/** The examples are flows that run, and every text exists in every language. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { type FlowNode, type NodeRed, nodeRed } from "../support/node-red.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const NODES = ["", "-sensor", "-button", "-light", "-pairing", "-event", "-request"].map(
  (name) => `zigbee-gateway${name}`,
);
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const examples = readdirSync(join(ROOT, "examples"));

let house: NodeRed;
before(async () => {
  house = await nodeRed();
});
after(() => house.stop());

for (const name of examples) {
  test(`${name} runs`, async () => {
    const flow = JSON.parse(read(`examples/${name}`)) as FlowNode[];
    assert.ok(Array.isArray(flow));
    await house.deploy(flow);
    assert.deepEqual(
      house.lines.filter((line) => /zigbee|unknown/i.test(line)),
      [],
    );
    const gateways = flow.filter(({ type }) => type === "zigbee-gateway");
    assert.equal(gateways.length, 1);
    const user = flow.find(({ gateway }) => gateway === gateways[0]?.id) as FlowNode;
    await house.status(user.id, /ready/);
  });
}

test("the virtual sensor of the example is made, moved and read", async () => {
  const flow = JSON.parse(read("examples/02 - A virtual sensor.json")) as FlowNode[];
  await house.deploy(flow);
  const id = (name: string) => (flow.find((node) => node.name === name) as FlowNode).id;
  const answers = id("answer");
  house.send(id("make it"), {});
  assert.deepEqual((await house.received(answers))[0]?.payload, [{ success: { id: "1" } }]);
  house.send(id("somebody is there"), {});
  assert.equal((await house.received(answers))[0]?.statusCode, 200);
  house.send(id("read"), {});
  assert.equal((await house.received(answers))[0]?.payload["1"].state.presence, true);
});

test("each flow node is in an example", () => {
  const types = new Set(
    examples.flatMap((name) => (JSON.parse(read(`examples/${name}`)) as FlowNode[]).map(({ type }) => type)),
  );
  for (const type of NODES) assert.ok(types.has(type), type);
});

const languages = readdirSync(join(ROOT, "locales"));

for (const node of NODES) {
  const keys = (language: string) => leaves(JSON.parse(read(`locales/${language}/${node}.json`))).sort();
  for (const language of languages) {
    test(`${node} says everything in ${language}`, () => {
      assert.deepEqual(keys(language), keys("en-US"));
      const help = read(`locales/${language}/${node}.html`);
      assert.match(help, new RegExp(`<script type="text/markdown" data-help-name="${node}">`));
      assert.match(help, /### Details/);
    });
  }

  test(`${node}: each text that the dialog names exists`, () => {
    const html = read(`nodes/${node}.html`);
    const known = new Set(keys("en-US"));
    for (const [, key = ""] of html.matchAll(/data-i18n="(?:\[\w+\])?([\w.-]+)"/g)) assert.ok(known.has(key), key);
    for (const [, key = ""] of html.matchAll(/this\._\("([\w.-]+[\w])"\)/g)) assert.ok(known.has(key), key);
  });

  test(`${node}: each label of its dialog belongs to a field`, () => {
    const html = read(`nodes/${node}.html`);
    const ids = new Set([...html.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id));
    for (const [, id] of html.matchAll(/<label[^>]* for="([\w-]+)"/g)) assert.ok(ids.has(id), id);
    assert.doesNotMatch(html.replace(/color: "#\w+"/g, ""), /#[0-9a-f]{3,6}\b|rgb\(/i, "colours come from the theme");
    assert.doesNotMatch(html, /\.html\(|innerHTML/, "texts of users are never markup");
  });
}

test("icons are there, two wide and three high", async () => {
  const { body } = await house.ask("GET", "/icons", undefined, { Accept: "application/json" });
  const icons = body["node-red-contrib-zigbee-gateway"];
  for (const node of NODES) {
    assert.ok(icons.includes(`${node}.svg`), node);
    assert.match(read(`icons/${node}.svg`), /width="40" height="60"/);
  }
});

function leaves(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, item]) => leaves(item, path === "" ? name : `${path}.${name}`));
}
