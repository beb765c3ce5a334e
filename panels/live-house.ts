/**
 * The house, loaded once, kept current by the stream of changes, and loaded again after each break. Listeners are
 * called once a frame.
 */
import type { ChangeNotice, Delivered } from "../src/model/admin-api.ts";
import { isKnownOn } from "../src/model/lights/groups.ts";
import type { Stop, Values } from "../src/model/resource.ts";
import { AdminApiError, type AdminFailure, type Api } from "./api.ts";
import { type HouseState, type ResourceViews, readHouse, withViews } from "./house.ts";
import { goByClockOf } from "./texts.ts";
import { type SceneAnswers, Unanswered } from "./unanswered.ts";

export type LiveState = "loading" | "live" | "broken" | AdminFailure;

export interface LiveHouse {
  readonly api: Api;
  readonly house: HouseState | undefined; // as last known, also while the stream is broken
  readonly state: LiveState;
  readonly loads: number; // so often the house was loaded: other answers from before may be out of date
  /** Told when the house or the state became different, once a frame. */
  on(listener: () => void): Stop;
  /** Each change as it comes. */
  onChanges(listener: (news: readonly ChangeNotice[]) => void): Stop;
  /** Told which events, by their numbers, do not wait for the answer of a device any more. */
  onSettled(listener: (isSettled: (n: number) => boolean) => void): Stop;
  /** Lights that have not answered for a while, and whether they shone before; another map whenever that changes. */
  readonly unanswered: ReadonlyMap<string, boolean>;
  /** The answers to a scene that the panels recalled a moment ago; undefined: no recall. */
  answersOf(scene: string): SceneAnswers | undefined;
  /** The gateway has learned events from before all that it had told. */
  onEarlier(listener: () => void): Stop;
  /** A light did not answer a command of the panels. */
  onSilence(listener: (address: string) => void): Stop;
  /** While the panels are hidden, no stream is open; after it the house is loaded again. */
  pause(): void;
  resume(): void;
  stop(): void;
}

type OnNextFrame = (run: () => void) => void;

interface StreamMessage {
  readonly hello?: { readonly desired?: readonly number[] }; // the events that wait for the answer of a device
  readonly settled?: readonly number[];
  readonly earlier?: true;
  readonly changes?: readonly ChangeNotice[];
  readonly delivered?: readonly Delivered[];
  readonly views?: ResourceViews;
}

/** A load of the house that is under way. Changes that come meanwhile may be newer than its answer. */
interface Load {
  views: ResourceViews;
}

/** When the radio comes or goes, more becomes different than changes tell. */
const ASKS_AGAIN: readonly string[] = ["/gateway"];
const AGAIN = 5_000; // milliseconds

export function openHouse(api: Api, onNextFrame: OnNextFrame = nextFrame): LiveHouse {
  return new HouseLine(api, onNextFrame);
}

