/** The drafts of one browser tab, as its storage keeps them over a reload. What is foreign, old or too long is left out. */
import { usualRuleName } from "../../src/model/automation/rule-rows.ts";
import { isObject } from "../../src/model/resource.ts";

const VERSION = 1; // of what forms keep
const LONGEST = 100_000; // letters
const FORM = /^\/(rules|schedules)\/./;

export type DraftsByForm = Map<string, object>;

/** `text`: null where nothing is kept. */
export function readDrafts(text: string | null): DraftsByForm {
  const { version, forms } = parsed(text);
  if (version !== VERSION || !Array.isArray(forms)) return new Map();
  return new Map(forms.filter(isDraft));
}

/** The newest that there is room for; undefined: there are none. */
export function writtenDrafts(drafts: DraftsByForm): string | undefined {
  const forms = [...drafts];
  while (forms.length > 0) {
    const text = JSON.stringify({ version: VERSION, forms });
    if (text.length <= LONGEST) return text;
    forms.shift();
  }
  return undefined;
}

/** The name that the rule or the schedule would have; "": nothing names it yet. */
export function nameOfDraft(draft: object): string {
  const { name, rows, row } = draft as { readonly name?: unknown; readonly rows?: unknown; readonly row?: unknown };
  if (typeof name === "string" && name.trim() !== "") return name.trim();
  if (isRows(rows)) return usualRuleName(rows);
  return isObject(row) && typeof row.resourceName === "string" ? row.resourceName : "";
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(text ?? "{}");
    return isObject(kept) ? kept : {};
  } catch {
    return {};
  }
}

/** Each member as the forms keep it: `TypedRule` and `TypedSchedule`. */
function isDraft(entry: unknown): entry is [string, object] {
  const [form, draft] = Array.isArray(entry) ? entry : [];
  if (typeof form !== "string" || !FORM.test(form) || !isObject(draft)) return false;
  const isText = (value: unknown) => value === undefined || typeof value === "string";
  const { name, time, clock, pause, rows, row } = draft;
  return (
    [name, time, clock].every(isText) &&
    (pause === undefined || typeof pause === "number") &&
    (rows === undefined || isRows(rows)) &&
    (row === undefined || isObject(row))
  );
}

function isRows(rows: unknown): rows is Parameters<typeof usualRuleName>[0] {
  if (!isObject(rows)) return false;
  return [rows.conditions, rows.actions].every((each) => Array.isArray(each) && each.every(isObject));
}
