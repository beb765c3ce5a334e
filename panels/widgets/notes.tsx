/** Short notes at the foot, read out to those who do not see them; they go by themselves. */
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Note, NoteContext } from "../hooks.ts";
import { say } from "../texts.ts";
import { Button } from "./widgets.tsx";

const SHOWN = { good: 4_000, bad: 10_000 } as const; // milliseconds

export function Notes({ children }: { readonly children: ComponentChildren }) {
  const [shown, setShown] = useState<{ text: string; kind: keyof typeof SHOWN } | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const note: Note = useCallback((text, kind = "good") => {
    clearTimeout(timer.current);
    setShown({ text, kind });
    timer.current = setTimeout(() => setShown(undefined), SHOWN[kind]);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <NoteContext.Provider value={note}>
      {children}
      <div class="zg-notes" role="status" aria-live="polite">
        {shown && (
          <div class={`zg-note zg-tone-${shown.kind}`}>
            <span>{shown.text}</span>
            <Button icon="bad" label={say("do.dismiss")} onClick={() => setShown(undefined)} />
          </div>
        )}
      </div>
    </NoteContext.Provider>
  );
}
