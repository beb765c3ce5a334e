/** Which lights are in which Zigbee groups: who could not be told so yet is told when it is heard. */
import { idOf } from "../../model/addresses.ts";
import type { Devices, QueuedCommand } from "../../model/devices.ts";
import { type Ieee, RadioError } from "../../model/radio.ts";
import type { Address, Resource } from "../../model/resource.ts";
import type { Sender } from "../commands/sender.ts";
import { type Membership, openFormers, type WaitingRoom } from "../desired/waiting.ts";
import { BY_RADIO, type Device, type DeviceResource, hasCluster } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";

const GROUPS_CLUSTER = 0x0004;
export const ALL_LIGHTS = 0xfff0;
/** Zigbee says so of a group that is there already, or is not there any more. */
const DONE_ALREADY: readonly (number | undefined)[] = [0x8a, 0x8b];
const TABLE_FULL = 0x89;
const NOTHING: QueuedCommand = { send: () => {}, undo: () => {} };
const STAYS_FULL = 600_000; // milliseconds: somebody else may have made room for it, without our hearing of it

export interface GroupMemberships {
  readonly join: Devices["join"];
  readonly leave: Devices["leave"];
  /** It said not long ago that it can be in no more groups, and has left none since. */
  isFull(light: Resource): boolean;
  /** It is a member on air, for all that is known. */
  isIn(group: number, device: Device, part: DeviceResource): boolean;
  /** A frame to the group reaches this light: it is in it, and listens all the time. */
  reaches(group: number, device: Device, part: DeviceResource): boolean;
  heard(device: Device): void;
  /** It has joined the network anew, and forgotten its groups. */
  renew(device: Device): void;
}

/** The number of a group on air. */
export function numberOf(group: Address): number {
  return Number(idOf(group)) || ALL_LIGHTS;
}

export function openGroupMemberships(
  { store, clock, log, registry }: DevicesContext,
  room: WaitingRoom,
  sender: Sender,
  changed: (device: Device) => void,
): GroupMemberships {
  const busy = new Set<Ieee>();
  const awoken = new Set<Ieee>(); // heard while they were being told
  const formers = openFormers<Membership>((one, other) => one === other, isSame);
  const unkept = new Set<Membership>(); // nobody was promised these yet
  const refused = new Set<string>(); // "/lights/3 7": it wants to be in no such group
  const full = new Map<Address, number>(); // when it said so

  const want = (light: Address, group: number, joins: boolean): QueuedCommand => {
    const behind = registry.resourceAt(light);
    if (!behind || group === ALL_LIGHTS || !hasCluster(behind.device, behind.resource, GROUPS_CLUSTER)) return NOTHING;
    const { device, resource } = behind;
    const wanted: Membership = { light, endpoint: resource.planned.source, group, joins };
    const now = () => room.of(device.address).memberships;
    const older = now().filter((each) => isSame(each, wanted));
    const former = formers.note(older);
    const end = () => {
      former.end();
      unkept.delete(wanted);
    };
    unkept.add(wanted);
    room.change(device.address, { memberships: [...now().filter((each) => !isSame(each, wanted)), wanted] });
    return {
      device: device.address,
      send: () => {
        end();
        refused.delete(`${light} ${group}`);
        if (!joins) full.delete(light);
        if (!device.facts.sleepy) void tell(device);
      },
      undo: () => {
        end();
        formers.gone([wanted], former.before);
        if (now().includes(wanted))
          room.change(device.address, {
            memberships: now().flatMap((each) => (each === wanted ? former.before : each)),
          });
      },
    };
  };
  const isIn: GroupMemberships["isIn"] = (group, device, part) =>
    group !== ALL_LIGHTS &&
    hasCluster(device, part, GROUPS_CLUSTER) &&
    !refused.has(`${part.address} ${group}`) &&
    !room
      .of(device.address)
      .memberships.some((each) => each.joins && each.group === group && each.light === part.address);
  return {
    join: (light, group) => want(light.address, numberOf(group), true),
    leave: (light, group) => want(light.address, numberOf(group), false),
    isFull: ({ address }) => clock.uptime() - (full.get(address) ?? Number.NEGATIVE_INFINITY) < STAYS_FULL,
    isIn,
    reaches: (group, device, part) => !device.facts.sleepy && isIn(group, device, part),
    heard: (device) => {
      if (room.of(device.address).memberships.length === 0) return;
      if (busy.has(device.ieee)) awoken.add(device.ieee);
      void tell(device);
    },
    renew: (device) => {
      for (const { address } of device.resources) full.delete(address);
      for (const { address, attr } of store.list("/groups"))
        for (const part of device.resources) {
          const isMember = part.planned.family === "lights" && listed(attr.lights).includes(idOf(part.address));
          if (isMember) want(part.address, numberOf(address), true).send();
        }
    },
  };

  /** One after the other; what comes on top meanwhile is told too. */
  async function tell(device: Device): Promise<void> {
    if (busy.has(device.ieee)) return;
    busy.add(device.ieee);
    awoken.delete(device.ieee);
    try {
      for (let next = first(device); next; next = first(device)) if (!(await tellOne(device, next))) return;
    } finally {
      busy.delete(device.ieee);
      if (awoken.delete(device.ieee) && first(device)) void tell(device);
    }
  }

  function first({ address }: Device): Membership | undefined {
    return room.of(address).memberships.find((each) => !unkept.has(each));
  }

  /** Answers whether it may be told more. */
  async function tellOne(device: Device, wanted: Membership): Promise<boolean> {
    const { light, endpoint, group, joins } = wanted;
    try {
      await sender.ask(device, { do: joins ? "join" : "leave", target: { ieee: device.ieee, endpoint }, group });
    } catch (error) {
      if (!(error instanceof RadioError)) log.error(`${light}: its groups could not be changed: ${error}`);
      else if (error.code !== "refused" && error.code !== "unsupported" && error.code !== "invalid") return false;
      else if (!DONE_ALREADY.includes(error.status)) refuse(wanted, error);
    }
    const left = room.of(device.address).memberships.filter((each) => each !== wanted);
    room.change(device.address, { memberships: left });
    formers.gone([wanted]);
    changed(device);
    return true;
  }

  function refuse({ light, group, joins }: Membership, { message, status }: RadioError): void {
    if (!joins) return;
    refused.add(`${light} ${group}`);
    const address: Address = `/groups/${group}`;
    if (status !== TABLE_FULL) {
      log.warn(`${light}: it is not in ${address} on air: ${message}`);
      return;
    }
    full.set(light, clock.uptime());
    log.warn(`${light}: it cannot be in more groups, and is not in ${address}`);
    const lights = listed(store.get(address)?.attr.lights).filter((id) => id !== idOf(light));
    store.patch(address, "attr", { lights }, { ...BY_RADIO, undo: true });
  }
}

function isSame(one: Membership, other: Membership): boolean {
  return one.light === other.light && one.group === other.group;
}

function listed(lights: unknown): readonly unknown[] {
  return Array.isArray(lights) ? lights : [];
}
