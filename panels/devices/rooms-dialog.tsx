/** The rooms and groups of the house: made, renamed, and taken away. */
import { useRef, useState } from "preact/hooks";
import { CommandError, useCommands } from "../commands.tsx";
import { say } from "../texts.ts";
import { Dialog, Question } from "../widgets/dialog.tsx";
import { Badge, Button, Empty, NameField } from "../widgets/widgets.tsx";
import { EditableName } from "./name-form.tsx";
import type { RoomOrGroup } from "./rooms.ts";

export function Rooms({ rooms, onClose }: { readonly rooms: readonly RoomOrGroup[]; readonly onClose: () => void }) {
  const [asked, setAsked] = useState<RoomOrGroup | undefined>(undefined);
  const commands = useCommands();
  return (
    <Dialog title={say("devices.rooms")} onClose={onClose}>
      {rooms.length === 0 && <Empty>{say("devices.no-rooms")}</Empty>}
      <ul class="zg-rooms">
        {rooms.map((room) => (
          <li key={room.id}>
            <EditableName
              level="h3"
              name={room.name}
              renamings={(name) => [{ address: `/groups/${room.id}`, name: name.trim() }]}
            />
            {!room.isRoom && <Badge>{say("devices.group")}</Badge>}
            <Button icon="remove" label={say("devices.drop", { room: room.name })} onClick={() => setAsked(room)} />
          </li>
        ))}
      </ul>
      <CommandError of={commands} />
      <NewRoom />
      {asked && (
        <Question
          title={say("devices.drop", { room: asked.name })}
          yes={say("do.remove")}
          isDangerous
          onYes={() => commands.send("DELETE", `/groups/${asked.id}`)}
          onClose={() => setAsked(undefined)}
        >
          <p>{say("devices.drop-sure", { room: asked.name })}</p>
        </Question>
      )}
    </Dialog>
  );
}

/** `onMade` gets the id and the name of the new room. */
export function NewRoom({ onMade }: { readonly onMade?: (room: string, name: string) => unknown }) {
  const [name, setName] = useState("");
  const commands = useCommands();
  const isBusy = useRef(false);
  const make = async () => {
    const own = name.trim();
    const reply = await commands.send("POST", "/groups", { name: own, type: "Room" });
    if (!reply) return;
    setName("");
    const [made] = reply.body as readonly { readonly success?: { readonly id?: unknown } }[];
    await onMade?.(String(made?.success?.id), own);
  };
  /** A second Enter may come before the answer. */
  const makeOnce = async () => {
    if (name.trim() === "" || isBusy.current) return;
    isBusy.current = true;
    await make().finally(() => {
      isBusy.current = false;
    });
  };
  return (
    <form
      class="zg-new-room"
      onSubmit={(event) => {
        event.preventDefault();
        void makeOnce();
      }}
    >
      <NameField label={say("devices.room-name")} value={name} onType={setName} />
      <Button icon="pair" isDisabled={name.trim() === ""} onClick={makeOnce}>
        {say("devices.make-room")}
      </Button>
      <CommandError of={commands} />
    </form>
  );
}
