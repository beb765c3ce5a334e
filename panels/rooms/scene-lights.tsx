/** The state of each light in a scene, with controls to change it there: the light itself stays as it is. */
import { useEffect, useState } from "preact/hooks";
import { STAYS_OUT } from "../../src/model/lights/scenes.ts";
import type { Values } from "../../src/model/resource.ts";
import { briOf, percentOf } from "../../src/model/units.ts";
import { ColorButton, hexOfChosen } from "../colors/color-chooser.tsx";
import { chosenIn, lampColorsOf, sayChosen } from "../colors/lamp-colors.ts";
import { CommandError, useCommands, useDesired } from "../commands.tsx";
import { sayLight } from "../devices/values/words.ts";
import { inTileOrder } from "../home/sections.ts";
import { lampColor } from "../home/tiles.ts";
import { useChanges, useHouse, useHouseDevices, useRead } from "../hooks.ts";
import { sceneNameAt } from "../house.ts";
import { say } from "../texts.ts";
import { Button, Slider, Switch } from "../widgets/widgets.tsx";
import type { SceneView } from "./scene-undo.ts";
import { stateInScene } from "./scenes-on.ts";

export function SceneLights({ address }: { readonly address: string }) {
  const [, , group = ""] = address.split("/");
  const { etag, name } = useHouse(({ groups }) => ({ etag: groups[group]?.etag, name: sceneNameAt(groups, address) }));
  const outside = useOutside(group);
  const [changes, count] = useState(0); // its group does not tell the states of its lights
  useChanges((news) => news.some((each) => each.address === address) && count((times) => times + 1));
  const scene = useRead<SceneView>(address, [etag, changes]);
  const devices = useHouseDevices();
  if (!scene) return null;
  const all = [...scene.lights, ...outside(scene.lights).map((id) => ({ id, isOutside: true }))];
  return (
    <>
      <ul class="zg-scene-lights">
        {inTileOrder(all, devices).map((each) => (
          <li key={each.id}>
            {"isOutside" in each ? (
              <LightOutside id={each.id} scene={address} lights={scene.lights} />
            ) : (
              <SceneLight
                scene={address}
                sceneName={name}
                inScene={stateInScene(each)}
                id={each.id}
                lights={scene.lights}
              />
            )}
          </li>
        ))}
      </ul>
      <AsBefore key={address} address={address} lights={scene.lights} />
    </>
  );
}

interface AsBeforeProps {
  readonly address: string;
  readonly lights: SceneView["lights"];
}

/** All that was changed since the list was opened is taken back at once. It has its place from the beginning: nothing moves under a hand. */
function AsBefore({ address, lights }: AsBeforeProps) {
  const [first] = useState(lights);
  const commands = useCommands();
  const isChanged = JSON.stringify(first) !== JSON.stringify(lights);
  return (
    <>
      <Button
        icon="back"
        isIdle={!isChanged}
        onClick={() => isChanged && commands.send("PUT", address, { lights: first })}
      >
        {say("rooms.scene-revert")}
      </Button>
      <CommandError of={commands} />
    </>
  );
}

/** The lights of a group that could be in its scene, too: they have come into the group since. */
function useOutside(group: string): (lights: SceneView["lights"]) => readonly string[] {
  const { members, lights } = useHouse((house) => ({ members: house.groups[group]?.lights, lights: house.lights }));
  const all = (Array.isArray(members) ? members.map(String) : []).filter(
    (id) => lights[id] && !STAYS_OUT.includes(String(lights[id].type)),
  );
  return (inScene) => all.filter((id) => inScene.every((each) => each.id !== id));
}

interface LightOutsideProps {
  readonly id: string;
  readonly scene: string;
  readonly lights: SceneView["lights"];
}

function LightOutside({ id, scene, lights }: LightOutsideProps) {
  const name = useHouse((house) => String(house.lights[id]?.name ?? id));
  const commands = useCommands();
  const add = () => commands.send("PUT", scene, { lights: [...lights, { id }] });
  return (
    <>
      <div class="zg-scene-light">
        <span class="zg-scene-light-name">
          {name}
          <span class="zg-dim">{say("rooms.scene-outside")}</span>
        </span>
        <Button icon="plus" label={say("rooms.scene-add", { name })} onClick={add}>
          {say("do.add")}
        </Button>
      </div>
      <CommandError of={commands} />
    </>
  );
}

const READ_AGAIN = 60_000; // milliseconds: while lights answer a recall, their group changes and changes, and the scene is not read again until that ends

interface SceneLightProps {
  readonly scene: string;
  readonly sceneName: string;
  readonly id: string;
  readonly inScene: Values;
  readonly lights: SceneView["lights"]; // all of them
}

