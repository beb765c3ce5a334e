/** Places a planned resource in the store: as a new one, as the one that it was before, or under the id that the device had for it long ago. */
import { newIdOfFact, reservedId } from "../../core/ids.ts";
import { NOTHING } from "../../core/records.ts";
import type { Store } from "../../core/store.ts";
import { defaults } from "../../model/fields.ts";
import type { DeviceLabel } from "../../model/radio/device-facts.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import type { DevicesContext } from "../devices-context.ts";
import type { PlannedResource } from "../plan/device-plan.ts";
import { defaultName, isFirstName, labelName } from "./default-names.ts";
import type { DeviceIdentity } from "./device-identity.ts";
import { BY_RADIO, type DeviceResource, type ResourceIdentity, resourceAddress } from "./device-registry.ts";

/** The facts that all resources of a device share. */
export interface PlacementContext {
  readonly device: Address;
  readonly identity: DeviceIdentity;
  readonly label: DeviceLabel | undefined;
  readonly seen: Values; // lastseen, lastannounced
  readonly reachable: boolean;
  /** Resources that a client deleted come back too: joining was permitted, and the device joined again. */
  readonly restores: boolean;
}

/**
 * Undefined: a client deleted the resource, or its type is unknown. `before`: the device's memory of the resource. `others`: the resources
 * that the plan has before this one.
 */
export function placeResource(
  { store, log }: DevicesContext,
  planned: PlannedResource,
  before: ResourceIdentity | undefined,
  placement: PlacementContext,
  others: readonly PlannedResource[],
): { readonly resource: DeviceResource; readonly identity: ResourceIdentity } | undefined {
  const { type, family } = planned;
  if (!Object.hasOwn(store.definitions, type)) {
    log.error(`${placement.device}: it was planned as ${type}, which there is not`);
    return undefined;
  }
  const existing = existingResource(store, planned, before);
  if (existing) {
    updateResource(store, existing, planned, placement.identity);
    const identity = { id: existing.address.slice(family.length + 2), family, name: String(existing.attr.name) };
    return { resource: { address: existing.address, planned }, identity };
  }
  if (before && !placement.restores) return undefined;
  const isIdFree = before?.family === family && store.expected.get(resourceAddress(before)) === undefined;
  const id = isIdFree ? before.id : freshId(store, planned, placement, others);
  const name = isIdFree ? before.name : freshName(planned, id, placement, others);
  const identity = { id, family, name };
  store.put(newResource(store, planned, identity, placement), BY_RADIO);
  return { resource: { address: resourceAddress(identity), planned }, identity };
}

function freshId(
  store: Store,
  { family }: PlannedResource,
  { label }: PlacementContext,
  others: readonly PlannedResource[],
): string {
  const first = label?.[family];
  const wanted = first === undefined ? undefined : first + others.filter((each) => each.family === family).length;
  return reservedId(store, family, wanted) ?? newIdOfFact(store, family, BY_RADIO);
}

function freshName(
  { type }: PlannedResource,
  id: string,
  { label, identity }: PlacementContext,
  others: readonly PlannedResource[],
): string {
  if (label === undefined) return defaultName(type, id, identity);
  return labelName(label.name, others.filter((each) => each.type === type).length + 1);
}

/** Removes the resources that the plan no longer has, unless a client used them. Answers the identities that remain. */
export function removeUnused(
  store: Store,
  identities: Readonly<Record<string, ResourceIdentity>>,
  planned: readonly PlannedResource[],
  device: Pick<PlacementContext, "identity" | "label">,
): Readonly<Record<string, ResourceIdentity>> {
  if (planned.length === 0) return identities;
  const isPlanned = new Set(planned.map(({ uniqueid }) => uniqueid));
  const remaining = Object.entries(identities).filter(([uniqueid, identity]) => {
    const resource = store.get(resourceAddress(identity));
    if (isPlanned.has(uniqueid) || resource?.attr.uniqueid !== uniqueid) return true;
    if (!isUnused(resource, identity, device)) return true;
    store.remove(resource.address, BY_RADIO);
    return false;
  });
  return Object.fromEntries(remaining);
}

