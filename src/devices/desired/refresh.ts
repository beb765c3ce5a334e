/** Asks lights how they are, where nobody would tell otherwise: after a start, after a group was told something, when power comes back. */
import { wordsOf } from "../../model/errors.ts";
import { isSilence, type Order, RadioError, type RadioFailure } from "../../model/radio.ts";
import type { Address, Stop } from "../../model/resource.ts";
import { framedReads } from "../commands/custom-frames.ts";
import { openPacedQueue } from "../commands/paced-queue.ts";
import type { Sender } from "../commands/sender.ts";
import { readsFor } from "../commands/standard-commands.ts";
import type { Availability } from "../inventory/availability.ts";
import type { Device, DeviceResource } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";
import type { Held } from "./belief.ts";

const BETWEEN = 250; // milliseconds
const AGAIN = 4_000;
const TRIES = 3;
const TRIES_HELD = 2; // where something hangs on the answer: one after the other
/** Who refuses is there. */
const ANSWERS: readonly RadioFailure[] = ["refused", "unsupported", "invalid"];
/** How a light is. */
export const HOW_LIGHTS_ARE: readonly string[] = [
  "on",
  "bri",
  "xy",
  "ct",
  "hue",
  "sat",
  "lift",
  "tilt",
  "open",
  "speed",
  "music_sync",
];

/** What hangs on the answer of a light. */
export type Hanging = Pick<Held, "keep" | "takeBack">;

export interface Refresh {
  /** So many milliseconds from now. What is held is kept or taken back by how the light answers. */
  soon(device: Device, part: DeviceResource, milliseconds: number, held?: Hanging): void;
  /** At once, before all others: it did not answer what it was told. Answers whether it is there; if it is silent, what is held is taken back. */
  now(device: Device, part: DeviceResource, held?: Pick<Held, "takeBack">): Promise<boolean>;
  /** All lights of a device, when their turn comes. */
  device(device: Device): void;
  clear(): void;
  close(): void;
}

/** The light is asked when this is due; what was to be asked before that waits for it, unless something hangs on that answer and nothing on this. */
interface Planned {
  readonly due: number; // uptime
  readonly cancel: Stop;
  readonly held: readonly Hanging[];
}

export function openRefresh(
  { clock, log, registry }: DevicesContext,
  availability: Availability,
  { ask: askDevice }: Sender,
): Refresh {
  const lane = openPacedQueue(clock, log, BETWEEN);
  const plans = new Map<Address, readonly Planned[]>();
  const open = new Map<Address, readonly Hanging[]>(); // what hangs on the next answer
  const queue = (device: Device, part: DeviceResource) => lane.add(part.address, () => ask(device, part));
  const clear = () => {
    const planned = [...plans.values()].flat();
    for (const { cancel } of planned) cancel();
    plans.clear();
    lane.clear();
    const held = [...planned.map((plan) => plan.held), ...open.values()].flat();
    open.clear();
    for (const each of held) each.keep(); // nobody can say otherwise
  };
  return {
    soon: (device, part, milliseconds, held) => {
      const { address } = part;
      const due = clock.uptime() + milliseconds;
      const before = plans.get(address) ?? [];
      const early = before.filter((plan) => plan.due <= due && (held !== undefined || plan.held.length === 0));
      for (const { cancel } of early) cancel();
      const run = () => {
        const rest = (plans.get(address) ?? []).filter((other) => other !== plan);
        if (rest.length > 0) plans.set(address, rest);
        else plans.delete(address);
        open.set(address, [...(open.get(address) ?? []), ...plan.held]);
        queue(device, part);
      };
      const all = [...early.flatMap((plan) => plan.held), ...(held ? [held] : [])];
      const plan: Planned = { due, cancel: clock.after(milliseconds, run), held: all };
      plans.set(address, [...before.filter((other) => !early.includes(other)), plan]);
    },
    now: async ({ ieee }, { address }, held) => {
      const behind = registry.resourceAt(address);
      if (behind?.device.ieee !== ieee) return false;
      try {
        await read(behind.device, behind.resource, true);
        return true;
      } catch (error) {
        if (isSilence(error)) {
          held?.takeBack();
          availability.markLost(behind.device);
        }
        if (!(error instanceof RadioError)) log.error(`${address}: it could not be asked: ${wordsOf(error)}`);
        return error instanceof RadioError && ANSWERS.includes(error.code);
      }
    },
    device: (device) => {
      if (device.facts.sleepy) return;
      for (const part of device.resources) if (part.planned.family === "lights") queue(device, part);
    },
    clear,
    close: () => {
      clear();
      lane.close();
    },
  };

  /** What is known of the device may have become more since it was to be asked: it goes by its address. */
  async function ask({ ieee }: Device, { address }: DeviceResource, tries = TRIES): Promise<void> {
    const held = open.get(address) ?? [];
    open.delete(address);
    const behind = registry.resourceAt(address);
    if (behind?.device.ieee !== ieee) {
      for (const each of held) each.keep();
      return;
    }
    const { device, resource } = behind;
    try {
      await read(device, resource, held.length > 0);
      for (const each of held) each.keep();
    } catch (error) {
      if (isSilence(error)) return await unanswered(device, resource, held, tries - 1);
      for (const each of held) each.keep(); // it is there, and says no more
      if (!(error instanceof RadioError)) throw error;
    }
  }

  /** `isAwaited`: something hangs on its answer, also where it has nothing to tell. */
  async function read(device: Device, part: DeviceResource, isAwaited: boolean): Promise<void> {
    const orders = ordersFor(device, part);
    for (const order of orders) await askDevice(device, order);
    if (orders.length === 0 && isAwaited) await askDevice(device, { do: "ping", target: { ieee: device.ieee } });
  }

  async function unanswered(
    device: Device,
    part: DeviceResource,
    held: readonly Hanging[],
    tries: number,
  ): Promise<void> {
    if (held.length === 0) return askAgain(device, part, tries);
    if (tries > TRIES - TRIES_HELD) {
      open.set(part.address, [...held, ...(open.get(part.address) ?? [])]);
      return await ask(device, part, tries);
    }
    for (const each of held) each.takeBack();
    availability.markLost(device);
  }

  /** One answer may get lost, and the light might not tell by itself how it is for half an hour. */
  function askAgain(device: Device, part: DeviceResource, tries: number): void {
    const { address } = part;
    availability.probeFailed(device);
    if (tries === 0 || plans.has(address)) return;
    const run = () => {
      plans.delete(address);
      lane.add(address, () => ask(device, part, tries));
    };
    plans.set(address, [{ due: clock.uptime() + AGAIN, cancel: clock.after(AGAIN, run), held: [] }]);
  }
}

function ordersFor({ ieee, hasConverter }: Device, { planned }: DeviceResource): readonly Order[] {
  const target = { ieee, endpoint: planned.source };
  const links = planned.mappings.filter(
    ({ section, member, writable }) => section === "state" && writable && HOW_LIGHTS_ARE.includes(member),
  );
  if (!hasConverter)
    return readsFor(
      target,
      links.map(({ member }) => member),
    );
  const keys = [...new Set(links.map(({ property }) => property))];
  const whole = framedReads(planned, ieee);
  if (whole.length > 0) return whole;
  return keys.length > 0 ? [{ do: "get", target, keys }] : [];
}
