/** A key for a program that cannot ask for one: the gateway keeps only a print of it, so it is shown this once. */
import { useState } from "preact/hooks";
import { copyText } from "../health/clipboard.ts";
import { useApi, useNote } from "../hooks.ts";
import { sayFailure } from "../perform.ts";
import { say } from "../texts.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { Field, Form, TextField } from "../widgets/fields.tsx";
import { Button } from "../widgets/widgets.tsx";

const LONGEST = 40; // letters, as in the dialog of the gateway

interface MadeKey {
  readonly name: string; // of the program
  readonly text: string;
}

export function NewKey({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<MadeKey | undefined>(undefined);
  return made ? <Made {...made} onClose={onClose} /> : <Ask onMade={setMade} onClose={onClose} />;
}

interface AskProps {
  readonly onMade: (made: MadeKey) => void;
  readonly onClose: () => void;
}

function Ask({ onMade, onClose }: AskProps) {
  const api = useApi();
  const [typed, type] = useState("");
  const [fault, setFault] = useState<string | undefined>(undefined);
  const name = typed.trim();
  const make = async () => {
    if (name === "") return;
    await api.makeKey(name).then(
      (text) => onMade({ name, text }),
      (error) => setFault(sayFailure(error)),
    );
  };
  return (
    <Dialog
      title={say("keys.new")}
      no={say("do.cancel")}
      onClose={onClose}
      actions={
        <>
          {name === "" && <span class="zg-hint zg-dialog-missing">{say("keys.nameless")}</span>}
          <Button kind="primary" icon="key" isDisabled={name === ""} onClick={make}>
            {say("keys.make")}
          </Button>
        </>
      }
    >
      <Form onSubmit={make}>
        <p class="zg-hint">{say("keys.new-about")}</p>
        <TextField
          label={say("keys.for")}
          fault={fault}
          value={typed}
          maxLength={LONGEST}
          spellcheck={false}
          onType={type}
        />
      </Form>
    </Dialog>
  );
}

function Made({ name, text, onClose }: MadeKey & { readonly onClose: () => void }) {
  const note = useNote();
  const copy = async () => {
    const isDone = await copyText(text);
    note(say(isDone ? "keys.copied" : "health.not-copied"), isDone ? "good" : "bad");
  };
  return (
    <Dialog
      title={say("keys.new")}
      onClose={onClose}
      actions={
        <Button kind="primary" icon="copy" onClick={copy}>
          {say("keys.copy")}
        </Button>
      }
    >
      <p role="status">{say("keys.once", { name })}</p>
      <Field label={say("keys.key")}>
        {(input) => (
          <textarea
            {...input}
            class="zg-new-key"
            rows={2}
            readOnly
            spellcheck={false}
            value={text}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
    </Dialog>
  );
}
