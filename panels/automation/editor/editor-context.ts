/** What all rows of the editor of a rule go by: what can be asked, and what the remotes can say. */
import { createContext } from "preact";
import { useEffect, useState } from "preact/hooks";
import { plainType } from "../../devices/kinds.ts";
import { sayKey, sayPress } from "../../devices/values/words.ts";
import { useApi, useHouse, useQuery } from "../../hooks.ts";
import { hasText, say } from "../../texts.ts";
import type { Presses, PressName } from "./claims.ts";
import type { RuleItems } from "./rule-items.ts";

interface EditorKnowledge {
  readonly items: RuleItems;
  readonly presses: Presses;
}

const NO_ITEMS: RuleItems = { takes: {}, types: {} };

export const EditorContext = createContext<EditorKnowledge>({ items: NO_ITEMS, presses: {} });

/** Undefined until the gateway has said it. */
export function useKnowledge(): EditorKnowledge | undefined {
  const api = useApi();
  const types = useHouse(({ sensors, lights, groups }) =>
    [...new Set([sensors, lights, groups].flatMap((all) => Object.values(all).map(({ type }) => String(type))))]
      .sort()
      .join("\n"),
  );
  const items = useQuery(() => api.ruleItems(), [api, types]).answer;
  const presses = usePresses();
  return items && { items, presses };
}

/** The codes of all remotes: asked once, one after the other. */
function usePresses(): Presses {
  const api = useApi();
  const remotes = useHouse(({ sensors }) =>
    Object.entries(sensors)
      .filter(([, { type, uniqueid }]) => plainType(String(type)) === "Switch" && typeof uniqueid === "string")
      .map(([id, { uniqueid }]) => `${id} ${uniqueid}`)
      .join("\n"),
  );
  const [presses, setPresses] = useState<Presses>({});
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      const found: Record<string, readonly PressName[]> = {};
      for (const line of remotes.split("\n").filter(Boolean)) {
        const [id = "", uniqueid = ""] = line.split(" ");
        const { status, body } = await api.perform("GET", `/devices/${uniqueid}/state/buttonevent/introspect`);
        if (status === 200) found[`/sensors/${id}`] = pressesIn(body);
      }
      if (isCurrent) setPresses(found);
    };
    void ask().catch(() => {}); // then a press is named by its number
    return () => {
      isCurrent = false;
    };
  }, [api, remotes]);
  return presses;
}

// ---- what a remote can say, as it names its keys

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
      text: name === undefined ? sayPress(Number(code)) : say("automation.edit.press", { name: sayKey(name), gesture }),
    };
  });
}
