/**
 * Reads the YAML that programs write for their settings: tables and lists, also in brackets, all forms of texts, anchors. Every scalar stays a
 * text, so that an address without quotes stays exact. An unknown form is refused with its line; so is a text that unfolds to too much.
 */
import { BLOCK_SCALAR, blockScalar, doubleQuoted, plainScalar, singleQuoted } from "./yaml-scalars.ts";
import { YamlError, YamlText } from "./yaml-text.ts";

/** A value with a tag that is no YAML: `!secret network_key`. */
export class Tagged {
  readonly tag: string;
  readonly value: YamlValue;

  constructor(tag: string, value: YamlValue) {
    this.tag = tag;
    this.value = value;
  }
}

export type YamlTable = { readonly [name: string]: YamlValue };
export type YamlValue = string | null | Tagged | readonly YamlValue[] | YamlTable;

const MOST_NODES = 200_000; // with those behind aliases
const DEEPEST = 60;
const PLAIN_KEY = /(?![-?:](?:[ \n]|$))[^\s'"[\]{}#&*!|>%@`,][^\n]*?(?= *:(?:[ \n]|$))/y;
const PROPERTY = /([&!])([^\s,[\]{}]*)[ ]*/y;
const ALIAS = /\*([^\s,[\]{}]+)/y;

/** Undefined: there is nothing in it. */
export function readYaml(text: string): YamlValue | undefined {
  return new YamlReader(text).read();
}

export function isTable(value: unknown): value is YamlTable {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Tagged);
}

class YamlReader {
  readonly #text: YamlText;
  readonly #anchors = new Map<string, YamlValue>();
  readonly #sizes = new WeakMap<object, number>();
  #depth = 0;
  #nodes = 0;

  constructor(text: string) {
    this.#text = new YamlText(text);
  }

  read(): YamlValue | undefined {
    const text = this.#text;
    text.skipStart();
    if (text.isAtEnd) return undefined;
    const value = this.#blockNode(-1);
    text.skipBlank();
    text.skipEnd();
    return value;
  }

  /** The node that stands here, further right than `indent`. */
  #blockNode(indent: number): YamlValue {
    const text = this.#text;
    text.skipBlank();
    const { column } = text;
    if (text.isAtEnd || column <= indent) return null;
    if (text.startsItem()) return this.#inside(() => this.#list(column));
    if (this.#startsKey()) return this.#inside(() => this.#table(column));
    return this.#properties((tag) => this.#tagged(tag, () => this.#value(indent, column)));
  }

  #list(indent: number): YamlValue {
    const text = this.#text;
    const items: YamlValue[] = [];
    while (!text.isAtEnd && text.column === indent && text.startsItem()) {
      text.skip(1);
      text.skipSpaces();
      items.push(text.isAtLineEnd ? this.#blockNode(indent) : this.#itemHere(indent));
      text.skipBlank();
    }
    if (!text.isAtEnd && text.column > indent) throw text.error();
    return items;
  }

