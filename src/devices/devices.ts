/** The devices behind the resources: what they are, what they report, and what is sent to them. */
import { familyOf } from "../model/addresses.ts";
import type { DeliveryResult, Devices, DeviceValues } from "../model/devices.ts";
import { type Address, hasMembers, type Resource, type Section, type Stop, type Values } from "../model/resource.ts";
import { introspectButtons } from "./buttons/button-introspection.ts";
import { keyDeed } from "./buttons/key-deeds.ts";
import { DeviceDelivery, Refusals } from "./commands/delivery.ts";
import { unwritable, writableMembers } from "./commands/orders.ts";
import { Outbound } from "./commands/outbound.ts";
import { Sender } from "./commands/sender.ts";
import { Sirens, TimedOffs } from "./commands/timed-offs.ts";
import { WeekSchedules } from "./commands/week-schedules.ts";
import { CommandOutbox } from "./desired/command-outbox.ts";
import { DesiredState } from "./desired/desired-state.ts";
import { Outbox } from "./desired/outbox.ts";
import { Refresh } from "./desired/refresh.ts";
import { TimedEnds } from "./desired/timed-ends.ts";
import { Transitions } from "./desired/transitions.ts";
import type { DevicesContext, DevicesPorts } from "./devices-context.ts";
import { Availability, LastSeen } from "./inventory/availability.ts";
import { DeviceRemoval, rememberNames, watchDisabled } from "./inventory/client-edits.ts";
import { DeviceInventory } from "./inventory/device-inventory.ts";
import { type Device, isSleeper, openDeviceRegistry } from "./inventory/device-registry.ts";
import { Replacement } from "./inventory/replacement.ts";
import { RadioEvents } from "./radio-events.ts";
import { GroupMemberships, groupNumber } from "./scenes/group-memberships.ts";
import { Scenes } from "./scenes/scenes.ts";
import { SniffedCommands, type SniffedScene } from "./scenes/sniffed-commands.ts";
import { DeviceMessages } from "./values/device-messages.ts";
import { openProperties } from "./values/device-properties.ts";
import { InitialReads } from "./values/initial-reads.ts";
import { LastValues } from "./values/last-values.ts";

const NO_BUTTONS = { codes: {}, hasWildcards: false } as const;

type DeliveryListener = (result: DeliveryResult) => void;

export interface OpenDevices {
  readonly devices: Devices;
  /** Tells of scenes that remotes recall or store by a frame to the group. */
  readonly onScene: (listener: (scene: SniffedScene) => void) => Stop;
  readonly values: DeviceValues;
  /** Tells how commands end on air. */
  readonly onDelivery: (listener: DeliveryListener) => Stop;
  /** Some of these values are only desired: the device has not confirmed them yet. */
  readonly isDesired: (address: Address, section: Section, names: readonly string[]) => boolean;
  /** From now on the radio is heard. */
  start(): Stop;
}

export function openDevices(ports: DevicesPorts): OpenDevices {
  const listeners = new Set<DeliveryListener>();
  const built = build(ports, (result) => {
    for (const listener of listeners) listener(result);
  });
  return {
    devices: clientPort(built),
    values: built.lastValues,
    isDesired: (address, section, names) => built.desired.isOpen(address, section, names),
    onScene: (listener) => built.sniffed.onScene(listener),
    onDelivery: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => start(built),
  };
}

type Built = ReturnType<typeof build>;

/** Each part is built from those above it; callbacks name parts below, and run when all are built. */
function build(ports: DevicesPorts, concluded: DeliveryListener) {
  const { store, clock } = ports;
  const registry = openDeviceRegistry((ieee) => {
    for (const each of [availability, lastSeen, lastValues, messages]) each.forget(ieee);
  });
  const context: DevicesContext = { ...ports, registry };
  const lastValues = new LastValues(clock);
  const lastSeen = new LastSeen(context);
  const sender = new Sender(ports, (device, taken) => {
    if (hasMembers(taken)) lastValues.record(device.ieee, taken);
    radioEvents.heard(device);
  });
  const availability = new Availability(context, (device) => radioEvents.heard(device));
  const refresh = new Refresh(context, availability, sender);
  const outbox = new Outbox(ports, sender);
  const commandOutbox = new CommandOutbox(ports, outbox, (command) => outbound.resend(command));
  const timedOffs = new TimedOffs(ports, (light) => outbound.switchOff(light));
  const timedEnds = new TimedEnds(ports);
  const desired = new DesiredState(store, timedEnds, (address, section, values) => {
    if (section !== "state") return;
    if (values.on === false) timedOffs.end(address); // the light was switched off before its time was over
    commandOutbox.reported(address, values);
  });
  const transitions = new Transitions(ports, refresh, (address, state) => desired.report(address, "state", state));
  const memberships = new GroupMemberships(context, outbox, sender, (device) => scenes.heard(device));
  const scenes = new Scenes(context, memberships, sender);
  const refusals = new Refusals(ports);
  const delivery = new DeviceDelivery(sender, refusals, timedOffs);
  const removal = new DeviceRemoval(context, outbox);
  const state = { desired, outbox, commandOutbox, transitions, refresh, timedEnds, timedOffs };
  const parts = {
    ...context,
    ...state,
    availability,
    inventory: new DeviceInventory(context),
    isAsleep: (device: Device) => lastSeen.isAsleep(device),
    lastValues,
    memberships,
    scenes,
    sender,
    sirens: new Sirens(ports),
  };
  const messages = new DeviceMessages(parts);
  const weeks = new WeekSchedules(parts);
  const initialReads = new InitialReads(parts);
  const outbound = new Outbound({ ...parts, delivery, refusals, concluded });
  const sniffed = new SniffedCommands(context, refresh, (light, milliseconds) => {
    outbound.overtake(light);
    transitions.movedByOthers(light, milliseconds);
  });
  const radioEvents = new RadioEvents({ ...parts, initialReads, lastSeen, messages, removal, sniffed, weeks });
  const replacement = new Replacement({
    ...{ ...context, outbox, removal },
    renewed: (device) => radioEvents.renewed(device),
    restore: (ieee) => radioEvents.restore(ieee),
  });
  return { ...parts, initialReads, messages, outbound, radioEvents, removal, replacement, sniffed, weeks };
}

