/** Values in the words of people, in the languages that there are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inWords, mainMember, wordingIn } from "../../../nodes/messages/value-words.ts";
import type { Definition } from "../../../src/model/definitions.ts";
import type { Values } from "../../../src/model/resource.ts";
import { DEFINITIONS } from "../../../src/resources/index.ts";

const rows: readonly [type: string, values: Values, english: string, german: string][] = [
  ["ZHAPresence", { presence: false }, "no motion", "keine Bewegung"],
  ["ZHAOpenClose", { open: true }, "open", "offen"],
  ["ZHATemperature", { temperature: 2150 }, "21.5 °C", "21,5 °C"],
  ["ZHAPower", { power: 60, current: 261 }, "60 W, 0.261 A", "60 W, 0,261 A"],
  ["ZHALightLevel", { lux: 16 }, "16 lx", "16 lx"],
  ["CLIPGenericStatus", { status: 3 }, "Number: 3", "Zahl: 3"],
  ["ZHAPresence", { presence: null, lastupdated: "2026-01-01T00:00:00" }, "", ""],
];

for (const [type, values, english, german] of rows) {
  test(`${type} ${JSON.stringify(values)}: ${english}`, () => {
    const definition = DEFINITIONS[type] as Definition;
    const words = (language: string) => inWords(values, definition, () => "state", wordingIn(language));
    assert.equal(words("en-US"), english);
    assert.equal(words("de"), german);
    assert.equal(words("de-AT"), german, "a region has the words of its language");
  });
}

test("a language without a translation is English", () => {
  const definition = DEFINITIONS.ZHATemperature as Definition;
  assert.equal(
    inWords({ temperature: 2150 }, definition, () => "state", wordingIn("tlh")),
    "21.5 °C",
  );
});

test("the main member of each type of sensor", () => {
  assert.deepEqual(["ZHALightLevel", "CLIPPresence", "ZHASwitch", "Nothing"].map(mainMember), [
    ...["lux", "presence", undefined, undefined],
  ]);
});
