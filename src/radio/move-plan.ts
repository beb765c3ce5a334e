/** What it would mean to give the network to another stick: told before anything is done. */
import { type NetworkRecord, STICK_FAMILIES } from "./network-record.ts";

export interface MovePlan {
  readonly isRefused: boolean; // this kind of stick cannot be given a network
  readonly devices: number;
  readonly sleepers: number;
  /** Devices report to the address that they know; where the stick has another one, each is set up anew. */
  readonly keepsAddress: boolean;
  /** Devices with a key of their own that such a stick cannot be given: one that loses the network has to be paired again. */
  readonly keyed: number;
}

interface PlannedDevice {
  readonly sleepy: boolean;
}

/** Undefined where nothing moves: no device has joined, or no stick has told its network yet. */
export function movePlan(
  record: NetworkRecord | undefined,
  adapter: string,
  devices: readonly PlannedDevice[],
): MovePlan | undefined {
  if (!record || record.family === null || devices.length === 0) return undefined;
  const isSame = record.family === adapter;
  return {
    isRefused: !Object.hasOwn(STICK_FAMILIES, adapter),
    devices: devices.length,
    sleepers: devices.filter(({ sleepy }) => sleepy).length,
    keepsAddress: adapter !== "ember", // its address is its own; the others are given the one that the devices know
    keyed: isSame && adapter === "zstack" ? 0 : record.stations.filter(({ linkkey }) => linkkey).length,
  };
}
