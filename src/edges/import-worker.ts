/** Looks at another program's house in a process of its own: the files may be hostile, and the converters need memory that comes back. */
import { fork } from "node:child_process";

const MEMORY = 768; // MB
const LONGEST = 120_000; // milliseconds

type WorkerAnswer = { readonly done: unknown } | { readonly refused: unknown } | { readonly failed: string };

export interface RunningWork {
  readonly answer: Promise<WorkerAnswer>;
  cancel(): void;
}

/** `entry` answers one message with one message, and ends. */
export function runOnce(entry: string, request: unknown): RunningWork {
  const child = fork(entry, [], {
    serialization: "advanced",
    execArgv: [`--max-old-space-size=${MEMORY}`],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const timer = setTimer(() => child.kill("SIGKILL"));
  const answer = new Promise<WorkerAnswer>((resolve) => {
    child.once("message", (message) => resolve(message as WorkerAnswer));
    child.once("error", (error) => resolve({ failed: error.message }));
    child.once("exit", () => resolve({ failed: "it took too much time or memory" }));
  }).finally(() => {
    timer();
    child.kill("SIGKILL");
  });
  child.send(request as object, (error) => {
    if (error) child.kill("SIGKILL");
  });
  return { answer, cancel: () => void child.kill("SIGKILL") };
}

function setTimer(run: () => void): () => void {
  const signal = AbortSignal.timeout(LONGEST);
  signal.addEventListener("abort", run, { once: true });
  return () => signal.removeEventListener("abort", run);
}
