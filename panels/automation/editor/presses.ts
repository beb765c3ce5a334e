/** What a remote can say, as it names its keys. Pure. */
import { sayPress } from "../../devices/values/words.ts";
import { hasText, say } from "../../texts.ts";
import type { PressName } from "./claims.ts";

interface Introspection {
  readonly buttons?: Readonly<Record<string, { readonly name?: string }>>;
  readonly values?: Readonly<Record<string, { readonly button: string | number; readonly action: string }>>;
}

export function pressesIn(body: unknown): readonly PressName[] {
  const { buttons = {}, values = {} } = (body ?? {}) as Introspection;
  return Object.entries(values).map(([code, { button, action }]) => {
    const name = buttons[button]?.name;
    const key = `devices.word.gesture.${action}`;
    const gesture = hasText(key) ? say(key) : action;
    return {
      code,
      text: name === undefined ? sayPress(Number(code)) : say("automation.edit.press", { name, gesture }),
    };
  });
}
