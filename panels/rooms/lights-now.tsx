/** What a scene that is saved now will remember, light by light. */
import { Fragment } from "preact";
import { STAYS_OUT } from "../../src/model/lights/scenes.ts";
import { inTileOrder } from "../home/sections.ts";
import { useHouse, useHouseDevices } from "../hooks.ts";
import { sayAsSaved } from "./saved-in-words.ts";

export function LightsNow({ group }: { readonly group: string }) {
  const { members, lights } = useHouse((house) => ({ members: house.groups[group]?.lights, lights: house.lights }));
  const known = (Array.isArray(members) ? members : []).map((id) => ({ id: String(id) }));
  const all = inTileOrder(known, useHouseDevices()).flatMap(({ id }) => {
    const { [id]: view } = lights;
    return view && !STAYS_OUT.includes(String(view.type)) ? [{ id, view }] : [];
  });
  return (
    <dl class="zg-members">
      {all.map(({ id, view }) => (
        <Fragment key={id}>
          <dt>{String(view.name)}</dt>
          <dd>{sayAsSaved(view)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
