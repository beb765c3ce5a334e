/**
 * The network panel: radio links as a map and a table. Routers are asked only on demand: a survey takes seconds of air
 * time.
 */
import { useMemo } from "preact/hooks";
import { CommandError, useCommands } from "../commands.tsx";
import { devicesIn } from "../devices/house-devices.ts";
import { useHouse } from "../hooks.ts";
import { graphOf } from "../map/graph.ts";
import { NetworkMap } from "../map/map.tsx";
import { say, sayList, sayTime } from "../texts.ts";
import { Button, Empty } from "../widgets/widgets.tsx";
import { LinkTable } from "./link-table.tsx";
import { linksIn, type NodeNames, nodeName, refusalsIn, type SurveyState, surveyIn } from "./links.ts";
import "./network.css";

export function Network() {
  const jobs = useHouse((house) => house.jobs);
  const survey = useMemo(() => surveyIn(jobs), [jobs]);
  const { answers } = survey;
  const known = useHouse(({ coordinator, devices }) => ({ coordinator, devices }));
  const names = useNames(known.coordinator);
  const links = useMemo(() => linksIn(answers, known), [answers, known.coordinator, known.devices]);
  const kinds = JSON.stringify(Object.entries(known.devices).map(([mac, { kind }]) => [mac, kind]));
  const graph = useMemo(() => graphOf(answers, known), [answers, known.coordinator, kinds]);
  return (
    <>
      <section class="zg-section" aria-label={say("network.look")}>
        <p class="zg-hint">{say("network.about")}</p>
        <SurveyView survey={survey} names={names} />
      </section>
      {graph.links.length > 0 && (
        <section class="zg-section" aria-label={say("network.map.title")}>
          <NetworkMap graph={graph} names={names} />
        </section>
      )}
      <section class="zg-section" aria-labelledby="zg-network-links">
        <h2 id="zg-network-links">{say("network.links")}</h2>
        {links.length > 0 ? <LinkTable links={links} names={names} /> : <Empty>{say("network.none")}</Empty>}
      </section>
    </>
  );
}

interface SurveyViewProps {
  readonly survey: SurveyState;
  readonly names: NodeNames;
}

function SurveyView({ survey: { answers, running, failure }, names }: SurveyViewProps) {
  const commands = useCommands();
  const times = Object.values(answers).flatMap(({ at }) => (at === undefined ? [] : [at]));
  return (
    <>
      <div class="zg-actions">
        <Button
          icon="network"
          kind="primary"
          isDisabled={running !== undefined}
          onClick={() => commands.send("POST", "/devices/survey")}
        >
          {say("network.look")}
        </Button>
        {running && (
          <Button icon="stop" onClick={() => commands.send("DELETE", `/jobs/${running.job}`)}>
            {say("network.stop")}
          </Button>
        )}
      </div>
      <CommandError of={commands} />
      {running && (
        <progress class="zg-progress" max={running.total} value={running.done} aria-label={say("network.progress")} />
      )}
      <p role="status">{running ? sayRunning(running, names) : sayEnded(times)}</p>
      {failure !== undefined && <p class="zg-fault">{say("network.failed", { reason: failure })}</p>}
      {[...refusalsIn(answers)].map(([refusal, silent]) => (
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
  return say("network.at", { count: times.length, time: sayTime(Math.max(...times)) });
}

function useNames(coordinator: string): NodeNames {
  const devices = useHouse((house) =>
    Object.fromEntries(devicesIn(house).flatMap(({ key, name, isVirtual }) => (isVirtual ? [] : [[key, name]]))),
  );
  const text = JSON.stringify(devices);
  return useMemo(() => ({ ...devices, [coordinator]: say("network.coordinator") }), [text, coordinator]);
}
