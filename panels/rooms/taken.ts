/** A name that another room or group, or another scene of the same room, has: nobody can tell the two apart. The API itself allows it. */
import { roomsIn } from "../devices/rooms.ts";
import { useHouse } from "../hooks.ts";
import { scenesIn } from "../house.ts";
import { say } from "../texts.ts";

interface TypedName {
  readonly typed: string;
  readonly own?: string | undefined; // the id of the one that is renamed
}

interface Named {
  readonly id: string;
  readonly name: string;
}

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

/**
 * The name as the other one writes it: "kitchen " is taken by "Kitchen". The own name, left as it is, is never at fault: programs may have
 * given it to two.
 */
export function takenName(all: readonly Named[], { typed, own }: TypedName): string | undefined {
  const kept = all.find(({ id }) => id === own)?.name.trim();
  if (typed.trim() === kept) return undefined;
  return namesake(
    all.filter(({ id }) => id !== own),
    typed,
  )?.name;
}

/** The one that a user means by this name: first the one that is written just so. */
export function namesake<T extends Named>(all: readonly T[], typed: string): T | undefined {
  const called = typed.trim();
  if (called === "") return undefined;
  const alike = (name: string) => name.trim().toLowerCase();
  return all.find(({ name }) => name === called) ?? all.find(({ name }) => alike(name) === alike(called));
}
