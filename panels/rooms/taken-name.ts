/** The fault of a name that another room or group, or another scene of the same room, has: nobody can tell the two apart. The API itself allows it. */
import { roomsIn } from "../devices/rooms.ts";
import { useHouse } from "../hooks.ts";
import { scenesIn } from "../house.ts";
import { say } from "../texts.ts";
import { takenName } from "./taken.ts";

/** Undefined for a typed name that is free. */
type NameFault = (typed: string) => string | undefined;

/** `own`: the id of the room or group that is renamed. */
export function useTakenRoom(own?: string): NameFault {
  const groups = useHouse((house) => house.groups);
  return (typed) => sayTaken("rooms.taken", takenName(roomsIn(groups), { typed, own }));
}

/** `own`: the id of the scene that is renamed. */
export function useTakenScene(group: string, own?: string): NameFault {
  const view = useHouse(({ groups }) => groups[group]);
  return (typed) => sayTaken("rooms.scene-taken", takenName(scenesIn(view), { typed, own }));
}

function sayTaken(word: string, name: string | undefined): string | undefined {
  return name === undefined ? undefined : say(word, { name });
}
