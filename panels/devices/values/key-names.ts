/** What each remote can say, as people call its keys. Pure. */
import { hasText, say } from "../../texts.ts";
import { sayKey, sayPress } from "./words.ts";

export interface PressName {
  readonly code: string;
  readonly text: string; // "Brighter: held"
  readonly said: string; // in a sentence: "Brighter, held"
}

/** The presses of remotes, by the addresses of their sensors. */
export type KeyNames = Readonly<Record<string, readonly PressName[]>>;

interface Introspection {
  readonly buttons?: Readonly<Record<string, { readonly name?: string }>>;
  readonly values?: Readonly<Record<string, { readonly button: string | number; readonly action: string }>>;
}

/** What a remote answers of itself. */
export function pressNamesIn(body: unknown): readonly PressName[] {
  const { buttons = {}, values = {} } = (body ?? {}) as Introspection;
  return Object.entries(values).map(([code, { button, action }]) => {
    const name = buttons[button]?.name;
    const text = `devices.word.gesture.${action}`;
    const gesture = hasText(text) ? say(text) : action;
    if (name === undefined) return { code, text: sayPress(Number(code)), said: sayPress(Number(code)) };
    const key = sayKey(name);
    return {
      code,
      text: say("automation.edit.press", { name: key, gesture }),
      said: say("automation.key", { key, gesture }),
    };
  });
}

/** "Brighter, held"; without a name of its key, "button 2, held". */
export function sayPressOf(names: KeyNames | undefined, address: string, code: number): string {
  return names?.[address]?.find((press) => press.code === String(code))?.said ?? sayPress(code);
}
