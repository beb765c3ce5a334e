/** The schedule engine's offer to handlers: the outcome of a schedule when its time had come. */
import type { EnginePort } from "../engine-ports.ts";
import type { Address } from "../resource.ts";
import type { Evaluation } from "./rule-engine.ts";

/** One run; of several alike within an hour the last, with their count. */
export type ScheduleRun = Pick<Evaluation, "at" | "since" | "count" | "actions">;

interface ScheduleEngine {
  /** The runs of a schedule, the newest first. */
  trace(schedule: Address): readonly ScheduleRun[];
  /** Writes the log of all schedules at once, which otherwise waits for some minutes. */
  saveLog(): void;
}

export const SCHEDULE_ENGINE: EnginePort<ScheduleEngine> = { name: "schedules" };
