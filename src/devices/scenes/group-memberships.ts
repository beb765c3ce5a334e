/** Which lights are in which Zigbee groups: a light that could not be told so yet is told when it is heard. */
import { idOf } from "../../model/addresses.ts";
import type { QueuedCommand } from "../../model/devices.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import { RadioError } from "../../model/radio/orders.ts";
import type { Address } from "../../model/resource.ts";
import type { Sender } from "../commands/sender.ts";
import { OpenWrites } from "../desired/desired-state.ts";
import type { Outbox, WaitingMembership } from "../desired/outbox.ts";
import type { DevicesContext } from "../devices-context.ts";
import { BY_RADIO, type Device, type DeviceResource, hasCluster } from "../inventory/device-registry.ts";

const GROUPS_CLUSTER = 0x0004;
export const ALL_LIGHTS = 0xfff0;
/** Zigbee says so of a group that is there already, or is not there any more. */
const DONE_ALREADY: readonly (number | undefined)[] = [0x8a, 0x8b];
const TABLE_FULL = 0x89;
const NOTHING: QueuedCommand = { send: () => {}, undo: () => {} };
const STAYS_FULL = 600_000; // milliseconds: another controller may make room in the light, and the gateway does not hear of it

/** The number of a group on air. */
export function groupNumber(group: Address): number {
  return Number(idOf(group)) || ALL_LIGHTS;
}

export class GroupMemberships {
  readonly #context: DevicesContext;
  readonly #outbox: Outbox;
  readonly #sender: Sender;
  readonly #changed: (device: Device) => void;
  readonly #busy = new Set<Ieee>();
  readonly #awoken = new Set<Ieee>(); // heard while they were being told
  readonly #written = new OpenWrites<WaitingMembership | undefined>();
  readonly #unkept = new Set<WaitingMembership>(); // not on the disk yet
  readonly #refused = new Set<string>(); // "/lights/3 7": the light refused to join group 7
  readonly #full = new Map<Address, number>(); // when the light said so

  /** `changed` hears of a device whose groups have changed. */
  constructor(context: DevicesContext, outbox: Outbox, sender: Sender, changed: (device: Device) => void) {
    this.#context = context;
    this.#outbox = outbox;
    this.#sender = sender;
    this.#changed = changed;
  }

  join(light: Address, group: Address): QueuedCommand {
    return this.#enqueue(light, groupNumber(group), true);
  }

  leave(light: Address, group: Address): QueuedCommand {
    return this.#enqueue(light, groupNumber(group), false);
  }

  /** The light said not long ago that it can be in no more groups, and has left none since. */
  isFull(light: Address): boolean {
    return this.#context.clock.uptime() - (this.#full.get(light) ?? Number.NEGATIVE_INFINITY) < STAYS_FULL;
  }

  /** The light is a member on air, for all that is known. */
  isIn(group: number, device: Device, deviceResource: DeviceResource): boolean {
    const isWaiting = (each: WaitingMembership) =>
      each.joins && each.group === group && each.light === deviceResource.address;
    return (
      group !== ALL_LIGHTS &&
      hasCluster(device, deviceResource, GROUPS_CLUSTER) &&
      !this.#refused.has(`${deviceResource.address} ${group}`) &&
      !this.#waiting(device).some(isWaiting)
    );
  }

  /** A frame to the group reaches this light: it is in it, and listens all the time. */
  reaches(group: number, device: Device, deviceResource: DeviceResource): boolean {
    return !device.facts.sleepy && this.isIn(group, device, deviceResource);
  }

