/** Asks lights how they are, where nobody would tell otherwise: after a start, after a group was told something, when power comes back. */
import { type Order, RadioError } from "../model/radio.ts";
import type { Address, Stop } from "../model/resource.ts";
import type { Held } from "./belief.ts";
import { openLane } from "./lane.ts";
import type { Inside } from "./parts.ts";
import { isSilence, type Reach } from "./reach.ts";
import type { Known, Part } from "./registry.ts";
import type { Sender } from "./sender.ts";
import { readsFor } from "./standard.ts";

const BETWEEN = 250; // milliseconds
/** Values that a device can be asked for. */
const ASKED: readonly string[] = ["on", "bri", "xy", "ct", "hue", "sat", "lift", "tilt", "open", "speed"];

/** What hangs on the answer of a light. */
export type Hanging = Pick<Held, "keep" | "takeBack">;

export interface Refresh {
  /** So many milliseconds from now. What is held is kept or taken back by how the light answers. */
  soon(device: Known, part: Part, milliseconds: number, held?: Hanging): void;
  /** All lights of a device, when their turn comes. */
  device(device: Known): void;
  clear(): void;
  close(): void;
}

export function openRefresh({ clock, log, registry }: Inside, reach: Reach, { ask: askDevice }: Sender): Refresh {
  const lane = openLane(clock, log, BETWEEN);
  const timers = new Map<Address, Stop>();
  const open = new Map<Address, Hanging[]>();
  const queue = (device: Known, part: Part) => lane.add(part.address, () => ask(device, part));
  const clear = () => {
    for (const cancel of timers.values()) cancel();
    timers.clear();
    lane.clear();
    for (const held of open.values()) for (const each of held) each.keep(); // nobody can say otherwise
    open.clear();
  };
  return {
    soon: (device, part, milliseconds, held) => {
      const { address } = part;
      if (held) open.set(address, [...(open.get(address) ?? []), held]);
      timers.get(address)?.();
      const run = () => {
        timers.delete(address);
        queue(device, part);
      };
      timers.set(address, clock.after(milliseconds, run));
    },
    device: (device) => {
      if (device.facts.sleepy) return;
      for (const part of device.parts) if (part.planned.family === "lights") queue(device, part);
    },
    clear,
    close: () => {
      clear();
      lane.close();
    },
  };

  async function ask(device: Known, part: Part): Promise<void> {
    const held = open.get(part.address) ?? [];
    open.delete(part.address);
    try {
      if (registry.get(device.ieee) === device)
        for (const order of ordersFor(device, part)) await askDevice(device, order);
      for (const each of held) each.keep();
    } catch (error) {
      const isSilent = isSilence(error);
      for (const each of held) isSilent ? each.takeBack() : each.keep(); // else it is there, and says no more
      if (isSilent && held.length > 0) reach.lost(device);
      else if (isSilent) reach.failed(device);
      else if (!(error instanceof RadioError)) throw error;
    }
  }
}

function ordersFor({ ieee, spoken }: Known, { planned }: Part): readonly Order[] {
  const target = { ieee, endpoint: planned.source };
  const links = planned.links.filter(
    ({ section, member, writable }) => section === "state" && writable && ASKED.includes(member),
  );
  if (!spoken)
    return readsFor(
      target,
      links.map(({ member }) => member),
    );
  const keys = [...new Set(links.map(({ property }) => property))];
  return keys.length > 0 ? [{ do: "get", target, keys }] : [];
}
