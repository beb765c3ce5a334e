/** Starts herdsman on the stick, with the network that is ours and no other, and describes the network that came up. */
import { Controller, setLogger } from "zigbee-herdsman";
import { Device } from "zigbee-herdsman/dist/controller/model/index.js";
import type { NetworkFacts, RadioSkill } from "../../../model/radio.ts";
import { capacityOf } from "../../pacing.ts";
import type { RadioSettings } from "../../protocol.ts";
import { keepOnlyTexts } from "../adapter/herdsman-patches.ts";
import { guardNetwork } from "../adapter/network-guard.ts";
import type { Herdsman } from "../herdsman.ts";
import { herdsmanLogger } from "../herdsman-log.ts";
import { type NetworkFiles, readText } from "./network-files.ts";
import { hasDevices, type NetworkIdentity } from "./network-identity.ts";
import type { SerialOptions } from "./stick-detection.ts";

export interface HerdsmanParts {
  readonly settings: RadioSettings;
  readonly stick: SerialOptions;
  readonly files: NetworkFiles;
  readonly identity: NetworkIdentity & { readonly isNew: boolean };
  readonly log: (level: "info" | "warn" | "error", text: string) => void;
}

export interface StartingHerdsman {
  readonly herdsman: Herdsman; // its database is open already
  /** Whether a new network was made just now. */
  readonly formed: Promise<boolean>;
}

const MOST_FRAMES = 64; // in herdsman's own queue: which frame goes first is decided before
const SKILLS: Readonly<Record<string, readonly RadioSkill[]>> = {
  zstack: ["backup", "installcode", "touchlink"],
  ember: ["backup", "installcode", "touchlink"],
  deconz: ["backup", "installcode"],
  zoh: ["installcode"],
};
const ZSTACK_3X0 = 1; // the product with room for many frames at once
const FEW = 2;

/** A start takes a second at least, and much can be done meanwhile. `lost`: the stick is gone. */
export function startHerdsman(parts: HerdsmanParts, lost: () => void): StartingHerdsman {
  const { settings, stick, files, identity, log } = parts;
  setLogger(herdsmanLogger(log));
  keepOnlyTexts(Device.prototype);
  const herdsman = new Controller({
    network: {
      panID: identity.panid,
      extendedPanID: [...identity.extendedpanid],
      networkKey: [...identity.key],
      channelList: [settings.channel],
    },
    serialPort: { ...stick },
    databasePath: files.database,
    databaseBackupPath: files.databaseCopy,
    backupPath: files.coordinator,
    adapter: { disableLED: false, concurrent: MOST_FRAMES },
    acceptJoiningDeviceHandler: async () => true,
  });
  herdsman.setMaxListeners(0);
  herdsman.once("adapterDisconnected", lost);
  const formed = start(herdsman, parts);
  formed.catch(() => {}); // the session waits for it, and hears of it
  return { herdsman, formed };
}

async function start(herdsman: Herdsman, { settings, stick, files, identity, log }: HerdsmanParts): Promise<boolean> {
  if (hasDevices(readText(files.database))) {
    const canRestore = channelOf(files) === settings.channel;
    await guardNetwork(stick.adapter, { canRestore, warn: (text) => log("warn", text) });
  }
  const result = await herdsman.start();
  if (result === "restored") log("info", "the stick was given the network of coordinator_backup.json");
  await backUpNewChannel(herdsman, files, settings.channel);
  return result === "reset" || identity.isNew;
}

/** A network that was moved must not be restored to where it was before. */
async function backUpNewChannel(herdsman: Herdsman, files: NetworkFiles, channel: number): Promise<void> {
  const before = channelOf(files);
  if (before !== undefined && before !== channel) await herdsman.backup();
}

/** The channel of the network in the stick's backup. */
function channelOf({ coordinator }: NetworkFiles): number | undefined {
  const [, channel] = /"channel":\s*(\d+)/.exec(readText(coordinator) ?? "") ?? [];
  return channel === undefined ? undefined : Number(channel);
}

export async function networkFacts(herdsman: Herdsman, adapter: string, formed: boolean): Promise<NetworkFacts> {
  const [{ type, meta }, { channel, panID, extendedPanID }] = await Promise.all([
    herdsman.getCoordinatorVersion(),
    herdsman.getNetworkParameters(),
  ]);
  return {
    adapter,
    firmware: firmwareOf(meta),
    version: `${type} ${meta.revision ?? ""}`.trim(),
    coordinator: herdsman.getDevicesByType("Coordinator")[0]?.ieeeAddr ?? "",
    channel,
    panid: panID,
    extendedpanid: extendedPanID.replace(/^0x/, ""),
    formed,
    can: SKILLS[adapter] ?? [],
  };
}

/** How many frames the stick takes. */
export async function framesAtOnce(herdsman: Herdsman, adapter: string): Promise<number> {
  if (adapter !== "zstack") return capacityOf(adapter).all;
  const { meta } = await herdsman.getCoordinatorVersion();
  return meta.product === ZSTACK_3X0 ? capacityOf(adapter).all : FEW;
}

/** Eight digits: whatever its maker counts by, a date as it is read. Zeros would mean that there is none. */
function firmwareOf({ revision, major, minor, patch, special }: Readonly<Record<string, number | string>>): string {
  const words = String(revision ?? "");
  if (/^0x[0-9a-f]{8}$/i.test(words)) return words.toLowerCase();
  if (/^\d{6,8}$/.test(words)) return `0x${words.padStart(8, "0")}`;
  const parts = [major, minor, patch, special].map((part) => Number(part) & 0xff);
  const number = parts.reduce((sum, part) => sum * 256 + part, 0);
  return `0x${(number || 1).toString(16).padStart(8, "0")}`;
}
