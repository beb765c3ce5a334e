/** The colours of a browser's colour picker in the coordinates of lamps, and back. Pure. */

export type Xy = readonly [x: number, y: number];

const MOST = 0.9961; // the largest that Zigbee knows
const FULL_TURN = 65_535;
const MOST_SATURATED = 254;
const WHITE: Xy = [0.3127, 0.329];

/** "#ff8800" → where that lies; black has no place, and is taken for white. */
export function xyOfHex(hex: string): Xy {
  const [red = 0, green = 0, blue = 0] = partsOf(hex).map(linear);
  const x = 0.4124 * red + 0.3576 * green + 0.1805 * blue;
  const y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const z = 0.0193 * red + 0.1192 * green + 0.9505 * blue;
  const sum = x + y + z;
  return sum === 0 ? WHITE : [rounded(x / sum), rounded(y / sum)];
}

/** At its brightest: how bright a lamp is, is said elsewhere. */
export function hexOfXy([x, y]: Xy): string {
  const [X, Z] = [x / Math.max(y, 0.0001), (1 - x - y) / Math.max(y, 0.0001)];
  const light = [3.2406 * X - 1.5372 - 0.4986 * Z, -0.9689 * X + 1.8758 + 0.0415 * Z, 0.0557 * X - 0.204 + 1.057 * Z];
  const most = Math.max(...light, 0.0001);
  return hexOf(light.map((part) => curved(Math.max(0, part / most))));
}

/** Turns of the colour wheel: 0 to 1 each. */
export function hexOfTurn(turn: number, saturation: number): string {
  const part = (shift: number) => {
    const at = (turn * 6 + shift) % 6;
    return 1 - saturation * Math.max(0, Math.min(at, 4 - at, 1));
  };
  return hexOf([part(5), part(3), part(1)]);
}

export function turnOfHex(hex: string): { readonly turn: number; readonly saturation: number } {
  const [red = 0, green = 0, blue = 0] = partsOf(hex);
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread === 0) return { turn: 0, saturation: 0 };
  const sixth =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
  return { turn: ((sixth + 6) % 6) / 6, saturation: spread / most };
}

/** Of a light of the API: by coordinates, or by hue and saturation where it knows nothing else. */
export function hexOfState({ xy, hue, sat }: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(xy) && xy.every((part) => typeof part === "number")) return hexOfXy([Number(xy[0]), Number(xy[1])]);
  if (typeof hue === "number" && typeof sat === "number") return hexOfTurn(hue / FULL_TURN, sat / MOST_SATURATED);
  return "#ffffff";
}

export function hueAndSat(hex: string): { readonly hue: number; readonly sat: number } {
  const { turn, saturation } = turnOfHex(hex);
  return { hue: Math.round(turn * FULL_TURN), sat: Math.round(saturation * MOST_SATURATED) };
}

function partsOf(hex: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

function linear(part: number): number {
  return part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92;
}

function curved(part: number): number {
  return part > 0.003_130_8 ? 1.055 * part ** (1 / 2.4) - 0.055 : part * 12.92;
}

function rounded(value: number): number {
  return Math.min(MOST, Math.round(value * 10_000) / 10_000);
}

function hexOf(parts: readonly number[]): string {
  const digits = parts.map((part) => Math.round(Math.min(1, part) * 255).toString(16));
  return `#${digits.map((two) => two.padStart(2, "0")).join("")}`;
}
