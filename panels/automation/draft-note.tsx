/** What is not saved yet: that a form or the list tells of it, and the buttons that discard it. */
import { say } from "../texts.ts";
import { Button } from "../widgets/widgets.tsx";
import type { Draft } from "./drafts.ts";

export function DraftNote<Typed>({ of: { isOld, drop } }: { readonly of: Draft<Typed> }) {
  if (!isOld) return null;
  return (
    <p class="zg-draft">
      <span>{say("automation.draft.note")}</span>
      <Button onClick={drop}>{say("automation.draft.discard")}</Button>
    </p>
  );
}

interface DraftLineProps {
  readonly name: string;
  readonly onContinue: () => void;
  readonly onDiscard: () => void;
}

export function DraftLine({ name, onContinue, onDiscard }: DraftLineProps) {
  return (
    <p class="zg-draft">
      <span>{say("automation.draft.named", { name })}</span>
      <Button icon="edit" onClick={onContinue}>
        {say("automation.draft.continue")}
      </Button>
      <Button onClick={onDiscard}>{say("automation.draft.discard")}</Button>
    </p>
  );
}

interface CancelProps {
  readonly drop: () => void;
  readonly onDone: () => void;
}

export function Cancel({ drop, onDone }: CancelProps) {
  const cancel = () => {
    drop();
    onDone();
  };
  return <Button onClick={cancel}>{say("do.cancel")}</Button>;
}
