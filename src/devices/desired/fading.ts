/**
 * A light on its way tells of places that it only passes, and they would take the place of what was asked. They are held back until it
 * must have arrived. If it has told nothing else till then it is asked, and at last the last that it told counts: the truth wins.
 */
import type { Store } from "../../core/store.ts";
import type { Clock } from "../../model/ports.ts";
import type { Address, Stop, Values } from "../../model/resource.ts";
import { type Device, type DeviceResource, isSleeper } from "../inventory/device-registry.ts";
import type { Refresh } from "./refresh.ts";

const COLORS: readonly string[] = ["xy", "ct", "hue", "sat"];
export const FADING: readonly string[] = ["on", "bri", ...COLORS];
/** What a light makes of a value that it was given: it counts in steps of its own, and so do the converters. */
const ROUNDING: Readonly<Record<string, number>> = { bri: 1, xy: 0.001, ct: 2, hue: 270, sat: 2 };
const LITTLE = 500; // milliseconds that what it passed at last may be on its way to us
const LONGEST = 10_000; // milliseconds: who moves for longer is followed from then on
const UNTIL_ASKED = 500; // milliseconds more: most tell by themselves
const LATEST = 1_000; // milliseconds that an answer may come behind the word that it was given

export interface Fading {
  /** It is told to move for so many milliseconds, and the store holds where to. Answers what is to be called when it has the word, or will never have it. */
  begin(device: Device, part: DeviceResource, optimistic: Values, milliseconds: number): (hasIt: boolean) => void;
  /** What of that which it tells may be believed now. */
  sift(address: Address, state: Values): Values;
  close(): void;
}

interface Fade {
  readonly device: Device;
  readonly part: DeviceResource;
  readonly moving: Set<string>; // members of its state; none: it must have arrived
  readonly held: Map<string, unknown>; // what it told last of those
  readonly ways: Map<Sort, Way>; // of each the newest that it has the word of
  turns: number; // orders so far
  orders: number; // that it has not got yet
  timer: Stop;
}

/** Whoever is told how bright to be forgets where it was going before; what color it is to have is another matter. */
type Sort = "level" | "color";

interface Way {
  readonly turn: number;
  readonly until: number; // on the clock that nobody can set
  readonly end: number; // the same, when it has arrived: later than that, where it is followed
}

/** `tell` takes what was held back, as if it had been told now. */
export function openFading(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  refresh: Refresh,
  tell: (address: Address, state: Values) => void,
): Fading {
  const fades = new Map<Address, Fade>();

  return {
    begin: (device, part, optimistic, milliseconds) => {
      const state = store.get(part.address)?.state ?? {};
      const names = FADING.filter((name) => Object.hasOwn(optimistic, name));
      if (names.length === 0) return () => {};
      if (names.includes("on") && "bri" in state) names.push("bri"); // going on or out, it passes levels too
      const fade = fadeOf(device, part);
      fade.timer();
      for (const name of names) fade.moving.add(name);
      fade.orders += 1;
      fade.turns += 1;
      const turn = fade.turns;
      return (hasIt) => {
        fade.orders -= 1;
        const now = clock.uptime();
        const end = now + milliseconds + LITTLE;
        const way = { turn, until: Math.min(end, now + LONGEST), end };
        for (const sort of hasIt ? names.map(sortOf) : [])
          if ((fade.ways.get(sort)?.turn ?? 0) < turn) fade.ways.set(sort, way);
        if (fade.orders === 0 && fades.get(part.address) === fade) settle(fade);
      };
    },
    sift: (address, state) => {
      const fade = fades.get(address);
      const before = fade && store.get(address)?.state;
      if (!fade || !before) return state;
      if (fade.orders === 0 && fade.moving.has("on") && before.on === true && state.on === false) {
        return { ...over(fade), ...state }; // somebody switched it off: it goes nowhere
      }
      const isOnTheWay = (name: string) =>
        fade.moving.has(name) && Object.hasOwn(state, name) && !isThere(name, state[name], before[name]);
      const isColorOnTheWay = COLORS.some(isOnTheWay); // then it is that in whatever words it is said
      return Object.fromEntries(
        Object.entries(state).filter(([name, value]) => {
          const isPassed = isOnTheWay(name) || (isColorOnTheWay && COLORS.includes(name));
          if (isPassed) fade.held.set(name, value);
          else fade.held.delete(name);
          return !isPassed;
        }),
      );
    },
    close: () => {
      for (const fade of fades.values()) over(fade);
    },
  };

  function fadeOf(device: Device, part: DeviceResource): Fade {
    const known = fades.get(part.address);
    if (known?.device.ieee === device.ieee) return known;
    if (known) over(known);
    const fresh = { moving: new Set<string>(), held: new Map<string, unknown>(), ways: new Map<Sort, Way>() };
    const fade: Fade = { device, part, ...fresh, turns: 0, orders: 0, timer: () => {} };
    fades.set(part.address, fade);
    return fade;
  }

  /** All that it was told it has, or will never have. */
  function settle(fade: Fade): void {
    const rest = last(fade, "until") - clock.uptime();
    if (rest > 0) fade.timer = clock.after(rest, () => arrive(fade));
    else release(fade);
  }

  function arrive(fade: Fade): void {
    const { device, part, held, moving } = fade;
    const end = last(fade, "end");
    moving.clear();
    const rest = end > last(fade, "until") ? Math.max(0, end - clock.uptime()) : 0; // a timer may be early by a part of a millisecond
    const answered = () => {
      if (fades.get(part.address) === fade && moving.size === 0) fade.timer = clock.after(LATEST, () => release(fade));
    };
    const isAsked = held.size > 0 && rest === 0 && !isSleeper(device);
    if (isAsked) refresh.soon(device, part, UNTIL_ASKED, { keep: answered, takeBack: answered });
    else release(fade);
    if (rest > 0 && !isSleeper(device)) refresh.soon(device, part, rest + UNTIL_ASKED);
  }

  /** What it told last is true, for all that is known. */
  function release(fade: Fade): void {
    const told = over(fade);
    if (Object.keys(told).length > 0) tell(fade.part.address, told);
  }

  function over(fade: Fade): Values {
    fade.timer();
    if (fades.get(fade.part.address) === fade) fades.delete(fade.part.address);
    return Object.fromEntries(fade.held);
  }
}

function sortOf(member: string): Sort {
  return COLORS.includes(member) ? "color" : "level";
}

function last({ ways }: Fade, which: "until" | "end"): number {
  return Math.max(0, ...[...ways.values()].map((way) => way[which]));
}

/** It says so, as near as lights can tell. */
export function isThere(name: string, told: unknown, wanted: unknown): boolean {
  const within = ROUNDING[name] ?? 0;
  const isNear = (one: unknown, other: unknown) => Math.abs(Number(one) - Number(other)) <= within;
  if (Array.isArray(told) && Array.isArray(wanted)) return told.every((each, at) => isNear(each, wanted[at]));
  return typeof told === "number" && typeof wanted === "number" ? isNear(told, wanted) : told === wanted;
}
