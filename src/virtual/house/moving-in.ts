/** How devices come into the network: the residents one after the other at the first start, others when it is opened. */
import type { House, Resident } from "./residents.ts";

export interface MovingIn {
  readonly isComplete: boolean;
  /** Kept when all residents have come. */
  readonly complete: Promise<void>;
  /** Somebody knows this device now: the next one may come. */
  met(ieee: string): void;
}

const LOOK = 200; // milliseconds of the host: so often it is seen whether the network is open
const PATIENCE = 2000; // for which the next resident waits when nobody says that the last one is known
/** After the opening, strangers take their time, not all the same. */
const FIRST_STRANGER = 1000;
const BETWEEN = 700;
const SPREAD = 2000;

export function startMovingIn(house: House, changed: () => void): MovingIn {
  const { network } = house;
  const { pace, hostTime } = network;
  let known: string | undefined; // the resident that came last, until it is known or patience is over
  let stopWaiting = () => {};
  let wasOpen = false;
  let finish = () => {};
  const complete = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const waiting = () => house.all().filter(({ role, movedIn }) => role === "resident" && !movedIn);
  let isComplete = waiting().length === 0;
  if (isComplete) finish();

  const enter = (resident: Resident): boolean => {
    if (resident.device.isMember || !network.join(resident.device)) return false;
    resident.movedIn = true;
    changed();
    return true;
  };

  const nextResident = () => {
    if (isComplete || known !== undefined) return;
    const [next] = waiting();
    if (next) {
      if (!enter(next)) return;
      known = next.device.ieee;
      stopWaiting = hostTime.later(PATIENCE, () => met(known));
      return;
    }
    isComplete = true;
    changed();
    finish();
  };

  const met = (ieee: string | undefined) => {
    if (ieee === undefined || ieee !== known) return;
    stopWaiting();
    known = undefined;
    nextResident();
  };

  /** Who is outside when the network is opened comes in; who is thrown out meanwhile waits for the next time. */
  const opened = () => {
    const outside = house.all().filter(({ role, device }) => role !== "shy" && !device.isMember);
    outside.forEach((resident, index) => {
      pace.later(FIRST_STRANGER + ((index * BETWEEN) % SPREAD), () => enter(resident));
    });
  };

  const look = () => {
    hostTime.later(LOOK, look);
    const isOpen = network.openFor() > 0;
    if (isOpen) {
      nextResident();
      for (const guest of house.all()) if (guest.role === "guest" && !guest.movedIn) enter(guest);
      if (isComplete && !wasOpen) opened();
    }
    wasOpen = isOpen;
  };
  look();

  return {
    get isComplete() {
      return isComplete;
    },
    complete,
    met,
  };
}
