/** The tables of zigpy's database. Those of former versions stay behind with stale rows: only those of its own version count. */
import type { Row, SqliteDatabase } from "../formats/sqlite.ts";
import { ImportRefusal } from "../refusal.ts";
import { inOurWords } from "../source-files.ts";

export const DATABASE = "zigbee.db";
const FIRST_WITH_SUFFIX = 4;
const SUFFIXED = /_v(\d+)$/;

export class ZigpyTables {
  readonly version: number;
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.version = database.userVersion;
    this.#database = database;
    const highest = Math.max(0, ...database.tables.map((name) => Number(SUFFIXED.exec(name)?.[1] ?? 0)));
    if (highest !== (this.version < FIRST_WITH_SUFFIX ? 0 : this.version))
      throw new ImportRefusal("file-damaged", { file: DATABASE });
  }

  rows(name: string): readonly Row[] {
    try {
      return [...this.#database.rows(this.version < FIRST_WITH_SUFFIX ? name : `${name}_v${this.version}`)];
    } catch (error) {
      throw inOurWords(error, DATABASE);
    }
  }
}
