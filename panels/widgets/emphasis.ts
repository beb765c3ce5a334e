/** Emphasis in sentences: the name of a resource is marked where it is put into a text. Pure. */

const BEGIN = "\u0002";
const END = "\u0003";
const MARKS = new RegExp(`[${BEGIN}${END}]`, "g");

/** Marks a name; marks that are in the name already are removed. */
export function emphasized(name: string): string {
  return `${BEGIN}${withoutEmphasis(name)}${END}`;
}

/** The plain text. */
export function withoutEmphasis(sentence: string): string {
  return sentence.replace(MARKS, "");
}

interface Piece {
  readonly text: string;
  readonly isName: boolean;
}

export function piecesOf(sentence: string): readonly Piece[] {
  const pieces = sentence.split(BEGIN).flatMap((part, index): readonly Piece[] => {
    const [first = "", ...rest] = part.split(END);
    return index === 0
      ? [{ text: part, isName: false }]
      : [
          { text: first, isName: true },
          { text: rest.join(""), isName: false },
        ];
  });
  return pieces.filter(({ text }) => text !== "");
}