class HouseLine implements LiveHouse {
  readonly api: Api;
  readonly #onNextFrame: OnNextFrame;
  readonly #listeners = new Set<() => void>();
  readonly #silenceListeners = new Set<(address: string) => void>();
  readonly #unanswered = new Unanswered({
    membersOf: (group) => lightsTold(this.#house, group),
    isOn: (address) => isLit(this.#house, address),
    changed: () => this.#tell(),
    silent: (address) => {
      for (const listener of [...this.#silenceListeners]) contained(() => listener(address));
    },
  });
  readonly #earlierListeners = new Set<() => void>();
  readonly #settledListeners = new Set<(isSettled: (n: number) => boolean) => void>();
  readonly #changeListeners = new Set<(changes: readonly ChangeNotice[]) => void>();
  #house: HouseState | undefined;
  #state: LiveState = "loading";
  #loads = 0;
  #loading: Load | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #close: Stop | undefined;
  #isTelling = false;

  constructor(api: Api, onNextFrame: OnNextFrame) {
    this.api = this.#unanswered.watched(api);
    this.#onNextFrame = onNextFrame;
  }

  get house(): HouseState | undefined {
    return this.#house;
  }

  get state(): LiveState {
    return this.#state;
  }

  get loads(): number {
    return this.#loads;
  }

  on(listener: () => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onChanges(listener: (changes: readonly ChangeNotice[]) => void): Stop {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  onSettled(listener: (isSettled: (n: number) => boolean) => void): Stop {
    this.#settledListeners.add(listener);
    return () => this.#settledListeners.delete(listener);
  }

  get unanswered(): ReadonlyMap<string, boolean> {
    return this.#unanswered.late;
  }

  answersOf(scene: string): SceneAnswers | undefined {
    return this.#unanswered.answersOf(scene);
  }

  onEarlier(listener: () => void): Stop {
    this.#earlierListeners.add(listener);
    return () => this.#earlierListeners.delete(listener);
  }

  onSilence(listener: (address: string) => void): Stop {
    this.#silenceListeners.add(listener);
    return () => this.#silenceListeners.delete(listener);
  }

  resume(): void {
    this.#close ??= this.api.changes({
      hear: (message) => this.#hear(message as StreamMessage),
      broke: (why) => this.#become(stateOf(why)),
    });
  }

  #keep(house: HouseState): void {
    this.#house = house;
    goByClockOf(house.config.timezone);
  }

  pause(): void {
    this.#close?.();
    this.#close = undefined;
    this.#loading = undefined;
    clearTimeout(this.#again);
    this.#unanswered.clear(); // the stream is closed: no answer comes any more
  }

  stop(): void {
    this.pause();
    this.#listeners.clear();
    this.#changeListeners.clear();
    this.#silenceListeners.clear();
    this.#earlierListeners.clear();
    this.#settledListeners.clear();
  }

  #hear({ hello, earlier, changes = [], delivered = [], settled, views = {} }: StreamMessage): void {
    this.#unanswered.hear(delivered);
    if (earlier) for (const listener of [...this.#earlierListeners]) contained(listener);
    const isAskedAgain = hello !== undefined || Object.keys(views).some((address) => ASKS_AGAIN.includes(address));
    if (this.#loading) this.#loading.views = { ...this.#loading.views, ...views };
    if (this.#house) this.#keep(withViews(this.#house, views));
    if (isAskedAgain) void this.#load();
    if (changes.length > 0) for (const listener of [...this.#changeListeners]) contained(() => listener(changes));
    if (hello) this.#settle((n) => hello.desired?.includes(n) !== true);
    if (settled) this.#settle((n) => settled.includes(n));
    this.#tell();
  }

  #settle(isSettled: (n: number) => boolean): void {
    for (const listener of [...this.#settledListeners]) contained(() => listener(isSettled));
  }

  /** A later load takes the place of an earlier one, which knows less. */
  async #load(): Promise<void> {
    clearTimeout(this.#again);
    const own: Load = { views: {} };
    this.#loading = own;
    try {
      const said = await this.api.house();
      if (this.#loading !== own) return;
      this.#keep(withViews(readHouse(said), own.views));
      this.#loading = undefined;
      this.#loads += 1;
      this.#become("live");
    } catch (error) {
      if (this.#loading !== own) return;
      this.#loading = undefined;
      this.#become(stateOf(error));
      this.#again = setTimeout(() => void this.#load(), AGAIN);
    }
  }

  #become(state: LiveState): void {
    this.#state = state;
    this.#tell();
  }

  #tell(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    this.#onNextFrame(() => {
      this.#isTelling = false;
      for (const listener of [...this.#listeners]) contained(listener);
    });
  }
}

/** A group tells those of its lights that can be reached. */
function lightsTold(house: HouseState | undefined, group: string): readonly string[] {
  const members = house?.groups[group]?.lights;
  const ids: readonly unknown[] = Array.isArray(members) ? members : [];
  const isReached = (id: unknown) => (house?.lights[String(id)]?.state as Values | undefined)?.reachable === true;
  return ids.filter(isReached).map((id) => `/lights/${id}`);
}

function isLit(house: HouseState | undefined, address: string): boolean {
  const [, family, id = ""] = address.split("/");
  return family === "lights" && isKnownOn((house?.lights[id]?.state ?? {}) as Values);
}

/** A listener that fails breaks neither the stream nor the other listeners. */
function contained(run: () => void): void {
  try {
    run();
  } catch (error) {
    console.error(error);
  }
}

function stateOf(why: unknown): LiveState {
  return why instanceof AdminApiError ? why.reason : "broken";
}

function nextFrame(run: () => void): void {
  requestAnimationFrame(run);
}
