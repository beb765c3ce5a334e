/** Actions for a device as a whole: read anew, interview anew, and remove. */
import { useState } from "preact/hooks";
import { CommandError, type Commands, useCommands } from "../commands.tsx";
import { useApi, useNote } from "../hooks.ts";
import { type ApiCommand, perform } from "../perform.ts";
import { say } from "../texts.ts";
import { Question } from "../widgets/dialog.tsx";
import { Tick } from "../widgets/fields.tsx";
import { Button, Switch } from "../widgets/widgets.tsx";
import { ReplacementQuestion, TakeBack } from "./care/replacement.tsx";
import type { HouseDevice } from "./house-devices.ts";
import { UsesInWords } from "./uses/uses.tsx";

interface DeviceMaintenanceProps {
  readonly device: HouseDevice;
  readonly onGone: () => void;
}

export function DeviceMaintenance({ device, onGone }: DeviceMaintenanceProps) {
  const { key, name, info, resources, isVirtual } = device;
  const commands = useCommands();
  const note = useNote();
  const { refresh, ...refreshed } = useRefresh(device);
  const [isAsked, ask] = useState(false);
  const [isReplaced, askReplacement] = useState(false);
  const [resets, setResets] = useState(true);
  const interview = async () => {
    if (await commands.send("POST", `/devices/${key}/interview`)) note(say("devices.interviewed", { name }));
  };
  const disable = (disabled: boolean) => void commands.send("PUT", `/devices/${key}`, { disabled });
  const remove = async () => {
    if (!(await commands.sendAll(removalOf(device, resets)))) return;
    note(say("devices.removed", { name }));
    onGone();
  };
  return (
    <section class="zg-section" aria-labelledby="zg-care">
      <h3 id="zg-care">{say("devices.care")}</h3>
      <div class="zg-actions">
        {!isVirtual && resources.length > 0 && (
          <Button icon="refresh" onClick={refresh}>
            {say("devices.refresh")}
          </Button>
        )}
        {!isVirtual && <Button onClick={interview}>{say("devices.interview")}</Button>}
        {!isVirtual && resources.length > 0 && (
          <Button onClick={() => askReplacement(true)}>{say("devices.replace.do")}</Button>
        )}
        <Button icon="remove" kind="danger" onClick={() => ask(true)}>
          {say("devices.remove")}
        </Button>
      </div>
      {!isVirtual && (
        <>
          <Switch label={say("devices.disable")} isOn={info.disabled === true} onChange={disable} />
          <p class="zg-hint">{say("devices.disable-about")}</p>
          <TakeBack device={device} />
        </>
      )}
      <CommandError of={refreshed} />
      <CommandError of={commands} />
      {isReplaced && <ReplacementQuestion device={device} onDone={onGone} onClose={() => askReplacement(false)} />}
      {isAsked && (
        <RemovalQuestion
          device={device}
          resets={resets}
          onResets={setResets}
          onYes={remove}
          onClose={() => ask(false)}
        />
      )}
    </section>
  );
}

/** Some resources cannot be read anew; that is an error only when none can. */
function useRefresh({ name, resources }: HouseDevice): Pick<Commands, "error" | "clear"> & {
  readonly refresh: () => Promise<void>;
} {
  const api = useApi();
  const note = useNote();
  const [error, setError] = useState<string | undefined>(undefined);
  const refresh = async () => {
    setError(undefined);
    const results = [];
    for (const { address } of resources) {
      results.push(await perform(api, { method: "POST", address: `${address}/refresh` }));
    }
    const refusals = results.flatMap(({ refusal }) => refusal ?? []);
    if (refusals.length < results.length) note(say("devices.refreshed", { name }));
    else setError([...new Set(refusals)].join("; "));
  };
  return { error, clear: () => setError(undefined), refresh };
}

/** A device that keeps its network key keeps its entry: then only its resources go. */
export function removalOf({ key, isVirtual, resources }: HouseDevice, resets: boolean): readonly ApiCommand[] {
  const isWhole = !isVirtual && (resets || resources.length === 0);
  const addresses = isWhole ? [`/devices/${key}`] : resources.map(({ address }) => address);
  return addresses.map((address) => ({ method: "DELETE", address }));
}

interface RemovalQuestionProps {
  readonly device: HouseDevice;
  readonly resets: boolean;
  readonly onResets: (resets: boolean) => void;
  readonly onYes: () => Promise<void>;
  readonly onClose: () => void;
}

function RemovalQuestion({ device, resets, onResets, onYes, onClose }: RemovalQuestionProps) {
  const { name, resources, isVirtual, info } = device;
  return (
    <Question
      title={say("devices.remove-title", { name })}
      yes={say("do.remove")}
      isDangerous
      onYes={onYes}
      onClose={onClose}
    >
      <p>{say(isVirtual ? "devices.remove-virtual" : "devices.remove-sure", { name })}</p>
      <UsesInWords used={[device.key]} />
      {!isVirtual && resources.length > 0 && (
        <Tick isOn={resets} onChange={onResets}>
          {say("devices.reset")}
        </Tick>
      )}
      {!isVirtual && info.sleepy === true && <p class="zg-hint">{say("devices.reset-asleep")}</p>}
    </Question>
  );
}
