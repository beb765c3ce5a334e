/** The push channel's message for each kind of change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pushMessage } from "../../../src/edges/deconz/push-messages.ts";
import { type Definition, NO_FIELDS } from "../../../src/model/definitions.ts";
import { bool, int, text } from "../../../src/model/fields.ts";
import type { Address, Change, Resource, Section, Values } from "../../../src/model/resource.ts";
import { TEST } from "../../support/fakes.ts";

const FIELDS = {
  attr: { name: text(), modelid: text(), secret: text({ access: "hidden" }) },
  config: { on: bool(), battery: int(), secret: text({ access: "hidden" }) },
  state: { buttonevent: int({ momentary: true }), lowbattery: bool(), secret: int({ access: "hidden" }) },
  action: { on: bool() },
};

function family(name: string, push: Definition["push"] = "changes"): Definition {
  return { family: name, ...FIELDS, push, clients: { write: [] }, view: ({ type }) => ({ type, all: true }) };
}

const HELD: Omit<Resource, "address" | "type"> = {
  attr: { name: "Hall", modelid: "M1", uniqueid: "00:11-01", secret: "x" },
  config: { on: true, battery: 90, secret: "x" },
  state: { buttonevent: 1002, lowbattery: false, secret: 1 },
  action: { on: true },
};

interface Case {
  readonly says: string;
  readonly of: string; // the family
  readonly event?: Change["event"];
  readonly section?: Section;
  readonly values?: Values;
  readonly whole?: true;
  readonly gives: Values | undefined;
}

const CASES: readonly Case[] = [
  {
    says: "a sensor's state: only what changed",
    of: "sensors",
    section: "state",
    values: { lowbattery: true },
    gives: { uniqueid: "00:11-01", state: { lowbattery: true } },
  },
  {
    says: "a battery comes without any state",
    of: "sensors",
    section: "config",
    values: { battery: 80 },
    gives: { uniqueid: "00:11-01", config: { battery: 80 } },
  },
  {
    says: "a rename is told in both places",
    of: "lights",
    section: "attr",
    values: { name: "New" },
    gives: { uniqueid: "00:11-01", name: "New", attr: { name: "New" } },
  },
  {
    says: "another attribute is no rename",
    of: "lights",
    section: "attr",
    values: { modelid: "M2" },
    gives: { uniqueid: "00:11-01", attr: { modelid: "M2" } },
  },
  {
    says: "a member that is gone is null",
    of: "lights",
    section: "state",
    values: { lowbattery: null },
    gives: { uniqueid: "00:11-01", state: { lowbattery: null } },
  },
  {
    says: "hidden members stay in the house",
    of: "sensors",
    section: "state",
    values: { secret: 2, lowbattery: true },
    gives: { uniqueid: "00:11-01", state: { lowbattery: true } },
  },
  { says: "nothing visible, no message", of: "sensors", section: "config", values: { secret: "y" }, gives: undefined },
  {
    says: "nothing visible, no message, not even the whole section",
    of: "sensors",
    section: "config",
    values: { secret: "y" },
    whole: true,
    gives: undefined,
  },
  {
    says: "the whole config",
    of: "sensors",
    section: "config",
    values: { battery: 80, gone: null },
    whole: true,
    gives: { uniqueid: "00:11-01", config: { on: true, battery: 80, gone: null } },
  },
  {
    says: "the whole state tells no press that was not made",
    of: "sensors",
    section: "state",
    values: { lowbattery: true },
    whole: true,
    gives: { uniqueid: "00:11-01", state: { lowbattery: true } },
  },
  {
    says: "the whole state tells a press",
    of: "sensors",
    section: "state",
    values: { buttonevent: 1002 },
    whole: true,
    gives: { uniqueid: "00:11-01", state: { lowbattery: false, buttonevent: 1002 } },
  },
  {
    says: "a group's state, without a uniqueid",
    of: "groups",
    section: "state",
    values: { any_on: true },
    gives: { state: { any_on: true } },
  },
  {
    says: "a group's name stands alone",
    of: "groups",
    section: "attr",
    values: { name: "New" },
    gives: { name: "New" },
  },
  {
    says: "a group's attributes cannot stand in for the message's own members",
    of: "groups",
    section: "attr",
    values: { id: "9", t: "x" },
    gives: {},
  },
  {
    says: "a group's attributes are never told whole",
    of: "groups",
    section: "attr",
    values: { name: "New" },
    whole: true,
    gives: { name: "New" },
  },
  { says: "a group's action is not told", of: "groups", section: "action", values: { on: false }, gives: undefined },
  { says: "a group has no config", of: "groups", section: "config", values: { on: false }, gives: undefined },
  {
    says: "a new sensor, whole",
    of: "sensors",
    event: "added",
    gives: { uniqueid: "00:11-01", sensor: { type: "T", all: true } },
  },
  {
    says: "a new light, whole",
    of: "lights",
    event: "added",
    gives: { uniqueid: "00:11-01", light: { type: "T", all: true } },
  },
  { says: "a new group, whole", of: "groups", event: "added", gives: { group: { type: "T", all: true } } },
  { says: "a sensor that is gone", of: "sensors", event: "deleted", gives: { uniqueid: "00:11-01" } },
  { says: "a group that is gone", of: "groups", event: "deleted", gives: {} },
  { says: "rules are not told", of: "rules", section: "attr", values: { name: "New" }, gives: undefined },
  { says: "nor that they are new", of: "schedules", event: "added", gives: undefined },
  { says: "the config is not told", of: "config", section: "attr", values: { name: "New" }, gives: undefined },
];

for (const { says, of, event = "changed", section, values = {}, whole = false, gives } of CASES)
  test(says, () => {
    const address: Address = `/${of}/7`;
    const after = section ? { ...HELD, [section]: { ...HELD[section], ...values } } : HELD;
    const held = Object.fromEntries(Object.entries(after).map(([name, each]) => [name, present(each)])) as typeof HELD;
    const change: Change = {
      event,
      resource: { address, type: "T", ...held },
      ...(section && { section }),
      values,
      before: {},
      cause: TEST,
    };
    const definition = family(of);
    const message = pushMessage(change, { definition, whole, view: (resource) => definition.view(resource, "") });
    assert.deepEqual(message, gives && { t: "event", e: event, r: of, id: "7", ...gives });
  });

test("a type that is not pushed is not told", () => {
  const resource: Resource = { address: "/sensors/7", type: "T", ...HELD };
  const change: Change = { event: "deleted", resource, values: {}, before: {}, cause: TEST };
  assert.equal(
    pushMessage(change, { definition: family("sensors", "nothing"), whole: false, view: () => ({}) }),
    undefined,
  );
});

test("a device without a uniqueid is told without one", () => {
  const resource: Resource = { address: "/lights/7", type: "T", ...HELD, attr: { name: "x" } };
  const definition: Definition = { ...family("lights"), action: NO_FIELDS };
  const change: Change = { event: "deleted", resource, values: {}, before: {}, cause: TEST };
  const message = pushMessage(change, { definition, whole: false, view: () => ({}) });
  assert.deepEqual(message, { t: "event", e: "deleted", r: "lights", id: "7" });
});

/** As the store keeps it: a member that is gone is not there. */
function present(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
