/** Knowledge of a device beyond its values: how to reset it, where to read more about the model, and the user's own notes. */
import { useState } from "preact/hooks";
import type { KindOfDevice } from "../../../src/model/sensors/sensor-fields.ts";
import { CommandError, useCommands } from "../../commands.tsx";
import { useNote } from "../../hooks.ts";
import { say } from "../../texts.ts";
import { Field } from "../../widgets/fields.tsx";
import { Button } from "../../widgets/widgets.tsx";
import { powerOf } from "../availability.ts";
import type { HouseDevice } from "../house-devices.ts";
import { publicNameOf, resetWayOf } from "./reset-ways.ts";

export function KnowHow({ device: { info }, kind }: { readonly device: HouseDevice; readonly kind: KindOfDevice }) {
  const way = resetWayOf({ info, kind });
  const page = publicNameOf(info);
  if (!way && !page) return null;
  return (
    <>
      {way && <p>{say(`devices.reset-how.${way}`)}</p>}
      {page && (
        <p>
          <a href={say("devices.page-at", { model: page })} target="_blank" rel="noreferrer noopener">
            {say(way ? "devices.page" : "devices.page-reset", { model: String(info.productid) })}
          </a>
        </p>
      )}
    </>
  );
}

// ---- the user's notes on a device, kept by the gateway

const LONGEST = 2_000; // characters, as the gateway takes them

export function Notes({ device }: { readonly device: HouseDevice }) {
  const { key, info } = device;
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
            placeholder={say(powerOf(device) === "mains" ? "devices.notes.hint-mains" : "devices.notes.hint")}
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
