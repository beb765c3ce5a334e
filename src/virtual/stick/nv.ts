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

export interface Nv {
  item(id: number): Buffer | undefined;
  setItem(id: number, bytes: Buffer): void;
  removeItem(id: number): boolean;
  /** A row that was never written is empty; beyond the last row there is none. */
  row(table: number, index: number): Buffer | undefined;
  rows(table: number): readonly Buffer[];
  /** Where the next row can go. */
  free(table: number): number;
  setRow(table: number, index: number, bytes: Buffer): boolean;
  /** As it left the factory, except for its own address. */
  clear(): void;
  save(): SavedNv;
}

export function createNv(ieee: Buffer, seed: Buffer, saved?: SavedNv): Nv {
  const items = new Map<number, Buffer>();
  const tables = new Map<number, Buffer[]>();
  const rows = (table: number) => tables.get(table) ?? [];
  // One that serves shows few free rows, so that a backup takes few requests; one that is being restored shows them all.
  const capacity = (table: number) => {
    const most = TABLES[table]?.rows ?? 0;
    return items.get(ITEM.CONFIGURED)?.[0] === CONFIGURED ? Math.min(rows(table).length + FREE_ROWS, most) : most;
  };
  const empty = (table: number) => Buffer.alloc(TABLES[table]?.length ?? 0);
  const isFree = (table: number, row: Buffer | undefined) =>
    row?.subarray(...(TABLES[table]?.key ?? [])).every((byte) => byte === 0) === true;
  const exists = (table: number, index: number) => index < capacity(table);

  const nv: Nv = {
    item: (id) => items.get(id),
    setItem: (id, bytes) => items.set(id, Buffer.from(bytes)),
    removeItem: (id) => items.delete(id),
    row: (table, index) => (exists(table, index) ? (rows(table)[index] ?? empty(table)) : undefined),
    rows,
    free: (table) => {
      const list = rows(table);
      const free = list.findIndex((row) => isFree(table, row));
      return free >= 0 ? free : list.length;
    },
    setRow: (table, index, bytes) => {
      if (!exists(table, index) || bytes.length !== TABLES[table]?.length) return false;
      const list = rows(table);
      while (list.length < index) list.push(empty(table));
      list[index] = Buffer.from(bytes);
      while (isFree(table, list.at(-1))) list.pop();
      tables.set(table, list);
      return true;
    },
    clear: () => {
      const own = items.get(ITEM.IEEE) ?? ieee;
      items.clear();
      tables.clear();
      items.set(ITEM.IEEE, own);
      items.set(ITEM.STARTUP_OPTION, Buffer.of(0));
      items.set(ITEM.OLD_KEY, Buffer.alloc(24));
      items.set(ITEM.ACTIVE_KEY, KEY.pack({}));
      items.set(ITEM.ALTERNATE_KEY, KEY.pack({}));
      items.set(ITEM.KEYS_ENABLED, Buffer.of(0));
      items.set(ITEM.LINK_KEY_SEED, seed);
      items.set(ITEM.SECURITY_TABLE, Buffer.alloc(2 + SECURITY_ROWS * SECURITY_ROW.length));
    },
    save: () => ({
      items: Object.fromEntries([...items].map(([id, bytes]) => [id, bytes.toString("hex")])),
      rows: Object.fromEntries([...tables].map(([table, list]) => [table, list.map((row) => row.toString("hex"))])),
    }),
  };

  nv.clear();
  for (const [id, hex] of Object.entries(saved?.items ?? {})) items.set(Number(id), Buffer.from(hex, "hex"));
  for (const [table, list] of Object.entries(saved?.rows ?? {})) {
    tables.set(
      Number(table),
      list.map((hex) => Buffer.from(hex, "hex")),
    );
  }
  return nv;
}
