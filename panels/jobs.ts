/** Jobs in words: what one does, and why it failed. Pure. */
import type { Values } from "../src/model/resource.ts";
import { hasText, say } from "./texts.ts";

export const JOB = "Job"; // the type of the resource

/** "Survey of the network"; what a newer gateway does is some work. */
export function sayJobKind(does: unknown): string {
  const key = `jobs.does.${does}`;
  return hasText(key) ? say(key) : say("jobs.other");
}

export function sayJobFailure(error: unknown): string {
  const { code, description = "" } = (error ?? {}) as Values;
  return code === "restarted" ? say("network.fault.restarted") : String(description);
}
