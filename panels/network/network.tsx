/**
 * The network panel: the links between devices, as a map with a list beside it. Routers are asked only on demand: a survey takes
 * seconds of air time. The gateway keeps the result, so that the next survey can tell the changes.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Values } from "../../src/model/resource.ts";
import { CommandError, useCommands } from "../commands.tsx";
import { deviceReach } from "../devices/availability.ts";
import { devicesIn } from "../devices/house-devices.ts";
import { useHouse, useOpened } from "../hooks.ts";
import { graphOf } from "../map/graph.ts";
import { NetworkMap } from "../map/map.tsx";
import { say, sayList, sayMoment } from "../texts.ts";
import { Button, Fold } from "../widgets/widgets.tsx";
import { changesBetween, type NetworkChanges } from "./changes.ts";
import { Channels } from "./channels.tsx";
import { NetworkDeviceList } from "./device-list.tsx";
import { networkRows } from "./device-rows.ts";
import { LinkTable } from "./link-table.tsx";
import {
  linksIn,
  type NetworkDevices,
  type NodeNames,
  nodeName,
  refusalsIn,
  type SurveyState,
  silentIn,
  surveyIn,
} from "./links.ts";
import { NetworkVerdict } from "./verdict.tsx";

export function Network() {
  const jobs = useHouse((house) => house.jobs);
  const survey = useMemo(() => surveyIn(jobs), [jobs]);
  const { answers, before, last } = survey;
  const known = useHouse(({ coordinator, devices }) => ({ coordinator, devices }));
  const names = useNames(known.coordinator);
  const [opened] = useOpened("network"); // where a device leads to its place
  const [chosen, choose] = useState(opened);
  useEffect(() => {
    choose(opened);
    if (opened === CHANNELS) showChannels();
  }, [opened]);
  const links = useMemo(() => linksIn(answers, known), [answers, known.coordinator, known.devices]);
  const kinds = JSON.stringify(Object.entries(known.devices).map(([mac, { kind }]) => [mac, kind]));
  const graph = useMemo(() => graphOf(answers, known), [answers, known.coordinator, kinds]);
  const changes = useMemo(() => changesBetween(before, last), [before, last]);
  const missed = useMissed(survey, known.devices);
  const rows = useMemo(
    () => networkRows(graph, known, changes, names, missed),
    [graph, known.devices, changes, names, missed],
  );
  const shared = { graph, names, changes, missed, chosen, onChoose: choose };
  return (
    <div class="zg-network">
      <Moving />
      <div class="zg-network-sides">
        <NetworkVerdict rows={rows} names={names} />
        <section class="zg-section" aria-label={say("network.look")}>
          <SurveyView {...{ survey, names, changes, missed }} />
        </section>
        {graph.links.length > 0 && (
          <section class="zg-section" aria-label={say("network.map.title")}>
            <NetworkMap {...shared} />
            <MapKey />
          </section>
        )}
        <section class="zg-section zg-network-list" aria-label={say("network.list")}>
          <NetworkDeviceList {...shared} rows={rows} />
        </section>
        {known.coordinator !== "" && <Channels />}
      </div>
      {links.length > 0 && (
        <Fold title={say("network.table")}>
          <LinkTable links={links} names={names} />
        </Fold>
      )}
    </div>
  );
}

const CHANNELS = "channels"; // no device is called so

function showChannels(): void {
  document.getElementById("zg-channels")?.scrollIntoView();
}

const KEY_WORDS: Readonly<Record<string, string>> = {
  coordinator: "network.coordinator",
  missed: "devices.unreachable",
  router: "network.key.router",
};

/** The meaning of lines, circles and numbers. */
function MapKey() {
  return (
    <ul class="zg-map-key">
      {(["good", "fair", "weak"] as const).map((strength) => (
        <li key={strength}>
          <svg viewBox="0 0 24 8" aria-hidden="true" focusable="false">
            <line class={`zg-map-line zg-map-parent zg-link-${strength}`} x1="1" x2="23" y1="4" y2="4" />
          </svg>
          {say(`network.key.${strength}`)}
        </li>
      ))}
      {(["coordinator", "router", "end-device", "missed"] as const).map((role) => (
        <li key={role}>
          <svg class={`zg-map-${role}`} viewBox="0 0 14 14" aria-hidden="true" focusable="false">
            <circle class="zg-map-dot" cx="7" cy="7" r={role === "coordinator" ? 6 : role === "router" ? 5 : 4} />
          </svg>
          {say(KEY_WORDS[role] ?? `network.role.${role}`)}
        </li>
      ))}
    </ul>
  );
}

