/** A job: something that takes long. It tells its progress, what it has found, and how it ended; some jobs can be cancelled. */
import type { EnginePort } from "./engine-ports.ts";
import { RadioError } from "./radio/orders.ts";
import type { Address, Cause, Values } from "./resource.ts";

export const JOBS_ADDRESS: Address = "/jobs";

export interface JobRequest {
  readonly does: string; //     "search", "touchlink-scan", "backup", "restore", "survey" …
  readonly about?: string; //   the object of the job, where that is one thing
  readonly cause: Cause;
  readonly total?: number; //   steps, where their number is known
  /** Ends the work; absent: the job cannot be cancelled. */
  readonly cancel?: () => unknown;
  /** The next start of the gateway completes it; any other job ends there with a failure. */
  readonly completedByRestart?: true;
}

export type JobStatus = "running" | "done" | "failed" | "cancelled";

/** The part that does the job reports here. A report after its end is ignored. */
export interface RunningJob {
  readonly address: Address;
  readonly isRunning: boolean;
  /** `now`: the present step, a device for instance. */
  progress(done: number, total?: number, now?: string): void;
  /** Adds to its result. */
  found(values: Values): void;
  done(): void;
  failed(error: unknown): void;
  cancelled(): void;
}

export interface Jobs {
  begin(request: JobRequest): RunningJob;
  running(does: string): readonly RunningJob[];
  /** False where it cannot be cancelled; rejects when cancelling failed. */
  cancel(address: Address): Promise<boolean>;
}

export const JOBS: EnginePort<Jobs> = { name: "jobs" };

/** Why a job failed: a word for programs, and a sentence. */
interface JobFailure {
  readonly code: string; // of a RadioError, "restarted", or "failed"
  readonly description: string;
}

export function failureOf(error: unknown): JobFailure {
  const description = error instanceof Error ? error.message : String(error);
  return { code: error instanceof RadioError ? error.code : "failed", description };
}
