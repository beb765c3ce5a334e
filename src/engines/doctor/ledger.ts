/**
 * The delivery ledger of one device: frames to it, losses, its own frames, and how well it was heard, by the hour for a day; when it
 * came, left and was heard last. Older counts fade. Packed it takes less than 250 bytes.
 */
import { type DeliveryLoss, type DeviceDeliveries, LOSSES } from "../../model/doctor/deliveries.ts";
import { HOUR, MINUTE } from "../../model/history/rollups.ts";

const HOURS = 24;

/** One hour of a device. */
export interface LedgerHour {
  readonly sent: number;
  readonly lost: number;
  readonly told: number; // frames that it sent by itself
  readonly link: number; // 0: not heard
}

type Counts = Omit<DeviceDeliveries, "ieee">;
/** `failing`: the first loss since it was heard last. */
type Moment = "since" | "heard" | "told" | "answered" | "failed" | "failing" | "left" | "came" | "viaAt";

const FADES = 0.8; //        an hour: causes of losses are those of the last hours
const COMINGS_FADE = 0.9; // an hour: how often it came back is told of the last half day
const GAP_FADES = 0.999; //  an hour
const FIRST_GAP = 60; //     minutes: so long a silence is believed at once, and later twice the known one
const MOMENTS: readonly Moment[] = ["since", "heard", "told", "answered", "failed", "failing", "left", "came", "viaAt"];

export class Ledger {
  /** Milliseconds, UTC; 0: never. */
  readonly at: Record<Moment, number> = {
    ...{ since: 0, heard: 0, told: 0, answered: 0, failed: 0, failing: 0, left: 0, came: 0, viaAt: 0 },
  };
  readonly totals = { sent: 0, retried: 0, lost: 0 };
  /** How often it came back, and how often it had another address, of late. */
  comings = 0;
  moves = 0;
  /** Minutes: the longest usual silence between two reports. */
  gap = 0;
  /** Its parent, or the next one on the way to it, as a unique id. */
  via = "";
  /** Frames that were lost since the last one got through. */
  row = 0;
  readonly #hours: LedgerHour[] = Array.from({ length: HOURS }, () => NOTHING);
  readonly #causes = new Map<DeliveryLoss, number>();
  #hour = 0; // since 1970: the newest one
  #linkWeight = 0; // frames that the link of the newest hour is the mean of

  static begin(now: number): Ledger {
    const ledger = new Ledger();
    ledger.at.since = now;
    ledger.#hour = Math.floor(now / HOUR);
    return ledger;
  }

