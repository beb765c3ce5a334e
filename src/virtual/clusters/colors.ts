/** How the ways to name a color become each other: hue and saturation, xy, color temperature. */

const XY = 65_536; // steps of x and y
const COLDEST = 100; // mired
const WARMEST = 600;
export const HUES = 65_536; // steps of the enhanced hue
export const MOST_SATURATION = 254;

export interface ColorXy {
  readonly x: number;
  readonly y: number;
}

/** sRGB primaries, without gamma: close enough for a simulated light. */
export function xyOfHue(hue: number, saturation: number): ColorXy {
  const sixth = (hue / HUES) * 6;
  const share = saturation / MOST_SATURATION;
  const channel = (offset: number) => {
    const position = (sixth + offset) % 6;
    return 1 - share * Math.max(0, Math.min(position, 4 - position, 1));
  };
  return xyOf(channel(5), channel(3), channel(1));
}

/** The color of a black body, good for the range of bulbs. */
export function xyOfTemperature(mired: number): ColorXy {
  const kelvin = 1_000_000 / Math.max(mired, 1);
  const [t, t2, t3] = [1e3 / kelvin, 1e6 / kelvin ** 2, 1e9 / kelvin ** 3];
  const x =
    kelvin <= 4000
      ? -0.2661239 * t3 - 0.234358 * t2 + 0.8776956 * t + 0.17991
      : -3.0258469 * t3 + 2.1070379 * t2 + 0.2226347 * t + 0.24039;
  const y =
    kelvin <= 2222
      ? -1.1063814 * x ** 3 - 1.3481102 * x ** 2 + 2.18555832 * x - 0.20219683
      : kelvin <= 4000
        ? -0.9549476 * x ** 3 - 1.37418593 * x ** 2 + 2.09137015 * x - 0.16748867
        : 3.081758 * x ** 3 - 5.8733867 * x ** 2 + 3.75112997 * x - 0.37001483;
  return { x: Math.round(x * XY), y: Math.round(y * XY) };
}

/** Of those that bulbs can do. */
export function nearestTemperature({ x, y }: ColorXy): number {
  const distance = (mired: number) => {
    const there = xyOfTemperature(mired);
    return (there.x - x) ** 2 + (there.y - y) ** 2;
  };
  let best = COLDEST;
  for (let mired = COLDEST; mired <= WARMEST; mired += 1) if (distance(mired) < distance(best)) best = mired;
  return best;
}

function xyOf(red: number, green: number, blue: number): ColorXy {
  const bigX = 0.4124 * red + 0.3576 * green + 0.1805 * blue;
  const bigY = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const bigZ = 0.0193 * red + 0.1192 * green + 0.9505 * blue;
  const sum = bigX + bigY + bigZ;
  return { x: Math.round((bigX / sum) * XY), y: Math.round((bigY / sum) * XY) };
}
