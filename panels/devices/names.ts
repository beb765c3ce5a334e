/** The house as sentences need it: what its resources are called, and what they are. */
import { useMemo } from "preact/hooks";
import { useHouse, useLive } from "../hooks.ts";
import type { NamedHouse } from "./naming.ts";

/** The house, another one only when something in it is called otherwise: values that move leave sentences as they are. */
export function useNames(): NamedHouse {
  const live = useLive();
  const names = useHouse((house) => namesIn(house));
  return useMemo(() => live.house as NamedHouse, [live, names]);
}

/** All names in one text. Families that did not change have theirs already. */
function namesIn(house: NamedHouse): string {
  const families = [house.lights, house.sensors, house.groups, house.rules, house.schedules];
  return families.map((family) => namesOf(family)).join("\n");
}

const known = new WeakMap<object, string>();

function namesOf(family: NamedHouse["lights"]): string {
  const found = known.get(family);
  if (found !== undefined) return found;
  const names = Object.entries(family).map(([id, { name, type, scenes }]) => [id, name, type, scenes]);
  const text = JSON.stringify(names);
  known.set(family, text);
  return text;
}
