/** What goes on in the gateway and takes long: how far it is, who began it, and a button that ends it; and the last one that failed. */
import type { Values } from "../../src/model/resource.ts";
import { CommandError, useCommands } from "../commands.tsx";
import { useHouse } from "../hooks.ts";
import { say, sayTime } from "../texts.ts";
import { Button } from "../widgets/widgets.tsx";

const SHOWN_FOR = 86_400_000; // milliseconds: an older failure is no news

export function Jobs() {
  const jobs = useHouse((house) => house.jobs);
  const commands = useCommands();
  const all = Object.entries(jobs);
  const shown = all.filter(([, job]) => job.status === "running" || isFailureToday(job, Date.now()));
  if (shown.length === 0) return null;
  return (
    <section class="zg-section" aria-labelledby="zg-jobs">
      <h2 id="zg-jobs">{say("jobs.title")}</h2>
      <ul class="zg-jobs">
        {shown.map(([id, job]) => (
          <li key={id} class="zg-actions">
            <span>{sayJob(job)}</span>
            {job.cancellable === true && (
              <Button icon="stop" onClick={() => commands.send("DELETE", `/jobs/${id}`)}>
                {say("do.cancel")}
              </Button>
            )}
            {job.status === "failed" && (
              <Button icon="bad" label={say("do.dismiss")} onClick={() => commands.send("DELETE", `/jobs/${id}`)} />
            )}
          </li>
        ))}
      </ul>
      <CommandError of={commands} />
    </section>
  );
}

function isFailureToday({ status, ended }: Values, now: number): boolean {
  return status === "failed" && now - Date.parse(`${ended}Z`) < SHOWN_FOR;
}

function sayJob({ does, status, progress, began, error }: Values): string {
  const name = say(`jobs.does.${does}`);
  if (status === "failed") {
    const { code, description } = (error ?? {}) as Values;
    const reason = code === "restarted" ? say("network.fault.restarted") : String(description);
    return say("jobs.failed", { name, reason, time: sayTime(Date.parse(`${began}Z`)) });
  }
  const { done, total, now } = (progress ?? {}) as Values;
  if (now === "restart") return say("jobs.waits", { name });
  return total === undefined ? name : say("jobs.progress", { name, done: Number(done), total: Number(total) });
}
