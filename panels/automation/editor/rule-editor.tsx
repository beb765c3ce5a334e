/**
 * The editor of a rule: conditions and actions, each as rows; below them the rule as a sentence, and what it
 * would do now. The dialog of the rule node, the sidebar and the page have the same one.
 */
import type { ComponentChildren } from "preact";
import { useContext, useEffect, useRef } from "preact/hooks";
import type { Evaluation } from "../../../src/model/automation/rule-engine.ts";
import {
  type ActionRow,
  type ConditionRow,
  countOfConditions,
  isWholeAction,
  isWholeCondition,
  MOST_PARTS,
  type RuleRows,
} from "../../../src/model/automation/rule-rows.ts";
import type { ReadRows } from "../../api.ts";
import { useApi, useChanges, useNamedHouse, useQuery, useWholeHouse } from "../../hooks.ts";
import type { HouseState } from "../../house.ts";
import { perform } from "../../perform.ts";
import { say } from "../../texts.ts";
import { Button, EmphasizedText, Empty, Fold } from "../../widgets/widgets.tsx";
import { sayActions } from "../actions-in-words.ts";
import { describeEvaluation, OPEN_END, ruleOf, sayRule } from "../rule-in-words.ts";
import { Lines } from "../trace.tsx";
import { ActionRowFields } from "./action-row.tsx";
import { claimOf, claimsOf, countOfTriggers, hasOtherTrigger } from "./claims.ts";
import { ConditionRowFields } from "./condition-row.tsx";
import { EditorContext, useKnowledge } from "./editor-context.ts";
import { endingsIn, motionIn, takenApart } from "./endings.ts";
import { addressNow, sayGoneChoice, subjectOf } from "./subjects.ts";
import { sayVerdict } from "./verdict.ts";

interface RuleEditorProps {
  readonly rows: RuleRows;
  readonly needsActions: boolean; // a node may do the rest by its wires
  readonly onRows: (rows: RuleRows) => void;
}

export function RuleEditor({ rows, needsActions, onRows }: RuleEditorProps) {
  const knowledge = useKnowledge();
  const { conditions, actions } = rows;
  const setConditions = (next: readonly ConditionRow[]) => onRows({ conditions: next, actions });
  const setActions = (next: readonly ActionRow[]) => onRows({ conditions, actions: next });
  const hasMotion = needsActions && motionIn(conditions) !== undefined; // a node declares one rule, no second
  if (!knowledge) return <Empty>{say("app.loading")}</Empty>;
  return (
    <EditorContext.Provider value={knowledge}>
      {conditions.length + actions.length === 0 && <p class="zg-hint">{say("automation.edit.example")}</p>}
      <Rows
        id="conditions"
        rows={conditions}
        isFull={countOfConditions(conditions) >= MOST_PARTS}
        onRows={setConditions}
        hint={conditions.length > 0 ? say("automation.edit.or-hint") : ""}
        show={(row, index, onChange) => (
          <ConditionRowFields
            row={row}
            isFree={!hasOtherTrigger(conditions, index)}
            isFirst={index === 0}
            others={conditions.filter((_, place) => place !== index)}
            onChange={onChange}
          />
        )}
      />
      <Rows
        id="actions"
        rows={actions}
        isFull={actions.length >= MOST_PARTS}
        onRows={setActions}
        show={(row, _, onChange) => <ActionRowFields {...{ row, hasMotion, onChange }} />}
        hint={actionsHint(actions, needsActions)}
      />
      <Outcome rows={rows} needsActions={needsActions} />
    </EditorContext.Provider>
  );
}

/** That it can end by itself is seen only once it is chosen. */
function actionsHint(actions: RuleRows["actions"], needsActions: boolean): string {
  const ending = actions.length === 0 ? [say("automation.edit.off-hint")] : [];
  return [...ending, ...(needsActions ? [] : [say("automation.edit.actions-hint")])].join(" ");
}

interface RowsProps<Row> {
  readonly id: "conditions" | "actions";
  readonly rows: readonly Row[];
  readonly isFull: boolean;
  readonly hint: string; // "" for none
  readonly onRows: (rows: readonly Row[]) => void;
  readonly show: (row: Row, index: number, onChange: (row: Row) => void) => ComponentChildren;
}

/** The last row is empty: a pick in it adds one more. */
function Rows<Row extends object>({ id, rows, isFull, hint, onRows, show }: RowsProps<Row>) {
  const replaced = (index: number, row: Row) => [...rows.slice(0, index), row, ...rows.slice(index + 1)];
  const without = (index: number) => [...rows.slice(0, index), ...rows.slice(index + 1)];
  const swapped = (index: number) => {
    const [one, other] = [rows[index - 1], rows[index]];
    return one && other ? [...rows.slice(0, index - 1), other, one, ...rows.slice(index + 1)] : rows;
  };
  const isBlank = !isFull;
  return (
    <fieldset class="zg-rule-part" data-part={id}>
      <legend>{say(`automation.edit.${id}`)}</legend>
      <ol>
        {[...rows, ...(isBlank ? [{} as Row] : [])].map((row, index) => (
          <li key={index} class="zg-rule-row" data-blank={index >= rows.length}>
            {index > 0 && (
              <span class="zg-rule-and">{say(`automation.edit.and-${id}${index >= rows.length ? "-more" : ""}`)}</span>
            )}
            <div class="zg-rule-fields">{show(row, index, (next) => onRows(replaced(index, next)))}</div>
            {index < rows.length && (
              <span class="zg-rule-buttons">
                {id === "actions" && index > 0 && (
                  <Button icon="up" label={say("automation.edit.earlier")} onClick={() => onRows(swapped(index))} />
                )}
                <Button icon="remove" label={say("automation.edit.remove")} onClick={() => onRows(without(index))} />
              </span>
            )}
          </li>
        ))}
      </ol>
      {isFull && <p class="zg-hint">{say("automation.edit.full", { most: MOST_PARTS })}</p>}
      {hint !== "" && <p class="zg-hint">{hint}</p>}
    </fieldset>
  );
}

