/** Its name and its room, asked for at once: later nobody does it. */
import { useEffect, useState } from "preact/hooks";
import { CommandError, useCommands } from "../commands.tsx";
import type { HouseDevice } from "../devices/house-devices.ts";
import type { RoomOrGroup } from "../devices/rooms.ts";
import { setupCommands, withRoom } from "../devices/rooms.ts";
import { useLive, useNote } from "../hooks.ts";
import { say } from "../texts.ts";
import { Button, Field, NameField } from "../widgets/widgets.tsx";

export interface NameAndRoomProps {
  readonly device: HouseDevice;
  readonly rooms: readonly RoomOrGroup[];
  readonly isIn: readonly RoomOrGroup[];
}

interface CreatedRoom {
  readonly id: string;
  readonly name: string;
}

const NEW = "new";

export function NameAndRoomForm({ device, rooms, isIn }: NameAndRoomProps) {
  const live = useLive();
  const commands = useCommands();
  const note = useNote();
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [newRoom, setNewRoom] = useState("");
  const [made, setMade] = useState<CreatedRoom | undefined>(undefined); // and perhaps not told of yet
  const now = isIn.find(({ isRoom }) => isRoom)?.id ?? "";
  const name = typed ?? device.name;
  const room = chosen ?? now;
  const isChanged = (name.trim() !== "" && name.trim() !== device.name) || room !== now;
  const isLacking = room === NEW && newRoom.trim() === "";
  const real: readonly CreatedRoom[] = rooms.filter(({ isRoom }) => isRoom);
  const isTold = made !== undefined && rooms.some(({ id }) => id === made.id);
  const choices = made && !isTold ? [...real, made] : real;
  useEffect(() => {
    if (isTold) setMade(undefined);
  }, [isTold]);

  /** From then on it is chosen like any other: what is refused after it makes no second one. */
  const makeRoom = async (): Promise<CreatedRoom | undefined> => {
    const reply = await commands.send("POST", "/groups", { name: newRoom.trim(), type: "Room" });
    const [answer] = (reply?.body ?? []) as readonly { readonly success?: { readonly id?: unknown } }[];
    const id = answer?.success?.id;
    if (id === undefined) return undefined;
    const own: CreatedRoom = { id: String(id), name: newRoom.trim() };
    setMade(own);
    setChosen(own.id);
    setNewRoom("");
    return own;
  };
  const save = async () => {
    const own = room === NEW ? await makeRoom() : made;
    if (!live.house || (room === NEW && own === undefined)) return;
    const house = own === undefined ? live.house : withRoom(live.house, own.id, own.name);
    const place = { name, room: (room === NEW ? own?.id : room) || undefined };
    if (!(await commands.sendAll(setupCommands(device, place, house)))) return;
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
            {choices.map(({ id, name: roomName }) => (
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
      <CommandError of={commands} />
    </form>
  );
}
