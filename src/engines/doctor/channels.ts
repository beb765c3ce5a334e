/** How much goes on in each channel: when it was measured last, and by the hour of the day, as far as the stick can tell. */
import type { Store } from "../../core/store.ts";
import { CHANNEL_LEDGER } from "../../model/doctor/ledgers.ts";
import type { ChannelView } from "../../model/doctor/troubles.ts";
import { HOUR } from "../../model/history/rollups.ts";
import { keepPacked } from "./ledgers.ts";

export const CHANNELS: readonly number[] = Array.from({ length: 16 }, (_, index) => 11 + index);

const HOURS = 24;
const NOT_KNOWN = 255; // a measured level is 254 at most
const NEW = 0.4; // of a new value in the mean of its hour
const FRESH = 3 * HOUR;
const FORM = 1;
const HEAD = 1 + 4 + 4 + 1;
const PACKED = HEAD + CHANNELS.length * (1 + HOURS);

export class Channels {
  readonly #store: Store;
  readonly #now = new Map<number, number>();
  readonly #hours = new Map<number, (number | undefined)[]>();
  #at = 0;
  #own = 0;
  #movedAt = 0;

  constructor(store: Store) {
    this.#store = store;
    this.#unpack(String(store.get(CHANNEL_LEDGER)?.attr.packed ?? ""));
  }

  note(energy: Readonly<Record<string, number>>, now: number): void {
    const hour = Math.floor(now / HOUR) % HOURS;
    for (const [name, value] of Object.entries(energy)) {
      const channel = Number(name);
      if (!CHANNELS.includes(channel)) continue;
      const hours = this.#hours.get(channel) ?? [];
      const before = hours[hour];
      const level = Math.max(0, Math.min(NOT_KNOWN - 1, value));
      hours[hour] = before === undefined ? level : before * (1 - NEW) + level * NEW;
      this.#hours.set(channel, hours);
      this.#now.set(channel, level);
    }
    this.#at = now;
  }

  /** The network is on this channel now; answers whether it was on another one before. */
  isOn(channel: number, now: number): boolean {
    const hasMoved = this.#own !== 0 && this.#own !== channel;
    if (hasMoved) this.#movedAt = now;
    this.#own = channel;
    return hasMoved;
  }

  /** The levels that were measured of late. */
  energy(now: number): ReadonlyMap<number, number> {
    return now - this.#at < FRESH ? this.#now : new Map();
  }

  view(able: boolean): ChannelView {
    return {
      at: this.#at || null,
      able,
      own: this.#own || null,
      moved: this.#movedAt || null,
      channels: CHANNELS.map((channel) => ({
        channel,
        now: this.#now.get(channel) ?? null,
        hours: Array.from({ length: HOURS }, (_, hour) => rounded(this.#hours.get(channel)?.[hour])),
      })),
    };
  }

  save(): void {
    if (this.#own === 0) return;
    const bytes = Buffer.alloc(PACKED, NOT_KNOWN);
    bytes.writeUInt8(FORM, 0);
    bytes.writeUInt32LE(Math.floor(this.#at / 1000), 1);
    bytes.writeUInt32LE(Math.floor(this.#movedAt / 1000), 5);
    bytes.writeUInt8(this.#own, 9);
    for (const [index, channel] of CHANNELS.entries()) {
      const row = [this.#now.get(channel), ...Array.from({ length: HOURS }, (_, h) => this.#hours.get(channel)?.[h])];
      for (const [at, value] of row.entries())
        bytes.writeUInt8(value === undefined ? NOT_KNOWN : Math.round(value), HEAD + index * (1 + HOURS) + at);
    }
    keepPacked(this.#store, CHANNEL_LEDGER, bytes.toString("base64"));
  }

  #unpack(packed: string): void {
    const bytes = Buffer.from(packed, "base64");
    if (bytes.length !== PACKED || bytes[0] !== FORM) return;
    this.#at = bytes.readUInt32LE(1) * 1000;
    this.#movedAt = bytes.readUInt32LE(5) * 1000;
    this.#own = bytes.readUInt8(9);
    for (const [index, channel] of CHANNELS.entries()) {
      const row = [...bytes.subarray(HEAD + index * (1 + HOURS), HEAD + (index + 1) * (1 + HOURS))];
      const [now, ...hours] = row.map((value) => (value === NOT_KNOWN ? undefined : value));
      if (now !== undefined) this.#now.set(channel, now);
      this.#hours.set(channel, hours);
    }
  }
}

function rounded(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value);
}
