/**
 * Lights on their way. The store shows where a light goes; until it must be there, it reports places that it only passes. Those are held
 * back. If it has reported nothing else by then it is asked, and at last its last report counts: the truth wins. A transition of at most
 * a second counts as finished when the light has its orders. When another controller (a remote, a scene) moves a light, its target is
 * unknown: it counts as moving until the time of that is over.
 */
import type { Store } from "../../core/store.ts";
import { isNear } from "../../model/devices.ts";
import { xyOfMired } from "../../model/lights/color.ts";
import type { Clock } from "../../model/ports.ts";
import type { RawMessage } from "../../model/radio/device-facts.ts";
import type { Address, Stop, Values } from "../../model/resource.ts";
import { isOfStrip, showsGradients } from "../commands/custom-frames.ts";
import { type Device, type DeviceResource, isSleeper } from "../inventory/device-registry.ts";
import type { Refresh } from "./refresh.ts";

const COLORS: readonly string[] = ["xy", "ct", "hue", "sat"];
const OF_COLOR: readonly string[] = [...COLORS, "colormode"];
const FADING: readonly string[] = ["on", "bri", ...COLORS];
/** Members of motors: no desired value is shown, only reported ones. */
const OF_MOTORS: readonly string[] = ["lift", "open", "stop"];
const SHORT = 1_000; // milliseconds: so short a transition counts as finished at once
const ON_AIR = 500; // until an order, or the light's last report from the way, has arrived
const LONGEST = 10_000; // a light that moves for longer is followed from then on
const UNTIL_ASKED = 500; // behind the end: most report by themselves
const LATEST = 1_000; // by which the report may come later than the answer to a read
const MOTORS_TAKE = 60_000;
const UNTIL_STRIP_ASKED = 2_000; // a fade of a strip reports many colors

type Context = { readonly store: Store; readonly clock: Clock };

/** Is to be called when the light has its orders, or will never have them. */
export type Arrived = (hasIt: boolean) => void;

/** A command to a light of a device. */
interface Transition {
  readonly device: Device;
  readonly deviceResource: DeviceResource;
  readonly values: Values;
  readonly optimistic: Values;
}

/** A light that is told how bright to be forgets where its level was going before; its color is another matter. */
type FadeKind = "level" | "color";

/** Reports of a light that are held back while it moves. */
interface ReportFilter {
  readonly device: Device;
  readonly deviceResource: DeviceResource;
  readonly moving: Set<string>; // members of its state; none: it must have arrived
  readonly held: Map<string, unknown>; // the last reports of those members
  readonly ends: Map<FadeKind, FadeEnd>; // of each the newest that it has the orders for
  turns: number; // transitions so far
  orders: number; // that the light has not got yet
  timer: Stop;
}

interface FadeEnd {
  readonly turn: number;
  readonly until: number; // uptime: when reports are held back no longer
  readonly end: number; // uptime: when it has arrived, which is later where it is followed
}

/** Where a light goes. */
interface Course {
  readonly targets: Map<string, unknown>; // values that the light has not reported yet
  orders: number; // that the light has not got yet
  until: number; // uptime when it must have reached all of that
  movedByOthersUntil: number; // uptime
}

export class Transitions {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #refresh: Refresh;
  readonly #report: (address: Address, state: Values) => void;
  readonly #filters = new Map<Address, ReportFilter>();
  readonly #courses = new Map<Address, Course>();

  /** `report` takes values that were held back, as if the light had reported it now. */
  constructor({ store, clock }: Context, refresh: Refresh, report: (address: Address, state: Values) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#refresh = refresh;
    this.#report = report;
  }

  /** The light is told to move for so many milliseconds, and the store shows where to. */
  begin(told: Transition, milliseconds: number): Arrived {
    const filtered = this.#filterFor(told, milliseconds);
    const moved = this.#courseFor(told, milliseconds);
    return (hasIt) => {
      filtered(hasIt);
      moved(hasIt);
    };
  }

