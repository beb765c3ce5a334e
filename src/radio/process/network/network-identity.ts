/**
 * The network of this folder, as its record says. It is made once and never again: with another key or other numbers every device would have to
 * join anew. So a file that is missing or does not fit is reported, and nothing is started.
 */
import { randomBytes, randomInt } from "node:crypto";
import { isObject, parsedJson } from "../../../model/resource.ts";
import { familyOf, networkIn } from "../../coordinator-dialects.ts";
import { writeDurably } from "../../durable-file.ts";
import {
  isIeee,
  learnedFrom,
  type NetworkRecord,
  networkJson,
  newRecord,
  recordIn,
  type ToldNetwork,
} from "../../network-record.ts";
import { ExplainedError } from "../end-reasons.ts";
import { type NetworkFiles, readText } from "./network-files.ts";

interface OwnNetwork {
  readonly record: NetworkRecord;
  readonly isNew: boolean; // made just now: no stick has it yet
}

/** Makes one when there is no network yet. Throws an ExplainedError when there is a network whose identity is lost. */
export function ownNetwork(files: NetworkFiles): OwnNetwork {
  const database = readText(files.database);
  const written = readText(files.network);
  const backup = backupIn(files);
  if (written === undefined && !backup && hasDevices(database)) {
    throw new ExplainedError(
      `${files.network} is missing, and with it the key of the network: put it or coordinator_backup.json back, or choose a new data folder and join all devices again`,
    );
  }
  const before = written === undefined ? madeFor(backup) : recordIn(written, backup?.family);
  if (!before)
    throw new ExplainedError(
      `${files.network} cannot be read: put a copy of it back, or remove it if there is a coordinator_backup.json`,
    );
  if (backup && !isSameNetwork(before, backup)) {
    throw new ExplainedError(
      `${files.network} and coordinator_backup.json are of two different networks: put the file back that was changed`,
    );
  }
  const record = completed(before, backup, database);
  const text = networkJson(record);
  if (text !== written) writeDurably(files.network, text);
  return { record, isNew: written === undefined && backup === undefined };
}

/** Whether there are others than the coordinator itself. */
export function hasDevices(database: string | undefined): boolean {
  return (database ?? "").split("\n").some((line) => /"type":"(EndDevice|Router|GreenPower|Unknown)"/.test(line));
}

function madeFor(backup: ToldNetwork | undefined): NetworkRecord {
  if (!backup) return newRecord(randomBytes(16), randomInt(1, 0xfff0), randomBytes(8));
  const { key, panid, extendedpanid } = backup;
  return newRecord(Buffer.from(key, "hex"), panid, Buffer.from(extendedpanid, "hex"));
}

/** A record of the first version, or of a backup of that time, is completed by herdsman's files of the stick. */
function completed(
  record: NetworkRecord,
  backup: ToldNetwork | undefined,
  database: string | undefined,
): NetworkRecord {
  if (record.coordinator !== null || !backup) return record;
  const coordinator = coordinatorIn(database) ?? backup.coordinator;
  return coordinator === null ? record : learnedFrom(record, { ...backup, coordinator }, new Date().toISOString());
}

/** As herdsman knew it last, and as the devices know it: sticks of some families do not say it in their backup. */
function coordinatorIn(database: string | undefined): string | undefined {
  const row = (database ?? "").split("\n").find((line) => line.includes('"type":"Coordinator"'));
  const [, ieee] = /"ieeeAddr":"(0x[0-9a-f]{16})"/.exec(row ?? "") ?? [];
  return isIeee(ieee) ? ieee : undefined;
}

/** As zigpy's open coordinator backup has them. */
function backupIn({ coordinator }: NetworkFiles): ToldNetwork | undefined {
  const text = readText(coordinator);
  if (text === undefined) return undefined;
  const json = parsedJson(text);
  const told = networkIn(json, familyOf(json) ?? "zstack"); // other programs write it as Z-Stack does
  if (!isObject(json) || !told)
    throw new ExplainedError(`${coordinator} cannot be read: put a copy of it back, or move it away`);
  return told;
}

function isSameNetwork(record: NetworkRecord, { key, panid, extendedpanid }: ToldNetwork): boolean {
  return record.key === key && record.panid === panid && record.extendedpanid === extendedpanid;
}
