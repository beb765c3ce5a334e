/** Rules and schedules: their lists, or the one that was opened out of them. */
import type { ComponentChildren } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { wholeRuleOf } from "../../src/model/automation/endings.ts";
import {
  PlacesContext,
  useFlowNodes,
  useHouse,
  useNamedHouse,
  useOpened,
  usePlace,
  useWayHome,
  useWholeHouse,
} from "../hooks.ts";
import type { HouseState } from "../house.ts";
import { say } from "../texts.ts";
import { Button, Gone } from "../widgets/widgets.tsx";
import { formAt, useLeftForm } from "./drafts.ts";
import { RuleForm } from "./editor/rule-form.tsx";
import { ScheduleForm } from "./editor/schedule-form.tsx";
import { rowsOfScene } from "./editor/subjects.ts";
import { AutomationLists } from "./lists.tsx";
import { RuleView } from "./rule.tsx";
import { ruleOf } from "./rule-in-words.ts";
import { ScheduleView } from "./schedule.tsx";
import { scheduleOf } from "./schedules.ts";

/** A new rule opens at this address, as a saved rule does at its own. */
export const NEW_RULE = "/rules/new";
const NEW_SCHEDULE = "/schedules/new";

export function Automation() {
  const rules = useHouse((house) => house.rules);
  const schedules = useHouse((house) => house.schedules);
  const house = useNamedHouse();
  const flowNodes = useFlowNodes([rules, schedules].flatMap((all) => Object.values(all).map(({ owner }) => owner)));
  const [opened, setOpened] = useOpened("automation");
  const [{ path }] = usePlace();
  const [typed, setTyped] = useState("");
  const last = useRef<string | undefined>(undefined); // the row that has the focus when the list is shown again
  const open = (address: string) => {
    last.current = address;
    setOpened(address);
  };
  const back = () => setOpened();
  const places = useContext(PlacesContext);
  useLeftForm(path, (left) => places.rename(left));
  const whole = useWhole(opened, rules);

  if (whole === undefined)
    return (
      <AutomationLists
        house={house}
        rules={rules}
        schedules={schedules}
        flowNodes={flowNodes}
        typed={typed}
        onTyped={setTyped}
        startAt={last.current}
        onOpen={open}
      />
    );
  if (whole === NEW_RULE || whole === NEW_SCHEDULE) return <NewForm key={formAt(path)} onBack={back} onMade={open} />;
  const [, family = "", id = ""] = whole.split("/");
  const view = (family === "rules" ? rules : schedules)[id];
  return (
    <Opened
      key={whole}
      name={view && (family === "rules" ? ruleOf(id, view) : scheduleOf(id, view)).name}
      onBack={back}
    >
      {view && family === "rules" && (
        <RuleView rule={ruleOf(id, view)} view={view} house={house} flowNodes={flowNodes} onGone={back} />
      )}
      {view && family === "schedules" && (
        <ScheduleView schedule={scheduleOf(id, view)} view={view} house={house} flowNodes={flowNodes} onGone={back} />
      )}
    </Opened>
  );
}

interface NewFormProps {
  readonly onBack: () => void;
  readonly onMade: (address: string) => void;
}

function NewForm({ onBack, onMade }: NewFormProps) {
  const [{ path }] = usePlace();
  const house = useWholeHouse();
  const form = formAt(path);
  const isRule = path[1] === NEW_RULE;
  const wayHome = useWayHome();
  const back = wayHome?.back ?? onBack;
  const onDone = (made?: string) => (made === undefined ? back() : onMade(made));
  return (
    <Opened
      name={say(isRule ? "automation.new-rule" : "automation.new-schedule")}
      backWords={wayHome?.words}
      onBack={back}
    >
      {isRule ? (
        <RuleForm {...{ form, onDone }} begun={rowsOfScene(house, path[2] ?? "")} />
      ) : (
        <ScheduleForm {...{ form, onDone }} />
      )}
    </Opened>
  );
}

/** A part of a rule is opened as that rule, and stays so when the user saves it: then that rule may have other parts. */
function useWhole(opened: string | undefined, rules: HouseState["rules"]): string | undefined {
  const places = useContext(PlacesContext);
  const whole = opened && wholeRuleOf(opened, rules);
  useEffect(() => {
    if (whole && whole !== opened) places.rename(["automation", whole]);
  }, [places, whole, opened]);
  return whole;
}

interface OpenedProps {
  readonly name: string | undefined; // undefined: it is gone
  readonly backWords?: string | undefined; // where that leads elsewhere than to the lists
  readonly onBack: () => void;
  readonly children: ComponentChildren;
}

function Opened({ name, backWords = say("automation.back"), onBack, children }: OpenedProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.querySelector("button")?.focus(), []); // the element of the list that had the focus is gone
  return (
    <div class="zg-automation" ref={top}>
      {name === undefined ? (
        <Gone back={say("automation.back")} onBack={onBack}>
          {say("automation.gone")}
        </Gone>
      ) : (
        <div class="zg-opened-head">
          <Button icon="back" label={backWords} onClick={onBack} />
          <h2>{name}</h2>
        </div>
      )}
      {children}
    </div>
  );
}
