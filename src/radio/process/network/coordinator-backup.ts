/**
 * The backup of the stick that herdsman keeps, in zigpy's open format: which family of sticks can read it, and whether a newer one may take
 * its place. Herdsman writes whatever the stick says at that moment, and a backup with a lower frame counter restores a network that no device hears.
 */
import { renameSync } from "node:fs";
import { fromUnifiedBackup } from "zigbee-herdsman/dist/utils/backup.js";
import { isObject } from "../../../model/resource.ts";
import { pause } from "../deadlines.ts";
import { ExplainedError } from "../end-reasons.ts";
import type { HerdsmanAdapter } from "../herdsman.ts";
import { type NetworkFiles, readText } from "./network-files.ts";

type Backup = Awaited<ReturnType<HerdsmanAdapter["backup"]>>;
type UnifiedBackup = Parameters<typeof fromUnifiedBackup>[0];
export type StickFamily = "zstack" | "ember" | "deconz";

const FAMILIES: Readonly<Record<StickFamily, string>> = {
  zstack: "Z-Stack",
  ember: "EmberZNet",
  deconz: "ConBee and RaspBee",
};
const NO_ADDRESS = /^(0{16}|f{16})$/;
const SOON = 200; // milliseconds: the stick knows its address again

/** Whether herdsman can keep and restore the network of such a stick. */
export function isStickFamily(adapter: string): adapter is StickFamily {
  return Object.hasOwn(FAMILIES, adapter);
}

/** Undefined when the file does not say it, as those of other programs do not. */
export function familyOf(backup: unknown): StickFamily | undefined {
  if (!isObject(backup)) return undefined;
  const metadata = isObject(backup.metadata) ? backup.metadata : {};
  const internal = isObject(metadata.internal) ? metadata.internal : {};
  const specific = isObject(backup.stack_specific) ? backup.stack_specific : {};
  const has = (part: unknown, member: string) => isObject(part) && Boolean(part[member]);
  if (internal.ezspVersion || has(specific.ezsp, "hashed_tclk")) return "ember";
  if (typeof internal.znpVersion === "number" || has(specific.zstack, "tclk_seed")) return "zstack"; // 0 is Z-Stack 1.2
  return String(metadata.source ?? "").startsWith("zigbee-herdsman@") ? "deconz" : undefined;
}

/**
 * A stick is given the network of a backup of its own family only. From another one herdsman makes a new network, and forgets all devices,
 * or starts with a frame counter that the devices refuse. Where no device has joined yet, nothing is lost: the file is set aside.
 */
export function requireOwnFamily({ coordinator }: NetworkFiles, adapter: StickFamily, hasDevices: boolean): void {
  const text = readText(coordinator);
  if (text === undefined) return;
  const family = familyOf(JSON.parse(text));
  const isOwn = family === undefined ? adapter !== "ember" : family === adapter;
  if (isOwn) return;
  if (!hasDevices) {
    renameSync(coordinator, `${coordinator}.${family ?? "other"}`);
    return;
  }
  const former = family ? `a stick of another family (${FAMILIES[family]})` : "another program";
  throw new ExplainedError(
    `the devices joined the network of ${former}, which this stick (${FAMILIES[adapter]}) cannot take over: plug the former stick in again, or choose a new data folder and join all devices again`,
  );
}

/** From now on a backup that is worse than the one on the disk leaves that as it is. */
export function keepSoundBackup(adapter: HerdsmanAdapter, files: NetworkFiles, warn: (text: string) => void): void {
  const take = adapter.backup.bind(adapter);
  adapter.backup = async (devices) => {
    let made = await take(devices);
    if (NO_ADDRESS.test(addressIn(made))) {
      await pause(SOON); // an Ember stick forgets its address while its network opens or closes
      made = await take(devices);
    }
    const last = lastBackup(files);
    const problem = whyWorse(made, last);
    if (problem === undefined) return made;
    if (!last) throw new Error(`the backup of the stick was not kept: ${problem}`);
    warn(`the backup of the stick was not kept, the former one stays: ${problem}`);
    return last;
  };
}

export function whyWorse(made: Backup, last: Backup | undefined): string | undefined {
  if (NO_ADDRESS.test(addressIn(made))) return "the stick did not say its address";
  if (!last) return undefined;
  const { networkKey, extendedPanId } = made.networkOptions;
  if (!networkKey.equals(last.networkOptions.networkKey)) return "it has another network key";
  if (!extendedPanId.equals(last.networkOptions.extendedPanId)) return "it is of another network";
  const [now, before] = [made.networkKeyInfo.frameCounter, last.networkKeyInfo.frameCounter];
  if (addressIn(made) === addressIn(last) && now < before)
    return `its frame counter is ${now}, and was ${before} before`;
  return undefined;
}

function lastBackup({ coordinator }: NetworkFiles): Backup | undefined {
  const text = readText(coordinator);
  if (text === undefined) return undefined;
  const unified = JSON.parse(text) as UnifiedBackup;
  const backup = fromUnifiedBackup(unified);
  const version = unified.metadata.internal?.znpVersion;
  return version === undefined ? backup : { ...backup, znp: { ...backup.znp, version } }; // herdsman forgets a 0
}

function addressIn({ coordinatorIeeeAddress }: Backup): string {
  return coordinatorIeeeAddress.toString("hex");
}
