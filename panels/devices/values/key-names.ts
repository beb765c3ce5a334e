/** The presses of each remote, as people call its keys. Pure. */
import { hasText, say } from "../../texts.ts";
import { emphasized } from "../../widgets/emphasis.ts";
import { sorted } from "../../widgets/rows.ts";
import { gestureOf, sayKey, sayPress } from "./words.ts";

export interface PressName {
  readonly code: string;
  readonly text: string; // "Brighter: held"
  readonly said: string; // in a sentence: "Brighter, held"
  readonly key?: string; //  "Brighter"; absent: its name is unknown
}

/** The presses of remotes, by the addresses of their sensors. */
export type KeyNames = Readonly<Record<string, readonly PressName[]>>;

interface Introspection {
  readonly buttons?: Readonly<Record<string, { readonly name?: string }>>;
  readonly values?: Readonly<Record<string, { readonly button: string | number; readonly action: string }>>;
}

/** The names in the answer of a remote about itself. */
export function pressNamesIn(body: unknown): readonly PressName[] {
  const { buttons = {}, values = {} } = (body ?? {}) as Introspection;
  return inOrderOfUse(Object.entries(values)).map(([code, { button, action }]) => {
    const name = buttons[button]?.name;
    const text = `devices.word.gesture.${action}`;
    const gesture = hasText(text) ? say(text) : action;
    if (name === undefined) return { code, text: sayPress(Number(code)), said: sayPress(Number(code)) };
    const key = sayKey(name);
    return {
      code,
      text: say("automation.edit.press", { name: key, gesture }),
      said: say("automation.key", { key, gesture }),
      key,
    };
  });
}

type Meaning = readonly [code: string, meaning: { readonly button: string | number; readonly action: string }];

/** Key by key, of each the short press first: nearly every rule is about it. */
function inOrderOfUse(meanings: readonly Meaning[]): readonly Meaning[] {
  const keys = [...new Set(meanings.map(([, { button }]) => button))];
  return keys.flatMap((key) =>
    sorted(
      meanings.filter(([, { button }]) => button === key),
      rank,
    ),
  );
}

function rank([, { action }]: Meaning): number {
  const place = COMMONEST.indexOf(action);
  return place < 0 ? COMMONEST.length : place;
}

const COMMONEST: readonly string[] = [
  ...["SHORT_RELEASE", "INITIAL_PRESS", "DOUBLE_PRESS", "TREBLE_PRESS", "QUADRUPLE_PRESS", "MANY_PRESS"],
  ...["HOLD", "LONG_RELEASE"],
];

/** "Brighter, held"; without a name of its key, "button 2, held". */
export function sayPressOf(names: KeyNames | undefined, address: string, code: number): string {
  return pressOf(names, address, code)?.said ?? sayPress(code);
}

/** "Brighter of Hall remote is held"; "at Hall remote: 77" for an event that is no press of a key. */
export function sayThatPressed(names: KeyNames | undefined, address: string, name: string, code: number): string {
  const text = `automation.pressed.${gestureOf(code)}`;
  if (!hasText(text)) return say("automation.press", { name, press: sayPressOf(names, address, code) });
  const numbered = () => say("devices.key.numbered", { button: Math.floor(code / 1000) });
  return say(text, { name, key: emphasized(pressOf(names, address, code)?.key ?? numbered()) });
}

function pressOf(names: KeyNames | undefined, address: string, code: number): PressName | undefined {
  return names?.[address]?.find((press) => press.code === String(code));
}
