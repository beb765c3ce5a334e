/**
 * "On for five minutes": most lamps count these themselves, and all that they report is that they are off. The cause of that report
 * names the sender of the command all the same. A restart forgets the sender.
 */
import type { DeviceCommand } from "../../model/devices.ts";
import type { Clock } from "../../model/ports.ts";
import type { Address, Cause, Section, Values } from "../../model/resource.ts";
import { BY_RADIO } from "../inventory/device-registry.ts";

const EARLY = 3_000; // milliseconds: clocks of lamps are no better
const LATE = 15_000; //  until a report is here
const TENTH = 100;

interface Begun {
  readonly by: string;
  readonly due: number; // uptime
}

export class TimedEnds {
  readonly #clock: Clock;
  readonly #begun = new Map<Address, Begun>();

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock;
  }

  /** A light is told this. */
  told({ resource, section, values, cause }: Pick<DeviceCommand, "resource" | "section" | "values" | "cause">): void {
    if (section !== "state" || !("on" in values)) return;
    const span = values.on === true ? Number(values.ontime ?? 0) * TENTH : 0;
    if (span > 0) this.#begun.set(resource.address, { by: cause.by, due: this.#clock.uptime() + span });
    else this.#begun.delete(resource.address);
  }

  /** The cause of a report: a light that is off when its time must be over carries out a command. */
  causeOf(address: Address, section: Section, values: Values): Cause {
    const own = section === "state" && values.on === false ? this.#begun.get(address) : undefined;
    const now = this.#clock.uptime();
    if (!own || now < own.due - EARLY) return BY_RADIO;
    this.#begun.delete(address);
    return now <= own.due + LATE ? { ...BY_RADIO, begunBy: own.by } : BY_RADIO;
  }
}
