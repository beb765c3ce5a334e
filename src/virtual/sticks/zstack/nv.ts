/** The stick's memory that survives without power: items by number, and rows of tables. */
import { ADDRESS_ROW, APS_KEY_ROW, FRAME_COUNTER_ROW, KEY, LINK_KEY_ROW, SECURITY_ROW } from "./nv-layout.ts";

export const ITEM = {
  IEEE: 0x01,
  STARTUP_OPTION: 0x03,
  NIB: 0x21,
  EXTENDED_PANID: 0x2d,
  ACTIVE_KEY: 0x3a,
  ALTERNATE_KEY: 0x3b,
  SECURITY_TABLE: 0x4c,
  CONFIGURED: 0x60,
  NETWORK_KEY: 0x62,
  KEYS_ENABLED: 0x63,
  OLD_KEY: 0x82, // its length tells how the memory is aligned
  PANID: 0x83,
  CHANNELS: 0x84,
  LOGICAL_TYPE: 0x87,
  LINK_KEY_SEED: 0x101,
} as const;

export const TABLE = { ADDRESSES: 1, LINK_KEYS: 4, APS_KEYS: 6, FRAME_COUNTERS: 7 } as const;

interface Table {
  readonly length: number; // of a row
  readonly rows: number; // at most
  readonly key: readonly [start: number, end: number]; // where a free row is blank
}

const TABLES: Readonly<Record<number, Table>> = {
  [TABLE.ADDRESSES]: { length: ADDRESS_ROW.length, rows: 300, key: [4, 12] },
  [TABLE.LINK_KEYS]: { length: LINK_KEY_ROW.length, rows: 300, key: [8, 16] },
  [TABLE.APS_KEYS]: { length: APS_KEY_ROW.length, rows: 32, key: [0, 16] },
  [TABLE.FRAME_COUNTERS]: { length: FRAME_COUNTER_ROW.length, rows: 6, key: [4, 12] },
};
const CONFIGURED = 0x55;
const FREE_ROWS = 16;
const SECURITY_ROWS = 16;

export interface SavedNv {
  readonly items: Readonly<Record<string, string>>; // hex by number
  readonly rows: Readonly<Record<string, readonly string[]>>; // hex, by table
}

export class Nv {
  readonly #ieee: Buffer;
  readonly #seed: Buffer;
  readonly #items = new Map<number, Buffer>();
  readonly #tables = new Map<number, Buffer[]>();

  constructor(ieee: Buffer, seed: Buffer, saved?: SavedNv) {
    this.#ieee = ieee;
    this.#seed = seed;
    this.clear();
    for (const [id, hex] of Object.entries(saved?.items ?? {})) this.#items.set(Number(id), Buffer.from(hex, "hex"));
    for (const [table, list] of Object.entries(saved?.rows ?? {})) {
      const rows = list.map((hex) => Buffer.from(hex, "hex"));
      this.#tables.set(Number(table), rows);
    }
  }

  item(id: number): Buffer | undefined {
    return this.#items.get(id);
  }

  setItem(id: number, bytes: Buffer): void {
    this.#items.set(id, Buffer.from(bytes));
  }

  removeItem(id: number): boolean {
    return this.#items.delete(id);
  }

  /** A row that was never written is empty; beyond the last row there is none. */
  row(table: number, index: number): Buffer | undefined {
    return this.#exists(table, index) ? (this.#rows(table)[index] ?? emptyRow(table)) : undefined;
  }

  rows(table: number): readonly Buffer[] {
    return this.#rows(table);
  }

  /** Where the next row can go. */
  free(table: number): number {
    const rows = this.#rows(table);
    const free = rows.findIndex((row) => isFree(table, row));
    return free >= 0 ? free : rows.length;
  }

  setRow(table: number, index: number, bytes: Buffer): boolean {
    if (!this.#exists(table, index) || bytes.length !== TABLES[table]?.length) return false;
    const rows = this.#rows(table);
    while (rows.length < index) rows.push(emptyRow(table));
    rows[index] = Buffer.from(bytes);
    while (isFree(table, rows.at(-1))) rows.pop();
    this.#tables.set(table, rows);
    return true;
  }

  /** As it left the factory, except for its own address. */
  clear(): void {
    const own = this.#items.get(ITEM.IEEE) ?? this.#ieee;
    this.#items.clear();
    this.#tables.clear();
    const factory: readonly (readonly [id: number, bytes: Buffer])[] = [
      [ITEM.IEEE, own],
      [ITEM.STARTUP_OPTION, Buffer.of(0)],
      [ITEM.OLD_KEY, Buffer.alloc(24)],
      [ITEM.ACTIVE_KEY, KEY.pack({})],
      [ITEM.ALTERNATE_KEY, KEY.pack({})],
      [ITEM.KEYS_ENABLED, Buffer.of(0)],
      [ITEM.LINK_KEY_SEED, this.#seed],
      [ITEM.SECURITY_TABLE, Buffer.alloc(2 + SECURITY_ROWS * SECURITY_ROW.length)],
    ];
    for (const [id, bytes] of factory) this.#items.set(id, bytes);
  }

  save(): SavedNv {
    const hex = (bytes: Buffer) => bytes.toString("hex");
    return {
      items: Object.fromEntries([...this.#items].map(([id, bytes]) => [id, hex(bytes)])),
      rows: Object.fromEntries([...this.#tables].map(([table, rows]) => [table, rows.map(hex)])),
    };
  }

  #rows(table: number): Buffer[] {
    return this.#tables.get(table) ?? [];
  }

  #exists(table: number, index: number): boolean {
    return index < this.#capacity(table);
  }

  /** A stick that serves shows few free rows, so that a backup takes few requests; one that is being restored shows them all. */
  #capacity(table: number): number {
    const most = TABLES[table]?.rows ?? 0;
    const isConfigured = this.#items.get(ITEM.CONFIGURED)?.[0] === CONFIGURED;
    return isConfigured ? Math.min(this.#rows(table).length + FREE_ROWS, most) : most;
  }
}

function emptyRow(table: number): Buffer {
  return Buffer.alloc(TABLES[table]?.length ?? 0);
}

function isFree(table: number, row: Buffer | undefined): boolean {
  return row?.subarray(...(TABLES[table]?.key ?? [])).every((byte) => byte === 0) === true;
}
