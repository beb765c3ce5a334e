/**
 * Runs the commands for one device or group one after the other. The newest command takes the place of each waiting one whose values it
 * sets anew: a flood of commands becomes as short as its new values.
 */
import { hasDeed, MODIFIERS } from "../../model/devices.ts";
import type { Values } from "../../model/resource.ts";

interface QueuedCommand {
  readonly values: Values;
  readonly run: (values: Values) => Promise<void>;
}

const MOST_WAITING = 100; // for one subject: steps and toggles, which are all meant

export class CommandQueue {
  readonly #failed: (subject: string, error: unknown) => void;
  readonly #waiting = new Map<string, readonly QueuedCommand[]>(); // by subject; those that are being told have an entry

  constructor(failed: (subject: string, error: unknown) => void) {
    this.#failed = failed;
  }

  /** Answers whether there was room for it. Nothing is awaited. */
  take(subject: string, values: Values, run: QueuedCommand["run"]): boolean {
    const waiting = this.#waiting.get(subject);
    const left = waiting && leftOf(waiting, values);
    if (left && left.length >= MOST_WAITING) return false;
    this.#waiting.set(subject, left ? [...left, { values, run }] : []);
    if (!left) void this.#tell(subject, { values, run });
    return true;
  }

  async #tell(subject: string, first: QueuedCommand): Promise<void> {
    for (let command: QueuedCommand | undefined = first; command; command = this.#next(subject))
      await command.run(command.values).catch((error: unknown) => this.#failed(subject, error));
  }

  #next(subject: string): QueuedCommand | undefined {
    const [next, ...others] = this.#waiting.get(subject) ?? [];
    if (next) this.#waiting.set(subject, others);
    else this.#waiting.delete(subject);
    return next;
  }
}

/** The waiting values that `values` do not replace; nothing is replaced across a step or a toggle. */
function leftOf(waiting: readonly QueuedCommand[], values: Values): readonly QueuedCommand[] {
  if (hasDeed(values)) return waiting;
  const behind = waiting.findLastIndex((command) => hasDeed(command.values)) + 1;
  const isSaidAnew = ({ values: older }: QueuedCommand) =>
    Object.keys(older).every((key) => MODIFIERS.has(key) || Object.hasOwn(values, key));
  return [...waiting.slice(0, behind), ...waiting.slice(behind).filter((command) => !isSaidAnew(command))];
}
