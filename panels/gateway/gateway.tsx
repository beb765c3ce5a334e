/** The gateway: whether everything is all right, its radio and addresses, the jobs under way, the programs that use it, and its backups. */
import { useMemo } from "preact/hooks";
import type { Values } from "../../src/model/resource.ts";
import { shownRules, shownSchedules } from "../automation/shown.ts";
import { CommandError, useCommands } from "../commands.tsx";
import type { HouseDevice } from "../devices/house-devices.ts";
import { kindOf } from "../devices/kinds.ts";
import { roomsIn } from "../devices/rooms.ts";
import { openFindings, verdictOf } from "../health/cures.ts";
import { Findings, SettingsButton, useReport } from "../health/findings.tsx";
import { useHealth } from "../health/use-health.tsx";
import { useHouse, useHouseDevices, usePlace } from "../hooks.ts";
import { radioState } from "../house.ts";
import { sayJobFailure, sayJobKind, sayJobProgress } from "../jobs.ts";
import { say, sayMoment } from "../texts.ts";
import { Icon, type IconName } from "../widgets/icons.tsx";
import { Badge, Button, Fold } from "../widgets/widgets.tsx";
import { Address } from "./address.tsx";
import { Backups } from "./backups.tsx";
import { Keys } from "./keys.tsx";
import { MoveIn } from "./move-in/move-in.tsx";
import { TakeBack } from "./move-in/take-back.tsx";
import { Phone } from "./phone/phone.tsx";

export function Gateway() {
  return (
    <div class="zg-gateway">
      <div>
        <Verdict />
        <Checked />
        <Summary />
      </div>
      <div>
        <Jobs />
        <section class="zg-section" aria-labelledby="zg-backups">
          <h2 id="zg-backups">{say("backups.title")}</h2>
          <Backups />
          <TakeBack />
        </section>
        <Phone />
        <Keys />
        <MoveIn />
      </div>
    </div>
  );
}

/** Above all: whether everything is all right, and what to do where it is not. */
function Verdict() {
  const { health, failure, isLooking, look } = useHealth();
  const { tone, text } = verdictOf(health, useHouse(radioState), isLooking);
  return (
    <section class="zg-section" aria-labelledby="zg-health">
      <h2 id="zg-health">{say("health.title")}</h2>
      <p role="status" aria-live="polite" class={`zg-verdict zg-tone-${tone}`}>
        {health && <Icon name={tone === "bad" ? "warn" : tone} />}
        {text}
      </p>
      {failure !== undefined && <p class="zg-fault">{failure}</p>}
      <Findings findings={health ? openFindings(health) : []} />
      <div class="zg-actions">
        <Button icon="refresh" isDisabled={isLooking} onClick={look}>
          {say("health.do.again")}
        </Button>
        {health && <span class="zg-dim">{say("health.looked", { time: sayMoment(health.at) })}</span>}
      </div>
    </section>
  );
}

function Summary() {
  const name = useHouse(({ config }) => String(config.name));
  const url = useHouse((house) => house.url);
  const { health } = useHealth();
  return (
    <section class="zg-section" aria-label={say("gateway.glance")}>
      <div class="zg-gateway-head">
        <h2>{name}</h2>
        <SettingsButton />
      </div>
      <dl class="zg-facts">
        <dt>{say("gateway.radio")}</dt>
        <dd>
          <Radio />
        </dd>
        <dt>{say("gateway.address")}</dt>
        <dd>{url === "" ? <Badge tone="bad">{say("gateway.no-address")}</Badge> : <Address url={url} />}</dd>
        {health && (
          <>
            <dt>{say("gateway.software")}</dt>
            <dd>{say("gateway.versions", { version: health.about.version, nodeRed: health.nodeRed })}</dd>
          </>
        )}
      </dl>
      <Counts />
    </section>
  );
}

