/** The devices that are offered in the place of a broken one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isAlike, successorsOf } from "../../../panels/devices/care/successors.ts";
import { devicesIn } from "../../../panels/devices/house-devices.ts";

const mac = (turn: number) => `00:17:88:01:00:00:00:0${turn}`;
const lights = Object.fromEntries(
  [
    ["Dimmable light", "LWB010"],
    ["Warning device", "SIREN"],
    ["Color temperature light", "LTW001"],
    ["Dimmable light", "LWB010"],
    ["Extended color light", "LCT015"],
  ].map(([type, modelid], turn) => [
    String(turn + 1),
    { type, modelid, name: `${turn + 1}`, uniqueid: `${mac(turn + 1)}-0b`, state: {}, config: {} },
  ]),
);
const devices = Object.fromEntries(
  Object.values(lights).map(({ uniqueid, modelid }) => [String(uniqueid).slice(0, 23), { modelid }]),
);
const sensors = { 9: { type: "ZHATemperature", name: "9", uniqueid: `${mac(9)}-01-0402`, state: {}, config: {} } };

test("the same model first, then devices of its kind, the newest first; a siren is no lamp, but may be chosen", () => {
  const all = devicesIn({ devices, lights, sensors });
  const former = all.find(({ name }) => name === "1");
  assert.ok(former);
  const found = successorsOf(former, all);
  assert.deepEqual(
    found.map(({ name }) => name),
    ["4", "5", "3", "2"],
  );
  assert.deepEqual(
    found.map((each) => isAlike(former, each)),
    [true, true, true, false],
  );
});
