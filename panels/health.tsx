/** "Is everything all right?": one list, and for what is not its cure; and a report for whoever is asked for help. */
import { useState } from "preact/hooks";
import type { Finding, Health } from "./api.ts";
import { useApi, useLive, useNote } from "./hooks.ts";
import { say, saySize, sayTime } from "./texts.ts";
import { copyText } from "./widgets/copying.ts";
import { Icon } from "./widgets/icons.tsx";
import { withOwnEyes } from "./widgets/own-eyes.ts";
import { reportOf } from "./widgets/report.ts";
import { Button } from "./widgets/widgets.tsx";

export function HealthList() {
  const api = useApi();
  const live = useLive();
  const note = useNote();
  const [health, setHealth] = useState<Health | undefined>(undefined);
  const look = async () => {
    try {
      setHealth(await withOwnEyes(await api.health()));
    } catch (error) {
      note(say(`trouble.${error instanceof Error ? error.message : "failed"}`), "bad");
    }
  };
  const copy = async () => {
    const isDone = live.house && health && (await copyText(reportOf(health, live.house)));
    note(say(isDone ? "health.copied" : "health.not-copied"), isDone ? "good" : "bad");
  };
  const bad = health?.findings.filter(({ ok }) => ok === false).length ?? 0;
  return (
    <section class="zg-section" aria-labelledby="zg-health">
      <h2 id="zg-health">{say("health.title")}</h2>
      <div class="zg-actions">
        <Button icon="refresh" kind={health ? "plain" : "primary"} onClick={look}>
          {say(health ? "health.again" : "health.look")}
        </Button>
        {health && (
          <Button icon="copy" onClick={copy}>
            {say("health.copy")}
          </Button>
        )}
      </div>
      <p role="status" aria-live="polite">
        {health && `${say(bad === 0 ? "health.good" : "health.bad", { count: bad })} · ${sayTime(health.at)}`}
      </p>
      {health && (
        <ul class="zg-health">
          {health.findings.map((finding) => (
            <Found key={finding.check} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Found({ finding }: { readonly finding: Finding }) {
  const { check, ok, cure } = finding;
  const kind = ok === null ? "unknown" : ok ? "good" : "bad";
  return (
    <li class={`zg-found zg-tone-${kind}`}>
      <Icon name={kind} />
      <div>
        <strong>{say(`health.check.${check}`)}</strong> <span class="zg-hidden">{say(`health.${kind}-one`)}</span>
        <div>{sayFinding(finding)}</div>
        {cure && <div class="zg-cure">{say(`health.cure.${check}.${cure}`)}</div>}
      </div>
    </li>
  );
}

function sayFinding({ check, says, values = {} }: Finding): string {
  const names = Array.isArray(values.names) ? values.names.join(", ") : "";
  const more = Number(values.more) > 0 ? say("health.more", { count: values.more }) : "";
  const text = says === "failed" ? "health.failed" : `health.says.${check}.${says}`;
  const free = typeof values.free === "number" ? { free: saySize(values.free) } : {};
  return say(text, { ...values, ...free, names: names + more });
}
