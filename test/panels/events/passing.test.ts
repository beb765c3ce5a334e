/** The latest changes in the dialog of the event node: which ones come through its choices, and the message of one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HouseDevice } from "../../../panels/devices/house-devices.ts";
import type { RoomHouse } from "../../../panels/devices/rooms.ts";
import type { LoggedEvent } from "../../../panels/events/log.ts";
import { type EventChoice, messageText, passes, withinGroup } from "../../../panels/events/passing.ts";
import type { ChangeNotice } from "../../../src/model/admin-api.ts";
import { kindOfEvent } from "../../../src/model/event-kinds.ts";

const ANY: EventChoice = {
  address: "",
  family: "",
  section: "",
  member: "",
  becomes: "",
  event: "",
  cause: "",
  measured: true,
};
const FAMILIES = { ZHAOpenClose: "sensors", Gateway: "gateway", Group: "groups", Scene: "groups", Job: "jobs" };
const DOOR: ChangeNotice = {
  address: "/sensors/11",
  type: "ZHAOpenClose",
  event: "changed",
  name: "Front door",
  section: "state",
  values: { open: true },
  before: { open: false },
  by: "radio",
  at: 0,
};
const CLOSED: ChangeNotice = { ...DOOR, values: { open: false }, before: { open: true } };
const logged = (news: ChangeNotice) => ({ news, kind: kindOfEvent(news) }) as LoggedEvent;
const WARMER: ChangeNotice = { ...DOOR, values: { temperature: 2150 }, before: { temperature: 2140 } };
const LIT: ChangeNotice = { ...DOOR, address: "/groups/1", type: "Group", values: { any_on: true } };
const CALLED: ChangeNotice = {
  ...{ ...DOOR, address: "/groups/1/scenes/2", type: "Scene", values: { called: "2026-03-01" } },
  quiet: true,
};

const cases: [what: string, choice: Partial<EventChoice>, news: ChangeNotice, passes: boolean][] = [
  ["anything", {}, DOOR, true],
  ["its family", { family: "sensors" }, DOOR, true],
  ["another family", { family: "lights" }, DOOR, false],
  ["one of several values", { member: "battery, open" }, DOOR, true],
  ["what opens", { member: "open", becomes: "true" }, DOOR, true],
  ["what closes", { member: "open", becomes: "false" }, DOOR, false],
  ["anything but a job", { measured: false }, { ...DOOR, type: "Job", address: "/jobs/1" }, false],
  ["what a new door says first", { member: "open", measured: false }, { ...CLOSED, before: { open: null } }, false],
  ["that it closes", { member: "open", measured: false }, CLOSED, true],
  ["another value", { member: "battery" }, DOOR, false],
  ["another one", { address: "/sensors/12" }, DOOR, false],
  ["its settings", { section: "config" }, DOOR, false],
  ["what a rule did", { cause: "rules" }, { ...DOOR, by: "/rules/3" }, true],
  ["what a program did", { cause: "rest" }, { ...DOOR, by: "rest:Phone" }, true],
  ["what comes new", { event: "added" }, DOOR, false],
  ["what is measured, too", {}, WARMER, true],
  ["what happens", { measured: false }, DOOR, true],
  ["what happens", { measured: false }, WARMER, false],
  ["what happens to one", { measured: false, address: "/sensors/11" }, WARMER, true],
  ["one value", { measured: false, member: "temperature" }, WARMER, true],
  ["what happens, but what its lights have told,", { measured: false }, LIT, false],
  ["rooms and groups", { measured: false, family: "groups" }, LIT, true],
  ["anything but what its group tells", {}, CALLED, false],
  ["scenes", { measured: false, family: "scenes" }, CALLED, true],
  ["that it left", {}, { ...DOOR, values: {} }, false],
  ["that the gateway is there", {}, { ...DOOR, address: "/gateway", type: "Gateway", event: "added" }, false],
];
for (const [what, choice, news, expected] of cases)
  test(`a choice of ${what} ${expected ? "lets it through" : "holds it back"}`, () =>
    assert.equal(passes({ ...ANY, ...choice }, FAMILIES, logged(news)), expected));

test("a choice of a room lets through its devices, where that is wanted", () => {
  const room = { ...ANY, address: "/groups/1" };
  assert.equal(passes(room, FAMILIES, logged(DOOR)), false);
  assert.equal(passes(room, FAMILIES, logged(DOOR), new Set(["/groups/1", "/sensors/11"])), true);
});

test("a sign of life comes through only by its name", () => {
  const heard = logged({ ...DOOR, values: { lastupdated: "2026-03-01" }, quiet: true });
  assert.equal(passes(ANY, FAMILIES, heard), false);
  assert.equal(passes({ ...ANY, member: "lastupdated" }, FAMILIES, heard), true);
});

test("a lamp that tells its color a little beside the last one comes through, though the panel hides that", () => {
  const color = { address: "/lights/3", type: "Color light", values: { ct: 301 }, before: { ct: 300 } } as const;
  assert.equal(passes(ANY, FAMILIES, logged({ ...DOOR, ...color })), true);
  assert.equal(passes({ ...ANY, measured: false }, FAMILIES, logged({ ...DOOR, ...color })), false);
});

test("the message is told as a debug node shows it", () => {
  assert.equal(
    messageText(DOOR),
    [
      'msg.topic = "/sensors/11/state"',
      "msg.payload = { open: true }",
      'msg.data = { id: "11", name: "Front door", type: "ZHAOpenClose", … }',
      'msg.event = { event: "changed", section: "state", before: { open: false }, cause: { by: "radio" } }',
    ].join("\n"),
  );
  const { section, before, ...gone } = DOOR;
  assert.match(
    messageText({ ...gone, event: "deleted", values: {} }),
    /^msg.topic = "\/sensors\/11"\nmsg.payload = \{ id: "11"/,
  );
  const lit = { ...DOOR, values: { bri: 76, temperature: 2150 } };
  assert.match(messageText(lit), /payload = \{ bri: 76, temperature: 2150 \}/);
  assert.match(messageText(lit, { "state/temperature": "0.01 °C" }), /payload = \{ bri: 30, temperature: 21.5 \}/);
  assert.match(messageText({ ...lit, before: { bri: 254 } }, {}), /before: \{ bri: 100 \}/);
  assert.match(messageText({ ...lit, before: { bri: 254 } }), /before: \{ bri: 254 \}/);
  const radio = messageText({ ...DOOR, address: "/gateway", values: { event: "radio-up" } });
  assert.match(radio, /^msg.topic = "\/gateway"\nmsg.payload = "radio-up"\nmsg.event/);
});

test("in a group are its lights with all that their devices have, and the sensors that it was given", () => {
  const devices = [
    { key: "lamp", resources: [{ address: "/lights/1" }, { address: "/sensors/1" }] },
    { key: "other", resources: [{ address: "/lights/2" }] },
    { key: "climate", resources: [{ address: "/sensors/3" }] },
  ] as unknown as readonly HouseDevice[];
  const house = {
    groups: { 1: { name: "Floor", type: "LightGroup", lights: ["1"], devicemembership: [] } },
    resourcelinks: {
      1: { classid: 27_110, links: ["/groups/1", "/sensors/3"] },
      2: { classid: 1, links: ["/groups/1", "/lights/2"] },
    },
  } as unknown as RoomHouse;
  const found = withinGroup("/groups/1", house, devices);
  const expected = ["/groups/1", "/lights/1", "/sensors/3", "/devices/lamp", "/sensors/1", "/devices/climate"];
  assert.deepEqual(new Set(found), new Set(expected));
  assert.equal(withinGroup("/groups/2", house, devices), undefined);
  assert.equal(withinGroup("/lights/1", house, devices), undefined);
});
