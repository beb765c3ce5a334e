/** Times as people write them ("07:30", "7:30 pm", "sunset"), as the patterns of schedules: every day at that time. */
import { EVERY_DAY, parsePattern, SUN_EVENTS } from "../../src/model/time/time-grammar.ts";

const CLOCK = /^(\d{1,2})(?:[:.](\d\d))?(?::(\d\d))?\s*(?:([ap])\.?m\.?)?$/;

/** A text that is a pattern already stays; undefined where it says no time. */
export function patternOf(text: string): string | undefined {
  const said = text.trim();
  const word = said.toLowerCase();
  const event = SUN_EVENTS.find((each) => each === word);
  if (event) return `W${EVERY_DAY}/${event}`;
  if (typeof parsePattern(said) === "object") return said;
  const [isClock, hour = "", minute, second = "00", half] = CLOCK.exec(word) ?? [];
  if (isClock === undefined || (minute === undefined && half === undefined)) return undefined; // "7" may be anything
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "p" ? 12 : 0);
  const pattern = `W${EVERY_DAY}/T${String(hours).padStart(2, "0")}:${minute ?? "00"}:${second}`;
  return typeof parsePattern(pattern) === "object" ? pattern : undefined;
}
