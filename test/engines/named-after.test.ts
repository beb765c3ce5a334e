/** Proposed names follow the names that they are made of; a typed name stays. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EDITORS_KEY } from "../../src/model/automation/schedule-command.ts";
import type { Address, Cause } from "../../src/model/resource.ts";
import { type FakeHouse, house, settle } from "../support/fakes.ts";
import { IS_SET, rule, sensors, UNSET } from "../support/rules.ts";
import { seen } from "../support/transports.ts";

const EDITOR: Cause = { by: "editor", depth: 0 };
const SOURCES = ["/sensors/1", "/sensors/2"];

async function home(): Promise<FakeHouse> {
  const world = await house();
  await sensors(world.ask);
  return world;
}

const byEditor = async ({ perform }: FakeHouse, method: "POST" | "PUT", address: Address, body: object) =>
  perform({ method, address, body }, EDITOR);

async function rename({ ask }: FakeHouse, address: Address, name: string): Promise<void> {
  await ask("PUT", address, { name });
  await settle();
}

const nameOf = ({ store }: FakeHouse, address: Address = "/rules/1") => store.get(address)?.attr.name;

test("a proposed name follows a device that is renamed, also where one name is part of the other", async () => {
  const world = await home();
  await rename(world, "/sensors/1", "Lamp 2");
  await rename(world, "/sensors/2", "Lamp");
  await byEditor(world, "POST", "/rules", rule({ name: "Lamp 2 → Lamp", namedafter: SOURCES }));
  await rename(world, "/sensors/2", "Spot");
  assert.equal(nameOf(world), "Lamp 2 → Spot");
  await rename(world, "/sensors/1", "Hall $& motion");
  assert.equal(nameOf(world), "Hall $& motion → Spot");
  assert.equal((await seen(world.ask, "/rules/1")).namedafter, undefined, "clients see a name as any other");
  await world.stop();
});

test("a longer name is cut as any name is", async () => {
  const world = await home();
  await rename(world, "/sensors/1", "A");
  await byEditor(world, "POST", "/rules", rule({ name: `A${"x".repeat(60)}`, namedafter: ["/sensors/1"] }));
  await rename(world, "/sensors/1", "Hall motion");
  assert.equal(String(nameOf(world)).length, 64);
  await world.stop();
});

test("a name from the editor or from a program is typed; the rest of a rule does not touch its name", async () => {
  const proposed = { name: "S → T", namedafter: SOURCES };
  const typed: [says: string, change: (world: FakeHouse) => Promise<unknown>, follows: boolean][] = [
    ["the editor", (world) => byEditor(world, "PUT", "/rules/1", { name: "S → T" }), false],
    ["a program", async ({ ask }) => ask("PUT", "/rules/1", { name: "S → T" }), false],
    ["nobody: it is switched off", async ({ ask }) => ask("PUT", "/rules/1", { status: "disabled" }), true],
    [
      "nobody: it does something else",
      (world) => byEditor(world, "PUT", "/rules/1", { actions: [UNSET], conditions: [IS_SET] }),
      true,
    ],
  ];
  for (const [says, change, follows] of typed) {
    const world = await home();
    await rename(world, "/sensors/1", "S");
    await byEditor(world, "POST", "/rules", rule(proposed));
    await change(world);
    await rename(world, "/sensors/1", "Sensor");
    assert.equal(nameOf(world), follows ? "Sensor → T" : "S → T", says);
    await world.stop();
  }
});

test("a program cannot propose a name", async () => {
  const world = await home();
  await rename(world, "/sensors/1", "S");
  await world.ask("POST", "/rules", rule({ name: "S", namedafter: ["/sensors/1"] }));
  const { body } = await world.ask("PUT", "/rules/1", { name: "S", namedafter: ["/sensors/1"] });
  assert.match(JSON.stringify(body), /parameter, namedafter, not available/);
  await rename(world, "/sensors/1", "Sensor");
  assert.equal(nameOf(world), "S");
  await world.stop();
});

test("so does the name of a schedule", async () => {
  const world = await home();
  await rename(world, "/sensors/1", "Flag");
  const command = { address: `/api/${EDITORS_KEY}/sensors/1/state`, method: "PUT", body: { flag: true } };
  const body = { name: "Flag set, 7:00 AM", namedafter: ["/sensors/1"], command, localtime: "W127/T07:00:00" };
  await byEditor(world, "POST", "/schedules", body);
  await rename(world, "/sensors/1", "Guests");
  assert.equal(nameOf(world, "/schedules/1"), "Guests set, 7:00 AM");
  await byEditor(world, "PUT", "/schedules/1", { name: "Party" });
  await byEditor(world, "PUT", "/schedules/1", { name: "Guests!" });
  await rename(world, "/sensors/1", "Visitors");
  assert.equal(nameOf(world, "/schedules/1"), "Guests!");
  await world.stop();
});
