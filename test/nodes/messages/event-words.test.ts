/** A change in the status of an event node: the words of the panels, and nothing raw. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeInWords, nameInWords } from "../../../nodes/messages/event-words.ts";
import { wordingIn } from "../../../nodes/messages/value-words.ts";
import type { Definition } from "../../../src/model/definitions.ts";
import type { Address, Change, Section, Values } from "../../../src/model/resource.ts";
import { DEFINITIONS } from "../../../src/resources/index.ts";

const KEYS = { 1002: { button: 1, action: "SHORT_RELEASE", name: "On" } };
const resource = (type: string, address: Address, attr: Values = {}) => {
  return { address, type, attr, config: {}, state: {}, action: {} };
};
const PRESS = { buttonevent: 1002, eventduration: 2, lastupdated: "2026-01-01T00:00:00" };
const LAMP = "Extended color light";

const rows: readonly [type: string, section: Section, values: Values, english: string, german: string][] = [
  ["ZHASwitch", "state", PRESS, "On, short press", "Ein, kurz gedrückt"],
  ["ZHASwitch", "state", { buttonevent: 2001 }, "Button 2, held", "Taste 2, gehalten"],
  ["Schedule", "attr", { status: "disabled" }, "disabled", "ausgeschaltet"],
  [
    "Rule",
    "attr",
    { lasttriggered: "2026-01-01T00:00:00", timestriggered: 3 },
    "The rule fired",
    "Die Regel hat ausgelöst",
  ],
  [LAMP, "state", { ct: 500, hue: 44_418, sat: 251, xy: [0.5, 0.4] }, "2,000 K", "2.000 K"],
  [LAMP, "state", { ct: 366, on: true }, "2,750 K, on", "2.750 K, ein"],
  [LAMP, "state", { hue: 44_418, sat: 251 }, "Hue: 244°, Saturation: 99 %", "Farbton: 244°, Sättigung: 99 %"],
  ["CLIPGenericStatus", "state", { status: 3 }, "Number: 3", "Zahl: 3"],
  ["Device", "state", { pairing: "left" }, "left", "gegangen"],
  ["ZHAPresence", "state", { lastupdated: "2026-01-01T00:00:00" }, "", ""],
];

for (const [type, section, values, english, german] of rows) {
  test(`${type} ${JSON.stringify(values)}: ${english}`, () => {
    const definition = DEFINITIONS[type] as Definition;
    const cause = { by: "radio", depth: 0 };
    const change: Change = {
      event: "changed",
      resource: resource(type, "/sensors/1"),
      section,
      values,
      before: {},
      cause,
    };
    const words = (language: string) => changeInWords(change, definition, wordingIn(language), KEYS);
    assert.deepEqual([words("en-US"), words("de")], [english, german]);
  });
}

test("a long job is told by its kind and how far it is, as the panels do", () => {
  const told = (type: string, event: Change["event"], { attr = {}, state = {} }: { attr?: Values; state?: Values }) => {
    const of = { ...resource(type, "/jobs/1", attr), state };
    const change: Change = { event, resource: of, values: {}, before: {}, cause: { by: "editor", depth: 0 } };
    const words = (language: string) => {
      const wording = wordingIn(language);
      return `${nameInWords(of, wording)}: ${changeInWords(change, DEFINITIONS[type] as Definition, wording, undefined)}`;
    };
    return [words("en-US"), words("de")];
  };
  const job = (more: Values, event: Change["event"] = "changed") =>
    told("Job", event, { attr: { does: "touchlink-scan", status: "running", ...more } });
  const ended = "2026-03-01T12:00:07";
  assert.deepEqual(job({}, "added"), ["Touchlink scan: is under way", "Touchlink-Suche: läuft"]);
  assert.deepEqual(job({ status: "done", ended }), ["Touchlink scan: is done", "Touchlink-Suche: ist fertig"]);
  const error = { code: "radio-down", description: "the radio is down" };
  assert.equal(job({ does: "survey", status: "failed", error })[0], "Survey of the network: failed: the radio is down");
  const restarted = { code: "restarted", description: "?" };
  assert.match(job({ status: "failed", error: restarted })[0] ?? "", /failed: the gateway was restarted$/);
  assert.equal(job({ does: "unheard-of" })[0], "A longer task: is under way");
  assert.equal(
    told("Touchlink", "changed", { state: { scanstate: "idle", lastscan: ended } })[0],
    "Touchlink scan: is done",
  );
});

test("a resource without a name is called by its kind", () => {
  const mac = "00:17:88:01:00:00:00:01";
  const name = (...of: Parameters<typeof resource>) => nameInWords(resource(...of), wordingIn("en-US"));
  assert.equal(name("Device", `/devices/${mac}`, { name: mac }), "device");
  assert.equal(name("Device", `/devices/${mac}`, { name: "Hall" }), "Hall");
  assert.equal(name("Door Lock", "/lights/4"), "Door lock");
  assert.equal(name("Strange", "/lights/5"), "/lights/5");
});
