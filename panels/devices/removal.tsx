/** What is done with a device as a whole: it is asked how it is, interviewed anew, and taken out of the house. */
import { useState } from "preact/hooks";
import { Fault, useAct } from "../commands.tsx";
import { useApi, useNote } from "../hooks.ts";
import { asked, type Wish } from "../perform.ts";
import { say } from "../texts.ts";
import { Question } from "../widgets/dialog.tsx";
import { Button } from "../widgets/widgets.tsx";
import type { Device } from "./house-devices.ts";

export function DeviceCare({ device, onGone }: { readonly device: Device; readonly onGone: () => void }) {
  const { key, name, parts, isVirtual, facts } = device;
  const act = useAct();
  const api = useApi();
  const note = useNote();
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [isAsked, ask] = useState(false);
  const [resets, setResets] = useState(true);
  const canStay = parts.length > 0;

  /** Some parts cannot be asked; that is a fault only when none can. */
  const refresh = async () => {
    setFault(undefined);
    const answers = [];
    for (const { address } of parts) answers.push(await asked(api, { method: "POST", address: `${address}/refresh` }));
    const refusals = answers.flatMap(({ refusal }) => refusal ?? []);
    if (refusals.length < answers.length) note(say("devices.refreshed", { name }));
    else setFault([...new Set(refusals)].join("; "));
  };
  const interview = async () => {
    if (await act.wish("POST", `/devices/${key}/interview`)) note(say("devices.interviewed", { name }));
  };
  const remove = async () => {
    const whole: Wish = { method: "DELETE", address: `/devices/${key}` };
    const piece = ({ address }: Device["parts"][number]): Wish => ({ method: "DELETE", address });
    const isWhole = !isVirtual && (resets || !canStay);
    if (!(await act.wishAll(isWhole ? [whole] : parts.map(piece)))) return;
    note(say("devices.removed", { name }));
    onGone();
  };
  return (
    <section class="zg-section" aria-labelledby="zg-care">
      <h3 id="zg-care">{say("devices.care")}</h3>
      <div class="zg-actions">
        {!isVirtual && parts.length > 0 && (
          <Button icon="refresh" onClick={refresh}>
            {say("devices.refresh")}
          </Button>
        )}
        {!isVirtual && <Button onClick={interview}>{say("devices.interview")}</Button>}
        <Button icon="remove" kind="danger" onClick={() => ask(true)}>
          {say("devices.remove")}
        </Button>
      </div>
      <Fault act={{ fault, clear: () => setFault(undefined) }} />
      <Fault act={act} />
      {isAsked && (
        <Question
          title={say("devices.remove-title", { name })}
          yes={say("do.remove")}
          isDangerous
          onYes={remove}
          onClose={() => ask(false)}
        >
          <p>{say(isVirtual ? "devices.remove-virtual" : "devices.remove-sure", { name })}</p>
          {!isVirtual && canStay && (
            <label class="zg-tick">
              <input type="checkbox" checked={resets} onChange={(event) => setResets(event.currentTarget.checked)} />
              {say("devices.reset")}
            </label>
          )}
          {!isVirtual && facts.sleepy === true && <p class="zg-hint">{say("devices.reset-asleep")}</p>}
        </Question>
      )}
    </section>
  );
}
