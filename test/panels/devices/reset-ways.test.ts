/** How a model is reset, by its model where that differs, else by its vendor; and the address of its public page. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { publicNameOf, resetWayOf } from "../../../panels/devices/care/reset-ways.ts";
import type { KindOfDevice } from "../../../src/model/sensors/sensor-fields.ts";
import { ENGLISH, textsOf } from "../../support/locales.ts";

const vendors: [vendor: string, kind: KindOfDevice, way: string | undefined][] = [
  ["IKEA", "light", "ikea-light"],
  ["IKEA of Sweden", "motion", "ikea-button"],
  ["IKEA", "blind", "ikea-blind"],
  ["IKEA", "extender", "ikea-plug"],
  ["IKEA", "fan", undefined], // it has no battery cover
  ["Philips", "light", "hue-light"],
  ["Signify Netherlands B.V.", "remote", "hue-button"],
  ["Aqara", "door", "aqara"],
  ["LUMI", "temperature", "aqara"],
  ["Aqara", "light", undefined],
  ["LEDVANCE", "plug", "plug-ten"],
  ["LEDVANCE", "remote", undefined],
  ["Innr", "light", "innr-light"],
  ["Innr", "plug", "five-seconds"],
  ["Sengled", "light", "ten-times"],
  ["Gledopto", "light", "five-times"],
  ["Müller Licht", "light", "five-times"],
  ["SONOFF", "motion", "five-seconds"],
  ["Third Reality", "plug", "ten-seconds"],
  ["_TZ3000_abcdefgh", "plug", "tuya"],
  ["_TZ3210_abcdefgh", "light", "tuya-light"],
  ["Nobody", "light", undefined],
];
for (const [vendor, kind, way] of vendors)
  test(`how a ${kind} of ${vendor} is reset: ${way ?? "nobody knows"}`, () =>
    assert.equal(resetWayOf({ info: { manufacturername: vendor }, kind }), way));

const models: [vendor: string, productid: string, kind: KindOfDevice, way: string | undefined][] = [
  ["IKEA", "LED1545G12", "light", "ikea-light"],
  ["IKEA", "ICPSHC24-30-IL44-1", "light", "pin-ten"],
  ["IKEA", "E2112", "air", "ikea-air"],
  ["IKEA", "E1524/E1810", "remote", "ikea-button"],
  ["IKEA", "E2489", "remote", undefined],
  ["Philips", "324131092621", "remote", "hue-button"],
  ["Philips", "929003017102", "remote", "hue-module"],
  ["Aqara", "WXKG11LM", "remote", "aqara"],
  ["Aqara", "MFKZQ01LM", "remote", "aqara-cube"],
  ["Xiaomi", "WSDCGQ01LM", "temperature", "xiaomi-pin"],
  ["Aqara", "WSDCGQ11LM", "temperature", "aqara"],
  ["Aqara", "ZNLDP12LM", "light", "five-times"],
  ["Aqara", "SSM-U01", "plug", "ten-seconds"],
  ["Aqara", "QBKG04LM", "light", "ten-seconds"],
  ["OSRAM", "AC0251100NJ/AC0251600NJ/AC0251700NJ", "remote", "osram-mini"],
  ["Sengled", "E1G-G8E", "light", "pin-ten"],
  ["Third Reality", "3RSL011Z", "light", undefined],
  ["Bosch", "BSD-2", "smoke", "bosch"],
  ["Bosch", "BSP-FZ2", "plug", "bosch-plug"],
  ["Bosch", "BMCT-SLZ", "plug", "bosch-wired"],
  ["Bosch", "BTH-RM", "thermostat", "bosch"],
  ["Bosch", "BTH-RM230Z", "thermostat", undefined],
  ["Bosch", "ISW-ZPR1-WP13", "motion", undefined], // not of its Smart Home
  ["Danfoss", "014G2461", "thermostat", "danfoss"],
  ["Danfoss", "Icon2", "thermostat", undefined],
  ["Eurotronic", "SPZB0001", "thermostat", "eurotronic"],
  ["Eurotronic", "COZB0001", "thermostat", undefined],
];
for (const [vendor, productid, kind, way] of models)
  test(`how ${productid} of ${vendor} is reset: ${way ?? "nobody knows"}`, () =>
    assert.equal(resetWayOf({ info: { vendor, productid }, kind }), way));

test("a model that has no name of its own yet is known by the one that it tells", () => {
  const way = (info: object) => resetWayOf({ info: { manufacturername: "Bosch", ...info }, kind: "plug" });
  assert.equal(way({ modelid: "RBSH-SP-ZB-EU" }), "bosch-plug");
  assert.equal(way({ modelid: "RBSH-SP-ZB-EU", productid: "BSD-2" }), "bosch", "its own name counts more");
  assert.equal(way({}), undefined);
});

test("each way has its text, and each text is the way of some model", () => {
  const source = readFileSync("panels/devices/care/reset-ways.ts", "utf8");
  const ways = new Set([...source.matchAll(/way: "([\w-]+)"/g)].map(([, way = ""]) => way));
  const texts = [...textsOf(ENGLISH).keys()].flatMap((key) => /^devices\.reset-how\.(.+)/.exec(key)?.[1] ?? []);
  assert.deepEqual([...ways].sort(), texts.sort());
});

test("the public page of a model, as its project builds the address", () => {
  const page = (productid: string, productname = "A lamp") => publicNameOf({ productid, productname });
  assert.equal(page("LED1545G12"), "LED1545G12");
  assert.equal(page("E1524/E1810"), "E1524_E1810");
  assert.equal(page("a b:c"), "a_b_c");
  assert.equal(page("x<y"), "x%3Cy");
  assert.equal(page("Lamp", "Automatically generated definition"), undefined);
  assert.equal(publicNameOf({}), undefined);
});
