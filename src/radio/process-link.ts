/** The link to one radio process, from its fork to its end: requests, events, and the watch whether it still lives. The next process gets a link of its own. */
import { type ChildProcess, fork } from "node:child_process";
import { wordsOf } from "../model/errors.ts";
import type { Clock, Log } from "../model/ports.ts";
import { RadioError } from "../model/radio/orders.ts";
import type { RadioEvent } from "../model/radio/radio-port.ts";
import type { Stop } from "../model/resource.ts";
import { messagesIn } from "./message-checks.ts";
import { eachLine } from "./process-output.ts";
import type { GatewayMessage, ProcessMessage, ProcessNotice, ProcessRequest } from "./protocol.ts";

interface ProcessLinkParts {
  readonly entry: string; // the file that the process runs
  readonly clock: Clock;
  readonly log: Log;
  readonly hear: (event: RadioEvent) => void; // all but "down", and nothing once the process is lost
}

const ASK_ALIVE_EVERY = 5000; // milliseconds
/** Counted, not timed: a Node-RED that was itself busy for long must not take its radio for dead. */
const UNANSWERED = 4;
const MAY_SAVE = 5000; // milliseconds from "stop" until the process is killed
const LAST_MESSAGES = 1000; // milliseconds between the end of a process and the end of its channel
const DOUBTFUL = 5000; // milliseconds after the kill: a process that hangs in a driver does not even take that

interface PendingRequest {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: RadioError) => void;
  readonly stopTimer: Stop;
}

export class ProcessLink {
  /** The process can no longer be used, and why: one plain sentence. */
  readonly lost: Promise<string>;
  /** The process is no more, and its port is free. */
  readonly gone: Promise<void>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #hear: (event: RadioEvent) => void;
  readonly #child: ChildProcess | Error;
  readonly #pending = new Map<number, PendingRequest>();
  readonly #timers = new Set<Stop>();
  #resolveLost: (reason: string) => void = () => {};
  #resolveGone: () => void = () => {};
  #lastId = 0;
  #unanswered = 0;
  #lostReason: string | undefined;
  #exitReason: string | undefined;

