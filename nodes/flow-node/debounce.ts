/** Lets a value through only after it has stayed for a while; and a wait for a value, with an end. */
import type { Stop } from "../../src/model/resource.ts";

interface Debounce<T> {
  /** Another value takes the place of the one that waits; the same value again does not begin its time anew. */
  readonly put: (message: T, value: unknown) => void;
  /** The value that counts as settled, because the node has told it already. */
  readonly begin: (value: unknown) => void;
  readonly stop: Stop;
}

/** `repeats`: a value that has stayed is let through each time that it comes; else once, until another one has stayed. */
export function debounce<T>(seconds: number, repeats: boolean, through: (message: T) => void): Debounce<T> {
  let timer: NodeJS.Timeout | undefined;
  let waiting: { message: T; readonly print: string } | undefined;
  let settled: string | undefined; // the value that has stayed
  const drop = () => {
    clearTimeout(timer);
    waiting = undefined;
  };
  return {
    put: (message, value) => {
      if (seconds <= 0) return through(message);
      const print = JSON.stringify(value);
      if (waiting?.print === print) {
        waiting.message = message;
        return;
      }
      drop();
      if (print === settled) {
        if (repeats) through(message);
        return;
      }
      const own = { message, print };
      waiting = own;
      timer = setTimeout(() => {
        waiting = undefined;
        settled = print;
        through(own.message);
      }, seconds * 1000).unref();
    },
    begin: (value) => {
      settled = JSON.stringify(value);
    },
    stop: drop,
  };
}

export interface Awaited<T> {
  /** Kept with the first value; undefined when no value came in time. */
  readonly heard: Promise<T | undefined>;
  readonly stop: Stop;
}

export function awaitWithin<T>(seconds: number, listen: (hear: (value: T) => void) => Stop): Awaited<T> {
  let stop: Stop = () => {};
  const heard = new Promise<T | undefined>((resolve) => {
    const stopListening = listen((value) => end(value));
    const timer = setTimeout(() => end(undefined), seconds * 1000).unref();
    const end = (value: T | undefined) => {
      clearTimeout(timer);
      stopListening();
      resolve(value);
    };
    stop = () => end(undefined);
  });
  return { heard, stop: () => stop() };
}
