/** The state of touchlink, from the answers and changes of the gateway. Pure. */
import type { Values } from "../../src/model/resource.ts";
import type { HouseState } from "../house.ts";

export interface FoundLight {
  readonly id: string;
  readonly mac: string;
  readonly isFree: boolean; // in no network
  readonly rssi: number; //    dBm
  readonly channel: number;
}

export interface ShownTouchlinkJob {
  readonly do: "scan" | "identify" | "reset";
  readonly id?: string;
  readonly is: "running" | "done" | "failed";
  readonly failure?: string;
  readonly reason?: string;
}

interface TouchlinkState {
  readonly isScanning: boolean;
  readonly found: readonly FoundLight[];
  readonly job: ShownTouchlinkJob | undefined;
}

export const IDLE: TouchlinkState = { isScanning: false, found: [], job: undefined };

/** A member that is absent stays as it was. */
export function touchlinkStateAfter(before: TouchlinkState, { scanstate, result, job }: Values): TouchlinkState {
  return {
    isScanning: scanstate === undefined ? before.isScanning : scanstate === "scanning",
    found: result === undefined ? before.found : foundIn(result as Readonly<Record<string, Values>>),
    job: job === undefined ? before.job : (job as ShownTouchlinkJob),
  };
}

function foundIn(result: Readonly<Record<string, Values>>): readonly FoundLight[] {
  return Object.entries(result)
    .map(([id, { address, factorynew, rssi, channel }]) => ({
      id,
      mac: (String(address).slice("0x".length).match(/../g) ?? []).join(":"),
      isFree: factorynew === true,
      rssi: Number(rssi),
      channel: Number(channel),
    }))
    .sort((one, other) => other.rssi - one.rssi);
}

/** Why the job failed, as far as there is a text for it. */
export function failureOf({ failure }: ShownTouchlinkJob): "unreachable" | "busy" | "unsupported" | "other" {
  if (failure === "unreachable" || failure === "timeout" || failure === "asleep") return "unreachable";
  if (failure === "busy") return "busy";
  return failure === "unsupported" ? "unsupported" : "other";
}

/** Where a light is now: by the result of the scan, and by reports since then. */
export function networkOf({ mac, isFree }: FoundLight, { devices, lights }: Pick<HouseState, "devices" | "lights">) {
  if (!Object.hasOwn(devices, mac)) return isFree ? "free" : "elsewhere";
  const isHeard = ({ uniqueid, state }: Values) =>
    String(uniqueid).startsWith(`${mac}-`) && (state as Values | undefined)?.reachable === true;
  return isFree && !Object.values(lights).some(isHeard) ? "free" : "ours";
}
