/** Backups of the whole gateway: its records and its network in one file, on a click and each night; and the way back. */
import { packArchive, readArchive } from "./edges/disk/archive.ts";
import { NightlyBackups } from "./edges/disk/nightly-backups.ts";
import { stageRestore } from "./edges/disk/restore.ts";
import type { Gateway } from "./gateway.ts";
import type { Clock, Log } from "./model/ports.ts";
import type { Radio } from "./model/radio.ts";
import { CONFIG } from "./resources/config/type.ts";

export interface BackupParts {
  readonly gateway: Gateway;
  readonly radio: Radio;
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Backup {
  /** As it is now, packed. It holds the network's key. */
  make(): Promise<Buffer>;
  /** Checks a backup, and lays it ready: the next start finds the house as it was then. Until then nothing changes. */
  restore(bytes: Uint8Array): Promise<void>;
  /** Of the last nights, as files. */
  readonly nightly: NightlyBackups;
}

export function openBackup({ gateway, radio, folder, clock, log }: BackupParts): Backup {
  const make = async () => {
    await gateway.ready;
    const { name, bridgeid } = gateway.store.get(CONFIG)?.attr ?? {};
    const files = radio.missing ? {} : (await radio.backup()).files;
    const about = { name, bridgeid, adapter: radio.network?.adapter ?? null };
    return packArchive({ records: gateway.store.records(), radio: files, about }, clock.now());
  };
  return {
    make,
    restore: async (bytes) => stageRestore(folder, await readArchive(bytes)),
    nightly: new NightlyBackups({ folder, clock, log, make }),
  };
}
