/** Asks for the name of a new room, and makes it. */
import { useRef, useState } from "preact/hooks";
import { CommandError, useCommands } from "../commands.tsx";
import { madeId } from "../perform.ts";
import { TakenRoom } from "../rooms/taken-name.tsx";
import { say } from "../texts.ts";
import { Form, NameField } from "../widgets/fields.tsx";
import { Button } from "../widgets/widgets.tsx";

/** `onMade` gets the id and the name of the new room. */
export function NewRoom({ onMade }: { readonly onMade: (room: string, name: string) => unknown }) {
  const [name, setName] = useState("");
  const commands = useCommands();
  const isBusy = useRef(false);
  const make = async () => {
    const own = name.trim();
    const reply = await commands.send("POST", "/groups", { name: own, type: "Room" });
    if (!reply) return;
    setName("");
    await onMade(madeId(reply), own);
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
    <Form class="zg-new-room" onSubmit={makeOnce}>
      <NameField label={say("devices.room-name")} value={name} onType={setName} />
      <TakenRoom typed={name} />
      <Button icon="pair" isDisabled={name.trim() === ""} onClick={makeOnce}>
        {say("devices.make-room")}
      </Button>
      <CommandError of={commands} />
    </Form>
  );
}
