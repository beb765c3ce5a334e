/** How values become members and back: rows, and what never gets through. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Link } from "../../../src/devices/plan/device-plan.ts";
import { OPS } from "../../../src/devices/values/conversions.ts";

type Part = Partial<Link>;

function link(op: string, part: Part): Link {
  return { section: "state", member: "m", property: "p", writable: true, ...part, op };
}

const SWITCH: Part = { on: "ON", off: "OFF" };
const CONTACT: Part = { on: false, off: true };
const MODES: Part = { map: { off: "off", heat: "heat" }, values: ["off", "heat"] };
const STARTUP: Part = { map: { previous: 255, restore: 255, on: 1 }, values: ["on", "restore"] };
const LEVELS: Part = { values: ["low", "medium", "high"] };
const COVER: Part = { on: "OPEN", off: "CLOSE", values: ["OPEN", "CLOSE", "STOP"] };

const READ: readonly [op: string, part: Part, theirs: unknown, ours: unknown][] = [
  ["x100", {}, 21.349, 2135],
  ["x100", {}, -0.001, 0],
  ["int", {}, 64.6, 65],
  ["int", {}, "12", 12],
  ["num", {}, 412.5, 412.5],
  ["mA", { unit: "A" }, 0.288, 288],
  ["mA", { unit: "mA" }, 288, 288],
  ["Wh", { unit: "kWh" }, 123.45, 123_450],
  ["Wh", { unit: "Wh" }, 7, 7],
  ["hPa", { unit: "kPa" }, 101.32, 1013],
  ["hPa", { unit: "hPa" }, 1013.2, 1013],
  ["cm", { unit: "m" }, 1.23, 123],
  ["cm", { unit: "cm" }, 123, 123],
  ["ppb", { unit: "ppm" }, 0.4, 400],
  ["s", { unit: "min" }, 2, 120],
  ["hours", { unit: "Hours" }, 31, 31],
  ["hours", { unit: "s" }, 7_200, 2],
  ["hours", { unit: "sec" }, 86_400, 24],
  ["lightlevel", {}, 40, 16_022],
  ["lightlevel", {}, 1, 1],
  ["lightlevel", {}, 0.5, 0],
  ["lightlevel", {}, 0, 0],
  ["lightlevel", {}, 1e9, 65_534],
  ["inverse", {}, 70, 30],
  ["inverse254", {}, 70, 76],
  ["openAbove0", {}, 0, false],
  ["openAbove0", {}, 1, true],
  ["shutAbove0", {}, 100, false],
  ["airOfVolatiles", { unit: "ppb" }, 220, "good"],
  ["airOfVolatiles", { unit: "ppm" }, 9, "out of scale"],
  ["airOfDust", {}, 36, "moderate"],
  ["fanSteps", {}, 254, 4],
  ["fanTenths", {}, 9, 100],
  ["fanTenths", {}, 0, 0],
  ["intOrWord", { map: { previous: 255 } }, "previous", 255],
  ["intOrWord", { map: { previous: 255 } }, 100, 100],
  ["is", SWITCH, "ON", true],
  ["is", SWITCH, "OFF", false],
  ["is", CONTACT, false, true],
  ["is", { on: "low" }, "medium", false],
  ["opens", COVER, "OPEN", undefined],
  ["isNot", { off: "none" }, "small", true],
  ["isNot", { off: "none" }, "none", false],
  ["truth", { on: "OPEN", off: "CLOSE" }, "OPEN", "true"],
  ["text", {}, "event", "event"],
  ["text", {}, 3, "3"],
  ["map", MODES, "heat", "heat"],
  ["map", MODES, "turbo", undefined],
  ["map", { map: { true: 255, false: 0 } }, true, 255],
  ["lockState", { map: { locked: "locked" } }, "locked", "locked"],
  ["lockState", { map: { locked: "locked" } }, "jammed", "undefined"],
  ["level", LEVELS, "high", 2],
  ["level", LEVELS, "highest", undefined],
  ["level", {}, 7, 7],
  ["xy", {}, { x: 0.45781, y: 0.41 }, [0.4578, 0.41]],
  ["hue", {}, { hue: 360, saturation: 100 }, 65_535],
  ["sat", {}, { hue: 360, saturation: 100 }, 254],
  ["hue", {}, { x: 0.4, y: 0.4 }, undefined],
  ["siren", {}, { mode: "burglar" }, undefined],
  ["sirenSwitch", { on: "ON", off: "OFF" }, "ON", "lselect"],
];
for (const [op, part, theirs, ours] of READ) {
  test(`${op} reads ${JSON.stringify(theirs)} as ${JSON.stringify(ours)}`, () => {
    assert.deepEqual(OPS[op]?.read(theirs, link(op, part)), ours);
  });
}

const WRITE: readonly [op: string, part: Part, ours: unknown, theirs: unknown][] = [
  ["x100", { min: 5, max: 30 }, 2150, 21.5],
  ["x100", { min: 5, max: 30 }, 3500, 30],
  ["x100", { min: 5, max: 30 }, 100, 5],
  ["x100", {}, -70, -0.7],
  ["int", { values: ["1", "2", "3"] }, 2, "2"],
  ["int", { values: ["1", "2", "3"] }, 9, undefined],
  ["cm", { unit: "m" }, 150, 1.5],
  ["inverse", {}, 30, 70],
  ["inverse", {}, 101, undefined],
  ["fanSteps", {}, 2, 127],
  ["fanSteps", { max: 5 }, 4, 5],
  ["intOrWord", { map: { previous: 255 }, min: 1, max: 254 }, 255, "previous"],
  ["intOrWord", { map: { previous: 255 }, min: 1, max: 254 }, 0, 1],
  ["is", SWITCH, true, "ON"],
  ["is", SWITCH, false, "OFF"],
  ["is", SWITCH, "ON", undefined],
  ["is", { on: "test", values: ["test"] }, false, undefined],
  ["opens", COVER, false, "CLOSE"],
  ["isNot", { off: "unlock", values: ["unlock", "lock1", "lock2"] }, true, "lock1"],
  ["isNot", { off: "unlock", values: ["unlock", "lock1", "lock2"] }, false, "unlock"],
  ["text", { values: ["event", "command"] }, "command", "command"],
  ["text", { values: ["event", "command"] }, "other", undefined],
  ["map", STARTUP, 255, "restore"],
  ["map", STARTUP, 2, undefined],
  ["map", { map: { true: 255, false: 0 }, values: [true, false] }, 255, true],
  ["mode", MODES, "auto", "heat"],
  ["mode", MODES, "heat", "heat"],
  ["mode", MODES, "cool", undefined],
  ["level", LEVELS, 1, "medium"],
  ["level", LEVELS, 9, "high"],
  ["level", { min: 1, max: 5 }, 9, 5],
  ["xy", {}, [0.5, 0.25], { x: 0.5, y: 0.25 }],
  ["xy", {}, [0.5], undefined],
  ["hue", {}, 65_535, { hue: 360 }],
  ["sat", {}, 127, { saturation: 50 }],
  ["siren", {}, "none", { mode: "stop", level: "low", strobe: false, duration: 0 }],
  ["siren", {}, "select", { mode: "burglar", level: "very_high", strobe: true, duration: 1 }],
  ["siren", {}, "sing", undefined],
  ["sirenSwitch", { on: "ON", off: "OFF" }, "lselect", "ON"],
  ["sirenSwitch", { on: "ON", off: "OFF" }, "none", "OFF"],
];
for (const [op, part, ours, theirs] of WRITE) {
  test(`${op} writes ${JSON.stringify(ours)} as ${JSON.stringify(theirs)}`, () => {
    assert.deepEqual(OPS[op]?.write?.(ours, link(op, part)), theirs);
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
const IS_FINE = ["text", "isNot", "is", "any", "truth", "lockState", "sirenSwitch"]; // to these a word is a word

for (const [op, { read, write }] of Object.entries(OPS)) {
  test(`${op} makes nothing of nonsense`, () => {
    for (const value of HOSTILE) {
      for (const part of [SWITCH, MODES, LEVELS, {}]) {
        const ours = read(value, link(op, part));
        if (typeof value === "string" && IS_FINE.includes(op))
          assert.ok(["string", "boolean", "undefined"].includes(typeof ours));
        else assert.equal(ours, undefined, `${op} read ${String(value)} as ${String(ours)}`);
        const theirs = write?.(value, link(op, part));
        assert.ok(
          typeof theirs !== "number" || Number.isFinite(theirs),
          `${op} wrote ${String(value)} as ${String(theirs)}`,
        );
      }
    }
  });
}

const NEVER_TURNED = ["mode", "opens", "siren", "sirenSwitch", "fanSteps"];
for (const [op, part, , ours] of READ.filter(([op, , , ours]) => ours !== undefined && !NEVER_TURNED.includes(op))) {
  const { write, read } = OPS[op] ?? {};
  if (!write) continue;
  test(`${op}: what is written of ${JSON.stringify(ours)} reads the same`, () => {
    const theirs = write(ours, link(op, part));
    if (theirs !== undefined) assert.deepEqual(read?.(theirs, link(op, part)), ours);
  });
}
