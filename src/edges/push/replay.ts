/** The numbers by which clients of push catch up after a gap. */
const MOST_MESSAGES = 1_000; // that can be replayed
const MOST_TEXT = 500_000; // characters: well below what may be buffered for a client, since a replay is written at once

/**
 * For clients that connect with `?since=<n>`: their messages carry a running number `n`, and after a gap they get what they missed.
 * `since=0` is a first visit. Where messages cannot be replayed (too long ago, or a number of an earlier run), one message
 * `{"t":"event","e":"resync","n":<n>}` says: read everything anew, and go on from this number. Other clients see nothing of it.
 */
export class Replay {
  #last: number;
  #kept: string[] = []; // the latest messages, without a gap up to #last
  #size = 0;

  /** Numbers grow slower than microseconds: those of an earlier run are smaller, or far ahead if the clock was put back. */
  constructor(now: number) {
    this.#last = now * 1_000;
  }

  /** Numbers a message, and keeps it for a replay. */
  add(message: string): string {
    this.#last += 1;
    const text = `{"n":${this.#last},${message.slice(1)}`;
    this.#kept.push(text);
    this.#size += text.length;
    while (this.#kept.length > MOST_MESSAGES || this.#size > MOST_TEXT) this.#size -= this.#kept.shift()?.length ?? 0;
    return text;
  }

  /** The messages for a client whose last one had this number. */
  since(number: number): readonly string[] {
    const missed = this.#last - number;
    if (missed === 0) return [];
    if (Number.isInteger(missed) && missed > 0 && missed <= this.#kept.length) return this.#kept.slice(-missed);
    return [JSON.stringify({ t: "event", e: "resync", n: this.#last })];
  }
}
