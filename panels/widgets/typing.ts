/** What people type, read. Pure. */

/** Undefined for what is no number. A comma is a point to many. */
export function readNumber(text: string): number | undefined {
  const number = Number(text.replace(",", "."));
  return text.trim() !== "" && Number.isFinite(number) ? number : undefined;
}
