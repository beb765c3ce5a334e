/** Takes the events of the radio apart, and hands each to the parts that it concerns. An event that fails is logged, and lost alone. */
import { wordsOf } from "../model/errors.ts";
import type { DeviceFacts, Ieee } from "../model/radio/device-facts.ts";
import type { RadioEvent } from "../model/radio/radio-port.ts";
import { SEARCH } from "../model/search.ts";
import type { Sirens, TimedOffs } from "./commands/timed-offs.ts";
import type { WeekSchedules } from "./commands/week-schedules.ts";
import type { CommandOutbox } from "./desired/command-outbox.ts";
import type { Outbox } from "./desired/outbox.ts";
import type { Refresh } from "./desired/refresh.ts";
import type { DevicesContext } from "./devices-context.ts";
import type { Availability, LastSeen } from "./inventory/availability.ts";
import type { DeviceRemoval } from "./inventory/client-edits.ts";
import type { DeviceInventory } from "./inventory/device-inventory.ts";
import { type Device, deviceAddress, resourcesOf, setReachable } from "./inventory/device-registry.ts";
import type { GroupMemberships } from "./scenes/group-memberships.ts";
import type { Scenes } from "./scenes/scenes.ts";
import type { SniffedCommands } from "./scenes/sniffed-commands.ts";
import type { DeviceMessages } from "./values/device-messages.ts";
import type { InitialReads } from "./values/initial-reads.ts";
import type { LastValues } from "./values/last-values.ts";

const POWER_IS_BACK = 2_000; // milliseconds until a light that was without power answers well

interface RadioEventsParts extends DevicesContext {
  readonly availability: Availability;
  readonly commandOutbox: CommandOutbox;
  readonly initialReads: InitialReads;
  readonly inventory: DeviceInventory;
  readonly lastSeen: LastSeen;
  readonly lastValues: LastValues;
  readonly memberships: GroupMemberships;
  readonly outbox: Outbox;
  readonly messages: DeviceMessages;
  readonly refresh: Refresh;
  readonly removal: DeviceRemoval;
  readonly scenes: Scenes;
  readonly sirens: Sirens;
  readonly sniffed: SniffedCommands;
  readonly timedOffs: TimedOffs;
  readonly weeks: WeekSchedules;
}

type EventKind = RadioEvent["kind"];
type EventOf<K extends EventKind> = Extract<RadioEvent, { readonly kind: K }>;

export class RadioEvents {
  readonly #parts: RadioEventsParts;

  constructor(parts: RadioEventsParts) {
    this.#parts = parts;
  }

  hear(event: RadioEvent): void {
    try {
      (this.#handlers[event.kind] as ((event: RadioEvent) => void) | undefined)?.(event);
    } catch (error) {
      const ieee = "ieee" in event ? event.ieee : "device" in event ? event.device.ieee : undefined;
      const who = ieee === undefined ? "/devices" : deviceAddress(ieee);
      this.#parts.log.error(`${who}: news of the radio (${event.kind}) could not be understood: ${wordsOf(error)}`);
    }
  }

  /** The device has answered, or spoken by itself. */
  heard(device: Device, linkquality?: number | null): void {
    const { availability, commandOutbox, initialReads, lastSeen, memberships, outbox, refresh, scenes, weeks } =
      this.#parts;
    lastSeen.heard(device, linkquality); // shown of an ignored device, too
    if (this.#isIgnored(device)) return;
    const isBack = availability.heard(device);
    outbox.heard(device);
    memberships.heard(device);
    scenes.heard(device);
    weeks.heard(device);
    initialReads.heard(device);
    commandOutbox.heard(device);
    if (!isBack) return;
    refresh.device(device);
    scenes.look(device);
  }

  /** A client has disabled the device, or enabled it again: then it is asked how it is, and is heard as any other. */
  setIgnored(device: Device, isIgnored: boolean): void {
    const { availability, store } = this.#parts;
    if (isIgnored) {
      availability.forget(device.ieee);
      for (const resource of resourcesOf(store, store.get(device.address))) setReachable(store, resource, false);
      return;
    }
    this.#begin(device);
    availability.enabled(device);
  }

  #isIgnored({ address }: Device): boolean {
    return this.#parts.store.get(address)?.attr.disabled === true;
  }

  /** From now on the device's silence counts, and it is asked for values that it does not report by itself. */
  #begin(device: Device): void {
    const { availability, initialReads, refresh, scenes, weeks } = this.#parts;
    availability.track(device);
    refresh.device(device);
    initialReads.schedule(device);
    scenes.look(device);
    weeks.look(device);
  }

