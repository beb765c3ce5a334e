/** How many lines a sentence takes in a line of a given width: rows have the height of their text before the browser draws it. Pure. */

/** Words of one size. */
export interface Run {
  readonly text: string;
  readonly isSmall: boolean;
}

/** The width of a word in pixels. */
type Measure = (word: string, isSmall: boolean) => number;

const SPACES = /[ \t\n]+/; // no space that holds a number and its unit together
/** Between East Asian letters a line may end without a space; but no line begins with a closing sign, and none ends with an opening one. */
const BROAD =
  /(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af、。，！？：；）」』])(?![、。，！？：；）」』ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ])(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af（「『])/u;
const HYPHEN = /(?<=\p{L}-)(?=\p{L})/u;

/** A word that has no room in a line of its own is broken anywhere. */
export function linesFor(runs: readonly Run[], width: number, measure: Measure): number {
  let [lines, filled] = [1, 0];
  for (const { text, isSmall } of runs) {
    const space = measure(" ", isSmall);
    for (const [index, word] of text.split(SPACES).entries()) {
      for (const [part, piece] of piecesOf(word).entries()) {
        const before = filled > 0 && index > 0 && part === 0 ? space : 0;
        const own = measure(piece, isSmall);
        if (filled === 0 || filled + before + own > width) {
          if (filled > 0) lines += 1;
          lines += Math.max(0, Math.ceil(own / width) - 1);
          filled = own <= width ? own : own % width;
        } else filled += before + own;
      }
    }
  }
  return lines;
}

function piecesOf(word: string): readonly string[] {
  return word
    .split(HYPHEN)
    .flatMap((piece) => piece.split(BROAD))
    .filter((piece) => piece !== "");
}

const LETTER = 8; // pixels, where a browser does not measure
const MOST_WORDS = 5_000; // that are remembered

/** By the font of an element, and the same in another size; or both in another weight. */
export function measureLike(element: Element, small: string, weight = "normal"): Measure {
  const { fontSize, fontFamily } = getComputedStyle(element);
  const [large, less] = [fontSize, small].map((size) => fontOf(`${weight} ${size} ${fontFamily}`));
  return (word, isSmall) => (isSmall ? less : large)?.(word) ?? 0;
}

function fontOf(font: string): (word: string) => number {
  const context = document.createElement("canvas").getContext("2d");
  if (context) context.font = font;
  const known = new Map<string, number>();
  return (word) => {
    const width = known.get(word) ?? context?.measureText(word).width ?? word.length * LETTER;
    if (known.size >= MOST_WORDS) known.clear();
    known.set(word, width);
    return width;
  };
}
