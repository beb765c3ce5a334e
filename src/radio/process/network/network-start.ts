/** Starts herdsman on the stick, with the network that is ours and no other, and describes the network that came up. */
import { Controller, setLogger } from "zigbee-herdsman";
import { Device } from "zigbee-herdsman/dist/controller/model/index.js";
import type { NetworkFacts, RadioSkill } from "../../../model/radio/radio-port.ts";
import { extendedPanIdFor, LEAP } from "../../coordinator-dialects.ts";
import type { NetworkRecord } from "../../network-record.ts";
import { capacityOf } from "../../pacing.ts";
import type { RadioSettings } from "../../protocol.ts";
import { giveAddress } from "../adapter/ember-address.ts";
import { patchEmber } from "../adapter/ember-patches.ts";
import { readFrameCounter } from "../adapter/frame-counter.ts";
import { keepOnlyTexts } from "../adapter/herdsman-patches.ts";
import { guardNetwork, prepareAdapter, startOffAir } from "../adapter/network-guard.ts";
import { patchZStack } from "../adapter/zstack-patches.ts";
import { ExplainedError } from "../end-reasons.ts";
import { adapterOf, type Herdsman } from "../herdsman.ts";
import { herdsmanLogger } from "../herdsman-log.ts";
import type { RecordKeeper } from "./coordinator-backup.ts";
import { type NetworkFiles, readText } from "./network-files.ts";
import { hasDevices } from "./network-identity.ts";
import type { SerialOptions } from "./stick-detection.ts";

export interface HerdsmanParts {
  readonly settings: RadioSettings;
  readonly stick: SerialOptions;
  readonly files: NetworkFiles;
  readonly keeper: RecordKeeper; // of the network's record
  readonly isNew: boolean; // the network was made just now
  readonly log: (level: "info" | "warn" | "error", text: string) => void;
}

export interface StartingHerdsman {
  readonly herdsman: Herdsman; // its database is open already
  readonly started: Promise<StickStart>;
}

/** The course of the stick's start. */
interface StickStart {
  readonly isFormed: boolean; // a new network was made just now
  readonly isGiven: boolean; //  it was given the network: it knows no more of it than a backup holds
}

const SETS_POWER: readonly string[] = ["zstack", "ember"];
const MOST_FRAMES = 64; // in herdsman's own queue: which frame goes first is decided before
const SKILLS: Readonly<Record<string, readonly RadioSkill[]>> = {
  zstack: ["backup", "installcode", "touchlink"],
  ember: ["backup", "installcode", "touchlink"],
  deconz: ["backup", "installcode"],
  zoh: ["installcode"],
};
const OTHER_NETWORK =
  "the stick did not take the network of this gateway: unplug it and plug it in again, and if that goes on, use another stick";
const NO_COUNTER =
  "the firmware of this stick is too old to take over the devices of another one: give it a current firmware, or plug the former stick in again";
const LOW_COUNTER =
  "the devices would not hear this stick, because it counts lower than the last one: start again, and if that goes on, use another stick";
const ZSTACK_3X0 = 1; // the product with room for many frames at once
const FEW = 2;

/** How a stick that was up can be lost: its line has broken, or it has left its network by itself. */
type StickLoss = "line" | "network";

/** A start takes a second at least, and much can be done meanwhile. */
export function startHerdsman(parts: HerdsmanParts, lost: (how: StickLoss) => void): StartingHerdsman {
  const { stick, files, keeper, log } = parts;
  const { record } = keeper;
  setLogger(herdsmanLogger(log));
  keepOnlyTexts(Device.prototype);
  const herdsman = new Controller({
    network: {
      panID: record.panid,
      extendedPanID: [...extendedPanIdFor(stick.adapter, record)],
      networkKey: [...Buffer.from(record.key, "hex")],
      channelList: [channelFor(parts)],
    },
    serialPort: { ...stick },
    databasePath: files.database,
    databaseBackupPath: files.databaseCopy,
    backupPath: files.coordinator,
    adapter: { disableLED: false, concurrent: MOST_FRAMES, ...powerOf(parts) },
    acceptJoiningDeviceHandler: async () => true,
  });
  herdsman.setMaxListeners(0);
  herdsman.once("adapterDisconnected", () => lost("line"));
  const started = start(herdsman, parts, lost);
  started.catch(() => {}); // the session waits for it, and hears of it
  return { herdsman, started };
}

