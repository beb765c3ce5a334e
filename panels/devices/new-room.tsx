/** Asks for the name of a new room, and makes it. */
import { useState } from "preact/hooks";
import { CommandError, useCommands, useOnce } from "../commands.tsx";
import { madeId } from "../perform.ts";
import { useTakenRoom } from "../rooms/taken.ts";
import { say } from "../texts.ts";
import { Form, NameField } from "../widgets/fields.tsx";
import { Button } from "../widgets/widgets.tsx";

/** `onMade` gets the id and the name of the new room. */
export function NewRoom({ onMade }: { readonly onMade: (room: string, name: string) => unknown }) {
  const [name, setName] = useState("");
  const commands = useCommands();
  const taken = useTakenRoom();
  const [makeOnce, isMaking] = useOnce(async () => {
    const own = name.trim();
    const reply = await commands.send("POST", "/groups", { name: own, type: "Room" });
    if (!reply) return;
    setName("");
    await onMade(madeId(reply), own);
  });
  const fault = isMaking ? undefined : taken(name); // the stream may tell of the room before its answer is here
  const isReady = name.trim() !== "" && fault === undefined;
  const make = async () => {
    if (isReady) await makeOnce();
  };
  return (
    <Form class="zg-new-room" onSubmit={make}>
      <NameField label={say("devices.room-name")} value={name} fault={fault} onType={setName} />
      <Button icon="pair" isDisabled={!isReady} onClick={make}>
        {say("devices.make-room")}
      </Button>
      <CommandError of={commands} />
    </Form>
  );
}
