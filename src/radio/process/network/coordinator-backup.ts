/**
 * The backup of the stick that herdsman reads and writes. Before a start it is written from our record, so that a stick of any family can be given
 * the network; and the network that a stick tells goes into the record only when it is at least as good as the known one: a lower frame
 * counter would restore a network that no device hears.
 */
import { randomBytes } from "node:crypto";
import { renameSync } from "node:fs";
import { fromUnifiedBackup, toUnifiedBackup } from "zigbee-herdsman/dist/utils/backup.js";
import { backupFor, networkIn } from "../../coordinator-dialects.ts";
import { writeDurably } from "../../durable-file.ts";
import {
  countedTo,
  learnedFrom,
  type NetworkRecord,
  networkJson,
  STICK_FAMILIES,
  type StickFamily,
  whyWorse,
  withInstallCode,
} from "../../network-record.ts";
import { pause } from "../deadlines.ts";
import { ExplainedError } from "../end-reasons.ts";
import type { HerdsmanAdapter } from "../herdsman.ts";
import { type NetworkFiles, readText } from "./network-files.ts";

type Backup = Awaited<ReturnType<HerdsmanAdapter["backup"]>>;
type UnifiedBackup = Parameters<typeof fromUnifiedBackup>[0];

const SOON = 200; // milliseconds: the stick knows its address again

/** Whether herdsman can keep and restore the network of a stick with this adapter. */
export function isStickFamily(adapter: string): adapter is StickFamily {
  return Object.hasOwn(STICK_FAMILIES, adapter);
}

/** The record on the disk. A new fact is there before the process goes on. */
export class RecordKeeper {
  readonly #files: NetworkFiles;
  #record: NetworkRecord;

  constructor(files: NetworkFiles, record: NetworkRecord) {
    this.#files = files;
    this.#record = record;
  }

  get record(): NetworkRecord {
    return this.#record;
  }

  /** Answers why it was not believed. */
  learn(backup: Backup, family: StickFamily): string | undefined {
    const told = networkIn(toUnifiedBackup(backup), family);
    const problem = told ? whyWorse(this.#record, told) : "it cannot be read";
    if (told && problem === undefined) this.#keep(learnedFrom(this.#record, told, now()));
    return problem;
  }

  counted(counter: number): void {
    this.#keep(countedTo(this.#record, counter, now()));
  }

  installCode(code: string): void {
    this.#keep(withInstallCode(this.#record, code));
  }

  /** The devices that still report to former coordinators have all come. */
  settled(): void {
    this.#keep({ ...this.#record, former: [] });
  }

  /** A newer stick has the network: only its process may go on. */
  enter(term: number): void {
    if (term > this.#record.term) this.#keep({ ...this.#record, term });
  }

  /** For a stick of this family; undefined where nothing can be restored. */
  restoreFile(family: StickFamily): string | undefined {
    const backup = backupFor(family, this.#record, () => randomBytes(16).toString("hex"));
    return backup && JSON.stringify(backup, undefined, 2);
  }

  #keep(record: NetworkRecord): void {
    const [before, text] = [networkJson(this.#record), networkJson(record)];
    this.#record = record;
    if (text !== before) writeDurably(this.#files.network, text);
  }
}

/**
 * Writes the network that the stick is to be given, should it not be in it. Refuses a stick that would form a network of its own instead,
 * where devices would be lost with the former one.
 */
export function prepareRestore(files: NetworkFiles, keeper: RecordKeeper, adapter: string, hasDevices: boolean): void {
  const { family } = keeper.record;
  if (!isStickFamily(adapter)) {
    if (!hasDevices || family === null) return;
    throw new ExplainedError(
      `the devices joined the network of another stick (${STICK_FAMILIES[family]}), which this kind of stick cannot take over: plug the former stick in again, or use one of these: ${Object.values(STICK_FAMILIES).join(", ")}`,
    );
  }
  const text = keeper.restoreFile(adapter);
  if (text !== undefined) {
    writeDurably(files.coordinator, text);
    return;
  }
  if (!hasDevices) {
    if (readText(files.coordinator) !== undefined) renameSync(files.coordinator, `${files.coordinator}.old`);
    return;
  }
  if (family === adapter && adapter !== "deconz") return; // moved in without its count: one that is in the network goes on, and no other (network-guard.ts)
  throw new ExplainedError(
    `${files.coordinator} is missing, and without it the stick might form a new network: put it back, or choose a new data folder and join all devices again`,
  );
}

/** From now on the network that the stick tells goes into the record, and a backup that is worse than the record changes nothing. */
export function keepSoundBackup(
  adapter: HerdsmanAdapter,
  family: StickFamily,
  keeper: RecordKeeper,
  warn: (text: string) => void,
): void {
  const take = adapter.backup.bind(adapter);
  adapter.backup = async (devices) => {
    let made = await take(devices);
    let problem = keeper.learn(made, family);
    if (problem !== undefined) {
      await pause(SOON); // an Ember stick forgets its address while its network opens or closes
      made = await take(devices);
      problem = keeper.learn(made, family);
    }
    if (problem === undefined) return made;
    const last = keeper.restoreFile(family);
    if (last === undefined) throw new Error(`the backup of the stick was not kept: ${problem}`);
    warn(`the backup of the stick was not kept, the former one stays: ${problem}`);
    return fromUnifiedBackup(JSON.parse(last) as UnifiedBackup);
  };
}

function now(): string {
  return new Date().toISOString();
}
