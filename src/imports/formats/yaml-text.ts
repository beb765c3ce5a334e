/** A text with the place that is being read: its line, its column, and what is blank. */

export type YamlFault = "bad" | "tab" | "twice" | "two" | "large";

export class YamlError extends Error {
  readonly fault: YamlFault;
  readonly line: number;
  readonly key: string;

  constructor(fault: YamlFault, line: number, key = "") {
    super(`line ${line}: ${fault}`);
    this.fault = fault;
    this.line = line;
    this.key = key;
  }
}

const MARK = /(?:---|\.\.\.)(?=[ \n]|$)/y;

export class YamlText {
  position = 0;
  readonly #text: string;
  readonly #lines: readonly number[]; // where each begins

  constructor(text: string) {
    this.#text = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
    this.#lines = [0, ...[...this.#text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  }

  get isAtEnd(): boolean {
    return this.position >= this.#text.length;
  }

  /** Nothing but a comment follows. */
  get isAtLineEnd(): boolean {
    const sign = this.at(0);
    return sign === "" || sign === "\n" || (sign === "#" && /^[\s]?$/.test(this.at(-1)));
  }

  /** Counted from 1. */
  get line(): number {
    let [low, high] = [0, this.#lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lines[middle] ?? 0) <= this.position) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  get column(): number {
    return this.position - (this.#lines[this.line - 1] ?? 0);
  }

  get isDocumentMark(): boolean {
    MARK.lastIndex = this.position;
    return this.column === 0 && MARK.test(this.#text);
  }

  at(offset: number): string {
    return this.#text[this.position + offset] ?? "";
  }

  skip(signs: number): void {
    this.position += signs;
  }

  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.#text);
    if (!found || found[0] === "") return undefined;
    this.position += found[0].length;
    return found;
  }

  startsItem(): boolean {
    return this.at(0) === "-" && /^[ \n]?$/.test(this.at(1)) && !this.isDocumentMark;
  }

  skipSpaces(): void {
    this.match(/[ \t]+/y);
  }

  /** Blank lines and comments. A tab must not stand where lines begin, but between brackets. */
  skipBlank(inBrackets = false): void {
    for (;;) {
      const isIndent = this.column === 0;
      this.match(/ +/y);
      if (this.at(0) === "\t") {
        this.match(/[ \t]+/y);
        if (isIndent && !inBrackets && !this.isAtLineEnd) throw new YamlError("tab", this.line);
      }
      if (!this.isAtLineEnd) return;
      this.match(/#[^\n]*/y);
      if (this.at(0) !== "\n") return;
      this.skip(1);
    }
  }

  /** Directives, and the mark before the first document. */
  skipStart(): void {
    this.skipBlank();
    while (this.at(0) === "%" && this.column === 0) {
      this.match(/[^\n]+/y);
      this.skipBlank();
    }
    if (this.isDocumentMark && this.at(0) === "-") {
      this.skip(3);
      this.skipBlank();
    }
  }

  skipEnd(): void {
    if (this.isDocumentMark && this.at(0) === ".") {
      this.skip(3);
      this.skipBlank();
    }
    if (this.isAtEnd) return;
    throw new YamlError(this.isDocumentMark ? "two" : "bad", this.line);
  }

  error(): YamlError {
    return new YamlError("bad", this.line);
  }
}
