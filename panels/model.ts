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

/** What only GET / tells, and what may have moved with these. */
const ASKS_AGAIN: readonly string[] = ["/gateway"];

export function openHouse(api: Api, frame: Frame = nextFrame): LiveHouse {
  const listeners = new Set<() => void>();
  const newsListeners = new Set<(news: readonly News[]) => void>();
  let house: House | undefined;
  let state: LiveState = "loading";
  let waiting: Views | undefined; // what came while the house was asked for
  let close: Stop | undefined;
  let isTelling = false;

  const tell = () => {
    if (isTelling) return;
    isTelling = true;
    frame(() => {
      isTelling = false;
      for (const listener of [...listeners]) listener();
    });
  };
  const turn = (next: LiveState) => {
    state = next;
    tell();
  };
  const load = async (line: Stop | undefined) => {
    waiting = {};
    try {
      const said = await api.house();
      if (line !== close) return; // of a line that is no more
      house = applied(houseOf(said), waiting);
      waiting = undefined;
      turn("live");
    } catch (error) {
      if (line === close) turn(troubleOf(error));
    }
  };
  const hear = (message: unknown) => {
    const { hello, changes = [], views = {} } = message as Message;
    if (hello) return void load(close);
    if (waiting) waiting = { ...waiting, ...views };
    else if (house) house = applied(house, views);
    if (changes.length > 0) for (const listener of [...newsListeners]) listener(changes);
    if (Object.keys(views).some((address) => ASKS_AGAIN.includes(address))) void load(close);
    tell();
  };
  const resume = () => {
    close ??= api.changes({
      hear,
      broke: (why) => {
        turn(troubleOf(why));
        return state !== "refused";
      },
    });
  };
  const pause = () => {
    close?.();
    close = undefined;
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

function troubleOf(why: unknown): LiveState {
  return why instanceof ApiTrouble ? why.trouble : "broken";
}

function nextFrame(run: () => void): void {
  requestAnimationFrame(run);
}
