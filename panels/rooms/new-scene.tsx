/** The dialog that makes a scene of how the lights of a room are now: on the page of the room, and of any room in the panel Rules. */
import { useMemo, useState } from "preact/hooks";
import { CommandError, useCommands } from "../commands.tsx";
import type { RoomOrGroup } from "../devices/rooms.ts";
import { useHouse } from "../hooks.ts";
import { type SceneName, scenesIn } from "../house.ts";
import { say } from "../texts.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { Form, NameField, Select } from "../widgets/fields.tsx";
import { Button } from "../widgets/widgets.tsx";
import { LightsNow } from "./lights-now.tsx";
import { revertingCommands } from "./scene-undo.ts";
import { useScenesNow } from "./scenes-on.ts";
import { namesake } from "./taken.ts";
import { useUndoableChange } from "./undoable-change.ts";

interface NewSceneProps {
  readonly rooms: readonly RoomOrGroup[]; // of which one is chosen, if there are several
  readonly onClose: () => void;
}

/** A scene with a name that is there already replaces that one: by its button, not by Enter in the field. */
export function NewScene({ rooms, onClose }: NewSceneProps) {
  const [chosen, choose] = useState(rooms[0]?.id ?? "");
  const [name, setName] = useState("");
  const commands = useCommands();
  const known = useHouse(({ groups }) => groups[chosen]);
  const all = scenesIn(known);
  const before = useMemo(() => namesake(all, name), [chosen, name]); // not the one that is made here, of which the stream tells at once
  const called = before?.name ?? name.trim();
  const change = useUndoableChange(called);
  const scenes = `/groups/${chosen}/scenes`;
  const save = async () => {
    if (called === "") return;
    const isDone = await change(before && `${scenes}/${before.id}`, {
      does: () => commands.send("POST", scenes, { name: called }),
      told: say("rooms.scene-kept", { name: called }),
      back: revertingCommands,
    });
    if (isDone) onClose();
  };
  return (
    <Dialog
      title={say("automation.new-scene")}
      no={say("do.cancel")}
      onClose={onClose}
      actions={
        <>
          {called === "" && <span class="zg-hint zg-dialog-missing">{say("rooms.nameless")}</span>}
          <Button kind="primary" icon="store" isDisabled={called === ""} onClick={save}>
            {before ? say("rooms.replace", { name: called }) : say("do.save")}
          </Button>
        </>
      }
    >
      <Form onSubmit={() => before === undefined && save()}>
        <p class="zg-hint">{say("rooms.scenes-about")}</p>
        {rooms.length > 1 && (
          <Select
            label={say("automation.scene-of")}
            value={chosen}
            options={rooms.map(({ id, name: text }) => [id, text])}
            onChange={choose}
          />
        )}
        <NameField label={say("rooms.scene-name")} value={name} onType={setName} />
        {before && <p class="zg-fault">{say("rooms.keep-sure", { name: called })}</p>}
        <LightsNow group={chosen} />
        <Alike room={chosen} scenes={all} called={called} />
        <CommandError of={commands} />
      </Form>
    </Dialog>
  );
}

interface AlikeProps {
  readonly room: string;
  readonly scenes: readonly SceneName[];
  readonly called: string;
}

/** Of a scene with another name that does the same already: saved by oversight, it would be hard to tell from that one. */
function Alike({ room, scenes, called }: AlikeProps) {
  const { on } = useScenesNow(room, scenes);
  const same = scenes.find(({ id }) => on.endsWith(`/${id}`));
  if (!same || same.name === called) return null;
  return <p class="zg-hint">{say("rooms.scene-alike", { name: same.name })}</p>;
}
