/** `any_on` and `all_on` of each group: they follow from those of its lights that are reachable and can be on. */
import { collectionOf, idOf } from "../../model/addresses.ts";
import { lightsOf, membersOf } from "../../model/groups.ts";
import type { Address, Cause, Resource } from "../../model/resource.ts";
import { BY_GATEWAY, type Engine, type EngineParts } from "../engine.ts";

const GROUPS: Address = "/groups";

export const groupState: Engine = ({ store, bus }) => {
  for (const group of store.list(GROUPS)) renew(store, group, BY_GATEWAY);
  return bus.on(({ event, resource, section, values, cause }) => {
    const collection = collectionOf(resource.address);
    if (collection === GROUPS && (event === "added" || "lights" in values)) renew(store, resource, cause);
    const moves = section === "state" && ("on" in values || "reachable" in values);
    if (collection !== "/lights" || !moves) return;
    for (const group of store.list(GROUPS))
      if (membersOf(group.attr).includes(idOf(resource.address))) renew(store, group, cause);
  });
};

function renew(store: EngineParts["store"], group: Resource, cause: Cause): void {
  const lights = lightsOf(store, group);
  const counted = lights.filter(({ state }) => state.reachable === true && typeof state.on === "boolean");
  const lit = counted.filter(({ state }) => state.on === true);
  const any_on = lit.length > 0;
  store.patch(group.address, "state", { any_on, all_on: any_on && lit.length === counted.length }, cause);
}
