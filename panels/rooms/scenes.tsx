/** The scenes of a room: recalled, kept anew as the lights are now, renamed, deleted. */
import { useState } from "preact/hooks";
import { CommandError, type Commands, useCommands, useNotedSend } from "../commands.tsx";
import { Rename } from "../devices/name-form.tsx";
import type { RoomOrGroup } from "../devices/rooms.ts";
import { useHouse, usePlace } from "../hooks.ts";
import { type SceneName, sceneNameAt } from "../house.ts";
import { say } from "../texts.ts";
import { Button, Empty } from "../widgets/widgets.tsx";
import { NewScene } from "./new-scene.tsx";
import { SceneAnswers } from "./scene-answers.tsx";
import { SceneLights } from "./scene-lights.tsx";
import { SceneQuestion } from "./scene-question.tsx";
import { restoringCommands, revertingCommands } from "./scene-undo.ts";
import { useScenesOn } from "./scenes-on.ts";
import { TakenScene } from "./taken-name.tsx";
import { useUndoableChange, useUndoNote } from "./undoable-change.ts";

interface ScenesProps {
  readonly room: RoomOrGroup;
  readonly scenes: readonly SceneName[];
}

/** A button for each, and below them the outcome of the last that was touched. */
export function SceneButtons({ room, scenes }: ScenesProps) {
  const send = useNotedSend(room.name);
  const { all, outcome, onRecall } = useRecalls(room, scenes);
  if (all.length === 0) return null;
  return (
    <>
      <ul class="zg-scenes" aria-label={say("rooms.scenes-of", { room: room.name })}>
        {all.map(({ scene: { id, name }, address, isOn }) => (
          <li key={id}>
            <SceneButton {...{ address, name, isOn, send, onRecall }} />
          </li>
        ))}
      </ul>
      {outcome}
    </>
  );
}

/** The scenes with whether each is on; and a line for the outcome of the last that was recalled here, which is there from the beginning: it moves nothing. */
function useRecalls(room: RoomOrGroup, scenes: readonly SceneName[]) {
  const [recalled, onRecall] = useState<string | undefined>(undefined);
  const on = useScenesOn(room.id, scenes);
  const all = scenes.map((scene) => {
    const address = `/groups/${room.id}/scenes/${scene.id}`;
    return { scene, address, isOn: on.has(address) };
  });
  const last = all.find(({ address }) => address === recalled);
  const outcome = (
    <div class="zg-scene-outcome">
      {last && <SceneAnswers key={last.address} address={last.address} name={last.scene.name} isOn={last.isOn} />}
    </div>
  );
  return { all, outcome, onRecall };
}

interface SceneButtonProps {
  readonly address: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly send: Commands["send"];
  readonly onRecall: (address: string) => void;
}

function SceneButton({ address, name, isOn, send, onRecall }: SceneButtonProps) {
  const recall = () => {
    onRecall(address);
    return send("PUT", `${address}/recall`);
  };
  return (
    <Button icon="scene" isPressed={isOn} onClick={recall}>
      {name}
    </Button>
  );
}

export function Scenes({ room, scenes }: ScenesProps) {
  const [isMade, make] = useState(false);
  return (
    <section class="zg-section zg-room-scenes" aria-labelledby="zg-scenes">
      <div class="zg-room-part">
        <h3 id="zg-scenes">{say("rooms.scenes")}</h3>
        <Button icon="plus" onClick={() => make(true)}>
          {say("automation.new-scene")}
        </Button>
      </div>
      {scenes.length === 0 ? <Empty>{say("rooms.scenes-about")}</Empty> : <SceneRows {...{ room, scenes }} />}
      {isMade && <NewScene rooms={[room]} onClose={() => make(false)} />}
    </section>
  );
}

/** A line for each: recalled, changed, kept anew, renamed, deleted. */
export function SceneRows({ room, scenes, level }: ScenesProps & Pick<SceneRowProps, "level">) {
  const { all, outcome, onRecall } = useRecalls(room, scenes);
  return (
    <>
      <ul class="zg-rooms zg-scene-rows" aria-label={say("rooms.scenes-of", { room: room.name })}>
        {all.map(({ scene, address, isOn }) => (
          <SceneRow key={scene.id} {...{ scene, address, isOn, level, onRecall }} />
        ))}
      </ul>
      {outcome}
    </>
  );
}