interface SurveyViewProps {
  readonly survey: SurveyState;
  readonly names: NodeNames;
  readonly changes: NetworkChanges;
  readonly missed: ReadonlySet<string>; // devices out of reach, which the verdict names above
}

function SurveyView({ survey: { answers, running, failure }, names, changes, missed }: SurveyViewProps) {
  const commands = useCommands();
  const times = Object.values(answers).flatMap(({ at }) => (at === undefined ? [] : [at]));
  return (
    <>
      {times.length === 0 && <p class="zg-hint">{say("network.about", { look: say("network.look") })}</p>}
      <div class="zg-actions">
        <Button
          icon="network"
          kind="primary"
          isDisabled={running !== undefined}
          onClick={() => commands.send("POST", "/devices/survey")}
        >
          {say(times.length === 0 ? "network.look" : "network.again")}
        </Button>
        {running && (
          <Button icon="stop" onClick={() => commands.send("DELETE", `/jobs/${running.job}`)}>
            {say("network.stop")}
          </Button>
        )}
        <span class="zg-network-down">
          <Button icon="down" onClick={showChannels}>
            {say("channels.title")}
          </Button>
        </span>
      </div>
      <CommandError of={commands} />
      {running && (
        <progress class="zg-progress" max={running.total} value={running.done} aria-label={say("network.progress")} />
      )}
      <p role="status">{running ? sayRunning(running, names) : sayEnded(times)}</p>
      {!running && !Number.isNaN(changes.since) && <p>{sayChanges(changes)}</p>}
      {failure !== undefined && <p class="zg-fault">{say("network.failed", { reason: failure })}</p>}
      {[...refusalsIn(answers, missed)].map(([refusal, silent]) => (
        <p key={refusal} class="zg-fault">
          {say("network.silent", { names: sayList(silent.map((mac) => nodeName(names, mac))), reason: refusal })}
        </p>
      ))}
    </>
  );
}

function sayRunning({ asking, done, total }: NonNullable<SurveyState["running"]>, names: NodeNames): string {
  return say("network.asking", { name: nodeName(names, asking), done: done + 1, total });
}

function sayEnded(times: readonly number[]): string {
  if (times.length === 0) return "";
  return say("network.at", { count: times.length, time: sayMoment(Math.max(...times)) });
}

const CHANGES = ["new", "gone", "better", "worse"] as const;

function sayChanges({ devices, links, since }: NetworkChanges): string {
  const countOf = (all: ReadonlyMap<string, string>, change: string) =>
    [...all.values()].filter((each) => each === change).length;
  const told = [
    ...CHANGES.slice(0, 2).map((change) => ({
      key: `network.changed.devices-${change}`,
      count: countOf(devices, change),
    })),
    ...CHANGES.map((change) => ({ key: `network.changed.links-${change}`, count: countOf(links, change) })),
  ].filter(({ count }) => count > 0);
  const time = sayMoment(since);
  if (told.length === 0) return say("network.changed.nothing", { time });
  return say("network.changed.since", { time, changes: sayList(told.map(({ key, count }) => say(key, { count }))) });
}

function useNames(coordinator: string): NodeNames {
  const devices = useHouse((house) =>
    Object.fromEntries(devicesIn(house).flatMap(({ key, name, isVirtual }) => (isVirtual ? [] : [[key, name]]))),
  );
  const text = JSON.stringify(devices);
  return useMemo(() => ({ ...devices, [coordinator]: say("network.coordinator") }), [text, coordinator]);
}

/** The devices that are not reached: as the gateway has found out by itself, and in the last survey. */
function useMissed(survey: SurveyState, devices: NetworkDevices["devices"]): ReadonlySet<string> {
  const missed = useHouse((house) =>
    devicesIn(house).flatMap((device) => (deviceReach(device) === "unreachable" ? [device.key] : [])),
  );
  const text = [...missed, ...silentIn(survey, devices)].join(" ");
  return useMemo(() => new Set(text === "" ? [] : text.split(" ")), [text]);
}

function Moving() {
  const job = useHouse(({ jobs }) =>
    Object.values(jobs).find(({ does, status }) => does === "move" && status === "running"),
  );
  if (!job) return null;
  const { done, total } = (job.progress ?? {}) as Values;
  const count = { done: Number(done), total: Number(total) };
  return (
    <section class="zg-section" aria-label={say("jobs.does.move")}>
      <progress class="zg-progress" max={count.total} value={count.done} aria-label={say("jobs.does.move")} />
      <p role="status">{say("network.moving", count)}</p>
    </section>
  );
}
