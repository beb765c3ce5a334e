/** Which address is meant by one that is misspelled. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { meantBy, PARTS } from "../../src/model/meant-address.ts";
import { ROUTES } from "../../src/resources/index.ts";

const misspelled: readonly (readonly [typed: string, meant: string | undefined])[] = [
  ["/sensor/1", "/sensors/1"],
  ["/Lights", "/lights"],
  ["/lihgts/4/state", "/lights/4/state"],
  ["/lights/4/sate", "/lights/4/state"],
  ["groop/2/acton", "/groups/2/action"],
  ["/sensor/5/history?member=power&step=day", "/sensors/5/history?member=power&step=day"],
  ["/confg", "/config"],
  ["/lights/4/state", undefined],
  ["lights/4", undefined],
  ["/lights/4/colours", undefined],
  ["/config/name", undefined],
  ["/unicorns/1", undefined],
  ["/", undefined],
  ["", undefined],
];
for (const [typed, meant] of misspelled)
  test(`“${typed}” ${meant ? `may mean ${meant}` : "is no slip"}`, () => assert.equal(meantBy(typed), meant));

test("no address that the API has is taken for a slip", () => {
  const slips = ROUTES.map(([, pattern]) => pattern).filter((pattern) => meantBy(pattern) !== undefined);
  assert.deepEqual(slips, []);
  const families = new Set(ROUTES.map(([, pattern]) => pattern.split("/")[1] ?? ""));
  assert.deepEqual(Object.keys(PARTS).toSorted(), [...families].filter((family) => family !== "").toSorted());
});
