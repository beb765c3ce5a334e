/** Its name and its room, asked for at once: later nobody does it. */
import { useState } from "preact/hooks";
import { Fault, useAct } from "./acting.tsx";
import type { Device } from "./device-parts.ts";
import type { Room } from "./device-rooms.ts";
import { useLive, useNote } from "./hooks.ts";
import type { House } from "./house.ts";
import { movingIn } from "./moving-in.ts";
import { say } from "./texts.ts";
import { Button, Field, NameField } from "./widgets.tsx";

export interface PlaceProps {
  readonly device: Device;
  readonly rooms: readonly Room[];
  readonly isIn: readonly Room[];
}

const NEW = "new";

export function PlaceForm({ device, rooms, isIn }: PlaceProps) {
  const live = useLive();
  const act = useAct();
  const note = useNote();
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [newRoom, setNewRoom] = useState("");
  const now = isIn.find(({ isRoom }) => isRoom)?.id ?? "";
  const name = typed ?? device.name;
  const room = chosen ?? now;
  const isChanged = (name.trim() !== "" && name.trim() !== device.name) || room !== now;
  const isLacking = room === NEW && newRoom.trim() === "";

  const madeRoom = async (): Promise<string | undefined> => {
    const reply = await act.wish("POST", "/groups", { name: newRoom.trim(), type: "Room" });
    const [made] = (reply?.body ?? []) as readonly { readonly success?: { readonly id?: unknown } }[];
    const id = made?.success?.id;
    return id === undefined ? undefined : String(id);
  };
  const save = async () => {
    const made = room === NEW ? await madeRoom() : undefined;
    if (!live.house || (room === NEW && made === undefined)) return;
    const house = made === undefined ? live.house : withRoom(live.house, made, newRoom.trim());
    const place = { name, room: (made ?? room) || undefined };
    if (!(await act.wishAll(movingIn(device, place, house)))) return;
    setTyped(undefined);
    setChosen(undefined);
    setNewRoom("");
    note(say("pairing.placed", { name: name.trim() }));
  };

  return (
    <form class="zg-place" onSubmit={(event) => event.preventDefault()}>
      <NameField label={say("pairing.name")} value={name} onType={setTyped} onFocus={(field) => field.select()} />
      <Field label={say("pairing.room")}>
        {(input) => (
          <select {...input} value={room} onChange={(event) => setChosen(event.currentTarget.value)}>
            <option value="">{say("pairing.no-room")}</option>
            {rooms
              .filter(({ isRoom }) => isRoom)
              .map(({ id, name: roomName }) => (
                <option key={id} value={id}>
                  {roomName}
                </option>
              ))}
            <option value={NEW}>{say("pairing.new-room")}</option>
          </select>
        )}
      </Field>
      {room === NEW && <NameField label={say("pairing.room-name")} value={newRoom} onType={setNewRoom} />}
      <Button kind="primary" icon="good" isSubmit isDisabled={!isChanged || isLacking} onClick={save}>
        {say("do.save")}
      </Button>
      <Fault act={act} />
    </form>
  );
}

/** It was made just now, and is told of a little later. */
function withRoom(house: House, id: string, name: string): House {
  return { ...house, groups: { ...house.groups, [id]: { name, type: "Room", lights: [] } } };
}
