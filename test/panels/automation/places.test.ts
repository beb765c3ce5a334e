/** Where the house stands, as it is typed or pasted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { degreesIn, likelyZone, pairIn } from "../../../panels/automation/editor/places.ts";

const pasted: [text: string, pair: readonly [string, string] | undefined][] = [
  ["52.520008, 13.404954", ["52.520008", "13.404954"]],
  ["52.520008,13.404954", ["52.520008", "13.404954"]],
  [" -33.87 151.21\n", ["-33.87", "151.21"]],
  ["52,52; 13,40", ["52,52", "13,40"]],
  ["52.52° 13.4°", ["52.52", "13.4"]],
  ["52,52", undefined], // one number with a decimal comma
  ["52.52", undefined],
  ["Berlin", undefined],
];
for (const [text, pair] of pasted)
  test(`${JSON.stringify(text)} is ${pair ? pair.join(" and ") : "no pair"}`, () => {
    assert.deepEqual(pairIn(text), pair && { latitude: pair[0], longitude: pair[1] });
  });

test("degrees are no more than there are on the globe", () => {
  assert.equal(degreesIn("52,52", "latitude"), 52.52);
  assert.equal(degreesIn("90.1", "latitude"), undefined);
  assert.equal(degreesIn("-180", "longitude"), -180);
  assert.equal(degreesIn("", "longitude"), undefined);
});

const zones: [zone: string | undefined, likely: string][] = [
  ["UTC", "Europe/Rome"],
  ["Etc/UTC", "Europe/Rome"],
  [undefined, "Europe/Rome"],
  ["Europe/Berlin", "Europe/Berlin"],
];
for (const [zone, likely] of zones)
  test(`a gateway at ${zone} likely lives in ${likely}`, () => assert.equal(likelyZone(zone, "Europe/Rome"), likely));
