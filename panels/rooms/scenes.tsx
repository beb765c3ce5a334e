/** The scenes of a room: buttons in the card of Home, tiles on its page; each is recalled with a touch, and a tile opens its dialog. */
import { useState } from "preact/hooks";
import { CommandError, useCommands, useNotedSend } from "../commands.tsx";
import type { RoomOrGroup } from "../devices/rooms.ts";
import { blendOf } from "../home/tiles.ts";
import { useHouse } from "../hooks.ts";
import { type SceneName, sceneNameAt } from "../house.ts";
import { say } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { Button, Empty } from "../widgets/widgets.tsx";
import { NewScene } from "./new-scene.tsx";
import { SceneAnswers } from "./scene-answers.tsx";
import { SceneDialog } from "./scene-dialog.tsx";
import { SceneLights } from "./scene-lights.tsx";
import { useScenesNow } from "./scenes-on.ts";

interface ScenesProps {
  readonly room: RoomOrGroup;
  readonly scenes: readonly SceneName[];
}

/** A button for each, and below them the outcome of the last that was touched. */
export function SceneButtons({ room, scenes }: ScenesProps) {
  const { all, outcome, recall } = useRecalls(room, scenes);
  if (all.length === 0) return null;
  return (
    <>
      <ul class="zg-scenes" aria-label={say("rooms.scenes-of", { room: room.name })}>
        {all.map(({ address, name, colors, isOn }) => (
          <li key={address}>
            <Button isPressed={isOn} onClick={() => recall(address)}>
              <SceneLook {...{ colors, isOn }} />
              {name}
            </Button>
          </li>
        ))}
      </ul>
      {outcome}
    </>
  );
}

/** The scenes as they are now; and a line for the outcome of the last that was recalled here, which is there from the beginning: it moves nothing. */
function useRecalls(room: RoomOrGroup, scenes: readonly SceneName[]) {
  const send = useNotedSend(room.name);
  const [recalled, remember] = useState<string | undefined>(undefined);
  const { on, colors } = useScenesNow(room.id, scenes);
  const all = scenes.map(({ id, name }) => {
    const address = `/groups/${room.id}/scenes/${id}`;
    return { address, name, colors: colors?.get(address), isOn: on === address };
  });
  const last = all.find(({ address }) => address === recalled);
  const outcome = (
    <div class="zg-scene-outcome">
      {last && <SceneAnswers key={last.address} address={last.address} name={last.name} isOn={last.isOn} />}
    </div>
  );
  const recall = (address: string) => {
    remember(address);
    return send("PUT", `${address}/recall`);
  };
  return { all, outcome, recall };
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
      {scenes.length === 0 ? <Empty>{say("rooms.scenes-about")}</Empty> : <SceneTiles {...{ room, scenes }} />}
      {isMade && <NewScene rooms={[room]} onClose={() => make(false)} />}
    </section>
  );
}

/** A touch on a tile recalls its scene; "···" opens its dialog. */
export function SceneTiles({ room, scenes }: ScenesProps) {
  const { all, outcome, recall } = useRecalls(room, scenes);
  const [opened, open] = useState<string | undefined>(undefined);
  const shown = all.find(({ address }) => address === opened);
  return (
    <>
      <ul class="zg-tiles zg-scene-tiles" aria-label={say("rooms.scenes-of", { room: room.name })}>
        {all.map(({ address, name, colors, isOn }) => (
          <li key={address} class={`zg-tile${isOn ? " zg-on" : ""}`}>
            <button type="button" class="zg-tile-face" aria-pressed={isOn} onClick={() => void recall(address)}>
              <SceneLook {...{ colors, isOn }} />
              <span class="zg-tile-name" title={name}>
                {name}
              </span>
            </button>
            <Button icon="more" label={say("rooms.scene-change", { name })} onClick={() => open(address)} />
          </li>
        ))}
      </ul>
      {outcome}
      {shown && <SceneDialog address={shown.address} name={shown.name} onClose={() => open(undefined)} />}
    </>
  );
}

interface SceneLookProps {
  readonly colors: readonly string[] | undefined; // undefined: not read yet
  readonly isOn: boolean;
}

/** The picture of a scene: a disc in the colors of its lights. */
function SceneLook({ colors, isOn }: SceneLookProps) {
  const [first] = colors ?? [];
  return (
    <span class="zg-scene-look" style={colors && first ? { "--zg-look": blendOf(colors) } : {}}>
      {colors && !first && <Icon name="scene" />}
      {isOn && (
        <span class="zg-scene-mark">
          <Icon name="good" />
        </span>
      )}
    </span>
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
