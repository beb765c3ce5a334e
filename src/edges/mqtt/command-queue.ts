/**
 * Whoever is told something is told one thing after the other. Of what waits meanwhile the newest takes the place of all that it says anew:
 * a flood is as short as what was new in it.
 */
import { hasDeed, MODIFIERS } from "../../model/devices.ts";
import type { Values } from "../../model/resource.ts";

interface Turn {
  readonly values: Values;
  readonly run: (values: Values) => Promise<void>;
}

const MOST_WAITING = 100; // for one subject: steps and toggles, which are all meant

export class CommandQueue {
  readonly #failed: (subject: string, error: unknown) => void;
  readonly #waiting = new Map<string, readonly Turn[]>(); // by subject; those that are being told have an entry

  constructor(failed: (subject: string, error: unknown) => void) {
    this.#failed = failed;
  }

  /** Answers whether there was room for it. Nothing is awaited. */
  take(subject: string, values: Values, run: Turn["run"]): boolean {
    const waiting = this.#waiting.get(subject);
    const left = waiting && leftOf(waiting, values);
    if (left && left.length >= MOST_WAITING) return false;
    this.#waiting.set(subject, left ? [...left, { values, run }] : []);
    if (!left) void this.#tell(subject, { values, run });
    return true;
  }

  async #tell(subject: string, first: Turn): Promise<void> {
    for (let turn: Turn | undefined = first; turn; turn = this.#next(subject))
      await turn.run(turn.values).catch((error: unknown) => this.#failed(subject, error));
  }

  #next(subject: string): Turn | undefined {
    const [next, ...others] = this.#waiting.get(subject) ?? [];
    if (next) this.#waiting.set(subject, others);
    else this.#waiting.delete(subject);
    return next;
  }
}

/** The waiting values that `values` do not replace; nothing is replaced across a step or a toggle. */
function leftOf(waiting: readonly Turn[], values: Values): readonly Turn[] {
  if (hasDeed(values)) return waiting;
  const behind = waiting.findLastIndex((turn) => hasDeed(turn.values)) + 1;
  const isSaidAnew = ({ values: older }: Turn) =>
    Object.keys(older).every((key) => MODIFIERS.has(key) || Object.hasOwn(values, key));
  return [...waiting.slice(0, behind), ...waiting.slice(behind).filter((turn) => !isSaidAnew(turn))];
}
