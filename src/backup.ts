/** Backups of the whole gateway, its records and its network in one file, on a click and each night; and their restore. */
import { reportOf, withLifeOf, withLogsOf } from "./backup-report.ts";
import { type Archive, packArchive, readArchive } from "./edges/disk/archive.ts";
import { NightlyBackups } from "./edges/disk/nightly-backups.ts";
import { dropRestore, isSetAside, stageRestore } from "./edges/disk/restore.ts";
import { BY_GATEWAY } from "./engines/engine.ts";
import type { Gateway } from "./gateway.ts";
import { familyOf } from "./model/addresses.ts";
import type { BackupReport } from "./model/admin-api.ts";
import { RULE_ENGINE } from "./model/automation/rule-engine.ts";
import { SCHEDULE_ENGINE } from "./model/automation/schedule-engine.ts";
import { JOBS, JOBS_ADDRESS } from "./model/jobs.ts";
import type { Clock, Log } from "./model/ports.ts";
import type { Radio } from "./model/radio/radio-port.ts";
import type { Cause } from "./model/resource.ts";
import { recordIn } from "./radio/network-record.ts";
import { CONFIG } from "./resources/config/type.ts";

interface BackupParts {
  readonly gateway: Gateway;
  readonly radio: Radio;
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Backup {
  /** Packs the gateway as it is now. The file holds the network's key. */
  make(cause?: Cause): Promise<Buffer>;
  /** Checks a backup, and reports the things that it would bring back. */
  look(bytes: Uint8Array): Promise<BackupReport>;
  /** Checks a backup and stages it: the next start finds the gateway as it was then. Until then nothing changes. */
  restore(bytes: Uint8Array, cause?: Cause): Promise<void>;
  /** Whether the gateway that the last restore or move has replaced can come back. */
  isSetAside(): Promise<boolean>;
  /** Of the last nights, as files. */
  readonly nightly: NightlyBackups;
}

export function openBackup(parts: BackupParts): Backup {
  const { gateway, folder, clock, log } = parts;
  const make = async (cause = BY_GATEWAY) => {
    await gateway.ready;
    const job = gateway.engines.get(JOBS).begin({ does: "backup", cause });
    try {
      const bytes = await pack(parts);
      job.done();
      return bytes;
    } catch (error) {
      job.failed(error);
      throw error;
    }
  };
  return {
    make,
    look: async (bytes) => reportOf(await readArchive(bytes), gateway.store),
    restore: (bytes, cause = BY_GATEWAY) => restore(parts, bytes, cause),
    isSetAside: () => isSetAside(folder),
    nightly: new NightlyBackups({ folder, clock, log, make }),
  };
}

/** Jobs are no part of it: they tell of the present. */
async function pack({ gateway, radio, clock }: BackupParts): Promise<Buffer> {
  const { name, bridgeid } = gateway.store.get(CONFIG)?.attr ?? {};
  saveLogs(gateway);
  const files = radio.missing ? {} : (await radio.backup()).files;
  const about = { name, bridgeid, adapter: radio.network?.adapter ?? null };
  const records = gateway.store.records().filter(({ address }) => familyOf(address) !== familyOf(JOBS_ADDRESS));
  return packArchive({ records, radio: files, about }, clock.now());
}

/** The map of the network is as true as before, and stays, with its time. A map of another network tells nothing of this one. */
function looksAtNetwork({ gateway: { store }, radio: { network } }: BackupParts, { radio }: Archive) {
  const then = recordIn(radio["network.json"] ?? "");
  if (then && network && then.extendedpanid !== network.extendedpanid) return [];
  const looks = store.list(JOBS_ADDRESS).filter(({ attr }) => attr.does === "survey" && attr.status !== "running");
  return looks.map(({ address }) => store.record(address));
}

/** The job goes along into the restored data, where the next start finds it completed. A gateway that cannot open is restored, too. */
async function restore(parts: BackupParts, bytes: Uint8Array, cause: Cause): Promise<void> {
  const { gateway, radio, folder } = parts;
  const jobs = gateway.engines.find(JOBS);
  const earlier = jobs?.running("restore") ?? [];
  const job = jobs?.begin({
    ...{ does: "restore", cause, total: 2, completedByRestart: true },
    cancel: () => dropRestore(folder),
  });
  try {
    const read = await readArchive(bytes);
    saveLogs(gateway);
    const archive = withLifeOf(await radio.virtual?.inspect().catch(() => undefined), withLogsOf(gateway.store, read));
    const { made, name, counts, lost, isOwn } = reportOf(read, gateway.store);
    job?.found({ made, name, counts, lost });
    const own = job ? [gateway.store.record(job.address)] : [];
    const looks = isOwn ? looksAtNetwork(parts, read) : [];
    await stageRestore(folder, { ...archive, records: [...archive.records, ...own, ...looks] });
    if (job && !job.isRunning) await dropRestore(folder); // cancelled meanwhile
    for (const each of earlier) each.cancelled();
    job?.progress(1, 2, "restart");
  } catch (error) {
    job?.failed(error);
    throw error;
  }
}

/** The logs of rules and schedules are written at once: otherwise the last minutes of them are missing. */
function saveLogs({ engines }: Gateway): void {
  engines.find(RULE_ENGINE)?.saveLog();
  engines.find(SCHEDULE_ENGINE)?.saveLog();
}
