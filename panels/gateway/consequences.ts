/** The consequences of a restore in sentences: what comes back, what is lost, and what stays. Pure. */
import type { BackupReport } from "../../src/model/admin-api.ts";
import { say, sayNames, sayTime } from "../texts.ts";

const MOST_NAMED = 5;

export function sayBackup({ name, made }: BackupReport): string {
  return say("backups.sure", { name, made: sayTime(Date.parse(made), { dateStyle: "medium", timeStyle: "short" }) });
}

export function consequencesOf({ isOwn, hasNetwork, counts, lost }: BackupReport): readonly string[] {
  const counted = Object.entries(counts).filter(([, count]) => count > 0);
  const things = counted.map(([kind, count]) => say(`backups.count.${kind}`, { count })).join(" · ");
  const names = sayNames(lost.slice(0, MOST_NAMED), Math.max(0, lost.length - MOST_NAMED));
  return [
    ...(things === "" ? [] : [say("backups.back", { things })]),
    say(hasNetwork ? "backups.back-network" : "backups.back-more"),
    lost.length === 0 ? say("backups.lost-none") : say("backups.lost", { names }),
    say(isOwn ? "backups.stays" : "backups.stays-other"),
  ];
}
