/** The five ways to write a text in YAML, each over one or several lines. */
import { YamlError, type YamlText } from "./yaml-text.ts";

export const BLOCK_SCALAR = /^[|>]$/;
const HEADER = /([|>])([-+]?)([1-9]?)([-+]?)[ \t]*(?:#[^\n]*)?(?=\n|$)/y;
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ "0": "\0", a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r", e: "\x1b" },
  ...{ " ": " ", '"': '"', "/": "/", "\\": "\\", N: "\x85", _: "\xa0", L: "\u2028", P: "\u2029" },
};
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

export function singleQuoted(text: YamlText): string {
  const found = text.match(/'((?:[^']|'')*)'/y);
  if (!found) throw text.error();
  return folded(found[1] ?? "").replaceAll("''", "'");
}

export function doubleQuoted(text: YamlText): string {
  const { line } = text;
  const found = text.match(/"((?:[^"\\]|\\[\s\S])*)"/y);
  if (!found) throw text.error();
  const whole = folded((found[1] ?? "").replaceAll(/\\\n[ \t]*/g, "\\\0"));
  return whole.replaceAll(/\\(\0|[xuU][0-9a-fA-F]*|[\s\S])/g, (_, sign: string) => {
    if (sign === "\0") return "";
    const digits = DIGITS[sign[0] ?? ""];
    if (digits === undefined) return escapedSign(sign, line);
    const code = Number.parseInt(sign.slice(1, 1 + digits), 16);
    if (sign.length < 1 + digits || code > 0x10ffff) throw new YamlError("bad", line);
    return String.fromCodePoint(code) + sign.slice(1 + digits);
  });
}

function escapedSign(sign: string, line: number): string {
  const meant = ESCAPES[sign];
  if (meant === undefined) throw new YamlError("bad", line);
  return meant;
}

/** Goes on over lines that stand at `least` or further right. */
export function plainScalar(text: YamlText, least: number): string {
  const parts = [lineOf(text)];
  for (;;) {
    const start = text.position;
    text.skipBlank();
    const isMore = !text.isAtEnd && text.column >= least && text.column > 0 && !text.isDocumentMark;
    const part = isMore ? lineOf(text) : "";
    if (part === "") {
      text.position = start;
      break;
    }
    parts.push(part);
  }
  return parts.join(" ");
}

function lineOf(text: YamlText): string {
  const { line } = text;
  const part = text.match(/(?:[^\s#:]|#(?<=\S#)|:(?=\S)|[ \t]+(?=[^\s#]))+/y)?.[0] ?? "";
  text.skipSpaces();
  if (!text.isAtLineEnd) throw new YamlError("bad", line); // "a: b: c", for instance
  if (/^([@`%]|[-?:](\s|$))/.test(part)) throw new YamlError("bad", line);
  return part.trimEnd();
}

/** `|` keeps the lines, `>` makes one of them. */
export function blockScalar(text: YamlText, indent: number): string {
  const { line } = text;
  const [, style, first, digit, last] = text.match(HEADER) ?? [];
  if (style === undefined) throw new YamlError("bad", line);
  const keeps = `${first}${last}`;
  const lines: string[] = [];
  let own = digit ? Math.max(indent, 0) + Number(digit) : 0;
  text.skip(1);
  while (!text.isAtEnd) {
    const start = text.position;
    const whole = text.match(/[^\n]+/y)?.[0] ?? "";
    const spaces = whole.length - whole.trimStart().length;
    const isBlank = whole.trim() === "";
    if (!isBlank && own === 0) own = spaces;
    if (!isBlank && (spaces < own || spaces <= indent)) {
      text.position = start;
      break;
    }
    lines.push(isBlank ? "" : whole.slice(own));
    text.skip(1);
  }
  const body = style === "|" ? lines.join("\n") : folded(lines.join("\n"));
  if (keeps.includes("+")) return `${body}\n`;
  const bare = body.replace(/\n+$/, "");
  return keeps.includes("-") || bare === "" ? bare : `${bare}\n`;
}

/** Of several lines one: an empty line is a break, another one a blank. */
function folded(text: string): string {
  if (!text.includes("\n")) return text;
  const lines = text.split("\n").map((line, at, all) => {
    const fromLeft = at > 0 ? line.trimStart() : line;
    return at < all.length - 1 ? fromLeft.trimEnd() : fromLeft;
  });
  let whole = lines[0] ?? "";
  let breaks = 0;
  for (const line of lines.slice(1)) {
    if (line === "") breaks += 1;
    else {
      whole += breaks > 0 ? "\n".repeat(breaks) + line : ` ${line}`;
      breaks = 0;
    }
  }
  return breaks > 0 ? `${whole}${" "}` : whole;
}
