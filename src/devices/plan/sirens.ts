/** What sounds: a warning device of the standard, an alarm with a switch, or what can only be told to be quiet. */
import type { Expose } from "../../model/radio.ts";
import type { Link } from "./device-plan.ts";
import { CAN_BE_SET, canBeSet } from "./exposes.ts";
import { growLight } from "./lights.ts";
import { attach, type Draft } from "./plan-draft.ts";
import { linkFor } from "./value-mappings.ts";

const TOLD = 1; // of an access

export function planSiren(draft: Draft): void {
  const { exposes } = draft;
  const settable = (name: string) =>
    exposes.find((each) => each.name === name && each.type !== "text" && canBeSet(each));
  const warning = settable("warning");
  const alarm = exposes.some(({ type }) => type === "climate") ? undefined : settable("alarm");
  const expose = warning ?? alarm ?? hushed(draft, settable("silence"));
  if (!expose) {
    planSquawk(draft);
    return;
  }
  const resource = growLight(draft, expose, "Warning device", ["0502", "ef00"]);
  if (warning) attach(draft, resource, linkFor(warning, "state/alert", { op: "siren" }), "none");
  if (expose.name === "silence") attach(draft, resource, linkFor(expose, "state/alert", { op: "hush" }), "none");
  if (!alarm) {
    const link = soundsIn(exposes);
    if (link) resource.links.push({ ...link, op: "sirenSwitch" });
    return;
  }
  const link = linkFor(alarm, "state/alert", { op: "is", no: ["off", "stop", "normal", "false"] });
  if (link) attach(draft, resource, { ...link, on: link.on ?? loudest(alarm, link.off), op: "sirenSwitch" }, "none");
}

/** A detector whose converters only listen: the standard has a word to make it sound. */
function planSquawk(draft: Draft): void {
  const siren = draft.unclaimed.find(({ type }) => type === "Warning device");
  if (!siren) return;
  const squawk: Expose = { type: "composite", name: "squawk", property: "squawk", access: CAN_BE_SET };
  const resource = growLight(draft, squawk, siren.type, ["0502"]);
  attach(draft, resource, linkFor(squawk, "state/alert", { op: "siren" }), "none");
  resource.raw = true;
}

/** It also says that it sounds when nobody told it to. */
function soundsIn(exposes: readonly Expose[]): Link | undefined {
  const isTold = ({ name, type, access = 0 }: Expose) => name === "alarm" && type === "binary" && (access & TOLD) !== 0;
  const sounds = exposes.find(isTold);
  return sounds && linkFor(sounds, "state/alert", { op: "is" });
}

/** It sounds by itself, and can only be told to be quiet. */
function hushed({ unclaimed }: Draft, silence: Expose | undefined): Expose | undefined {
  return unclaimed.some(({ type }) => type === "Warning device") ? silence : undefined;
}

function loudest({ values = [] }: Expose, off: unknown): unknown {
  return [...values].reverse().find((each) => each !== off);
}
