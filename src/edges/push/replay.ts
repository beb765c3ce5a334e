/**
 * For clients that ask with `?since=<n>`: their messages carry a running number `n`, and after a gap they get what they missed.
 * `since=0` is a first visit. What cannot be replayed (too long ago, or a number of an earlier run) is said by one message
 * `{"t":"event","e":"resync","n":<n>}`: read everything anew, and go on from this number. Clients that do not ask see nothing of it.
 */

const MOST_MESSAGES = 1_000;
/** Of characters: well below what may wait for one client, since a replay is written at once. */
const MOST_TEXT = 500_000;

export class Replay {
  #last: number;
  #kept: string[] = []; // the latest messages, without a gap up to #last
  #size = 0;

  /** Numbers grow slower than microseconds: those of an earlier run are smaller, or, if the clock was put back, far ahead. */
  constructor(now: number) {
    this.#last = now * 1_000;
  }

  /** Numbers a message and keeps it. */
  keep(message: string): string {
    this.#last += 1;
    const text = `{"n":${this.#last},${message.slice(1)}`;
    this.#kept.push(text);
    this.#size += text.length;
    while (this.#kept.length > MOST_MESSAGES || this.#size > MOST_TEXT) this.#size -= this.#kept.shift()?.length ?? 0;
    return text;
  }

  /** What has to be told to someone whose last message was this one. */
  since(number: number): readonly string[] {
    const missed = this.#last - number;
    if (missed === 0) return [];
    if (Number.isInteger(missed) && missed > 0 && missed <= this.#kept.length) return this.#kept.slice(-missed);
    return [JSON.stringify({ t: "event", e: "resync", n: this.#last })];
  }
}
