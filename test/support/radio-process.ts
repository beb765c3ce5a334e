/** The real radio process, forked as the gateway does it, and asked by hand. */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Answers, Order } from "../../src/model/radio/orders.ts";
import type { RadioEvent } from "../../src/model/radio/radio-port.ts";
import type { Values } from "../../src/model/resource.ts";
import type {
  GatewayMessage,
  ProcessMessage,
  ProcessMessages,
  ProcessNotice,
  ProcessRequest,
  RadioSettings,
} from "../../src/radio/protocol.ts";

type EventOf<Kind, Some = RadioEvent> = Some extends { readonly kind: infer Is }
  ? Kind extends Is
    ? Some
    : never
  : never;
type Failure = Extract<ProcessMessage, { readonly type: "failure" }>;

export interface RadioProcess {
  readonly child: ChildProcess;
  readonly events: readonly RadioEvent[];
  readonly log: readonly string[];
  /** Rejects with the failure that it told. */
  ask(question: ProcessRequest): Promise<unknown>;
  say(remark: ProcessNotice): void;
  start(settings: RadioSettings, options?: Record<string, Values>): Promise<EventOf<"up">>;
  order<O extends Order>(order: O, deadline?: number): Promise<Answers[O["do"]]>;
  /** The first event that fits, of those already told or still to come. */
  heard<Kind extends RadioEvent["kind"]>(kind: Kind, fits?: (event: EventOf<Kind>) => boolean): Promise<EventOf<Kind>>;
  /** From now on. */
  forget(): void;
  stop(): Promise<void>;
  readonly ended: Promise<number | null>;
  /** In how many pieces all that was told. */
  readonly pieces: number;
}

const ENTRY = join(import.meta.dirname, "../../src/radio-process.ts");
const PATIENCE = 60_000; // milliseconds: no test may depend on speed

export function forkRadio(entry = ENTRY): RadioProcess {
  const events: RadioEvent[] = [];
  const log: string[] = [];
  const pending = new Map<number, (tell: ProcessMessage) => void>();
  const watchers = new Set<() => void>();
  const child = fork(entry, [], {
    serialization: "advanced",
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => {
      for (const [id, settle] of pending) settle({ type: "failure", id, code: "radio-down", message: "it has ended" });
      for (const look of watchers) look();
      resolve(code);
    });
  });
  let lastId = 0;
  let pieces = 0;

  const understand = (tell: ProcessMessage) => {
    if (tell.type === "log") log.push(`${tell.level}: ${tell.text}`);
    if (tell.type === "answer" || tell.type === "failure") {
      pending.get(tell.id)?.(tell);
      pending.delete(tell.id);
    }
    if (tell.type === "event") events.push(tell.event);
  };
  child.on("message", (output: ProcessMessages) => {
    pieces += 1;
    for (const tell of output.type === "batch" ? output.messages : [output]) understand(tell);
    for (const look of watchers) look();
  });

  const radio: RadioProcess = {
    child,
    events,
    log,
    get pieces() {
      return pieces;
    },
    ended,
    ask: (question) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        const id = lastId;
        pending.set(id, (tell) => (tell.type === "answer" ? resolve(tell.value) : reject(asError(tell as Failure))));
        child.send({ ...question, id } as GatewayMessage);
      }),
    say: (remark) => void child.send(remark),
    start: async (settings, options = {}) => {
      await radio.ask({ type: "start", settings, options });
      return await radio.heard("up");
    },
    order: async <O extends Order>(order: O, deadline = 20_000) =>
      (await radio.ask({ type: "order", order, deadline })) as Answers[O["do"]],
    heard: async (kind, fits = () => true) => {
      const found = () => events.find((one) => one.kind === kind && fits(one as never));
      await until(
        () => found() !== undefined || child.exitCode !== null,
        watchers,
        () => `event ${kind}: ${JSON.stringify(events.map((one) => one.kind))} ${log.join("\n")}`,
      );
      const one = found();
      assert.ok(one, `it ended without event "${kind}"`);
      return one as never;
    },
    forget: () => {
      events.length = 0;
    },
    stop: async () => {
      if (child.connected) radio.say({ type: "stop" });
      await ended;
    },
  };
  return radio;
}

export interface TemporaryFolder {
  readonly path: string;
  write(name: string, text: string): void;
  remove(): void;
}

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), "zigbee-gateway-process-"));
  return {
    path,
    write: (name, text) => writeFileSync(join(path, name), text),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

async function until(isSo: () => boolean, watchers: Set<() => void>, what: () => string): Promise<void> {
  if (isSo()) return;
  let look = () => {};
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it did not happen: ${what()}`)), PATIENCE);
    look = () => {
      if (!isSo()) return;
      clearTimeout(timer);
      resolve();
    };
    watchers.add(look);
  }).finally(() => watchers.delete(look));
}

function asError({ code, message, status, keys }: Failure): Error {
  return Object.assign(new Error(message), { code, status, ...(keys && { keys }) });
}
