import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clockTime, statusOf, statusOfNothing } from "../../../nodes/flow-node/node-status.ts";
import { referenceOf } from "../../../nodes/flow-node/resource-reference.ts";
import type { GatewayRuntime } from "../../../nodes/gateway/runtime.ts";
import type { Values } from "../../../src/model/resource.ts";
import { type FakeHouse, house } from "../../support/fakes.ts";
import { thing } from "../lights.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const AT = NOW - 60_000;
const say = (key: string, { name = "" } = {}) => `${key.split(".").at(-1)}${name && ` ${name}`}`;
const LOOK = { fill: "yellow", shape: "dot", text: "radio: pulled out" } as const;

let home: FakeHouse;
before(async () => {
  home = await house({ settings: { timezone: "Europe/Berlin" } });
});
after(() => home.stop());

const running = (radioTrouble = "", language = "en-US") =>
  ({ opened: { gateway: home }, now: NOW, radioTrouble, language, status: LOOK }) as unknown as GatewayRuntime;

const lamp = thing("Dimmable light", {}, { name: "Hall" });
const sensor = (config: Values, type = "ZHATemperature") => ({
  ...thing(type, { reachable: undefined }, { name: "Hall" }),
  config,
});
const green = { fill: "green", shape: "dot" } as const;

test("its value and when that came, on the gateway's own wall clock", () => {
  assert.deepEqual(statusOf(lamp, { text: "on", at: AT }, running(), say), { ...green, text: "on · 12:59 PM" });
  assert.deepEqual(statusOf(lamp, { text: "on" }, running(), say), { ...green, text: "on" });
});

test("a light that is off has a ring, as the lamp itself is dark; a light that waits, or is not reached, still looks so", () => {
  const off = { text: "off", isOff: true };
  assert.deepEqual(statusOf(lamp, off, running(), say), { fill: "grey", shape: "ring", text: "off" });
  assert.equal(statusOf({ ...lamp, config: { pending: ["x"] } }, off, running(), say).fill, "yellow");
  assert.equal(statusOf(thing("Fan", { reachable: false }, { name: "Hall" }), off, running(), say).fill, "red");
});

test("a device that is unreachable, waits or is unknown looks so", () => {
  const shown = { text: "21.4 °C", at: AT };
  const red = { fill: "red", shape: "ring", text: "unreachable" };
  assert.deepEqual(statusOf(sensor({ reachable: false }), shown, running(), say), red);
  assert.deepEqual(statusOf(thing("Fan", { reachable: false }, { name: "Hall" }), shown, running(), say), red);
  const yellow = { fill: "yellow", shape: "ring", text: "21.4 °C · 12:59 PM" };
  assert.deepEqual(statusOf(sensor({ pending: ["offset"] }), shown, running(), say), yellow);
  const grey = { fill: "grey", shape: "ring", text: "unknown" };
  assert.deepEqual(statusOf(sensor({}), { text: "" }, running(), say), grey);
});

test("while the radio is down no node knows how its devices are", () => {
  assert.deepEqual(statusOf(lamp, { text: "on" }, running("pulled out"), say), LOOK);
  assert.equal(statusOf(sensor({}, "CLIPFire"), { text: "x" }, running("pulled out"), say).text, "x");
});

test("a resource that is not there, or was never chosen", () => {
  const red = { fill: "red", shape: "dot" };
  const hall = referenceOf({ address: "/lights/1", resourceName: "Hall" });
  assert.deepEqual(statusOfNothing(hall, running(), say), { ...red, text: "not-found Hall" });
  assert.deepEqual(
    statusOfNothing(hall, running("pulled out"), say),
    LOOK,
    "it may be in the network of another stick",
  );
  assert.deepEqual(statusOfNothing(referenceOf({}), running("pulled out"), say), { ...red, text: "none" });
});

test("another day is named", () => {
  assert.equal(clockTime(NOW - 86_400_000, running()), "Feb 28 1:00 PM");
  assert.equal(clockTime(NOW - 86_400_000, running("", "de")), "28. Feb. 13:00");
  assert.equal(clockTime(NOW - 366 * 86_400_000, running()), "Feb 28, 2025 1:00 PM");
  assert.equal(clockTime(NOW + 1000, running(), true), "1:00:01 PM");
});
