/** Devices come, are understood, and go: what the radio says of them becomes devices and resources of the store. */
import { NOTHING } from "../../core/records.ts";
import { wordsOf } from "../../model/errors.ts";
import type { DeviceFacts, Ieee } from "../../model/radio.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import { utcMinutes } from "../../model/times.ts";
import { isRemote } from "../buttons/remote-events.ts";
import { promised, refusedBy } from "../commands/refusals.ts";
import type { DevicesContext } from "../parts.ts";
import type { PlannedResource } from "../plan/device-plan.ts";
import { planDevice, planSwitch } from "../plan/planner.ts";
import { defaultName } from "./default-names.ts";
import { type DeviceIdentity, identityOf } from "./device-identity.ts";
import {
  BY_RADIO,
  type Device,
  type DeviceResource,
  deviceAddress,
  identitiesOf,
  type ResourceIdentity,
  type ResourceOwner,
  resourcesOf,
  setReachable,
} from "./device-registry.ts";
import { type PlacementContext, placeResource } from "./resource-placement.ts";
import { macOf } from "./unique-ids.ts";

const MAINS_FORGETS = 10 * 60_000; // milliseconds of silence
const SLEEPER_FORGETS = 25 * 60 * 60_000;

export type PairingState = "joined" | "interviewing" | "ready" | "failed" | "left";

export interface DeviceInventory {
  /** The radio will be up, with these devices among others. */
  load(devices: readonly DeviceFacts[]): void;
  /** It is up, and has these devices, those that were told before, and no others. Answers which were deleted while it was not. */
  reconcile(devices: readonly DeviceFacts[], told: readonly Ieee[]): readonly Ieee[];
  /** A step on the way of a device into the network. */
  pairing(ieee: Ieee, pairing: Exclude<PairingState, "ready" | "left">): void;
  /** Its interview is done, or more is known of it. Answers it, and whether it came into the network just now; nothing when it was deleted. */
  update(facts: DeviceFacts): { readonly known: Device; readonly isNew: boolean } | undefined;
  /** Somebody lets devices in, and this one said hello: what a client deleted of it comes back. */
  restore(facts: DeviceFacts): void;
  /** It has one resource more than its plan knew. Nothing when a client has deleted that. */
  addResource(device: Device, planned: PlannedResource): ResourceOwner | undefined;
  left(ieee: Ieee): void;
}

