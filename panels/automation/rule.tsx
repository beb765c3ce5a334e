/** One rule, opened: its sentence, its facts, its evaluations, and the buttons that try, trigger and delete it. */
import { useState } from "preact/hooks";
import type { FlowNodes } from "../../src/model/admin-api.ts";
import { type Ending, endingsSaid, ownEndings, partsOfRules } from "../../src/model/automation/endings.ts";
import type { Evaluation } from "../../src/model/automation/rule-engine.ts";
import type { Values } from "../../src/model/resource.ts";
import { CommandError, type Commands, useCommands } from "../commands.tsx";
import { UsedBy } from "../devices/uses/uses.tsx";
import { useHouse, useNote, useZone } from "../hooks.ts";
import type { HouseState } from "../house.ts";
import type { NamedHouse } from "../resource-names.ts";
import { say, saySpan, utc } from "../texts.ts";
import { Button, EmphasizedText } from "../widgets/widgets.tsx";
import { sayGone } from "./actions-in-words.ts";
import { useHasDraft } from "./drafts.ts";
import { ClockHint } from "./editor/place-fields.tsx";
import { RuleForm } from "./editor/rule-form.tsx";
import { foreignZone, sayOnClock } from "./house-clock.ts";
import { describeEvaluation, limitIn, ruleOf, type ShownRule, sayRule } from "./rule-in-words.ts";
import { Deletion, GoneTargetNote, isFlows, Owner, StatusSwitch } from "./rule-or-schedule.tsx";
import { EvaluationView, Trace } from "./trace.tsx";

interface RuleViewProps {
  readonly rule: ShownRule;
  readonly view: Values;
  readonly house: NamedHouse;
  readonly flowNodes: FlowNodes | undefined; // not told yet
  readonly onGone: () => void;
}

export function RuleView(props: RuleViewProps) {
  const { rule, view } = props;
  const [isEdited, edit] = useState(useHasDraft(rule.address));
  if (isEdited) return <RuleForm form={rule.address} address={rule.address} view={view} onDone={() => edit(false)} />;
  return <ReadRule {...props} onEdit={() => edit(true)} />;
}

function ReadRule({ rule, view, house, flowNodes, onGone, onEdit }: RuleViewProps & { readonly onEdit: () => void }) {
  const { address, name, isOn, owner } = rule;
  const commands = useCommands();
  const note = useNote();
  const [tried, setTried] = useState<Evaluation | undefined>(undefined);
  const [version, setVersion] = useState(0);
  const rules = useHouse((all) => all.rules);
  const along = ownEndings(address, view, rules).map((ending) => ending.address);
  const parts = partsOfRules(rules).get(address) ?? [];
  const hasFlag = rule.conditions.some((each) => limitIn(house, each, rule.conditions) !== undefined);
  const ask = async (verb: "try" | "trigger") => {
    const reply = await commands.send("POST", `${address}/${verb}`);
    return reply?.body as Evaluation | undefined;
  };
  const trigger = async () => {
    const done = await ask("trigger");
    if (!done) return;
    setVersion((before) => before + 1);
    const isDone = done.actions.every(({ error }) => error === undefined);
    note(say(isDone ? "automation.triggered" : "automation.not-triggered", { name }), isDone ? "good" : "bad");
  };
  return (
    <>
      <Sentence {...{ rule, house, rules }} />
      <div class="zg-automation-columns">
        <div>
          <StatusSwitch {...{ address, name, isOn }} along={parts.map((part) => part.address)} />
          <OtherHalf {...{ isOn, parts, commands }} />
          <div class="zg-actions">
            {!isFlows(owner) && (
              <Button icon="edit" onClick={onEdit}>
                {say("automation.do-edit")}
              </Button>
            )}
            <Button icon="search" onClick={async () => setTried(await ask("try"))}>
              {say("automation.do-try")}
            </Button>
            <Button icon="play" onClick={trigger}>
              {say("automation.do-trigger")}
            </Button>
            {!isFlows(owner) && <Deletion {...{ address, name, along, hasFlag, onGone }} kind="rule" />}
          </div>
          <CommandError of={commands} />
          <p class="zg-hint">{say("automation.try-about")}</p>
          <div role="status" aria-live="polite">
            {tried && <Trial {...{ house, flowNodes, tried }} />}
          </div>
          <Facts rule={rule} view={view} house={house} flowNodes={flowNodes} />
        </div>
        <div>
          <UsedBy used={[address, ...along]} />
          <Trace {...{ rule, house, flowNodes, version }} />
          <HalfTraces {...{ parts, rules, house, flowNodes, version }} />
        </div>
      </div>
    </>
  );
}

type SentenceProps = Pick<RuleViewProps, "rule" | "house"> & Pick<HouseState, "rules">;

function Sentence({ rule, house, rules }: SentenceProps) {
  return (
    <>
      <p class="zg-rule-sentence">
        <EmphasizedText text={sayRule(house, rule, undefined, endingsSaid(rules).get(rule.address))} />
      </p>
      <GoneTargetNote text={sayGone(house, rule.actions)} />
    </>
  );
}

interface OtherHalfProps {
  readonly isOn: boolean;
  readonly parts: readonly Ending[];
  readonly commands: Commands;
}

/** Where only one of the two is enabled, which the switch cannot show. */
function OtherHalf({ isOn, parts, commands }: OtherHalfProps) {
  const apart = parts.filter((part) => part.apart !== undefined);
  if (apart.length === 0) return null;
  const body = { status: isOn ? "enabled" : "disabled" };
  const join = () => commands.sendAll(apart.map(({ address }) => ({ method: "PUT", address, body })));
  return <Button onClick={join}>{say(isOn ? "automation.half-enable" : "automation.half-disable")}</Button>;
}

interface HalfTracesProps extends Pick<RuleViewProps, "house" | "flowNodes"> {
  readonly parts: readonly Ending[];
  readonly rules: HouseState["rules"];
  readonly version: number;
}

function HalfTraces({ parts, rules, ...more }: HalfTracesProps) {
  return (
    <>
      {parts.map(({ address }) => {
        const id = address.replace("/rules/", "");
        return <Trace key={id} rule={ruleOf(id, rules[id] ?? {})} title={say("automation.trace-half")} {...more} />;
      })}
    </>
  );
}

type TrialProps = Pick<RuleViewProps, "house" | "flowNodes"> & { readonly tried: Evaluation };

function Trial({ house, flowNodes, tried }: TrialProps) {
  return (
    <div class="zg-automation-tried">
      <h3>{say("automation.tried")}</h3>
      <EvaluationView told={describeEvaluation(house, tried, flowNodes)} at={tried.at} isNow />
    </div>
  );
}

function Facts({ rule, view, house, flowNodes }: Omit<RuleViewProps, "onGone">) {
  const { owner, last, count, periodic } = rule;
  const zone = useZone();
  const foreign = foreignZone(zone);
  return (
    <dl class="zg-facts">
      <dt>{say("automation.last")}</dt>
      <dd>{count > 0 ? sayOnClock(utc(last), zone) || last : say("automation.never-yet")}</dd>
      <dt>{say("automation.count")}</dt>
      <dd>{say("automation.count-times", { count })}</dd>
      {periodic !== 0 && (
        <>
          <dt>{say("automation.pause")}</dt>
          <dd>{periodic < 0 ? say("automation.pause-never") : saySpan(periodic / 1000)}</dd>
        </>
      )}
      <Owner owner={owner} created={view.created} house={house} flowNodes={flowNodes} />
      {foreign !== undefined && (
        <dd class="zg-automation-wide">
          <ClockHint />
        </dd>
      )}
    </dl>
  );
}
