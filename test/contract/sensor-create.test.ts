/** POST /sensors with a body (interface 4.1, wire 3.3): the checks in their order, and the first values of a new sensor. */
import assert from "node:assert/strict";
import { NOT_JSON } from "../../src/model/resource.ts";
import { clip, fakeDisk, settle } from "../support/fakes.ts";
import { contract, created, inShort, seen } from "../support/transports.ts";

const WORDS = ["name", "modelid", "swversion", "type", "uniqueid", "manufacturername"] as const;

/** Each wrong body is also wrong in all that is checked later: the earliest fault is the one that is told. */
const CHECKS: [says: string, body: unknown, fault: [type: number, address: string]][] = [
  ["1: JSON", NOT_JSON, [2, "/sensors"]],
  ["1: a list", [clip("CLIPFire")], [2, "/sensors"]],
  ["1: an empty list", [], [2, "/sensors"]],
  ["1: a number", 5, [2, "/sensors"]],
  ["1: a text", "CLIPFire", [2, "/sensors"]],
  ...WORDS.map((word): [string, unknown, [number, string]] => {
    const { [word]: _, ...body } = clip("ZHASwitch", { foo: 1 });
    return [`3: ${word} is missing`, body, [5, "/sensors"]];
  }),
  ["4: unknown member", clip("ZHASwitch", { foo: 1, swversion: 5 }), [6, "/sensors/foo"]],
  ["4: hostile member", clip("ZHASwitch", { constructor: 1 }), [6, "/sensors/constructor"]],
  ["5: a type that is no CLIP", clip("ZHASwitch", { uniqueid: "taken" }), [501, "/sensors"]],
  ["5: Daylight", clip("Daylight"), [501, "/sensors"]],
  ["6: the uniqueid is taken", clip("CLIPNothing", { uniqueid: "taken", state: { foo: 1 } }), [100, "/sensors"]],
  ["7: unknown type", clip("CLIPNothing", { state: { foo: 1 } }), [7, "/sensors"]],
  ["7: CLIPDaylight", clip("CLIPDaylight"), [7, "/sensors"]],
  ["7: CLIPThermostat", clip("CLIPThermostat"), [7, "/sensors"]],
  ["8: unknown state", clip("CLIPFire", { state: { foo: 1 }, config: { foo: 1 } }), [6, "/sensors/foo"]],
  ["8: derived state", clip("CLIPLightLevel", { state: { dark: true } }), [6, "/sensors/dark"]],
  ["8: lastupdated", clip("CLIPFire", { state: { lastupdated: "none" } }), [6, "/sensors/lastupdated"]],
  ["9: state of another type", clip("CLIPFire", { state: { open: true }, config: { foo: 1 } }), [6, "/sensors/open"]],
  ["10: bad state", clip("CLIPFire", { state: { fire: 1 }, config: { foo: 1 } }), [7, "/sensors/state"]],
  ["10: state is no object", clip("CLIPFire", { state: 5 }), [7, "/sensors"]],
  ["11: unknown config", clip("CLIPFire", { config: { foo: 1 } }), [6, "/sensors/foo"]],
  ["12: config of another type", clip("CLIPFire", { config: { duration: 5 } }), [6, "/sensors/duration"]],
  ["13: bad config", clip("CLIPFire", { config: { battery: 101 } }), [7, "/sensors/config"]],
  ["13: config is no object", clip("CLIPFire", { config: [] }), [7, "/sensors"]],
];

contract("B4: the thirteen checks, in their order; nothing is created by any of them", async ({ ask, disk }) => {
  await created(ask, "/sensors", clip("CLIPAlarm", { uniqueid: "taken" }));
  const records = disk.records.size;
  for (const [says, body, fault] of CHECKS) {
    assert.deepEqual(inShort(await ask("POST", "/sensors", body)), [400, fault], says);
  }
  assert.deepEqual(Object.keys(await seen(ask, "/sensors")), ["1"]);
  assert.equal(disk.records.size, records);
});

contract("the six words must be texts that say something", async ({ ask }) => {
  for (const word of WORDS) {
    for (const value of ["", "  ", 5, null, {}]) {
      const reply = await ask("POST", "/sensors", clip("CLIPFire", { [word]: value }));
      assert.deepEqual(inShort(reply), [400, [7, `/sensors/${word}`]], `${word}: ${JSON.stringify(value)}`);
    }
  }
});

const full = fakeDisk(
  Array.from({ length: 1_000 }, (_, index) => [
    `/sensors/${index + 1}`,
    JSON.stringify({ type: "CLIPAlarm", attr: { name: "n", uniqueid: `u${index}` } }),
  ]),
);
contract(
  "2: the thousandth CLIP sensor is the last",
  async ({ ask }) => {
    assert.deepEqual(inShort(await ask("POST", "/sensors", { type: "CLIPFire" })), [400, [502, "/sensors/"]]);
    assert.equal((await ask("DELETE", "/sensors/17")).status, 200);
    assert.equal(await created(ask, "/sensors", clip("CLIPFire")), "1001");
  },
  () => ({ disk: fakeDisk(full.records) }),
);

contract("initial values are kept, and stamp the sensor; recycle is accepted", async ({ ask, clock }) => {
  clock.advance(0.25);
  const body = clip("CLIPTemperature", {
    state: { temperature: "2150", lowbattery: true },
    config: { on: true, reachable: false, battery: 90, url: "/a", offset: -50 },
    recycle: true,
  });
  await created(ask, "/sensors", body);
  const { state, config, ...others } = await seen(ask, "/sensors/1");
  assert.deepEqual(state, { temperature: 2100, lowbattery: true, lastupdated: "2026-03-01T12:00:00.250" });
  assert.deepEqual(config, { on: true, reachable: false, battery: 90, url: "/a", offset: -50 });
  assert.equal("recycle" in others, false);
});

contract("an offset moves what is measured, not what a new sensor starts with", async ({ ask }) => {
  await created(ask, "/sensors", clip("CLIPHumidity", { config: { offset: 100 } }));
  assert.deepEqual((await seen(ask, "/sensors/1")).state, { humidity: 0, lastupdated: "none" });
});

contract("dark, daylight and lux follow from the first light level", async ({ ask }) => {
  await created(ask, "/sensors", clip("CLIPLightLevel", { state: { lightlevel: 20_000 } }));
  await created(ask, "/sensors", clip("CLIPLightLevel", { config: { tholddark: 100, tholdoffset: 50 } }));
  const [one, other] = Object.values<{ state: object }>(await seen(ask, "/sensors"));
  const lastupdated = "2026-03-01T12:00:00.000";
  assert.deepEqual(one?.state, { lightlevel: 20_000, dark: false, daylight: true, lux: 100, lastupdated });
  assert.deepEqual(other?.state, { lightlevel: 0, dark: true, daylight: false, lux: 0, lastupdated: "none" });
});

contract("a new sensor is told", async ({ ask, heard }) => {
  await created(ask, "/sensors", clip("CLIPAlarm"));
  await settle();
  const added = heard.filter(({ event }) => event === "added").map(({ resource }) => resource.address);
  assert.deepEqual(added, ["/sensors/1"]);
});
