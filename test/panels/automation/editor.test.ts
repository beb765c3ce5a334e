/** The editor of rules, without a browser: the resources to pick, their claims and deeds, and the conditions made of a row. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { sayCondition } from "../../../panels/automation/conditions-in-words.ts";
import {
  type Claim,
  claimOf,
  claimParts,
  claimsOf,
  countOfTriggers,
  hasOtherTrigger,
  mainWords,
  proposedClaim,
  valueFor,
} from "../../../panels/automation/editor/claims.ts";
import { flagName, flagRules, isHeldNow, rowOfFlag } from "../../../panels/automation/editor/held-flag.ts";
import type { RuleItems } from "../../../panels/automation/editor/rule-items.ts";
import {
  actable,
  addressNow,
  askable,
  canEnd,
  deedKey,
  deedsOf,
  goneChoice,
  referenceTo,
  sayGoneChoice,
  sceneAt,
  subjectOf,
} from "../../../panels/automation/editor/subjects.ts";
import { partsOf, timeOfParts } from "../../../panels/automation/editor/time-parts.ts";
import { pressNamesIn, sayPressOf } from "../../../panels/devices/values/key-names.ts";
import { readHouse } from "../../../panels/house.ts";
import { withoutEmphasis } from "../../../panels/widgets/emphasis.ts";
import { OPERATORS } from "../../../src/model/automation/operators.ts";
import { PATTERN_KINDS, SUN_EVENTS } from "../../../src/model/time/time-grammar.ts";
import { textOf } from "../../support/locales.ts";
import { speakEnglish } from "../../support/speak.ts";

beforeEach(speakEnglish);

const MAC = "00:17:88:01:00:00:00:08";
const BATTERY = { on: true, battery: 90 };
const HOUSE = readHouse({
  lights: {
    3: {
      name: "Lamp",
      type: "Color temperature light",
      uniqueid: "00:01-01",
      state: { on: false, bri: 10, ct: 300, hue: 1, alert: "none" },
    },
    4: { name: "Blind", type: "Window covering device", uniqueid: "00:02-01", state: { open: true, lift: 0 } },
    5: { name: "TV", type: "On/Off plug-in unit", uniqueid: "00:03-01", state: { on: true } },
  },
  sensors: {
    1: {
      name: "Hall",
      type: "ZHAPresence",
      uniqueid: `${MAC}-02-0406`,
      state: { presence: false },
      config: { ledindication: true, battery: 9 },
    },
    2: {
      name: "Hall light",
      type: "ZHALightLevel",
      uniqueid: `${MAC}-02-0400`,
      state: { dark: true, lightlevel: 1, lux: 1 },
      lastannounced: "x",
    },
    6: { name: "Remote", type: "ZHASwitch", uniqueid: "00:04-01-1000", state: { buttonevent: 1002 }, config: BATTERY },
    7: { name: "Guests", type: "CLIPGenericFlag", uniqueid: "f", state: { flag: false } },
  },
  groups: {
    1: { name: "Hall", type: "Room", lights: ["3"], state: { any_on: true }, scenes: [{ id: "2", name: "Night" }] },
  },
  rules: { 7: { name: "Other" } },
  schedules: { 8: { name: "Wake up" } },
  config: { bridgeid: "B1" },
});
const bool = ["eq", "ne", "dx", "ddx", "stable"];
const numeric = ["eq", "ne", "gt", "lt", "dx", "ddx", "stable"];
const item = (name: string, kind = "bool", operators = bool, more = {}) => ({ item: name, kind, operators, ...more });
const told = item("state/lastupdated", "time", ["dx", "ddx", "stable"]);
const ITEMS: RuleItems = {
  takes: {},
  types: {
    ZHAPresence: [item("state/presence"), told, item("config/ledindication"), item("config/battery", "int", numeric)],
    ZHALightLevel: [
      item("state/dark"),
      item("state/lightlevel", "int", numeric, { unit: "lx" }),
      item("state/lux", "int", numeric),
      item("attr/lastannounced", "time", ["dx"]),
    ],
    ZHASwitch: [
      item("state/buttonevent", "int", numeric),
      told,
      item("config/on"),
      item("config/battery", "int", numeric),
    ],
    "Color temperature light": [
      item("state/on"),
      item("state/bri", "int", numeric),
      item("state/hue", "int", numeric),
      item("state/alert", "text", ["dx"]),
    ],
    "On/Off plug-in unit": [item("state/on"), item("state/bri", "int", numeric)],
    Group: [item("state/any_on"), item("state/all_on")], // also of rooms
  },
};
const PRESSES = {
  "/sensors/6": [
    { code: "1002", text: "On: short press", said: "On, short press", key: "On" },
    { code: "2002", text: "Off: short press", said: "Off, short press", key: "Off" },
  ],
};
const claims = (address: string) => claimsOf(subjectOf(HOUSE, address), ITEMS, PRESSES);
const said = (all: readonly Claim[], group = "") => all.filter((each) => each.group === group).map(({ text }) => text);

test("a device is picked, not its resources; lights and rooms come before sensors where something is done", () => {
  assert.deepEqual(askable(HOUSE).slice(0, 1), ["/sensors/1"]);
  assert.ok(!askable(HOUSE).includes("/sensors/2"), "it belongs to the motion sensor");
  assert.deepEqual(actable(HOUSE), [
    "/groups/1",
    "/lights/3",
    "/lights/4",
    "/lights/5",
    "/groups/1/scenes/2",
    "/sensors/7",
    "/rules/7",
    "/schedules/8",
  ]);
});

test("the claims of a device are in people's words, of all that it can tell; raw members are left out", () => {
  const all = claims("/sensors/2");
  assert.deepEqual(said(all), [
    "sees somebody",
    "sees nobody",
    "starts to see somebody",
    "no longer sees anybody",
    "it is dark",
    "it is not dark",
    "it gets dark",
    "it gets light",
    "Light level is above",
    "Light level is below",
  ]);
  assert.deepEqual(said(all, "health"), ["Battery is above", "Battery is below"]);
  assert.deepEqual(said(all, "settings"), []);
  const texts = all.map(({ text, item }) => `${text} ${item}`).join("\n");
  assert.doesNotMatch(texts, /ledindication|lastannounced|lux/);
  const plug = ["is on", "is off", "is switched on", "is switched off"];
  assert.deepEqual(said(claims("/lights/5")), plug, "it has no brightness");
});

test("of a room can be asked whether something in it is on", () => {
  const asked = ["something is on", "everything is off", "something goes on", "the last one goes off"];
  assert.deepEqual(said(claims("/groups/1")), asked);
});

test("a number that is just so may last; of one beyond a limit a flag remembers it, by two rules", () => {
  const of = (text: string) => claims("/sensors/2").find((claim) => claim.text === text);
  assert.equal(of("Light level is exactly")?.lasts, true);
  assert.equal(of("Light level is above")?.lasts, undefined);
  const limit = { address: "/sensors/2/state/lightlevel", operator: "gt", value: "2300" } as const;
  assert.deepEqual(flagRules("/sensors/9", limit, true), [
    {
      conditions: [limit, { address: "/sensors/9/state/flag", operator: "eq", value: "false" }],
      actions: [{ address: "/sensors/9/state", method: "PUT", body: { flag: true } }],
    },
    {
      conditions: [
        { ...limit, operator: "lt", value: "2301" },
        { address: "/sensors/9/state/flag", operator: "eq", value: "true" },
      ],
      actions: [{ address: "/sensors/9/state", method: "PUT", body: { flag: false } }],
    },
  ]);
  const [, back] = flagRules("/sensors/9", { ...limit, operator: "lt", value: "1.5" }, false);
  const [first] = Array.isArray(back?.conditions) ? back.conditions : [];
  assert.deepEqual(first, { ...limit, operator: "gt", value: "1.5" });
  assert.deepEqual(
    [2301, 2300, "2400", null].map((now) => isHeldNow(now, limit)),
    [true, false, false, false],
  );
  assert.equal(flagName("Bathroom climate", "gt", "23 °C"), "Bathroom climate > 23 °C");
  assert.equal(flagName("The thermometer in the far bathroom", "lt", "23 °C"), "The thermometer in the f < 23 °C");
  assert.deepEqual(rowOfFlag(HOUSE, { address: "/sensors/9", uniqueid: "u", name: "n" }, "for"), {
    ...{ address: "/sensors/9", uniqueid: "u", resourceName: "n", house: "B1" },
    ...{ item: "state/flag", operator: "eq", value: "true", for: "PT00:05:00" },
  });
});

test("a new row begins with the claim that was searched for, and with none that another row says of the device", () => {
  const all = claims("/sensors/1");
  const row = { address: "/sensors/1", item: "state/presence", operator: "eq", value: "true" };
  const begins = (others: readonly object[], typed: string) => proposedClaim(all, others, typed)?.text;
  assert.equal(begins([], ""), "sees somebody");
  assert.equal(begins([row], ""), "it is dark");
  assert.equal(begins([], "LIGHT level"), "Light level is above");
  assert.equal(begins([row], "hall"), "it is dark", "a name says nothing");
  assert.match(mainWords(all), /it is dark/);
  assert.doesNotMatch(mainWords(all), /Battery/, "it would be found with every device");
});

const distinct = (...given: Parameters<typeof claimParts>) => claimParts(...given).flatMap(({ claims }) => claims);

test("of a remote the presses stand key by key, and rare claims at the end", () => {
  const parts = claimParts(claims("/sensors/6"), undefined);
  assert.deepEqual(
    parts.map(({ group, button }) => [group, button]),
    [
      ["", "On"],
      ["", "Off"],
      ["", ""],
      ["health", ""],
    ],
    "nobody is offered that its battery changes",
  );
});

test("a claim of a light that hardly any user needs is not offered; a rule that asks it keeps its words", () => {
  const lamp = claims("/lights/3");
  const texts = distinct(lamp, undefined).map(({ text }) => text);
  assert.ok(texts.includes("Brightness is above") && !texts.some((text) => /Hue|Alert/.test(text)), texts.join());
  const hue = lamp.find(({ item, operator }) => item === "state/hue" && operator === "gt");
  assert.ok(hue && distinct(lamp, hue).includes(hue));
});

test("a claim that the parts of a device have in common stands once; that of a row stays", () => {
  const [one] = claims("/sensors/1").filter(({ text }) => text === "Battery is above");
  assert.ok(one);
  const twin = { ...one, key: "twin", address: "/sensors/2" };
  assert.deepEqual(distinct([one, twin], undefined), [one]);
  assert.deepEqual(distinct([one, twin], twin), [twin]);
});

test("a plug is on and is reachable once; whether the values of its parts are used has words of its own", () => {
  const config = { on: true, reachable: true };
  const plug = (name: string, uniqueid: string, type: string) => ({ name, uniqueid: `${MAC}-${uniqueid}`, type });
  const house = readHouse({
    lights: { 1: { ...plug("Washer", "01", "Smart plug"), state: { on: true, reachable: true } } },
    sensors: {
      1: { ...plug("Washer", "01-0b04", "ZHAPower"), state: { power: 1 }, config },
      2: { ...plug("Washer", "01-0702", "ZHAConsumption"), state: { consumption: 1 }, config },
    },
  });
  const items = (...names: readonly string[]) => names.map((name) => item(name));
  const parts = items("config/on", "config/reachable");
  const types = { ZHAPower: parts, ZHAConsumption: parts, "Smart plug": items("state/on", "state/reachable") };
  const all = claimsOf(subjectOf(house, "/lights/1"), { takes: {}, types }, {});
  const seen = distinct(all, undefined);
  assert.deepEqual(said(seen), ["is on", "is off", "is switched on", "is switched off"]);
  assert.deepEqual(said(seen, "settings"), []);
  assert.deepEqual(said(seen, "health"), ["is reachable", "is not reachable"]);
  assert.deepEqual(said(seen, "more"), [], "that its values are used is offered to nobody");
  const row = { item: "config/on", operator: "eq", value: "false" };
  assert.equal(claimOf(all, "/sensors/2", row)?.text, "its values are not used", "a saved row finds its words");
  const asked = { address: "/sensors/2/config/on", operator: "eq", value: "false" };
  assert.equal(withoutEmphasis(sayCondition(house, asked)), "the values of Washer are not used");
});

test("the first claim is the one that nearly all users mean", () => {
  const first = (address: string) => claims(address)[0]?.text;
  assert.deepEqual(
    [first("/sensors/1"), first("/lights/5"), first("/config")],
    ["sees somebody", "is on", "is between"],
  );
  assert.equal(first("/sensors/6"), "On: short press");
});

test("of a remote its presses are said, and its battery; not that it is heard, and no numbers where it names its keys", () => {
  const all = claims("/sensors/6").map(({ text }) => text);
  assert.deepEqual(all.slice(0, 3), ["On: short press", "Off: short press", "any button is pressed"]);
  assert.deepEqual(new Set(all.slice(3).map((text) => text.split(" ")[0])), new Set(["Battery"]));
  const unnamed = claimsOf(subjectOf(HOUSE, "/sensors/6"), ITEMS, {}).map(({ text }) => text);
  assert.ok(unnamed.includes("a press by its number"));
});

test("a row finds its claim again, and a row without words for it finds none", () => {
  const find = (row: object) => claimOf(claims("/sensors/1"), "/sensors/1", row)?.text;
  assert.equal(find({ item: "state/presence", operator: "eq", value: "false" }), "sees nobody");
  assert.equal(find({ item: "config/battery", operator: "lt", value: "20" }), "Battery is below");
  assert.equal(find({ item: "state/presence", operator: "dx" }), "sees somebody come or go");
  const begins = { item: "state/presence", operator: "eq", value: "true", each: "yes" };
  assert.equal(find(begins), "starts to see somebody");
  assert.equal(find({ item: "state/presence", operator: "ne", value: "true" }), undefined);
  assert.equal(find({ item: "config/ledindication", operator: "eq", value: "true" }), undefined);
});

test("a value stays where it fits", () => {
  const above = claims("/sensors/1").find(({ text }) => text === "Light level is above");
  assert.deepEqual([valueFor(above as Claim, "12.5"), valueFor(above as Claim, "true")], ["12.5", ""]);
  const [clock] = claims("/config");
  assert.equal(valueFor(clock as Claim, ""), "T08:00:00/T22:00:00");
});

test("only one line waits, or counts each press", () => {
  const rows = [{ for: "PT00:05:00" }, { already: "PT00:05:00" }, { each: "yes" }, { operator: "dx" }];
  assert.equal(countOfTriggers(rows), 3);
  assert.deepEqual([hasOtherTrigger(rows.slice(0, 2), 0), hasOtherTrigger(rows, 0)], [false, true]);
});

test("a row names its resource so that it is found in any house", () => {
  assert.deepEqual(referenceTo(HOUSE, "/lights/3"), {
    address: "/lights/3",
    uniqueid: "00:01-01",
    resourceName: "Lamp",
    house: "B1",
  });
  assert.equal(addressNow(HOUSE, { address: "/lights/99", uniqueid: "00:01-01" }), "/lights/3");
  assert.equal(addressNow(HOUSE, { address: "/lights/3", uniqueid: "gone" }), "");
  assert.equal(addressNow(HOUSE, { address: "/groups/9", resourceName: "Hall", house: "B2" }), "/groups/1");
  assert.equal(addressNow(HOUSE, { address: "/groups/1", resourceName: "Cellar", house: "B2" }), "");
  assert.equal(addressNow(HOUSE, { address: "/config" }), "/config");
});

test("another choice is missing in place of what is gone, by its former name; not in place of nothing, or of the clock", () => {
  const house = { ...HOUSE, formerNames: { "/lights/99": "Hall lamp" } };
  const rows = [{}, { address: "/config" }, { address: "/lights/3", uniqueid: "00:01-01" }];
  assert.equal(sayGoneChoice(house, rows), undefined);
  const gone = { address: "/lights/99", uniqueid: "00:09-01", resourceName: "Lamp of the flow" };
  assert.equal(sayGoneChoice(house, [...rows, gone]), "Still missing: what is to take the place of Hall lamp.");
  assert.deepEqual(goneChoice(HOUSE, gone), { gone: "Lamp of the flow", isRemoved: false });
});

test("each kind has deeds of its own, and only a light can go out again", () => {
  assert.deepEqual(deedsOf(HOUSE, "/lights/3"), ["on", "off", "toggle", "brightness", "preset", "blink", "body"]);
  assert.deepEqual(deedsOf(HOUSE, "/lights/5"), ["on", "off", "toggle", "body"]);
  assert.equal(deedKey(HOUSE, "/lights/4", "on"), "cover-on");
  assert.deepEqual(deedsOf(HOUSE, "/groups/1").includes("scene"), true);
  assert.deepEqual(sceneAt(HOUSE, "/groups/1/scenes/2"), { group: "/groups/1", scene: { id: "2", name: "Night" } });
  for (const none of ["/groups/1", "/groups/1/scenes/3"]) assert.equal(sceneAt(HOUSE, none), undefined);
  const ends = [
    ["/lights/3", "on"],
    ["/lights/3", "off"],
    ["/lights/4", "on"],
    ["/groups/1", "brightness"],
  ] as const;
  assert.deepEqual(
    ends.map(([address, does]) => canEnd(HOUSE, address, { does })),
    [true, false, false, true],
  );
});

test("the keys of a remote, as it names them", () => {
  const body = {
    buttons: { 1: { name: "On" } },
    values: { 1002: { button: 1, action: "SHORT_RELEASE" }, 3001: { button: 3, action: "HOLD" } },
  };
  const presses = pressNamesIn(body);
  assert.deepEqual(presses, [
    { code: "1002", text: "On: short press", said: "On, short press", key: "On" },
    { code: "3001", text: "button 3, held", said: "button 3, held" },
  ]);
  const meanings = { 1001: "HOLD", 1002: "SHORT_RELEASE", 1003: "LONG_RELEASE" };
  const values = Object.entries(meanings).map(([code, action]) => [code, { button: 1, action }]);
  const codes = pressNamesIn({ values: Object.fromEntries(values) }).map(({ code }) => code);
  assert.deepEqual(codes, ["1002", "1001", "1003"], "the short press first");
  assert.deepEqual(pressNamesIn(undefined), []);
  const names = { "/sensors/5": presses };
  assert.equal(sayPressOf(names, "/sensors/5", 1002), "On, short press");
  for (const known of [names, undefined]) assert.equal(sayPressOf(known, "/sensors/6", 1002), "button 1, short press");
});

test("every pattern is read into its parts; text that is none stays a text", () => {
  assert.deepEqual(partsOf("W064/dusk-00:30:00A00:10:00")?.parts, {
    ...{ days: "064", clock: "07:00:00", at: "", span: "00:10:00", times: "" },
    ...{ event: "dusk", offset: "-00:30:00", random: "00:10:00" },
  });
  assert.equal(partsOf("R05/PT12:00:00")?.kind, "repeated");
  for (const text of ["W124/T08:00:00/T09:00:00", "$TIME", ""]) assert.equal(partsOf(text), undefined);
});

test("what was chosen for another kind of time stays, as far as this kind has no field for it", () => {
  const weekly = partsOf("W124/T06:30:00A00:10:00")?.parts ?? assert.fail();
  const timer = partsOf(timeOfParts("timer", weekly), weekly) ?? assert.fail();
  assert.equal(timeOfParts("timer", weekly), "PT00:10:00", "no field shows its chance");
  assert.equal(timeOfParts("weekly", timer.parts), "W124/T06:30:00A00:10:00");
  const sun = partsOf("W064/dusk-00:30:00", timer.parts)?.parts;
  assert.deepEqual(
    [sun?.days, sun?.random, sun?.clock],
    ["064", "", "06:30:00"],
    "what has a field counts, also left out",
  );
  assert.equal(timeOfParts("weekly", partsOf("2026-12-24T18:00:00", sun)?.parts ?? assert.fail()), "W064/T06:30:00");
});

for (const language of ["en-US", "de"])
  test(`${language}: each choice has a name`, () => {
    const { automation, times } = JSON.parse(textOf(language, "zigbee-gateway-panels.json"));
    for (const operator of Object.keys(OPERATORS).filter((name) => !["ne", "in", "not in"].includes(name)))
      assert.equal(typeof automation.claim[operator], "string", operator);
    for (const operator of ["in", "not-in", "dx"]) assert.equal(typeof automation.claim[`clock-${operator}`], "string");
    for (const address of ["/lights/3", "/lights/4", "/groups/1", "/sensors/7", "/rules/7", "webhook"])
      for (const deed of deedsOf(HOUSE, address))
        assert.equal(typeof automation.deed[deedKey(HOUSE, address, deed)], "string", deed);
    for (const kind of [...PATTERN_KINDS, "text"])
      for (const choice of kind === "sun" ? SUN_EVENTS : [kind])
        assert.equal(typeof automation.time.kinds[choice], "string", choice);
    for (const event of SUN_EVENTS) assert.equal(typeof times[event], "string");
    assert.deepEqual(Object.keys(automation.claim.so), Object.keys(automation.so));
  });
