/**
 * Orders that no client waits for, like questions to lights: one at a time, with a pause between them, so that commands find the air free.
 * An order that takes long, because its device may be dead, does not hold up the others.
 */
import { wordsOf } from "../../model/errors.ts";
import type { Clock, Log } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";

export interface BackgroundQueue {
  /** Of tasks with the same name only the last is run. */
  add(name: string, run: () => Promise<void>): void;
  /** Orders that still wait are forgotten. */
  clear(): void;
  /** Nothing is begun any more. */
  close(): void;
}

const SLOW = 1_000; // milliseconds: after that the next task begins beside this one

export function openBackgroundQueue(clock: Clock, log: Log, pause: number): BackgroundQueue {
  const tasks = new Map<string, () => Promise<void>>();
  let state: "idle" | "running" | "resting" | "closed" = "idle";
  let endRest: Stop = () => {};
  let endPatience: Stop = () => {};

  const next = () => {
    state = "idle";
    const [first] = tasks;
    if (!first) return;
    const [name, run] = first;
    tasks.delete(name);
    state = "running";
    let isNewest = true;
    const over = () => {
      if (isNewest) rest();
      isNewest = false;
    };
    endPatience = clock.after(SLOW, over);
    run()
      .catch((error) => log.error(`${name}: it failed: ${wordsOf(error)}`))
      .then(over);
  };
  const rest = () => {
    endPatience();
    if (state === "closed") return;
    state = "resting";
    endRest = clock.after(pause, next);
  };
  return {
    add: (name, run) => {
      if (state === "closed") return;
      tasks.delete(name);
      tasks.set(name, run);
      if (state === "idle") next();
    },
    clear: () => tasks.clear(),
    close: () => {
      state = "closed";
      tasks.clear();
      endRest();
      endPatience();
    },
  };
}
