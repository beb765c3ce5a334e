/** The picture of a room, by the words of its name: "Living room", "Wohnzimmer oben". Pure. */
import type { RoomOrGroup } from "../devices/rooms.ts";
import { hasText, say } from "../texts.ts";

/** The more special words first: a guest toilet is no guest room. */
const LOOKS = ["bath", "pot", "fork", "bed", "desk", "stairs", "car", "tree", "sofa"] as const;

export function roomIcon({
  name,
  isRoom,
}: Pick<RoomOrGroup, "name" | "isRoom">): (typeof LOOKS)[number] | "room" | "group" {
  const own = name.toLowerCase();
  const found = LOOKS.find((look) => wordsFor(look).some((word) => own.includes(word)));
  return found ?? (isRoom ? "room" : "group");
}

function wordsFor(look: string): readonly string[] {
  const key = `rooms.looks.${look}`;
  return hasText(key) ? say(key).toLowerCase().split(" ") : [];
}
