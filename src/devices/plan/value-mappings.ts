/** A row of a table and an expose → the link between a value of the device and a member. */
import type { Expose } from "../../model/radio.ts";
import type { Reading } from "../mapping/mapping-rows.ts";
import type { Link } from "./device-plan.ts";
import { canBeAsked, canBeSet } from "./exposes.ts";

const YES_AND_NO: readonly string[] = ["is", "isNot", "any", "truth"];

/** undefined: the words of this expose say nothing of the kind. */
export function linkFor(expose: Expose, path: string, row: Reading, field?: Expose): Link | undefined {
  const from = field ?? expose;
  const told = YES_AND_NO.includes(row.op) ? yesAndNo(from, row) : wordsOf(from);
  if (!told || expose.property === undefined) return undefined;
  const [section, member] = split(path);
  return {
    section,
    member,
    property: expose.property,
    ...(field?.name === undefined ? {} : { field: field.name }),
    op: row.op,
    ...told,
    ...(row.words ? { map: row.words } : {}),
    ...(from.unit ? { unit: from.unit } : {}),
    ...(from.value_min === undefined ? {} : { min: from.value_min }),
    ...(from.value_max === undefined ? {} : { max: from.value_max }),
    writable: canBeSet(expose),
    ...(canBeAsked(expose) ? { askable: true } : {}),
  };
}

function split(path: string): readonly [section: Link["section"], member: string] {
  const slash = path.indexOf("/");
  return [path.startsWith("state") ? "state" : "config", path.slice(slash + 1)];
}

/** Which word means yes, and which no: as the row says, else as the expose says. */
function yesAndNo({ type, value_on, value_off, values }: Expose, { no, yes }: Reading): Partial<Link> | undefined {
  const words = type === "binary" ? [value_on, value_off] : (values ?? []);
  const among = (list: readonly string[] = []) => words.find((word) => list.includes(String(word).toLowerCase()));
  const [on, off] = [among(yes), among(no)];
  if (type === "binary") {
    if (off !== undefined) return { on: words.find((word) => word !== off), off };
    return on !== undefined ? { on, off: words.find((word) => word !== on) } : { on: value_on, off: value_off };
  }
  if (on === undefined && off === undefined) return undefined;
  return { ...(on === undefined ? {} : { on }), ...(off === undefined ? {} : { off }), values: words };
}

function wordsOf({ type, value_on, value_off, values }: Expose): Partial<Link> {
  if (type === "binary") return { values: [value_on, value_off] };
  return values ? { values } : {};
}
