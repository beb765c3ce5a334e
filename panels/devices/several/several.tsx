/** Several devices that the user has chosen in the list: their number, and the actions for all of them. */
import { useState } from "preact/hooks";
import { useLive, useNote } from "../../hooks.ts";
import { useLostScenes } from "../../rooms/lost-scenes.ts";
import { useMovedNote } from "../../rooms/moved-note.ts";
import { say } from "../../texts.ts";
import { Dialog } from "../../widgets/dialog.tsx";
import { Tick } from "../../widgets/fields.tsx";
import type { IconName } from "../../widgets/icons.tsx";
import { Button } from "../../widgets/widgets.tsx";
import { devicesInOrder, type ListedDevice } from "../list-rows.ts";
import { NewRoom } from "../new-room.tsx";
import { removalOf } from "../removal.tsx";
import { lightsOf, memberCommands, type RoomOrGroup, withRoom } from "../rooms.ts";
import { UsesInWords } from "../uses/uses.tsx";
import { BatchState, useBatch } from "./batch.tsx";
import { OptionsForSeveral } from "./options-for-several.tsx";
import { RenameSeveral } from "./rename-several.tsx";

interface SeveralProps {
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

// ---- removal, after a list of the uses of these devices

interface RemoveSeveralProps {
  readonly devices: readonly ListedDevice[];
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

function RemoveSeveral({ devices, onRemoved, onClose }: RemoveSeveralProps) {
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
      <UsesInWords used={devices.map(({ device }) => device.key)} />
      <Tick isOn={resets} onChange={setResets}>
        {say("devices.reset")}
      </Tick>
      <BatchState of={batch} />
    </Dialog>
  );
}

// ---- one room for all of them, or none, by one click

interface RoomForSeveralProps {
  readonly devices: readonly ListedDevice[];
  readonly rooms: readonly RoomOrGroup[];
  readonly onClose: () => void;
}

function RoomForSeveral({ devices, rooms, onClose }: RoomForSeveralProps) {
  const live = useLive();
  const note = useNote();
  const batch = useBatch();
  const [isMaking, make] = useState(false);
  const tellMoved = useMovedNote();
  const lostScenes = useLostScenes();
  const put = async (room: string | undefined, name: string, made?: string) => {
    const before = live.house;
    if (!before) return;
    const house = room === undefined ? before : withRoom(before, room, name);
    const all = devices.map(({ device }) => device);
    const leftBy = (entry: ListedDevice) => entry.rooms.filter(({ id, isRoom }) => isRoom && id !== room);
    const moved = devices.filter((entry) => leftBy(entry).length > 0);
    const left = [...new Set(moved.flatMap(leftBy).map(({ id }) => id))];
    const lost = await lostScenes(left, lightsOf(all), before.groups);
    const done = await batch.run([{ name, commands: memberCommands(room, { put: all }, house) }]);
    if (done !== 1) return;
    const text = say("devices.several.placed", { count: devices.length, room: name });
    const names = moved.map(({ device }) => device.name);
    if (moved.length === 0) note(text);
    else tellMoved({ text, from: moved.flatMap(leftBy), names, devices: all, before, lost, made });
    onClose();
  };
  return (
    <Dialog title={say("devices.several.room-title", { count: devices.length })} onClose={onClose}>
      <ul class="zg-choice-list">
        {rooms
          .filter(({ isRoom }) => isRoom)
          .map(({ id, name }) => (
            <li key={id}>
              <Button icon="house" onClick={() => put(id, name)}>
                {name}
              </Button>
            </li>
          ))}
        <li>
          <Button onClick={() => put(undefined, say("devices.no-room"))}>{say("devices.no-room")}</Button>
        </li>
      </ul>
      {isMaking ? (
        <NewRoom onMade={(room, name) => put(room, name, room)} />
      ) : (
        <Button icon="plus" onClick={() => make(true)}>
          {say("devices.new-room")}
        </Button>
      )}
      <BatchState of={batch} />
    </Dialog>
  );
}