interface SceneRowProps {
  readonly address: string;
  readonly scene: SceneName;
  readonly isOn: boolean;
  readonly level?: "h3" | "h4" | undefined; // of the heading that its name is
  readonly onRecall: (address: string) => void;
}

/** A touch on its name recalls it; all that changes it is unfolded, below the button that folds it up again. */
function SceneRow({ address, scene, isOn, level: Title = "h4", onRecall }: SceneRowProps) {
  const { name } = scene;
  const [isOpen, open] = useState(false);
  const commands = useCommands();
  const [change, done] = [say("automation.do-edit"), say("rooms.scene-end")];
  return (
    <li>
      <Title class="zg-name">
        <SceneButton {...{ address, name, isOn, onRecall }} send={commands.send} />
      </Title>
      <Button
        icon={isOpen ? "good" : "edit"}
        kind={isOpen ? "primary" : "plain"}
        label={say(isOpen ? "rooms.scene-end-of" : "rooms.scene-change", { name })}
        onClick={() => open(!isOpen)}
      >
        <span class="zg-stays" data-longest={isOpen ? change : done}>
          <span>{isOpen ? done : change}</span>
        </span>
      </Button>
      {isOpen && <OpenedScene {...{ address, scene, commands }} />}
      <CommandError of={commands} />
    </li>
  );
}

interface OpenedSceneProps extends Pick<SceneRowProps, "address" | "scene"> {
  readonly commands: Commands;
}

function OpenedScene({ address, scene, commands }: OpenedSceneProps) {
  const { name } = scene;
  const [about, ask] = useState<"keep" | "drop" | undefined>(undefined);
  const [, go] = usePlace();
  const change = useUndoableChange(name);
  const drop = () =>
    change(address, {
      does: () => commands.send("DELETE", address),
      told: say("rooms.scene-dropped", { name }),
      back: restoringCommands,
    });
  const keep = () =>
    change(address, {
      does: () => commands.send("PUT", `${address}/store`),
      told: say("rooms.scene-kept", { name }),
      back: revertingCommands,
    });
  return (
    <div class="zg-scene-opened">
      <p class="zg-hint">{say("rooms.scene-saves")}</p>
      <SceneLights address={address} />
      <div class="zg-actions">
        <RenameScene {...{ address, name }} />
        <Button icon="rule" onClick={() => go(["automation", "/rules/new", address])}>
          {say("rooms.scene-rule")}
        </Button>
        <Button icon="store" label={say("rooms.keep-as", { name })} onClick={() => ask("keep")}>
          {say("rooms.keep-now")}
        </Button>
        <Button icon="remove" kind="danger" label={say("rooms.drop-scene", { name })} onClick={() => ask("drop")}>
          {say("do.delete")}
        </Button>
      </div>
      {about && (
        <SceneQuestion
          {...{ address, name, about }}
          onYes={about === "keep" ? keep : drop}
          onClose={() => ask(undefined)}
        />
      )}
    </div>
  );
}

/** Two scenes of a room may have one name; of the second the user is told while typing. */
function RenameScene({ address, name }: { readonly address: string; readonly name: string }) {
  const [, , group = "", , id = ""] = address.split("/");
  const [isEdited, edit] = useState(false);
  const noteUndoable = useUndoNote(name);
  return (
    <Rename
      name={name}
      word={say("rooms.scene-rename")}
      isEdited={isEdited}
      renamings={(next) => [{ address, name: next.trim() }]}
      hint={(typed) => <TakenScene typed={typed} own={id} group={group} />}
      onRenamed={(next) =>
        noteUndoable(say("rooms.scene-renamed", { name: next }), [{ method: "PUT", address, body: { name } }])
      }
      onBegin={() => edit(true)}
      onEnd={() => edit(false)}
    />
  );
}

/** In the dialog of the scene node: the states of the lights in a scene, and the outcome of a try. */
export function SceneTrial({ address }: { readonly address: string }) {
  const commands = useCommands();
  const name = useHouse(({ groups }) => sceneNameAt(groups, address));
  return (
    <>
      <p class="zg-hint">{say("rooms.scene-at-once", { name })}</p>
      <SceneLights key={address} address={address} />
      <div class="zg-actions">
        <Button icon="play" onClick={() => commands.send("PUT", `${address}/recall`)}>
          {say("rooms.scene-try")}
        </Button>
        <SceneAnswers address={address} />
      </div>
      <CommandError of={commands} />
    </>
  );
}
