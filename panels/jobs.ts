/** Jobs in words: the work of a job, and why it failed. Pure. */
import type { Values } from "../src/model/resource.ts";
import { hasText, say } from "./texts.ts";

export const JOB = "Job"; // the type of the resource

/** "Survey of the network"; a job that only a newer gateway knows is some work. */
export function sayJobKind(does: unknown): string {
  const key = `jobs.does.${does}`;
  return hasText(key) ? say(key) : say("jobs.other");
}

export function sayJobFailure(error: unknown): string {
  const { code, description = "" } = (error ?? {}) as Values;
  return code === "restarted" ? say("network.fault.restarted") : String(description);
}

/** "Backup: 3 of 12"; a search does nothing but wait, by the second. */
export function sayJobProgress(name: string, does: unknown, { done, total, now }: Values): string {
  if (now === "restart") return say("jobs.waits", { name });
  if (total === undefined) return name;
  if (does === "search") return say("jobs.seconds-left", { name, count: Math.max(0, Number(total) - Number(done)) });
  return say("jobs.progress", { name, done: Number(done), total: Number(total) });
}
