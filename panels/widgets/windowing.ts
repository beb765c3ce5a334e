/** Which rows of a long list are drawn. Pure. */

const BEYOND = 6; // rows above and below, so that a quick finger sees no hole

/** From `first` up to but without `last`. */
export function windowOf(count: number, height: number, top: number, frame: number): { first: number; last: number } {
  const first = Math.max(0, Math.min(count, Math.floor(top / height)) - BEYOND);
  const last = Math.min(count, Math.ceil((top + frame) / height) + BEYOND);
  return { first, last: Math.max(first, last) };
}

/** How many of the rows that were there are gone from the front, so that another of them is the first. */
export function droppedInFront<Row>(before: readonly Row[], now: readonly Row[], keyOf: (row: Row) => string): number {
  const [first] = now;
  if (first === undefined) return 0;
  const key = keyOf(first);
  return Math.max(
    0,
    before.findIndex((row) => keyOf(row) === key),
  );
}
