/** The parts in the dialogs of the rule node and the schedule node: the editor, or the saved rule or schedule, with its log. */
import { useEffect } from "preact/hooks";
import type { RuleRows } from "../../src/model/automation/rule-rows.ts";
import { lackIn, parsePattern } from "../../src/model/time/time-grammar.ts";
import { useFlowNodes, useHouse, useNamedHouse } from "../hooks.ts";
import { say } from "../texts.ts";
import { EmphasizedText, Fold } from "../widgets/widgets.tsx";
import { MadeFlagsContext, useMadeFlags } from "./editor/made-flags.ts";
import { RuleEditor } from "./editor/rule-editor.tsx";
import { TimeEditor } from "./editor/time-editor.tsx";
import { ruleOf, type ShownRule, sayRule } from "./rule-in-words.ts";
import { Next } from "./schedule.tsx";
import { usualTimeName } from "./schedules.ts";
import { saySchedule } from "./times-in-words.ts";
import { Trace } from "./trace.tsx";

/** For a rule that the node declares: its rows and the node. For a rule that the node follows: its address. */
interface RulePartProps {
  readonly rows?: RuleRows;
  readonly owner?: string;
  readonly address?: string;
  readonly onRows?: (rows: RuleRows) => void;
  readonly isSaved?: () => boolean; // asked when it is left
}

export function RulePart({ rows, owner, address, onRows, isSaved }: RulePartProps) {
  const house = useNamedHouse();
  const keep = useMadeFlags(() => (isSaved?.() ? rows?.conditions : undefined));
  const noteFlag: typeof keep = (flag) => flag.wasThere || keep(flag); // the deployed rule needs this flag until the next deploy
  const rule = useRule(owner, address);
  const flowNodes = useFlowNodes([rule?.owner]);
  return (
    <div class="zg-rule-editor">
      {rows && (
        <MadeFlagsContext.Provider value={noteFlag}>
          <RuleEditor rows={rows} needsActions={false} onRows={(next) => onRows?.(next)} />
        </MadeFlagsContext.Provider>
      )}
      {!rows && rule && (
        <p class="zg-rule-sentence">
          <EmphasizedText text={sayRule(house, rule)} />
        </p>
      )}
      {rule && (
        <Fold title={say("automation.of-late")} isQuiet>
          <Trace rule={rule} house={house} flowNodes={flowNodes} version={0} />
        </Fold>
      )}
    </div>
  );
}

function useRule(owner: string | undefined, address: string | undefined): ShownRule | undefined {
  return useHouse(({ rules }) => {
    const found = Object.entries(rules).find(([id, view]) =>
      address === undefined ? owner !== undefined && view.owner === owner : `/rules/${id}` === address,
    );
    return found && ruleOf(...found);
  });
}

/** For a schedule that the node declares: its time, and the node. For one that it follows: its address. */
interface SchedulePartProps {
  readonly time?: string;
  readonly owner?: string;
  readonly deployed?: string; // its time as it was deployed; absent where the node has been changed since
  readonly zone?: "local" | "utc";
  readonly place?: Readonly<Record<string, string>>; // of the gateway, as its dialog has it before it is deployed
  readonly address?: string;
  readonly onTime?: (time: string) => void;
  readonly onName?: (name: string) => void; // a schedule without a name is called after its time
}

/** A variable of the environment is read at the deploy. */
function isReadable(time: string): boolean {
  return typeof parsePattern(time) === "object" || time.startsWith("${");
}

export function SchedulePart({ time, zone = "local", place = {}, address = "", ...more }: SchedulePartProps) {
  const { owner, deployed, onTime, onName } = more;
  const view = useHouse(({ schedules }) => schedules[address.replace("/schedules/", "")]);
  const made = useHouse(({ schedules }) => {
    return Object.values(schedules).find((each) => owner !== undefined && each.owner === owner);
  });
  const isMoved = made && deployed !== undefined && ![made.localtime, made.time].includes(deployed);
  useEffect(() => {
    if (time !== undefined && lackIn(time) === undefined) onName?.(isReadable(time) ? usualTimeName(time) : "");
  }, [time, onName]);
  if (time !== undefined)
    return (
      <div class="zg-rule-editor">
        <TimeEditor time={time} zone={zone} place={place} takesText onTime={(next) => onTime?.(next)} />
        {isMoved && <p class="zg-hint">{say("automation.time.moved", { time: saySchedule(made) })}</p>}
      </div>
    );
  if (!view) return null;
  return (
    <div class="zg-rule-editor">
      <p class="zg-rule-sentence">{saySchedule(view)}</p>
      <Next
        address={address}
        isOn={view.status === "enabled"}
        version={String(view.etag)}
        pattern={String(view.localtime || view.time)}
      />
    </div>
  );
}
