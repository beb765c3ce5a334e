/**
 * Rooms in columns that end at about one height. Browsers have columns, too, but lay out all of a large house anew when
 * one lamp is switched. Pure.
 */
import type { Section } from "./sections.ts";

const NARROWEST = 300; // pixels of a column
const GAP = 14;
const TILE = 140; // as in the style sheet
const HEIGHTS = { head: 74, scenes: 42, tiles: 138, line: 36 } as const; // about

/** Into as many columns as there is room for; each room goes where there is most space left, so the first ones stand on top. */
export function inColumns(sections: readonly Section[], width: number): readonly (readonly Section[])[] {
  const most = Math.floor((width + GAP) / (NARROWEST + GAP));
  const count = Math.max(1, Math.min(most, sections.length));
  const tilesBeside = Math.max(2, Math.floor(width / count / TILE));
  const columns = Array.from({ length: count }, () => ({ height: 0, sections: [] as Section[] }));
  for (const section of sections) {
    const shortest = columns.reduce((least, column) => (column.height < least.height ? column : least));
    shortest.sections.push(section);
    shortest.height += heightOf(section, tilesBeside);
  }
  return columns.map((column) => column.sections);
}

function heightOf({ scenes, handled, readings }: Section, tilesBeside: number): number {
  return (
    HEIGHTS.head +
    (scenes.length > 0 ? HEIGHTS.scenes : 0) +
    Math.ceil(handled.length / tilesBeside) * HEIGHTS.tiles +
    readings.length * HEIGHTS.line
  );
}
