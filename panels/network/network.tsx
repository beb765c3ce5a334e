/** The network: who hears whom, and how well. Routers are asked only when somebody wants to know: it takes the air some seconds. */
import { useMemo } from "preact/hooks";
import { devicesIn } from "../devices/house-devices.ts";
import { useApi, useHouse } from "../hooks.ts";
import { graphOf } from "../map/graph.ts";
import { NetworkMap } from "../map/map.tsx";
import { say, sayList, sayTime } from "../texts.ts";
import { Button, Empty } from "../widgets/widgets.tsx";
import { LinkTable } from "./link-table.tsx";
import {
  askable,
  linksIn,
  type NeighbourReports,
  type NetworkDevices,
  type NodeNames,
  nodeName,
  refusalsIn,
} from "./links.ts";
import type { Survey, SurveyState } from "./survey.ts";
import { surveyOf, useSurvey } from "./survey.ts";
import "./network.css";

export function Network() {
  const survey = surveyOf(useApi());
  const { answers, ...progress } = useSurvey(survey);
  const known = useHouse(({ coordinator, devices }) => ({ coordinator, devices }));
  const names = useNames(known.coordinator);
  const links = useMemo(() => linksIn(answers, known), [answers, known.coordinator, known.devices]);
  const kinds = JSON.stringify(Object.entries(known.devices).map(([mac, { kind }]) => [mac, kind]));
  const graph = useMemo(() => graphOf(answers, known), [answers, known.coordinator, kinds]);
  return (
    <>
      <section class="zg-section" aria-label={say("network.look")}>
        <p class="zg-hint">{say("network.about")}</p>
        <SurveyView survey={survey} progress={progress} known={known} answers={answers} names={names} />
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
  readonly survey: Survey;
  readonly progress: Omit<SurveyState, "answers">;
  readonly known: NetworkDevices;
  readonly answers: NeighbourReports;
  readonly names: NodeNames;
}

function SurveyView({ survey, progress: { done, total, asking }, known, answers, names }: SurveyViewProps) {
  const macs = askable(known);
  const times = Object.values(answers).flatMap(({ at }) => (at === undefined ? [] : [at]));
  const isAsking = asking !== undefined;
  return (
    <>
      <div class="zg-actions">
        <Button
          icon="network"
          kind="primary"
          isDisabled={isAsking || macs.length === 0}
          onClick={() => void survey.start(macs)}
        >
          {say("network.look")}
        </Button>
        {isAsking && (
          <Button icon="stop" onClick={survey.stop}>
            {say("network.stop")}
          </Button>
        )}
      </div>
      {isAsking && <progress class="zg-progress" max={total} value={done} aria-label={say("network.progress")} />}
      <p role="status">
        {isAsking
          ? say("network.asking", { name: nodeName(names, asking), done: done + 1, total })
          : times.length > 0
            ? say("network.at", { count: times.length, time: sayTime(Math.max(...times)) })
            : ""}
      </p>
      {[...refusalsIn(answers)].map(([refusal, silent]) => (
        <p key={refusal} class="zg-fault">
          {say("network.silent", { names: sayList(silent.map((mac) => nodeName(names, mac))), reason: refusal })}
        </p>
      ))}
    </>
  );
}

function useNames(coordinator: string): NodeNames {
  const devices = useHouse((house) =>
    Object.fromEntries(devicesIn(house).flatMap(({ key, name, isVirtual }) => (isVirtual ? [] : [[key, name]]))),
  );
  const text = JSON.stringify(devices);
  return useMemo(() => ({ ...devices, [coordinator]: say("network.coordinator") }), [text, coordinator]);
}
