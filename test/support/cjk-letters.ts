/**
 * Chinese and Japanese letters as wide as they are high. The machines of tests have no font for them, and the browser's signs are half
 * as wide: words that run out of their place would fit. This makes the smallest font: one glyph, a square, stands for each letter.
 */
import type { Page } from "playwright-core";

const EM = 1000;
const ASCENT = 880;
const LETTERS = [
  [0x3000, 0x30ff],
  [0x3400, 0x9fff],
  [0xff00, 0xffef],
] as const;
const TRUETYPE = 0x0001_0000;
const SQUARE = { low: 0, high: 800, left: 100, right: 900 };

/** The page has these letters from then on; all others are as they were. */
export async function addCjkLetters(page: Page): Promise<void> {
  const hex = (code: number) => code.toString(16);
  const letters = LETTERS.map(([first, last]) => `U+${hex(first)}-${hex(last)}`).join(", ");
  await page.evaluate(
    async ({ font, letters }) => {
      const bytes = Uint8Array.from(atob(font), (byte) => byte.charCodeAt(0));
      const face = new FontFace("Helvetica Neue", bytes, { unicodeRange: letters }); // the first that the panels and the editor ask for
      document.fonts.add(await face.load());
    },
    { font: fontFile().toString("base64"), letters },
  );
}

function fontFile(): Buffer {
  const tables = Object.entries(tablesOfFont()).sort(([one], [other]) => (one < other ? -1 : 1));
  let offset = 12 + 16 * tables.length;
  const entries: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const [name, table] of tables) {
    const body = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    entries.push(Buffer.from(name), long(sumOf(body), offset, table.length));
    bodies.push(body);
    offset += body.length;
  }
  return Buffer.concat([long(TRUETYPE), short(tables.length, 128, 3, 32), ...entries, ...bodies]);
}

/** Each as the OpenType specification lays it out; two glyphs: an empty one for a missing letter, and the square. */
function tablesOfFont(): Readonly<Record<string, Buffer>> {
  const { low, high, left, right } = SQUARE;
  const width = right - left;
  const square = Buffer.concat([
    short(1, left, low, right, high, 3, 0), // one outline, which ends at its point 3
    Buffer.from([1, 1, 1, 1]), // each is on it
    short(left, 0, width, 0, low, high, 0, -high),
    Buffer.alloc(2),
  ]);
  const groups = LETTERS.map(([first, last]) => long(first, last, 1));
  const length = 16 + 12 * groups.length;
  return {
    cmap: Buffer.concat([short(0, 1, 3, 10), long(12), short(13, 0), long(length, 0, groups.length), ...groups]),
    glyf: square,
    head: Buffer.concat([
      ...[long(TRUETYPE, TRUETYPE, 0, 0x5f0f_3cf5), short(0, EM), Buffer.alloc(16)],
      short(left, low, right, high, 0, 8, 2, 0, 0),
    ]),
    hhea: Buffer.concat([
      long(TRUETYPE),
      short(ASCENT, ASCENT - EM, 0, EM, left, EM - right, right, 1, ...zeros(7), 2),
    ]),
    hmtx: short(EM, left, EM, left),
    loca: short(0, 0, square.length / 2),
    maxp: Buffer.concat([long(TRUETYPE), short(2, 4, 1, 0, 0, 1, ...zeros(8))]),
    name: short(0, 0, 6),
    "OS/2": Buffer.concat([
      ...[short(4, EM, 400, 5, ...zeros(12)), Buffer.alloc(10 + 16 + 4), short(0x40, 0x3000, 0xffef)],
      ...[short(ASCENT, ASCENT - EM, 0, ASCENT, EM - ASCENT), long(0, 0), short(500, 700, 0, 0, 1)],
    ]),
    post: Buffer.concat([long(0x0003_0000, 0), short(0, 0), long(...zeros(5))]),
  };
}

function sumOf(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

function short(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * index);
  return bytes;
}

function long(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

function zeros(count: number): number[] {
  return Array<number>(count).fill(0);
}
