/** What a message wants of a node: the word in msg.action, or the same word as its payload. */
interface ActionMessage {
  readonly action?: unknown;
  readonly payload?: unknown;
}

/** Undefined where it says none; a word that none of `known` is stays in the payload. */
export function actionIn({ action, payload }: ActionMessage, known: readonly string[]): unknown {
  if (action !== undefined) return action;
  const word = typeof payload === "string" ? payload.trim().toLowerCase() : "";
  return known.includes(word) ? word : undefined;
}
