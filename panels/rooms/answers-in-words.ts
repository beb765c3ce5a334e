/** What became of a scene that was recalled, in a sentence. Pure. */
import { say, sayList } from "../texts.ts";
import type { SceneAnswers } from "../unanswered.ts";

/** `left`: who cannot be reached was not told at all. Undefined as long as nobody wonders. */
export function sayAnswers(
  { count: told, waiting, silent }: SceneAnswers,
  isLate: boolean,
  left: readonly string[],
  nameOf: (light: string) => string,
): string | undefined {
  const missing = [...silent, ...left].map(nameOf);
  const count = told + left.length;
  const done = count - missing.length - waiting.length;
  if (waiting.length > 0)
    return isLate ? say("rooms.scene-waits", { done, count, names: sayList(waiting.map(nameOf)) }) : undefined;
  if (missing.length === 0) return say("rooms.scene-done", { count });
  return say("rooms.scene-silent", { done, count, names: sayList(missing) });
}
