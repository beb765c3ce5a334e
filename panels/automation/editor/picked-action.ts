/** The row of an action after the user has picked another target or command: what still makes sense of it stays. Pure. */
import { type ActionRow, WEBHOOK } from "../../../src/model/automation/rule-rows.ts";
import { abilityAt, firstPreset } from "../../colors/lamp-colors.ts";
import type { HouseState, SceneName } from "../../house.ts";
import { canEnd, deedsOf, referenceTo, sceneAt, scenesOf } from "./subjects.ts";

const USUAL: Readonly<Record<string, string>> = { brightness: "50", heat: "21", body: "{}", config: "{}" };

export function picked(house: HouseState, address: string, row: ActionRow): ActionRow {
  const found = sceneAt(house, address);
  if (found) return { ...withDeed(house, found.group, "scene", row), ...sceneIn(found.scene) };
  const { does = "" } = row;
  const deeds = deedsOf(house, address);
  return withDeed(house, address, deeds.includes(does) && does !== "scene" ? does : (deeds[0] ?? ""), row);
}

/** The values of a row stay where they still make sense. */
export function withDeed(house: HouseState, address: string, does: string, before: ActionRow): ActionRow {
  const base = { ...(address === "" ? withoutEnd(before) : referenceTo(house, address)), does };
  if (does === WEBHOOK) return { ...base, method: "POST", url: "", value: "{}" };
  if (does === "scene") return { ...base, ...sceneIn(scenesOf(house, address)[0]) };
  const kept = before.does === does ? before.value : undefined;
  const value = kept ?? (does === "preset" ? JSON.stringify(firstPreset(abilityAt(house, address))) : USUAL[does]);
  const { offAfter, offFrom } = before;
  const from = offFrom === undefined ? {} : { offFrom };
  const lasting = offAfter && canEnd(house, address, base) ? { offAfter, ...from } : {};
  return { ...base, ...(value === undefined ? {} : { value }), ...lasting };
}

function withoutEnd({ offAfter: _, offFrom: __, ...rest }: ActionRow): ActionRow {
  return rest;
}

export function sceneIn({ id = "", name = "" }: Partial<SceneName> = {}): Pick<ActionRow, "value" | "valueName"> {
  return { value: id, valueName: name };
}
