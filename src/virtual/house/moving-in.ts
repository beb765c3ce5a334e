/** How devices come into the network: the residents one after the other at the first start, others when it is opened. */
import type { Resident, Residents } from "./residents.ts";

const CHECKS_EVERY = 200; // milliseconds of the host, whether the network is open
const LONGEST_INTERVIEW = 60_000; // after which the next resident joins, too
const MOST_TRIES = 3;
/** After the opening, strangers take their time, not all the same. */
const FIRST_STRANGER = 1000;
const BETWEEN = 700;
const SPREAD = 2000;

export class MovingIn {
  /** Kept when all residents have joined. */
  readonly complete: Promise<void>;
  readonly #house: Residents;
  readonly #changed: () => void;
  readonly #patience: number;
  #last: Resident | undefined; // the resident that joined last, until it is interviewed or the wait is over
  #tries = 0; // of the first one outside
  #isComplete: boolean;
  #wasOpen = false;
  #finish = () => {};
  #stopWaiting = () => {};

  /** `patience`: milliseconds for the interview of a resident. */
  constructor(house: Residents, changed: () => void, patience = LONGEST_INTERVIEW) {
    this.#house = house;
    this.#changed = changed;
    this.#patience = patience;
    this.complete = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    this.#isComplete = this.#outside().length === 0;
    if (this.#isComplete) this.#finish();
    this.#check();
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /**
   * The interview of this device is over: the next one may join. One of which too little is known joins once more, so that all are known in the
   * same order in every house.
   */
  interviewed(ieee: string, isKnown: boolean): void {
    if (ieee !== this.#last?.device.ieee) return;
    this.#stopWaiting();
    if (isKnown || this.#tries >= MOST_TRIES) this.#movedIn(this.#last);
    this.#last = undefined;
    this.#nextResident();
  }

  #movedIn(resident: Resident): void {
    this.#tries = 0;
    resident.movedIn = true;
    this.#changed();
  }

  #outside(): readonly Resident[] {
    return this.#house.all().filter(({ role, movedIn }) => role === "resident" && !movedIn);
  }

  #join(resident: Resident): boolean {
    if (resident.device.isMember || !this.#house.network.join(resident.device)) return false;
    resident.movedIn = true;
    this.#changed();
    return true;
  }

  #nextResident(): void {
    if (this.#isComplete || this.#last !== undefined) return;
    const [next] = this.#outside();
    if (next) {
      const { network } = this.#house;
      if (!network.join(next.device)) return; // it may be a member already, of which too little is known
      const { ieee } = next.device;
      this.#last = next;
      this.#tries += 1;
      this.#changed();
      this.#stopWaiting = network.hostTime.later(this.#patience, () => this.interviewed(ieee, false));
      return;
    }
    this.#isComplete = true;
    this.#changed();
    this.#finish();
  }

  /** A device that is outside when the network is opened joins; one that is thrown out meanwhile waits for the next time. */
  #opened(): void {
    const outside = this.#house.all().filter(({ role, device }) => role !== "shy" && !device.isMember);
    outside.forEach((resident, index) => {
      this.#house.network.time.later(FIRST_STRANGER + ((index * BETWEEN) % SPREAD), () => this.#join(resident));
    });
  }

  #check(): void {
    const { network } = this.#house;
    network.hostTime.later(CHECKS_EVERY, () => this.#check());
    const isOpen = network.openFor() > 0;
    if (isOpen) {
      this.#nextResident();
      for (const guest of this.#house.all()) if (guest.role === "guest" && !guest.movedIn) this.#join(guest);
      if (this.#isComplete && !this.#wasOpen) this.#opened();
    }
    this.#wasOpen = isOpen;
  }
}
