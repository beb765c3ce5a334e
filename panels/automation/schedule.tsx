/** One schedule, opened: its time and its command, the next times, and its buttons. */
import { useState } from "preact/hooks";
import type { FlowNodes } from "../../src/model/admin-api.ts";
import type { ScheduleRun } from "../../src/model/automation/schedule-engine.ts";
import type { Values } from "../../src/model/resource.ts";
import { parsePattern } from "../../src/model/time/time-grammar.ts";
import type { NextTimes } from "../api.ts";
import { CommandError, useCommands } from "../commands.tsx";
import { UsedBy } from "../devices/uses/uses.tsx";
import { useApi, useHouse, useNote, useNow, useQuery, useRead, useZone } from "../hooks.ts";
import type { NamedHouse } from "../resource-names.ts";
import { say, utc } from "../texts.ts";
import { Button, EmphasizedText, Empty } from "../widgets/widgets.tsx";
import { DOOR, sayGone } from "./actions-in-words.ts";
import { useHasDraft } from "./drafts.ts";
import { ClockHint, SeenFrom } from "./editor/place-fields.tsx";
import { ScheduleForm } from "./editor/schedule-form.tsx";
import { sayWalls, wallTime } from "./house-clock.ts";
import { partnersOf } from "./pairs.ts";
import { resultInWords } from "./rule-in-words.ts";
import { Deletion, GoneTargetNote, isFlows, Owner, PartnerLink, StatusSwitch } from "./rule-or-schedule.tsx";
import { hasEnd, type ShownSchedule, sayCommand, sayWhen } from "./schedules.ts";
import { Lines, sayTimes } from "./trace.tsx";

const AGAIN = 30_000; // milliseconds: times go by

interface ScheduleViewProps {
  readonly schedule: ShownSchedule;
  readonly view: Values;
  readonly house: NamedHouse;
  readonly flowNodes: FlowNodes | undefined; // not told yet
  readonly onGone: () => void;
}

export function ScheduleView(props: ScheduleViewProps) {
  const { schedule, view } = props;
  const [isEdited, edit] = useState(useHasDraft(schedule.address));
  if (isEdited)
    return <ScheduleForm form={schedule.address} address={schedule.address} view={view} onDone={() => edit(false)} />;
  return <ReadSchedule {...props} onEdit={() => edit(true)} />;
}

function ReadSchedule({
  schedule,
  view,
  house,
  flowNodes,
  onGone,
  onEdit,
}: ScheduleViewProps & { readonly onEdit: () => void }) {
  const { address, name, isOn, pattern, command, owner } = schedule;
  const commands = useCommands();
  const note = useNote();
  const partner = partnersOf(useHouse(({ schedules }) => schedules)).get(address);
  const doItNow = async () => {
    if (!command) return;
    const target = command.address.replace(DOOR, "");
    if (await commands.send("PUT", target, command.body)) note(say("automation.triggered", { name }));
  };
  return (
    <>
      <p class="zg-rule-sentence" title={pattern}>
        <EmphasizedText text={`${sayWhen(view)}: ${sayCommand(house, schedule) ?? say("automation.no-actions")}`} />
      </p>
      <GoneTargetNote text={sayGone(house, command ? [command] : [])} />
      <div class="zg-automation-columns">
        <div>
          <StatusSwitch address={address} name={name} isOn={isOn} />
          <dl class="zg-facts">
            <Remarks schedule={schedule} />
            <Owner owner={owner} created={view.created} house={house} flowNodes={flowNodes} />
          </dl>
          {partner && <PartnerLink {...partner} />}
          <div class="zg-actions">
            {!isFlows(owner) && (
              <Button icon="edit" onClick={onEdit}>
                {say("automation.do-edit")}
              </Button>
            )}
            {command && (
              <Button icon="play" onClick={doItNow}>
                {say("automation.do-trigger")}
              </Button>
            )}
            {!isFlows(owner) && (
              <Deletion address={address} name={name} kind="schedule" partner={partner} onGone={onGone} />
            )}
          </div>
          <CommandError of={commands} />
          <Next {...{ address, isOn, pattern }} version={String(view.etag)} mayChange />
        </div>
        <div>
          <UsedBy used={[address]} />
          <Runs address={address} house={house} version={String(view.etag)} />
        </div>
      </div>
    </>
  );
}

