/** How a resource is told of where one is picked: in people's words, and found by them. */

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { readHouse } from "../../../panels/house.ts";
import { describer, inFamilies, isFound, type Offer } from "../../../panels/picking/offers.ts";
import { movedIn, pressesIn } from "../../../panels/picking/presses.ts";
import type { ChangeNotice } from "../../../src/model/admin-api.ts";
import { speakEnglish } from "../../support/speak.ts";

const mac = (number: number) => `00:00:00:00:00:00:00:0${number}`;
const light = (number: number, name: string, type: string, state: object) => ({
  ...{ name, type, uniqueid: `${mac(number)}-01`, state: { reachable: true, ...state } },
  capabilities: { alerts: ["none", "select", "lselect"] },
});
const sensor = (number: number, name: string, type: string, state: object, config = {}) => ({
  ...{ name, type, uniqueid: `${mac(number)}-01-0${type.length}`, state, config: { reachable: true, ...config } },
});

const HOUSE = readHouse({
  devices: {
    [mac(1)]: { vendor: "IKEA", productname: "Tradfri bulb", modelid: "LED1836G9" },
    [mac(2)]: { vendor: "IKEA", productname: "Fyrtur roller blind" },
    [mac(3)]: { vendor: "Philips", productname: "Hue motion sensor" },
    [mac(4)]: { vendor: "Philips", productname: "Hue dimmer switch" },
    [mac(5)]: { vendor: "Aqara", productname: "Climate sensor" },
    [mac(6)]: {},
  },
  lights: {
    1: light(1, "Desk lamp", "Dimmable light", { on: true, bri: 127 }),
    2: light(2, "Left", "Window covering device", { open: true, lift: 0 }),
    3: light(6, "Gone", "Smart plug", { on: false, reachable: false }),
  },
  sensors: {
    1: sensor(3, "Hall", "ZHAPresence", { presence: false }),
    2: sensor(3, "Hall", "ZHALightLevel", { lightlevel: 1, lux: 5 }),
    3: sensor(4, "Bed", "ZHASwitch", { buttonevent: 1002, lastupdated: "2026-01-02T03:04:05.000" }),
    4: sensor(5, "Bath", "ZHATemperature", { temperature: 2140 }),
    5: sensor(5, "Bath", "ZHAHumidity", { humidity: 4800 }),
    7: { name: "Daylight", type: "Daylight", uniqueid: "d", state: { dark: true, status: 230 }, config: {} },
    6: { name: "Holiday", type: "CLIPBattery", uniqueid: "u", state: { battery: 5 }, config: {} },
  },
  groups: {
    1: { name: "Büro", type: "Room", lights: ["1"], state: { any_on: true }, scenes: [{ id: "4", name: "Cosy" }] },
    2: { name: "Everything", type: "LightGroup", lights: ["1", "2"], state: { any_on: false } },
  },
  rules: { 1: { name: "At night", status: "disabled" } },
});

const told: [address: string, name: string, about: string[], value: RegExp][] = [
  ["/lights/1", "Desk lamp", ["Dimmable lamp", "Büro", "Tradfri bulb"], /^50 ?%$/],
  ["/lights/2", "Left", ["Blind", "Everything", "Fyrtur roller blind"], /^open$/],
  ["/lights/3", "Gone", ["Plug"], /^unreachable$/],
  ["/sensors/1", "Hall", ["Motion sensor", "Hue motion sensor"], /./],
  ["/sensors/2", "Hall", ["Light level", "Hue motion sensor"], /lux|lx/],
  ["/sensors/3", "Bed", ["Remote", "Hue dimmer switch"], /^pressed /],
  ["/sensors/4", "Bath", ["Temperature", "Climate sensor"], /^21\.4 °C$/],
  ["/sensors/5", "Bath", ["Humidity", "Climate sensor"], /^48 ?%$/],
  ["/sensors/6", "Holiday", ["Virtual: Battery"], /^5 ?%$|^$/],
  ["/sensors/7", "Daylight", ["Outside, by the sun"], /^night$/],
  ["/groups/1", "Büro", ["Room", "1 light", "1 scene"], /^on$/],
  ["/groups/2", "Everything", ["Group", "2 devices"], /^off$/],
  ["/groups/1/scenes/4", "Cosy", ["Scene", "Büro"], /^$/],
  ["/rules/1", "At night", ["Rule"], /^switched off$/],
];

const offers = new Map<string, Offer>();

before(() => {
  speakEnglish();
  const describe = describer(HOUSE);
  for (const [address] of told) {
    const offer = describe(address);
    if (offer) offers.set(address, offer);
  }
  assert.equal(describe("/lights/99"), undefined);
  assert.equal(describe("/groups/1/scenes/5"), undefined);
});

for (const [address, name, about, value] of told)
  test(`${address} is ${name}`, () => {
    const offer = offers.get(address);
    assert.equal(offer?.name, name);
    assert.deepEqual(offer?.about, about);
    assert.match(offer?.value ?? "", value);
    assert.doesNotMatch(`${about} ${offer?.value}`, /ZHA|CLIP/);
  });

const searches: [typed: string, found: string[]][] = [
  ["blind", ["/lights/2"]],
  ["motion", ["/sensors/1", "/sensors/2"]],
  ["buro lamp", ["/lights/1"]],
  ["TRADFRI", ["/lights/1"]],
  ["remote philips", ["/sensors/3"]],
  ["room", ["/groups/1"]],
  ["cosy", ["/groups/1/scenes/4"]],
  ["scene buro", ["/groups/1/scenes/4"]],
  ["plug", ["/lights/3"]],
  ["nothing like it", []],
];
for (const [typed, found] of searches)
  test(`"${typed}" finds ${found.length}`, () => {
    const all = [...offers.values()].filter((offer) => isFound(offer, typed) && !/groups\/2/.test(offer.address));
    assert.deepEqual(
      all.map(({ address }) => address).filter((address) => typed !== "room" || address.startsWith("/groups")),
      found,
    );
  });

