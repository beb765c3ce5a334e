/** Keeps the name of what is deleted, for the rules, schedules and logs that go on naming it, until its id is given again. */
import { collectionOf } from "../model/addresses.ts";
import { FIRINGS } from "../model/automation/firings.ts";
import { FORMER_NAMES, type FormerNames, formerNamesIn } from "../model/automation/former-names.ts";
import type { Address, Resource } from "../model/resource.ts";
import { BY_GATEWAY, type Engine, type EngineParts } from "./engine.ts";

type Store = EngineParts["store"];

const FAMILIES: readonly string[] = ["lights", "sensors", "groups", "rules", "schedules"]; // and the scenes of groups
const NAMING: readonly Address[] = ["/rules", "/schedules", FIRINGS];
const MOST = 200; // names: of more than these, first those go that nothing names, then the oldest

export const formerNames: Engine = ({ store, bus }) =>
  bus.on(
    ({ event, resource }) => {
      const known = Object.entries(formerNamesIn(store));
      const places = placesOf(resource);
      const others = known.filter(([place]) => !places.includes(place));
      const { name } = resource.attr;
      const isKept = event === "deleted" && typeof name === "string" && name !== "";
      const all = isKept ? [...others, ...places.map((place) => [place, name] as const)] : others;
      if (isKept || all.length < known.length)
        keep(store, Object.fromEntries(all.length > MOST ? most(store, all) : all));
    },
    { families: FAMILIES, events: ["added", "deleted"] },
  );

/** Rules may name a light or a sensor by its unique id, too. */
function placesOf({ address, attr: { uniqueid } }: Resource): readonly string[] {
  return [address, ...(typeof uniqueid === "string" ? [`${collectionOf(address)}/${uniqueid}`] : [])];
}

function most(store: Store, all: readonly (readonly [place: string, name: string])[]) {
  const texts = NAMING.flatMap((collection) => store.list(collection)).map(({ attr }) => JSON.stringify(attr));
  const isNamed = (place: string) => texts.some((text) => text.includes(`${place}/`) || text.includes(`${place}"`));
  return all.filter(([place]) => isNamed(place)).slice(-MOST);
}

function keep(store: Store, names: FormerNames): void {
  const attr = { names };
  if (store.get(FORMER_NAMES)) store.patch(FORMER_NAMES, "attr", attr, BY_GATEWAY);
  else store.put({ address: FORMER_NAMES, type: "FormerNames", attr, config: {}, state: {}, action: {} }, BY_GATEWAY);
}
