/** The overview: what the gateway is, how many resources it has, and the health check "Is everything all right?". */

import { useState } from "preact/hooks";
import type { CheckResult, Health } from "../../src/model/admin-api.ts";
import { useApi, useHouse, useLive, useNote } from "../hooks.ts";
import { sayFailure } from "../perform.ts";
import { say, saySize, sayTime } from "../texts.ts";
import { Icon, type IconName } from "../widgets/icons.tsx";
import { Badge, Button } from "../widgets/widgets.tsx";
import { reportOf, withReachability } from "./health-findings.ts";
import { Jobs } from "./jobs.tsx";

export function Overview() {
  return (
    <>
      <GatewaySummary />
      <Jobs />
      <Counts />
      <HealthList />
    </>
  );
}

function GatewaySummary() {
  const { name, hasRadio, isUp, reason, address, port, channel } = useHouse(({ config, gateway, hasRadio }) => ({
    name: String(config.name),
    hasRadio,
    isUp: config.rfconnected === true,
    reason: String(gateway.reason ?? ""),
    address: String(config.ipaddress),
    port: Number(config.port),
    channel: Number(config.zigbeechannel),
  }));
  return (
    <section class="zg-section" aria-label={say("overview.glance")}>
      <h2>{name}</h2>
      <dl class="zg-facts">
        <dt>{say("overview.radio")}</dt>
        {hasRadio ? (
          <dd>
            <Badge tone={isUp ? "good" : "bad"}>{say(isUp ? "overview.up" : "overview.down")}</Badge>
            {isUp ? say("overview.channel", { channel }) : reason}
          </dd>
        ) : (
          <dd>{say("overview.no-radio")}</dd>
        )}
        <dt>{say("overview.api")}</dt>
        <dd>{port > 0 ? <code>{`${address}:${port}`}</code> : <Badge tone="bad">{say("overview.no-api")}</Badge>}</dd>
      </dl>
    </section>
  );
}

const COUNTED: readonly (readonly [
  family: "devices" | "lights" | "sensors" | "groups" | "rules" | "schedules",
  icon: IconName,
])[] = [
  ["devices", "device"],
  ["lights", "light"],
  ["sensors", "temperature"],
  ["groups", "house"],
  ["rules", "rule"],
  ["schedules", "clock"],
];

function Counts() {
  const counts = useHouse((house) =>
    Object.fromEntries(COUNTED.map(([family]) => [family, Object.keys(house[family]).length])),
  );
  return (
    <ul class="zg-counts">
      {COUNTED.map(([family, icon]) => (
        <li key={family}>
          <Icon name={icon} />
          {say(`overview.${family}`, { count: counts[family] })}
        </li>
      ))}
    </ul>
  );
}

function HealthList() {
  const api = useApi();
  const live = useLive();
  const note = useNote();
  const [health, setHealth] = useState<Health | undefined>(undefined);
  const check = async () => {
    try {
      setHealth(await withReachability(await api.health()));
    } catch (error) {
      note(sayFailure(error), "bad");
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
        <Button icon="refresh" kind={health ? "plain" : "primary"} onClick={check}>
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
            <FindingView key={finding.check} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FindingView({ finding }: { readonly finding: CheckResult }) {
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

function sayFinding({ check, says, values = {} }: CheckResult): string {
  const names = Array.isArray(values.names) ? values.names.join(", ") : "";
  const more = Number(values.more) > 0 ? say("health.more", { count: values.more }) : "";
  const text = says === "failed" ? "health.failed" : `health.says.${check}.${says}`;
  const free = typeof values.free === "number" ? { free: saySize(values.free) } : {};
  return say(text, { ...values, ...free, names: names + more });
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

function copyByHand(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("readonly", "");
  area.style.position = "fixed";
  area.style.opacity = "0";
  const before = document.activeElement;
  document.body.append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