export function openDeviceInventory(inside: DevicesContext): DeviceInventory {
  const { store, clock, log, registry } = inside;
  const pairing = new Set<Ieee>(); // joined, and not ready yet

  const arrivals: DeviceInventory = {
    load: (devices) => {
      for (const facts of devices) if (!isDeleted(facts.ieee)) attempt(facts);
    },
    reconcile: (devices, told) => {
      const present = new Set([...told, ...devices.map(({ ieee }) => ieee)]);
      for (const device of store.list("/devices")) {
        const ieee = String(device.attr.ieee);
        if (!present.has(ieee)) gone(device);
      }
      for (const { ieee } of [...registry.all()]) if (!present.has(ieee)) registry.drop(ieee);
      const deleted = [...present].filter(isDeleted);
      arrivals.load(devices);
      return deleted;
    },
    pairing: (ieee, step) => {
      if (step === "joined") pairing.add(ieee);
      const address = deviceAddress(ieee);
      if (!store.get(address)) store.put(unknownDevice(address, ieee), BY_RADIO);
      store.patch(address, "attr", { gone: undefined }, BY_RADIO);
      store.patch(address, "state", { pairing: step }, BY_RADIO);
    },
    update: (facts) => {
      const { ieee } = facts;
      if (!pairing.has(ieee) && isDeleted(ieee)) return undefined;
      const isNew = pairing.delete(ieee) || registry.get(ieee) === undefined;
      const known = take(facts, true, isNew);
      const wasAsked = store.get(known.address)?.state.pairing === "interviewing"; // anew, which ends here as well
      if (isNew || wasAsked) store.patch(known.address, "state", { pairing: "ready" }, BY_RADIO);
      return { known, isNew };
    },
    restore: (facts) => void take(facts, true, true),
    addResource: ({ ieee, facts, ...device }, planned) => {
      const before = store.get(device.address);
      const kin = identitiesOf(before);
      const identity = identityOf(facts);
      const seen = seenOf(before, facts, clock.now());
      const newcomer = { device: device.address, identity, seen, reachable: true, revives: false };
      const settled = placeResource(inside, planned, ownKin(kin, planned), newcomer);
      if (!settled) return undefined;
      const { part } = settled;
      store.patch(device.address, "attr", { known: { ...kin, [planned.uniqueid]: settled.kin } }, BY_RADIO);
      const grown: Device = { ...device, ieee, facts, resources: [...device.resources, part] };
      registry.set(grown);
      return { device: grown, resource: part };
    },
    left: (ieee) => {
      pairing.delete(ieee);
      registry.drop(ieee);
      const device = store.get(deviceAddress(ieee));
      if (!device) return;
      gone(device);
      store.patch(device.address, "attr", { gone: true }, BY_RADIO);
      store.patch(device.address, "state", { pairing: "left" }, BY_RADIO);
    },
  };
  return arrivals;

  /** What a device says of itself may be beyond us; the others shall not miss their start for that. */
  function attempt(facts: DeviceFacts): void {
    try {
      take(facts, wasHeard(facts, clock.now()), false);
    } catch (error) {
      log.error(`${deviceAddress(facts.ieee)}: what it is could not be understood: ${wordsOf(error)}`);
    }
  }

  function gone(device: Resource): void {
    for (const resource of resourcesOf(store, device)) setReachable(store, resource, false);
  }

  /** It was deleted while the radio could not tell it so. One that left by itself, and is back, still has its resources. */
  function isDeleted(ieee: Ieee): boolean {
    const device = store.get(deviceAddress(ieee));
    return device?.attr.gone === true && resourcesOf(store, device).length === 0;
  }

  function take(whole: DeviceFacts, reachable: boolean, revives: boolean): Device {
    const { definition, ...facts } = whole;
    const address = deviceAddress(facts.ieee);
    const before = store.get(address);
    const old = identitiesOf(before);
    const identity = identityOf(whole);
    const isClear = facts.interviewed || (definition !== undefined && !definition.generated);
    const renewed = before?.attr.swversion !== undefined && before.attr.swversion !== identity.swversion;
    const refused = renewed ? undefined : before?.attr.refused; // another firmware may know more
    const plannedNow = isClear ? withRemote(whole, planDevice(whole).resources, before) : [];
    const planned = plannedNow.map((each) => asPromised(each, refused));
    if (!before) store.put(unknownDevice(address, facts.ieee), BY_RADIO);
    const isBare = resourcesOf(store, before).length === 0; // a device without any is of no use to anybody
    const seen = seenOf(before, facts, clock.now());
    const newcomer: PlacementContext = { device: address, identity, seen, reachable, revives: revives || isBare };
    const settled = planned.flatMap((each) => placeResource(inside, each, ownKin(old, each), newcomer) ?? []);
    const kin = Object.fromEntries(settled.map(({ part, kin }) => [part.planned.uniqueid, kin]));
    const attr = {
      ...{ kind: facts.kind, sleepy: facts.sleepy, lastseen: seen.lastseen, gone: undefined, ...identity },
      ...{ vendor: definition?.vendor, productid: definition?.model, productname: definition?.description },
      name: settled[0]?.kin.name ?? (identity.modelid || macOf(facts.ieee)),
      refused,
      known: withoutUnused({ ...old, ...kin }, planned, identity),
    };
    store.patch(address, "attr", attr, BY_RADIO);
    const resources: readonly DeviceResource[] = settled.map(({ part }) => part);
    const heard = Date.parse(String(seen.lastseen)) || null;
    const device: Device = {
      ieee: facts.ieee,
      address,
      facts: { ...facts, lastseen: heard },
      hasConverter: definition !== undefined,
      resources,
    };
    registry.set(device);
    return device;
  }

  /** One that showed itself to be a remote is one for ever. */
  function withRemote(
    facts: DeviceFacts,
    planned: readonly PlannedResource[],
    device: Resource | undefined,
  ): readonly PlannedResource[] {
    const grown = resourcesOf(store, device).find(isRemote);
    if (!grown || planned.some(isRemote)) return planned;
    const remote = planSwitch(facts);
    return remote.uniqueid === grown.attr.uniqueid ? [...planned, remote] : planned;
  }

  /** A better plan may want resources no more. Those that were of use to somebody stay. */
  function withoutUnused(
    known: Readonly<Record<string, ResourceIdentity>>,
    planned: readonly PlannedResource[],
    identity: DeviceIdentity,
  ): Values {
    if (planned.length === 0) return known;
    const wanted = new Set(planned.map(({ uniqueid }) => uniqueid));
    const stays = ([uniqueid, kin]: readonly [string, ResourceIdentity]) => {
      const resource = store.get(`/${kin.family}/${kin.id}`);
      if (wanted.has(uniqueid) || resource?.attr.uniqueid !== uniqueid || !isUnused(resource, kin, identity))
        return true;
      store.remove(resource.address, BY_RADIO);
      return false;
    };
    return Object.fromEntries(Object.entries(known).filter(stays));
  }
}

/** Nothing was ever heard of it, and nobody has named it. */
function isUnused(
  { type, attr, state }: Resource,
  { id, family }: ResourceIdentity,
  identity: DeviceIdentity,
): boolean {
  const { reachable: _, lastupdated = "none", ...values } = state;
  const isSilent =
    family === "sensors"
      ? lastupdated === "none"
      : Object.values(values).every((value) => value === null || value === "none");
  return isSilent && attr.name === defaultName(type, id, identity);
}

function asPromised(planned: PlannedResource, refused: unknown): PlannedResource {
  const lacking = new Set(refusedBy({ refused }, planned.uniqueid));
  return lacking.size === 0 ? planned : { ...planned, attr: promised(planned.attr, lacking) };
}

function ownKin(
  kin: Readonly<Record<string, ResourceIdentity>>,
  { uniqueid }: PlannedResource,
): ResourceIdentity | undefined {
  return Object.hasOwn(kin, uniqueid) ? kin[uniqueid] : undefined;
}

function wasHeard({ lastseen, sleepy }: DeviceFacts, now: number): boolean {
  return lastseen !== null && now - lastseen < (sleepy ? SLEEPER_FORGETS : MAINS_FORGETS);
}

/** The radio and we may each have been away when it spoke. */
function seenOf(before: Resource | undefined, { lastseen }: Pick<DeviceFacts, "lastseen">, now: number): Values {
  const ours = typeof before?.attr.lastseen === "string" ? before.attr.lastseen : "";
  const theirs = lastseen === null ? "" : utcMinutes(Math.min(lastseen, now));
  const last = ours > theirs ? ours : theirs;
  return { lastseen: last === "" ? null : last, lastannounced: before?.attr.lastannounced ?? null };
}

function unknownDevice(address: Address, ieee: Ieee): Resource {
  const attr = { uniqueid: macOf(ieee), ieee, name: macOf(ieee), kind: "unknown" };
  return { address, type: "Device", attr, config: NOTHING, state: NOTHING, action: NOTHING };
}
