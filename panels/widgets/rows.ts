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

/** From `first` up to but without `last`. */
export function visibleRows(
  count: number,
  height: number,
  top: number,
  frame: number,
): { first: number; last: number } {
  const first = Math.max(0, Math.min(count, Math.floor(top / height)) - BEYOND);
  const last = Math.min(count, Math.ceil((top + frame) / height) + BEYOND);
  return { first, last: Math.max(first, last) };
}

/** How many rows came in front of the earlier ones. */
export function addedInFront<Row>(before: readonly Row[], now: readonly Row[], keyOf: (row: Row) => string): number {
  const [first] = before;
  if (first === undefined) return 0;
  const key = keyOf(first);
  return Math.max(
    0,
    now.findIndex((row) => keyOf(row) === key),
  );
}
