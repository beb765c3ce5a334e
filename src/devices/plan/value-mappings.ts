/** An expose and a row of a mapping table → the mapping between a property of the device and a member of a resource. */
import type { Expose } from "../../model/radio/device-facts.ts";
import type { ConversionRow } from "../mapping/mapping-rows.ts";
import type { ValueMapping } from "./device-plan.ts";
import { canBeAsked, canBeSet } from "./exposes.ts";

const FLAG_CONVERSIONS: readonly string[] = ["flag", "notOff", "anyFlag", "flagText"];

/** Undefined: none of the words of this expose stands for yes or no. */
export function mappingFor(expose: Expose, path: string, row: ConversionRow, field?: Expose): ValueMapping | undefined {
  const from = field ?? expose;
  const words = FLAG_CONVERSIONS.includes(row.conversion) ? flagWords(from, row) : valuesOf(from);
  if (!words || expose.property === undefined) return undefined;
  const [section, member] = split(path);
  return {
    section,
    member,
    property: expose.property,
    ...(field?.name !== undefined && { field: field.name }),
    conversion: row.conversion,
    ...words,
    ...(row.words && { words: row.words }),
    ...(from.unit ? { unit: from.unit } : {}),
    ...(from.value_min !== undefined && { min: from.value_min }),
    ...(from.value_max !== undefined && { max: from.value_max }),
    writable: canBeSet(expose),
    ...(canBeAsked(expose) ? { readable: true } : {}),
  };
}

function split(path: string): readonly [section: ValueMapping["section"], member: string] {
  const slash = path.indexOf("/");
  return [path.startsWith("state") ? "state" : "config", path.slice(slash + 1)];
}

/** Which words stand for yes and no: as the row says, else as the expose says. */
function flagWords(
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
  return { ...(on !== undefined && { valueOn: on }), ...(off !== undefined && { valueOff: off }), values: words };
}

function valuesOf({ type, value_on, value_off, values }: Expose): Partial<ValueMapping> {
  if (type === "binary") return { values: [value_on, value_off] };
  return values ? { values } : {};
}