  /** A remote may have told the light something, or a motor goes to an end that is not known. */
  movedByOthers(light: Address, milliseconds: number): void {
    const course = this.#courseOf(light);
    course.movedByOthersUntil = Math.max(course.movedByOthersUntil, this.#inside(milliseconds));
  }

  isMoving(light: Address): boolean {
    const course = this.#courses.get(light);
    return course !== undefined && !this.#isOver(course);
  }

  /** The part of a reported state that is shown now. */
  filter(device: Device, deviceResource: DeviceResource, raw: RawMessage | undefined, reported: Values): Values {
    const { address } = deviceResource;
    const state = this.#asWhite(deviceResource, this.#withoutModeOfStrip(device, deviceResource, raw, reported));
    this.#reached(address, (name, end) => Object.hasOwn(state, name) && isNear(name, state[name], end));
    const filter = this.#filters.get(address);
    const shown = filter && this.#store.get(address)?.state;
    if (!filter || !shown) return state;
    if (filter.orders === 0 && filter.moving.has("on") && shown.on === true && state.on === false)
      return { ...this.#end(filter), ...state }; // switched off: the transition is over
    const isPassed = (name: string) =>
      filter.moving.has(name) && Object.hasOwn(state, name) && !isNear(name, state[name], shown[name]);
    const isColorPassed = COLORS.some(isPassed); // in whichever color mode it is reported
    const isHeldBack = (name: string) => isPassed(name) || (isColorPassed && OF_COLOR.includes(name));
    for (const [name, value] of Object.entries(state))
      if (isHeldBack(name)) filter.held.set(name, value);
      else filter.held.delete(name);
    return Object.fromEntries(Object.entries(state).filter(([name]) => !filter.held.has(name)));
  }

  close(): void {
    for (const filter of this.#filters.values()) this.#end(filter);
  }

  // ---- where a light goes

  #courseFor({ deviceResource: { address }, values, optimistic }: Transition, milliseconds: number): Arrived {
    if (OF_MOTORS.some((name) => Object.hasOwn(values, name))) return this.#motorCourse(address, values.lift);
    const targets = Object.entries(optimistic).filter(([name]) => FADING.includes(name));
    if (milliseconds > SHORT && targets.length > 0) return this.#setOut(address, targets, milliseconds);
    return (hasIt) => {
      if (hasIt) this.#reached(address, (name) => Object.hasOwn(optimistic, name));
    };
  }

  #setOut(light: Address, targets: readonly (readonly [string, unknown])[], milliseconds: number): Arrived {
    const course = this.#courseOf(light);
    for (const [name, end] of targets) course.targets.set(name, end);
    course.orders += 1;
    return (hasIt) => {
      course.orders -= 1;
      if (hasIt && course.targets.size > 0) course.until = Math.max(course.until, this.#inside(milliseconds));
    };
  }

  /** A motor that is opened, closed or stopped ends somewhere. */
  #motorCourse(light: Address, lift: unknown): Arrived {
    this.#courseOf(light).movedByOthersUntil = 0;
    if (lift !== undefined) return this.#setOut(light, [["lift", lift]], MOTORS_TAKE);
    this.movedByOthers(light, MOTORS_TAKE);
    return () => {};
  }

  #courseOf(light: Address): Course {
    const known = this.#courses.get(light);
    if (known && !this.#isOver(known)) return known;
    const fresh: Course = { targets: new Map(), orders: 0, until: 0, movedByOthersUntil: 0 };
    this.#courses.set(light, fresh);
    return fresh;
  }

  #inside(milliseconds: number): number {
    return this.#clock.uptime() + milliseconds + ON_AIR;
  }

