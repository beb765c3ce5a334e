/** How a house goes back to the program that it came from, so that its devices listen there again: they drop frames of whoever counts lower than they have heard. */
import type { ForeignHouse, Program } from "../inventory.ts";
import type { Note } from "../words.ts";
import type { StickVerdict } from "./stick.ts";

export const PROGRAMS: Readonly<Record<Program, string>> = {
  zigbee2mqtt: "zigbee2mqtt",
  deconz: "deCONZ",
  zha: "Home Assistant",
};
const FILE = "radio/coordinator_backup.json"; // of the gateway's folder: the network with its key, and how far it has counted

export function wayBack({ source }: ForeignHouse, { verdict }: StickVerdict): readonly Note[] {
  if (verdict === "refused") return [];
  const program = PROGRAMS[source.program];
  const values = { program };
  const isSame = verdict === "resume";
  const brings = verdict === "restore" && source.program !== "deconz";
  return [
    { code: isSame ? "back-same" : "back-other", values },
    ...(source.program === "deconz" ? [{ code: "back-phoscon" } as const] : []),
    ...(brings ? [{ code: "back-file", values: { ...values, file: FILE } } as const] : []),
    { code: "back-changes", values },
  ];
}