/** The resource never had a value, and no client has named it. */
function isUnused(
  { type, attr, state }: Resource,
  { id, family }: ResourceIdentity,
  { identity, label }: Pick<PlacementContext, "identity" | "label">,
): boolean {
  const { reachable: _, lastupdated = "none", ...values } = state;
  const hasNoValue =
    family === "sensors"
      ? lastupdated === "none"
      : Object.values(values).every((value) => value === null || value === "none");
  return hasNoValue && isFirstName(attr.name, defaultName(type, id, identity), label?.name);
}

/** A virtual sensor is not taken for it, though it may have the unique id of a device that it stands for. */
function existingResource(
  store: Store,
  { family, uniqueid }: PlannedResource,
  before: ResourceIdentity | undefined,
): Resource | undefined {
  const last = before && store.get(resourceAddress(before));
  if (last?.attr.uniqueid === uniqueid) return last;
  const found = store.find(`/${family}`, uniqueid);
  return found && !store.definition(found).clients.create ? found : undefined;
}

function newResource(
  store: Store,
  planned: PlannedResource,
  { family, id, name }: ResourceIdentity,
  { identity, seen, reachable }: PlacementContext,
): Resource {
  const { type, uniqueid } = planned;
  const { attr, config, state } = initialValues(store, planned);
  return {
    address: resourceAddress({ family, id }),
    type,
    attr: { ...attr, name, ...identity, uniqueid, ...seen },
    config: "reachable" in config ? { ...config, reachable } : config,
    state: "reachable" in state ? { ...state, reachable } : state,
    action: NOTHING,
  };
}

function initialValues(store: Store, planned: PlannedResource): Pick<Resource, "attr" | "config" | "state"> {
  const { type, family, endpoint } = planned;
  const definition = store.definitions[type];
  if (!definition) throw new Error(`there is no ${type}`);
  const ep = family === "sensors" ? { ep: endpoint } : NOTHING;
  const config = { ...defaults(definition.config), ...planned.config };
  if (type === "ZGPSwitch") delete (config as Record<string, unknown>).reachable; // a Green Power switch is on air only while it is pressed
  return {
    attr: { ...defaults(definition.attr), ...ep, ...planned.attr },
    config,
    state: { ...defaults(definition.state), ...planned.state },
  };
}

/** The device may say more of itself than last time, or its model may be planned better now: values from clients stay. */
function updateResource(store: Store, existing: Resource, planned: PlannedResource, identity: DeviceIdentity): void {
  const { address } = existing;
  const { attr, config, state } = initialValues(store, planned);
  if (existing.type !== planned.type) {
    const kept = (old: Values, now: Values) => ({ ...now, ...picked(old, Object.keys(now)) });
    const same = {
      name: existing.attr.name,
      ...picked(existing.attr, ["uniqueid", "formerly", "lastseen", "lastannounced"]),
    };
    store.put(
      {
        ...{ ...existing, type: planned.type, attr: { ...attr, ...identity, ...same } },
        config: kept(existing.config, config),
        state: kept(existing.state, state),
      },
      BY_RADIO,
    );
    return;
  }
  store.patch(address, "attr", { ...attr, ...identity }, BY_RADIO);
  const missing = (now: Values, old: Values) => Object.entries(now).filter(([name]) => !Object.hasOwn(old, name));
  const [newConfig, newState] = [missing(config, existing.config), missing(state, existing.state)];
  if (newConfig.length > 0) store.patch(address, "config", Object.fromEntries(newConfig), BY_RADIO);
  const isRemote = "buttonevent" in existing.state; // any change of its state would count as a press
  if (newState.length > 0 && !isRemote) store.patch(address, "state", Object.fromEntries(newState), BY_RADIO);
}

function picked(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
