/** Cells of deCONZ's database: any may be empty, a text or a number, and columns may lack. */
import { isObject, parsedJson, type Values } from "../../model/resource.ts";
import type { Row, SqliteDatabase } from "../formats/sqlite.ts";
import { inOurWords } from "../source-files.ts";

type Table = readonly Row[];

export const DATABASE = "zll.db";

export function tableOf(database: SqliteDatabase, name: string): Table {
  try {
    return [...database.rows(name)];
  } catch (error) {
    throw inOurWords(error, DATABASE);
  }
}

/** "" where there is none. */
export function textAt(row: Row, column: string): string {
  const cell = row[column];
  if (typeof cell === "string") return cell;
  if (Buffer.isBuffer(cell)) return cell.toString("utf8");
  return typeof cell === "number" || typeof cell === "bigint" ? String(cell) : "";
}

/** An empty cell is an empty object; undefined: it cannot be read. */
export function objectAt(row: Row, column: string): Values | undefined {
  const text = textAt(row, column).trim();
  if (text === "") return {};
  const value = parsedJson(text);
  return isObject(value) ? value : undefined;
}

export function listAt(row: Row, column: string): readonly unknown[] | undefined {
  const value = parsedJson(textAt(row, column));
  return Array.isArray(value) ? value : undefined;
}

/** "1,7" → ["1", "7"] */
export function idsIn(text: string): readonly string[] {
  return text
    .split(",")
    .map((id) => id.trim())
    .filter((id) => /^\d+$/.test(id));
}

export function bytesAt(row: Row, column: string): Buffer {
  const cell = row[column];
  return Buffer.isBuffer(cell) ? cell : Buffer.alloc(0);
}
