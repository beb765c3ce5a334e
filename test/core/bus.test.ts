/** The bus: in order, later, and a fault of one listener is none of another. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bus } from "../../src/core/bus.ts";
import type { Address, Change } from "../../src/model/resource.ts";
import { loudLog, settle, TEST } from "../support/fakes.ts";

function change(name: string): Change {
  const resource = { address: `/sensors/${name}`, type: "T", attr: {}, config: {}, state: {}, action: {} } as const;
  return { event: "added", resource, values: {}, before: {}, cause: TEST };
}

function hearing(bus: Bus, heard: string[], mark = "") {
  return bus.on(({ resource }) => heard.push(mark + resource.address.slice("/sensors/".length)));
}

test("facts are told later, in order, to all", async () => {
  const bus = new Bus(loudLog());
  const heard: string[] = [];
  hearing(bus, heard);
  hearing(bus, heard, "+");
  bus.post([change("a"), change("b")]);
  bus.post([change("c")]);
  bus.post([]);
  await Promise.resolve();
  assert.deepEqual(heard, [], "not before whoever waits for a reply has it");
  await settle();
  assert.deepEqual(heard, ["a", "+a", "b", "+b", "c", "+c"]);
});

test("a listener hears the families, events and sections that it names, and no others", async () => {
  const bus = new Bus(loudLog());
  const heard: string[] = [];
  bus.on(({ resource }) => heard.push(resource.address), { families: ["sensors", "config"] });
  bus.on(({ event }) => heard.push(event), { families: ["groups"], events: ["added"] });
  bus.on(({ section }) => heard.push(String(section)), { section: "attr" });
  const at = (address: Address, more: Partial<Change> = {}): Change => {
    const one = change("1");
    return { ...one, resource: { ...one.resource, address }, ...more };
  };
  bus.post([at("/sensors/1"), at("/lights/1"), at("/config", { event: "changed", section: "attr" })]);
  bus.post([at("/groups/1/scenes/2"), at("/groups/1", { event: "changed", section: "state" })]);
  await settle();
  assert.deepEqual(heard, ["/sensors/1", "/config", "attr", "added"]);
});

test("a listener that throws hurts no other listener, and is named", async () => {
  const log = loudLog(/a listener failed/);
  const bus = new Bus(log);
  const heard: string[] = [];
  bus.on(() => {
    throw new Error("mine");
  });
  bus.on(() => {
    throw "a text";
  });
  hearing(bus, heard);
  bus.post([change("a"), change("b")]);
  await settle();
  assert.deepEqual(heard, ["a", "b"]);
  assert.equal(log.lines.length, 4);
  assert.match(log.lines[0] ?? "", /^\/sensors\/a: a listener failed: Error: mine/);
});

test("a fact that a listener causes is told after the fact that it heard", async () => {
  const bus = new Bus(loudLog());
  const heard: string[] = [];
  bus.on(({ resource }) => resource.address === "/sensors/a" && bus.post([change("c")]));
  hearing(bus, heard);
  bus.post([change("a"), change("b")]);
  await settle();
  assert.deepEqual(heard, ["a", "b", "c"]);
});

test("the same function may listen twice, and each stops for itself, also twice", async () => {
  const bus = new Bus(loudLog());
  let count = 0;
  const listener = () => {
    count += 1;
  };
  const [one, other] = [bus.on(listener), bus.on(listener)];
  bus.post([change("a")]);
  await settle();
  assert.equal(count, 2);
  one();
  one();
  bus.post([change("b")]);
  await settle();
  assert.equal(count, 3);
  other();
  assert.equal(bus.listeners, 0);
});

test("a great many facts are told in turns, in order: other work that waits is served in between", async () => {
  const bus = new Bus(loudLog());
  const heard: string[] = [];
  hearing(bus, heard);
  const names = Array.from({ length: 1_000 }, (_, n) => String(n));
  bus.post(names.map(change));
  const others: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    others.push(heard.length);
  }
  assert.ok(others[0] !== undefined && others[0] <= 100, `${others[0]} in one turn`);
  await settle();
  bus.post([change("last")]);
  await settle();
  assert.deepEqual(heard, [...names, "last"]);
});