  /** Other kinds of events concern engines only. */
  readonly #handlers: { readonly [K in EventKind]?: (event: EventOf<K>) => void } = {
    devices: ({ devices }) => {
      this.#remember(devices);
      this.#parts.inventory.load(devices);
    },
    up: (event) => this.#up(event),
    down: () => {
      this.#parts.availability.radioDown();
      this.#parts.refresh.clear();
      this.#parts.initialReads.clear();
    },
    joined: ({ ieee }) => this.#parts.inventory.pairing(ieee, "joined"),
    interviewing: ({ ieee }) => this.#parts.inventory.pairing(ieee, "interviewing"),
    failed: ({ ieee }) => this.#parts.inventory.pairing(ieee, "failed"),
    device: ({ device }) => this.#described(device),
    left: ({ ieee }) => this.#parts.inventory.left(ieee),
    announced: ({ ieee }) => this.#announced(ieee),
    payload: (event) => this.#payload(event),
    seen: ({ ieee, linkquality }) => {
      const device = this.#parts.registry.get(ieee);
      if (device) this.heard(device, linkquality);
    },
  };

  #remember(devices: readonly DeviceFacts[]): void {
    for (const { ieee, values } of devices) this.#parts.lastValues.remember(ieee, values);
  }

  #up({ devices, told = [] }: EventOf<"up">): void {
    const { inventory, registry, removal, sirens } = this.#parts;
    this.#remember(devices);
    for (const ieee of inventory.reconcile(devices, told)) removal.removeFromNetwork(ieee, true);
    sirens.reset();
    for (const device of registry.all()) if (!this.#isIgnored(device)) this.#begin(device);
  }

  #announced(ieee: Ieee): void {
    const { clock, lastSeen, refresh, registry, scenes, store, timedOffs } = this.#parts;
    const device = registry.get(ieee);
    if (!device) return;
    this.heard(device);
    lastSeen.announced(device);
    if (this.#isIgnored(device)) return;
    scenes.look(device);
    for (const deviceResource of device.resources.filter(({ planned }) => planned.family === "lights")) {
      timedOffs.powered(deviceResource.address);
      if (!device.facts.sleepy) refresh.soon(device, deviceResource, POWER_IS_BACK);
    }
    if (Number(store.get(SEARCH)?.attr.until ?? 0) > clock.now()) void this.#restore(ieee);
  }

  #payload(event: EventOf<"payload">): void {
    const { messages, registry, sniffed, weeks } = this.#parts;
    const device = registry.get(event.ieee);
    if (!device) return;
    this.heard(device);
    if (this.#isIgnored(device)) return;
    messages.receive(device, event);
    if (!event.raw) return;
    sniffed.hear(event.ieee, event.raw);
    weeks.hear(device, event.endpoint, event.raw);
  }

  #described(facts: DeviceFacts): void {
    const { availability, inventory, removal } = this.#parts;
    this.#remember([facts]);
    const arrival = inventory.update(facts);
    if (!arrival) {
      removal.removeFromNetwork(facts.ieee, true);
      return;
    }
    const { device, isNew } = arrival;
    if (this.#isIgnored(device)) {
      this.setIgnored(device, true); // the interview may have added resources
      return;
    }
    availability.track(device);
    this.heard(device, facts.linkquality);
    if (isNew) this.renewed(device);
  }

  /** A device that has joined anew has forgotten its groups, scenes and week: it is told them again. */
  renewed(device: Device): void {
    const { initialReads, keep, memberships, refresh, scenes, weeks } = this.#parts;
    // At once: groups and scenes that name it may be kept any moment, and must not lose it in a power cut.
    for (const { address } of [device, ...device.resources]) keep(address).catch(() => {}); // the disk takes a refused write later
    memberships.renew(device);
    scenes.renew(device);
    weeks.look(device);
    refresh.device(device);
    initialReads.schedule(device);
  }

  /** The device has its former resources again, after a replacement was taken back. */
  async restore(ieee: Ieee): Promise<void> {
    const { availability, inventory, radio, registry } = this.#parts;
    const facts = await radio.describe(ieee);
    if (!facts) return;
    inventory.restore(facts);
    const device = registry.get(ieee);
    if (!device) return;
    availability.track(device);
    this.renewed(device);
  }

  /** The device announced itself while joining is permitted: resources that a client deleted come back. */
  async #restore(ieee: Ieee): Promise<void> {
    const { inventory, log, radio, registry } = this.#parts;
    try {
      const facts = await radio.describe(ieee);
      if (facts && registry.get(ieee)) inventory.restore(facts);
    } catch (error) {
      log.warn(`${deviceAddress(ieee)}: it could not be asked what it is: ${wordsOf(error)}`);
    }
  }
}
