/** The log of a rule: when it fired, with the results; and, apart from that, when it only looked, with the conditions in its way. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { FlowNodes } from "../../src/model/admin-api.ts";
import type { Evaluation } from "../../src/model/automation/rule-engine.ts";
import { useApi, useChanges, useQuery, useZone } from "../hooks.ts";
import { findResource, type NamedHouse } from "../resource-names.ts";
import { say, utc } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { useId } from "../widgets/own-id.ts";
import { Button, EmphasizedText, Empty, Fold } from "../widgets/widgets.tsx";
import { sayOnClock } from "./house-clock.ts";
import {
  describeEvaluation,
  type EvaluationLine,
  type EvaluationWords,
  isItsChange,
  latestLook,
  type ShownRule,
} from "./rule-in-words.ts";

interface TraceProps {
  readonly rule: ShownRule;
  readonly house: NamedHouse;
  readonly flowNodes: FlowNodes | undefined; // not told yet
  readonly version: number; // another number makes the list ask again
  readonly title?: string;
}

const MORE = 10; // firings that are shown at first, and with each click
const PAUSE = 500; //    milliseconds: several changes make one request
const AGAIN = 15_000; // milliseconds: an evaluation that only time caused comes with no change

export function Trace({ rule, house, flowNodes, version, title = say("automation.trace") }: TraceProps) {
  const id = useId();
  const api = useApi();
  const { address } = rule;
  const { answer: evaluations, again } = useQuery(async () => {
    const { status, body } = await api.perform("GET", `${address}/trace`);
    return status === 200 && Array.isArray(body) ? (body as readonly Evaluation[]) : undefined;
  }, [api, address, version]);
  useRepeated(rule, house, again);
  const [most, setMost] = useState(MORE);
  const firings = (evaluations ?? []).filter(({ fires }) => fires);
  const all = toldFirst((evaluations ?? []).filter(({ fires }) => !fires));
  const latest = latestLook(firings, all);
  const looks = all.filter((look) => look !== latest);
  return (
    <section class="zg-section" aria-labelledby={id}>
      <div class="zg-automation-head">
        <h3 id={id}>{title}</h3>
        <Button icon="refresh" label={say("automation.do-again")} onClick={again} />
      </div>
      {evaluations && firings.length === 0 && <Empty>{say("automation.trace-none")}</Empty>}
      <Evaluations all={[...(latest ? [latest] : []), ...firings.slice(0, most)]} {...{ house, flowNodes }} />
      {firings.length > most && (
        <Button onClick={() => setMost(most + MORE)}>
          {say("automation.trace-more", { count: firings.length - most })}
        </Button>
      )}
      {looks.length > 0 && (
        <Fold title={say("automation.looks", { count: looks.length })} startsOpen={firings.length === 0} isQuiet>
          <Evaluations all={looks} {...{ house, flowNodes }} />
        </Fold>
      )}
    </section>
  );
}

/** Changes that the rule does not wait for, such as the end of motion, stand behind those that it does. */
function toldFirst(looks: readonly Evaluation[]): readonly Evaluation[] {
  return looks.toSorted((one, other) => Number(isItsChange(other)) - Number(isItsChange(one)));
}

interface EvaluationsProps extends Pick<TraceProps, "house" | "flowNodes"> {
  readonly all: readonly Evaluation[];
}

function Evaluations({ all, house, flowNodes }: EvaluationsProps) {
  if (all.length === 0) return null;
  return (
    <ol class="zg-automation-trace">
      {all.map((evaluation) => (
        <li key={`${evaluation.at} ${evaluation.wokenBy}`}>
          <EvaluationView told={describeEvaluation(house, evaluation, flowNodes)} {...evaluation} />
        </li>
      ))}
    </ol>
  );
}

/** Asks again soon after an item of the rule changed, and now and then. */
function useRepeated({ address, conditions }: ShownRule, house: NamedHouse, again: () => void): void {
  const watched = useMemo(
    () => new Set([address, ...conditions.map((each) => findResource(house, each.address)?.address ?? "")]),
    [address, conditions, house],
  );
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useChanges((news) => {
    if (timer.current !== undefined || !news.some((each) => watched.has(each.address))) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      again();
    }, PAUSE);
  });
  useEffect(() => {
    const often = setInterval(again, AGAIN);
    return () => {
      clearInterval(often);
      clearTimeout(timer.current);
    };
  }, [again]);
}

type EvaluationViewProps = Pick<Evaluation, "at" | "since" | "count"> & {
  readonly told: EvaluationWords;
  readonly isNow?: boolean; // nothing of it is past
};

export function EvaluationView({ told, at, since, count, isNow = false }: EvaluationViewProps) {
  const { outcome, kind, why, conditions, actions } = told;
  const time = sayTimes({ at, since, count }, useZone());
  return (
    <div class="zg-automation-look">
      <p>
        <strong class={`zg-automation-outcome-${kind}`}>{outcome}</strong>
      </p>
      <p class="zg-hint">{why === "" ? time : <EmphasizedText text={say("automation.at", { time, why })} />}</p>
      <Lines
        lines={conditions}
        yes="automation.ok"
        no="automation.not-ok"
        form={isNow ? "automation.actual-now" : "automation.actual"}
      />
      <Lines lines={actions} yes="automation.done" no="automation.not-done" form="automation.action-result" />
    </div>
  );
}

interface RunTimes {
  readonly at: string;
  readonly since?: string | undefined;
  readonly count?: number | undefined;
}

/** "10:05", or "3 times from 09:40 to 10:05", on the clock of this zone. */
export function sayTimes({ at, since, count = 1 }: RunTimes, zone: string | undefined): string {
  const last = sayOnClock(utc(at), zone);
  if (since === undefined || count < 2) return last;
  return say("automation.repeated", { count, from: sayOnClock(utc(since), zone), to: last });
}

interface LinesProps {
  readonly lines: readonly EvaluationLine[];
  readonly yes: string; // the keys of its texts
  readonly no: string;
  readonly form: string;
}

export function Lines({ lines, yes, no, form }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <ul>
      {lines.map(({ ok, text, actual }, index) => (
        <li key={index} class={`zg-automation-line zg-tone-${ok ? "good" : "bad"}`}>
          <Icon name={ok ? "good" : "bad"} />
          <span>
            <span class="zg-hidden">{say(ok ? yes : no)}: </span>
            <EmphasizedText text={actual === undefined ? text : say(form, { text, actual })} />
          </span>
        </li>
      ))}
    </ul>
  );
}
