/** The devices of the network as the store has them: the radio's facts of each become a device and its resources. */
import { NOTHING } from "../../core/records.ts";
import { macOf } from "../../model/addresses.ts";
import { wordsOf } from "../../model/errors.ts";
import type { DeviceFacts, Ieee } from "../../model/radio/device-facts.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import { utcMinutes } from "../../model/time/times.ts";
import { isRemote } from "../buttons/remote-events.ts";
import { promised, refusedBy } from "../commands/delivery.ts";
import type { DevicesContext } from "../devices-context.ts";
import type { PlannedResource } from "../plan/device-plan.ts";
import { planDevice, remotePlan } from "../plan/planner.ts";
import { identityOf } from "./device-identity.ts";
import {
  BY_RADIO,
  type Device,
  deviceAddress,
  identitiesOf,
  identityAt,
  type ResourceOwner,
  resourcesOf,
  setReachable,
} from "./device-registry.ts";
import { type PlacementContext, placeResource, removeUnused } from "./resource-placement.ts";

/** Milliseconds for which a device that was heard counts as reachable at a start. */
const MAINS_REACHABLE = 10 * 60_000;
const SLEEPER_REACHABLE = 25 * 60 * 60_000;

type PairingState = "joined" | "interviewing" | "ready" | "failed" | "left";

export class DeviceInventory {
  readonly #context: DevicesContext;
  readonly #joining = new Set<Ieee>(); // joined, and not interviewed yet

  constructor(context: DevicesContext) {
    this.#context = context;
  }

  /** The radio is about to be up, with these devices among others. */
  load(devices: readonly DeviceFacts[]): void {
    for (const facts of devices) if (!this.#isDeleted(facts.ieee)) this.#tryPlace(facts);
  }

  /** The radio is up with these devices and those loaded before; all others are gone. Answers the devices that clients deleted while it was down. */
  reconcile(devices: readonly DeviceFacts[], loaded: readonly Ieee[]): readonly Ieee[] {
    const { store, registry } = this.#context;
    const present = new Set([...loaded, ...devices.map(({ ieee }) => ieee)]);
    for (const device of store.list("/devices"))
      if (!present.has(String(device.attr.ieee))) this.#markUnreachable(device);
    for (const { ieee } of [...registry.all()]) if (!present.has(ieee)) registry.drop(ieee);
    const deleted = [...present].filter((ieee) => this.#isDeleted(ieee));
    this.load(devices);
    return deleted;
  }

  /** A step on a device's way into the network. */
  pairing(ieee: Ieee, state: Exclude<PairingState, "ready" | "left">): void {
    const { store } = this.#context;
    if (state === "joined") this.#joining.add(ieee);
    const address = deviceAddress(ieee);
    if (!store.get(address)) store.put(unknownDevice(address, ieee), BY_RADIO);
    store.patch(address, "attr", { gone: undefined, replacedby: undefined }, BY_RADIO);
    store.patch(address, "state", { pairing: state }, BY_RADIO);
  }

  /** The device has been interviewed, or more is known of it. Answers whether it joined just now; nothing when a client has deleted it. */
  update(facts: DeviceFacts): { readonly device: Device; readonly isNew: boolean } | undefined {
    const { store, registry } = this.#context;
    const { ieee } = facts;
    if (!this.#joining.has(ieee) && this.#isDeleted(ieee)) return undefined;
    const isNew = this.#joining.delete(ieee) || registry.get(ieee) === undefined;
    const device = this.#place(facts, true, isNew);
    const isReinterviewed = store.get(device.address)?.state.pairing === "interviewing";
    if (isNew || isReinterviewed) store.patch(device.address, "state", { pairing: "ready" }, BY_RADIO);
    return { device, isNew };
  }

  /** Joining is permitted, and this device announced itself: the resources that a client deleted come back. */
  restore(facts: DeviceFacts): void {
    this.#place(facts, true, true);
  }

  /** The device has a resource that its plan did not foresee. Nothing when a client has deleted that resource. */
  addResource({ ieee, facts, ...device }: Device, planned: PlannedResource): ResourceOwner | undefined {
    const { store, clock, registry } = this.#context;
    const before = store.get(device.address);
    const seen = lastSeenOf(before, facts, clock.now());
    const placement = {
      ...{ device: device.address, identity: identityOf(facts), label: facts.label },
      ...{ seen, reachable: true, restores: false },
    };
    const others = device.resources.map((each) => each.planned);
    const placed = placeResource(this.#context, planned, identityAt(before, planned.uniqueid), placement, others);
    if (!placed) return undefined;
    const known = { ...identitiesOf(before), [planned.uniqueid]: placed.identity };
    store.patch(device.address, "attr", { known }, BY_RADIO);
    const owner: Device = { ...device, ieee, facts, resources: [...device.resources, placed.resource] };
    registry.set(owner);
    return { device: owner, resource: placed.resource };
  }

  left(ieee: Ieee): void {
    const { store, registry } = this.#context;
    this.#joining.delete(ieee);
    registry.drop(ieee);
    const device = store.get(deviceAddress(ieee));
    if (!device) return;
    this.#markUnreachable(device);
    store.patch(device.address, "attr", { gone: true }, BY_RADIO);
    store.patch(device.address, "state", { pairing: "left" }, BY_RADIO);
  }

  /** One device whose facts make no sense must not keep the others from starting. */
  #tryPlace(facts: DeviceFacts): void {
    try {
      this.#place(facts, wasHeardLately(facts, this.#context.clock.now()), false);
    } catch (error) {
      this.#context.log.error(`${deviceAddress(facts.ieee)}: what it is could not be understood: ${wordsOf(error)}`);
    }
  }

  #markUnreachable(device: Resource): void {
    const { store } = this.#context;
    for (const resource of resourcesOf(store, device)) setReachable(store, resource, false);
  }

  /** A client deleted the device while the radio was down. A device that left by itself, and is back, still has its resources. */
  #isDeleted(ieee: Ieee): boolean {
    const { store } = this.#context;
    const device = store.get(deviceAddress(ieee));
    return device?.attr.gone === true && resourcesOf(store, device).length === 0;
  }

  /** Plans the device, places its resources in the store, and registers it. */
  #place(whole: DeviceFacts, reachable: boolean, restores: boolean): Device {
    const { store, clock, registry } = this.#context;
    const { definition, values: _, ...facts } = whole;
    const address = deviceAddress(facts.ieee);
    const before = store.get(address);
    const identity = identityOf(whole);
    const planned = this.#plan(whole, before, identity.swversion);
    if (!before) store.put(unknownDevice(address, facts.ieee), BY_RADIO);
    const isBare = resourcesOf(store, before).length === 0; // a device without any resource is of no use to clients
    const seen = lastSeenOf(before, facts, clock.now());
    const { label } = facts;
    const placement: PlacementContext = {
      ...{ device: address, identity, label, seen, reachable },
      restores: restores || isBare,
    };
    const placed = planned.resources.flatMap((each, index, all) => {
      const others = all.slice(0, index);
      return placeResource(this.#context, each, identityAt(before, each.uniqueid), placement, others) ?? [];
    });
    const identities = placed.map(({ resource, identity }) => [resource.planned.uniqueid, identity] as const);
    const known = { ...identitiesOf(before), ...Object.fromEntries(identities) };
    const attr = {
      ...{ kind: facts.kind, sleepy: facts.sleepy, lastseen: seen.lastseen, gone: undefined, ...identity },
      ...{ vendor: definition?.vendor, productid: definition?.model, productname: definition?.description },
      name: placed[0]?.identity.name ?? label?.name ?? (identity.modelid || macOf(facts.ieee)),
      refused: planned.refused,
      known: removeUnused(store, known, planned.resources, { identity, label }),
    };
    store.patch(address, "attr", attr, BY_RADIO);
    const device: Device = {
      ieee: facts.ieee,
      address,
      facts: { ...facts, lastseen: Date.parse(String(seen.lastseen)) || null },
      hasConverter: definition !== undefined,
      resources: placed.map(({ resource }) => resource),
    };
    registry.set(device);
    return device;
  }

  /** A device that has not been interviewed is planned only if its model is known for certain. */
  #plan(
    facts: DeviceFacts,
    before: Resource | undefined,
    swversion: string | null,
  ): { readonly resources: readonly PlannedResource[]; readonly refused: unknown } {
    const isCertain = facts.interviewed || (facts.definition !== undefined && !facts.definition.generated);
    const isUpdated = before?.attr.swversion !== undefined && before.attr.swversion !== swversion;
    const refused = isUpdated ? undefined : before?.attr.refused; // another firmware may be able to do more
    const resources = isCertain ? this.#withRemote(facts, planDevice(facts).resources, before) : [];
    return { resources: resources.map((each) => withoutRefused(each, refused)), refused };
  }

