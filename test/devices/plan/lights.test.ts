/** The types of lights, and their capabilities. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { writableMembers } from "../../../src/devices/commands/orders.ts";
import { planDevice } from "../../../src/devices/plan/planner.ts";
import { readPayload } from "../../../src/devices/values/payloads.ts";
import type { Expose } from "../../../src/model/radio/device-facts.ts";
import { knownDevice } from "../../support/converter-device.ts";
import { binary, numeric, only, plan } from "../../support/planned.ts";

test("the type of a switch is that of its endpoint, else it follows from the abilities of the device", () => {
  const gang = (endpoint?: string): Expose => ({
    type: "switch",
    ...(endpoint ? { endpoint } : {}),
    features: [
      binary("state", {
        value_on: "ON",
        value_off: "OFF",
        access: 7,
        property: endpoint ? `state_${endpoint}` : "state",
      }),
    ],
  });
  const type = (exposes: readonly Expose[], device = 0) =>
    plan(exposes, { endpoints: [{ device }] }).resources[0]?.type;
  assert.equal(type([gang()]), "On/Off plug-in unit");
  assert.equal(type([gang(), numeric("power", "W")]), "Smart plug");
  assert.equal(type([gang("l1"), gang("l2")]), "On/Off output");
  assert.equal(type([gang()], 0x0100), "On/Off light");
  assert.equal(type([gang()], 0x0051), "Smart plug");
  assert.equal(type([gang("l1"), gang("l2")], 0x0051), "On/Off output");
  assert.equal(type([binary("state", { access: 3, value_on: "OPEN", value_off: "CLOSE" })]), "On/Off output");
});

test("a dimmable plug is no light", () => {
  const light: Expose = { type: "light", features: [binary("state"), numeric("brightness", "")] };
  const type = (device: number) => plan([light], { endpoints: [{ device }] }).resources[0]?.type;
  assert.deepEqual([type(0x0101), type(0x010b)], ["Dimmable light", "Dimmable plug-in unit"]);
});

test("a setting of one endpoint goes to the resource of that endpoint", () => {
  const gang = (endpoint: string): Expose => ({
    type: "switch",
    endpoint,
    features: [binary("state", { property: `state_${endpoint}` })],
  });
  const startup = (endpoint: string): Expose => ({
    ...{ type: "enum", name: "power_on_behavior", endpoint, property: `power_on_behavior_${endpoint}` },
    ...{ access: 7, values: ["on", "off"] },
  });
  const { resources } = plan([gang("l1"), gang("l2"), startup("l1"), startup("l2")]);
  assert.deepEqual(
    resources.map(({ mappings }) => mappings.map(({ property }) => property)),
    [
      ["state_l1", "power_on_behavior_l1"],
      ["state_l2", "power_on_behavior_l2"],
    ],
  );
});

test("whether a cover is open follows from its position, else from its state", () => {
  const position = numeric("position", "%", { access: 7 });
  const state: Expose = {
    type: "enum",
    name: "state",
    property: "state",
    access: 3,
    values: ["OPEN", "CLOSE", "STOP"],
  };
  const open = (features: readonly Expose[]) =>
    only(plan([{ type: "cover", features }]), "Window covering device")
      .mappings.filter(({ member }) => member === "open")
      .map(({ conversion, property }) => [conversion, property]);
  assert.deepEqual(open([state, position]), [
    ["isPartlyOpen", "position"],
    ["openCommand", "state"],
  ]);
  assert.deepEqual(open([state]), [["flag", "state"]]);
});

test("the capabilities of a colored light", async () => {
  const { facts } = await knownDevice({ modelid: "LCT015", manufacturername: "Philips", colorcapabilities: 31 });
  const { attr, state } = only(planDevice(facts), "Extended color light");
  const { capabilities, ...rest } = attr as {
    capabilities: { alerts: string[]; color: { effects: string[]; modes: string[] } };
  };
  assert.deepEqual(rest, { hascolor: true, colorcapabilities: 31, ctmin: 153, ctmax: 500 });
  assert.deepEqual(capabilities.color.modes, ["ct", "effect", "hs", "xy"]);
  assert.deepEqual(capabilities.color.effects.slice(0, 3), ["none", "colorloop", "candle"]);
  assert.deepEqual(capabilities.alerts.slice(0, 5), ["none", "select", "lselect", "blink", "breathe"]);
  const told = { on: null, bri: null, ct: null, xy: null, hue: null, sat: null, colormode: null };
  assert.deepEqual(state, { ...told, alert: "none", effect: "none" });
});

test("a light has a color loop if it reports one or a hue, or reports no capabilities", async () => {
  const loops: [bits: number | null, isPromised: boolean][] = [
    [24, false],
    [8, false],
    [12, true],
    [25, true],
    [31, true],
    [null, true],
  ];
  for (const [bits, isPromised] of loops) {
    const { facts } = await knownDevice({ modelid: "LCT015", manufacturername: "Philips", colorcapabilities: bits });
    const { capabilities } = only(planDevice(facts), "Extended color light").attr as {
      capabilities: { color: { effects: string[] } };
    };
    assert.equal(capabilities.color.effects.includes("colorloop"), isPromised, String(bits));
    assert.equal(capabilities.color.effects[0], "none");
  }
});

test("the gamut stands with the capabilities", async () => {
  const { facts } = await knownDevice({ modelid: "LCT015", manufacturername: "Philips", colorcapabilities: 31 });
  const gamut = { red: [0.6915, 0.3083], green: [0.17, 0.7], blue: [0.1532, 0.0475] } as const;
  const { capabilities } = only(planDevice({ ...facts, gamut }), "Extended color light").attr as {
    capabilities: { color: { xy: unknown } };
  };
  assert.deepEqual(capabilities.color.xy, gamut);
});

test("a dimmable light has no color capabilities", () => {
  const light: Expose = { type: "light", features: [binary("state"), numeric("brightness", "")] };
  const { attr, state } = only(plan([light]), "Dimmable light");
  assert.deepEqual(attr, { hascolor: false, capabilities: { alerts: ["none", "select", "lselect"] } });
  assert.deepEqual(state, { alert: "none", on: null, bri: null });
});

test("a siren that reports its alarm shows it, though it is commanded by a warning", () => {
  const warning: Expose = { type: "composite", name: "warning", property: "warning", access: 2, features: [] };
  const siren = only(
    plan([warning, { ...binary("alarm"), access: 1, value_on: true, value_off: false }]),
    "Warning device",
  );
  assert.deepEqual(
    [true, false].map((alarm) => readPayload(siren, { alarm }).state),
    [{ alert: "lselect" }, { alert: "none" }],
  );
  assert.ok(writableMembers(siren, "state").includes("alert"));
});
