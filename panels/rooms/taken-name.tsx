/** A hint below the field of a name that a room, or a scene of the same room, has already. Nothing forbids it: it is only hard to tell them apart. */
import { roomsIn } from "../devices/rooms.ts";
import { useHouse } from "../hooks.ts";
import { scenesIn } from "../house.ts";
import { say } from "../texts.ts";
import { type TypedName, takenName } from "./taken.ts";

export function TakenRoom(props: TypedName) {
  return <Taken word="rooms.taken" name={useHouse(({ groups }) => takenName(roomsIn(groups), props))} />;
}

export function TakenScene({ group, ...props }: TypedName & { readonly group: string }) {
  return <Taken word="rooms.scene-taken" name={useHouse(({ groups }) => takenName(scenesIn(groups[group]), props))} />;
}

function Taken({ word, name }: { readonly word: string; readonly name: string | undefined }) {
  return (
    <p class="zg-hint zg-taken" role="status">
      {name !== undefined && say(word, { name })}
    </p>
  );
}
