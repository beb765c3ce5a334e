/** Several devices treated alike: their names by a pattern, their common properties, and refusals of some of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type BatchItem, runBatch } from "../../../panels/devices/several/batch-run.ts";
import { namesByPattern } from "../../../panels/devices/several/name-pattern.ts";
import { commonProperties } from "../../../panels/devices/values/expose-types.ts";

const WORDS = { name: "Name", room: "Raum", kind: "Art", product: "Produkt", number: "Nummer" };
const thing = (room: string, kind = "lamp", name = "Light 7") => ({ name, room, kind, product: "Bulb" });

const patterns: [pattern: string, things: ReturnType<typeof thing>[], names: string[]][] = [
  ["{Raum} {Art}", [thing("Hall"), thing("Attic")], ["Hall lamp", "Attic lamp"]],
  ["{Raum} {Art}", [thing("Hall"), thing("Hall"), thing("Attic")], ["Hall lamp 1", "Hall lamp 2", "Attic lamp"]],
  ["{Nummer}. {Art}", [thing("Hall"), thing("Hall")], ["1. lamp", "2. lamp"]],
  ["{Raum} {Nummer}", [thing("Hall"), thing("Attic"), thing("Hall")], ["Hall 1", "Attic 1", "Hall 2"]],
  ["{Raum} {Art}", [thing("")], ["lamp"]],
  ["  Old {Name}  ", [thing("Hall")], ["Old Light 7"]],
  ["{Produkt} {room}", [thing("Hall")], ["Bulb {room}"]],
  ["{Raum}", [thing("{Art}")], ["{Art}"]],
  ["", [thing("Hall")], [""]],
  ["{Raum} {Art}", [thing("A room with a very long name", "lamp")], ["A room with a very long name lam"]],
];
for (const [pattern, things, names] of patterns) {
  test(`"${pattern}" calls ${things.length} of them ${names.join(", ")}`, () =>
    assert.deepEqual(namesByPattern(pattern, things, WORDS), names));
}

test("the number of a long name is never cut off, and no name is longer than it may be", () => {
  const things = Array.from({ length: 12 }, () => thing("The room with the longest name of all"));
  for (const pattern of ["{Raum}", "{Raum} {Nummer}", "{Raum} {Nummer} x"]) {
    const names = namesByPattern(pattern, things, WORDS);
    assert.equal(new Set(names).size, 12, pattern);
    assert.ok(
      names.every((name) => name.length <= 32),
      pattern,
    );
  }
});

const delay = { type: "numeric", name: "delay", property: "delay", access: 7, value_min: 0, value_max: 60 };
const power = { type: "enum", name: "power", property: "power", access: 7, values: ["on", "off"] };
const option = { type: "numeric", name: "transition", access: 2, value_min: 0, option: true };

test("a property that each of them has in the same form is common; how values are read stands last", () => {
  const common = commonProperties([
    { transition: option, delay: { ...delay, value: 5 }, power },
    { transition: option, power: { ...power, value: "on" }, delay: { ...delay, value: 5 } },
  ]);
  assert.deepEqual(
    common.map(({ name, expose }) => [name, expose.value]),
    [
      ["delay", 5],
      ["power", undefined],
      ["transition", undefined],
    ],
  );
});

const others: [what: string, other: Record<string, object>][] = [
  ["that has none", {}],
  ["with another range", { delay: { ...delay, value_max: 300 } }],
  ["with an option of that name", { delay: { ...delay, option: true } }],
  ["that only shows it", { delay: { ...delay, access: 1 } }],
];
for (const [what, other] of others) {
  test(`nothing is common with a device ${what}`, () =>
    assert.deepEqual(
      commonProperties([{ delay }, other as never]).map(({ name }) => name),
      [],
    ));
}

test("nothing is common of no devices, and a property that cannot be set never is", () => {
  assert.deepEqual(commonProperties([]), []);
  assert.deepEqual(commonProperties([{ linkquality: { type: "numeric", name: "linkquality", access: 1 } }]), []);
});

async function batch(items: readonly BatchItem[], stopAt = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  const told: number[] = [];
  const refusals = await runBatch(items, {
    perform: async ({ address }) => {
      asked.push(address);
      return { refusal: address.includes("bad") ? `${address} is bad` : undefined };
    },
    tell: (done) => told.push(done),
    isStopped: () => told.length >= stopAt,
  });
  return { asked, told, refusals };
}
const item = (name: string, addresses: readonly string[], more: Partial<BatchItem> = {}): BatchItem => ({
  name,
  commands: addresses.map((address) => ({ method: "POST", address })),
  ...more,
});

test("a refusal of one keeps none of the others from it, and each is told once", async () => {
  const { asked, told, refusals } = await batch([item("A", ["/bad", "/good", "/bad"]), item("B", ["/good"])]);
  assert.deepEqual(asked, ["/bad", "/good", "/bad", "/good"]);
  assert.deepEqual(told, [0, 1]);
  assert.deepEqual(refusals, [{ name: "A", reason: "/bad is bad" }]);
});

test("where one of several commands is enough, only a device that refused all of them counts", async () => {
  const one = { needsOne: true };
  const { refusals } = await batch([item("A", ["/bad", "/good"], one), item("B", ["/bad"], one), item("C", [], one)]);
  assert.deepEqual(
    refusals.map(({ name }) => name),
    ["B"],
  );
});

test("once it is stopped nothing more is sent", async () => {
  const { asked } = await batch([item("A", ["/1"]), item("B", ["/2"]), item("C", ["/3"])], 2);
  assert.deepEqual(asked, ["/1", "/2"]);
});
