/** One life of the radio process: it is started, asked, listened to, watched, and ended. The next life gets a link of its own. */
import { type ChildProcess, fork } from "node:child_process";
import { wordsOf } from "../model/errors.ts";
import type { Clock, Log } from "../model/ports.ts";
import { RadioError, type RadioEvent } from "../model/radio.ts";
import type { Stop } from "../model/resource.ts";
import { tellsIn } from "./message-checks.ts";
import { eachLine } from "./process-output.ts";
import type { Ask, Tell } from "./protocol.ts";

type WithoutId<Some> = Some extends unknown ? Omit<Some, "id"> : never;
/** What is answered. */
export type Question = WithoutId<Extract<Ask, { readonly id: number }>>;
/** What is only told. */
export type Remark = Exclude<Ask, { readonly id: number }>;

export interface LinkParts {
  readonly entry: string; // the file that the process runs
  readonly clock: Clock;
  readonly log: Log;
  readonly hear: (news: RadioEvent) => void; // all but "down", and nothing once it is lost
}

export interface Link {
  /** Rejects with a RadioError, after so many milliseconds at the latest. */
  ask(question: Question, milliseconds: number): Promise<unknown>;
  say(remark: Remark): void;
  /** Nothing is heard from it any more, and what was asked has failed. It may save its files, but not for long. */
  end(reason: string): void;
  /** It can no longer be used, and why: one plain sentence. */
  readonly lost: Promise<string>;
  /** The process is no more, and its port is free. */
  readonly gone: Promise<void>;
}

const ASK_ALIVE_EVERY = 5000; // milliseconds
/** Counted, not timed: a Node-RED that was itself busy for long must not take its radio for dead. */
const UNANSWERED = 4;
const MAY_SAVE = 5000; // milliseconds from "stop" until it is killed
const LAST_WORDS = 1000; // milliseconds between the end of a process and the end of its channel
const DOUBTFUL = 5000; // milliseconds after the kill: who hangs in a driver does not even hear that

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: RadioError) => void;
  readonly forget: Stop;
}

