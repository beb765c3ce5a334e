/** Removes several devices, after it was told what uses them. */
import { useState } from "preact/hooks";
import { useNote } from "../../hooks.ts";
import { say } from "../../texts.ts";
import { Dialog } from "../../widgets/dialog.tsx";
import { Button, Tick } from "../../widgets/widgets.tsx";
import type { ListedDevice } from "../list-rows.ts";
import { removalOf } from "../removal.tsx";
import { UsesInWords } from "../uses/uses.tsx";
import { BatchState, useBatch } from "./batch.tsx";

export interface RemoveSeveralProps {
  readonly devices: readonly ListedDevice[];
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export function RemoveSeveral({ devices, onRemoved, onClose }: RemoveSeveralProps) {
  const note = useNote();
  const batch = useBatch();
  const [resets, setResets] = useState(true);
  const remove = async () => {
    const items = devices.map(({ device }) => ({ name: device.name, commands: removalOf(device, resets) }));
    const done = await batch.run(items);
    if (done === undefined || done < items.length) return;
    note(say("devices.several.removed", { count: done }));
    onRemoved();
    onClose();
  };
  return (
    <Dialog
      title={say("devices.several.remove-title", { count: devices.length })}
      onClose={onClose}
      actions={
        <Button kind="danger" onClick={remove}>
          {say("do.remove")}
        </Button>
      }
    >
      <p>{say("devices.several.remove-sure", { names: devices.map(({ device }) => device.name).join(", ") })}</p>
      <UsesInWords devices={devices.map(({ device }) => device)} />
      <Tick isOn={resets} onChange={setResets}>
        {say("devices.reset")}
      </Tick>
      <BatchState of={batch} />
    </Dialog>
  );
}