  heard(device: Device): void {
    if (this.#waiting(device).length === 0) return;
    if (this.#busy.has(device.ieee)) this.#awoken.add(device.ieee);
    void this.#tell(device);
  }

  /** The device has joined the network anew, and forgotten its groups. */
  renew(device: Device): void {
    for (const { address } of device.resources) this.#full.delete(address);
    for (const { address, attr } of this.#context.store.list("/groups"))
      for (const deviceResource of device.resources) {
        const isMember =
          deviceResource.planned.family === "lights" && listed(attr.lights).includes(idOf(deviceResource.address));
        if (isMember) this.join(deviceResource.address, address).send();
      }
  }

  #enqueue(light: Address, group: number, joins: boolean): QueuedCommand {
    const owner = this.#context.registry.resourceAt(light);
    if (!owner || group === ALL_LIGHTS || !hasCluster(owner.device, owner.resource, GROUPS_CLUSTER)) return NOTHING;
    const { device, resource } = owner;
    const wanted: WaitingMembership = { light, endpoint: resource.planned.source, group, joins };
    const older = this.#waiting(device).find((each) => keyOf(each) === keyOf(wanted));
    const write = this.#written.open(keyOf(wanted), wanted, older);
    this.#unkept.add(wanted);
    this.#change(device, [...this.#waiting(device).filter((each) => each !== older), wanted]);
    return {
      device: device.address,
      send: () => {
        write.keep();
        this.#unkept.delete(wanted);
        this.#refused.delete(`${light} ${group}`);
        if (!joins) this.#full.delete(light);
        if (!device.facts.sleepy) void this.#tell(device);
      },
      undo: () => {
        const undone = write.undo();
        this.#unkept.delete(wanted);
        if (undone && this.#waiting(device).includes(wanted))
          this.#change(
            device,
            this.#waiting(device).flatMap((each) => (each === wanted ? (undone.below ?? []) : each)),
          );
      },
    };
  }

  #waiting({ address }: Device): readonly WaitingMembership[] {
    return this.#outbox.of(address).memberships;
  }

  #change({ address }: Device, memberships: readonly WaitingMembership[]): void {
    this.#outbox.change(address, { memberships });
  }

  /** One membership after the other, with those that are added meanwhile. */
  async #tell(device: Device): Promise<void> {
    if (this.#busy.has(device.ieee)) return;
    this.#busy.add(device.ieee);
    this.#awoken.delete(device.ieee);
    const first = () => this.#waiting(device).find((each) => !this.#unkept.has(each));
    try {
      for (let next = first(); next; next = first()) if (!(await this.#tellOne(device, next))) return;
    } finally {
      this.#busy.delete(device.ieee);
      if (this.#awoken.delete(device.ieee) && first()) void this.#tell(device);
    }
  }

  /** Answers whether the device may be told more. */
  async #tellOne(device: Device, wanted: WaitingMembership): Promise<boolean> {
    const { light, endpoint, group, joins } = wanted;
    try {
      await this.#sender.ask(device, { do: joins ? "join" : "leave", target: { ieee: device.ieee, endpoint }, group });
    } catch (error) {
      if (!(error instanceof RadioError))
        this.#context.log.error(`${light}: its groups could not be changed: ${error}`);
      else if (error.code !== "refused" && error.code !== "unsupported" && error.code !== "invalid") return false;
      else if (!DONE_ALREADY.includes(error.status)) this.#refuse(wanted, error);
    }
    this.#change(
      device,
      this.#waiting(device).filter((each) => each !== wanted),
    );
    this.#written.rebase(keyOf(wanted), (below) => (below === wanted ? undefined : below));
    this.#changed(device);
    return true;
  }

  #refuse({ light, group, joins }: WaitingMembership, { message, status }: RadioError): void {
    const { store, clock, log } = this.#context;
    if (!joins) return;
    this.#refused.add(`${light} ${group}`);
    const address: Address = `/groups/${group}`;
    if (status !== TABLE_FULL) {
      log.warn(`${light}: it is not in ${address} on air: ${message}`);
      return;
    }
    this.#full.set(light, clock.uptime());
    log.warn(`${light}: it cannot be in more groups, and is not in ${address}`);
    const lights = listed(store.get(address)?.attr.lights).filter((id) => id !== idOf(light));
    store.patch(address, "attr", { lights }, { ...BY_RADIO, undo: true });
  }
}

function keyOf({ light, group }: WaitingMembership): string {
  return `${light} ${group}`;
}

function listed(lights: unknown): readonly unknown[] {
  return Array.isArray(lights) ? lights : [];
}