export function openLink({ entry, clock, log, hear }: LinkParts): Link {
  const pending = new Map<number, Pending>();
  const timers = new Set<Stop>();
  const [lost, tellLost] = promised<string>();
  const [gone, tellGone] = promised<void>();
  let lastId = 0;
  let unanswered = 0;
  let reason: string | undefined; // why it was lost
  let ending: string | undefined; // how the process ended

  const child = born(entry);
  if (child instanceof Error) over(`the radio process cannot run: ${child.message}`);
  else attend(child);
  return { ask, say, end, lost, gone };

  function attend(own: ChildProcess): void {
    own.on("message", (message) => {
      for (const tell of tellsIn(message)) understand(tell);
    });
    own.on("error", (error) => {
      if (own.pid === undefined) over(`the radio process cannot run: ${error.message}`);
    });
    own.on("exit", (code, signal) => {
      const how = `the radio process ended unexpectedly (${signal ?? `exit code ${code}`})`;
      ending = how;
      if (own.connected) after(LAST_WORDS, () => over(how));
      else over(how);
    });
    own.on("disconnect", () => {
      if (ending !== undefined) over(ending);
      else after(LAST_WORDS, () => end("the radio process does not speak any more"));
    });
    eachLine(own.stdout, (line) => log.info(`radio process: ${line}`));
    eachLine(own.stderr, (line) => log.warn(`radio process: ${line}`));
    own.unref();
    own.channel?.unref();
    watch();
  }

  function ask(question: Question, milliseconds: number): Promise<unknown> {
    if (reason !== undefined) return Promise.reject(new RadioError("radio-down", reason));
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const late = () => {
        pending.delete(id);
        reject(new RadioError("timeout", `no answer from the radio within ${milliseconds / 1000} s`));
      };
      pending.set(id, { resolve, reject, forget: clock.after(milliseconds, late) });
      send({ ...question, id });
    });
  }

  function say(remark: Remark): void {
    if (reason === undefined) send(remark);
  }

  function send(message: Ask): void {
    if (child instanceof Error || !child.connected) return;
    child.send(message, () => {}); // if it does not arrive, the channel is closing, and everything pending fails with it
  }

  function understand(tell: Tell | undefined): void {
    if (reason !== undefined) return;
    if (!tell) {
      log.warn("radio process: it said something that nobody understands");
      return;
    }
    switch (tell.tell) {
      case "alive":
        unanswered = 0;
        return;
      case "log":
        log[tell.level](tell.text);
        return;
      case "answer":
        settle(tell.id, ({ resolve }) => resolve(tell.value));
        return;
      case "failure":
        settle(tell.id, ({ reject }) => reject(new RadioError(tell.code, tell.message, tell.status, tell.keys)));
        return;
      case "news":
        if (tell.news.kind === "down") end(tell.news.reason);
        else hear(tell.news);
    }
  }

  /** An answer after its deadline finds nobody. */
  function settle(id: number, how: (pending: Pending) => void): void {
    const waiting = pending.get(id);
    if (!waiting) return;
    pending.delete(id);
    waiting.forget();
    how(waiting);
  }

  function watch(): void {
    after(ASK_ALIVE_EVERY, () => {
      if (unanswered >= UNANSWERED) {
        lose(`the radio process hung for ${(UNANSWERED * ASK_ALIVE_EVERY) / 1000} s and was ended`);
        kill();
        return;
      }
      unanswered += 1;
      send({ ask: "alive" });
      watch();
    });
  }

  function end(why: string): void {
    if (reason !== undefined || child instanceof Error) return;
    send({ ask: "stop" });
    lose(why);
    child.ref(); // whoever stops us waits for it, and may have nothing else to do
    after(MAY_SAVE, kill);
  }

  function kill(): void {
    if (child instanceof Error) return;
    child.kill("SIGKILL");
    after(DOUBTFUL, () => over("the radio process cannot be ended"));
  }

  /** The process is no more, or given up. */
  function over(why: string): void {
    lose(why);
    stopTimers();
    if (!(child instanceof Error)) {
      child.removeAllListeners().on("error", () => {});
      child.unref();
    }
    tellGone();
  }

  function lose(why: string): void {
    if (reason !== undefined) return;
    reason = why;
    stopTimers();
    for (const { reject, forget } of pending.values()) {
      forget();
      reject(new RadioError("radio-down", why));
    }
    pending.clear();
    tellLost(why);
  }

  function after(milliseconds: number, run: () => void): void {
    const forget = clock.after(milliseconds, () => {
      timers.delete(forget);
      run();
    });
    timers.add(forget);
  }

  function stopTimers(): void {
    for (const forget of timers) forget();
    timers.clear();
  }
}

/** Some 60 MB less at the peak of a large house, where vendors' tables are read all at once. */
const THRIFTY: readonly string[] = ["--optimize-for-size", "--max-semi-space-size=2", "--expose-gc"];
const ONE_HEAP = { MALLOC_ARENA_MAX: "1" }; // else glibc keeps one for each of node's threads, half empty

/** Options meant for Node-RED (a debugger's port, a heap's size, hooks) are not for it. */
function born(entry: string): ChildProcess | Error {
  const { NODE_OPTIONS: _, ...env } = process.env;
  try {
    return fork(entry, [], {
      serialization: "advanced",
      execArgv: [...THRIFTY],
      env: { ...env, ...ONE_HEAP },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
  } catch (error) {
    return new Error(wordsOf(error));
  }
}

function promised<Value>(): [Promise<Value>, (value: Value) => void] {
  let keep: (value: Value) => void = () => {};
  const promise = new Promise<Value>((resolve) => {
    keep = resolve;
  });
  return [promise, keep];
}
