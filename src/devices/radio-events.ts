/** What the radio tells, and who has to know of it. A message that nobody can bear is lost alone. */
import { wordsOf } from "../model/errors.ts";
import type { DeviceFacts, Ieee, RadioEvent } from "../model/radio.ts";
import { SEARCH } from "../model/search.ts";
import type { Sirens } from "./commands/sirens.ts";
import type { TimedOffs } from "./commands/timed-offs.ts";
import type { WeekSchedules } from "./commands/week-schedules.ts";
import type { Pending } from "./desired/pending.ts";
import type { PendingCommands } from "./desired/pending-commands.ts";
import type { Refresh } from "./desired/refresh.ts";
import type { Availability } from "./inventory/availability.ts";
import type { DeviceRemoval } from "./inventory/client-edits.ts";
import type { DeviceInventory } from "./inventory/device-inventory.ts";
import { type Device, deviceAddress } from "./inventory/device-registry.ts";
import type { LastSeen } from "./inventory/last-seen.ts";
import type { DevicesContext } from "./parts.ts";
import type { GroupMemberships } from "./scenes/group-memberships.ts";
import type { Scenes } from "./scenes/scenes.ts";
import type { SniffedCommands } from "./scenes/sniffed-commands.ts";
import type { DeviceMessages } from "./values/device-messages.ts";
import type { InitialReads } from "./values/initial-reads.ts";

const POWER_IS_BACK = 2_000; // milliseconds until a light that was without power answers well

export interface RadioEventsParts extends DevicesContext {
  readonly inventory: DeviceInventory;
  readonly removal: DeviceRemoval;
  readonly messages: DeviceMessages;
  readonly memberships: GroupMemberships;
  readonly overheard: SniffedCommands;
  readonly pending: Pending;
  readonly availability: Availability;
  readonly refresh: Refresh;
  readonly scenes: Scenes;
  readonly lastSeen: LastSeen;
  readonly sirens: Sirens;
  readonly timedOffs: TimedOffs;
  readonly weeks: WeekSchedules;
  readonly pendingCommands: PendingCommands;
  readonly initialReads: InitialReads;
}

export interface RadioEvents {
  hear(news: RadioEvent): void;
  /** It has answered, or spoken by itself. */
  heard(device: Device, linkquality?: number | null): void;
}

type EventKind = RadioEvent["kind"];
type EventOf<K extends EventKind> = Extract<RadioEvent, { readonly kind: K }>;

export function openRadioEvents(parts: RadioEventsParts): RadioEvents {
  const { store, clock, log, radio, registry, keep } = parts;
  const {
    inventory,
    removal,
    messages,
    memberships,
    overheard,
    pending,
    availability,
    refresh,
    scenes,
    lastSeen,
    sirens,
    timedOffs,
    weeks,
    pendingCommands,
    initialReads,
  } = parts;

  const heard: RadioEvents["heard"] = (device, linkquality) => {
    const isBack = availability.heard(device);
    lastSeen.heard(device, linkquality);
    pending.heard(device);
    memberships.heard(device);
    scenes.heard(device);
    weeks.heard(device);
    initialReads.heard(device);
    pendingCommands.heard(device);
    if (!isBack) return;
    refresh.device(device);
    scenes.look(device);
  };

  /** What there is no row for is no matter of devices. */
  const rows: { readonly [K in EventKind]?: (news: EventOf<K>) => void } = {
    devices: ({ devices }) => inventory.load(devices),
    up: ({ devices, told = [] }) => {
      for (const ieee of inventory.reconcile(devices, told)) removal.removeFromNetwork(ieee, true);
      sirens.calm();
      for (const device of registry.all()) {
        availability.track(device);
        refresh.device(device);
        initialReads.schedule(device);
        scenes.look(device);
        weeks.look(device);
      }
    },
    down: () => {
      availability.radioDown();
      refresh.clear();
      initialReads.clear();
    },
    joined: ({ ieee }) => inventory.pairing(ieee, "joined"),
    interviewing: ({ ieee }) => inventory.pairing(ieee, "interviewing"),
    failed: ({ ieee }) => inventory.pairing(ieee, "failed"),
    device: ({ device }) => arrived(device),
    left: ({ ieee }) => inventory.left(ieee),
    announced: ({ ieee }) => {
      const device = registry.get(ieee);
      if (!device) return;
      heard(device);
      scenes.look(device);
      lastSeen.announced(device);
      for (const part of device.resources.filter(({ planned }) => planned.family === "lights")) {
        timedOffs.powered(part.address);
        if (!device.facts.sleepy) refresh.soon(device, part, POWER_IS_BACK);
      }
      if (Number(store.get(SEARCH)?.attr.until ?? 0) > clock.now()) void revive(ieee);
    },
    payload: (news) => {
      const device = registry.get(news.ieee);
      if (!device) return;
      heard(device);
      messages.receive(device, news);
      if (!news.raw) return;
      overheard.hear(news.ieee, news.raw);
      weeks.hear(device, news.endpoint, news.raw);
    },
    seen: ({ ieee, linkquality }) => {
      const device = registry.get(ieee);
      if (device) heard(device, linkquality);
    },
  };

  function arrived(facts: DeviceFacts): void {
    const arrival = inventory.update(facts);
    if (!arrival) {
      removal.removeFromNetwork(facts.ieee, true);
      return;
    }
    const { device, isNew } = arrival;
    availability.track(device);
    heard(device, facts.linkquality);
    if (!isNew) return;
    // At once: groups and scenes that name it may be kept any moment, and must not lose it in a power cut.
    for (const { address } of [device, ...device.resources]) keep(address).catch(() => {}); // what the disk refuses now, it takes later
    memberships.renew(device);
    scenes.renew(device);
    weeks.look(device);
    refresh.device(device);
    initialReads.schedule(device);
  }

  /** Somebody lets devices in, and one of them said hello: what a client deleted of it comes back. */
  async function revive(ieee: Ieee): Promise<void> {
    try {
      const facts = await radio.describe(ieee);
      if (facts && registry.get(ieee)) inventory.restore(facts);
    } catch (error) {
      log.warn(`${deviceAddress(ieee)}: it could not be asked what it is: ${wordsOf(error)}`);
    }
  }

  return {
    heard,
    hear: (news) => {
      try {
        (rows[news.kind] as ((news: RadioEvent) => void) | undefined)?.(news);
      } catch (error) {
        const ieee = "ieee" in news ? news.ieee : "device" in news ? news.device.ieee : undefined;
        const who = ieee === undefined ? "/devices" : deviceAddress(ieee);
        log.error(`${who}: news of the radio (${news.kind}) could not be understood: ${wordsOf(error)}`);
      }
    },
  };
}
