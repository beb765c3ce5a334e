/** The counters of an EmberZNet stick for its frames, until its host reads them. */
import { write } from "../../devices/bytes.ts";

/** The places of those that are counted here, among all. */
const PLACE = {
  MAC_BROADCAST_HEARD: 0,
  MAC_BROADCAST_SENT: 1,
  MAC_HEARD: 2,
  MAC_SENT: 3,
  MAC_RETRIED: 4,
  MAC_FAILED: 5,
  APS_HEARD: 8,
  APS_SENT: 9,
  APS_RETRIED: 10,
  APS_FAILED: 11,
} as const;
const COUNTERS = 42;
const MOST = 0xffff;

export class EzspCounters {
  #counts = new Array<number>(COUNTERS).fill(0);

  heard(isForOne: boolean): void {
    this.#add(isForOne ? PLACE.MAC_HEARD : PLACE.MAC_BROADCAST_HEARD);
    if (isForOne) this.#add(PLACE.APS_HEARD);
  }

  sentToMany(): void {
    this.#add(PLACE.MAC_BROADCAST_SENT);
  }

  arrived(): void {
    this.#add(PLACE.MAC_SENT);
    this.#add(PLACE.APS_SENT);
  }

  /** `retries`: how often it was tried again in vain. `isHeard`: a node near took the frame, which was lost further away. */
  failed(retries: number, isHeard: boolean): void {
    this.#add(PLACE.APS_RETRIED, retries);
    this.#add(PLACE.APS_FAILED);
    if (isHeard) this.#add(PLACE.MAC_SENT, retries + 1);
    else {
      this.#add(PLACE.MAC_RETRIED, retries);
      this.#add(PLACE.MAC_FAILED, retries + 1);
    }
  }

  /** All of them, and they begin anew. */
  take(): Buffer {
    const taken = this.read();
    this.clear();
    return taken;
  }

  read(): Buffer {
    return write()
      .u16(...this.#counts)
      .done();
  }

  clear(): void {
    this.#counts.fill(0);
  }

  #add(place: number, count = 1): void {
    this.#counts[place] = Math.min(MOST, (this.#counts[place] ?? 0) + count);
  }
}
