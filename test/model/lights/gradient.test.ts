/** A strip's gradient and its bytes: the examples of both sides, the order of the points, and that nothing drifts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { asHeld, type Gradient, gradientBytes, stripState } from "../../../src/model/lights/gradient.ts";

const PLAIN = { style: "linear", segments: 3, offset: 0, color_adjustment: 0, offset_adjustment: 0 } as const;
const THREE: Gradient = {
  ...PLAIN,
  points: [
    [0.6915, 0.3038],
    [0.17, 0.7],
    [0.1532, 0.0475],
  ],
};
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytes = (text: string) => new Uint8Array(Buffer.from(text, "hex"));
const TOLD = "4b010164fb74346b1350000000f3297fda7d55da7d55f3297fda7d552800";

test("three points within 0.4 s: as the converters scale them, the first point first", () => {
  assert.equal(hex(gradientBytes(THREE, 4)), "500104000d300000000e1f5eb4d3d856b30e1800");
});

test("segments, offset and their adjustments share a byte each", () => {
  const turned = { ...THREE, style: "mirrored", segments: 31, offset: 5, color_adjustment: 7, offset_adjustment: 2 };
  const written = gradientBytes(turned as Gradient, 70_000);
  assert.equal(hex(written), "5001ffff0d300400000e1f5eb4d3d856b30eff2a");
  assert.deepEqual(stripState(written), { gradient: asHeld(turned as Gradient) });
});

test("a strip's own report: five colors behind on, brightness and one color", () => {
  const { brightness, gradient } = stripState(bytes(TOLD)) ?? {};
  assert.equal(brightness, 100);
  assert.equal(gradient?.points.length, 5);
  assert.deepEqual({ ...gradient, points: [] }, { ...PLAIN, segments: 5, points: [] });
  assert.deepEqual(gradient?.points[0], gradient?.points[3]);
  assert.deepEqual(gradient?.points[1], gradient?.points[2]);
});

test("written as it was read, twenty times: the bytes never change", () => {
  const first = stripState(bytes(TOLD))?.gradient as Gradient;
  let now = first;
  for (let round = 0; round < 20; round += 1) now = stripState(gradientBytes(now, 4))?.gradient as Gradient;
  assert.deepEqual(now, first);
  assert.match(hex(gradientBytes(now, 4)), /f3297fda7d55da7d55f3297fda7d552800$/);
});

test("every step of every color comes back as itself", () => {
  for (let step = 0; step <= 4095; step += 1) {
    const point = [step & 0xff, ((step & 0xf) << 4) | (step >> 8), step >> 4];
    const blob = Uint8Array.of(0x50, 1, 0, 0, 7, 0x10, 0, 0, 0, ...point, 8, 0);
    assert.deepEqual(gradientBytes(stripState(blob)?.gradient as Gradient, 0), blob);
  }
});

test("without colors it shows no gradient; effects and their speed are passed over; bytes that end too early are none", () => {
  assert.deepEqual(stripState(bytes("0b00010460b09c4e")), { brightness: 4 });
  const running = stripState(bytes("ab010153df7e446a010d300000000e1f5eb4d3d856b30e80"));
  assert.deepEqual(running, { brightness: 0x53, gradient: asHeld(THREE) });
  for (const short of ["", "4b", "4b0101", TOLD.slice(0, 40), "5001040001"])
    assert.equal(stripState(bytes(short)), undefined, short);
});
