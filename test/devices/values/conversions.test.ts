/** Conversions between values and members: rows, and values that never get through. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ValueMapping } from "../../../src/devices/plan/device-plan.ts";
import { CONVERSIONS } from "../../../src/devices/values/conversions.ts";

type Part = Partial<ValueMapping>;

function link(conversion: string, part: Part): ValueMapping {
  return { section: "state", member: "m", property: "p", writable: true, ...part, conversion };
}

const SWITCH: Part = { valueOn: "ON", valueOff: "OFF" };
const CONTACT: Part = { valueOn: false, valueOff: true };
const MODES: Part = { words: { off: "off", heat: "heat" }, values: ["off", "heat"] };
const STARTUP: Part = { words: { previous: 255, restore: 255, on: 1 }, values: ["on", "restore"] };
const LEVELS: Part = { values: ["low", "medium", "high"] };
const COVER: Part = { valueOn: "OPEN", valueOff: "CLOSE", values: ["OPEN", "CLOSE", "STOP"] };

const READ: readonly [conversion: string, part: Part, theirs: unknown, ours: unknown][] = [
  ["hundredths", { unit: "°C" }, 10.03, 1003],
  ["hundredths", {}, 1003, 1003],
  ["Pa", { unit: "kPa" }, 1.33, 1330],
  ["Pa", {}, 1334, 1334],
  ["x100", {}, 21.349, 2135],
  ["x100", {}, -0.001, 0],
  ["integer", {}, 64.6, 65],
  ["integer", {}, "12", 12],
  ["number", {}, 412.5, 412.5],
  ["mA", { unit: "A" }, 0.288, 288],
  ["mA", { unit: "mA" }, 288, 288],
  ["Wh", { unit: "kWh" }, 123.45, 123_450],
  ["Wh", { unit: "Wh" }, 7, 7],
  ["hPa", { unit: "kPa" }, 101.32, 1013],
  ["hPa", { unit: "hPa" }, 1013.2, 1013],
  ["cm", { unit: "m" }, 1.23, 123],
  ["cm", { unit: "cm" }, 123, 123],
  ["ppb", { unit: "ppm" }, 0.4, 400],
  ["seconds", { unit: "min" }, 2, 120],
  ["hours", { unit: "Hours" }, 31, 31],
  ["hours", { unit: "s" }, 7_200, 2],
  ["hours", { unit: "sec" }, 86_400, 24],
  ["lightlevel", {}, 40, 16_022],
  ["lightlevel", {}, 1, 1],
  ["lightlevel", {}, 0.5, 0],
  ["lightlevel", {}, 0, 0],
  ["lightlevel", {}, 1e9, 65_534],
  ["inverted", {}, 70, 30],
  ["invertedLevel", {}, 70, 76],
  ["isPartlyOpen", {}, 0, false],
  ["isPartlyOpen", {}, 1, true],
  ["isPartlyClosed", {}, 100, false],
  ["vocQuality", { unit: "ppb" }, 220, "good"],
  ["vocQuality", { unit: "ppm" }, 9, "out of scale"],
  ["dustQuality", {}, 36, "moderate"],
  ["fanQuarters", {}, 254, 4],
  ["fanTenths", {}, 9, 100],
  ["fanTenths", {}, 0, 0],
  ["integerOrWord", { words: { previous: 255 } }, "previous", 255],
  ["integerOrWord", { words: { previous: 255 } }, 100, 100],
  ["flag", SWITCH, "ON", true],
  ["flag", SWITCH, "OFF", false],
  ["flag", CONTACT, false, true],
  ["flag", { valueOn: "low" }, "medium", false],
  ["openCommand", COVER, "OPEN", undefined],
  ["notOff", { valueOff: "none" }, "small", true],
  ["notOff", { valueOff: "none" }, "none", false],
  ["flagText", { valueOn: "OPEN", valueOff: "CLOSE" }, "OPEN", "true"],
  ["text", {}, "event", "event"],
  ["text", {}, 3, "3"],
  ["words", MODES, "heat", "heat"],
  ["words", MODES, "turbo", undefined],
  ["words", { words: { true: 255, false: 0 } }, true, 255],
  ["lockState", { words: { locked: "locked" } }, "locked", "locked"],
  ["lockState", { words: { locked: "locked" } }, "jammed", "undefined"],
  ["wordIndex", LEVELS, "high", 2],
  ["wordIndex", LEVELS, "highest", undefined],
  ["wordIndex", {}, 7, 7],
  ["xy", {}, { x: 0.45781, y: 0.41 }, [0.4578, 0.41]],
  ["hue", {}, { hue: 360, saturation: 100 }, 65_535],
  ["sat", {}, { hue: 360, saturation: 100 }, 254],
  ["hue", {}, { x: 0.4, y: 0.4 }, undefined],
  ["warning", {}, { mode: "burglar" }, undefined],
  ["sounding", { valueOn: "ON", valueOff: "OFF" }, "ON", "lselect"],
];
for (const [conversion, part, theirs, ours] of READ) {
  test(`${conversion} reads ${JSON.stringify(theirs)} as ${JSON.stringify(ours)}`, () => {
    assert.deepEqual(CONVERSIONS[conversion]?.read(theirs, link(conversion, part)), ours);
  });
}

const WRITE: readonly [conversion: string, part: Part, ours: unknown, theirs: unknown][] = [
  ["x100", { min: 5, max: 30 }, 2150, 21.5],
  ["x100", { min: 5, max: 30 }, 3500, 30],
  ["x100", { min: 5, max: 30 }, 100, 5],
  ["x100", {}, -70, -0.7],
  ["integer", { values: ["1", "2", "3"] }, 2, "2"],
  ["integer", { values: ["1", "2", "3"] }, 9, undefined],
  ["cm", { unit: "m" }, 150, 1.5],
  ["inverted", {}, 30, 70],
  ["inverted", {}, 101, undefined],
  ["fanQuarters", {}, 2, 127],
  ["fanQuarters", { max: 5 }, 4, 5],
  ["integerOrWord", { words: { previous: 255 }, min: 1, max: 254 }, 255, "previous"],
  ["integerOrWord", { words: { previous: 255 }, min: 1, max: 254 }, 0, 1],
  ["flag", SWITCH, true, "ON"],
  ["flag", SWITCH, false, "OFF"],
  ["flag", SWITCH, "ON", undefined],
  ["flag", { valueOn: "test", values: ["test"] }, false, undefined],
  ["openCommand", COVER, false, "CLOSE"],
  ["notOff", { valueOff: "unlock", values: ["unlock", "lock1", "lock2"] }, true, "lock1"],
  ["notOff", { valueOff: "unlock", values: ["unlock", "lock1", "lock2"] }, false, "unlock"],
  ["text", { values: ["event", "command"] }, "command", "command"],
  ["text", { values: ["event", "command"] }, "other", undefined],
  ["words", STARTUP, 255, "restore"],
  ["words", STARTUP, 2, undefined],
  ["words", { words: { true: 255, false: 0 }, values: [true, false] }, 255, true],
  ["thermostatMode", MODES, "auto", "heat"],
  ["thermostatMode", MODES, "heat", "heat"],
  ["thermostatMode", MODES, "cool", undefined],
  ["wordIndex", LEVELS, 1, "medium"],
  ["wordIndex", LEVELS, 9, "high"],
  ["wordIndex", { min: 1, max: 5 }, 9, 5],
  ["xy", {}, [0.5, 0.25], { x: 0.5, y: 0.25 }],
  ["xy", {}, [0.5], undefined],
  ["hue", {}, 65_535, { hue: 360 }],
  ["sat", {}, 127, { saturation: 50 }],
  ["warning", {}, "none", { mode: "stop", level: "low", strobe: false, duration: 0 }],
  ["warning", {}, "select", { mode: "burglar", level: "very_high", strobe: true, duration: 1 }],
  ["warning", {}, "sing", undefined],
  ["sounding", { valueOn: "ON", valueOff: "OFF" }, "lselect", "ON"],
  ["sounding", { valueOn: "ON", valueOff: "OFF" }, "none", "OFF"],
];
for (const [conversion, part, ours, theirs] of WRITE) {
  test(`${conversion} writes ${JSON.stringify(ours)} as ${JSON.stringify(theirs)}`, () => {
    assert.deepEqual(CONVERSIONS[conversion]?.write?.(ours, link(conversion, part)), theirs);
  });
}

const HOSTILE: readonly unknown[] = [
  ...[
    undefined,
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    {},
    [],
    [1, 2],
    () => 1,
    Symbol("x"),
  ],
  ...[
    { x: Number.NaN, y: 1 },
    { hue: "red", saturation: null },
    { x: 2, y: 2 },
    "",
    "1e999",
    "__proto__",
    "constructor",
  ],
];
const IS_FINE = ["text", "notOff", "flag", "anyFlag", "flagText", "lockState", "sounding"]; // to these a word is a word

for (const [conversion, { read, write }] of Object.entries(CONVERSIONS)) {
  test(`${conversion} makes nothing of nonsense`, () => {
    for (const value of HOSTILE) {
      for (const part of [SWITCH, MODES, LEVELS, {}]) {
        const ours = read(value, link(conversion, part));
        if (typeof value === "string" && IS_FINE.includes(conversion))
          assert.ok(["string", "boolean", "undefined"].includes(typeof ours));
        else assert.equal(ours, undefined, `${conversion} read ${String(value)} as ${String(ours)}`);
        const theirs = write?.(value, link(conversion, part));
        assert.ok(
          typeof theirs !== "number" || Number.isFinite(theirs),
          `${conversion} wrote ${String(value)} as ${String(theirs)}`,
        );
      }
    }
  });
}

const NEVER_TURNED = ["thermostatMode", "openCommand", "warning", "sounding", "fanQuarters"];
for (const [conversion, part, , ours] of READ.filter(
  ([conversion, , , ours]) => ours !== undefined && !NEVER_TURNED.includes(conversion),
)) {
  const { write, read } = CONVERSIONS[conversion] ?? {};
  if (!write) continue;
  test(`${conversion}: the value written of ${JSON.stringify(ours)} reads the same`, () => {
    const theirs = write(ours, link(conversion, part));
    if (theirs !== undefined) assert.deepEqual(read?.(theirs, link(conversion, part)), ours);
  });
}
