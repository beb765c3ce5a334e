/** The dialog of a scene: its name, what each light does in it, its rules; it is kept anew, and deleted. */
import { useState } from "preact/hooks";
import { CommandError, useCommands } from "../commands.tsx";
import { EditableName } from "../devices/name-form.tsx";
import { usePlace } from "../hooks.ts";
import { say } from "../texts.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { Button } from "../widgets/widgets.tsx";
import { SceneLights } from "./scene-lights.tsx";
import { SceneQuestion } from "./scene-question.tsx";
import { restoringCommands, revertingCommands } from "./scene-undo.ts";
import { useTakenScene } from "./taken.ts";
import { useUndoableChange } from "./undoable-change.ts";

interface SceneDialogProps {
  readonly address: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** A change of a light is saved at once. To keep the scene anew, or to delete it, leaves a note on the page that takes it back. */
export function SceneDialog({ address, name, onClose }: SceneDialogProps) {
  const [, , group = "", , id = ""] = address.split("/");
  const [about, ask] = useState<"keep" | "drop" | undefined>(undefined);
  const [, go] = usePlace();
  const { does, commands } = useSceneChanges(address, name);
  const taken = useTakenScene(group, id);
  return (
    <Dialog
      title={name}
      head={
        <EditableName name={name} level="h2" renamings={(next) => [{ address, name: next.trim() }]} fault={taken} />
      }
      no={say("rooms.scene-end")}
      aside={
        <Button icon="remove" kind="danger" label={say("rooms.drop-scene", { name })} onClick={() => ask("drop")}>
          {say("do.delete")}
        </Button>
      }
      onClose={onClose}
    >
      <p class="zg-hint">{say("rooms.scene-saves")}</p>
      <SceneLights address={address} />
      <div class="zg-actions zg-scene-actions">
        <Button icon="play" onClick={() => commands.send("PUT", `${address}/recall`)}>
          {say("rooms.scene-try")}
        </Button>
        <Button icon="store" label={say("rooms.keep-as", { name })} onClick={() => ask("keep")}>
          {say("rooms.keep-now")}
        </Button>
        <Button icon="rule" onClick={() => go(["automation", "/rules/new", address])}>
          {say("rooms.scene-rule")}
        </Button>
      </div>
      <CommandError of={commands} />
      {about && (
        <SceneQuestion
          {...{ address, name, about }}
          onYes={async () => {
            const isDone = await does[about]();
            if (isDone && about === "drop") onClose();
            return isDone;
          }}
          onClose={() => ask(undefined)}
        />
      )}
    </Dialog>
  );
}

function useSceneChanges(address: string, name: string) {
  const commands = useCommands();
  const change = useUndoableChange(name);
  const keep = () =>
    change(address, {
      does: () => commands.send("PUT", `${address}/store`),
      told: say("rooms.scene-kept", { name }),
      back: revertingCommands,
    });
  const drop = () =>
    change(address, {
      does: () => commands.send("DELETE", address),
      told: say("rooms.scene-dropped", { name }),
      back: restoringCommands,
    });
  return { does: { keep, drop }, commands };
}