function SceneLight({ scene, sceneName, id, inScene, lights }: SceneLightProps) {
  const { view = {} } = useHouse(({ lights }) => ({ view: lights[id] }));
  const commands = useCommands();
  const [isSaved, tellSaved] = useSaved();
  const change = async (wanted: Values) => {
    const isOther = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(inScene[name]);
    const body = Object.fromEntries(Object.entries(wanted).filter(isOther));
    if (Object.keys(body).length === 0) return undefined;
    const reply = await commands.send("PUT", `${scene}/lights/${id}/state`, body);
    if (reply) tellSaved();
    return reply;
  };
  const [now, want] = useDesired<Values>(inScene, change, READ_AGAIN);
  const name = String(view.name ?? id);
  const state = (view.state ?? {}) as Values;
  const { reachable, lift, bri } = state;
  const isCover = now.lift !== undefined || lift !== undefined;
  const mayChange = reachable === true && !isCover; // the API changes no light out of reach, and no position
  const isOn = now.on === true;
  const hasLevel = mayChange && bri !== undefined;
  return (
    <>
      <div class="zg-scene-light">
        <SceneColor {...{ name, sceneName, now, mayChange }} light={{ state, view }} onChoose={want} />
        <span class="zg-scene-light-name">
          {name}
          <span class="zg-dim">
            {sayInScene(view, now, hasLevel)}
            {reachable !== true ? ` · ${say("rooms.scene-fixed")}` : isCover && ` · ${say("rooms.scene-cover")}`}
          </span>
        </span>
        <span class="zg-scene-saved" role="status">
          {isSaved && say("rooms.scene-saved")}
        </span>
        {lights.length > 1 && (
          <Button
            icon="minus"
            label={say("rooms.scene-without", { name })}
            onClick={() => commands.send("PUT", scene, { lights: lights.filter((each) => each.id !== id) })}
          />
        )}
        {mayChange && (
          <Switch
            label={say("rooms.scene-on", { name })}
            isOn={isOn}
            hidesLabel
            onChange={(on) => void want({ ...now, on })}
          />
        )}
      </div>
      {hasLevel && <SceneLevel {...{ name, now }} onChoose={want} />}
      <CommandError of={commands} />
    </>
  );
}

const SAVED_SHOWN = 4_000; // milliseconds

/** True for a while after each time that it is told. */
function useSaved(): readonly [isSaved: boolean, tell: () => void] {
  const [times, count] = useState(0);
  const [shown, show] = useState(0);
  useEffect(() => {
    if (times === 0) return;
    const timer = setTimeout(() => show(times), SAVED_SHOWN);
    return () => clearTimeout(timer);
  }, [times]);
  return [times !== shown, () => count((before) => before + 1)];
}

/** `hasLevel`: a slider tells how bright it is; beside it stands its color, if it has one. */
function sayInScene(view: Values, now: Values, hasLevel: boolean): string {
  const color = hasLevel && now.on === true ? chosenIn(now) : undefined;
  if (color) return sayChosen(color);
  const { bri, ...plain } = now;
  const open = now.lift === undefined ? {} : { open: Number(now.lift) < 100 };
  return sayLight({ type: String(view.type ?? ""), view, state: { ...(hasLevel ? plain : now), ...open } });
}

interface SceneLevelProps {
  readonly name: string;
  readonly now: Values;
  readonly onChoose: (wanted: Values) => unknown;
}

/** Also of a light that is off: what stands below does not move under a hand that switches it. */
function SceneLevel({ name, now, onChoose }: SceneLevelProps) {
  const color = now.on === true ? lampColor(now) : undefined;
  return (
    <div class="zg-scene-level zg-label-hidden" style={color === undefined ? {} : { "--zg-shine": color }}>
      <Slider
        label={say("home.brightness", { name })}
        value={now.on === true ? percentOf(Number(now.bri ?? 0)) : undefined}
        min={1}
        max={100}
        unit=" %"
        isDisabled={now.on !== true}
        onChange={(percent) => onChoose({ ...now, bri: briOf(percent) })}
      />
    </div>
  );
}

interface SceneColorProps extends SceneLevelProps {
  readonly sceneName: string;
  readonly light: { readonly state: Values; readonly view: Values };
  readonly mayChange: boolean;
}

/** The color that a light has in the scene; a light without colors has none. */
function SceneColor({ name, sceneName, light, now, mayChange, onChoose }: SceneColorProps) {
  const can = lampColorsOf(light);
  const chosen = now.on === true ? chosenIn(now) : undefined; // a light that is off in the scene shines in no color
  const { ct: _ct, xy: _xy, hue: _hue, sat: _sat, colormode: _mode, ...rest } = now;
  if (!mayChange) return chosen ? <span class="zg-swatch" style={{ "--zg-swatch": hexOfChosen(chosen) }} /> : null;
  if (!can.whites && !can.colors) return null;
  return (
    <ColorButton
      label={say(can.colors ? "rooms.scene-color" : "rooms.scene-white", { name, scene: sceneName })}
      can={can}
      chosen={chosen}
      onChoose={(color) => onChoose({ ...rest, ...color, on: true })}
    />
  );
}
