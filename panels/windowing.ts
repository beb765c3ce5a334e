/** Which rows of a long list are drawn. Pure. */

const BEYOND = 6; // rows above and below, so that a quick finger sees no hole

/** From `first` up to but without `last`. */
export function windowOf(count: number, height: number, top: number, frame: number): { first: number; last: number } {
  const first = Math.max(0, Math.min(count, Math.floor(top / height)) - BEYOND);
  const last = Math.min(count, Math.ceil((top + frame) / height) + BEYOND);
  return { first, last: Math.max(first, last) };
}
