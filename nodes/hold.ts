/** Lets a value through only after it has held for a while; and what a node waits for, with an end. */
import type { Stop } from "../src/model/resource.ts";

export interface Hold<T> {
  /** Takes the place of whatever waited before. */
  readonly put: (value: T) => void;
  readonly stop: Stop;
}

export function hold<T>(seconds: number, through: (value: T) => void): Hold<T> {
  let timer: NodeJS.Timeout | undefined;
  return {
    put: (value) => {
      clearTimeout(timer);
      if (seconds <= 0) return through(value);
      timer = setTimeout(() => through(value), seconds * 1000);
      timer.unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Kept with what `listen` hears first; undefined when nothing was heard in time. */
export function firstWithin<T>(seconds: number, listen: (heard: (value: T) => void) => Stop): Promise<T | undefined> {
  return new Promise((resolve) => {
    const end = (value?: T) => {
      clearTimeout(timer);
      stop();
      resolve(value);
    };
    const timer = setTimeout(end, seconds * 1000);
    const stop = listen((value) => queueMicrotask(() => end(value))); // `stop` may not be there yet
  });
}
