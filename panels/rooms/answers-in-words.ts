/** The outcome of the recall of a scene in a sentence. Pure. */
import { say, sayList } from "../texts.ts";
import type { SceneAnswers } from "../unanswered.ts";

/** `left`: lights out of reach, which got no command at all. Undefined as long as a user does not wonder. */
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
