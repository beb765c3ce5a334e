/**
 * Flags that an editor has made for its rows: flags that no saved row uses go when the user leaves it. So does an older flag, once
 * another limit has taken its place.
 */
import { createContext } from "preact";
import { useCallback, useEffect, useRef } from "preact/hooks";
import type { ConditionRow } from "../../../src/model/automation/rule-rows.ts";
import type { Api } from "../../api.ts";
import { useApi } from "../../hooks.ts";
import { perform } from "../../perform.ts";

interface MadeFlag {
  readonly address: string; //          "/sensors/9"
  readonly rules: readonly string[]; // that set it and take it back
  readonly wasThere?: true; //          before the editor was opened
}

type NoteFlag = (flag: MadeFlag) => void;

export const MadeFlagsContext = createContext<NoteFlag>(() => {});

const waiting = new Map<string, readonly MadeFlag[]>(); // by gateway and form: those of drafts

interface FlagsOfDraft {
  readonly form: string;
  readonly isKept: () => boolean;
}

/**
 * `saved` answers the conditions that are kept, when the editor is left; undefined: nothing was saved. Flags of a draft wait until the user
 * goes on with it.
 */
export function useMadeFlags(saved: () => readonly ConditionRow[] | undefined, draft?: FlagsOfDraft): NoteFlag {
  const api = useApi();
  const key = `${api.id} ${draft?.form}`;
  const made = useRef(waiting.get(key) ?? []);
  const isLeft = useRef(false);
  const last = useRef({ saved, draft });
  last.current = { saved, draft };
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      waiting.delete(key);
      if (last.current.draft?.isKept()) return void waiting.set(key, made.current);
      const conditions = last.current.saved();
      const kept = new Set((conditions ?? []).map(({ address }) => address));
      const goes = ({ address, wasThere }: MadeFlag) => !kept.has(address) && !(wasThere && conditions === undefined);
      for (const flag of made.current) if (goes(flag)) void takeBack(api, flag);
    };
  }, [api, key]);
  return useCallback(
    (flag: MadeFlag) => {
      if (isLeft.current && !flag.wasThere) void takeBack(api, flag);
      else made.current = [...made.current, flag];
    },
    [api],
  );
}

/** Rules go before their flag: without it they would be half a rule. */
export async function takeBack(api: Api, { address, rules }: MadeFlag): Promise<void> {
  for (const each of [...rules, address]) await perform(api, { method: "DELETE", address: each });
}
