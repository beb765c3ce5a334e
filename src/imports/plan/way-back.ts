/**
 * How a house goes back to the program that it came from, so that its devices listen there again: they drop frames of a stick that counts
 * lower than they have heard. A copy of our backup would not do: an old stick that is still in the network goes on from its own count,
 * regardless of the file there.
 */
import type { ForeignHouse, Program } from "../inventory.ts";
import type { Note } from "../words.ts";
import type { StickVerdict } from "./stick.ts";

export const PROGRAMS: Readonly<Record<Program, string>> = {
  zigbee2mqtt: "zigbee2mqtt",
  deconz: "deCONZ",
  zha: "Home Assistant",
};

export function wayBack({ source, stick, network }: ForeignHouse, { verdict, notes }: StickVerdict): readonly Note[] {
  if (verdict === "refused") return [];
  const program = PROGRAMS[source.program];
  const values = { program };
  const isSame = verdict === "resume";
  const takesStick = verdict === "restore" && source.program === "zigbee2mqtt"; // deCONZ sets its sticks up otherwise, and ZHA stops at another address
  const keepsAddress = ["ember", "ezsp"].includes(stick.adapter ?? network.family ?? ""); // others are given the one that devices know
  const hasOwnAddress = notes.some(({ code }) => code === "stick-new-address");
  return [
    { code: isSame ? "back-same" : "back-other", values },
    ...(hasOwnAddress ? [{ code: keepsAddress ? "back-address" : "back-taken", values } as const] : []),
    ...(takesStick ? [{ code: "back-stick", values } as const] : []),
    ...(source.program === "deconz" ? [{ code: "back-phoscon" } as const] : []),
    { code: "back-changes", values },
  ];
}
