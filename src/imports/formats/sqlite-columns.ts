/** The columns that a CREATE TABLE names, with their defaults; people explain themselves in its comments. */

export interface Column {
  readonly name: string;
  readonly isRowid: boolean;
  readonly isVirtual: boolean; // counted anew each time: not in the rows
  readonly fallback: string | number | null;
}

const CONSTRAINT = /^(constraint|primary|unique|check|foreign)\b/i;
const PIECE = /--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\s\S]/g;
const NAME = /^(?:["`[']([^"`\]']+)["`\]']|(\S+))/;
const DEFAULT = /\bdefault\s+(?:'((?:[^']|'')*)'|([-+]?\d+(?:\.\d+)?))/i;

export function columnsIn(sql: string): readonly Column[] {
  const parts = partsOf(sql.slice(sql.indexOf("(") + 1)).filter((part) => part !== "" && !CONSTRAINT.test(part));
  return parts.map((part) => {
    const [, quoted, plain] = NAME.exec(part) ?? [];
    const name = quoted ?? plain ?? "";
    const rest = part.slice(name.length);
    const [, text, number] = DEFAULT.exec(rest) ?? [];
    const isGenerated = /\bgenerated\b|\bas\s*\([\s\S]*\)\s*(?:virtual\s*)?$/i.test(rest);
    return {
      name,
      isRowid: /^\S?\s+integer\s+primary\s+key\b/i.test(rest),
      isVirtual: isGenerated && !/\bstored\b/i.test(rest),
      fallback: text !== undefined ? text.replaceAll("''", "'") : number !== undefined ? Number(number) : null,
    };
  });
}

/** Cut at the commas that stand in no brackets. */
function partsOf(text: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece.startsWith("--") || piece.startsWith("/*")) continue;
    if (piece === "(") depth += 1;
    if (piece === ")") depth -= 1;
    if (depth < 0) break;
    if (piece === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim());
}
