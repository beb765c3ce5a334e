/** Days that are near, as people say them; statuses of nodes and panels alike. */

const formats = new Map<string, Intl.RelativeTimeFormat>(); // dear to make

/** 0 → "today", 1 → "tomorrow". */
export function nearDay(days: number, language: string): string {
  const format = formats.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  formats.set(language, format);
  return format.format(days, "day");
}
