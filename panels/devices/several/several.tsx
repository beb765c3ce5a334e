/** Several devices that were chosen in the list: how many they are, and what is done with all of them. */
import { useState } from "preact/hooks";
import { useNote } from "../../hooks.ts";
import { say } from "../../texts.ts";
import type { IconName } from "../../widgets/icons.tsx";
import { Button } from "../../widgets/widgets.tsx";
import { devicesInOrder, type ListedDevice } from "../list-rows.ts";
import type { RoomOrGroup } from "../rooms.ts";
import { BatchState, useBatch } from "./batch.tsx";
import { OptionsForSeveral } from "./options-for-several.tsx";
import { RemoveSeveral } from "./remove-several.tsx";
import { RenameSeveral } from "./rename-several.tsx";
import { RoomForSeveral } from "./room-for-several.tsx";

export interface SeveralProps {
  readonly chosen: readonly ListedDevice[];
  readonly shown: readonly ListedDevice[];
  readonly rooms: readonly RoomOrGroup[];
  readonly onChoose: (keys: readonly string[]) => void;
  readonly onDone: () => void;
}

const DIALOGS = [
  ["room", "house"],
  ["rename", "edit"],
  ["options", "settings"],
  ["remove", "remove"],
] as const satisfies readonly (readonly [string, IconName])[];

type DialogName = (typeof DIALOGS)[number][0];

export function Several({ chosen, shown, rooms, onChoose, onDone }: SeveralProps) {
  const [asked, ask] = useState<DialogName | undefined>(undefined);
  const batch = useBatch();
  const note = useNote();
  const devices = devicesInOrder(chosen);
  const real = devices.filter(({ device }) => !device.isVirtual);
  const isAll = shown.length > 0 && shown.every((entry) => chosen.includes(entry));
  const close = () => ask(undefined);
  const refresh = async () => {
    const items = real.map(({ device: { name, resources } }) => ({
      name,
      commands: resources.map(({ address }) => ({ method: "POST" as const, address: `${address}/refresh` })),
      needsOne: true,
    }));
    const done = await batch.run(items);
    if (done !== undefined) note(say("devices.several.refreshed", { count: done }));
  };
  return (
    <section class="zg-several-bar" aria-label={say("devices.several.title")}>
      <div class="zg-actions">
        <strong role="status">{say("devices.several.chosen", { count: chosen.length })}</strong>
        <Button onClick={() => onChoose(isAll ? [] : shown.map(({ device }) => device.key))}>
          {say(isAll ? "devices.several.none" : "devices.several.all")}
        </Button>
        <Button onClick={onDone}>{say("do.close")}</Button>
      </div>
      <div class="zg-actions">
        {DIALOGS.slice(0, -1).map(([name, icon]) => (
          <Button
            key={name}
            icon={icon}
            isDisabled={(name === "options" ? real : devices).length === 0}
            onClick={() => ask(name)}
          >
            {say(`devices.several.${name}`)}
          </Button>
        ))}
        <Button icon="refresh" isDisabled={real.length === 0} onClick={refresh}>
          {say("devices.several.refresh")}
        </Button>
        <Button icon="remove" kind="danger" isDisabled={devices.length === 0} onClick={() => ask("remove")}>
          {say("devices.several.remove")}
        </Button>
      </div>
      <BatchState of={batch} />
      {asked === "room" && <RoomForSeveral devices={devices} rooms={rooms} onClose={close} />}
      {asked === "rename" && <RenameSeveral devices={devices} onClose={close} />}
      {asked === "options" && <OptionsForSeveral devices={real} onClose={close} />}
      {asked === "remove" && <RemoveSeveral devices={devices} onRemoved={() => onChoose([])} onClose={close} />}
    </section>
  );
}