function Radio() {
  const { state, isVirtual, reason, adapter, version, channel } = useHouse((house) => ({
    ...{ state: radioState(house), isVirtual: house.isVirtual, reason: String(house.gateway.reason ?? "") },
    ...{ adapter: house.stick.adapter, version: house.stick.version, channel: Number(house.config.zigbeechannel) },
  }));
  if (state === "none") return <>{say("gateway.no-radio")}</>;
  if (state === "starting") return <Badge tone="plain">{say("gateway.starting")}</Badge>;
  if (state === "down")
    return (
      <>
        <Badge tone="bad">{say("gateway.down")}</Badge>
        {reason}
      </>
    );
  return (
    <>
      <Badge tone="good">{say("gateway.up")}</Badge>
      {say(isVirtual ? "gateway.virtual" : "gateway.stick", { adapter, version, channel })}
    </>
  );
}

const COUNTED: readonly (readonly [
  counted: "devices" | "lights" | "actuators" | "sensing" | "rooms" | "groups" | "rules" | "schedules",
  icon: IconName,
  panel: string,
])[] = [
  ["devices", "device", "devices"],
  ["lights", "light", "devices"],
  ["actuators", "plug", "devices"],
  ["sensing", "temperature", "devices"],
  ["rooms", "house", "home"],
  ["groups", "group", "home"],
  ["rules", "rule", "automation"],
  ["schedules", "clock", "automation"],
];

const OPTIONAL: readonly string[] = ["actuators", "groups"]; // not told where there is none

function Counts() {
  const [, go] = usePlace();
  const devices = useHouseDevices();
  const things = useMemo(() => thingsIn(devices), [devices]);
  const others = useHouse(({ groups, rules, schedules }) => {
    const all = roomsIn(groups);
    const rooms = all.filter(({ isRoom }) => isRoom).length;
    const [ruleCount, scheduleCount] = [shownRules(rules).length, shownSchedules(schedules).length];
    return { rooms, groups: all.length - rooms, rules: ruleCount, schedules: scheduleCount };
  });
  const counts: Readonly<Record<string, number | undefined>> = { ...things, ...others };
  const shown = COUNTED.filter(([counted]) => !OPTIONAL.includes(counted) || counts[counted] !== 0);
  return (
    <ul class="zg-counts">
      {shown.map(([counted, icon, panel]) => (
        <li key={counted}>
          <button type="button" onClick={() => go([panel])}>
            <Icon name={icon} />
            <span>{say(`gateway.${counted}`, { count: counts[counted] })}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const ACTUATORS: readonly string[] = ["plug", "switch", "blind", "lock", "fan", "siren", "extender"];

/** A device with a lamp and a sensor in it counts once, and each virtual sensor as one; the sun is none. */
function thingsIn(known: readonly HouseDevice[]) {
  const all = known.filter(({ resources }) => resources[0]?.type !== "Daylight");
  const kinds = all.map(kindOf);
  const lights = kinds.filter((kind) => kind === "light").length;
  const actuators = kinds.filter((kind) => ACTUATORS.includes(kind)).length;
  const devices = all.filter(({ isVirtual }) => !isVirtual).length;
  return { devices, lights, actuators, sensing: all.length - lights - actuators };
}

/** The other checks, and a report of all of them for a helper. */
function Checked() {
  const { health } = useHealth();
  const copy = useReport();
  if (!health) return null;
  const open = openFindings(health);
  const rest = health.findings.filter((finding) => !open.includes(finding));
  return (
    <section class="zg-section" aria-label={say("health.all", { count: rest.length })}>
      <Fold title={say("health.all", { count: rest.length })}>
        <Findings findings={rest} />
      </Fold>
      <div class="zg-actions">
        <Button icon="copy" onClick={copy}>
          {say("health.do.report")}
        </Button>
      </div>
    </section>
  );
}

// ---- jobs

const SHOWN_FOR = 86_400_000; // milliseconds: an older failure is no news

function Jobs() {
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
  const name = sayJobKind(does);
  if (status === "failed")
    return say("jobs.failed", { name, reason: sayJobFailure(error), time: sayMoment(Date.parse(`${began}Z`)) });
  return sayJobProgress(name, does, (progress ?? {}) as Values);
}