/** Of the others herdsman takes no notice of it. */
function powerOf({ settings: { power }, stick }: HerdsmanParts): { readonly transmitPower?: number } {
  return power === undefined || !SETS_POWER.includes(stick.adapter) ? {} : { transmitPower: power };
}

async function start(herdsman: Herdsman, parts: HerdsmanParts, lost: (how: StickLoss) => void): Promise<StickStart> {
  const { settings, stick, files, keeper, isNew, log } = parts;
  const { record } = keeper;
  const isInhabited = hasDevices(readText(files.database));
  const counter = record.counter ?? 0;
  const given = () => keeper.counted(counter + LEAP);
  if (stick.adapter === "deconz") await repairDeconz(isInhabited ? given : undefined, () => lost("network"));
  if (stick.adapter === "zstack") prepareAdapter((adapter) => patchZStack(adapter, () => lost("network")));
  if (stick.adapter === "ember")
    prepareAdapter((adapter) => {
      patchEmber(adapter, () => lost("network"));
      if (settings.empties) startOffAir(adapter);
      if (settings.empties) giveAddress(adapter, undefined);
      else if (isInhabited && record.coordinator !== null) giveAddress(adapter, record.coordinator);
    });
  if (isInhabited) {
    const canRestore = record.counter !== null && record.channel === channelFor(parts);
    const warn = (text: string) => log("warn", text);
    await guardNetwork(stick.adapter, { canRestore, counter, given, warn });
  }
  const result = await herdsman.start();
  if (result === "restored") log("info", "the stick was given the network of this gateway");
  if (isInhabited) await requireSame(herdsman, record, stick.adapter);
  return { isFormed: result === "reset" || isNew, isGiven: result === "restored" };
}

/** The changes are loaded only for a stick of this family. `given`: of a network with devices. */
async function repairDeconz(given: (() => void) | undefined, offAir: () => void): Promise<void> {
  const { patchDeconz, requireCounter } = await import("../adapter/deconz-patches.ts");
  prepareAdapter((adapter) => {
    patchDeconz(adapter, offAir);
    if (given) requireCounter(adapter, new ExplainedError(NO_COUNTER), given);
  });
}

/**
 * A network that was moved to another channel moves along with any stick; but a stick of another family, or one that takes over, is given
 * the network as it was. It moves at the start after that.
 */
function channelFor({ settings, stick, keeper }: HerdsmanParts): number {
  const { channel, family, term } = keeper.record;
  const isOther = (family !== null && family !== stick.adapter) || (settings.term ?? 0) > term;
  return channel !== null && isOther ? channel : settings.channel;
}

/** Before anything is asked of the devices: they would not hear a stick that is not as the last one was. */
async function requireSame(herdsman: Herdsman, record: NetworkRecord, kind: string): Promise<void> {
  if (record.counter === null) return;
  const { panID, extendedPanID } = await herdsman.getNetworkParameters();
  const extended = extendedPanID.replace(/^0x/, "").padStart(16, "0");
  const turned = Buffer.from(extended, "hex").reverse().toString("hex");
  const isSame = extended === record.extendedpanid || (kind === "zstack" && turned === record.extendedpanid); // old networks there are turned round
  if (panID !== record.panid || !isSame) throw new ExplainedError(OTHER_NETWORK);
  const counter = await readFrameCounter(adapterOf(herdsman), kind);
  if ((counter ?? 0) >= record.counter || (counter === undefined && record.family === kind)) return;
  throw new ExplainedError(counter === undefined ? NO_COUNTER : LOW_COUNTER);
}

export async function networkFacts(
  herdsman: Herdsman,
  adapter: string,
  formed: boolean,
  { extendedpanid }: NetworkRecord,
): Promise<NetworkFacts> {
  const [{ type, meta }, { channel, panID }] = await Promise.all([
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
    extendedpanid, // each family says it in its own order
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

/** The version as eight digits: numbers as its maker counts, a date as it is read. Zeros would mean that there is none. */
function firmwareOf({ revision, major, minor, patch, special }: Readonly<Record<string, number | string>>): string {
  const words = String(revision ?? "");
  if (/^0x[0-9a-f]{8}$/i.test(words)) return words.toLowerCase();
  if (/^\d{6,8}$/.test(words)) return `0x${words.padStart(8, "0")}`;
  const parts = [major, minor, patch, special].map((part) => Number(part) & 0xff);
  const number = parts.reduce((sum, part) => sum * 256 + part, 0);
  return `0x${(number || 1).toString(16).padStart(8, "0")}`;
}