test("a resource of a list that was not given has no words", () => {
  const { jobs, ...given } = HOUSE;
  assert.deepEqual(jobs, {});
  assert.equal(describer(given)("/jobs/1"), undefined);
});

test("of a search the family that has the nearest name stands first; without one each keeps its place", () => {
  const all = [...offers.values()];
  const names = (typed: string) => inFamilies(all, typed).map(({ address }) => address);
  assert.deepEqual(names("").slice(0, 4), ["/lights/1", "/lights/3", "/lights/2", "/sensors/4"]);
  assert.deepEqual(names("buro").slice(0, 2), ["/groups/1", "/groups/2"]);
  assert.deepEqual(names("hall").slice(0, 3), ["/sensors/1", "/sensors/2", "/sensors/4"]);
});

test("of the sensors of one device the one with the typed words in its name stands first, then the main one", () => {
  const all = ["/sensors/2", "/sensors/1", "/sensors/3"].flatMap((address) => offers.get(address) ?? []);
  const first = (typed: string) =>
    inFamilies(
      all.filter((offer) => isFound(offer, typed)),
      typed,
    )[0]?.address;
  assert.equal(first("hall"), "/sensors/1", "a motion sensor also tells how light it is");
  assert.equal(first("motion"), "/sensors/1");
  assert.equal(first("light"), "/sensors/2");
  assert.deepEqual(
    inFamilies(all, "").map(({ address }) => address),
    ["/sensors/3", "/sensors/1", "/sensors/2"],
  );
  assert.deepEqual(
    inFamilies(all, "", (address) => address === "/sensors/3").map(({ address }) => address),
    ["/sensors/1", "/sensors/2", "/sensors/3"],
    "what few want here stands last",
  );
});

test("rooms stand by their names, those without lights last; a search goes by names alone", () => {
  const room = (id: string, name: string, lights: boolean) =>
    ({ ...offers.get("/groups/1"), address: `/groups/${id}`, name, ...(lights ? {} : { blink: undefined }) }) as Offer;
  const all = [room("1", "Attic", false), room("2", "Bath", true), room("3", "Cellar", true), room("4", "Den", false)];
  const order = (typed: string) => inFamilies(all, typed).map(({ name }) => name);
  assert.deepEqual(order("a").slice(0, 1), ["Attic"]);
  assert.deepEqual(order(""), ["Bath", "Cellar", "Attic", "Den"]);
});

test("a light or group blinks by a command of its own; a sensor cannot", () => {
  assert.deepEqual(offers.get("/lights/1")?.blink, { address: "/lights/1/state", body: { alert: "lselect" } });
  assert.deepEqual(offers.get("/groups/1")?.blink, { address: "/groups/1/action", body: { alert: "lselect" } });
  assert.equal(offers.get("/sensors/1")?.blink, undefined);
});

const change = (address: string, values: object, more: object = {}): ChangeNotice =>
  ({ address, type: "", event: "changed", section: "state", values, by: "radio", at: 0, ...more }) as ChangeNotice;

test("presses are told from all else that changes, and only of those that are meant", () => {
  const news = [
    change("/sensors/3", { buttonevent: 1002, lastupdated: "x" }),
    change("/sensors/3", { lastupdated: "x" }),
    change("/sensors/3", { battery: 5 }, { section: "config" }),
    change("/sensors/9", { buttonevent: 1002 }),
    change("/sensors/3", { expectedrotation: -90 }),
    change("/sensors/3", { buttonevent: 1 }, { event: "added" }),
  ];
  assert.deepEqual(
    pressesIn(news, (address) => address === "/sensors/3"),
    [
      { address: "/sensors/3", buttonevent: 1002 },
      { address: "/sensors/3", rotation: -90 },
    ],
  );
});

test("a resource that moved is marked once; one with a sign of life only, or with a command, is not", () => {
  const news = [
    change("/sensors/1", { presence: true }),
    change("/sensors/1", { dark: true }),
    change("/sensors/2", { lastupdated: "x" }),
    change("/lights/1", { on: true }, { by: "flow:x" }),
    change("/lights/2", { on: true }),
    change("/sensors/7", { heatsetpoint: 2200 }, { section: "config" }),
  ];
  assert.deepEqual(
    movedIn(news, () => true),
    ["/sensors/1", "/lights/2", "/sensors/7"],
  );
});

test("a value that only drifts is not marked as moved", () => {
  const news = [
    change("/sensors/1", { temperature: 2150, lastupdated: "x" }),
    change("/sensors/2", { lightlevel: 9000, lux: 8, dark: true, daylight: false }),
    change("/sensors/3", { power: 60, current: 260 }),
    change("/sensors/4", { humidity: 4800 }),
    change("/sensors/5", { on: true, valve: 90 }),
    change("/sensors/6", { battery: 80 }, { section: "config" }),
    change("/sensors/8", { lowbattery: true }),
    change("/sensors/9", { presence: false, lastupdated: "x" }),
    change("/lights/1", { hue: 4900, ct: 370 }),
    change("/lights/2", { bri: 120 }),
    change("/lights/3", { reachable: true }),
  ];
  assert.deepEqual(
    movedIn(news, () => true),
    [],
  );
});