  #isOver({ orders, until, movedByOthersUntil }: Course): boolean {
    return orders === 0 && Math.max(until, movedByOthersUntil) <= this.#clock.uptime();
  }

  #reached(light: Address, isReached: (name: string, end: unknown) => boolean): void {
    const course = this.#courses.get(light);
    if (!course) return;
    for (const [name, end] of course.targets) if (isReached(name, end)) course.targets.delete(name);
    if (course.targets.size === 0) course.until = 0;
  }

  // ---- reports of a light that moves

  #filterFor({ device, deviceResource, optimistic }: Transition, milliseconds: number): Arrived {
    const state = this.#store.get(deviceResource.address)?.state ?? {};
    const names = FADING.filter((name) => Object.hasOwn(optimistic, name));
    if (names.length === 0) return () => {};
    if (names.includes("on") && "bri" in state) names.push("bri"); // going on or out, a light passes levels too
    const filter = this.#filterOf(device, deviceResource);
    filter.timer();
    for (const name of names) filter.moving.add(name);
    filter.orders += 1;
    filter.turns += 1;
    const turn = filter.turns;
    return (hasIt) => {
      filter.orders -= 1;
      const now = this.#clock.uptime();
      const end = now + milliseconds + ON_AIR;
      for (const kind of hasIt ? names.map(kindOf) : [])
        if ((filter.ends.get(kind)?.turn ?? 0) < turn)
          filter.ends.set(kind, { turn, until: Math.min(end, now + LONGEST), end });
      if (filter.orders === 0 && this.#filters.get(deviceResource.address) === filter) this.#watch(filter);
    };
  }

  #filterOf(device: Device, deviceResource: DeviceResource): ReportFilter {
    const known = this.#filters.get(deviceResource.address);
    if (known?.device.ieee === device.ieee) return known;
    if (known) this.#end(known);
    const fresh = { moving: new Set<string>(), held: new Map<string, unknown>(), ends: new Map<FadeKind, FadeEnd>() };
    const filter: ReportFilter = { device, deviceResource, ...fresh, turns: 0, orders: 0, timer: () => {} };
    this.#filters.set(deviceResource.address, filter);
    return filter;
  }

  /** The light has all of its orders, or will never have them. */
  #watch(filter: ReportFilter): void {
    const rest = latest(filter, "until") - this.#clock.uptime();
    if (rest > 0) filter.timer = this.#clock.after(rest, () => this.#arrive(filter));
    else this.#release(filter);
  }

  #arrive(filter: ReportFilter): void {
    const { device, deviceResource, held, moving } = filter;
    const end = latest(filter, "end");
    moving.clear();
    const rest = end > latest(filter, "until") ? Math.max(0, end - this.#clock.uptime()) : 0; // a timer may be early by a part of a millisecond
    const answered = () => {
      if (this.#filters.get(deviceResource.address) === filter && moving.size === 0)
        filter.timer = this.#clock.after(LATEST, () => this.#release(filter));
    };
    const isAsked = held.size > 0 && rest === 0 && !isSleeper(device);
    if (isAsked) this.#refresh.soon(device, deviceResource, UNTIL_ASKED, { keep: answered, undo: answered });
    else this.#release(filter);
    if (rest > 0 && !isSleeper(device)) this.#refresh.soon(device, deviceResource, rest + UNTIL_ASKED);
  }

  /** The held-back reports are let through. */
  #release(filter: ReportFilter): void {
    const reported = this.#asWhite(filter.deviceResource, this.#end(filter));
    if (Object.keys(reported).length > 0) this.#report(filter.deviceResource.address, reported);
  }

  #end(filter: ReportFilter): Values {
    filter.timer();
    if (this.#filters.get(filter.deviceResource.address) === filter)
      this.#filters.delete(filter.deviceResource.address);
    return Object.fromEntries(filter.held);
  }

  /** A lamp that is told the color of a white reports that color: it is the white that is shown, for as long as it is the color of that. */
  #asWhite({ address, planned }: DeviceResource, state: Values): Values {
    const { ct, colormode } = this.#store.get(address)?.state ?? {};
    if (colormode !== "ct" || !Array.isArray(state.xy) || !planned.whiteByColor) return state;
    return isNear("xy", state.xy, xyOfMired(Number(ct))) ? { ...state, ct, colormode } : state;
  }

  /**
   * A strip that shows a gradient reports one color of it by the standard cluster, and calls that its color mode. Whether the gradient is
   * over it only says when it is asked: it is, as soon as it has reported a color by itself.
   */
  #withoutModeOfStrip(
    device: Device,
    deviceResource: DeviceResource,
    raw: RawMessage | undefined,
    state: Values,
  ): Values {
    if (!raw || isOfStrip(raw) || !showsGradients(deviceResource.planned)) return state;
    if (raw.type === "attributeReport" && raw.cluster === "lightingColorCtrl")
      this.#refresh.soon(device, deviceResource, UNTIL_STRIP_ASKED);
    if (state.colormode !== "xy" || this.#store.get(deviceResource.address)?.state.colormode !== "gradient")
      return state;
    const { colormode: _, ...others } = state;
    return others;
  }
}

function kindOf(member: string): FadeKind {
  return COLORS.includes(member) ? "color" : "level";
}

function latest({ ends }: ReportFilter, which: "until" | "end"): number {
  return Math.max(0, ...[...ends.values()].map((end) => end[which]));
}
