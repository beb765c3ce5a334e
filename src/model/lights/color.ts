/** Color: as lights are told it, as screens show it, and between them. */

export type Xy = readonly [x: number, y: number];

/** The corners of the colors that a light can show. */
export type Gamut = Readonly<Record<"red" | "green" | "blue", Xy>>;

/** As screens mix it. */
export interface Rgb {
  readonly red: number; // 0 to 255 each
  readonly green: number;
  readonly blue: number;
}

export const FULL_TURN = 65_535; // of the color wheel, in steps of the API
export const MOST_SATURATED = 254;
const MOST = 0.9961; // the largest that Zigbee knows
const WHITE: Xy = [0.3127, 0.329];

/** As many digits as clients are used to, and never more than a device can take. */
export function roundedXy([x, y]: Xy): Xy {
  return [rounded(x), rounded(y)];
}

/**
 * A color temperature as a point on the curve of black bodies, for lights that only know colors.
 * The curve by Kim et al., good from 1667 to 25000 kelvin; a value beyond is taken for its end.
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

const COLDEST = 153; // mired, of lamps
const WARMEST = 500;
const ON_CURVE = 0.002; // as lamps round

/** The white that this is, told as a color: undefined of one that lies aside of the curve. */
export function miredOfXy([x, y]: Xy): number | undefined {
  let nearest: { readonly mired: number; readonly distance: number } | undefined;
  for (let mired = COLDEST; mired <= WARMEST; mired += 1) {
    const [onX, onY] = xyOfMired(mired);
    const distance = Math.hypot(x - onX, y - onY);
    if (distance < (nearest?.distance ?? ON_CURVE)) nearest = { mired, distance };
  }
  return nearest?.mired;
}

function yOnCurve(x: number, kelvin: number): number {
  if (kelvin <= 2222) return -1.106_381_4 * x ** 3 - 1.348_110_2 * x ** 2 + 2.185_558_32 * x - 0.202_196_83;
  if (kelvin <= 4000) return -0.954_947_6 * x ** 3 - 1.374_185_93 * x ** 2 + 2.091_370_15 * x - 0.167_488_67;
  return 3.081_758 * x ** 3 - 5.873_386_7 * x ** 2 + 3.751_129_97 * x - 0.370_014_83;
}

function rounded(value: number): number {
  return Math.min(MOST, Math.round(value * 10_000) / 10_000);
}

/** "#ff8800" */
export function rgbOfHex(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return { red: part(1), green: part(3), blue: part(5) };
}

/** CIE 1931 coordinates, as the color cluster wants them; black has none. */
export function xyOfRgb({ red, green, blue }: Rgb): Xy | undefined {
  const [r, g, b] = [linear(red / 255), linear(green / 255), linear(blue / 255)];
  const x = 0.4124 * r + 0.3576 * g + 0.1805 * b;
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const z = 0.0193 * r + 0.1192 * g + 0.9505 * b;
  const sum = x + y + z;
  return sum === 0 ? undefined : roundedXy([x / sum, y / sum]);
}

/** The relative luminance of WCAG, by which contrast is reckoned: 0 of black, 1 of white. */
export function luminanceOf(hex: string): number {
  const { red, green, blue } = rgbOfHex(hex);
  return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
}

/** Of a color picker, which may stand at black: that is taken for white. */
export function xyOfHex(hex: string): Xy {
  return xyOfRgb(rgbOfHex(hex)) ?? WHITE;
}

/** At its brightest: how bright a light is, is said elsewhere. */
export function hexOfXy([x, y]: Xy): string {
  const [X, Z] = [x / Math.max(y, 0.0001), (1 - x - y) / Math.max(y, 0.0001)];
  const rgb = [3.2406 * X - 1.5372 - 0.4986 * Z, -0.9689 * X + 1.8758 + 0.0415 * Z, 0.0557 * X - 0.204 + 1.057 * Z];
  const lights = rgb.map((part) => Math.max(0, part));
  const most = Math.max(...lights);
  return hexOf(lights.map((part) => gamma(most === 0 ? 0 : part / most)));
}

/** Of the color wheel and of saturation: 0 to 1 each. */
export function hexOfTurn(turn: number, saturation: number): string {
  const part = (shift: number) => {
    const at = (turn * 6 + shift) % 6;
    return 1 - saturation * Math.max(0, Math.min(at, 4 - at, 1));
  };
  return hexOf([part(5), part(3), part(1)]);
}

export function turnOfRgb({ red, green, blue }: Rgb): { readonly turn: number; readonly saturation: number } {
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread === 0) return { turn: 0, saturation: 0 };
  const sixth =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
  return { turn: ((sixth + 6) % 6) / 6, saturation: spread / most };
}

/** For lights that know no coordinates, in steps of the API. */
export function hueOfRgb(rgb: Rgb): { readonly hue: number; readonly sat: number } {
  const { turn, saturation } = turnOfRgb(rgb);
  return { hue: Math.round(turn * FULL_TURN), sat: Math.round(saturation * MOST_SATURATED) };
}

export function hexOfHue(hue: number, sat: number): string {
  return hexOfTurn(hue / FULL_TURN, sat / MOST_SATURATED);
}

/** Of a light of the API: by coordinates, or by hue and saturation where it knows nothing else. */
export function hexOfState({ xy, hue, sat }: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(xy) && xy.every((part) => typeof part === "number")) return hexOfXy([Number(xy[0]), Number(xy[1])]);
  return typeof hue === "number" && typeof sat === "number" ? hexOfHue(hue, sat) : "#ffffff";
}

/** From cold to warm, as eyes see them that are used to the light of lamps. */
const WHITES: readonly (readonly [mired: number, rgb: readonly [number, number, number]])[] = [
  [153, [214, 228, 255]],
  [200, [255, 249, 243]],
  [250, [255, 236, 214]],
  [370, [255, 209, 150]],
  [500, [255, 172, 88]],
];

/** Of a color temperature: interpolated between two whites. */
export function hexOfMired(mired: number): string {
  const above = WHITES.findIndex(([at]) => at >= mired);
  const [high, low] = [WHITES[above === -1 ? WHITES.length - 1 : above], WHITES[Math.max(0, above - 1)]];
  if (!high || !low || above <= 0) return hexOf(((high ?? low)?.[1] ?? [255, 255, 255]).map((part) => part / 255));
  const part = (mired - low[0]) / (high[0] - low[0]);
  return hexOf(low[1].map((value, index) => (value + ((high[1][index] ?? value) - value) * part) / 255));
}

function linear(part: number): number {
  return part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92;
}

function gamma(part: number): number {
  return part > 0.0031308 ? 1.055 * part ** (1 / 2.4) - 0.055 : part * 12.92;
}

function hexOf(parts: readonly number[]): string {
  const digits = parts.map((part) => Math.round(Math.min(1, part) * 255).toString(16));
  return `#${digits.map((two) => two.padStart(2, "0")).join("")}`;
}
