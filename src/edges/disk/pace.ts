/**
 * Whether an append is done at once, while everybody waits, or by another thread: that way costs ten times what a quick medium needs, but a slow
 * one would hold up all of Node-RED.
 */
const SMALL = 8 * 1024; // bytes
const QUICK = 2; // milliseconds, with the way to the other thread and back
const ENOUGH = 20; // quick ones in a row
const AMENDS = { each: 50, most: 1000 }; // for each millisecond that one has held everybody up, so many more
const MOST_AT_ONCE = 8; // without letting others run: whoever writes again as soon as he may would never let them

export class Pace {
  #inARow = 0;
  #atOnce = 0; // since others ran

  isQuick(bytes: number): boolean {
    return bytes <= SMALL && this.#inARow >= ENOUGH && this.#atOnce < MOST_AT_ONCE;
  }

  took(milliseconds: number, isAtOnce: boolean): void {
    if (milliseconds <= QUICK) this.#inARow += 1;
    else this.#inARow = isAtOnce ? -Math.min(AMENDS.most, AMENDS.each * milliseconds) : Math.min(0, this.#inARow);
    if (!isAtOnce) return;
    if (this.#atOnce === 0) {
      setImmediate(() => {
        this.#atOnce = 0;
      });
    }
    this.#atOnce += 1;
  }
}
