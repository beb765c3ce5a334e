/**
 * The network's key and numbers. They are made once and never again: with others, every device would have to be joined anew. So whatever
 * is missing or does not fit is said, and nothing is started.
 */
import { randomBytes, randomInt } from "node:crypto";
import { isObject } from "../../../model/resource.ts";
import { Refusal } from "../end-reasons.ts";
import { type Files, textIn, write } from "./network-files.ts";

export interface NetworkNumbers {
  readonly key: readonly number[]; // 16 bytes
  readonly panid: number;
  readonly extendedpanid: readonly number[]; // 8 bytes
}

/** Makes them when there is no network yet. Throws a Refusal when there is one whose numbers are lost. */
export function networkNumbers(files: Files): NetworkNumbers & { readonly areNew: boolean } {
  const written = textIn(files.network);
  const backup = backupIn(files);
  if (written === undefined) {
    if (!backup && hasDevices(textIn(files.database))) {
      throw new Refusal(
        `${files.network} is missing, and with it the key of the network: put it or coordinator_backup.json back, or choose a new data folder and join all devices again`,
      );
    }
    const numbers = backup ?? made();
    write(files.network, inWriting(numbers));
    return { ...numbers, areNew: backup === undefined };
  }
  const numbers = numbersIn(written);
  if (!numbers)
    throw new Refusal(
      `${files.network} cannot be read: put a copy of it back, or remove it if there is a coordinator_backup.json`,
    );
  if (backup && !isSame(numbers, backup)) {
    throw new Refusal(
      `${files.network} and coordinator_backup.json are of two different networks: put the file back that was changed`,
    );
  }
  return { ...numbers, areNew: false };
}

/** A stick that lost its network gets it back from the backup. Without one it would silently make another, and the devices would be lost. */
export function requireBackup(files: Files): void {
  if (textIn(files.coordinator) !== undefined || !hasDevices(textIn(files.database))) return;
  throw new Refusal(
    `${files.coordinator} is missing, and without it the stick might form a new network: put it back, or choose a new data folder and join all devices again`,
  );
}

/** Whether there are others than the coordinator itself. */
export function hasDevices(database: string | undefined): boolean {
  return (database ?? "").split("\n").some((line) => /"type":"(EndDevice|Router|GreenPower|Unknown)"/.test(line));
}

function made(): NetworkNumbers {
  return { key: [...randomBytes(16)], panid: randomInt(1, 0xfff0), extendedpanid: [...randomBytes(8)] };
}

function inWriting({ key, panid, extendedpanid }: NetworkNumbers): string {
  return `${JSON.stringify({ key: hex(key), panid, extendedpanid: hex(extendedpanid) }, undefined, 2)}\n`;
}

function numbersIn(text: string): NetworkNumbers | undefined {
  const said = parsed(text);
  if (!isObject(said)) return undefined;
  const key = bytes(said.key, 16);
  const extendedpanid = bytes(said.extendedpanid, 8);
  const { panid } = said;
  if (!key || !extendedpanid || !Number.isInteger(panid)) return undefined;
  const number = panid as number;
  return number > 0 && number < 0xffff ? { key, panid: number, extendedpanid } : undefined;
}

/** As zigpy's open coordinator backup has them. */
function backupIn(files: Files): NetworkNumbers | undefined {
  const text = textIn(files.coordinator);
  if (text === undefined) return undefined;
  const said = parsed(text);
  const key = isObject(said) && isObject(said.network_key) ? bytes(said.network_key.key, 16) : undefined;
  const extendedpanid = isObject(said) ? bytes(said.extended_pan_id, 8) : undefined;
  const panid = isObject(said) && typeof said.pan_id === "string" ? Number.parseInt(said.pan_id, 16) : Number.NaN;
  if (!key || !extendedpanid || !(panid > 0 && panid < 0xffff)) {
    throw new Refusal(`${files.coordinator} cannot be read: put a copy of it back, or move it away`);
  }
  return { key, panid, extendedpanid };
}

function parsed(text: string): unknown {
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

function hex(of: readonly number[]): string {
  return Buffer.from(of).toString("hex");
}

function isSame(one: NetworkNumbers, other: NetworkNumbers): boolean {
  return inWriting(one) === inWriting(other);
}
