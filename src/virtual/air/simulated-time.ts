/** Time in the virtual house: it can be made to pass faster, and nothing is left waiting when the house is closed. */
export interface SimulatedTime {
  /** Runs later; the answer takes that back. */
  later(milliseconds: number, run: () => void): () => void;
  /** Runs again and again, until the answer stops it; nothing is kept alive by it. */
  every(milliseconds: number, run: () => void): () => void;
  /** Milliseconds of the house, since some time. */
  now(): number;
  stop(): void;
}

/** `timeScale` 0.01: a hundred times as fast. */
export function createSimulatedTime(timeScale = 1): SimulatedTime {
  const stops = new Set<() => void>();
  let stopped = false;
  return {
    later: (milliseconds, run) => {
      if (stopped) return () => {};
      const wait = milliseconds * timeScale;
      const fire = () => {
        stops.delete(stop);
        run();
      };
      const stop = wait > 0 ? timeout(wait, fire) : immediate(fire);
      stops.add(stop);
      return () => {
        stop();
        stops.delete(stop);
      };
    },
    every: (milliseconds, run) => {
      if (stopped) return () => {};
      const timer = setInterval(run, milliseconds * timeScale).unref();
      const stop = () => {
        clearInterval(timer);
        stops.delete(stop);
      };
      stops.add(stop);
      return stop;
    },
    now: () => performance.now() / timeScale,
    stop: () => {
      stopped = true;
      for (const stop of stops) stop();
      stops.clear();
    },
  };
}

function timeout(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

function immediate(run: () => void): () => void {
  const timer = setImmediate(run);
  return () => clearImmediate(timer);
}
