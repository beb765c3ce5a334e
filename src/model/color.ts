/** Color as lights are told it. */

export type Xy = readonly [x: number, y: number];

/** The corners of the colors that a light can show. */
export type Gamut = Readonly<Record<"red" | "green" | "blue", Xy>>;

const MOST = 0.9961; // the largest that Zigbee knows

/** As many digits as clients are used to, and never more than a device can take. */
export function roundedXy([x, y]: Xy): Xy {
  return [rounded(x), rounded(y)];
}

/**
 * A color temperature as a point on the curve of black bodies, for lights that only know colors.
 * The curve by Kim et al., good from 1667 to 25000 kelvin; what lies beyond is taken for its end.
 */
export function xyOfMired(mired: number): Xy {
  const kelvin = Math.min(25_000, Math.max(1667, 1_000_000 / Math.max(1, mired)));
  const t = 1000 / kelvin;
  const x =
    kelvin <= 4000
      ? -0.2661239 * t ** 3 - 0.234_358_9 * t ** 2 + 0.877_695_6 * t + 0.179_91
      : -3.025_846_9 * t ** 3 + 2.107_037_9 * t ** 2 + 0.222_634_7 * t + 0.240_39;
  return roundedXy([x, yOnCurve(x, kelvin)]);
}

function yOnCurve(x: number, kelvin: number): number {
  if (kelvin <= 2222) return -1.106_381_4 * x ** 3 - 1.348_110_2 * x ** 2 + 2.185_558_32 * x - 0.202_196_83;
  if (kelvin <= 4000) return -0.954_947_6 * x ** 3 - 1.374_185_93 * x ** 2 + 2.091_370_15 * x - 0.167_488_67;
  return 3.081_758 * x ** 3 - 5.873_386_7 * x ** 2 + 3.751_129_97 * x - 0.370_014_83;
}

function rounded(value: number): number {
  return Math.min(MOST, Math.round(value * 10_000) / 10_000);
}
