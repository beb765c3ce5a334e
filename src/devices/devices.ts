/** The devices behind the resources: what they are, what they say, and what is sent to them. */
import { familyOf } from "../model/addresses.ts";
import type { DeliveryResult, Devices } from "../model/devices.ts";
import type { Target } from "../model/radio.ts";
import type { Address, Resource, Section, Stop, Values } from "../model/resource.ts";
import { introspectButtons } from "./buttons/button-introspection.ts";
import { openDelivery } from "./commands/delivery.ts";
import { unwritable, writableMembers } from "./commands/member-writes.ts";
import { openOutbound } from "./commands/outbound.ts";
import { openRefusals } from "./commands/refusals.ts";
import { openSender } from "./commands/sender.ts";
import { openSirens } from "./commands/sirens.ts";
import { openStrips } from "./commands/strips.ts";
import { openTimedOffs } from "./commands/timed-offs.ts";
import { openWeekSchedules } from "./commands/week-schedules.ts";
import { openBelief } from "./desired/belief.ts";
import { openFading } from "./desired/fading.ts";
import { openJourneys } from "./desired/journeys.ts";
import { openPending } from "./desired/pending.ts";
import { openPendingCommands } from "./desired/pending-commands.ts";
import { openRefresh } from "./desired/refresh.ts";
import { openWaitingRoom } from "./desired/waiting.ts";
import { Availability } from "./inventory/availability.ts";
import { DeviceRemoval, rememberNames } from "./inventory/client-edits.ts";
import { DeviceInventory } from "./inventory/device-inventory.ts";
import { BY_RADIO, type Device, isSleeper, openDeviceRegistry } from "./inventory/device-registry.ts";
import { LastSeen } from "./inventory/last-seen.ts";
import type { DevicesContext, DevicesParts } from "./parts.ts";
import { openRadioEvents } from "./radio-events.ts";
import { numberOf, openGroupMemberships } from "./scenes/group-memberships.ts";
import { openScenes } from "./scenes/scenes.ts";
import { openSniffedCommands, type SniffedCommands } from "./scenes/sniffed-commands.ts";
import { DeviceMessages } from "./values/device-messages.ts";
import { openProperties } from "./values/device-properties.ts";
import { InitialReads } from "./values/initial-reads.ts";
import { LastValues } from "./values/last-values.ts";

export interface OpenDevices {
  readonly devices: Devices;
  /** Tells of scenes that remotes recall, or store, without us. */
  readonly onScene: SniffedCommands["onScene"];
  /** Tells how wishes end on air. */
  readonly onDelivery: (listener: (verdict: DeliveryResult) => void) => Stop;
  /** From now on it hears the radio. */
  start(): Stop;
}

