/**
 * Commands whose refusal is shown beside their control, and controls that show the desired value until the house
 * reports one.
 */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Method, Reply } from "../src/model/resource.ts";
import { useApi, useNote } from "./hooks.ts";
import { type ApiCommand, perform, sayRefusal } from "./perform.ts";
import { say } from "./texts.ts";
import { Button } from "./widgets/widgets.tsx";

export interface Commands {
  readonly error: string | undefined; // of the last command
  readonly clear: () => void;
  /** Undefined: refused, and `error` says why. */
  readonly send: (method: Method, address: string, body?: unknown) => Promise<Reply | undefined>;
  /** Sends one command after another, also after a refusal. True: none was refused. */
  readonly sendAll: (all: readonly ApiCommand[]) => Promise<boolean>;
}

export function useCommands(): Commands {
  const api = useApi();
  const [error, setError] = useState<string | undefined>(undefined);
  const last = useRef(0);
  const clear = useCallback(() => setError(undefined), []);
  /** Only the last command may show its error. */
  const teller = useCallback(() => {
    last.current += 1;
    const turn = last.current;
    setError(undefined);
    return (text: string | undefined) => {
      if (turn === last.current) setError(text);
    };
  }, []);
  const send = useCallback(
    async (method: Method, address: string, body?: unknown) => {
      const tell = teller();
      const { reply, refusal } = await perform(api, { method, address, body });
      tell(refusal);
      return refusal === undefined ? reply : undefined;
    },
    [api, teller],
  );
  const sendAll = useCallback(
    async (all: readonly ApiCommand[]) => {
      const tell = teller();
      const refusals = new Set<string>();
      for (const each of all) {
        const { refusal } = await perform(api, each);
        if (refusal !== undefined) refusals.add(refusal);
      }
      tell(refusals.size > 0 ? [...refusals].join("; ") : undefined);
      return refusals.size === 0;
    },
    [api, teller],
  );
  return { error, clear, send, sendAll };
}

/** Takes no second order before the first is done: a second Enter may come before the answer. The flag says that it is under way. */
export function useOnce(run: () => Promise<unknown>): readonly [once: () => Promise<void>, isUnderWay: boolean] {
  const isBusy = useRef(false); // at once, where the drawn flag comes too late
  const [isUnderWay, tell] = useState(false);
  const turn = (isOn: boolean) => {
    isBusy.current = isOn;
    tell(isOn);
  };
  const once = async () => {
    if (isBusy.current) return;
    turn(true);
    await run().finally(() => turn(false));
  };
  return [once, isUnderWay];
}

/** For a control that has no room for a sentence: a refusal is a note, which names the subject of the command. */
export function useNotedSend(name: string): Commands["send"] {
  const api = useApi();
  const note = useNote();
  return useCallback(
    async (method: Method, address: string, body?: unknown) => {
      const done = await perform(api, { method, address, body });
      if (done.refusal === undefined) return done.reply;
      note(sayRefusal(name, done), "bad");
      return undefined;
    },
    [api, note, name],
  );
}

export function CommandError({ of: { error, clear } }: { readonly of: Pick<Commands, "error" | "clear"> }) {
  return (
    <div role="alert" class="zg-fault-place">
      {error !== undefined && (
        <p class="zg-fault zg-fault-line">
          <span>{error}</span>
          <Button icon="bad" label={say("do.dismiss")} onClick={clear} />
        </p>
      )}
    </div>
  );
}

const SETTLING = 500; // milliseconds from the answer, in which reports of an earlier command may still come
const PATIENCE = 1_500; // milliseconds from then until the house must have reported the value

interface DesiredValue<T> {
  readonly value: T;
  readonly before: string; // the reported value when it was set
  readonly phase: "sent" | "answered" | "settled";
}

/**
 * A refusal takes the desired value back at once. Otherwise it is shown until the house reports another value, or
 * reports none in time.
 */
export function useDesired<T>(
  actual: T,
  send: (value: T) => Promise<unknown>,
  patience = PATIENCE,
): readonly [shown: T, want: (value: T) => Promise<void>] {
  const [wanted, setWanted] = useState<DesiredValue<T> | undefined>(undefined);
  const turn = useRef(0);
  const now = JSON.stringify(actual);
  const isTold = wanted?.phase === "settled" && wanted.before !== now;
  useEffect(() => {
    if (!wanted || wanted.phase === "sent") return;
    const instead = (next: typeof wanted | undefined) => setWanted((now) => (now === wanted ? next : now));
    if (isTold) return setWanted(undefined);
    const timer =
      wanted.phase === "answered"
        ? setTimeout(() => instead({ ...wanted, phase: "settled" }), SETTLING)
        : setTimeout(() => instead(undefined), patience);
    return () => clearTimeout(timer);
  }, [wanted, isTold, patience]);
  const want = async (value: T) => {
    turn.current += 1;
    const own = turn.current;
    const before = JSON.stringify(actual);
    setWanted({ value, before, phase: "sent" });
    const answer = await send(value);
    if (own === turn.current) setWanted(answer === undefined ? undefined : { value, before, phase: "answered" });
  };
  return [wanted && !isTold ? wanted.value : actual, want];
}
