/** A row of a table and an expose → the link between a value of the device and a member. */
import type { Expose } from "../../model/radio.ts";
import type { ConversionRow } from "../mapping/mapping-rows.ts";
import type { ValueMapping } from "./device-plan.ts";
import { canBeAsked, canBeSet } from "./exposes.ts";

const YES_AND_NO: readonly string[] = ["flag", "notOff", "anyFlag", "flagText"];

/** undefined: the words of this expose say nothing of the kind. */
export function mappingFor(expose: Expose, path: string, row: ConversionRow, field?: Expose): ValueMapping | undefined {
  const from = field ?? expose;
  const told = YES_AND_NO.includes(row.conversion) ? yesAndNo(from, row) : wordsOf(from);
  if (!told || expose.property === undefined) return undefined;
  const [section, member] = split(path);
  return {
    section,
    member,
    property: expose.property,
    ...(field?.name === undefined ? {} : { field: field.name }),
    conversion: row.conversion,
    ...told,
    ...(row.words ? { words: row.words } : {}),
    ...(from.unit ? { unit: from.unit } : {}),
    ...(from.value_min === undefined ? {} : { min: from.value_min }),
    ...(from.value_max === undefined ? {} : { max: from.value_max }),
    writable: canBeSet(expose),
    ...(canBeAsked(expose) ? { readable: true } : {}),
  };
}

function split(path: string): readonly [section: ValueMapping["section"], member: string] {
  const slash = path.indexOf("/");
  return [path.startsWith("state") ? "state" : "config", path.slice(slash + 1)];
}

/** Which word means yes, and which no: as the row says, else as the expose says. */
function yesAndNo(
  { type, value_on, value_off, values }: Expose,
  { no, yes }: ConversionRow,
): Partial<ValueMapping> | undefined {
  const words = type === "binary" ? [value_on, value_off] : (values ?? []);
  const among = (list: readonly string[] = []) => words.find((word) => list.includes(String(word).toLowerCase()));
  const [on, off] = [among(yes), among(no)];
  if (type === "binary") {
    if (off !== undefined) return { valueOn: words.find((word) => word !== off), valueOff: off };
    return on !== undefined
      ? { valueOn: on, valueOff: words.find((word) => word !== on) }
      : { valueOn: value_on, valueOff: value_off };
  }
  if (on === undefined && off === undefined) return undefined;
  return {
    ...(on === undefined ? {} : { valueOn: on }),
    ...(off === undefined ? {} : { valueOff: off }),
    values: words,
  };
}

function wordsOf({ type, value_on, value_off, values }: Expose): Partial<ValueMapping> {
  if (type === "binary") return { values: [value_on, value_off] };
  return values ? { values } : {};
}