  constructor({ entry, clock, log, hear }: ProcessLinkParts) {
    this.#clock = clock;
    this.#log = log;
    this.#hear = hear;
    this.lost = new Promise((resolve) => (this.#resolveLost = resolve));
    this.gone = new Promise((resolve) => (this.#resolveGone = resolve));
    this.#child = forkProcess(entry);
    if (this.#child instanceof Error) this.#finish(`the radio process cannot run: ${this.#child.message}`);
    else this.#listen(this.#child);
  }

  /** Rejects with a RadioError, after so many milliseconds at the latest. */
  request(request: ProcessRequest, milliseconds: number): Promise<unknown> {
    if (this.#lostReason !== undefined) return Promise.reject(new RadioError("radio-down", this.#lostReason));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const stopTimer = this.#clock.after(milliseconds, () => {
        this.#pending.delete(id);
        reject(new RadioError("timeout", `no answer from the radio within ${milliseconds / 1000} s`));
      });
      this.#pending.set(id, { resolve, reject, stopTimer });
      this.#send({ ...request, id });
    });
  }

  notify(notice: ProcessNotice): void {
    if (this.#lostReason === undefined) this.#send(notice);
  }

  /** The gateway hears no more from the process, and open requests have failed. The process may save its files, but not for long. */
  end(reason: string): void {
    if (this.#lostReason !== undefined || this.#child instanceof Error) return;
    this.#send({ type: "stop" });
    this.#lose(reason);
    this.#child.ref(); // a gateway that stops waits for it, and may have nothing else to do
    this.#after(MAY_SAVE, () => this.#kill());
  }

  #listen(child: ChildProcess): void {
    child.on("message", (output) => {
      for (const message of messagesIn(output)) this.#receive(message);
    });
    child.on("error", (error) => {
      if (child.pid === undefined) this.#finish(`the radio process cannot run: ${error.message}`);
    });
    child.on("exit", (code, signal) => {
      const reason = `the radio process ended unexpectedly (${signal ?? `exit code ${code}`})`;
      this.#exitReason = reason;
      if (child.connected) this.#after(LAST_MESSAGES, () => this.#finish(reason));
      else this.#finish(reason);
    });
    child.on("disconnect", () => {
      if (this.#exitReason !== undefined) this.#finish(this.#exitReason);
      else this.#after(LAST_MESSAGES, () => this.end("the radio process does not speak any more"));
    });
    eachLine(child.stdout, (line) => this.#log.info(`radio process: ${line}`));
    eachLine(child.stderr, (line) => this.#log.warn(`radio process: ${line}`));
    child.unref();
    child.channel?.unref();
    this.#watch();
  }

  #send(message: GatewayMessage): void {
    if (this.#child instanceof Error || !this.#child.connected) return;
    this.#child.send(message, () => {}); // if it does not arrive, the channel is closing, and everything pending fails with it
  }

  #receive(message: ProcessMessage | undefined): void {
    if (this.#lostReason !== undefined) return;
    if (!message) {
      this.#log.warn("radio process: it said something that nobody understands");
      return;
    }
    switch (message.type) {
      case "alive":
        this.#unanswered = 0;
        return;
      case "log":
        this.#log[message.level](message.text);
        return;
      case "answer":
        this.#takePending(message.id)?.resolve(message.value);
        return;
      case "failure": {
        const { id, code, message: text, status, keys } = message;
        this.#takePending(id)?.reject(new RadioError(code, text, status, keys));
        return;
      }
      case "event":
        if (message.event.kind === "down") this.end(message.event.reason);
        else this.#hear(message.event);
    }
  }

  /** Undefined for an answer after its deadline. */
  #takePending(id: number): PendingRequest | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.stopTimer();
    return pending;
  }

  #watch(): void {
    this.#after(ASK_ALIVE_EVERY, () => {
      if (this.#unanswered >= UNANSWERED) {
        this.#lose(`the radio process hung for ${(UNANSWERED * ASK_ALIVE_EVERY) / 1000} s and was ended`);
        this.#kill();
        return;
      }
      this.#unanswered += 1;
      this.#send({ type: "alive" });
      this.#watch();
    });
  }

  #kill(): void {
    if (this.#child instanceof Error) return;
    this.#child.kill("SIGKILL");
    this.#after(DOUBTFUL, () => this.#finish("the radio process cannot be ended"));
  }

  /** The process is no more, or given up. */
  #finish(reason: string): void {
    this.#lose(reason);
    this.#stopTimers();
    if (!(this.#child instanceof Error)) {
      this.#child.removeAllListeners().on("error", () => {});
      this.#child.unref();
    }
    this.#resolveGone();
  }

  #lose(reason: string): void {
    if (this.#lostReason !== undefined) return;
    this.#lostReason = reason;
    this.#stopTimers();
    for (const { reject, stopTimer } of this.#pending.values()) {
      stopTimer();
      reject(new RadioError("radio-down", reason));
    }
    this.#pending.clear();
    this.#resolveLost(reason);
  }

  #after(milliseconds: number, run: () => void): void {
    const stop = this.#clock.after(milliseconds, () => {
      this.#timers.delete(stop);
      run();
    });
    this.#timers.add(stop);
  }

  #stopTimers(): void {
    for (const stop of this.#timers) stop();
    this.#timers.clear();
  }
}

/** Some 60 MB less at the peak of a large house, where vendors' tables are read all at once. */
const THRIFTY: readonly string[] = ["--optimize-for-size", "--max-semi-space-size=2", "--expose-gc"];
const ONE_HEAP = { MALLOC_ARENA_MAX: "1" }; // else glibc keeps one for each of node's threads, half empty

/** Options meant for Node-RED (a debugger's port, a heap's size, hooks) are not for the radio process. */
function forkProcess(entry: string): ChildProcess | Error {
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
