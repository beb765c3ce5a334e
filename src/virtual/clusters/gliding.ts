/** Transitions: values that take their time, and that can be read midway. */
import type { ClusterEndpoint } from "./cluster.ts";

const SHORTEST_TICK = 100; // milliseconds
const LONGEST_TICK = 1000;
const TICKS = 600; // of a movement, where that makes ticks between these

interface Glide {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly tenths: number; // of a second
  readonly apply: (values: readonly number[], tenthsLeft: number) => void;
  readonly done?: () => void;
}

/** `what` names the moving value: a new movement of the same takes the place of the old one. */
export function glide(endpoint: ClusterEndpoint, what: string, { from, to, tenths, apply, done }: Glide): void {
  halt(endpoint, what);
  const { time } = endpoint.device;
  const begun = time.now();
  const length = tenths * 100;
  const tick = Math.min(Math.max(length / TICKS, SHORTEST_TICK), LONGEST_TICK);
  const end = () => {
    endpoint.running.delete(what);
    apply(to, 0);
    done?.();
  };
  if (!(length > 0)) {
    end();
    return;
  }
  apply(from, tenths);
  const step = () => {
    const passed = time.now() - begun;
    if (passed >= length) {
      end();
      return;
    }
    const share = passed / length;
    apply(
      from.map((start, index) => start + ((to[index] ?? start) - start) * share),
      Math.ceil((length - passed) / 100),
    );
    next();
  };
  const next = () => {
    const left = begun + length - time.now();
    endpoint.running.set(what, time.later(Math.max(1, Math.min(tick, left)), step));
  };
  next();
}

/** The value stays where it is. Answers whether something moved. */
export function halt(endpoint: ClusterEndpoint, what: string): boolean {
  const stop = endpoint.running.get(what);
  stop?.();
  return endpoint.running.delete(what);
}
