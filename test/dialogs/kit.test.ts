/** The kit of every dialog: a new node belongs to the only gateway there is. */
import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { test } from "node:test";

interface Gateway {
  readonly id: string;
  readonly type?: string;
  readonly z?: string; // the flow that it is in, where it is not in all
  readonly d?: true;
}

interface Dropped {
  readonly id: string;
  readonly z: string;
  gateway: string;
}

let gateways: readonly Gateway[] = [];
let isThere = false; // the node is in the flow already: it was imported
let onadd = function (this: Dropped) {
  assert.fail("no type was registered");
};

/** As much of the editor as the kit needs to register a type. */
const nothing = () => {};
const RED = {
  nodes: {
    registerType: (_: string, type: { onadd: typeof onadd }) => {
      onadd = type.onadd;
    },
    node: () => (isThere ? {} : null),
    eachConfig: (look: (each: object) => boolean) =>
      gateways.every((each) => look({ type: "zigbee-gateway", ...each })),
  },
  comms: { subscribe: nothing },
  events: { on: nothing },
  i18n: { detectLanguage: () => "en-US" },
};
const $ = Object.assign(() => [{ textContent: "" }], { ajax: nothing });
Object.assign(globalThis, { RED, $, window: globalThis });
Object.defineProperty(globalThis, "localStorage", { value: { getItem: () => null }, configurable: true });
await import(join(resolve(import.meta.dirname, "../.."), "dialogs/kit.ts"));
const { zigbeeGateway } = globalThis as unknown as { zigbeeGateway: { registerType(type: string, own: object): void } };
zigbeeGateway.registerType("zigbee-gateway-light", { defaults: {} });

/** The gateway of a node that was put into the flow `here`. */
function chosenOf(all: readonly Gateway[], { before = "", imported = false } = {}): string {
  [gateways, isThere] = [all, imported];
  const node: Dropped = { id: "new", z: "here", gateway: before };
  onadd.call(node);
  return node.gateway;
}

const CASES: [what: string, gateways: readonly Gateway[], chosen: string][] = [
  ["the only gateway", [{ id: "one" }], "one"],
  ["none of two", [{ id: "one" }, { id: "two" }], ""],
  ["none where there is none", [], ""],
  [
    "the only one of its flow",
    [
      { id: "one", z: "there" },
      { id: "two", z: "here" },
    ],
    "two",
  ],
  ["none of its own flow's and everybody's", [{ id: "one", z: "here" }, { id: "two" }], ""],
  ["the only one that is not disabled", [{ id: "one", d: true }, { id: "two" }], "two"],
  ["no other config node", [{ id: "broker", type: "mqtt-broker" }, { id: "one" }], "one"],
];
for (const [what, all, chosen] of CASES)
  test(`a new node chooses ${what}`, () => {
    assert.equal(chosenOf(all), chosen);
  });

test("a node that has a gateway, or was imported, keeps its own", () => {
  assert.equal(chosenOf([{ id: "one" }], { before: "two" }), "two");
  assert.equal(chosenOf([{ id: "one" }], { imported: true }), "");
});
