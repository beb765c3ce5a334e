/** When a device was heard last, in the form that clients of zigbee2mqtt were told so far. */
import type { Store } from "../../core/store.ts";
import type { Clock } from "../../model/ports.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { Values } from "../../model/resource.ts";
import { localSeconds, readMinutes } from "../../model/time/times.ts";
import { offsetAt } from "../../model/time/zones.ts";
import type { MqttDevice } from "./mqtt-house.ts";

/** As zigbee2mqtt's setting `last_seen` has them. */
export type LastSeenForm = "ISO_8601" | "ISO_8601_local" | "epoch" | "disable";

interface LastSeenParts {
  readonly form: LastSeenForm;
  readonly store: Store;
  readonly clock: Clock;
}

const MINUTE = 60_000; // milliseconds

export class LastSeen {
  readonly #parts: LastSeenParts;
  readonly #heard = new Map<Ieee, number>(); // with values; the store knows it to the minute alone

  constructor(parts: LastSeenParts) {
    this.#parts = parts;
  }

  heard(ieee: Ieee): void {
    this.#heard.set(ieee, this.#parts.clock.now());
  }

  of({ ieee, resource }: Pick<MqttDevice, "ieee" | "resource">): Values {
    const { form, store } = this.#parts;
    if (form === "disable") return {};
    // The store also knows of messages without values.
    const at = Math.max(this.#heard.get(ieee) ?? 0, readMinutes(resource.attr.lastseen) || 0);
    if (at === 0) return {};
    if (form === "epoch") return { last_seen: at };
    const zone = () => String(store.get("/config")?.attr.timezone ?? "UTC");
    return { last_seen: form === "ISO_8601" ? utc(at) : local(at, zone()) };
  }
}

function utc(at: number): string {
  return new Date(at).toISOString();
}

/** "2026-03-29T12:34:56+02:00". */
function local(at: number, zone: string): string {
  const offset = Math.round(offsetAt(at, zone) / MINUTE);
  const digits = (value: number) => String(value).padStart(2, "0");
  const away = Math.abs(offset);
  const hours = `${digits(Math.floor(away / 60))}:${digits(away % 60)}`;
  return `${localSeconds(at, zone)}${offset < 0 ? "-" : "+"}${hours}`;
}
