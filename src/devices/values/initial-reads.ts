/**
 * What a device can be asked for and has not told yet: after its interview, and after a start. Lights are asked how they are by others; here
 * are settings, and all that is not reported. A device that sleeps is asked when it is heard, and so is one whose answer got lost. Nobody is
 * asked twice for what it does not know.
 */
import type { Store } from "../../core/store.ts";
import { type Ieee, isSilence, type Order, RadioError } from "../../model/radio.ts";
import type { Stop } from "../../model/resource.ts";
import { unpiecedReads } from "../commands/custom-frames.ts";
import { openPacedQueue } from "../commands/paced-queue.ts";
import type { Sender } from "../commands/sender.ts";
import { HOW_LIGHTS_ARE } from "../desired/refresh.ts";
import type { Device, DeviceResource } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";
import type { ValueMapping } from "../plan/device-plan.ts";
import { extraReads, readOrder } from "../zcl/attribute-reads.ts";

const BETWEEN = 500; // milliseconds
const AT_FIRST = 5_000; // until it has told of itself what it tells
const TRIES = 3;

export interface InitialReads {
  /** It came into the network, or we have just started. */
  schedule(device: Device): void;
  heard(device: Device): void;
  clear(): void;
  close(): void;
}

export function openInitialReads(
  { store, clock, log, registry }: DevicesContext,
  { ask }: Sender,
  sleeps: (device: Device) => boolean,
): InitialReads {
  const lane = openPacedQueue(clock, log, BETWEEN);
  const left = new Map<Ieee, number>(); // who is still to be asked, and how often it may be silent
  const timers = new Map<Ieee, Stop>();
  const forget = () => {
    for (const stop of timers.values()) stop();
    for (const each of [timers, left]) each.clear();
  };
  const queue = ({ ieee, address }: Device) => lane.add(address, () => askAll(ieee));

  async function askAll(ieee: Ieee): Promise<void> {
    const device = registry.get(ieee);
    const tries = left.get(ieee);
    if (!device || tries === undefined) return;
    left.delete(ieee);
    for (const order of questionsFor(device)) {
      try {
        await ask(device, order);
      } catch (error) {
        if (!(error instanceof RadioError)) throw error;
        if (!isSilence(error) && error.code !== "asleep") continue; // it knows no such thing
        if (tries > 1) left.set(ieee, tries - 1);
        return;
      }
    }
  }

  function questionsFor(device: Device): readonly Order[] {
    const untold = device.resources.flatMap((part) => nullLinks(store, part).filter(({ readable }) => !readable));
    const missing = untold.map(({ property }) => property);
    return [...device.resources.flatMap((part) => ofPart(device, part)), ...extraReads(device.facts, missing)];
  }

  /** What its converters can ask for, and what only we can. */
  function ofPart({ ieee, facts }: Device, part: DeviceResource): readonly Order[] {
    const { address, planned } = part;
    const keys = unreadOf(store, part);
    const isSilent = Object.values(store.get(address)?.state ?? {}).includes(null);
    const own = isSilent ? readOrder(planned, ieee) : undefined;
    const get: Order = { do: "get", target: { ieee, endpoint: planned.source }, keys };
    const nulls = nullLinks(store, part).map(({ section, member }) => `${section}/${member}`);
    return [...(keys.length > 0 ? [get] : []), ...(own ? [own] : []), ...unpiecedReads(planned, facts, nulls)];
  }

  return {
    schedule: (device) => {
      if (!device.hasConverter || device.facts.kind === "green-power") return;
      left.set(device.ieee, TRIES);
      timers.get(device.ieee)?.();
      const look = () => {
        timers.delete(device.ieee);
        if (left.has(device.ieee) && !sleeps(device)) queue(device);
      };
      timers.set(device.ieee, clock.after(AT_FIRST, look));
    },
    heard: (device) => {
      const isDue = left.has(device.ieee) && questionsFor(device).length > 0;
      if (isDue && (device.facts.sleepy || !timers.has(device.ieee))) queue(device);
    },
    clear: () => {
      lane.clear();
      forget();
    },
    close: () => {
      lane.close();
      forget();
    },
  };
}

/** In the device's own words. */
function unreadOf(store: Pick<Store, "get">, part: DeviceResource): readonly string[] {
  const isOfLights = (member: string) => part.planned.family === "lights" && HOW_LIGHTS_ARE.includes(member);
  const links = nullLinks(store, part).filter(
    ({ readable, section, member }) => readable && !(section === "state" && isOfLights(member)),
  );
  return [...new Set(links.map(({ property }) => property))];
}

function nullLinks(store: Pick<Store, "get">, { address, planned }: DeviceResource): readonly ValueMapping[] {
  const resource = store.get(address);
  if (!resource) return [];
  return planned.mappings.filter(({ section, member }) => (resource[section][member] ?? null) === null);
}
