/** The changes that make a look at the house due, and how soon. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { goneSigns, troubleSigns, untilLook } from "../../../panels/health/pulse.ts";
import { readHouse } from "../../../panels/house.ts";

const house = (lamp: object, remote: object = {}, device: object = {}) => ({
  devices: { "00:01": { name: "Lamp", ...device } },
  lights: { 1: { uniqueid: "00:01-0b", state: { on: true, ...lamp } } },
  sensors: { 2: { uniqueid: "00:02-01", state: { buttonevent: 1002 }, config: { reachable: true, ...remote } } },
});

test("a look is due when a light or a sensor is missed or back, and when the doctor says something else", () => {
  const well = troubleSigns(house({ reachable: true }));
  const all = [
    house({ reachable: false }),
    house({ reachable: true }, { reachable: false }),
    house({ reachable: true }, {}, { trouble: { kind: "no-power", lost: true } }),
    house({ reachable: true }, {}, { trouble: { kind: "unknown", lost: true } }),
    house({ reachable: true }, {}, { disabled: true }),
  ].map(troubleSigns);
  assert.equal(new Set([well, ...all]).size, 6, "each is another one");
});

test("no look is due for reports of devices", () => {
  assert.equal(troubleSigns(house({ reachable: true })), troubleSigns(house({ reachable: true, on: false, bri: 3 })));
  assert.equal(troubleSigns(house({}, { battery: 100 })), troubleSigns(house({}, { battery: 99 }, { trouble: null })));
});

test("a look is due when a battery becomes low, and when it is new", () => {
  const [full, low] = [house({}, { battery: 16 }), house({}, { battery: 15 })].map(troubleSigns);
  assert.notEqual(full, low);
  assert.equal(troubleSigns(house({}, { battery: 9 })), low);
  assert.notEqual(troubleSigns(house({}, { battery: 2 })), low, "it may end any day");
  assert.equal(troubleSigns(house({}, { battery: 100 })), full);
  const flagged = (lowbattery: boolean) => {
    const { devices, lights } = house({});
    return troubleSigns({
      devices,
      lights,
      sensors: { 2: { uniqueid: "00:02-01", state: { lowbattery }, config: {} } },
    });
  };
  assert.notEqual(flagged(true), flagged(false));
  assert.equal(flagged(false), full);
});

test("a look is due when the target of a rule or a schedule is gone, and when it is there again", () => {
  const signs = (scenes: readonly { readonly id: string; readonly name: string }[], status = "enabled") =>
    goneSigns(
      readHouse({
        groups: { 1: { name: "Hall", scenes } },
        rules: { 7: { status, actions: [{ address: "/groups/1/scenes/2/recall", method: "PUT", body: {} }] } },
        schedules: { 3: { status, command: { address: "/api/12345678/groups/1/scenes/2/recall", method: "PUT" } } },
      }),
    );
  assert.equal(signs([]), "/rules/7\n/schedules/3");
  assert.equal(signs([{ id: "2", name: "Night" }]), "");
  assert.equal(signs([], "disabled"), "");
});

test("it is looked at soon, but not more than each few seconds", () => {
  assert.equal(untilLook(100_000, 0), 1_000);
  assert.equal(untilLook(100_000, 99_500), 4_500);
  assert.equal(untilLook(100_000, 95_500), 1_000);
});
