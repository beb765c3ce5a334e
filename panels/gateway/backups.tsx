/** Backups: when the last one was made, those that were kept, and one to take away now. Restoring one is for the dialog of the gateway node. */
import { SettingsButton, useBackupDownload } from "../health/findings.tsx";
import { useApi, usePanelHost, useQuery } from "../hooks.ts";
import { say, sayDay, saySize } from "../texts.ts";
import { Button, Fold } from "../widgets/widgets.tsx";

const MEGABYTE = 1_000_000; // bytes

export function Backups() {
  const api = useApi();
  const { answer: kept } = useQuery(() => api.backups(), [api]);
  const download = useBackupDownload();
  const { editor } = usePanelHost();
  const [newest] = kept ?? [];
  return (
    <section class="zg-section" aria-labelledby="zg-backups">
      <h2 id="zg-backups">{say("backups.title")}</h2>
      <p>{newest ? say("backups.last", { day: sayDay(newest.day) }) : kept && say("backups.none")}</p>
      <p class="zg-hint">{say("backups.about")}</p>
      <div class="zg-actions">
        <Button icon="down" onClick={() => download()}>
          {say("health.do.backup")}
        </Button>
      </div>
      {kept && kept.length > 0 && (
        <Fold title={say("backups.kept", { count: kept.length })}>
          <ul class="zg-backups">
            {kept.map(({ name, day, bytes }) => (
              <li key={name}>
                <span>{sayDay(day)}</span>
                <span class="zg-dim">{saySize(bytes / MEGABYTE)}</span>
                <Button
                  icon="down"
                  label={say("backups.download", { day: sayDay(day) })}
                  onClick={() => download(name)}
                />
              </li>
            ))}
          </ul>
        </Fold>
      )}
      <p class="zg-hint">{say("backups.restore")}</p>
      {editor && <SettingsButton />}
    </section>
  );
}
