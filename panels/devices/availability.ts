/** Whether a device is reachable, its link quality, and when it was last seen. Pure. */
import { readTrouble } from "../../src/model/doctor/wording.ts";
import { isKnownOn } from "../../src/model/lights/groups.ts";
import { utc } from "../texts.ts";
import type { HouseDevice, HouseResource } from "./house-devices.ts";

type DeviceReach = "there" | "asleep" | "unreachable" | "virtual" | "disabled";

const JUST_NOW = 90_000; // milliseconds

export function deviceReach({
  isVirtual,
  info,
  resources,
}: Pick<HouseDevice, "isVirtual" | "info" | "resources">): DeviceReach {
  if (isVirtual) return "virtual";
  if (info.disabled === true) return "disabled";
  if (resources.some((resource) => reachable(resource) === false)) return "unreachable";
  return info.sleepy === true ? "asleep" : "there";
}

function reachable({ family, state, config }: HouseResource): unknown {
  return family === "lights" ? state.reachable : config.reachable;
}

/** The device is missed, and the doctor has not said why yet, because it waits for more signs. */
export function isUnexplained(device: Pick<HouseDevice, "isVirtual" | "info" | "resources">): boolean {
  return deviceReach(device) === "unreachable" && readTrouble(device.info.trouble) === undefined;
}

/** A light without an answer is as it was before: `unanswered` tells how. */
export function isLit(
  { address, state }: Pick<HouseResource, "address" | "state">,
  unanswered: ReadonlyMap<string, boolean>,
): boolean {
  return unanswered.get(address) ?? isKnownOn(state);
}

/** The power of a device, which a user checks first where it is missed. */
export function powerOf({ info }: Pick<HouseDevice, "info">): "mains" | "battery" {
  return info.sleepy === true ? "battery" : "mains";
}

/** Milliseconds, UTC; NaN: never. */
export function seenAt({ info, resources }: HouseDevice): number {
  return utc(info.lastseen ?? resources[0]?.view.lastseen);
}

/** It is reported by the minute: the last minute counts as now. */
export function lastSeen(device: HouseDevice, now: number): number {
  const seen = seenAt(device);
  return now - seen < JUST_NOW ? now : seen;
}

/** Of 255; undefined: not heard since the start. */
export function linkQuality({ info }: Pick<HouseDevice, "info">): number | undefined {
  return typeof info.linkquality === "number" ? info.linkquality : undefined;
}

/** 0 to 4, as bars show it. */
export function bars(quality: number): number {
  return [1, 40, 90, 150].filter((least) => quality >= least).length;
}
