/** Rules and schedules read back as sentences, in both languages: their conditions, their actions, their times, and why they acted. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { sayAction, sayGone } from "../../../panels/automation/actions-in-words.ts";
import { sayActual, sayCondition, sayMissing } from "../../../panels/automation/conditions-in-words.ts";
import { flagRules } from "../../../panels/automation/editor/held-flag.ts";
import { foreignZone, sayOnClock, sayWall, sayWalls, wallTime } from "../../../panels/automation/house-clock.ts";
import {
  describeEvaluation,
  isItsChange,
  latestLook,
  OPEN_END,
  ownConditions,
  ruleOf,
  sayRefusal,
  sayRule,
} from "../../../panels/automation/rule-in-words.ts";
import {
  givenName,
  hasEnd,
  sayCommand,
  sayNextOf,
  scheduleOf,
  usualScheduleName,
} from "../../../panels/automation/schedules.ts";
import { sayDaySpan, sayDays, sayPattern } from "../../../panels/automation/times-in-words.ts";
import { readHouse } from "../../../panels/house.ts";
import { resourceName, sayCause } from "../../../panels/resource-names.ts";
import { emphasized, piecesOf, withoutEmphasis } from "../../../panels/widgets/emphasis.ts";
import { HELD_FLAG } from "../../../src/model/automation/rule-rows.ts";
import type { Values } from "../../../src/model/resource.ts";
import { parsePattern } from "../../../src/model/time/time-grammar.ts";
import { speak, speakEnglish } from "../../support/speak.ts";

const LANGUAGES = ["en-US", "de"] as const;
beforeEach(speakEnglish);
const MAC = "00:17:88:01:00:00:00:08";

const HOUSE = readHouse({
  lights: { 3: { name: "Hall lamp", type: "Dimmable light", uniqueid: "00:01-01", state: { on: false, bri: 10 } } },
  sensors: {
    1: { name: "Hall motion", type: "ZHAPresence", uniqueid: `${MAC}-02-0406`, state: { presence: false, dark: true } },
    2: { name: "Hall air", type: "ZHATemperature", state: { temperature: 2150 }, config: { battery: 60 } },
    4: { name: "Remote", type: "ZHASwitch", state: { buttonevent: 1002 } },
    6: { name: "Daylight", type: "Daylight", state: { dark: true, daylight: false } },
    5: { name: "Guests", type: "CLIPGenericFlag", state: { flag: false } },
  },
  groups: { 1: { name: "Hall", type: "Room", state: { any_on: true }, scenes: [{ id: "2", name: "Night" }] } },
  rules: { 7: { name: "Motion light" } },
  schedules: { 1: { name: "Wake up" } },
  config: { whitelist: { ABCD1234: { name: "Phone" } } },
});

const conditions: [address: string, operator: string, value: string | undefined, english: string, german: string][] = [
  ["/sensors/1/state/presence", "eq", "true", "Hall motion sees somebody", "Hall motion sieht jemanden"],
  ["/sensors/1/state/presence", "ne", "true", "Hall motion sees nobody", "Hall motion sieht niemanden"],
  [`/sensors/${MAC}-02-0406/state/presence`, "eq", "false", "Hall motion sees nobody", "Hall motion sieht niemanden"],
  ["/sensors/1/state/dark", "eq", "1", "it is dark at Hall motion", "bei Hall motion ist es dunkel"],
  ["/sensors/6/state/dark", "eq", "true", "it is dark outside", "draußen ist es dunkel"],
  ["/sensors/6/state/daylight", "eq", "true", "there is daylight outside", "draußen ist Tageslicht"],
  [
    "/sensors/1/state/tampered",
    "dx",
    undefined,
    "the tampered with of Hall motion changes",
    "Manipuliert von Hall motion ändert sich",
  ],
  ["/sensors/1/state/lastupdated", "dx", undefined, "Hall motion reports anything", "Hall motion meldet irgendetwas"],
  [
    ...(["/sensors/1/state/presence", "ddx", "PT00:05:00"] as const),
    ...(["Hall motion has not changed for 5 minutes"] as const),
    ...(["Hall motion hat sich 5 Minuten lang nicht geändert"] as const),
  ],
  [
    ...(["/sensors/1/state/presence", "stable", "PT01:30:00"] as const),
    ...(["Hall motion has not changed for 1 hour, 30 minutes already"] as const),
    ...(["Hall motion hat sich schon 1 Stunde, 30 Minuten lang nicht geändert"] as const),
  ],
  [
    "/sensors/2/state/temperature",
    "gt",
    "2050",
    "the temperature of Hall air is above 20.5 °C",
    "Temperatur von Hall air ist über 20,5 °C",
  ],
  [
    "/sensors/2/config/battery",
    "lt",
    "20",
    "the battery of Hall air is below 20 %",
    "Batterie von Hall air ist unter 20 %",
  ],
  [
    "/lights/3/state/bri",
    "lt",
    "127",
    "the brightness of Hall lamp is below 50 %",
    "Helligkeit von Hall lamp ist unter 50 %",
  ],
  [
    "/sensors/4/state/buttonevent",
    "eq",
    "1002",
    "Button 1 of Remote is pressed briefly",
    "Taste 1 an Remote wird kurz gedrückt",
  ],
  ["/sensors/4/state/buttonevent", "eq", "77", "at Remote: 77", "an Remote: 77"],
  ["/groups/1/state/any_on", "eq", "false", "everything in Hall is off", "in Hall ist alles aus"],
  [
    "/sensors/99/state/presence",
    "eq",
    "true",
    "/sensors/99 (not there now) sees somebody",
    "/sensors/99 (zurzeit nicht da) sieht jemanden",
  ],
  [
    ...(["/config/localtime", "in", "W124/T08:00:00/T16:30:00"] as const),
    ...(["it is between 8:00 AM and 4:30 PM, Monday to Friday"] as const),
    ...(["es ist zwischen 08:00 und 16:30, Montag bis Freitag"] as const),
  ],
  [
    "/config/localtime",
    "not in",
    "T22:00:00/T06:00:00",
    "it is not between 10:00 PM and 6:00 AM",
    "es ist nicht zwischen 22:00 und 06:00",
  ],
  ["/config/localtime", "dx", undefined, "a second passes", "eine Sekunde vergeht"],
  ["/config/localtime", "ddx", "PT00:05:00", "the clock: ddx 5 minutes", "die Uhr: ddx 5 Minuten"],
  ["/sensors/2/state/new", "wavy", "x", "new of Hall air: wavy x", "new von Hall air: wavy x"],
];
for (const [address, operator, value, english, german] of conditions) {
  test(`${address} ${operator} ${value}: ${english}`, () => {
    const condition = { address, operator, ...(value === undefined ? {} : { value }) };
    for (const [language, sentence] of [
      ["en-US", english],
      ["de", german],
    ] as const) {
      speak(language);
      assert.equal(withoutEmphasis(sayCondition(HOUSE, condition)).replaceAll("\u00a0", " "), sentence);
    }
  });
}

test("that something begins is said as one thing; two conditions without a word for it stay two", () => {
  const sentence = (place: string, value: string) => {
    const conditions = [
      { address: place, operator: "eq", value },
      { address: place, operator: "dx" },
    ];
    return withoutEmphasis(sayRule(HOUSE, { conditions, actions: [] }));
  };
  const begins = "When Hall motion starts to see somebody: only the flow is told.";
  assert.equal(sentence("/sensors/1/state/presence", "true"), begins);
  const whole =
    "When Hall motion is tampered with, and the tampered with of Hall motion changes: only the flow is told.";
  assert.equal(sentence("/sensors/1/state/tampered", "true"), whole);
});

test("a condition that is not so at all is not told twice", () => {
  const asked = (place: string, operator: string) => ({ address: place, operator });
  const door = [asked("/sensors/1/state/open", "eq"), asked("/sensors/1/state/open", "ddx")];
  const key = [asked("/sensors/4/state/buttonevent", "eq"), asked("/sensors/4/state/lastupdated", "dx")];
  assert.deepEqual(ownConditions([...door, ...key]), [door[0], key[0]]);
  assert.deepEqual(ownConditions(door.slice(1)), door.slice(1), "it is so, but not for long enough");
});

const actions: [address: string, method: string, body: unknown, english: string, german: string][] = [
  ["/lights/3/state", "PUT", { bri: 152, on: true }, "Hall lamp on, 60 %", "Hall lamp ein, 60 %"],
  [
    "/lights/3/state",
    "PUT",
    { on: false, transitiontime: 20 },
    "Hall lamp off, within 2 seconds",
    "Hall lamp aus, in 2 Sekunden",
  ],
  ["/lights/3/state", "PUT", { on: true, ct: 370 }, "Hall lamp on, 2,700 K", "Hall lamp ein, 2.700 K"],
  ["/lights/3/state", "PUT", { on: true, xy: [0.5614, 0.4156] }, "Hall lamp on, orange", "Hall lamp ein, orange"],
  ["/groups/1/action", "PUT", { bri: 76, hue: 43_690, sat: 254 }, "Hall 30 %, blue", "Hall 30 %, blau"],
  ["/lights/3/state", "PUT", { sat: 254 }, "Hall lamp Saturation: 100 %", "Hall lamp Sättigung: 100 %"],
  ["/lights/3/state", "PUT", { bri_inc: -25 }, "Hall lamp darker by 10 %", "Hall lamp dunkler um 10 %"],
  ["/sensors/2/config", "PUT", { heatsetpoint: 1250 }, "Hall air heats to 12.5 °C", "Hall air heizt auf 12,5 °C"],
  ["/lights/3/state", "PUT", { open: true }, "Hall lamp opens", "Hall lamp öffnet"],
  ["/lights/3/state", "PUT", {}, "Hall lamp: nothing", "Hall lamp: nichts"],
  ["/groups/1/action", "PUT", { toggle: true }, "Hall toggled", "Hall umgeschaltet"],
  ["/groups/1/scenes/2/recall", "PUT", {}, "scene Night in Hall", "Szene Night in Hall"],
  ["/groups/1/scenes/9/recall", "PUT", {}, "scene 9 in Hall (not there now)", "Szene 9 in Hall (zurzeit nicht da)"],
  ["/groups/1/scenes/next/recall", "PUT", {}, "scene next in Hall", "Szene next in Hall"],
  ["/sensors/5/state", "PUT", { flag: true }, "Guests set", "Guests gesetzt"],
  ["/rules/7", "PUT", { status: "disabled" }, "rule Motion light is disabled", "Regel Motion light wird ausgeschaltet"],
  ["/schedules/1", "PUT", { status: "enabled" }, "schedule Wake up is enabled", "Zeitplan Wake up wird eingeschaltet"],
  ["/lights/99/state", "PUT", { on: true }, "/lights/99 (not there now) on", "/lights/99 (zurzeit nicht da) ein"],
  ["/schedules/1", "DELETE", undefined, "Wake up is deleted", "Wake up wird gelöscht"],
  ["http://example.org/x", "POST", {}, "POST to http://example.org/x", "POST an http://example.org/x"],
  ["/api/ABCD1234/lights/3/state", "PUT", { on: true }, "Hall lamp on", "Hall lamp ein"],
];
for (const [address, method, body, english, german] of actions) {
  test(`${method} ${address} ${JSON.stringify(body)}: ${english}`, () => {
    for (const [language, sentence] of [
      ["en-US", english],
      ["de", german],
    ] as const) {
      speak(language);
      assert.equal(withoutEmphasis(sayAction(HOUSE, { address, method, body })).replaceAll("\u00a0", " "), sentence);
    }
  });
}

const patterns: [pattern: string, english: string, german: string][] = [
  [
    "W124/T06:30:00A00:10:00",
    "Monday to Friday at 6:30 AM, up to 10 minutes later",
    "Montag bis Freitag um 06:30, bis zu 10 Minuten später",
  ],
  ["W127/T07:00:05", "every day at 7:00:05 AM", "jeden Tag um 07:00:05"],
  ["W003/T09:00:00", "Saturday and Sunday at 9:00 AM", "Samstag und Sonntag um 09:00"],
  [
    "W085/T09:00:00",
    "Monday, Wednesday, Friday, and Sunday at 9:00 AM",
    "Montag, Mittwoch, Freitag und Sonntag um 09:00",
  ],
  ["W000/T09:00:00", "on no day at 9:00 AM", "an keinem Tag um 09:00"],
  ["PT00:10:00", "10 minutes after its start", "10 Minuten nach dem Start"],
  ["R05/PT01:00:30", "every 1 hour, 30 seconds, 5 times", "alle 1 Stunde, 30 Sekunden, 5-mal"],
  ["R/PT00:10:00", "repeatedly, every 10 minutes", "immer wieder, alle 10 Minuten"],
  ["sunset", "every day at sunset", "jeden Tag bei Sonnenuntergang"],
  ["W127/sunset-00:30:00", "every day, 30 minutes before sunset", "jeden Tag 30 Minuten vor Sonnenuntergang"],
  ["2026-03-02T10:00:00", "once, on Monday, March 2, 2026 at 10:00 AM", "einmal, am Montag, 2. März 2026 um 10:00"],
  ["tomorrow", "tomorrow", "tomorrow"],
];
for (const [pattern, english, german] of patterns) {
  test(`${pattern}: ${english}`, () => {
    assert.equal(typeof parsePattern(pattern), pattern === "tomorrow" ? "undefined" : "object");
    for (const [language, words] of [
      ["en-US", english],
      ["de", german],
    ] as const) {
      speak(language);
      assert.equal(sayPattern(pattern).replaceAll(" ", " "), words);
    }
  });
}

test("a press is named by its key where the remote names it", () => {
  const house = {
    ...HOUSE,
    keyNames: { "/sensors/4": [{ code: "1002", text: "", said: "Brighter, short press", key: "Brighter" }] },
  };
  const address = "/sensors/4/state/buttonevent";
  const condition = sayCondition(house, { address, operator: "eq", value: "1002" });
  assert.equal(withoutEmphasis(condition), "Brighter of Remote is pressed briefly");
  assert.equal(sayActual(house, { address, actual: 1002 }), "Brighter, short press");
  assert.equal(sayActual(house, { address, actual: 2002 }), "button 2, short press");
});

test("darkness is told with how light it is", () => {
  const dark = { address: "/sensors/1/state/dark", operator: "eq", value: "true", actual: false, ok: false };
  const [line] = describeEvaluation(HOUSE, look({ conditions: [{ ...dark, lux: 158 }] })).conditions;
  assert.match(line?.actual ?? "", /^no · 158 lu?x$/);
});

test("a missing condition is told as it is, and a number also as it has to be", () => {
  const presence = { address: "/sensors/1/state/presence", operator: "eq", value: "true", actual: false, ok: false };
  const missing = withoutEmphasis(sayMissing(HOUSE, presence));
  assert.equal(missing, "Hall motion sees nobody");
  const warm = { address: "/sensors/2/state/temperature", operator: "gt", value: "2200", actual: 2150, ok: false };
  assert.match(withoutEmphasis(sayMissing(HOUSE, warm)), /is above .*22.* – now: 21\.5/);
});

test("days that are no days, and spans that are no spans, stand for themselves", () => {
  assert.equal(sayDays(0b111_1100), "Monday to Friday");
  assert.equal(sayDays(0b110_0111), "Monday, Tuesday, and Friday to Sunday");
  assert.equal(sayDaySpan("always"), "always");
});

const RULE = {
  name: "Motion light",
  status: "enabled",
  conditions: [
    { address: "/sensors/1/state/presence", operator: "eq", value: "true" },
    { address: "/sensors/1/state/dark", operator: "eq", value: "true" },
  ],
  actions: [{ address: "/lights/3/state", method: "PUT", body: { on: true, bri: 152 } }],
};

test("a rule is read back as a sentence, with its names marked", () => {
  const sentence = sayRule(HOUSE, ruleOf("7", RULE));
  assert.equal(
    withoutEmphasis(sentence),
    "When Hall motion sees somebody, and it is dark at Hall motion: Hall lamp on, 60 %.",
  );
  const names = piecesOf(sentence).filter(({ isName }) => isName);
  assert.deepEqual(
    names.map(({ text }) => text),
    ["Hall motion", "Hall motion", "Hall lamp"],
  );
  speak("de");
  assert.equal(
    withoutEmphasis(sayRule(HOUSE, ruleOf("7", RULE))),
    "Wenn: Hall motion sieht jemanden, und bei Hall motion ist es dunkel. Dann: Hall lamp ein, 60 %.",
  );
});

test("a rule without actions, and one that says nothing at all", () => {
  assert.equal(
    withoutEmphasis(sayRule(HOUSE, ruleOf("7", { ...RULE, actions: [] }))),
    "When Hall motion sees somebody, and it is dark at Hall motion: only the flow is told.",
  );
  assert.match(sayRule(HOUSE, ruleOf("7", {})), /no conditions/);
  for (const language of LANGUAGES) {
    speak(language);
    const begun = sayRule(HOUSE, ruleOf("7", { ...RULE, actions: [] }), OPEN_END);
    assert.match(begun, /[^…]…$/, "what is still to be said has no full stop");
  }
});

const look = (more: Values = {}) => ({
  at: "2026-03-02T10:00:00.000Z",
  wokenBy: "/sensors/1/state/presence",
  conditions: [
    { address: "/sensors/1/state/presence", operator: "eq", value: "true", actual: true, ok: true },
    { address: "/sensors/1/state/dark", operator: "eq", value: "true", actual: false, ok: false },
    { address: "/sensors/99/state/dark", operator: "eq", value: "true", ok: false },
  ],
  fires: false,
  actions: [],
  ...more,
});

test("of a flag that was made for a number the number is told, in the rule and in its log; its own two rules tell both", () => {
  const limit = { address: "/sensors/5/state/power", operator: "lt", value: "5" } as const;
  const [set = {}, back = {}] = flagRules("/sensors/9", limit, true);
  const house = readHouse({
    sensors: {
      5: { name: "Washing machine", type: "ZHAPower", state: { power: 12 } },
      9: { name: "W < 5 W", type: "CLIPGenericFlag", modelid: HELD_FLAG, state: { flag: false } },
    },
    rules: { 1: set, 2: back },
  });
  const flag = { address: "/sensors/9/state/flag", operator: "eq", value: "true" };
  const lasts = { address: flag.address, operator: "ddx", value: "PT00:03:00" };
  const said = (conditions: readonly Values[]) =>
    withoutEmphasis(sayRule(house, ruleOf("3", { ...RULE, conditions, actions: [] }), OPEN_END));
  assert.equal(said([flag, lasts]), "When the power of Washing machine is below 5 W for 3 minutes: …");
  assert.match(said(set.conditions as readonly Values[]), /below 5 W, and W < 5 W is not set/);
  const seen = [
    { ...flag, actual: true, ok: true },
    { ...lasts, actual: true, ok: true },
  ];
  const { conditions } = describeEvaluation(house, look({ conditions: seen }));
  assert.deepEqual(
    conditions.map(({ text, actual }) => [withoutEmphasis(text), actual]),
    [
      ["the power of Washing machine is below 5 W", undefined],
      ["the power of Washing machine is below 5 W for 3 minutes", undefined],
    ],
  );
  assert.equal(
    withoutEmphasis(sayMissing(house, { ...flag, actual: false, ok: false })),
    "the power of Washing machine is below 5 W – now: 12 W",
  );
});

test("a look at a rule is told: why, with the value that each condition saw", () => {
  const told = describeEvaluation(HOUSE, look());
  assert.equal(told.kind, "not");
  assert.equal(withoutEmphasis(told.why), "Motion of Hall motion changed");
  assert.deepEqual(
    told.conditions.map(({ ok, text, actual }) => [ok, withoutEmphasis(text), actual]),
    [
      [true, "Hall motion sees somebody", "motion"],
      [false, "it is dark at Hall motion", "no"],
      [false, "it is dark at /sensors/99 (not there now)", "there is no such value"],
    ],
  );
});

test("the conditions in the way of a rule are told as they were, all of them", () => {
  const refusal = (more: Values) => withoutEmphasis(sayRefusal(HOUSE, look(more)));
  const dark = { address: "/sensors/1/state/dark", operator: "eq", value: "true", actual: false, ok: false };
  const warm = { address: "/sensors/2/state/temperature", operator: "gt", value: "2200", actual: 2150, ok: false };
  const lamp = { address: "/lights/3/state/on", operator: "eq", value: "false", actual: true, ok: false };
  assert.match(refusal({ conditions: [{ ...dark, lux: 324 }] }), /^nothing, it is not dark \(324 lu?x\)$/);
  assert.equal(
    refusal({ conditions: [warm, lamp] }),
    "nothing, the temperature of Hall air is above 22 °C – it was: 21.5 °C, and Hall lamp is on",
  );
  assert.match(refusal({ held: "disabled" }), /disabled/);
});

test("the log begins with the look that came to nothing since the rule fired, but not with motion that ended", () => {
  const address = "/sensors/1/state/presence";
  const seen = (at: string, ok: boolean) =>
    look({ at: `2026-03-02T10:00:${at}Z`, conditions: [{ address, operator: "eq", value: "true", actual: ok, ok }] });
  const fired = [{ ...look({ at: "2026-03-02T10:00:05.000Z" }), fires: true }];
  const [ended, refused, before] = [seen("09.000", false), seen("08.000", true), seen("04.000", true)];
  assert.equal(latestLook(fired, [ended, refused, before]), refused);
  assert.equal(latestLook(fired, [ended, before]), undefined);
  assert.equal(latestLook([], [refused]), undefined, "it stands unfolded then");
});

test("a change that wakes a rule is the one that it waits for, or not: motion that ends, another key", () => {
  const presence = { address: "/sensors/1/state/presence", operator: "eq", value: "true", ok: true };
  const dark = { address: "/sensors/1/state/dark", operator: "eq", value: "true", ok: false };
  const woken = { wokenBy: presence.address, conditions: [presence, dark] };
  assert.equal(isItsChange(woken), true);
  assert.equal(isItsChange({ ...woken, conditions: [{ ...presence, ok: false }, dark] }), false);
  const press = (ok: boolean) => [
    { address: "/sensors/4/state/buttonevent", operator: "eq", value: "1002", ok },
    { address: "/sensors/4/state/lastupdated", operator: "dx", ok: true },
  ];
  assert.equal(isItsChange({ wokenBy: "/sensors/4/state/lastupdated", conditions: press(true) }), true);
  assert.equal(isItsChange({ wokenBy: "/sensors/4/state/lastupdated", conditions: press(false) }), false);
});

const DONE = { address: "/lights/3/state", method: "PUT", status: 200 };
const FAILED = { address: "/lights/8/state", method: "PUT", status: 404, error: "resource not available" };
const outcomes: [more: Values, kind: string, outcome: RegExp, why: RegExp][] = [
  [{ fires: true }, "fired", /^It fired$/, /changed/],
  [{ fires: true, actions: [DONE, FAILED] }, "fired", /^It fired$/, /changed/],
  [{ fires: true, actions: [FAILED] }, "not", /^It fired, but nothing could be done$/, /changed/],
  [{ held: "disabled" }, "held", /disabled/, /changed/],
  [{ held: "periodic" }, "held", /too recently/, /changed/],
  [{ held: "loop" }, "held", /in a loop/, /changed/],
  [{ held: "moonshine" }, "held", /moonshine/, /changed/],
  [{ wokenBy: "try", fires: true }, "fired", /would fire/, /^$/],
  [{ wokenBy: "try" }, "not", /would do nothing/, /^$/],
  [{ wokenBy: "time" }, "not", /did nothing/, /it was time/],
  [{ wokenBy: "/sensors/4/state/lastupdated" }, "not", /did nothing/, /^a button of Remote was pressed$/],
  [{ wokenBy: "/sensors/1/state/lastupdated" }, "not", /did nothing/, /reported something$/],
  [{ wokenBy: "rest:Phone", fires: true }, "fired", /fired/, /triggered by Phone/],
];
for (const [more, kind, outcome, why] of outcomes) {
  test(`${JSON.stringify(more)}: ${outcome}`, () => {
    const told = describeEvaluation(HOUSE, look(more));
    assert.equal(told.kind, kind);
    assert.match(told.outcome, outcome);
    assert.match(withoutEmphasis(told.why), why);
  });
}

test("actions are shown as they were asked, with their errors, also of a lamp that is gone since; without a body by the address", () => {
  const deeds = [
    { address: "/lights/3/state", method: "PUT", body: { on: true, bri: 153 }, status: 200 },
    { address: "/lights/8/state", method: "PUT", body: { on: true }, status: 404, error: "resource not available" },
    { address: "http://example.org", method: "GET" },
  ];
  const evaluation = look({ fires: true, actions: deeds });
  const { actions: told } = describeEvaluation(HOUSE, evaluation);
  assert.deepEqual(
    told.map(({ ok, text, actual }) => [ok, withoutEmphasis(text), actual]),
    [
      [true, "Hall lamp on, 60 %", undefined],
      [false, "/lights/8 (not there now) on", "resource not available"],
      [true, "GET to http://example.org", "not answered yet"],
    ],
  );
  const house = { ...HOUSE, formerNames: { "/lights/8": "Old lamp" } };
  const [, later] = describeEvaluation(house, evaluation).actions;
  assert.equal(withoutEmphasis(later?.text ?? ""), "Old lamp (removed) on");
  const bare = look({ fires: true, actions: [{ address: "/lights/8/state", method: "PUT", status: 200 }] });
  assert.equal(
    withoutEmphasis(describeEvaluation(house, bare).actions[0]?.text ?? ""),
    "Old lamp (removed): PUT /lights/8/state",
  );
});

test("a press is over: a try does not say how it is now", () => {
  const pressed = { address: "/sensors/4/state/buttonevent", operator: "eq", value: "1002", actual: 2002, ok: false };
  const told = (wokenBy: string) =>
    describeEvaluation(HOUSE, look({ wokenBy, conditions: [pressed] })).conditions[0]?.actual;
  assert.deepEqual([told("try"), told("time")], [undefined, "button 2, short press"]);
  const each = { address: "/sensors/4/state/lastupdated", operator: "dx", actual: null };
  const lines = (ok: boolean) =>
    describeEvaluation(HOUSE, look({ conditions: [pressed, { ...each, ok }] })).conditions.length;
  assert.deepEqual([lines(true), lines(false)], [1, 2], "that it was just told goes without saying");
});

test("a value of the house's clock is a time", () => {
  assert.equal(sayActual(HOUSE, { address: "/config/localtime", actual: "2026-03-02T18:04:00" }), "6:04 PM");
});

test("a schedule: its time, its deed, and whether it ends", () => {
  const own = scheduleOf("1", {
    time: "W124/T05:30:00",
    localtime: "W124/T06:30:00",
    command: { address: "/api/ABCD1234/groups/1/action", method: "PUT", body: { on: true } },
  });
  assert.equal(own.when, "Monday to Friday at 6:30 AM");
  assert.equal(withoutEmphasis(sayCommand(HOUSE, own) ?? ""), "Hall on");
  assert.equal(scheduleOf("1", { time: "W124/T05:30:00" }).when, "Monday to Friday at 5:30 AM (UTC)");
  assert.equal(sayCommand(HOUSE, scheduleOf("1", {})), undefined);
  for (const [pattern, ends] of [
    ["PT00:01:00", true],
    ["R05/PT00:01:00", true],
    ["R/PT00:01:00", false],
    ["R00/PT00:01:00", false],
    ["W127/T06:00:00", false],
    ["sunset", false],
    ["2026-01-01T00:00:00", true],
  ] as const)
    assert.equal(hasEnd({ pattern }), ends, pattern);
});

const people: [by: string, who: string][] = [
  ["rest:Phone", "Phone"],
  ["ABCD1234", "Phone"],
  ["flow:n1", "“Stairs” in House"],
  ["flow:n2", "rule"],
  ["flow:gone", "a flow node that is gone (gone)"],
  ["/rules/7", "rule Motion light"],
  ["/schedules/1", "schedule Wake up"],
  ["/sensors/99", "/sensors/99"],
  ["radio", "the device"],
  ["somebody", "somebody"],
];
const FLOW_NODES = {
  n1: { name: "Stairs", kind: "zigbee-gateway-rule", flow: "House" },
  n2: { name: "", kind: "zigbee-gateway-rule", flow: "" },
};
for (const [by, who] of people) {
  test(`${by} is ${who}`, () => {
    assert.equal(sayCause(HOUSE, by, FLOW_NODES), who);
  });
}

test("a flow node without a name is called in the language that is spoken", () => {
  speak("de");
  assert.equal(sayCause(HOUSE, "flow:n2", FLOW_NODES), "Regel");
});

test("a flow node without a name is called after its settings, as on the canvas", () => {
  const lamp = { name: "", kind: "zigbee-gateway-light", flow: "Flow 1", address: "/lights/3" };
  assert.equal(sayCause(HOUSE, "flow:n9", { n9: lamp }), "“Hall lamp” in Flow 1");
  assert.match(sayCause(HOUSE, "flow:n9", { n9: { ...lamp, address: "/lights/99" } }), /light/, "it is gone");
});

test("a flow node is not said to be gone before it is told which there are", () => {
  assert.equal(sayCause(HOUSE, "flow:n1"), "a flow");
});

test("names bring no marks along, and belong to the longest resource that an address begins with", () => {
  assert.equal(emphasized("a\u0002b\u0003c"), "\u0002abc\u0003");
  assert.deepEqual(piecesOf("x"), [{ text: "x", isName: false }]);
  assert.deepEqual(piecesOf(`${emphasized("a")} b`), [
    { text: "a", isName: true },
    { text: " b", isName: false },
  ]);
  assert.equal(resourceName(HOUSE, "/lights/3/state/on"), "Hall lamp");
  assert.equal(resourceName(HOUSE, "/lights/constructor/state"), "/lights/constructor");
  assert.equal(resourceName(HOUSE, "/config/whitelist/ABCD1234"), "Phone");
});

const usual: [action: object, time: string, english: string, german: string][] = [
  [{ on: true }, "W127/sunset", "Hall lamp on, sunset", "Hall lamp ein, Sonnenuntergang"],
  [{ on: false }, "W127/T06:30:00", "Hall lamp off, 6:30 AM", "Hall lamp aus, 06:30"],
  [{ on: true }, "W124/T06:30:00", "Hall lamp on, Mon to Fri 6:30 AM", "Hall lamp ein, Mo bis Fr 06:30"],
  [{ on: true, bri: 152 }, "W124/T06:30:00", "Hall lamp on, 60 %, 6:30 AM", "Hall lamp ein, 60 %, 06:30"],
  [{ on: true }, "W127/sunset-00:30:00", "Hall lamp on, sunset −00:30", "Hall lamp ein, Sonnenuntergang"],
  [{ on: true }, "PT00:05:00", "Hall lamp on, 5 minutes", "Hall lamp ein, 5 Minuten"],
  [{ on: true }, "W3/dawn+01:00:00", "Hall lamp on, dawn +01:00", "Hall lamp ein, Morgendämmerung"],
];
for (const [body, time, ...names] of usual)
  test(`a schedule without a name of its own: ${names[0]}`, () => {
    LANGUAGES.forEach((language, index) => {
      speak(language);
      const action = sayAction(HOUSE, { address: "/api/key/lights/3/state", method: "PUT", body });
      const name = usualScheduleName(action, time);
      assert.equal(name, names[index]);
      assert.ok(name.length <= 32);
    });
  });

test("a name that is made for a schedule is whole words, however long those of a device are", () => {
  const nameOf = (device: string, time = "W124/T23:00:00") => usualScheduleName(`${emphasized(device)} off`, time);
  assert.equal(nameOf("Kitchen lamp"), "Kitchen lamp off, 11:00 PM");
  assert.equal(nameOf("Lamp, big, at the door", "W3/sunset"), "Lamp, big, at the door, sunset");
  assert.equal(nameOf("Lamp beside the door to the garden"), "Lamp beside the door, 11:00 PM");
  assert.equal(nameOf("x".repeat(40)), `${"x".repeat(16)}, 11:00 PM`);
});

test("the page of a schedule goes by one clock, the gateway's, which is named only where another one is in the browser", () => {
  const made = Date.parse("2026-11-23T23:48:33Z");
  const plain = (text: string) => text.replace(/\s/g, " ");
  assert.equal(plain(sayOnClock(made, "Asia/Tokyo", made)), "8:48:33 AM");
  assert.equal(plain(sayOnClock(made, "Asia/Tokyo", made + 86_400_000)), "11/24/26, 8:48 AM");
  assert.equal(plain(sayOnClock(made, "UTC", made)), "11:48:33 PM");
  assert.equal(sayOnClock(Number.NaN, "UTC"), "");
  const zones: [gateway: string | undefined, browser: string, named: string | undefined][] = [
    ["UTC", "Europe/Berlin", "UTC"],
    ["Europe/Vienna", "Europe/Berlin", undefined],
    ["Nowhere/Land", "Europe/Berlin", undefined],
    [undefined, "Europe/Berlin", undefined],
  ];
  for (const [gateway, browser, named] of zones) assert.equal(foreignZone(gateway, made, browser), named);
});

test("the list says when a schedule is next due, on the clock of the gateway, as people say it", () => {
  const plain = (text: string) => text.replace(/\s/g, " ");
  const now = "2026-11-23T16:00:00";
  const next = (local: string, more = {}) => plain(sayNextOf({ local, ...more }, true, now));
  assert.equal(next("2026-11-23T17:42:00"), "next: today 5:42 PM");
  assert.equal(next("2026-11-24T06:30:05"), "next: tomorrow 6:30 AM", "the sun is never to the second");
  assert.match(next("2026-11-25T06:30:00"), /^next: Wed, Nov 25(, 2026)?, 6:30 AM$/);
  assert.equal(next("2026-11-23T17:42:00", { until: "2026-11-23T17:52:00" }), "next: today 5:42 PM, until 5:52 PM");
  assert.equal(sayNextOf({ isDone: false }, true, now), "There is no next time.");
  assert.deepEqual(
    [false, true].map((isDone) => sayNextOf({ isDone }, false, now)),
    ["disabled", "done"],
  );
  speak("de");
  assert.equal(plain(sayNextOf({ local: "2026-11-24T17:42:00" }, true, now)), "das nächste Mal: morgen 17:42");
  assert.doesNotMatch(sayWall({ local: "2026-11-24T17:42:05" }, { isExact: false }), /05/);
  assert.equal(wallTime(Date.parse("2026-11-23T23:48:33Z"), "Asia/Tokyo"), "2026-11-24T08:48:33");
});

const targets: readonly [address: string, says: string | undefined][] = [
  ["/groups/1/scenes/2/recall", undefined],
  ["/groups/1/scenes/next/recall", undefined],
  ["/groups/1/scenes/9/recall", "Calls a scene that is gone."],
  ["/api/ABCD1234/groups/1/scenes/9/recall", "Calls a scene that is gone."],
  ["/groups/9/scenes/2/recall", "Controls a room or group that is gone."],
  ["/groups/0/action", undefined],
  ["/lights/3/state", undefined],
  ["/lights/00:01-01/state", undefined],
  ["/lights/99/state", "Controls a light that is gone."],
  ["/sensors/99/state", "Sets a sensor that is gone."],
  ["/rules/99", "Enables or disables a rule that is gone."],
  ["/config", undefined],
  ["http://example.org/lights/99", undefined],
];
for (const [address, says] of targets)
  test(`an action on ${address}: ${says ?? "nothing is gone"}`, () => {
    const fine = { address: "/lights/3/state", method: "PUT", body: { on: true } };
    assert.equal(sayGone(HOUSE, [fine, { address, method: "PUT", body: {} }]), says);
  });

test("a name that no user typed is no given name", () => {
  assert.equal(givenName({ name: "Lamp on, sunset" }, "Lamp on, sunset"), "");
  assert.equal(givenName({ name: "Evening" }, "Lamp on, sunset"), "Evening");
  assert.equal(givenName({}, "Lamp on, sunset"), "");
});

test("times one below the other name each day once", () => {
  const times = ["2026-11-24T07:00:00", "2026-11-24T07:10:00", "2026-11-25T07:00:00"].map((local) => ({ local }));
  const words = sayWalls(times, { today: "2026-11-23" }).map((each) => each.replace(/\s/g, " "));
  assert.deepEqual([words[0]?.includes("tomorrow"), words[1], words[2]?.includes("Nov 25")], [true, "7:10 AM", true]);
});
