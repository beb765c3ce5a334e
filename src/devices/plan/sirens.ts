/** What sounds: a warning device of the standard, an alarm with a switch, or what can only be told to be quiet. */
import type { Expose } from "../../model/radio.ts";
import type { ValueMapping } from "./device-plan.ts";
import { CAN_BE_SET, canBeSet } from "./exposes.ts";
import { addLight } from "./lights.ts";
import { mapValue, type PlanDraft } from "./plan-draft.ts";
import { mappingFor } from "./value-mappings.ts";

const TOLD = 1; // of an access

export function planSiren(draft: PlanDraft): void {
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
  const resource = addLight(draft, expose, "Warning device", ["0502", "ef00"]);
  if (warning) mapValue(draft, resource, mappingFor(warning, "state/alert", { conversion: "warning" }), "none");
  if (expose.name === "silence")
    mapValue(draft, resource, mappingFor(expose, "state/alert", { conversion: "silence" }), "none");
  if (!alarm) {
    const link = soundsIn(exposes);
    if (link) resource.mappings.push({ ...link, conversion: "sounding" });
    return;
  }
  const link = mappingFor(alarm, "state/alert", { conversion: "flag", no: ["off", "stop", "normal", "false"] });
  if (link)
    mapValue(
      draft,
      resource,
      { ...link, valueOn: link.valueOn ?? loudest(alarm, link.valueOff), conversion: "sounding" },
      "none",
    );
}

/** A detector whose converters only listen: the standard has a word to make it sound. */
function planSquawk(draft: PlanDraft): void {
  const siren = draft.unclaimed.find(({ type }) => type === "Warning device");
  if (!siren) return;
  const squawk: Expose = { type: "composite", name: "squawk", property: "squawk", access: CAN_BE_SET };
  const resource = addLight(draft, squawk, siren.type, ["0502"]);
  mapValue(draft, resource, mappingFor(squawk, "state/alert", { conversion: "warning" }), "none");
  resource.unconverted = true;
}

/** It also says that it sounds when nobody told it to. */
function soundsIn(exposes: readonly Expose[]): ValueMapping | undefined {
  const isTold = ({ name, type, access = 0 }: Expose) => name === "alarm" && type === "binary" && (access & TOLD) !== 0;
  const sounds = exposes.find(isTold);
  return sounds && mappingFor(sounds, "state/alert", { conversion: "flag" });
}

/** It sounds by itself, and can only be told to be quiet. */
function hushed({ unclaimed }: PlanDraft, silence: Expose | undefined): Expose | undefined {
  return unclaimed.some(({ type }) => type === "Warning device") ? silence : undefined;
}

function loudest({ values = [] }: Expose, off: unknown): unknown {
  return [...values].reverse().find((each) => each !== off);
}
