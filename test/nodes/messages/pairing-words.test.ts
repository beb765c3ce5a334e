import assert from "node:assert/strict";
import { test } from "node:test";
import { openingIn } from "../../../nodes/zigbee-gateway-pairing.ts";

const MAC = "00:12:4b:00:01:02:03:04";
const rows: readonly [payload: unknown, opening: object | undefined][] = [
  [true, { seconds: 120 }],
  [false, { seconds: 0 }],
  [0, { seconds: 0 }],
  [60, { seconds: 60 }],
  [59.5, { seconds: 60 }],
  [{}, { seconds: 120 }],
  [
    { seconds: 30, router: MAC },
    { seconds: 30, router: MAC },
  ],
  [{ router: "0x00124B0001020304" }, { seconds: 120, router: MAC }],
  [{ installCode: "RB01SG" }, { seconds: 120, installCode: "RB01SG" }],
  [-1, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  ["60", undefined],
  [undefined, undefined],
  [null, undefined],
  [[], undefined],
  [{ seconds: "60" }, undefined],
  [{ router: 5 }, undefined],
  [{ second: 5 }, undefined],
];

for (const [payload, opening] of rows) {
  test(`${JSON.stringify(payload) ?? "nothing"} ${opening ? "opens or closes" : "is not understood"}`, () => {
    assert.deepEqual(openingIn(payload, 120), opening && { ...opening, warnings: [] });
  });
}

test("longer than the network can stay open is as long as it can, and told", () => {
  assert.deepEqual(openingIn(300, 120), { seconds: 254, warnings: ["seconds 300 → 254"] });
});
