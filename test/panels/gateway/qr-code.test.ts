/** The QR code of an address: as another encoder draws it, in the size that it needs, and none where it is too long. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { qrCode } from "../../../panels/gateway/phone/qr-code.ts";

/** "http://a.de/", read by a decoder. */
const CODE = `
#######...#.#.#######
#.....#.....#.#.....#
#.###.#.#.#...#.###.#
#.###.#.....#.#.###.#
#.###.#..#.##.#.###.#
#.....#..###..#.....#
#######.#.#.#.#######
........#.#..........
###.#####.#.###...#..
.#####.#.#.#.#.##...#
.##.###.##.#.####.###
####...###.###..#..#.
..#####..###...#.#...
........##.#..###..##
#######.#.#.#...#.###
#.....#.###.#...#..#.
#.###.#.#.##...#.#.#.
#.###.#..#.##..###.#.
#.###.#.#.#.#.#.#.#.#
#.....#.#.#....###.#.
#######.##.##....#.##
`;

test("a short address, module by module", () => {
  const rows = qrCode("http://a.de/") ?? [];
  assert.deepEqual(
    rows.map((row) => row.map((isDark) => (isDark ? "#" : ".")).join("")),
    CODE.trim().split("\n"),
  );
});

for (const [length, width] of [
  [17, 21],
  [18, 25],
  [53, 29],
  [78, 33],
  [106, 37],
  [107, undefined],
] as const)
  test(`${length} letters: ${width ?? "none"} modules wide`, () => {
    assert.equal(qrCode("x".repeat(length))?.length, width);
  });
