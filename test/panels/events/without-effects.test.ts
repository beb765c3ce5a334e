/** On the page of a room one action is one line: what a scene or a command brings about is left out. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { eventOf } from "../../../panels/events/log.ts";
import { withoutEffects } from "../../../panels/events/without-effects.ts";
import { readHouse } from "../../../panels/house.ts";
import type { ChangeNotice } from "../../../src/model/admin-api.ts";
import { speakEnglish } from "../../support/speak.ts";

beforeEach(speakEnglish);

const LIGHTS: Readonly<Record<string, readonly string[]>> = { "/groups/1": ["/lights/3", "/lights/4"] };
const lightsOf = (group: string) => LIGHTS[group] ?? [];

type Told = Partial<ChangeNotice>;
const news = (address: ChangeNotice["address"], at: number, by: string, more: Told): ChangeNotice => ({
  ...{ address, at: at * 1_000, by, type: "", event: "changed", section: "state", values: {} },
  ...more,
});
const lamp = (at: number, by: string, values: ChangeNotice["values"], more: Told = {}) =>
  news("/lights/3", at, by, { values, ...more });
const scene = (by: string, at = 0) => news("/groups/1/scenes/2", at, by, { values: { called: "2026-01-01T00:00:00" } });
const room = (by: string, at = 0) => news("/groups/1", at, by, { section: "action", values: { on: true } });

const cases: [what: string, after: readonly ChangeNotice[], event: ChangeNotice, isLeftOut: boolean][] = [
  ["what a scene does to a light", [scene("editor")], lamp(0, "editor", { on: true }), true],
  ["the same, told before the scene", [scene("editor", 0.02)], lamp(0, "editor", { on: true }), true],
  ["the same by a rule", [scene("/rules/7")], lamp(0, "/rules/7", { on: false }), true],
  ["what a light reports after a scene", [scene("editor")], lamp(3, "radio", { ct: 153 }), true],
  ["that it is on, also", [scene("rest:Phone")], lamp(9, "radio", { on: true }), true],
  ["after the scene of a remote", [scene("radio")], lamp(2, "radio", { on: true, bri: 20 }), true],
  ["just as long after it as a fade may take", [scene("editor", 7)], lamp(17, "radio", { on: true }), true],
  ["told before the scene, at a full ten seconds", [scene("editor", 10.01)], lamp(9.99, "editor", { on: true }), true],
  ["a report much later", [scene("editor")], lamp(11, "radio", { on: true }), false],
  ["a report before it", [scene("editor", 2)], lamp(0, "radio", { bri: 20 }), false],
  ["the deed of another person", [scene("editor")], lamp(0, "rest:Phone", { on: false }), false],
  ["of a flow", [scene("editor")], lamp(2, "flow:a1", { on: false }), false],
  ["another deed of the same person", [scene("editor")], lamp(4, "editor", { on: false }), false],
  ["what the same person did just before", [scene("editor", 0.6)], lamp(0, "editor", { bri: 20 }), false],
  ["of a lamp elsewhere", [scene("editor")], { ...lamp(0, "editor", { on: true }), address: "/lights/9" }, false],
  ["of a sensor", [scene("editor")], news("/sensors/3", 1, "radio", { values: { presence: true } }), false],
  ["that a scene was not done", [scene("editor")], lamp(5, "editor", { on: true }, { undo: true }), false],
  ["that a lamp is gone", [scene("editor")], lamp(5, "radio", { reachable: false }, { section: "config" }), false],
  ["another scene", [scene("editor")], scene("editor", 2), false],

  ["a report after a command to a light", [lamp(0, "editor", { on: true })], lamp(3, "radio", { bri: 254 }), true],
  ["after a command to its room", [room("editor")], lamp(3, "radio", { ct: 370, bri: 20 }), true],
  ["that it went off after all", [lamp(0, "editor", { on: true })], lamp(3, "radio", { on: false, bri: 1 }), false],
  ["the next command", [lamp(0, "editor", { on: true })], lamp(1, "editor", { bri: 20 }), false],
  ["a report after a report", [lamp(0, "radio", { on: true })], lamp(3, "radio", { bri: 254 }), false],
  ["a report long after a command", [room("editor")], lamp(11, "radio", { bri: 254 }), false],
  [
    "after a command to another lamp",
    [{ ...lamp(0, "editor", { on: true }), address: "/lights/4" }],
    lamp(3, "radio", { bri: 254 }),
    false,
  ],
  [
    "after a command that was taken back",
    [lamp(0, "editor", { on: false }, { undo: true })],
    lamp(3, "radio", { bri: 254 }),
    false,
  ],
];
for (const [what, after, event, isLeftOut] of cases)
  test(`${isLeftOut ? "left out" : "told"}: ${what}`, () => {
    const all = [...after, event].map((each, n) => eventOf(readHouse({}), each, String(n), {}));
    const shown = withoutEffects(all.slice(-1), all, lightsOf);
    assert.deepEqual(shown, isLeftOut ? [] : all.slice(-1));
  });

test("a light that was switched at its own switch says so, whatever came before", () => {
  const all = [scene("editor"), lamp(3, "radio", { on: false })].map((each, n) =>
    eventOf(readHouse({}), each, String(n), {}),
  );
  const own = all.map((event) => ({ ...event, isOwnDeed: true as const }));
  assert.equal(withoutEffects(own, all, lightsOf).length, 2);
});
