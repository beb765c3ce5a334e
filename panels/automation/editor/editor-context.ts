/** The knowledge that all rows of a rule's editor share: the items that a rule can ask, and the presses of the remotes. */
import { createContext } from "preact";
import type { KeyNames } from "../../devices/values/key-names.ts";
import { useApi, useHouse, useKeyNames, useQuery } from "../../hooks.ts";
import type { RuleItems } from "./rule-items.ts";

interface EditorKnowledge {
  readonly items: RuleItems;
  readonly presses: KeyNames;
}

const NO_KEYS: KeyNames = {};
const NO_ITEMS: RuleItems = { takes: {}, types: {} };

export const EditorContext = createContext<EditorKnowledge>({ items: NO_ITEMS, presses: NO_KEYS });

/** Undefined until the gateway has said it. */
export function useKnowledge(): EditorKnowledge | undefined {
  const api = useApi();
  const types = useHouse(({ sensors, lights, groups }) =>
    [...new Set([sensors, lights, groups].flatMap((all) => Object.values(all).map(({ type }) => String(type))))]
      .sort()
      .join("\n"),
  );
  const items = useQuery(() => api.ruleItems(), [api, types]).answer;
  const presses = useKeyNames() ?? NO_KEYS; // until then a press is named by its number
  return items && { items, presses };
}
