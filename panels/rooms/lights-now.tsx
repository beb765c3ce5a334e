/** How each light of a room is now: what a scene of it would remember. */
import { STAYS_OUT } from "../../src/model/lights/scenes.ts";
import type { Values } from "../../src/model/resource.ts";
import { chosenIn, sayChosen } from "../colors/lamp-colors.ts";
import { sayLight } from "../devices/values/words.ts";
import { inTileOrder } from "../home/sections.ts";
import { useHouse, useHouseDevices } from "../hooks.ts";
import { say } from "../texts.ts";

const BEFORE_UNIT = / (?=[%K])/g; // no line ends there

export function LightsNow({ group }: { readonly group: string }) {
  const { lights, members } = useHouse(({ lights: all, groups }) => ({ lights: all, members: groups[group]?.lights }));
  const ids = Array.isArray(members) ? members.map((id) => ({ id: String(id) })) : [];
  const inOrder = inTileOrder(ids, useHouseDevices());
  return (
    <ul class="zg-lights-now">
      {inOrder.map(({ id }) => {
        const { [id]: view } = lights;
        return view && !STAYS_OUT.includes(String(view.type)) && <li key={id}>{sayNow(view)}</li>;
      })}
    </ul>
  );
}

/** "Lamp: 47 %, red" */
function sayNow(view: Values): string {
  const state = (view.state ?? {}) as Values;
  const level = sayLight({ type: String(view.type ?? ""), view, state });
  const color = state.on === true ? chosenIn(state) : undefined;
  const values = [level, ...(color ? [sayChosen(color)] : [])].join(", ").replaceAll(BEFORE_UNIT, "\u00a0");
  const silent = state.reachable === false ? ` · ${say("devices.unreachable")}` : "";
  return `${say("home.climate", { name: String(view.name), values })}${silent}`;
}