export function openDevices(outside: DevicesParts): OpenDevices {
  const { store, clock, radio } = outside;
  const registry = openDeviceRegistry((ieee) => {
    for (const each of [availability, lastSeen, lastValues, messages]) each.forget(ieee);
  });
  const inside: DevicesContext = { ...outside, registry };
  const room = openWaitingRoom(outside);
  const belief = openBelief(store);
  const lastValues = new LastValues(clock);
  const lastSeen = new LastSeen(inside);
  const isAsleep = (device: Device) => lastSeen.isAsleep(device);
  const answered = (device: Device) => news.heard(device);
  const sender = openSender(inside, answered);
  const availability = new Availability(inside, answered);
  const refresh = openRefresh(inside, availability, sender);
  const memberships = openGroupMemberships(inside, room, sender, (device) => scenes.heard(device));
  const scenes = openScenes(inside, memberships, sender);
  const sirens = openSirens(inside);
  const refusals = openRefusals(inside);
  const timedOffs = openTimedOffs(inside, (light) => outbound.switchOff(light));
  const deliver = openDelivery({ sender, refusals, timedOffs });
  const pending = openPending(inside, room, sender, (address) => pendingCommands.of(address));
  const pendingCommands = openPendingCommands(inside, (wish) => outbound.again(wish), pending.show);
  const removal = new DeviceRemoval(inside, room);
  const inventory = new DeviceInventory(inside);
  const tell = (address: Address, section: Section, values: Values) => {
    belief.told(address, section, values);
    store.patch(address, section, values, BY_RADIO);
    if (section === "state" && values.on === false) timedOffs.end(address); // somebody was quicker
    if (section === "state") pendingCommands.told(address, values);
  };
  const fading = openFading(inside, refresh, (address, state) => tell(address, "state", state));
  const journeys = openJourneys(inside.clock);
  const strips = openStrips(store, refresh);
  const heard = { lastValues, sender, strips };
  const messages = new DeviceMessages({ ...inside, ...heard, tell, inventory, fading, journeys, pending });
  const weeks = openWeekSchedules({ ...inside, sender, pending, tell });
  const initialReads = new InitialReads({ ...inside, sender, isAsleep });
  const lines = {
    ...inside,
    availability,
    refresh,
    pending,
    memberships,
    scenes,
    sirens,
    pendingCommands,
    initialReads,
    weeks,
  };
  const overheard = openSniffedCommands(inside, refresh, (light, milliseconds) => {
    outbound.overtake(light);
    journeys.stray(light, milliseconds);
  });
  const news = openRadioEvents({ ...lines, timedOffs, overheard, inventory, removal, messages, lastSeen });
  const judges = new Set<(verdict: DeliveryResult) => void>();
  const judged = (verdict: DeliveryResult) => {
    for (const judge of judges) judge(verdict);
  };
  const outbound = openOutbound({
    ...lines,
    belief,
    fading,
    journeys,
    sender,
    isAsleep,
    judged,
    deliver,
    refusals,
    timedOffs,
  });
  const apply = (device: Device, payload: Values) => messages.receive(device, { endpoint: 0, payload });

  const targetOf = (resource: Resource): Target | undefined => {
    if (familyOf(resource.address) === "groups") return { group: numberOf(resource.address), members: [] };
    const behind = registry.resourceAt(resource.address);
    return behind && { ieee: behind.device.ieee, endpoint: behind.resource.planned.source };
  };
  const devices: Devices = {
    obstacle: (resource) => {
      const behind = registry.resourceAt(resource.address);
      if (behind && isSleeper(behind.device)) return undefined; // it is told later in any case
      if (!radio.up) return "radio-down";
      if (radio.away) return "away";
      const target = targetOf(resource);
      if (!target) return "unknown";
      return radio.hasRoom(target) ? undefined : "busy";
    },
    writable: (resource, section) => {
      const behind = registry.resourceAt(resource.address);
      return behind ? writableMembers(behind.resource.planned, section) : Object.keys(resource[section]); // something is in the way
    },
    unsupported: (resource, section, values) => {
      const behind = registry.resourceAt(resource.address);
      return behind ? unwritable(behind.resource.planned, section, values) : [];
    },
    send: outbound.wish,
    enqueue: outbound.note,
    sendAndWait: weeks.told,
    setpointRange: ({ address }) => {
      const links = registry.resourceAt(address)?.resource.planned.mappings ?? [];
      const { min, max } = links.find(({ member }) => member === "heatsetpoint") ?? {};
      return [(min ?? Number.NEGATIVE_INFINITY) * 100, (max ?? Number.POSITIVE_INFINITY) * 100];
    },
    recall: outbound.recall,
    join: memberships.join,
    leave: memberships.leave,
    isInTooManyGroups: memberships.isFull,
    removed: (resource, reset) => removal.resourceDeleted(resource, reset),
    wasReset: (ieee) => {
      const device = registry.get(ieee);
      if (device) availability.markLost(device);
    },
    isMoving: ({ address }) => journeys.isOn(address),
    buttons: (sensor) => {
      const buttons = registry.resourceAt(sensor.address)?.resource.planned.buttons;
      return buttons && introspectButtons(buttons);
    },
    ...openProperties({ ...inside, lastValues, pending, sender, isAsleep, apply }),
  };
  return {
    devices,
    onScene: overheard.onScene,
    onDelivery: (judge) => {
      judges.add(judge);
      return () => judges.delete(judge);
    },
    start: () => {
      room.load();
      for (const { attr } of store.list("/devices"))
        if (attr.options) radio.setOptions(String(attr.ieee), attr.options as Values);
      const stopStored = overheard.onScene(({ does, group, scene }) => does === "store" && scenes.stored(group, scene));
      const stops = [
        stopStored,
        radio.hear(news.hear),
        rememberNames(inside),
        availability.start(),
        pending.start(),
        timedOffs.start(),
        pendingCommands.start(),
        scenes.start(),
        weeks.start(),
      ];
      return () => {
        for (const stop of [...stops, sirens.stop, refresh.close, () => initialReads.close(), fading.close]) stop();
      };
    },
  };
}