  #itemHere(indent: number): YamlValue {
    const text = this.#text;
    const { column } = text;
    if (text.startsItem()) return this.#inside(() => this.#list(column));
    if (this.#startsKey()) return this.#inside(() => this.#table(column));
    return this.#properties((tag) =>
      this.#tagged(tag, () => (text.isAtLineEnd ? this.#blockNode(indent) : this.#value(indent, indent + 1))),
    );
  }

  #table(indent: number): YamlValue {
    const text = this.#text;
    const entries = new Map<string, YamlValue>();
    while (!text.isAtEnd && text.column === indent && !text.isDocumentMark) {
      if (!this.#startsKey()) throw text.error();
      const { line } = text;
      const key = this.#key();
      if (entries.has(key)) throw new YamlError("twice", line, key);
      entries.set(key, this.#valueOfKey(indent));
      text.skipBlank();
    }
    if (!text.isAtEnd && text.column > indent) throw text.error();
    return asTable(entries);
  }

  #valueOfKey(indent: number): YamlValue {
    const text = this.#text;
    text.skipSpaces();
    return this.#properties((tag) =>
      this.#tagged(tag, () => {
        if (!text.isAtLineEnd) return this.#value(indent, indent + 1);
        text.skipBlank();
        if (text.column === indent && text.startsItem()) return this.#inside(() => this.#list(indent));
        return this.#blockNode(indent);
      }),
    );
  }

  #startsKey(): boolean {
    const text = this.#text;
    const start = text.position;
    try {
      return this.#tryKey() !== undefined;
    } finally {
      text.position = start;
    }
  }

  #key(): string {
    const key = this.#tryKey();
    if (key === undefined) throw this.#text.error();
    return key;
  }

  #tryKey(): string | undefined {
    const text = this.#text;
    const quote = text.at(0);
    let key: string | undefined;
    if (quote === "'" || quote === '"') {
      const { line } = text;
      key = quote === "'" ? singleQuoted(text) : doubleQuoted(text);
      text.skipSpaces();
      if (text.line !== line) return undefined;
    } else {
      key = text.match(PLAIN_KEY)?.[0];
      if (key === undefined || key.includes(" #")) return undefined;
      text.skipSpaces();
    }
    if (text.at(0) !== ":" || !/^[ \n]?$/.test(text.at(1))) return undefined;
    text.skip(1);
    return key;
  }

  /** A value that begins here: not a table or list over several lines. */
  #value(indent: number, least: number): YamlValue {
    const text = this.#text;
    const sign = text.at(0);
    if (sign === "[" || sign === "{") return this.#restOfLine(this.#inside(() => this.#bracketed()));
    if (sign === "*") return this.#restOfLine(this.#alias());
    if (sign === "'") return this.#restOfLine(this.#counted(singleQuoted(text)));
    if (sign === '"') return this.#restOfLine(this.#counted(doubleQuoted(text)));
    if (BLOCK_SCALAR.test(sign)) return this.#counted(blockScalar(text, indent));
    return this.#counted(meant(plainScalar(text, least)));
  }

  #restOfLine(value: YamlValue): YamlValue {
    this.#text.skipSpaces();
    if (!this.#text.isAtLineEnd) throw this.#text.error();
    return value;
  }

  #bracketed(): YamlValue {
    const text = this.#text;
    const isList = text.at(0) === "[";
    const end = isList ? "]" : "}";
    const items: YamlValue[] = [];
    const entries = new Map<string, YamlValue>();
    text.skip(1);
    for (;;) {
      text.skipBlank(true);
      if (text.isAtEnd) throw text.error();
      if (text.at(0) === end) break;
      if (isList) items.push(this.#bracketedValue());
      else this.#bracketedEntry(entries);
      text.skipBlank(true);
      if (text.at(0) === ",") text.skip(1);
      else if (text.at(0) !== end) throw text.error();
    }
    text.skip(1);
    return isList ? items : asTable(entries);
  }

  #bracketedEntry(entries: Map<string, YamlValue>): void {
    const text = this.#text;
    const { line } = text;
    const key = String(this.#bracketedValue() ?? "");
    if (entries.has(key)) throw new YamlError("twice", line, key);
    text.skipBlank(true);
    if (text.at(0) !== ":") {
      entries.set(key, null);
      return;
    }
    text.skip(1);
    text.skipBlank(true);
    entries.set(key, /[,}]/.test(text.at(0)) ? null : this.#bracketedValue());
  }

  #bracketedValue(): YamlValue {
    const text = this.#text;
    return this.#properties((tag) =>
      this.#tagged(tag, () => {
        const sign = text.at(0);
        if (sign === "[" || sign === "{") return this.#inside(() => this.#bracketed());
        if (sign === "*") return this.#alias();
        if (sign === "'") return this.#counted(singleQuoted(text));
        if (sign === '"') return this.#counted(doubleQuoted(text));
        return this.#counted(meant(text.match(/(?:[^,[\]{}\n:#]|:(?=[^\s,[\]{}])|#(?<=\S#))+/y)?.[0].trim() ?? ""));
      }),
    );
  }

  /** Reads anchors and tags before a value, and keeps the anchored value. */
  #properties(read: (tag: string | undefined) => YamlValue): YamlValue {
    const text = this.#text;
    let tag: string | undefined;
    let anchor: string | undefined;
    for (let found = text.match(PROPERTY); found; found = text.match(PROPERTY)) {
      if (found[1] === "!") tag = found[2];
      else anchor = found[2];
    }
    const before = this.#nodes;
    const value = read(tag);
    if (anchor !== undefined) {
      this.#anchors.set(anchor, value);
      if (typeof value === "object" && value !== null) this.#sizes.set(value, this.#nodes - before);
    }
    return value;
  }

  /** YAML's own tags say nothing that is not seen. */
  #tagged(tag: string | undefined, read: () => YamlValue): YamlValue {
    const value = read();
    return tag === undefined || tag === "" || tag.startsWith("!") ? value : new Tagged(tag, value);
  }

  #alias(): YamlValue {
    const [, name = ""] = this.#text.match(ALIAS) ?? [];
    if (!this.#anchors.has(name)) throw this.#text.error();
    const value = this.#anchors.get(name) ?? null;
    this.#count(typeof value === "object" && value !== null ? (this.#sizes.get(value) ?? 1) : 1);
    return value;
  }

  #inside(read: () => YamlValue): YamlValue {
    if (this.#depth >= DEEPEST) throw new YamlError("large", this.#text.line);
    this.#depth += 1;
    this.#count(1);
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #counted<Value extends YamlValue>(value: Value): Value {
    this.#count(1);
    return value;
  }

  #count(nodes: number): void {
    this.#nodes += nodes;
    if (this.#nodes > MOST_NODES) throw new YamlError("large", this.#text.line);
  }
}

/** Without a prototype: a key may be `__proto__`. */
function asTable(entries: ReadonlyMap<string, YamlValue>): YamlTable {
  const table: Record<string, YamlValue> = Object.create(null);
  for (const [key, value] of entries) table[key] = value;
  return table;
}

function meant(plain: string): string | null {
  return plain === "" || plain === "~" || plain === "null" ? null : plain;
}