/** Whether the schedule is deleted at its end, and its description. */
function Remarks({ schedule }: { readonly schedule: ShownSchedule }) {
  const { isDeletedAfter, description } = schedule;
  return (
    <>
      {hasEnd(schedule) && (
        <>
          <dt>{say("automation.autodelete")}</dt>
          <dd>{say(`automation.autodelete-${isDeletedAfter}`)}</dd>
        </>
      )}
      {description !== "" && (
        <>
          <dt>{say("automation.description")}</dt>
          <dd>{description}</dd>
        </>
      )}
    </>
  );
}

interface RunsProps {
  readonly address: string;
  readonly house: NamedHouse;
  readonly version: string;
}

/** The log of a schedule: when its time had come, and the result. */
function Runs({ address, house, version }: RunsProps) {
  const zone = useZone();
  const runs = useRead<readonly ScheduleRun[]>(`${address}/trace`, [version, useNow(AGAIN)]);
  return (
    <section class="zg-section" aria-labelledby="zg-runs">
      <h3 id="zg-runs">{say("automation.runs")}</h3>
      {runs?.length === 0 && <Empty>{say("automation.runs-none")}</Empty>}
      {runs && runs.length > 0 && (
        <ol class="zg-automation-trace">
          {runs.map((run) => (
            <li key={run.at} class="zg-automation-look">
              <p class="zg-hint">{sayTimes(run, zone)}</p>
              <Lines
                lines={run.actions.map((result) => resultInWords(house, result))}
                yes="automation.done"
                no="automation.not-done"
                form="automation.action-result"
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface NextTime {
  readonly utc: string;
  readonly local: string;
  readonly until?: string; // UTC
}

interface NextProps {
  readonly address: string;
  readonly isOn: boolean;
  readonly version: string; // another after each change
  readonly pattern: string;
  readonly mayChange?: boolean; // the place of the gateway
}

export function Next({ address, isOn, version, pattern, mayChange = false }: NextProps) {
  const zone = useZone();
  const now = useNow(AGAIN);
  const answer = useRead<readonly NextTime[]>(`${address}/next`, [version, now]);
  const event = sunEventOf(pattern);
  const { answer: place, again } = useSunPlace(pattern, now);
  const today = wallTime(now, zone).slice(0, 10);
  const moments = [now, ...(answer ?? []).map((each) => utc(each.utc))]; // when one of them goes by summer time and the other does not
  return (
    <section class="zg-section" aria-labelledby="zg-next">
      <h3 id="zg-next">{say("automation.next")}</h3>
      {answer?.length === 0 && <Empty>{say(isOn ? "automation.next-none" : "automation.next-disabled")}</Empty>}
      {answer && answer.length > 0 && (
        <ol class="zg-automation-next">
          {sayWalls(answer.map(onWall), { isExact: event === undefined, today }).map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ol>
      )}
      {place && event && <SeenFrom {...{ event, place, mayChange }} onSet={again} />}
      {!place && <ClockHint at={moments} />}
    </section>
  );
}

/** On the wall clock of the gateway, wherever the browser is. */
function onWall({ utc: begin, local, until }: NextTime): { readonly local: string; readonly until?: string } {
  if (until === undefined) return { local };
  const latest = Date.parse(`${local}Z`) + utc(until) - utc(begin);
  return { local, until: new Date(latest).toISOString().slice(0, 19) };
}

/** The place from which the sun of a time is seen: the gateway tells it no client of the API, only users of the editor. */
function useSunPlace(pattern: string, now: number) {
  const api = useApi();
  const isBySun = sunEventOf(pattern) !== undefined;
  const ask = async (): Promise<NextTimes["place"]> =>
    isBySun ? (await api.nextTimes(pattern, "local", {})).place : undefined;
  return useQuery(ask, [api, pattern, now]);
}

function sunEventOf(text: string): string | undefined {
  const pattern = parsePattern(text);
  return typeof pattern === "object" && pattern.kind === "sun" ? pattern.event : undefined;
}
