/** Events: changes in words, which of them are kept, and which are shown. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { HouseDevice } from "../../../panels/devices/house-devices.ts";
import { isCountdown, isToldToRoom, withoutUndone } from "../../../panels/events/claims.ts";
import { sayCount, sayKnownSince, timeChoices, timeOf, withDays } from "../../../panels/events/days.ts";
import { folded } from "../../../panels/events/flapping.ts";
import {
  added,
  type EventFilter,
  eventOf,
  filtered,
  hasCause,
  membersOf,
  NO_FILTER,
} from "../../../panels/events/log.ts";
import { newTogether } from "../../../panels/events/many-new.ts";
import { namedNow, newOnce, wholesOf, withoutBeginnings } from "../../../panels/events/new-once.ts";
import { roomsOnce } from "../../../panels/events/new-rooms.ts";
import { withOwnDeeds } from "../../../panels/events/own-deeds.ts";
import { pathTo, placesIn } from "../../../panels/events/places.ts";
import { readHouse } from "../../../panels/house.ts";
import { resourceName } from "../../../panels/resource-names.ts";
import { goByClockOf, sayTime } from "../../../panels/texts.ts";
import type { ChangeNotice } from "../../../src/model/admin-api.ts";
import { kindOfEvent, MOST_EVENTS } from "../../../src/model/event-kinds.ts";
import { ROOM_SENSORS } from "../../../src/model/lights/groups.ts";
import { speakEnglish } from "../../support/speak.ts";

beforeEach(speakEnglish);

const HOUSE = readHouse({
  lights: { 3: { name: "Hall lamp", type: "Dimmable light", state: { on: true } } },
  sensors: {
    1: { name: "Hall motion", type: "ZHAPresence", state: { presence: true } },
    2: { name: "Hall air", type: "ZHATemperature", state: { temperature: 2150 } },
    4: { name: "Remote", type: "ZHASwitch", state: { buttonevent: 1002 } },
  },
  groups: { 1: { name: "Hall", scenes: [{ id: "2", name: "Cosy" }] } },
  rules: {
    7: { name: "Motion light", actions: [{ address: "/lights/3/state", method: "PUT", body: { on: true } }] },
  },
});
const news = (address: ChangeNotice["address"], more: Partial<ChangeNotice> = {}): ChangeNotice => ({
  ...{ address, type: "", event: "changed", section: "state", values: {}, by: "radio", at: 0 },
  ...more,
});
const job = (more: Partial<ChangeNotice>) =>
  news("/jobs/2", { type: "Job", section: "attr", name: "survey", by: "editor", ...more });
const isEcho = (one: ChangeNotice) => kindOfEvent(one) === "echoed";
const motion = { type: "ZHAPresence", values: { presence: true, lastupdated: "2026-01-01T00:00:00.000" } };

const changes: [what: string, news: ChangeNotice, says: string][] = [
  ["from and to", news("/sensors/1", { ...motion, before: { presence: false } }), "motion"],
  ["only to", news("/sensors/1", motion), "motion"],
  [
    "in units",
    news("/sensors/2", { type: "ZHATemperature", values: { temperature: 2150 }, before: { temperature: 2100 } }),
    "Temperature: 21 °C → 21.5 °C",
  ],
  [
    "several",
    news("/lights/3", { type: "Dimmable light", values: { on: true, bri: 127 }, before: { on: false } }),
    "on · Brightness: 50 %",
  ],
  ["a press", news("/sensors/4", { values: { buttonevent: 1002 } }), "button 1, short press"],
  [
    "within settings",
    news("/lights/3", { section: "config", values: { on: { startup: 1 } } }),
    "When power comes back: on",
  ],
  [
    "a setting in its unit, or as before",
    news("/lights/3", {
      section: "config",
      values: { color: { ct: { startup: 250 } } },
      before: { color: { ct: { startup: "previous" } } },
    }),
    "White when power comes back: as before → 4,000 K",
  ],
  [
    "a press is not told by its tenths of a second",
    news("/sensors/4", { values: { buttonevent: 1002, eventduration: 2 } }),
    "button 1, short press",
  ],
  [
    "a schedule is disabled, and no number",
    news("/schedules/1", { section: "attr", values: { status: "disabled" }, before: { status: "enabled" } }),
    "disabled",
  ],
  [
    "a white without the color that it is, too",
    news("/lights/3", { values: { ct: 500, hue: 5_485, sat: 232, xy: [0.5269, 0.4133] } }),
    "White: 2,000 K",
  ],
  [
    "another color by its name",
    news("/lights/3", { values: { hue: 5_000, sat: 251 }, before: { hue: 45_000, sat: 230 } }),
    "Color: blue → orange",
  ],
  [
    "a color that has the same name by the new one alone",
    news("/lights/3", { values: { hue: 45_500, sat: 254 }, before: { hue: 45_000, sat: 230 } }),
    "Color: blue",
  ],
  [
    "a color by its coordinates alone",
    news("/lights/3", { values: { xy: [0.15, 0.06] }, before: { xy: [0.2247, 0.3287] } }),
    "Color: turquoise → blue",
  ],
  [
    "from a white to a color, as a command claims it",
    news("/lights/3", {
      values: { xy: [0.2247, 0.3287], colormode: "xy" },
      before: { xy: [0.3804, 0.3767], colormode: "ct" },
    }),
    "Color: neutral white → turquoise",
  ],
  [
    "from a white to a color, as a lamp reports it with the nearest white",
    news("/lights/3", {
      values: { ct: 153, xy: [0.2247, 0.3287], colormode: "xy" },
      before: { ct: 366, xy: [0.4574, 0.41], colormode: "ct" },
    }),
    "Color: warm white → turquoise",
  ],
  [
    "a color of which a lamp reports all but the coordinates that a command claimed",
    news("/lights/3", { values: { ct: 153, hue: 33_678, sat: 170 }, before: { ct: 366, hue: 5_825, sat: 206 } }),
    "Color: warm white → turquoise",
  ],
  [
    "orange, beside which the warmest white lies",
    news("/lights/3", { values: { ct: 499, xy: [0.543, 0.407] }, before: { ct: 500, xy: [0.15, 0.06] } }),
    "Color: blue → orange",
  ],
  [
    "a color on the wheel",
    news("/lights/3", {
      values: { hue: 30_000, sat: 254, colormode: "hs" },
      before: { hue: null, sat: null, colormode: "ct", ct: 454 },
    }),
    "Color: candlelight → turquoise",
  ],
  [
    "from a color to a white of which the lamp tells no kelvin",
    news("/lights/3", {
      values: { xy: [0.3804, 0.3767], hue: 7_282, sat: 124 },
      before: { xy: [0.15, 0.06], hue: 43_690, sat: 254 },
    }),
    "Color: blue → neutral white",
  ],
  [
    "a white of a lamp that only knows colors",
    news("/lights/3", {
      values: { ct: 250, xy: [0.3804, 0.3767], colormode: "xy" },
      before: { ct: 370, xy: [0.4591, 0.4106], colormode: "hs" },
    }),
    "White: 2,700 K → 4,000 K",
  ],
  [
    "a color of a lamp that goes on",
    news("/lights/3", {
      values: { on: true, xy: [0.543, 0.407], colormode: "xy" },
      before: { on: false, xy: [0.4574, 0.41], colormode: "ct" },
    }),
    "on · Color: orange",
  ],
  [
    "from a color to a white that reads almost as the one before: only that it is white now",
    news("/lights/3", {
      values: { ct: 366, xy: [0.46, 0.41], colormode: "ct" },
      before: { ct: 368, xy: [0.6, 0.3], colormode: "xy" },
    }),
    "Color mode: color → white",
  ],
  [
    "a step of white that nobody sees beside what is seen",
    news("/lights/3", { values: { ct: 366, bri: 127 }, before: { ct: 368, bri: 254 } }),
    "Brightness: 100 % → 50 %",
  ],
  [
    "the phase of the sun in words",
    news("/sensors/5", { type: "Daylight", values: { status: 210 }, before: { status: 180 } }),
    "Sun: golden hour in the evening → dusk",
  ],
  [
    "the number of a virtual sensor as a number",
    news("/sensors/5", { type: "CLIPGenericStatus", values: { status: 210 } }),
    "Number: 210",
  ],
  ["only heard", news("/sensors/1", { values: { lastupdated: "2026-01-01T00:00:00" } }), "was heard"],
  ["new", news("/sensors/9", { event: "added" }), "is new"],
  ["gone", news("/sensors/9", { event: "deleted" }), "is gone"],
  [
    "the network is opened",
    news("/config", {
      values: { permitjoin: 254, permitjoinfull: 300 },
      before: { permitjoin: 0, permitjoinfull: 0 },
    }),
    "Network open for: 0 s → 254 s",
  ],
  ["nothing that is shown", news("/sensors/9"), "something changed"],
  [
    "that programs are let in",
    news("/config", { section: "attr", values: { linkbutton: true }, before: { linkbutton: false } }),
    "a program may get a key now",
  ],
  ["a job goes on", job({ event: "added" }), "is under way"],
  ["a program came", news("/config/whitelist/1234ABCD", { event: "added", name: "Phone" }), "was given a key"],
  ["a program goes", news("/config/whitelist/1234ABCD", { event: "deleted", name: "Phone" }), "its key was taken away"],
  [
    "a lamp that goes on, not from which brightness: nobody saw that",
    news("/lights/3", { values: { on: true, bri: 127 }, before: { on: false, bri: 254 } }),
    "on · Brightness: 50 %",
  ],
  [
    "where the house is",
    news("/config", { section: "attr", values: { timezone: "Europe/Berlin" }, before: { timezone: "UTC" } }),
    "Time zone: UTC → Europe/Berlin",
  ],
  ["a job ends", job({ values: { status: "done", ended: "2026-01-01T00:00:00" } }), "is done"],
  [
    "a job fails",
    job({ values: { status: "failed", error: { code: "radio-down", description: "the radio is down" } } }),
    "failed: the radio is down",
  ],
  [
    "a job ends with its gateway",
    job({ values: { status: "failed", error: { code: "restarted", description: "?" } } }),
    "failed: the gateway was restarted",
  ],
  [
    "what was not known before only by what it is",
    news("/lights/3", { values: { hue: 0 }, before: { hue: null } }),
    "Hue: 0°",
  ],
  [
    "of a color no coordinates, where it is told otherwise",
    news("/lights/3", { values: { xy: [0.38, 0.377], ct: 250 }, before: { xy: [0.527, 0.413], ct: 500 } }),
    "White: 2,000 K → 4,000 K",
  ],
  ["the gateway began anew", news("/gateway", { values: { event: "restarted" } }), "started again"],
  [
    "the radio went",
    news("/gateway", { values: { event: "radio-down", reason: "the stick is gone" } }),
    "the radio is off: the stick is gone",
  ],
  ["a scene", news("/groups/1", { values: { scene: "2" }, before: { scene: "" } }), "Scene: Cosy"],
  [
    "members by their names",
    news("/groups/1", { section: "attr", values: { lights: ["3", "9"] }, before: { lights: [] } }),
    "now with Hall lamp and a light that is gone",
  ],
  [
    "who came into a room, and who left it",
    news("/groups/1", { section: "attr", values: { lights: ["3", "9"] }, before: { lights: ["9", "8"] } }),
    "now with Hall lamp · now without a light that is gone",
  ],
  [
    "of several members none that reads as before",
    news("/lights/3", { values: { ct: 364, bri: 127 }, before: { ct: 363, bri: 254 } }),
    "Brightness: 100 % → 50 %",
  ],
  [
    "how a lamp tells its color only where the color does not",
    news("/lights/3", { values: { ct: 364, colormode: "ct" }, before: { ct: 370, colormode: "xy" } }),
    "White: 2,700 K → 2,750 K",
  ],
  [
    "that a lamp became as white as it was before its color",
    news("/lights/3", { values: { ct: 364, colormode: "ct" }, before: { ct: 363, colormode: "xy" } }),
    "Color mode: color → white",
  ],
  [
    "a trouble in the words of its note",
    news("/devices/00:11", {
      section: "attr",
      by: "gateway",
      values: { trouble: { kind: "no-power", certainty: "likely", lost: true, since: "2001-01-01T12:00:00Z" } },
    }),
    `Not heard since ${sayTime(Date.parse("2001-01-01T12:00:00Z"), { dateStyle: "short", timeStyle: "short" })}. The most likely reason: It seems to have no power: nothing is wrong around it.`,
  ],
  [
    "a trouble that is over",
    news("/devices/00:11", { section: "attr", values: { trouble: null } }),
    "is all right again",
  ],
  [
    "what a rule did",
    news("/rules/7", {
      section: "attr",
      by: "/rules/7",
      values: { lasttriggered: "2026-01-01T00:00:00", timestriggered: 2 },
    }),
    "The rule did: Hall lamp on",
  ],
  [
    "what a rule could not do",
    news("/rules/7", {
      section: "attr",
      by: "/rules/7",
      values: { lastfailed: 5 },
      failure: {
        action: {
          address: "/lights/3/state",
          method: "PUT",
          body: { on: true },
          error: "resource, /lights/3, not available",
        },
      },
    }),
    "It fired, but nothing could be done · Hall lamp on: resource, /lights/3, not available",
  ],
  [
    "what a rule could only do in part",
    news("/rules/7", {
      section: "attr",
      by: "/rules/7",
      values: { lastfailed: 5 },
      failure: { action: { address: "/lights/9/state", method: "PUT", status: 503 }, isPart: true },
    }),
    "It fired, but not all of it could be done · PUT /lights/9/state: 503",
  ],
  [
    "what was claimed, and never came true",
    news("/lights/3", { values: { on: false }, before: { on: true }, undo: true }),
    "on – asked for, but not done",
  ],
  [
    "that a thermostat heats",
    news("/sensors/2", { type: "ZHAThermostat", values: { on: true }, before: { on: false } }),
    "Heating: off → on",
  ],
  [
    "what would be too long for its line only by what it became",
    news("/rules/7", { section: "attr", values: { status: "b".repeat(50) }, before: { status: "a".repeat(50) } }),
    "b".repeat(50),
  ],
  [
    "another name, with the one before, however long they are",
    news("/rules/7", {
      section: "attr",
      values: { name: "Hall motion → Kitchen strip", conditions: [] },
      before: { name: "Hall motion → Hall lamp", conditions: [] },
    }),
    "“Hall motion → Hall lamp” is now called “Hall motion → Kitchen strip” · was changed",
  ],
  [
    "a name, where the one before is not known",
    news("/rules/7", { section: "attr", values: { name: "Evening" } }),
    "is now called “Evening”",
  ],
  ["a device that a user removed", news("/devices/00:01", { values: { pairing: "left" } }), "was removed"],
  ["a rule that is gone", news("/rules/9", { values: { lasttriggered: "2026-01-01T00:00:00" } }), "The rule fired"],
];
for (const [what, given, says] of changes)
  test(`${what}: ${says}`, () => assert.equal(eventOf(HOUSE, given, "0", {}).what.replaceAll("\u00a0", " "), says));

test("a device that went by itself has its lights still", () => {
  const house = { ...HOUSE, lights: { 3: { name: "Hall lamp", uniqueid: "00:01-01" } } };
  const { what } = eventOf(house, news("/devices/00:01", { values: { pairing: "left" } }), "0", {});
  assert.equal(what, "has left the network");
});

test("a change that reads the same before and after is shown with the technical steps alone", () => {
  const kindOf = (given: ChangeNotice) => eventOf(HOUSE, given, "0", {}).kind;
  const wheel = (hue: number) => news("/lights/3", { values: { hue, sat: 230 }, before: { hue: 45_000, sat: 230 } });
  assert.deepEqual(
    [45_010, 45_500].map((hue) => kindOf(wheel(hue))),
    ["heard", "happened"],
  );
  const scenes = (lastupdated: string) => [{ id: "1", name: "Movie", lastupdated }];
  const stored = { section: "attr", values: { scenes: scenes("b") }, before: { scenes: scenes("a") } } as const;
  assert.equal(kindOf(news("/groups/1", stored)), "heard");
  const white = (ct: number) => news("/lights/3", { by: "editor", values: { ct }, before: { ct: 300 } });
  assert.deepEqual(
    [300.4, 320].map((ct) => kindOf(white(ct))),
    ["heard", "happened"],
  );
  const order = {
    section: "attr",
    by: "editor",
    values: { lights: ["3", "8"] },
    before: { lights: ["8", "3"] },
  } as const;
  assert.equal(kindOf(news("/groups/1", order)), "heard");
});

test("in which color or how bright a lamp would be that is off is measured, unless a user asked for it", () => {
  const color = { values: { ct: 364, colormode: "ct" }, before: { ct: 300, colormode: "xy" } };
  const [lit, dark] = [news("/lights/3", color), news("/lights/3", { ...color, off: true })];
  assert.deepEqual([lit, dark, { ...dark, by: "editor" }].map(kindOfEvent), ["happened", "measured", "happened"]);
  const level = { values: { bri: 1 }, before: { bri: 80 } };
  assert.deepEqual(
    [level, { ...level, off: true as const }].map((each) => kindOfEvent(news("/lights/3", each))),
    ["happened", "measured"],
  );
  assert.equal(kindOfEvent(news("/lights/3", { values: { on: false }, before: { on: true }, off: true })), "happened");
});

test("a new room is one event with its devices, and their rooms before", () => {
  const house = { ...HOUSE, groups: { ...HOUSE.groups, 2: { name: "Reading corner" } } };
  const nameOf = (address: string) => resourceName(house, address);
  const toldOf = (all: readonly ChangeNotice[]) =>
    roomsOnce(
      all.map((each, index) => eventOf(house, each, String(index), {})),
      nameOf,
    ).map(({ name, what }) => `${name} ${what}`);
  const attr = { section: "attr", by: "editor", at: 1_000 } as const;
  const made = news("/groups/2", { event: "added", by: "editor", within: ["/lights/3"] });
  const left = news("/groups/1", { ...attr, values: { lights: ["8"] }, before: { lights: ["3", "8"] } });
  const lists = [
    news("/resourcelinks/1", {
      ...attr,
      values: { links: ["/groups/1"] },
      before: { links: ["/groups/1", "/sensors/1"] },
    }),
    news("/resourcelinks/2", { event: "added", by: "editor", at: 1_500, within: ["/groups/2", "/sensors/1"] }),
  ];
  lists.push(news("/resourcelinks/3", { event: "deleted", by: "editor", at: 1_500 }));
  const one = "Reading corner is new, with Hall lamp (from Hall) and Hall motion (from Hall)";
  assert.deepEqual(toldOf([made, left, ...lists]), [one]);
  const [line] = roomsOnce(
    [made, left, ...lists].map((each, index) => eventOf(house, each, String(index), {})),
    nameOf,
  );
  const isAt = (place: string) => filtered(line ? [line] : [], NO_FILTER, 2_000, new Set([place])).length === 1;
  assert.deepEqual(
    ["/groups/2", "/groups/1", "/groups/7"].map(isAt),
    [true, true, false],
    "also of the room that they left",
  );
  const others = [
    news("/groups/1", { ...attr, by: "rest:Phone", values: { lights: ["8"] }, before: { lights: ["3", "8"] } }),
    { ...left, at: 9_000 },
  ];
  assert.equal(toldOf([made, ...others]).length, 3, "another one's doing, and what comes later");
  assert.deepEqual(toldOf([{ ...made, within: [] }]), ["Reading corner is new"]);
});

test("a command from the panels is said to be theirs, wherever they were open", () =>
  assert.equal(eventOf(HOUSE, news("/lights/3", { by: "editor" }), "0", {}).who, "this app"));

test("of the seconds in which the network is open only the first and the last are told", () => {
  const config = (permitjoinfull: number, before?: number) =>
    news("/config", {
      values: { permitjoinfull },
      ...(before === undefined ? {} : { before: { permitjoinfull: before } }),
    });
  assert.ok(isEcho(config(59, 60)));
  assert.ok(!isEcho(config(60, 0)), "opened");
  assert.ok(!isEcho(config(60, 5)), "opened for longer");
  assert.ok(!isEcho(config(0, 1)), "closed");
  assert.ok(!isEcho(config(59)), "who knows what it was");
  assert.ok(!isEcho(news("/config", { values: { permitjoin: 4, name: "Home" }, before: { permitjoin: 5 } })));
  assert.ok(!isEcho(news("/config")));
  assert.ok(!isEcho(news("/sensors/1", { values: { permitjoin: 4 }, before: { permitjoin: 5 } })));
});

test("each event has its name and its cause", () => {
  const { name, who, key } = eventOf(HOUSE, news("/lights/3", { by: "/rules/7" }), "5", {});
  assert.deepEqual([name, who, key], ["Hall lamp", "rule Motion light", "5"]);
});

const gone: [what: string, news: ChangeNotice, name: string][] = [
  ["as it was called", news("/lights/99", { name: "Attic lamp" }), "Attic lamp"],
  ["by what it was", news("/lights/99"), "a light that is gone"],
  ["a scene with its room", news("/groups/1/scenes/4", { name: "Cosy" }), "Cosy in Hall"],
  ["a scene of which nothing is known", news("/groups/9/scenes/4"), "a scene that is gone"],
  ["a program", news("/config/whitelist/1234ABCD", { name: "Phone" }), "Phone"],
  ["a job by what it did", job({ event: "added" }), "Survey of the network"],
  ["a job of another version", job({ name: "unheard-of" }), "A longer task"],
  ["what is new here has its name of now", news("/lights/3", { name: "Former" }), "Hall lamp"],
];
for (const [what, given, name] of gone)
  test(`a resource that is gone is named: ${what}`, () => assert.equal(eventOf(HOUSE, given, "0", {}).name, name));

test("that the radio came or went is told once", () => {
  assert.ok(isEcho(news("/config", { values: { rfconnected: true } })));
  assert.ok(isEcho(news("/gateway", { values: { reason: "" } })));
  assert.ok(isEcho(news("/gateway", { event: "added", by: "gateway" })), "there from the first start on");
  assert.ok(isEcho(news("/config/whitelist/1234ABCD", { values: { lastused: "2026-01-01T00:00:00" } })));
  assert.ok(!isEcho(news("/config", { values: { rfconnected: true, name: "House" } })));
  assert.ok(isEcho(news("/config", { by: "gateway", values: { rfconnected: false, permitjoin: 0, panid: 0 } })));
});

test("a lamp that tells its color a little beside the last one is no more than heard", () => {
  const isSign = (xy: readonly number[], more = {}) =>
    eventOf(HOUSE, news("/lights/3", { values: { xy, ...more }, before: { xy: [0.458, 0.41] } }), "0", {}).kind ===
    "heard";
  assert.ok(isSign([0.4574, 0.41]));
  assert.ok(isSign([0.4574, 0.41], { colormode: "xy" }));
  assert.ok(!isSign([0.47, 0.41]), "another color");
  assert.ok(!isSign([0.4574, 0.41], { on: true }));
  const white = (ct: number) =>
    eventOf(HOUSE, news("/lights/3", { values: { ct }, before: { ct: 368 } }), "0", {}).kind === "heard";
  assert.ok(white(366));
  assert.ok(!white(350), "another white");
});

test("how well a device was heard is no more than that it was heard", () => {
  const isSign = (values: ChangeNotice["values"]) =>
    eventOf(HOUSE, news("/devices/00:11", { values }), "0", {}).kind === "heard";
  assert.ok(isSign({ linkquality: 218, lastseen: "2026-01-01T00:00:00Z" }));
  assert.ok(!isSign({ linkquality: 218, name: "Lamp" }));
});

test("an event leads to the page of its resource", () => {
  const lamp = { key: "00:11", name: "Hall lamp", resources: [{ address: "/lights/3" }] } as unknown as HouseDevice;
  const places = ["/lights/3", "/devices/00:11", "/groups/1/scenes/2", "/rules/7", "/rules/8", "/lights/9", "/config"];
  assert.deepEqual(
    places.map((address) => pathTo(address, HOUSE, [lamp])?.join(" ")),
    ["devices 00:11", "devices 00:11", "home 1", "automation /rules/7", undefined, undefined, undefined],
  );
});

test("a claim that never came true is one line: that it was not done", () => {
  const told = (values: ChangeNotice["values"], more: Partial<ChangeNotice> = {}) =>
    news("/lights/3", { by: "editor", values, before: { on: !values.on }, ...more });
  const all = [
    ...[told({ on: true }), told({ on: false }, { undo: true, at: 12_000 })], // gone, and so is its claim
    ...[told({ on: true }, { at: 20_000, by: "flow:1" }), told({ on: true, bri: 9 }, { at: 30_000 })],
    told({ on: false }, { undo: true, at: 40_000 }), // the lamp has the brightness that the last one asked for
    ...[told({ on: true }, { at: 50_000 }), told({ on: false }, { undo: true, at: 50_000 + 6 * 60_000 })],
  ].map((each, index) => eventOf(HOUSE, each, String(index), {}));
  const left = withoutUndone(all);
  assert.equal(left.map(({ key }) => key).join(""), "123456");
  assert.equal(left[0]?.what, "on – asked for, but not done");
  const calm = all.filter(({ news }) => !news.undo);
  assert.equal(withoutUndone(calm), calm);
});

test("how far back the events go is said where no time was chosen", () => {
  const events = [news("/sensors/1", { ...motion, at: 1_000 }), news("/sensors/1", { ...motion, at: 2_000 })];
  const shown = events.map((each, index) => eventOf(HOUSE, each, String(index), {}));
  for (const when of ["hour", "night", "0"]) assert.equal(sayCount(shown, when), "2 events");
  assert.match(sayCount(shown, ""), /^2 events since ./);
  assert.equal(sayCount([], ""), "");
});

test("of a lamp that was switched on and then asked for a scene, one line says that neither was done", () => {
  const told = (values: ChangeNotice["values"], more: Partial<ChangeNotice> = {}) =>
    news("/lights/3", { by: "editor", values, ...more });
  const before = { on: false, bri: 10, ct: 300 };
  const all = [
    told({ on: true, bri: 30 }, { before: { on: false, bri: 10 }, at: 1_000 }),
    told({ bri: 254, ct: 250 }, { before: { bri: 30, ct: 300 }, at: 2_000 }),
    told(before, { before: { on: true, bri: 254, ct: 250 }, undo: true, at: 20_000 }),
  ].map((each, index) => eventOf(HOUSE, each, String(index), {}));
  assert.deepEqual(
    withoutUndone(all).map(({ key }) => key),
    ["2"],
  );
});

test("a command to a room is told by its lights; a recall by the scene itself", () => {
  const told = (values: ChangeNotice["values"], section = "action") =>
    isToldToRoom(news("/groups/1", { section, values }));
  assert.deepEqual([told({ on: true }), told({ scene: "2" }), told({ any_on: true }, "state")], [true, true, false]);
});

test("a scene tells each time that it was called, also when it was the last one before", () => {
  const called = news("/groups/1/scenes/2", {
    type: "Scene",
    section: "state",
    values: { called: "2026-11-01T12:00:00" },
  });
  assert.ok(!isEcho(called));
  assert.equal(eventOf(HOUSE, called, "1", {}).what, "activated");
  assert.equal(eventOf(HOUSE, called, "1", {}).kind, "happened");
});

test("a schedule tells its time in words, and not that it is another one in UTC", () => {
  const view = { name: "Morning", localtime: "W124/T06:45:00", time: "W124/T05:45:00" };
  const house = { ...HOUSE, schedules: { 7: view } };
  const told = (values: ChangeNotice["values"], by: string) =>
    news("/schedules/7", { type: "Schedule", section: "attr", values, before: { localtime: "W124/T07:00:00" }, by });
  const { what } = eventOf(house, told({ localtime: "W124/T06:45:00" }, "editor"), "1", {});
  assert.match(what, /Local time: .*7:00.AM → .*6:45.AM/);
  assert.ok(isEcho(told({ time: "W124/T05:45:00" }, "clock")));
});

test("a rule or a schedule with another content was changed, once", () => {
  const [one, other] = ["true", "false"].map((value) => [{ address: "/sensors/9/state/open", operator: "eq", value }]);
  const both = { values: { conditions: one, actions: one }, before: { conditions: other, actions: other } };
  const said = (address: ChangeNotice["address"], change: object) =>
    eventOf(HOUSE, news(address, { section: "attr", ...change }), "1", {}).what;
  assert.equal(said("/rules/1", both), "was changed");
  const command = (on: boolean) => ({ command: { address: "/api/K/lights/1/state", method: "PUT", body: { on } } });
  assert.equal(said("/schedules/1", { values: command(true), before: command(false) }), "was changed");
});

test("a sensor that comes into a room is told by its name", () => {
  const links = ["/groups/1", "/sensors/4"];
  const change = { section: "attr", values: { links }, before: { links: ["/groups/1"] } };
  const { what } = eventOf(HOUSE, news("/resourcelinks/1", change), "1", {});
  assert.match(what, /^now with /);
  assert.doesNotMatch(what, /groups/);
});

test("in which groups a light is, the groups tell", () => {
  assert.ok(isEcho(news("/lights/3", { section: "config", values: { groups: ["1", "7"] } })));
  assert.ok(!isEcho(news("/lights/3", { section: "config", values: { groups: ["1"], on: { startup: 1 } } })));
  assert.ok(isEcho(news("/groups/1", { values: { any_on: true, all_on: false } })), "its lights have told it");
  assert.ok(!isEcho(news("/groups/1", { values: { scene: "2" } })));
});

test("a change of a scene is told by its group", () => {
  assert.ok(isEcho(news("/groups/1/scenes/2", { type: "Scene", event: "added" })));
  assert.ok(!isEcho(news("/groups/1", { section: "attr", values: { scenes: [] } })));
});

test("of a job only its beginning and its end are told", () => {
  const told = (more: Partial<ChangeNotice>) => !isEcho(job(more));
  assert.ok(told({ event: "added" }));
  assert.ok(told({ values: { status: "done" } }));
  assert.ok(!told({ values: { progress: { done: 1 } } }));
  assert.ok(!told({ section: "state", values: { found: 1 } }));
  assert.ok(!told({ event: "deleted" }), "that it is forgotten");
  assert.ok(isEcho(news("/touchlink", { type: "Touchlink", values: { scanstate: "idle" } })), "its scans are jobs");
});

test("a job is one line: that it goes on, then how it ended; another one of the same number later is another line", () => {
  const began = (at: number) => job({ event: "added", at });
  const ended = (at: number) => job({ values: { status: "done" }, at });
  const shown = (...all: readonly ChangeNotice[]) =>
    withoutBeginnings(all.map((each, index) => eventOf(HOUSE, each, String(index), {}))).map(({ what }) => what);
  assert.deepEqual(shown(began(1)), ["is under way"]);
  assert.deepEqual(shown(began(1), ended(2)), ["is done"]);
  assert.deepEqual(shown(began(1), ended(2), began(3)), ["is done", "is under way"]);
  assert.deepEqual(
    shown(ended(2), began(3), ended(4)),
    ["is done", "is done"],
    "of the first nobody knows the beginning",
  );
});

test("a list of things is told by their names, or as it is, never as [object Object]", () => {
  const told = (scenes: readonly object[]) =>
    membersOf(HOUSE, news("/groups/1", { section: "attr", values: { scenes } }))[0]?.after;
  assert.equal(told([{ id: "1" }]), '[{"id":"1"}]');
  assert.equal(told([{ id: "1", name: "Bright" }]), "Bright");
});

test("of very many the newest are kept; a measured value pushes out no event that happened", () => {
  const { happened: most } = MOST_EVENTS;
  const many = Array.from({ length: most + 5 }, (_, index) => eventOf(HOUSE, news("/lights/3"), String(index), {}));
  const kept = added(many.slice(0, most), many.slice(most));
  assert.equal(kept.length, most);
  assert.equal(kept[0]?.key, "5");
  assert.equal(kept.at(-1)?.key, String(most + 4));
  assert.equal(added(kept, []), kept);
  const warmth = news("/sensors/2", { values: { temperature: 2150 }, before: { temperature: 2140 } });
  const measured = Array.from({ length: most }, (_, index) => eventOf(HOUSE, warmth, `m${index}`, {}));
  const both = added(kept, measured);
  assert.equal(both.length, most + MOST_EVENTS.measured);
  assert.deepEqual([both[0]?.key, both.at(-1)?.key], ["5", `m${most - 1}`]);
});

const kinds: [what: string, news: ChangeNotice, kind: string][] = [
  ["a number", news("/sensors/2", { values: { temperature: 2150 }, before: { temperature: 2140 } }), "measured"],
  [
    "a number as before",
    news("/sensors/2", { values: { temperature: 2150, lastupdated: "x" }, before: {} }),
    "happened",
  ],
  ["a press", news("/sensors/4", { values: { buttonevent: 1002 } }), "happened"],
  [
    "light, and that it is dark now",
    news("/sensors/2", { values: { lux: 3, dark: true }, before: { lux: 30, dark: false } }),
    "happened",
  ],
  ["how bright a lamp is", news("/lights/3", { values: { bri: 3 }, before: { bri: 30 } }), "happened"],
  [
    "what a program writes",
    news("/sensors/2", { values: { status: 3 }, before: { status: 1 }, by: "rest:x" }),
    "happened",
  ],
  ["a setting", news("/sensors/2", { section: "config", values: { offset: 3 }, before: { offset: 1 } }), "happened"],
  [
    "that a thermostat heats",
    news("/sensors/2", { type: "ZHAThermostat", values: { on: true }, before: { on: false } }),
    "measured",
  ],
  [
    "what an interview finds",
    news("/lights/3", { section: "config", values: { on: { startup: 1 } }, before: { on: { startup: 0 } } }),
    "measured",
  ],
  [
    "a setting that somebody makes",
    news("/lights/3", { section: "config", values: { bri: { min: 1 } }, by: "editor" }),
    "happened",
  ],
  ["a setting that is found", news("/sensors/2", { section: "config", values: { offset: 3 } }), "measured"],
  [
    "that a sensor is out of reach",
    news("/sensors/2", { section: "config", values: { reachable: false } }),
    "happened",
  ],
  [
    "the network closes by itself",
    news("/config", { values: { permitjoin: 0, permitjoinfull: 0 }, before: { permitjoin: 1, permitjoinfull: 300 } }),
    "measured",
  ],
  [
    "somebody closes the network",
    news("/config", { values: { permitjoin: 0, permitjoinfull: 0 }, before: { permitjoin: 90, permitjoinfull: 300 } }),
    "happened",
  ],
  [
    "what a new device is found to be",
    news("/devices/00:01", {
      ...{ type: "Device", section: "attr", before: { kind: "unknown" } },
      values: { kind: "end-device", sleepy: true, productid: "SNZB-04", swversion: "1" },
    }),
    "measured",
  ],
  ["a step of pairing", news("/devices/00:01", { type: "Device", values: { pairing: "interviewing" } }), "measured"],
  ["that pairing failed", news("/devices/00:01", { type: "Device", values: { pairing: "failed" } }), "happened"],
  [
    "that a device has another firmware",
    news("/devices/00:01", { type: "Device", section: "attr", values: { swversion: "2" }, before: { swversion: "1" } }),
    "happened",
  ],
  [
    "what is wrong with a device",
    news("/devices/00:01", { type: "Device", section: "attr", values: { trouble: { kind: "weak" } } }),
    "happened",
  ],
  [
    "how a device is called now, as its lamp is",
    news("/devices/00:01", { type: "Device", section: "attr", by: "editor", values: { name: "Desk" } }),
    "echoed",
  ],
  [
    "the first that a lamp says of itself",
    news("/lights/3", { values: { on: true, bri: 254 }, before: { on: null, bri: null } }),
    "measured",
  ],
  [
    "in which way a lamp tells its color",
    news("/lights/3", { values: { colormode: "xy" }, before: { colormode: "ct" } }),
    "measured",
  ],
  [
    "what the gateway puts into a room",
    news("/groups/1", { section: "attr", by: "gateway", values: { lights: ["3"] }, before: { lights: [] } }),
    "measured",
  ],
  [
    "what somebody puts into a room",
    news("/groups/1", { section: "attr", by: "editor", values: { lights: ["3"] }, before: { lights: [] } }),
    "happened",
  ],
  ["the first white of a lamp", news("/lights/3", { values: { ct: 366, colormode: "ct" } }), "measured"],
  ["the first that a door says", news("/sensors/1", { values: { open: false }, before: { open: null } }), "measured"],
  ["that it is opened", news("/sensors/1", { values: { open: true }, before: { open: null } }), "happened"],
  ["a battery", news("/sensors/2", { section: "config", values: { battery: 3 }, before: { battery: 4 } }), "measured"],
];
for (const [what, given, kind] of kinds)
  test(`${what}: ${kind}`, () => assert.equal(eventOf(HOUSE, given, "0", {}).kind, kind));

const NOON = new Date(2026, 10, 23, 12).getTime();
const at = (day: number, hour: number, minute = 0) => ({
  news: { at: new Date(2026, 10, day, hour, minute).getTime() },
});

test("events are found by their time: the last hour, the night, a day", () => {
  const all = [at(20, 8), at(22, 21), at(22, 22), at(23, 5, 59), at(23, 6), at(23, 11, 30)];
  const found = (when: string, now = NOON) => {
    const { from, to } = timeOf(when, now);
    return all.flatMap(({ news }, index) => (from <= news.at && news.at < to ? [index] : [])).join("");
  };
  assert.equal(found(""), "012345");
  assert.equal(found("hour"), "5");
  assert.equal(found("night"), "23");
  assert.equal(found("night", at(23, 1).news.at), "23", "it goes on");
  assert.equal(found("evening"), "12");
  const choices = timeChoices(all, NOON);
  assert.deepEqual(
    choices.map(([, text]) => text),
    [
      ...["The last hour", "Today", "Yesterday", "Yesterday evening (17–24)", "Last night (22–6)"],
      "Friday, November 20",
    ],
  );
  assert.deepEqual(
    timeChoices([], NOON).map(([, text]) => text).length,
    5,
    "a day is there to be looked at also where nothing of it is known",
  );
  assert.equal(found(choices[2]?.[0] ?? ""), "12");
});

test("that a device or a room is new is told once, for all its resources; later it is told again", () => {
  const resource = (address: string) => ({ address }) as HouseDevice["resources"][number];
  const device = { key: "00:01", resources: ["/lights/3", "/sensors/5"].map(resource) } as unknown as HouseDevice;
  const list = { classid: ROOM_SENSORS.classid, links: ["/groups/1", "/sensors/5"] };
  const { resourcelinks } = readHouse({ resourcelinks: { 1: list, 2: { classid: 1, links: ["/groups/1"] } } });
  const wholes = wholesOf([device], { resourcelinks });
  const isNew = (address: ChangeNotice["address"], at = 0) => news(address, { event: "added", at });
  const all = [
    ...[isNew("/devices/00:01"), isNew("/lights/3", 9), isNew("/sensors/5", 99), isNew("/sensors/6")],
    ...[news("/lights/3", { values: { on: true } }), isNew("/groups/1"), isNew("/resourcelinks/1")],
    ...[isNew("/resourcelinks/2"), isNew("/lights/3", 3_600_000)],
  ].map((each, index) => eventOf(HOUSE, each, String(index), {}));
  assert.equal(
    newOnce(all, wholes)
      .map(({ key }) => key)
      .join(""),
    "034578",
  );
});

test("many that come in one after the other are one line, with the names of all; a few are told each", () => {
  const lamp = (index: number, more: Partial<ChangeNotice> = {}) =>
    news(`/lights/${90 + index}`, { event: "added", name: `Lamp ${index}`, at: index * 20_000, ...more });
  const shown = (all: readonly ChangeNotice[]) =>
    newTogether(all.map((each, index) => eventOf(HOUSE, each, String(index), {})));
  const five = [1, 2, 3, 4, 5].map((index) => lamp(index));
  const among = five.toSpliced(2, 0, news("/sensors/1", motion), lamp(9, { by: "rest:Phone", at: 40_000 }));
  assert.deepEqual(
    shown(among).map(({ key, name, what }) => [key, name, what]),
    [
      ["2", "Hall motion", "motion"],
      ["3", "Lamp 9", "is new"],
      ["6", "5 devices", "are new: Lamp 1, Lamp 2, and 3 more"],
    ],
  );
  const rooms = five.map((each, index) => ({ ...each, address: `/groups/${index + 90}` as const }));
  assert.equal(shown(rooms)[0]?.name, "5 rooms and groups");
  assert.deepEqual(shown(five)[0]?.many, ["Lamp 1", "Lamp 2", "Lamp 3", "Lamp 4", "Lamp 5"]);
  assert.equal(shown(five.slice(0, 3)).length, 3, "a few");
  assert.equal(shown(five.map((each, index) => ({ ...each, at: index * 90_000 }))).length, 5, "each came alone");
});

test("a device that came in is called as it is called now, and found by that", () => {
  const before = eventOf(readHouse({}), news("/lights/3", { event: "added", name: "00:11:22" }), "0", {});
  const { name, text } = namedNow(before, HOUSE);
  assert.deepEqual([before.name, name, text.includes("hall lamp")], ["00:11:22", "Hall lamp", true]);
  assert.equal(
    namedNow(eventOf(HOUSE, news("/lights/9", { event: "added", name: "Gone" }), "0", {}), HOUSE).name,
    "Gone",
  );
});

test("the cause is told, but for devices and rules, which did it themselves, and a client that had no key yet", () => {
  const isTold = (address: ChangeNotice["address"], by: string) => hasCause({ news: news(address, { by }) });
  assert.deepEqual(
    [isTold("/lights/3", "radio"), isTold("/rules/7", "/rules/7"), isTold("/config/whitelist/12", "rest:stranger")],
    [false, false, false],
  );
  assert.ok(isTold("/lights/3", "/rules/7"));
});

const MIDDAY = 12 * 3_600_000;
const switched = (more: Partial<ChangeNotice> = {}) =>
  news("/lights/3", { values: { on: false }, before: { on: true }, at: MIDDAY, ...more });
const deeds: [what: string, all: readonly ChangeNotice[], isAlone: boolean][] = [
  ["a lamp goes off, and nobody asked for it", [switched()], true],
  ["it is dimmed", [switched({ values: { bri: 9 }, before: { bri: 254 } })], true],
  ["somebody else asked for it", [switched({ by: "/rules/7" })], false],
  ["it was not done", [switched({ undo: true })], false],
  ["another color", [switched({ values: { ct: 200 }, before: { ct: 400 } })], false],
  ["a blind that is moved", [switched({ values: { lift: 0, on: false }, before: { lift: 100, on: true } })], false],
  ["what a new lamp tells first", [switched({ before: { on: null } })], false],
  ["a moment after another value was asked of it", [switched({ by: "editor", at: MIDDAY - 9_000 }), switched()], false],
  ["long after that", [switched({ by: "editor", at: MIDDAY - 20_000 }), switched()], true],
  [
    "after its room was told something",
    [news("/groups/1", { section: "action", by: "rest:Phone", values: { on: false }, at: MIDDAY - 9_000 }), switched()],
    false,
  ],
  [
    "beside a remote that may be bound to it, and tells later",
    [switched(), news("/sensors/4", { type: "ZHASwitch", values: { buttonevent: 4002 }, at: MIDDAY + 900 })],
    false,
  ],
  ["beside motion", [news("/sensors/1", { ...motion, at: MIDDAY - 900 }), switched()], true],
  [
    "while the gateway was away",
    [news("/gateway", { values: { event: "restarted" }, by: "gateway", at: MIDDAY - 20_000 }), switched()],
    false,
  ],
];
for (const [what, all, isAlone] of deeds)
  test(`at the device itself, or not: ${what}`, () => {
    const events = all.map((each, index) => eventOf(HOUSE, each, String(index), {}));
    const [own] = withOwnDeeds(events).filter(({ news }) => news.at === MIDDAY);
    const said = own && hasCause(own) ? own.who : "";
    assert.equal(said === "at the device itself", isAlone, said);
    if (isAlone) assert.match(own?.text ?? "", /at the device itself$/);
  });

test("a report of a new lamp in its first half minute is measured; a command to it is not", () => {
  const tells = (at: number, by = "radio") => news("/lights/3", { values: { bri: 9 }, before: { bri: 254 }, at, by });
  const all = [
    ...[news("/lights/3", { event: "added", at: 1_000 }), tells(9_000), tells(9_500, "editor"), tells(40_000)],
    news("/lights/4", { values: { on: true }, before: { on: false }, at: 9_000 }),
  ].map((each, index) => eventOf(HOUSE, each, String(index), {}));
  assert.deepEqual(
    newOnce(all, new Map()).map(({ kind }) => kind),
    ["happened", "measured", "happened", "happened", "happened"],
  );
});

test("since when events are known: with the date, if that was not today", () => {
  const [today, earlier] = [at(23, 18, 54).news.at, at(20, 18, 54).news.at];
  const said = (when: number) => sayKnownSince(when, NOON).replace(/\s/g, " ");
  assert.equal(said(today), "Events are known since 6:54 PM.");
  assert.equal(said(earlier), "Events are known since Nov 20, 2026, 6:54 PM.");
});

test("the night begins and ends by the clock, also when that is changed", (t) => {
  const before = process.env.TZ;
  t.after(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  process.env.TZ = "Europe/Berlin";
  for (const day of [28, 29, 30]) {
    const { from, to } = timeOf("night", new Date(2026, 2, day, 12).getTime());
    assert.deepEqual([new Date(from).getHours(), new Date(to).getHours()], [22, 6], `March ${day}`);
  }
});

test("a scene that came or went is told alone, the sun on the gateway's clock, and how long the network is open not at all", () => {
  const scenes = (...names: string[]) => names.map((name) => ({ id: name.slice(0, 1), name }));
  const said = (values: object, before: object, address: ChangeNotice["address"] = "/groups/1") =>
    eventOf(
      { ...HOUSE, config: { timezone: "Asia/Tokyo" } },
      news(address, { section: "attr", values: { ...values }, before: { ...before } }),
      "0",
      {},
    ).what.replace(/\s/g, " ");
  const [few, many] = [scenes("Movie", "Reading"), scenes("Movie", "Reading", "Cosy evening")];
  assert.equal(said({ scenes: many }, { scenes: few }), "new scene Cosy evening");
  assert.equal(said({ scenes: few }, { scenes: many }), "scene Cosy evening is gone");
  assert.equal(said({ scenes: scenes("Movie", "Rest") }, { scenes: few }), "scene “Reading” is now called “Rest”");
  const [rises, rose] = ["2025-11-24T07:33:52", "2025-11-23T07:32:14"];
  assert.equal(
    said({ sunrise: rises }, { sunrise: rose }, "/sensors/1"),
    "Sunrise: 11/23/25, 4:32 PM → 11/24/25, 4:33 PM",
  );
  assert.ok(
    isCountdown(news("/config", { values: { permitjoin: 60, permitjoinfull: 60 }, before: { permitjoin: 0 } })),
  );
  assert.ok(!isCountdown(news("/config", { values: { permitjoin: 60, name: "Home" } })));
});

test("where two lines have no room for from and to, only the new value stands; of Japanese they have room for half as many letters", () => {
  const said = (is: string, was: string, count: number) => {
    const [values, before] = [{ alarm: is.repeat(count) }, { alarm: was.repeat(count) }];
    return eventOf(HOUSE, news("/groups/1", { section: "attr", values, before }), "0", {}).what;
  };
  assert.match(said("a", "b", 30), / → /);
  assert.doesNotMatch(said("a", "b", 40), / → /);
  assert.match(said("夕", "朝", 15), / → /);
  assert.doesNotMatch(said("夕", "朝", 30), / → /);
});

test("days, evenings and times of day are those of the house, wherever the browser is", (t) => {
  t.after(() => goByClockOf(undefined));
  const now = Date.parse("2026-11-23T10:00:00Z");
  const late = Date.parse("2026-11-22T23:30:00Z"); // half past midnight in Berlin
  const zones = ["Europe/Berlin", "Etc/UTC", "America/New_York"];
  const said = zones.map((zone) => {
    goByClockOf(zone);
    const event = eventOf(HOUSE, news("/lights/3", { at: late }), "0", {});
    const [day] = withDays([event], now);
    const evening = filtered([event], { ...NO_FILTER, when: "evening" }, now).length;
    return [event.time, day && "is" in day && day.name, evening, sayKnownSince(late, now)].join(" ");
  });
  assert.deepEqual(
    said.map((each) => each.replace(/\s/g, " ")),
    [
      "12:30:00 AM Today 0 Events are known since 12:30 AM.",
      "11:30:00 PM Yesterday 1 Events are known since Nov 22, 2026, 11:30 PM.",
      "6:30:00 PM Yesterday 1 Events are known since Nov 22, 2026, 6:30 PM.",
    ],
  );
  goByClockOf("Europe/Berlin");
  const today = timeChoices([], now)[1]?.[0] ?? "";
  assert.deepEqual(timeOf(today, now), {
    from: Date.parse("2026-11-22T23:00:00Z"),
    to: Date.parse("2026-11-23T23:00:00Z"),
  });
});

test("each day has its heading, the newest first", () => {
  const rows = withDays([at(23, 11), at(23, 1), at(22, 23), at(20, 8)], NOON);
  assert.deepEqual(
    rows.map((row) => ("is" in row ? row.name : new Date(row.news.at).getHours())),
    ["Today", 11, 1, "Yesterday", 23, "Friday, November 20", 8],
  );
});

test("made-up events stand below a line that says so, once", () => {
  const madeUp = ({ news }: ReturnType<typeof at>) => ({ news: { ...news, madeUp: true as const } });
  const rows = withDays([at(23, 11), madeUp(at(23, 9)), madeUp(at(22, 23))], NOON);
  assert.deepEqual(
    rows.map((row) => ("is" in row ? row.name : new Date(row.news.at).getHours())),
    ["Today", 11, "Before the house began: made up", 9, "Yesterday", 23],
  );
});

const EVENTS = [
  news("/lights/3", { by: "/rules/7", values: { on: true }, type: "Dimmable light", at: NOON }),
  news("/sensors/1", motion),
  news("/config", { by: "rest:Phone", section: "attr", values: { name: "House" } }),
  news("/sensors/2", { by: "clock" }),
].map((each, index) => eventOf(HOUSE, each, String(index), {}));

const filters: [what: string, filter: Partial<EventFilter>, keys: string][] = [
  ["nothing", {}, "0123"],
  ["a name", { typed: "hall" }, "013"],
  ["several words", { typed: " HALL motion " }, "01"],
  ["who", { typed: "phone" }, "2"],
  ["an address", { typed: "/sensors/" }, "13"],
  ["a family", { family: "sensors" }, "13"],
  ["all other families", { family: "other" }, "2"],
  ["rules", { cause: "rules" }, "0"],
  ["programs", { cause: "rest" }, "2"],
  ["the clock is the gateway's", { cause: "gateway" }, "3"],
  ["the last hour", { when: "hour" }, "0"],
  ["all at once", { typed: "hall", family: "lights", cause: "rules" }, "0"],
  ["too much", { typed: "hall", family: "lights", cause: "radio" }, ""],
];
for (const [what, filter, keys] of filters) {
  test(`filtered by ${what}`, () => {
    const found = filtered(EVENTS, { ...NO_FILTER, ...filter }, NOON);
    assert.equal(found.map(({ key }) => key).join(""), keys);
  });
}

test("changes to and fro are one line, the last one and how often; a change or two, a longer pause or a third state are not", () => {
  const valve = (count: number, { step = 10_000, from = 0, address = "/lights/3" as const } = {}) =>
    Array.from({ length: count }, (_, index) => {
      const on = index % 2 === 0;
      const values = { on, lastupdated: `${from + index}` };
      return news(address, { type: "Dimmable light", values, before: { on: !on }, at: from + index * step });
    });
  const shown = (all: readonly ChangeNotice[]) =>
    folded(all.map((each, index) => eventOf(HOUSE, each, String(index), {}))).map(({ key, what }) => `${key} ${what}`);
  const since = sayTime(0, { timeStyle: "short" });
  assert.deepEqual(shown(valve(12)), [`11 on → off, 12 times since ${since}`]);
  assert.equal(shown(valve(3)).length, 3);
  assert.equal(shown(valve(12, { step: 200_000 })).length, 12);
  const [other] = valve(1, { from: 5_000 });
  const among = [...valve(4), news("/sensors/1", motion)].toSpliced(2, 0, { ...(other as ChangeNotice), by: "editor" });
  assert.deepEqual(
    shown(among).map((line) => line.replace(/ .* (?=\d+ times)/, " … ")),
    ["2 on", `4 … 4 times since ${since}`, "5 motion"],
  );
  const levels = [1, 2, 3, 4, 5].map((bri) =>
    news("/lights/3", { values: { bri: bri * 50 }, before: { bri: 0 }, at: bri }),
  );
  assert.ok(
    shown(levels).every((line) => !line.includes("times")),
    "a lamp that is dimmed tells each step",
  );
  assert.equal(shown(levels).length, 5);
  const presses = [1002, 2002, 1002, 2002, 1002, 2002].map((buttonevent) =>
    news("/sensors/4", { values: { buttonevent } }),
  );
  assert.equal(shown(presses).length, 6, "each press is one of its own");
  const lists = [["3"], ["3", "8"], ["3"], ["3", "8"], ["3"]];
  const members = lists
    .slice(1)
    .map((lights, n) =>
      news("/groups/1", { section: "attr", values: { lights }, before: { lights: lists[n] }, at: n }),
    );
  assert.equal(shown(members).length, 4, "each change of a room is told for itself");
});

test("to a room belong the rules and schedules that have to do with its devices", () => {
  const part = (address: string, uniqueid: string) => {
    const [, family = "", id = ""] = address.split("/");
    return { family, id, address, type: "", view: { uniqueid }, state: {}, config: {} };
  };
  const devices = [
    { key: "00:01", name: "Hall lamp", resources: [part("/lights/3", "00:01-01")] },
    { key: "00:02", name: "Yard motion", resources: [part("/sensors/8", "00:02-01-0406")] },
  ].map((device) => ({ ...device, info: {}, isVirtual: false }) as unknown as HouseDevice);
  const asks = (address: string) => ({ conditions: [{ address }], actions: [] });
  const does = (address: string) => ({ conditions: [], actions: [{ address }] });
  const { groups, resourcelinks, rules, schedules } = readHouse({
    groups: { 1: { name: "Hall", type: "Room", lights: ["3"] }, 2: { name: "Attic", type: "Room", lights: [] } },
    rules: {
      1: asks("/lights/00:01-01/state/on"),
      2: does("/lights/3/state"),
      3: does("/groups/1/scenes/2/recall"),
      4: asks("/sensors/8/state/presence"),
    },
    schedules: {
      1: { command: { address: "/api/key/groups/1/action" } },
      2: { command: { address: "/api/key/lights/9/state" } },
    },
  });
  const places = placesIn({ groups, resourcelinks, rules, schedules }, devices);
  const automated = (name: string) =>
    [...(places.find((place) => place.name === name)?.addresses ?? [])].filter((each) => /rules|schedules/.test(each));
  assert.deepEqual(automated("Hall"), ["/rules/1", "/rules/2", "/rules/3", "/schedules/1"]);
  assert.deepEqual(automated("Attic"), []);
  assert.deepEqual(automated("Hall lamp"), [], "a device has its own events only");
});