  /** A device that once acted as a remote stays one, though its plan foresees none. */
  #withRemote(
    facts: DeviceFacts,
    planned: readonly PlannedResource[],
    device: Resource | undefined,
  ): readonly PlannedResource[] {
    const existing = resourcesOf(this.#context.store, device).find(isRemote);
    if (!existing || planned.some(isRemote)) return planned;
    const remote = remotePlan(facts);
    return remote.uniqueid === existing.attr.uniqueid ? [...planned, remote] : planned;
  }
}

/** Without the capabilities that the device has refused. */
function withoutRefused(planned: PlannedResource, refused: unknown): PlannedResource {
  const lacking = new Set(refusedBy({ refused }, planned.uniqueid));
  return lacking.size === 0 ? planned : { ...planned, attr: promised(planned.attr, lacking) };
}

function wasHeardLately({ lastseen, sleepy }: DeviceFacts, now: number): boolean {
  return lastseen !== null && now - lastseen < (sleepy ? SLEEPER_REACHABLE : MAINS_REACHABLE);
}

/** The later of two times: the radio and the store may each have been away when the device was heard. */
function lastSeenOf(before: Resource | undefined, { lastseen }: Pick<DeviceFacts, "lastseen">, now: number): Values {
  const ours = typeof before?.attr.lastseen === "string" ? before.attr.lastseen : "";
  const theirs = lastseen === null ? "" : utcMinutes(Math.min(lastseen, now));
  const last = ours > theirs ? ours : theirs;
  return { lastseen: last === "" ? null : last, lastannounced: before?.attr.lastannounced ?? null };
}

function unknownDevice(address: Address, ieee: Ieee): Resource {
  const attr = { uniqueid: macOf(ieee), ieee, name: macOf(ieee), kind: "unknown" };
  return { address, type: "Device", attr, config: NOTHING, state: NOTHING, action: NOTHING };
}
