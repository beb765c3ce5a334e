/** All scenes of the house, below rules and schedules: recalled with a touch, changed as on the page of their room, and made. */
import { useState } from "preact/hooks";
import { type RoomOrGroup, roomsIn } from "../devices/rooms.ts";
import { useHouse, usePlace } from "../hooks.ts";
import { type SceneName, scenesIn } from "../house.ts";
import { NewScene } from "../rooms/new-scene.tsx";
import { SceneTiles } from "../rooms/scenes.tsx";
import { say } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { sorted } from "../widgets/rows.ts";
import { holdsWords, simple } from "../widgets/search.ts";
import { Button, Empty } from "../widgets/widgets.tsx";

interface SceneRoom {
  readonly room: RoomOrGroup;
  readonly scenes: readonly SceneName[];
}

/** Rooms and groups that have a light, with the scenes that a search finds. */
export function useSceneRooms(typed: string): readonly SceneRoom[] {
  const groups = useHouse((house) => house.groups);
  const rooms = roomsIn(groups).filter(({ lights }) => lights.length > 0);
  return sorted(rooms, ({ name }) => name).map((room) => {
    const fits = ({ name }: SceneName) => typed.trim() === "" || holdsWords(simple(`${name} ${room.name}`), typed);
    return { room, scenes: scenesIn(groups[room.id]).filter(fits) };
  });
}

export function SceneSection({ all }: { readonly all: readonly SceneRoom[] }) {
  const [isMade, make] = useState(false);
  const [, go] = usePlace();
  const shown = all.filter(({ scenes }) => scenes.length > 0);
  const count = shown.reduce((sum, { scenes }) => sum + scenes.length, 0);
  return (
    <section class="zg-section" aria-labelledby="zg-all-scenes">
      <div class="zg-automation-head">
        <h2 id="zg-all-scenes">{say("automation.scenes", { count })}</h2>
        {all.length > 0 && (
          <Button icon="plus" onClick={() => make(true)}>
            {say("automation.new-scene")}
          </Button>
        )}
      </div>
      {count === 0 && <Empty>{say("rooms.scenes-about")}</Empty>}
      <ul>
        {shown.map(({ room, scenes }) => (
          <li key={room.id} class="zg-automation-row">
            <button type="button" class="zg-automation-open" onClick={() => go(["home", room.id])}>
              <strong>{room.name}</strong>
              <Icon name="next" />
            </button>
            <SceneTiles room={room} scenes={scenes} />
          </li>
        ))}
      </ul>
      {isMade && <NewScene rooms={all.map(({ room }) => room)} onClose={() => make(false)} />}
    </section>
  );
}
