/** A search in a list: accents and capitals do not matter, and rows with that name stand first. Pure. */
import { type SortKey, sorted } from "./rows.ts";

/** Without accents and capitals, as a search compares. */
export function simple(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Every typed word is in the text, which is `simple`. */
export function holdsWords(text: string, typed: string): boolean {
  return simple(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export const IN_A_WORD = 3; // the distance of a name that has the text only within a word

/** 0: just this name; then names that begin with it, names of which a word does, names that hold it; then rows found by other texts. */
export function distance(name: string, typed: string): number {
  const [own, wanted] = [simple(name).trim(), simple(typed).trim()];
  if (own === wanted) return 0;
  if (own.startsWith(wanted)) return 1;
  if (own.includes(` ${wanted}`)) return 2;
  return holdsWords(own, wanted) ? IN_A_WORD : IN_A_WORD + 1;
}

/** By their names; while something is typed, the nearest first. */
export function nearestFirst<Row>(rows: readonly Row[], nameOf: (row: Row) => string, typed: string): readonly Row[] {
  const byName = sorted(rows, (row): SortKey => nameOf(row));
  return typed.trim() === "" ? byName : sorted(byName, (row) => distance(nameOf(row), typed));
}
