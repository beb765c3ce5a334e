/** The addresses that rules and schedules command, and which of these resources are gone: such an action does nothing. */
import { idOf, segmentsOf } from "../addresses.ts";
import { ALL_LIGHTS } from "../lights/groups.ts";
import { isObject, type Values } from "../resource.ts";
import { targetOf } from "./schedule-command.ts";

const FAMILIES = ["lights", "groups", "sensors", "rules", "schedules"] as const;
const OF_ALL_LIGHTS: readonly string[] = ["0", idOf(ALL_LIGHTS)];

export type GoneTarget = (typeof FAMILIES)[number] | "scenes";

/** Whether there is a resource with this id, or a scene of this group. */
export type IsThere = (family: GoneTarget, id: string, scene: string) => boolean;

/** What is gone; undefined: nothing is, or the address names no resource of these families. */
export function goneTarget(address: string, isThere: IsThere): GoneTarget | undefined {
  const [first, id = "", section, scene = ""] = segmentsOf(address);
  const family = FAMILIES.find((each) => each === first);
  if (!family || id === "") return undefined;
  if (!isThere(family, id, "") && !(family === "groups" && OF_ALL_LIGHTS.includes(id))) return family;
  const isScene = family === "groups" && section === "scenes" && /^\d+$/.test(scene); // "next" is one that is there
  return isScene && !isThere("scenes", id, scene) ? "scenes" : undefined;
}

/** The addresses that the actions of a rule name, or the command of a schedule. */
export function targetsOf({ actions, command }: Values): readonly string[] {
  const own = (Array.isArray(actions) ? actions : []).flatMap((each) => (isObject(each) ? String(each.address) : []));
  const commanded = isObject(command) ? targetOf(command.address)?.address : undefined;
  return commanded === undefined ? own : [...own, commanded];
}