  note(now: number, counts: Counts): void {
    this.roll(now);
    const lost = Object.values(counts.lost).reduce((sum, count) => sum + count, 0);
    for (const [cause, count] of Object.entries(counts.lost))
      this.#causes.set(cause as DeliveryLoss, (this.#causes.get(cause as DeliveryLoss) ?? 0) + count);
    this.totals.sent += counts.sent;
    this.totals.retried += counts.retried;
    this.totals.lost += lost;
    this.moves += counts.moved;
    if (lost > 0) this.at.failed = now;
    if (lost > 0 && this.at.failing <= this.at.heard) this.at.failing = now;
    if (counts.sent > lost) this.at.answered = now;
    this.row = counts.sent > lost ? 0 : this.row + lost;
    if (counts.told > 0) this.#told(now);
    if (counts.heard > 0) this.at.heard = now;
    const hour = this.#newest();
    this.#setNewest({
      sent: hour.sent + counts.sent,
      lost: hour.lost + lost,
      told: hour.told + counts.told,
      link: this.#linkWith(hour.link, counts),
    });
  }

  /** The device joined, or joined again. It says so in several ways within seconds, which count once. */
  came(now: number): void {
    this.roll(now);
    if (now - this.at.came > SAME_COMING) this.comings += 1;
    this.at.came = now;
    this.at.left = 0;
  }

  left(now: number): void {
    this.roll(now);
    this.at.left = now;
  }

  goesBy(via: string, now: number): void {
    this.via = via;
    this.at.viaAt = now;
  }

  /** Time passes: a new hour begins. A clock that was put back begins none. */
  roll(now: number): void {
    const hour = Math.floor(now / HOUR);
    const passed = hour - this.#hour;
    if (passed <= 0) return;
    for (let each = 1; each <= Math.min(passed, HOURS); each += 1) this.#hours[(this.#hour + each) % HOURS] = NOTHING;
    this.#hour = hour;
    this.#linkWeight = 0;
    for (const [cause, count] of this.#causes) this.#causes.set(cause, count * FADES ** passed);
    this.comings *= COMINGS_FADE ** passed;
    this.moves *= COMINGS_FADE ** passed;
    this.gap *= GAP_FADES ** passed;
  }

  /** The newest is the last. */
  hours(now: number): readonly LedgerHour[] {
    this.roll(now);
    return Array.from({ length: HOURS }, (_, ago) => this.#hours[(this.#hour + 1 + ago) % HOURS] ?? NOTHING);
  }

  /** How much each cause counts of late. */
  cause(loss: DeliveryLoss): number {
    return this.#causes.get(loss) ?? 0;
  }

  /** As text, to be kept. */
  pack(): string {
    const bytes = Buffer.alloc(PACKED);
    let at = bytes.writeUInt8(FORM, 0);
    at = bytes.writeUInt32LE(this.#hour, at);
    for (const { sent, lost, told, link } of this.#hours) {
      at = bytes.writeUInt8(Math.min(255, Math.round(link)), at);
      at = bytes.writeUInt8(Math.min(255, Math.round(16 * Math.log2(1 + told))), at);
      at = bytes.writeUInt8((nibble(sent) << 4) | nibble(lost), at);
    }
    for (const loss of LOSSES) at = bytes.writeUInt16LE(Math.min(0xffff, Math.round(16 * this.cause(loss))), at);
    for (const total of [this.totals.sent, this.totals.retried, this.totals.lost])
      at = bytes.writeUInt32LE(Math.min(0xffff_ffff, total), at);
    for (const count of [this.comings, this.moves]) at = bytes.writeUInt8(Math.min(255, Math.round(8 * count)), at);
    for (const moment of MOMENTS) at = bytes.writeUInt32LE(Math.floor(this.at[moment] / 1000), at);
    at = bytes.writeUInt16LE(Math.min(0xffff, Math.round(this.gap)), at);
    bytes.write(this.via.replaceAll(":", ""), at, "hex");
    return bytes.toString("base64");
  }

  /** Undefined: not a ledger, or one of another version. */
  static unpack(packed: string): Ledger | undefined {
    const bytes = Buffer.from(packed, "base64");
    if (bytes.length !== PACKED || bytes[0] !== FORM) return undefined;
    const ledger = new Ledger();
    const next = cursor(bytes);
    ledger.#hour = next.u32();
    for (let hour = 0; hour < HOURS; hour += 1) {
      const [link, told, frames] = [next.u8(), next.u8(), next.u8()];
      ledger.#hours[hour] = {
        link,
        told: Math.round(2 ** (told / 16) - 1),
        sent: ofNibble(frames >> 4),
        lost: ofNibble(frames & 15),
      };
    }
    for (const loss of LOSSES) ledger.#causes.set(loss, next.u16() / 16);
    for (const total of ["sent", "retried", "lost"] as const) ledger.totals[total] = next.u32();
    [ledger.comings, ledger.moves] = [next.u8() / 8, next.u8() / 8];
    for (const moment of MOMENTS) ledger.at[moment] = next.u32() * 1000;
    ledger.gap = next.u16();
    const via = next.rest().toString("hex");
    ledger.via = /[^0]/.test(via) ? (via.match(/../g) ?? []).join(":") : "";
    ledger.#linkWeight = 1;
    return ledger;
  }

  /** Learns how long the device is usually silent. One long silence, when it was lost, counts little. */
  #told(now: number): void {
    const silent = (now - this.at.told) / MINUTE;
    if (this.at.told > 0) this.gap = Math.max(this.gap, Math.min(silent, Math.max(2 * this.gap, FIRST_GAP)));
    this.at.told = now;
  }

  #newest(): LedgerHour {
    return this.#hours[this.#hour % HOURS] ?? NOTHING;
  }

  #setNewest(hour: LedgerHour): void {
    this.#hours[this.#hour % HOURS] = hour;
  }

  #linkWith(mean: number, { link, heard }: Counts): number {
    if (link === null || heard === 0) return mean;
    const weight = mean > 0 ? this.#linkWeight : 0;
    this.#linkWeight = weight + heard;
    return (mean * weight + link * heard) / this.#linkWeight;
  }
}

const NOTHING: LedgerHour = { sent: 0, lost: 0, told: 0, link: 0 };
const SAME_COMING = 10_000; // milliseconds
const FORM = 1;
const PACKED = 1 + 4 + 3 * HOURS + 2 * LOSSES.length + 3 * 4 + 2 + 4 * MOMENTS.length + 2 + 8;

/** 0, 1, 2 to 3, 4 to 7, … in four bits. */
function nibble(count: number): number {
  return count < 1 ? 0 : Math.min(15, 1 + Math.floor(Math.log2(count)));
}

function ofNibble(bits: number): number {
  return bits < 2 ? bits : Math.round(1.5 * 2 ** (bits - 1));
}

function cursor(bytes: Buffer) {
  let at = 1;
  const take = (length: number) => {
    at += length;
    return at - length;
  };
  return {
    u8: () => bytes.readUInt8(take(1)),
    u16: () => bytes.readUInt16LE(take(2)),
    u32: () => bytes.readUInt32LE(take(4)),
    rest: () => bytes.subarray(at),
  };
}
