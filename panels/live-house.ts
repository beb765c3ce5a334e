/** The live house: asked for once, kept current by the changes, asked for again after each break. Listeners are told once a frame. */
import type { ChangeNotice } from "../src/model/admin-api.ts";
import type { Stop } from "../src/model/resource.ts";
import { AdminApiError, type AdminFailure, type Api } from "./api.ts";
import { type HouseState, type ResourceViews, readHouse, withViews } from "./house.ts";

export type LiveState = "loading" | "live" | "broken" | AdminFailure;

export interface LiveHouse {
  readonly api: Api;
  readonly house: HouseState | undefined; // as last known, also while the line is broken
  readonly state: LiveState;
  /** Told when the house or the state became different, once a frame. */
  on(listener: () => void): Stop;
  /** Each change as it comes. */
  onChanges(listener: (news: readonly ChangeNotice[]) => void): Stop;
  /** While nobody looks, no line is held open; what happens meanwhile is read anew after it. */
  pause(): void;
  resume(): void;
  stop(): void;
}

export type OnNextFrame = (run: () => void) => void;

interface StreamMessage {
  readonly hello?: unknown;
  readonly changes?: readonly ChangeNotice[];
  readonly views?: ResourceViews;
}

/** The house is being asked for; what changes meanwhile is newer than the answer may be. */
interface Load {
  views: ResourceViews;
}

/** With the radio much moves that no change tells of. */
const ASKS_AGAIN: readonly string[] = ["/gateway"];
const AGAIN = 5_000; // milliseconds

export function openHouse(api: Api, frame: OnNextFrame = nextFrame): LiveHouse {
  const listeners = new Set<() => void>();
  const newsListeners = new Set<(news: readonly ChangeNotice[]) => void>();
  let house: HouseState | undefined;
  let state: LiveState = "loading";
  let loading: Load | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let close: Stop | undefined;
  let isTelling = false;

  const tell = () => {
    if (isTelling) return;
    isTelling = true;
    frame(() => {
      isTelling = false;
      for (const listener of [...listeners]) contained(listener);
    });
  };
  const turn = (next: LiveState) => {
    state = next;
    tell();
  };
  /** A later one takes the place of an earlier one, which knows less. */
  const load = async () => {
    clearTimeout(again);
    const own: Load = { views: {} };
    loading = own;
    try {
      const said = await api.house();
      if (loading !== own) return;
      house = withViews(readHouse(said), own.views);
      loading = undefined;
      turn("live");
    } catch (error) {
      if (loading !== own) return;
      loading = undefined;
      turn(stateOf(error));
      again = setTimeout(() => void load(), AGAIN);
    }
  };
  const hear = (message: unknown) => {
    const { hello, changes = [], views = {} } = message as StreamMessage;
    const isAskedAgain = hello !== undefined || Object.keys(views).some((address) => ASKS_AGAIN.includes(address));
    if (loading) loading.views = { ...loading.views, ...views };
    if (house) house = withViews(house, views);
    if (isAskedAgain) void load();
    if (changes.length > 0) for (const listener of [...newsListeners]) contained(() => listener(changes));
    tell();
  };
  const resume = () => {
    close ??= api.changes({ hear, broke: (why) => turn(stateOf(why)) });
  };
  const pause = () => {
    close?.();
    close = undefined;
    loading = undefined;
    clearTimeout(again);
  };
  return {
    api,
    get house() {
      return house;
    },
    get state() {
      return state;
    },
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onChanges: (listener) => {
      newsListeners.add(listener);
      return () => newsListeners.delete(listener);
    },
    pause,
    resume,
    stop: () => {
      pause();
      listeners.clear();
      newsListeners.clear();
    },
  };
}

/** A listener that fails breaks neither the line nor the others. */
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
