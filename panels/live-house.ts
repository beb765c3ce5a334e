/** The live house: asked for once, kept current by the changes, asked for again after each break. Listeners are told once a frame. */
import { type Api, ApiTrouble, type News, type Stop, type Trouble } from "./api.ts";
import { applied, type House, houseOf, type Views } from "./house.ts";

export type LiveState = "loading" | "live" | "broken" | Trouble;

export interface LiveHouse {
  readonly api: Api;
  readonly house: House | undefined; // as last known, also while the line is broken
  readonly state: LiveState;
  /** Told when the house or the state became different, once a frame. */
  on(listener: () => void): Stop;
  /** Each change as it comes. */
  onNews(listener: (news: readonly News[]) => void): Stop;
  /** While nobody looks, no line is held open; what happens meanwhile is read anew after it. */
  pause(): void;
  resume(): void;
  stop(): void;
}

export type Frame = (run: () => void) => void;

interface Message {
  readonly hello?: unknown;
  readonly changes?: readonly News[];
  readonly views?: Views;
}

/** The house is being asked for; what changes meanwhile is newer than the answer may be. */
interface Load {
  views: Views;
}

/** With the radio much moves that no change tells of. */
const ASKS_AGAIN: readonly string[] = ["/gateway"];
const AGAIN = 5_000; // milliseconds

export function openHouse(api: Api, frame: Frame = nextFrame): LiveHouse {
  const listeners = new Set<() => void>();
  const newsListeners = new Set<(news: readonly News[]) => void>();
  let house: House | undefined;
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
      house = applied(houseOf(said), own.views);
      loading = undefined;
      turn("live");
    } catch (error) {
      if (loading !== own) return;
      loading = undefined;
      turn(troubleOf(error));
      again = setTimeout(() => void load(), AGAIN);
    }
  };
  const hear = (message: unknown) => {
    const { hello, changes = [], views = {} } = message as Message;
    const isAskedAgain = hello !== undefined || Object.keys(views).some((address) => ASKS_AGAIN.includes(address));
    if (loading) loading.views = { ...loading.views, ...views };
    if (house) house = applied(house, views);
    if (isAskedAgain) void load();
    if (changes.length > 0) for (const listener of [...newsListeners]) contained(() => listener(changes));
    tell();
  };
  const resume = () => {
    close ??= api.changes({ hear, broke: (why) => turn(troubleOf(why)) });
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
    onNews: (listener) => {
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

function troubleOf(why: unknown): LiveState {
  return why instanceof ApiTrouble ? why.trouble : "broken";
}

function nextFrame(run: () => void): void {
  requestAnimationFrame(run);
}
