/** A planned resource finds its place in the store: a new one, the one that it was before, or one that the device had long ago. */
import { newIdOfFact } from "../../core/ids.ts";
import { NOTHING } from "../../core/records.ts";
import { defaults } from "../../model/fields.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import type { DevicesContext } from "../parts.ts";
import type { PlannedResource } from "../plan/device-plan.ts";
import { defaultName } from "./default-names.ts";
import type { DeviceIdentity } from "./device-identity.ts";
import { BY_RADIO, type DeviceResource, type ResourceIdentity, resourceAddress } from "./device-registry.ts";

export interface PlacementContext {
  readonly device: Address;
  readonly identity: DeviceIdentity;
  readonly seen: Values; // lastseen, lastannounced
  readonly reachable: boolean;
  /** Also what a client deleted comes back: somebody let the device in again. */
  readonly revives: boolean;
}

/** Undefined: it has no place, because a client deleted it, or because nobody knows such a type. */
export function placeResource(
  { store, log }: DevicesContext,
  planned: PlannedResource,
  kin: ResourceIdentity | undefined,
  newcomer: PlacementContext,
): { readonly part: DeviceResource; readonly kin: ResourceIdentity } | undefined {
  const { type, family } = planned;
  if (!Object.hasOwn(store.definitions, type)) {
    log.error(`${newcomer.device}: it was planned as ${type}, which there is not`);
    return undefined;
  }
  const known = present(store, planned, kin);
  if (known) {
    renew(store, known, planned, newcomer.identity);
    const own = { id: known.address.slice(family.length + 2), family, name: String(known.attr.name) };
    return { part: { address: known.address, planned }, kin: own };
  }
  if (kin && !newcomer.revives) return undefined;
  const isOld = kin?.family === family && store.expected.get(resourceAddress(kin)) === undefined;
  const id = isOld ? kin.id : newIdOfFact(store, family, BY_RADIO);
  const own = { id, family, name: isOld ? kin.name : defaultName(type, id, newcomer.identity) };
  store.put(fresh(store, planned, own, newcomer), BY_RADIO);
  return { part: { address: resourceAddress(own), planned }, kin: own };
}

type Store = DevicesContext["store"];

/** A virtual sensor may have the unique id of a device that it stands for. */
function present(
  store: Store,
  { family, uniqueid }: PlannedResource,
  kin: ResourceIdentity | undefined,
): Resource | undefined {
  const last = kin && store.get(resourceAddress(kin));
  if (last?.attr.uniqueid === uniqueid) return last;
  const found = store.find(`/${family}`, uniqueid);
  return found && !store.definition(found).clients.create ? found : undefined;
}

function fresh(
  store: Store,
  planned: PlannedResource,
  kin: ResourceIdentity,
  { identity, seen, reachable }: PlacementContext,
): Resource {
  const { type, uniqueid } = planned;
  const { attr, config, state } = emptied(store, planned);
  const reach = { reachable };
  return {
    address: resourceAddress(kin),
    type,
    attr: { ...attr, name: kin.name, ...identity, uniqueid, ...seen },
    config: "reachable" in config ? { ...config, ...reach } : config,
    state: "reachable" in state ? { ...state, ...reach } : state,
    action: NOTHING,
  };
}

/** What a resource of this plan starts with. */
function emptied(store: Store, planned: PlannedResource): Pick<Resource, "attr" | "config" | "state"> {
  const { type, family, endpoint } = planned;
  const definition = store.definitions[type];
  if (!definition) throw new Error(`there is no ${type}`);
  const ep = family === "sensors" ? { ep: endpoint } : NOTHING;
  const config = { ...defaults(definition.config), ...planned.config };
  if (type === "ZGPSwitch") delete (config as Record<string, unknown>).reachable; // it is never there, only when it speaks
  return {
    attr: { ...defaults(definition.attr), ...ep, ...planned.attr },
    config,
    state: { ...defaults(definition.state), ...planned.state },
  };
}

/** A device may know more of itself than last time, or its model may be understood better: what clients gave it stays. */
function renew(store: Store, known: Resource, planned: PlannedResource, identity: DeviceIdentity): void {
  const { address } = known;
  const { attr, config, state } = emptied(store, planned);
  if (known.type !== planned.type) {
    const kept = (old: Values, now: Values) => ({ ...now, ...picked(old, Object.keys(now)) });
    const same = { name: known.attr.name, ...picked(known.attr, ["uniqueid", "lastseen", "lastannounced"]) };
    store.put(
      {
        ...{ ...known, type: planned.type, attr: { ...attr, ...identity, ...same } },
        config: kept(known.config, config),
        state: kept(known.state, state),
      },
      BY_RADIO,
    );
    return;
  }
  store.patch(address, "attr", { ...attr, ...identity }, BY_RADIO);
  const missing = (now: Values, old: Values) => Object.entries(now).filter(([name]) => !Object.hasOwn(old, name));
  const [newConfig, newState] = [missing(config, known.config), missing(state, known.state)];
  if (newConfig.length > 0) store.patch(address, "config", Object.fromEntries(newConfig), BY_RADIO);
  const isRemote = "buttonevent" in known.state; // whose state is a press, whatever stands in it
  if (newState.length > 0 && !isRemote) store.patch(address, "state", Object.fromEntries(newState), BY_RADIO);
}

function picked(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
