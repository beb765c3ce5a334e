/** The name and the room of a device that joined, asked for at once: later few users care to. */
import { useEffect, useState } from "preact/hooks";
import { CommandError, useCommands, useOnce } from "../commands.tsx";
import type { HouseDevice } from "../devices/house-devices.ts";
import { type RoomOrGroup, setupCommands, withRoom } from "../devices/rooms.ts";
import { useLive, useNote, useRedraw } from "../hooks.ts";
import { madeId } from "../perform.ts";
import { useTakenRoom } from "../rooms/taken.ts";
import { say } from "../texts.ts";
import { Form, NameField, Select } from "../widgets/fields.tsx";
import { Button, Fault } from "../widgets/widgets.tsx";
import { type JoinDraft, joinLog } from "./joining.ts";

interface NameAndRoomProps {
  readonly device: HouseDevice;
  readonly rooms: readonly RoomOrGroup[];
  readonly isIn: readonly RoomOrGroup[];
  readonly isComing: boolean; // the gateway still interviews it: the entries of the user are kept, and saved then
}

interface CreatedRoom {
  readonly id: string;
  readonly name: string;
}

const NEW = "new";

export function NameAndRoomForm(props: NameAndRoomProps) {
  const { name, room, newRoom, fault, choices, isReady, isAwaited, commands, typeName, chooseRoom, typeNewRoom, save } =
    useNameAndRoom(props);
  return (
    <Form class="zg-place">
      <NameField
        label={say("pairing.name")}
        value={name}
        onType={typeName}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Select
        label={say("pairing.room")}
        value={room}
        options={[
          ["", say("pairing.no-room")],
          ...choices.map(({ id, name: roomName }) => [id, roomName] as const),
          [NEW, say("pairing.new-room")],
        ]}
        onChange={chooseRoom}
      />
      {room === NEW && <NameField label={say("pairing.room-name")} value={newRoom} onType={typeNewRoom} />}
      <Button kind="primary" icon="good" isSubmit isDisabled={!isReady} onClick={save}>
        {say("do.save")}
      </Button>
      <div class="zg-fault-place">{fault !== undefined && <Fault>{fault}</Fault>}</div>
      {isAwaited && (
        <p class="zg-hint" role="status">
          {say("pairing.saved-later")}
        </p>
      )}
      <CommandError of={commands} />
    </Form>
  );
}

/** The entries of the user, until they are saved. */
function useNameAndRoom({ device, rooms, isIn, isComing }: NameAndRoomProps) {
  const live = useLive();
  const commands = useCommands();
  const note = useNote();
  const [draft, change, forget] = useDraft(device.key);
  const { choices, created, setCreated } = useRoomChoices(rooms);
  const now = isIn.find(({ isRoom }) => isRoom)?.id ?? "";
  const known = device.name === device.key ? "" : device.name;
  const { name = known, room = now, newRoom = "" } = draft;
  const isChanged = (name.trim() !== "" && name.trim() !== device.name) || room !== now;
  const isLacking = room === NEW && newRoom.trim() === "";

  /**
   * The new room is chosen like any other from then on: when a later command is refused, saving again creates no second
   * room.
   */
  const createRoom = async (): Promise<CreatedRoom | undefined> => {
    const reply = await commands.send("POST", "/groups", { name: newRoom.trim(), type: "Room" });
    if (!reply) return undefined;
    const own: CreatedRoom = { id: madeId(reply), name: newRoom.trim() };
    setCreated(own);
    change({ room: own.id, newRoom: "" });
    return own;
  };
  const [save, isSaving] = useOnce(async () => {
    const own = room === NEW ? await createRoom() : created;
    if (!live.house || (room === NEW && own === undefined)) return;
    const house = own === undefined ? live.house : withRoom(live.house, own.id, own.name);
    const wanted = { name, room: (room === NEW ? own?.id : room) || undefined };
    if (!(await commands.sendAll(setupCommands(device, wanted, house)))) return;
    forget();
    note(say("pairing.placed", { name: name.trim() }));
  });
  const taken = useTakenRoom();
  const fault = room === NEW && !isSaving ? taken(newRoom) : undefined; // the stream may tell of the room before its answer is here
  const isAwaited = draft.isAwaited === true;
  useEffect(() => {
    if (!isAwaited || isComing) return;
    change({ isAwaited: undefined });
    void save();
  }, [isAwaited, isComing]);
  const isReady = isChanged && !isLacking && fault === undefined && !isAwaited;
  return {
    name,
    room,
    newRoom,
    fault,
    choices,
    isReady,
    isAwaited,
    commands,
    typeName: (typed: string) => change({ name: typed }),
    chooseRoom: (chosen: string) => change({ room: chosen }),
    typeNewRoom: (typed: string) => change({ newRoom: typed }),
    save: () => (isComing ? change({ isAwaited: true }) : save()), // entries that are saved before the device is ready wait for that
  };
}

type DraftChange = { readonly [Name in keyof JoinDraft]: JoinDraft[Name] | undefined };

/** The draft is there again when the user comes back from another panel. */
function useDraft(mac: string) {
  const { drafts } = joinLog(useLive());
  const redraw = useRedraw();
  const change = (parts: DraftChange) => {
    const whole = Object.entries({ ...drafts.get(mac), ...parts }).filter(([, part]) => part !== undefined);
    drafts.set(mac, Object.fromEntries(whole));
    redraw();
  };
  const forget = () => {
    drafts.delete(mac);
    redraw();
  };
  return [drafts.get(mac) ?? {}, change, forget] as const;
}

/** All rooms, and the one that was created here until the house tells of it. */
function useRoomChoices(rooms: readonly RoomOrGroup[]) {
  const [created, setCreated] = useState<CreatedRoom | undefined>(undefined);
  const real: readonly CreatedRoom[] = rooms.filter(({ isRoom }) => isRoom);
  const isTold = created !== undefined && rooms.some(({ id }) => id === created.id);
  useEffect(() => {
    if (isTold) setCreated(undefined);
  }, [isTold]);
  return { choices: created && !isTold ? [...real, created] : real, created, setCreated };
}
