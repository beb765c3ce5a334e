/**
 * The ledgers of all devices: they grow in memory with the news of the radio, and are written many at once, seldom, and when the gateway
 * stops; a process that is killed loses the last hour of them. And the tally of the stick itself, which is not kept.
 */
import { NOTHING } from "../../core/records.ts";
import type { Store } from "../../core/store.ts";
import { idOf, macOf } from "../../model/addresses.ts";
import type { StickCounters } from "../../model/doctor/deliveries.ts";
import { CHANNEL_LEDGER, LEDGERS } from "../../model/doctor/ledgers.ts";
import type { StickTotals } from "../../model/doctor/troubles.ts";
import { HOUR } from "../../model/history/rollups.ts";
import type { Clock } from "../../model/ports.ts";
import type { RadioEvent } from "../../model/radio/radio-port.ts";
import type { Address } from "../../model/resource.ts";
import { BY_GATEWAY } from "../engine.ts";
import { Ledger } from "./ledger.ts";

interface LedgersParts {
  readonly store: Store;
  readonly clock: Clock;
}

export class Ledgers {
  readonly #parts: LedgersParts;
  readonly #ledgers = new Map<string, Ledger>();
  readonly #unsaved = new Set<string>();

  constructor(parts: LedgersParts) {
    this.#parts = parts;
    for (const { address, attr } of parts.store.list(LEDGERS)) {
      const ledger = address === CHANNEL_LEDGER ? undefined : Ledger.unpack(String(attr.packed));
      if (ledger) this.#ledgers.set(idOf(address), ledger);
    }
  }

  /** Of a device that is there; begun where there is none yet. */
  of(uniqueid: string): Ledger {
    const known = this.#ledgers.get(uniqueid);
    if (known) return known;
    const ledger = Ledger.begin(this.#parts.clock.now());
    this.#ledgers.set(uniqueid, ledger);
    return ledger;
  }

  find(uniqueid: string): Ledger | undefined {
    return this.#ledgers.get(uniqueid);
  }

  hear(event: RadioEvent): void {
    const now = this.#parts.clock.now();
    switch (event.kind) {
      case "deliveries":
        for (const { ieee, ...counts } of event.devices) this.#change(ieee, (ledger) => ledger.note(now, counts));
        return;
      case "joined":
      case "announced":
        this.#change(event.ieee, (ledger) => ledger.came(now));
        return;
      case "left":
        this.#change(event.ieee, (ledger) => ledger.left(now));
        return;
      case "seen":
        this.#change(event.ieee, (ledger) => {
          ledger.at.heard = now;
        });
    }
  }

  /** `via`: its parent, or the next hop on the route to it. */
  goesBy(uniqueid: string, via: string): void {
    if (this.#parts.store.get(`/devices/${uniqueid}`) === undefined) return;
    this.of(uniqueid).goesBy(via, this.#parts.clock.now());
    this.#unsaved.add(uniqueid);
  }

  /** The ledgers that have changed, of devices that are still there. */
  save(): void {
    const { store } = this.#parts;
    for (const uniqueid of this.#unsaved) {
      const ledger = this.#ledgers.get(uniqueid);
      if (ledger && store.get(`/devices/${uniqueid}`)) keepPacked(store, `${LEDGERS}/${uniqueid}`, ledger.pack());
    }
    this.#unsaved.clear();
  }

  /** Devices that are gone for good have none. */
  prune(): void {
    const { store } = this.#parts;
    for (const uniqueid of this.#ledgers.keys()) {
      if (store.get(`/devices/${uniqueid}`)) continue;
      this.#ledgers.delete(uniqueid);
      this.#unsaved.delete(uniqueid);
    }
    for (const { address } of store.list(LEDGERS))
      if (address !== CHANNEL_LEDGER && !store.get(`/devices/${idOf(address)}`)) store.remove(address, BY_GATEWAY);
  }

  #change(ieee: string, change: (ledger: Ledger) => void): void {
    const uniqueid = macOf(ieee);
    change(this.of(uniqueid));
    this.#unsaved.add(uniqueid);
  }
}

export function keepPacked(store: Store, address: Address, packed: string): void {
  const attr = { packed };
  if (store.get(address)) store.patch(address, "attr", attr, BY_GATEWAY);
  else store.put({ address, type: "Ledger", attr, config: NOTHING, state: NOTHING, action: NOTHING }, BY_GATEWAY);
}

// ---- the stick

type Counter = keyof StickCounters;

const HOURS = 24;

/** The stick's own counts of its frames for a day, hour by hour; only some firmware counts. A restart of the gateway forgets them. */
export class StickTally {
  readonly #hours = new Map<number, Partial<Record<Counter, number>>>();
  #since = 0;

  note(counters: StickCounters, now: number): void {
    this.#since ||= now;
    const hour = Math.floor(now / HOUR);
    const counted = this.#hours.get(hour) ?? {};
    for (const [name, count] of Object.entries(counters) as [Counter, number][])
      counted[name] = (counted[name] ?? 0) + count;
    this.#hours.set(hour, counted);
    for (const old of this.#hours.keys()) if (old <= hour - HOURS) this.#hours.delete(old);
  }

  /** Another stick may have the network now. */
  clear(): void {
    this.#hours.clear();
    this.#since = 0;
  }

  /** Undefined where it has not counted anything yet. */
  totals(now: number): StickTotals | undefined {
    if (this.#since === 0) return undefined;
    const sum = (name: Counter) =>
      [...this.#hours].reduce((all, [hour, counted]) => all + (isLately(hour, now) ? (counted[name] ?? 0) : 0), 0);
    return {
      since: Math.max(this.#since, now - HOURS * HOUR),
      ...{ sent: sum("sent"), retried: sum("retried"), failed: sum("failed") },
      ...{ channel: sum("channel"), buffers: sum("buffers") },
      ...{ undecrypted: sum("undecrypted"), replayed: sum("replayed") },
    };
  }
}

function isLately(hour: number, now: number): boolean {
  return hour > Math.floor(now / HOUR) - HOURS;
}