/** The port by which handlers talk to the devices. */
function clientPort(built: Built): Devices {
  const { availability, memberships, messages, outbound, registry, removal, replacement, transitions, weeks } = built;
  const plannedAt = ({ address }: Resource) => registry.resourceAt(address)?.resource.planned;
  return {
    obstacle: (resource) => obstacleTo(built, resource),
    writable: (resource, section) => {
      const planned = plannedAt(resource);
      return planned ? writableMembers(planned, section) : Object.keys(resource[section]); // `obstacle` tells the handler the reason
    },
    unsupported: (resource, section, values) => {
      const planned = plannedAt(resource);
      return planned ? unwritable(planned, section, values) : [];
    },
    send: (command) => outbound.send(command),
    enqueue: (command) => outbound.enqueue(command),
    sendAndWait: (command) => weeks.sendAndWait(command),
    setpointRange: (sensor) => {
      const mappings = plannedAt(sensor)?.mappings ?? [];
      const { min, max } = mappings.find(({ member }) => member === "heatsetpoint") ?? {};
      return [(min ?? Number.NEGATIVE_INFINITY) * 100, (max ?? Number.POSITIVE_INFINITY) * 100];
    },
    recall: (recall) => outbound.recall(recall),
    join: ({ address }, group) => memberships.join(address, group),
    leave: ({ address }, group) => memberships.leave(address, group),
    isInTooManyGroups: ({ address }) => memberships.isFull(address),
    removed: (resource, reset) => removal.resourceDeleted(resource, reset),
    takeOver: (wanted) => replacement.takeOver(wanted),
    giveBack: (wanted) => replacement.giveBack(wanted),
    wasReset: (ieee) => {
      const device = registry.get(ieee);
      if (device) availability.markLost(device);
    },
    isMoving: ({ address }) => transitions.isMoving(address),
    buttons: (sensor) => {
      const buttons = plannedAt(sensor)?.buttons;
      return buttons && introspectButtons(buttons);
    },
    keyDeed: (sensor, code) => keyDeed(plannedAt(sensor)?.buttons ?? NO_BUTTONS, code),
    ...openProperties({
      ...built,
      apply: (device: Device, payload: Values) => messages.receive(device, { endpoint: 0, payload }),
    }),
  };
}

function obstacleTo({ radio, registry }: Built, { address }: Resource): ReturnType<Devices["obstacle"]> {
  const owner = registry.resourceAt(address);
  if (owner && isSleeper(owner.device)) return undefined; // its commands wait in the outbox
  if (!radio.up) return "radio-down";
  if (radio.away) return "away";
  const isGroup = familyOf(address) === "groups";
  if (!isGroup && !owner) return "unknown";
  const target = owner
    ? { ieee: owner.device.ieee, endpoint: owner.resource.planned.source }
    : { group: groupNumber(address), members: [] };
  return radio.hasRoom(target) ? undefined : "busy";
}

function start(built: Built): Stop {
  const { availability, commandOutbox, initialReads, outbox, radio, radioEvents, refresh } = built;
  const { replacement, scenes, sirens, sniffed, store, timedOffs, transitions, weeks } = built;
  outbox.load();
  for (const { attr } of store.list("/devices"))
    if (attr.options) radio.setOptions(String(attr.ieee), attr.options as Values);
  const stops = [
    sniffed.onScene(({ does, group, scene }) => does === "store" && scenes.stored(group, scene)),
    radio.hear((event) => radioEvents.hear(event)),
    rememberNames(built),
    watchDisabled(built, (device, isIgnored) => radioEvents.setIgnored(device, isIgnored)),
    availability.start(),
    outbox.start(),
    timedOffs.start(),
    commandOutbox.start(),
    scenes.start(),
    weeks.start(),
    replacement.start(),
    () => sirens.stop(),
    () => refresh.close(),
    () => initialReads.close(),
    () => transitions.close(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