// ---- the sentence of the rule, and its verdict

/** The reason why the user cannot save a rule that is to stand by itself; undefined: none. */
export function sayUnfinished(house: HouseState, { conditions, actions }: RuleRows): string | undefined {
  if (!isWholeRule({ conditions, actions: [] }, false)) return say("automation.edit.missing-conditions");
  if (!isWholeRule({ conditions, actions }, true)) return say("automation.edit.missing-actions");
  return sayGoneChoice(house, [...conditions, ...actions]);
}

function isWholeRule({ conditions, actions }: RuleRows, needsActions: boolean): boolean {
  const isEnough = conditions.length > 0 && (actions.length > 0 || !needsActions);
  return isEnough && conditions.every(isWholeCondition) && actions.every(isWholeAction);
}

interface Tried {
  readonly made: ReadRows;
  readonly trial?: Evaluation;
  readonly refusal?: string;
}

function Outcome({ rows, needsActions }: Pick<RuleEditorProps, "rows" | "needsActions">) {
  const house = useNamedHouse();
  const { actions } = rows;
  const endings = endingsIn(useWholeHouse(), rows);
  const isWhole = isWholeRule(rows, false);
  const lacking = useLacking(rows);
  const tried = useTrial(takenApart(rows).main, isWhole);
  if (rows.conditions.length + rows.actions.length === 0) return null;
  if (!isWhole) return <p class="zg-hint zg-rule-outcome">{lacking ?? say("automation.edit.unfinished")}</p>;
  if (!tried) return <p class="zg-rule-outcome" />;
  const { made, trial, refusal } = tried;
  if (countOfTriggers(rows.conditions) > 1) return <Trouble text={say("automation.edit.two-triggers")} />;
  if ("trouble" in made) return <Trouble text={made.trouble} />;
  const rule = ruleOf("", made);
  return (
    <div class="zg-rule-outcome">
      <p class="zg-rule-sentence" role="status" aria-live="polite">
        <EmphasizedText text={sayRule(house, rule, needsActions ? OPEN_END : undefined, endings)} />
      </p>
      {refusal !== undefined && <Trouble text={refusal} />}
      {trial && (actions.length > 0 || !needsActions) && (
        <Fold title={<EmphasizedText text={sayVerdict(house, trial)} />} isQuiet>
          <Lines
            lines={describeEvaluation(house, trial).conditions}
            yes="automation.ok"
            no="automation.not-ok"
            form="automation.actual-now"
          />
          {rule.actions.length > 0 && (
            <p>
              <EmphasizedText text={say("automation.edit.it-would", { actions: sayActions(house, rule.actions) })} />
            </p>
          )}
        </Fold>
      )}
    </div>
  );
}

/** "Temperature is above: how much?" of the first number that the user has not typed yet. */
function useLacking({ conditions }: RuleRows): string | undefined {
  const { items, presses } = useContext(EditorContext);
  const house = useWholeHouse();
  for (const row of conditions.filter((each) => !isWholeCondition(each))) {
    const address = addressNow(house, row);
    const claim = claimOf(claimsOf(subjectOf(house, address), items, presses), address, row);
    if (claim?.takes === "number") return say("automation.edit.how-much", { claim: claim.text });
  }
  return undefined;
}

function Trouble({ text }: { readonly text: string }) {
  return (
    <p class="zg-fault zg-rule-outcome" role="alert">
      {text}
    </p>
  );
}

const PAUSE = 400; // milliseconds: several changes make one request

/** The rule is made and tried by the gateway itself, and nothing is kept or done; again when something in the house changed. */
function useTrial(rows: RuleRows, isWhole: boolean): Tried | undefined {
  const api = useApi();
  const house = useNamedHouse();
  const asked = isWhole ? JSON.stringify(rows) : "";
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { answer, again } = useQuery(async (): Promise<Tried | undefined> => {
    if (asked === "") return undefined;
    const made = await api.ruleOfRows(rows);
    if ("trouble" in made) return { made };
    const { reply, refusal } = await perform(api, { method: "POST", address: "/rules/try", body: made });
    if (refusal !== undefined) return { made, refusal };
    return { made, trial: reply?.body as Evaluation };
  }, [api, asked, house]);
  const watched = answer && !("trouble" in answer.made) ? answer.made.conditions : [];
  useChanges((news) => {
    const isAbout = news.some(({ address }) =>
      watched.some(({ address: place }) => String(place).startsWith(`${address}/`)),
    );
    if (!isAbout || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      again();
    }, PAUSE);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return answer;
}
