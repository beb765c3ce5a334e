/**
 * A text as a QR code (ISO 18004): bytes, error correction L, one of the first five sizes, which hold 106 bytes in one block, and the first of
 * the eight masks, since readers take any. Pure.
 */

/** Of each size: code words of data, and of the correction behind them. */
const SIZES = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
] as const;

const BYTES = 0b0100; // the mode
const FILLERS = [0xec, 0x11] as const;
const FORMAT = 0x77c4; // correction L and the first mask, with a correction of their own

type Modules = readonly (readonly boolean[])[];

/** Rows of dark and light modules; undefined: the text is too long. */
export function qrCode(text: string): Modules | undefined {
  const bytes = new TextEncoder().encode(text);
  const size = SIZES.findIndex(([data]) => bytes.length <= data - 2); // mode and length take 12 bits
  const [data, correction] = SIZES[size] ?? [];
  if (data === undefined || correction === undefined) return undefined;
  const words = dataWords(bytes, data);
  const bits = [...words, ...correctionOf(words, correction)].flatMap((word) => bitsOf(word, 8));
  return modulesOf(size + 1, bits);
}

function dataWords(bytes: Uint8Array, count: number): readonly number[] {
  const bits = [...bitsOf(BYTES, 4), ...bitsOf(bytes.length, 8), ...[...bytes].flatMap((byte) => bitsOf(byte, 8))];
  bits.push(0, 0, 0, 0); // they end, and with them the last word
  const words = Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((word: number, bit) => word * 2 + bit, 0),
  );
  const missing = Array.from({ length: count - words.length }, (_, index) => FILLERS[index % 2] ?? 0);
  return [...words, ...missing];
}

function bitsOf(value: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1);
}

// ---- the correction: the remainder of the words, as a polynomial of the field with 256 elements

const POWERS: readonly number[] = powers();

function powers(): readonly number[] {
  const all = [1];
  while (all.length < 255) {
    const next = (all.at(-1) ?? 0) * 2;
    all.push(next > 255 ? next ^ 0x11d : next);
  }
  return all;
}

function product(one: number, other: number): number {
  if (one === 0 || other === 0) return 0;
  return POWERS[(POWERS.indexOf(one) + POWERS.indexOf(other)) % 255] ?? 0;
}

function correctionOf(words: readonly number[], count: number): readonly number[] {
  let divisor = [1];
  for (const power of POWERS.slice(0, count))
    divisor = [...divisor, 0].map((each, index) => each ^ product(divisor[index - 1] ?? 0, power));
  const rest = [...words, ...Array.from({ length: count }, () => 0)];
  for (let at = 0; at < words.length; at += 1) {
    const factor = rest[at] ?? 0;
    divisor.forEach((each, index) => {
      rest[at + index] = (rest[at + index] ?? 0) ^ product(each, factor);
    });
  }
  return rest.slice(words.length);
}

// ---- the place of each module

function modulesOf(version: number, bits: readonly number[]): Modules {
  const width = 17 + 4 * version;
  const grid: (boolean | undefined)[][] = Array.from({ length: width }, () => Array.from({ length: width }));
  const put = (row: number, column: number, isDark: boolean) => {
    const line = grid[row];
    if (line && column >= 0 && column < width) line[column] = isDark;
  };
  layPatterns(version, width, put);
  let next = 0;
  for (const { row, column } of way(width)) {
    if (grid[row]?.[column] !== undefined) continue;
    put(row, column, (bits[next] === 1) !== ((row + column) % 2 === 0)); // the mask
    next += 1;
  }
  return grid.map((line) => line.map((isDark) => isDark === true));
}

type Put = (row: number, column: number, isDark: boolean) => void;

function layPatterns(version: number, width: number, put: Put): void {
  for (let at = 8; at < width - 8; at += 1) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  const square = (row: number, column: number, reach: number, isDark: (ring: number) => boolean) => {
    for (let down = -reach; down <= reach; down += 1)
      for (let right = -reach; right <= reach; right += 1)
        put(row + down, column + right, isDark(Math.max(Math.abs(down), Math.abs(right))));
  };
  for (const [row, column] of [
    [3, 3],
    [3, width - 4],
    [width - 4, 3],
  ] as const)
    square(row, column, 4, (ring) => ring !== 2 && ring !== 4);
  if (version > 1) square(width - 7, width - 7, 2, (ring) => ring !== 1);
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = ((FORMAT >> bit) & 1) === 1;
    const [before, after] = [bit < 6 ? bit : bit + 1, 14 - bit + (bit < 9 ? 1 : 0)]; // the timing is in between
    if (bit < 8) put(before, 8, isDark);
    else put(8, after, isDark);
    if (bit < 8) put(8, width - 1 - bit, isDark);
    else put(width - 15 + bit, 8, isDark);
  }
  put(width - 8, 8, true);
}

/** Up and down in columns of two, from the right; the column of the timing is left out. */
function* way(width: number): Generator<{ readonly row: number; readonly column: number }> {
  let isUp = true;
  for (let right = width - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < width; step += 1) {
      const row = isUp ? width - 1 - step : step;
      yield { row, column: right };
      yield { row, column: right - 1 };
    }
    isUp = !isUp;
  }
}
