/** How devices come into the network: the residents one after the other at the first start, others when it is opened. */
import type { Resident, Residents } from "./residents.ts";

const CHECKS_EVERY = 200; // milliseconds of the host, whether the network is open
const LONGEST_INTERVIEW = 2000; // after which the next resident joins, too
/** After the opening, strangers take their time, not all the same. */
const FIRST_STRANGER = 1000;
const BETWEEN = 700;
const SPREAD = 2000;

export class MovingIn {
  /** Kept when all residents have joined. */
  readonly complete: Promise<void>;
  readonly #house: Residents;
  readonly #changed: () => void;
  #last: string | undefined; // the resident that joined last, until it is interviewed or the wait is over
  #isComplete: boolean;
  #wasOpen = false;
  #finish = () => {};
  #stopWaiting = () => {};

  constructor(house: Residents, changed: () => void) {
    this.#house = house;
    this.#changed = changed;
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

  /** The interview of this device is over: the next one may join. */
  interviewed(ieee: string): void {
    if (ieee !== this.#last) return;
    this.#stopWaiting();
    this.#last = undefined;
    this.#nextResident();
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
      if (!this.#join(next)) return;
      const { ieee } = next.device;
      this.#last = ieee;
      this.#stopWaiting = this.#house.network.hostTime.later(LONGEST_INTERVIEW, () => this.interviewed(ieee));
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
