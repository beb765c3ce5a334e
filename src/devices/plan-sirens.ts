/** What sounds: a warning device of the standard, an alarm with a switch, or what can only be told to be quiet. */
import type { Expose } from "../model/radio.ts";
import { canBeSet } from "./exposes.ts";
import { attach, type Draft } from "./plan-draft.ts";
import { growLight } from "./plan-lights.ts";
import { linkFor } from "./plan-links.ts";

export function planSiren(draft: Draft): void {
  const { exposes } = draft;
  const settable = (name: string) =>
    exposes.find((each) => each.name === name && each.type !== "text" && canBeSet(each));
  const warning = settable("warning");
  const alarm = exposes.some(({ type }) => type === "climate") ? undefined : settable("alarm");
  const expose = warning ?? alarm ?? hushed(draft, settable("silence"));
  if (!expose) return;
  const resource = growLight(draft, expose, "Warning device", ["0502", "ef00"]);
  if (warning) attach(draft, resource, linkFor(warning, "state/alert", { op: "siren" }), "none");
  if (expose.name === "silence") attach(draft, resource, linkFor(expose, "state/alert", { op: "hush" }), "none");
  if (!alarm) return;
  const link = linkFor(alarm, "state/alert", { op: "is", no: ["off", "stop", "normal", "false"] });
  if (link) attach(draft, resource, { ...link, on: link.on ?? loudest(alarm, link.off), op: "sirenSwitch" }, "none");
}

/** It sounds by itself, and can only be told to be quiet. */
function hushed({ unclaimed }: Draft, silence: Expose | undefined): Expose | undefined {
  return unclaimed.some(({ type }) => type === "Warning device") ? silence : undefined;
}

function loudest({ values = [] }: Expose, off: unknown): unknown {
  return [...values].reverse().find((each) => each !== off);
}
