/**
 * Lights that may still be on their way: what the store says of such a light is where it goes, where it was, or what it passes just now.
 * One that is told to be there within a second is as good as there.
 */
import type { Clock } from "../../model/ports.ts";
import type { Address, Values } from "../../model/resource.ts";
import { FADING, isThere } from "./fading.ts";

const SHORT = 1_000; // milliseconds
const LITTLE = 500; // milliseconds until a word has arrived
const MOTORS_TAKE = 60_000; // milliseconds
/** Nobody believes these before the motor tells. */
const OF_MOTORS: readonly string[] = ["lift", "open", "stop"];

type HasIt = (hasIt: boolean) => void;

export interface Journeys {
  /** It is told this, and takes so many milliseconds. Answers what is to be called when it has the word, or will never have it. */
  begin(light: Address, told: { readonly values: Values; readonly optimistic: Values }, milliseconds: number): HasIt;
  /** Somebody else has told it something. */
  stray(light: Address, milliseconds: number): void;
  /** It is here now, as it tells. */
  heard(light: Address, state: Values): void;
  isOn(light: Address): boolean;
}

interface Journey {
  readonly to: Map<string, unknown>; // what it has not told yet to have reached
  orders: number; // that it has not got yet
  until: number; // on the clock that nobody can set: when it must have reached all of that
  lost: number; // the same, when it must be where others have sent it
}

export function openJourneys(clock: Pick<Clock, "uptime">): Journeys {
  const journeys = new Map<Address, Journey>();
  const inside = (milliseconds: number) => clock.uptime() + milliseconds + LITTLE;

  return {
    begin: (light, { values, optimistic }, milliseconds) => {
      if (OF_MOTORS.some((name) => Object.hasOwn(values, name))) return move(light, values.lift);
      const to = Object.entries(optimistic).filter(([name]) => FADING.includes(name));
      if (milliseconds > SHORT && to.length > 0) return setOut(light, to, milliseconds);
      return (hasIt) => {
        if (hasIt) reached(light, (name) => Object.hasOwn(optimistic, name));
      };
    },
    stray,
    heard: (light, state) =>
      reached(light, (name, end) => Object.hasOwn(state, name) && isThere(name, state[name], end)),
    isOn: (light) => {
      const journey = journeys.get(light);
      return journey !== undefined && !isOver(journey);
    },
  };

  function setOut(light: Address, to: readonly (readonly [string, unknown])[], milliseconds: number): HasIt {
    const journey = journeyOf(light);
    for (const [name, end] of to) journey.to.set(name, end);
    journey.orders += 1;
    return (hasIt) => {
      journey.orders -= 1;
      if (hasIt && journey.to.size > 0) journey.until = Math.max(journey.until, inside(milliseconds));
    };
  }

  /** Open, closed and stopped it is somewhere. */
  function move(light: Address, lift: unknown): HasIt {
    journeyOf(light).lost = 0;
    if (lift !== undefined) return setOut(light, [["lift", lift]], MOTORS_TAKE);
    stray(light, MOTORS_TAKE);
    return () => {};
  }

  function stray(light: Address, milliseconds: number): void {
    const journey = journeyOf(light);
    journey.lost = Math.max(journey.lost, inside(milliseconds));
  }

  function journeyOf(light: Address): Journey {
    const known = journeys.get(light);
    if (known && !isOver(known)) return known;
    const fresh: Journey = { to: new Map(), orders: 0, until: 0, lost: 0 };
    journeys.set(light, fresh);
    return fresh;
  }

  function isOver({ orders, until, lost }: Journey): boolean {
    return orders === 0 && Math.max(until, lost) <= clock.uptime();
  }

  function reached(light: Address, isReached: (name: string, end: unknown) => boolean): void {
    const journey = journeys.get(light);
    if (!journey) return;
    for (const [name, end] of journey.to) if (isReached(name, end)) journey.to.delete(name);
    if (journey.to.size === 0) journey.until = 0;
  }
}
