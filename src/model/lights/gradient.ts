/**
 * The gradient of a light strip, and the bytes in which Hue's strips are told it and tell it: two bytes of flags say what follows, and some of
 * it stands in another order than its flags. A gradient that was read is written with the same scales, so that nothing drifts. Pure.
 */
import type { Xy } from "./color.ts";

export const GRADIENT_STYLES = ["linear", "scattered", "mirrored"] as const;
type GradientStyle = (typeof GRADIENT_STYLES)[number];

export interface Gradient {
  readonly points: readonly Xy[]; // from the strip's first light to its last
  readonly style: GradientStyle;
  readonly segments: number;
  readonly offset: number;
  readonly color_adjustment: number;
  readonly offset_adjustment: number;
}

/** The report of a strip on all that it shows; only some of it is of use here. */
interface StripState {
  readonly brightness?: number;
  readonly gradient?: Gradient;
}

const FLAG = {
  ...{ on: 0x0001, brightness: 0x0002, mirek: 0x0004, xy: 0x0008, fade: 0x0010, effect: 0x0020 },
  ...{ params: 0x0040, effectSpeed: 0x0080, colors: 0x0100 },
} as const;
/** Behind the flags in this order: how many bytes each takes. That of the colors says so itself. */
const BEFORE_COLORS = [
  [FLAG.on, 1],
  [FLAG.brightness, 1],
  [FLAG.mirek, 2],
  [FLAG.xy, 4],
  [FLAG.fade, 2],
  [FLAG.effect, 1],
] as const;
const STEPS = 4095; // 12 bits
const FULL: Xy = [0.7347, 0.8264];
const HEADER = 4; // how many colors, style, and two bytes of nothing
const BYTES_OF_COLOR = 3;
const UINT16 = 65_535;

export function gradientBytes({ points, style, segments, offset, ...by }: Gradient, tenths: number): Uint8Array {
  const fade = Math.min(UINT16, Math.max(0, Math.round(tenths)));
  return Uint8Array.of(
    ...wordOf(FLAG.fade | FLAG.params | FLAG.colors),
    ...wordOf(fade),
    ...[HEADER + BYTES_OF_COLOR * points.length, points.length << 4, GRADIENT_STYLES.indexOf(style) * 2, 0, 0],
    ...points.flatMap(colorBytes),
    ...[(segments << 3) | by.color_adjustment, (offset << 3) | by.offset_adjustment],
  );
}

/** As the strip will tell it again: it holds colors in steps. */
export function asHeld(gradient: Gradient): Gradient {
  return stripState(gradientBytes(gradient, 0))?.gradient ?? gradient;
}

/** Undefined: those are no such bytes. */
export function stripState(bytes: Uint8Array): StripState | undefined {
  if (bytes.length < 2) return undefined;
  const flags = (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8);
  let at = 2;
  let brightness: number | undefined;
  for (const [flag, length] of BEFORE_COLORS) {
    if (!(flags & flag)) continue;
    if (flag === FLAG.brightness) brightness = bytes[at];
    at += length;
  }
  const told = brightness === undefined ? {} : { brightness };
  if (!(flags & FLAG.colors)) return at <= bytes.length ? told : undefined;
  const size = bytes[at] ?? 0;
  const colors = bytes.subarray(at + 1, at + 1 + size);
  const count = (colors[0] ?? 0) >> 4;
  if (count === 0 || colors.length < HEADER + BYTES_OF_COLOR * count) return undefined;
  at += 1 + size + (flags & FLAG.effectSpeed ? 1 : 0);
  const [scale = count << 3, shift = 0] = flags & FLAG.params ? bytes.subarray(at, at + 2) : [];
  const gradient: Gradient = {
    points: Array.from({ length: count }, (_, index) => pointAt(colors, HEADER + index * BYTES_OF_COLOR)),
    style: GRADIENT_STYLES[(colors[1] ?? 0) >> 1] ?? "linear",
    ...{ segments: scale >> 3, offset: shift >> 3, color_adjustment: scale & 7, offset_adjustment: shift & 7 },
  };
  return { ...told, gradient };
}

/** The low byte of x; the rest of x, and above it the low half of y; the rest of y. */
function colorBytes(point: Xy): readonly number[] {
  const [x = 0, y = 0] = point.map((part, axis) => Math.min(STEPS, Math.round((part * STEPS) / (FULL[axis] ?? 1))));
  return [x & 0xff, ((y & 0xf) << 4) | (x >> 8), y >> 4];
}

function pointAt(bytes: Uint8Array, at: number): Xy {
  const [low = 0, middle = 0, high = 0] = bytes.subarray(at, at + BYTES_OF_COLOR);
  const part = (step: number, full: number) => Math.round(((step * full) / STEPS) * 10_000) / 10_000;
  return [part(((middle & 0xf) << 8) | low, FULL[0]), part((high << 4) | (middle >> 4), FULL[1])];
}

function wordOf(value: number): readonly number[] {
  return [value & 0xff, value >> 8];
}
