/** Rows of lists and tables: their order, and which of them are drawn. Pure. */
import { compareWords } from "../texts.ts";

export type SortKey = string | number | boolean | null | undefined;

export function sorted<Row>(rows: readonly Row[], keyOf: (row: Row) => SortKey, isDown = false): readonly Row[] {
  const sign = isDown ? -1 : 1;
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((one, other) => {
      const [left, right] = [isUnknown(one.key), isUnknown(other.key)];
      if (left || right) return Number(left) - Number(right);
      return sign * compare(one.key, other.key);
    })
    .map(({ row }) => row);
}

function compare(one: SortKey, other: SortKey): number {
  if (typeof one === "string" || typeof other === "string") return compareWords(String(one), String(other));
  return Number(one) - Number(other);
}

function isUnknown(key: SortKey): boolean {
  return key === null || key === undefined || key === "" || Number.isNaN(key);
}

const BEYOND = 6; // rows above and below, so that quick scrolling shows no gap

/** Where each row begins, in pixels, and behind the last one where all end. */
export function topsOf<Row>(rows: readonly Row[], height: number | ((row: Row) => number)): readonly number[] {
  const tops = [0];
  for (const row of rows) tops.push((tops.at(-1) ?? 0) + (typeof height === "number" ? height : height(row)));
  return tops;
}

/** The row at this height; below all of them how many there are. */
export function rowAt(tops: readonly number[], y: number): number {
  let [first, last] = [0, tops.length - 1];
  while (first < last) {
    const middle = Math.ceil((first + last) / 2);
    if ((tops[middle] ?? 0) <= y) first = middle;
    else last = middle - 1;
  }
  return first;
}

/** From `first` up to but without `last`. */
export function visibleRows(tops: readonly number[], top: number, frame: number): { first: number; last: number } {
  const bottom = rowAt(tops, top + frame);
  const isCut = (tops[bottom] ?? 0) < top + frame;
  const first = Math.max(0, rowAt(tops, top) - BEYOND);
  const last = Math.min(tops.length - 1, bottom + Number(isCut) + BEYOND);
  return { first, last: Math.max(first, last) };
}

/** How many rows came in front of one of the earlier ones. */
export function addedInFront<Row>(
  before: readonly Row[],
  now: readonly Row[],
  keyOf: (row: Row) => string,
  index = 0,
): number {
  const row = before[index];
  if (row === undefined) return 0;
  const key = keyOf(row);
  return Math.max(0, now.findIndex((each) => keyOf(each) === key) - index);
}
