/**
 * Backups: made, listed, downloaded, and put back after the panel has told what comes back and what is lost. In the gateway's panel
 * and in its dialog, also where its data cannot be read: then a backup helps.
 */
import { useRef, useState } from "preact/hooks";
import type { BackupReport } from "../../src/model/admin-api.ts";
import { midnightOf } from "../../src/model/time/zones.ts";
import type { KeptBackup } from "../api.ts";
import { useBackupDownload } from "../health/findings.tsx";
import { useHealth } from "../health/use-health.tsx";
import { NoteContext, useApi, useChanges, useLoads, useNote, useQuery } from "../hooks.ts";
import { JOB } from "../jobs.ts";
import { sayFailure } from "../perform.ts";
import { houseZone, say, sayDay, sayNearDay, saySize, sayTime } from "../texts.ts";
import { Question } from "../widgets/dialog.tsx";
import { Button, Fold } from "../widgets/widgets.tsx";
import { consequencesOf, sayBackup } from "./consequences.ts";

const MEGABYTE = 1_000_000; // bytes
const KINDS = ".gz,.backup"; // as they are called here, and in the folder of the data

export function Backups() {
  const api = useApi();
  const { answer: kept, again } = useQuery(() => api.backups(), [api, useLoads()]);
  const download = useBackupDownload();
  const make = useBackupNow(again);
  const { asked, isReading, ask, drop } = useRestore();
  const file = useRef<HTMLInputElement>(null);
  useChanges((news) => {
    if (news.some(({ type, values }) => type === JOB && values.status === "done")) again();
  });
  const [newest] = kept ?? [];
  return (
    <>
      <p>{newest ? say("backups.last", { day: sayMade(newest) }) : kept && say("backups.none")}</p>
      <p class="zg-hint">{say("backups.about")}</p>
      <p class="zg-hint">{say("backups.burnt")}</p>
      <div class="zg-actions">
        <Button icon="store" kind={kept?.length === 0 ? "primary" : "plain"} onClick={make}>
          {say("backups.make")}
        </Button>
        <Button icon="down" onClick={() => download().then(again)}>
          {say("health.do.backup")}
        </Button>
        <Button icon="up" onClick={() => file.current?.click()}>
          {say("backups.restore")}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          aria-label={say("backups.restore")}
          accept={KINDS}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            currentTarget.value = ""; // the same one may be chosen again
            if (chosen) void ask(async () => chosen);
          }}
        />
      </div>
      <p class="zg-dim" role="status">
        {isReading && say("backups.reading")}
      </p>
      {kept && kept.length > 0 && (
        <Fold title={say("backups.kept", { count: kept.length })}>
          <KeptBackups
            files={kept}
            onDownload={download}
            onRestore={(name) => ask(async () => (await api.backup(name)).content)}
          />
        </Fold>
      )}
      {asked && <RestoreQuestion {...asked} onClose={drop} />}
    </>
  );
}

/** A backup that stays on the gateway, as the nightly ones do. */
function useBackupNow(after: () => void): () => Promise<void> {
  const api = useApi();
  const note = useNote();
  const { look } = useHealth();
  return async () => {
    try {
      await api.keepBackup();
      note(say("backups.made"));
    } catch (error) {
      return note(sayFailure(error), "bad");
    }
    after();
    void look();
  };
}

/** In a dialog of the editor notes stand below. */
export function BackupsPart(_: object) {
  const [said, setSaid] = useState({ text: "", kind: "good" });
  return (
    <NoteContext.Provider value={(text, kind = "good") => setSaid({ text, kind })}>
      <Backups />
      <p class={said.kind === "bad" ? "zg-fault" : undefined} role="status">
        {said.text}
      </p>
    </NoteContext.Provider>
  );
}

interface KeptBackupsProps {
  readonly files: readonly KeptBackup[];
  readonly onDownload: (name: string) => unknown;
  readonly onRestore: (name: string) => unknown;
}

function KeptBackups({ files, onDownload, onRestore }: KeptBackupsProps) {
  return (
    <ul class="zg-backups">
      {files.map((file) => {
        const { name, bytes } = file;
        const day = sayMade(file);
        return (
          <li key={name}>
            <span>
              {day} <span class="zg-dim">{saySize(bytes / MEGABYTE)}</span>
            </span>
            <div class="zg-actions">
              <Button icon="down" label={say("backups.download", { day })} onClick={() => onDownload(name)}>
                {say("backups.do-download")}
              </Button>
              <Button icon="up" label={say("backups.put-back", { day })} onClick={() => onRestore(name)}>
                {say("backups.do-restore")}
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** "today, 03:12", "yesterday, 03:12", "21 Nov 2026, 03:12". */
function sayMade({ day, at }: KeptBackup): string {
  if (at === undefined) return sayDay(day);
  const [today, yesterday] = [0, -1].map((days) => midnightOf(Date.now(), houseZone(), days));
  const days = at >= Number(today) ? 0 : at >= Number(yesterday) ? -1 : undefined;
  if (days === undefined) return sayTime(at, { dateStyle: "medium", timeStyle: "short" });
  return say("backups.near", { day: sayNearDay(days), time: sayTime(at, { timeStyle: "short" }) });
}

// ---- putting one back

interface AskedRestore {
  readonly backup: Blob;
  readonly report: BackupReport;
}

/** The gateway looks into the backup before the panel asks the user. */
function useRestore() {
  const api = useApi();
  const note = useNote();
  const [asked, setAsked] = useState<AskedRestore | undefined>(undefined);
  const [isReading, setReading] = useState(false);
  const ask = async (take: () => Promise<Blob>) => {
    setReading(true);
    try {
      const backup = await take();
      setAsked({ backup, report: await api.lookInto(backup) });
    } catch (error) {
      note(sayFailure(error), "bad");
    } finally {
      setReading(false);
    }
  };
  return { asked, isReading, ask, drop: () => setAsked(undefined) };
}

function RestoreQuestion({ backup, report, onClose }: AskedRestore & { readonly onClose: () => void }) {
  const api = useApi();
  const note = useNote();
  const restore = async () => {
    try {
      await api.restore(backup);
    } catch (error) {
      return note(sayFailure(error), "bad");
    }
    const isStarted = await api.restartFlows().then(
      () => true,
      () => false,
    );
    note(say(isStarted ? "backups.restored" : "backups.restored-waits"), isStarted ? "lasting" : "bad");
  };
  return (
    <Question title={sayBackup(report)} yes={say("backups.yes")} isDangerous onYes={restore} onClose={onClose}>
      {consequencesOf(report).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Question>
  );
}
