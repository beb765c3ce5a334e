/** Orders rows as people expect it: numbers by size, words by the alphabet and their numbers, what is unknown at the end. Pure. */

export type SortKey = string | number | boolean | null | undefined;

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

export function sorted<Row>(rows: readonly Row[], keyOf: (row: Row) => SortKey, isDown = false): readonly Row[] {
  const sign = isDown ? -1 : 1;
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((one, other) => {
      const [left, right] = [isUnknown(one.key), isUnknown(other.key)];
      if (left || right) return Number(left) - Number(right);
      return sign * compare(one.key, other.key);
    })
    .map(({ row }) => row);
}

function compare(one: SortKey, other: SortKey): number {
  if (typeof one === "string" || typeof other === "string") return words.compare(String(one), String(other));
  return Number(one) - Number(other);
}

function isUnknown(key: SortKey): boolean {
  return key === null || key === undefined || key === "" || Number.isNaN(key);
}
