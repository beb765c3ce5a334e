/**
 * The identity of the network: its key, its PAN id and its extended PAN id. It is made once and never again: with another one every device
 * would have to join anew. So a file that is missing or does not fit is reported, and nothing is started.
 */
import { randomBytes, randomInt } from "node:crypto";
import { isObject } from "../../../model/resource.ts";
import { ExplainedError } from "../end-reasons.ts";
import { requireOwnFamily, type StickFamily } from "./coordinator-backup.ts";
import { type NetworkFiles, readText, writeDurably } from "./network-files.ts";

export interface NetworkIdentity {
  readonly key: readonly number[]; // 16 bytes
  readonly panid: number;
  readonly extendedpanid: readonly number[]; // 8 bytes
}

/** Makes one when there is no network yet. Throws an ExplainedError when there is a network whose identity is lost. */
export function networkIdentity(files: NetworkFiles): NetworkIdentity & { readonly isNew: boolean } {
  const written = readText(files.network);
  const backup = backupIn(files);
  if (written === undefined) {
    if (!backup && hasDevices(readText(files.database))) {
      throw new ExplainedError(
        `${files.network} is missing, and with it the key of the network: put it or coordinator_backup.json back, or choose a new data folder and join all devices again`,
      );
    }
    const identity = backup ?? newIdentity();
    writeDurably(files.network, identityText(identity));
    return { ...identity, isNew: backup === undefined };
  }
  const identity = identityIn(written);
  if (!identity)
    throw new ExplainedError(
      `${files.network} cannot be read: put a copy of it back, or remove it if there is a coordinator_backup.json`,
    );
  if (backup && !isSameNetwork(identity, backup)) {
    throw new ExplainedError(
      `${files.network} and coordinator_backup.json are of two different networks: put the file back that was changed`,
    );
  }
  return { ...identity, isNew: false };
}

/** A stick that lost its network gets it back from the backup. Without one it would silently make another, and the devices would be lost. */
export function requireBackup(files: NetworkFiles, adapter: StickFamily): void {
  const isInhabited = hasDevices(readText(files.database));
  requireOwnFamily(files, adapter, isInhabited);
  if (readText(files.coordinator) !== undefined || !isInhabited) return;
  throw new ExplainedError(
    `${files.coordinator} is missing, and without it the stick might form a new network: put it back, or choose a new data folder and join all devices again`,
  );
}

/** Whether there are others than the coordinator itself. */
export function hasDevices(database: string | undefined): boolean {
  return (database ?? "").split("\n").some((line) => /"type":"(EndDevice|Router|GreenPower|Unknown)"/.test(line));
}

function newIdentity(): NetworkIdentity {
  return { key: [...randomBytes(16)], panid: randomInt(1, 0xfff0), extendedpanid: [...randomBytes(8)] };
}

function identityText({ key, panid, extendedpanid }: NetworkIdentity): string {
  return `${JSON.stringify({ key: hexText(key), panid, extendedpanid: hexText(extendedpanid) }, undefined, 2)}\n`;
}

function identityIn(text: string): NetworkIdentity | undefined {
  const json = parsedJson(text);
  if (!isObject(json)) return undefined;
  const key = bytes(json.key, 16);
  const extendedpanid = bytes(json.extendedpanid, 8);
  const { panid } = json;
  if (!key || !extendedpanid || !Number.isInteger(panid)) return undefined;
  const number = panid as number;
  return number > 0 && number < 0xffff ? { key, panid: number, extendedpanid } : undefined;
}

/** As zigpy's open coordinator backup has them. */
function backupIn(files: NetworkFiles): NetworkIdentity | undefined {
  const text = readText(files.coordinator);
  if (text === undefined) return undefined;
  const json = parsedJson(text);
  const key = isObject(json) && isObject(json.network_key) ? bytes(json.network_key.key, 16) : undefined;
  const extendedpanid = isObject(json) ? bytes(json.extended_pan_id, 8) : undefined;
  const panid = isObject(json) && typeof json.pan_id === "string" ? Number.parseInt(json.pan_id, 16) : Number.NaN;
  if (!key || !extendedpanid || !(panid > 0 && panid < 0xffff)) {
    throw new ExplainedError(`${files.coordinator} cannot be read: put a copy of it back, or move it away`);
  }
  return { key, panid, extendedpanid };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bytes(text: unknown, length: number): number[] | undefined {
  if (typeof text !== "string" || !/^[0-9a-f]*$/i.test(text) || text.length !== 2 * length) return undefined;
  return [...Buffer.from(text, "hex")];
}

function hexText(of: readonly number[]): string {
  return Buffer.from(of).toString("hex");
}

function isSameNetwork(one: NetworkIdentity, other: NetworkIdentity): boolean {
  return identityText(one) === identityText(other);
}
