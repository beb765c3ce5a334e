/** What somebody wants to remember of a device; kept by the gateway. */
import { useState } from "preact/hooks";
import { CommandError, useCommands } from "../../commands.tsx";
import { useNote } from "../../hooks.ts";
import { say } from "../../texts.ts";
import { Button, Field } from "../../widgets/widgets.tsx";
import type { HouseDevice } from "../house-devices.ts";

const LONGEST = 2_000; // characters, as the gateway takes them

export function Notes({ device: { key, info } }: { readonly device: HouseDevice }) {
  const commands = useCommands();
  const note = useNote();
  const kept = typeof info.notes === "string" ? info.notes : "";
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const isChanged = typed !== undefined && typed !== kept;
  const save = async () => {
    if (!(await commands.send("PUT", `/devices/${key}`, { notes: typed ?? "" }))) return;
    setTyped(undefined);
    note(say("devices.notes.kept"));
  };
  return (
    <section class="zg-section zg-device-notes">
      <Field label={say("devices.notes.title")}>
        {(input) => (
          <textarea
            {...input}
            rows={kept === "" && typed === undefined ? 1 : 3}
            maxLength={LONGEST}
            placeholder={say("devices.notes.hint")}
            value={typed ?? kept}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      {isChanged && (
        <div class="zg-actions">
          <Button kind="primary" icon="good" onClick={save}>
            {say("do.save")}
          </Button>
          <Button onClick={() => setTyped(undefined)}>{say("do.cancel")}</Button>
        </div>
      )}
      <CommandError of={commands} />
    </section>
  );
}
