/** A schedule that is made or changed in the sidebar or on the page: its time, its command, and the button that saves it. */
import { type ActionRow, isWholeAction, LONGEST_ON } from "../../../src/model/automation/rule-rows.ts";
import { EDITORS_KEY } from "../../../src/model/automation/schedule-command.ts";
import type { Values } from "../../../src/model/resource.ts";
import { lackIn, secondsOfClock } from "../../../src/model/time/time-grammar.ts";
import type { Api, NamedRows } from "../../api.ts";
import { CommandError, useCommands } from "../../commands.tsx";
import { useApi, useNamedHouse, useNote, useQuery, useWholeHouse } from "../../hooks.ts";
import { madeId, perform, sayRefusal } from "../../perform.ts";
import { say } from "../../texts.ts";
import { Choice, Form, NameField, Tick } from "../../widgets/fields.tsx";
import { Button, EmphasizedText, Empty } from "../../widgets/widgets.tsx";
import { type AutomationAction, sayAction, sourcesOfAction } from "../actions-in-words.ts";
import { Cancel, DraftNote } from "../draft-note.tsx";
import { type Draft, useDraft } from "../drafts.ts";
import { givenName, hasEnd, sayWhen, usualScheduleName } from "../schedules.ts";
import { sayClock } from "../times-in-words.ts";
import { ActionRowFields } from "./action-row.tsx";
import { USUAL_DELAY } from "./claims.ts";
import { addressNow, canEnd, sayGoneChoice } from "./subjects.ts";
import { TimeEditor } from "./time-editor.tsx";
import { Clock, Duration } from "./time-fields.tsx";
import { USUAL_TIME } from "./time-parts.ts";
import { endsBefore, offAt, USUAL_END } from "./until.ts";

const NEW: NamedRows = { conditions: [], actions: [], isTyped: false };

interface TypedSchedule {
  readonly time: string;
  readonly row: ActionRow;
  readonly name: string;
  readonly isKept: boolean;
  readonly clock: string | undefined; // when it goes off again
}

interface ScheduleFormProps {
  readonly form: string; // its draft is kept by this
  readonly address?: string; // undefined: a new one
  readonly view?: Values;
  readonly onDone: (address?: string) => void;
}

export function ScheduleForm({ form, address, view = {}, onDone }: ScheduleFormProps) {
  const api = useApi();
  const before = timeIn(view);
  const read = useSavedRow(address);
  const draft = useDraft<TypedSchedule>(form);
  const { typed, type, drop } = draft;
  const { time = before.time, row: changed, isKept = view.autodelete !== true } = typed;
  const { name, usualOf, naming, usualNaming } = useName(view, before.time, read?.isTyped === false, typed.name);
  const commands = useCommands();
  const note = useNote();
  const row = changed ?? read?.row;
  const made = useMade(row);
  const until = useUntil(address === undefined ? row : undefined, time, draft); // a saved schedule has its partner already
  const missing = useMissing(row);
  if (!row) return <Empty>{say("app.loading")}</Empty>;
  const when = before.zone === "utc" ? { time } : { localtime: time };
  const save = async () => {
    const command =
      changed || address === undefined ? await commandOf(api, row, (text) => note(text, "bad")) : view.command;
    if (!command) return;
    const isNewTime = address === undefined || time !== before.time;
    const body = { ...naming(command, time), command, autodelete: !isKept, ...(isNewTime ? when : {}) };
    const reply = await (address === undefined
      ? commands.send("POST", "/schedules", body)
      : commands.send("PUT", address, body));
    if (!reply) return;
    note(say("automation.saved", { name: body.name }));
    await until.save(usualNaming);
    drop();
    onDone(address ?? `/schedules/${madeId(reply)}`);
  };
  return (
    <Form class="zg-rule-form">
      <DraftNote of={draft} />
      <NameField
        label={say("automation.edit.name")}
        placeholder={usualOf(made && "actions" in made ? made.actions[0] : undefined, time)}
        value={name}
        onType={(next) => type({ name: next })}
      />
      <TimeEditor time={time} zone={before.zone} isInForm onTime={(next) => type({ time: next })} />
      <What row={row} until={until} onChange={(next) => type({ row: next })} />
      {!lackIn(time) && <WhenAndWhat when={when} made={made} />}
      {until.off && <WhenAndWhat when={{ localtime: until.off.time }} made={until.made} />}
      {hasEnd({ pattern: time }) && (
        <Tick class="zg-rule-tick" isOn={isKept} onChange={(next) => type({ isKept: next })}>
          <span>{say("automation.edit.kept")}</span>
        </Tick>
      )}
      <CommandError of={commands} />
      <div class="zg-actions">
        <Button kind="primary" isDisabled={missing !== undefined || lackIn(time) !== undefined} onClick={save}>
          {say("do.save")}
        </Button>
        <Cancel {...{ drop, onDone }} />
        {missing !== undefined && <span class="zg-hint">{missing}</span>}
      </div>
    </Form>
  );
}

/** The reason why the user cannot save this action. */
function useMissing(row: ActionRow = {}): string | undefined {
  const house = useWholeHouse();
  return isWholeAction(row) ? sayGoneChoice(house, [row]) : say("automation.edit.missing-actions");
}

function useSavedRow(address: string | undefined) {
  const api = useApi();
  return useQuery(async () => {
    const { actions, isTyped } = address === undefined ? NEW : await api.rowsOf(address);
    return { row: actions[0] ?? {}, isTyped };
  }, [api, address]).answer;
}

interface WhatProps {
  readonly row: ActionRow;
  readonly until: ReturnType<typeof useUntil>;
  readonly onChange: (row: ActionRow) => void;
}

function What({ row, until, onChange }: WhatProps) {
  return (
    <fieldset class="zg-rule-part" data-part="actions">
      <legend>{say("automation.edit.actions")}</legend>
      <div class="zg-rule-row">
        <div class="zg-rule-fields">
          <ActionRowFields row={row} takesRequests={false} hasEnd={false} onChange={onChange} />
        </div>
      </div>
      <OffAgain {...{ row, until, onChange }} />
      <p class="zg-hint">{say("automation.edit.one-action")}</p>
    </fieldset>
  );
}

/** Undefined where the row cannot be made, and then says why. */
async function commandOf(api: Api, row: ActionRow, complain: (text: string) => void): Promise<Values | undefined> {
  const made = await api.ruleOfRows({ conditions: [], actions: [row] });
  if ("trouble" in made) return void complain(made.trouble);
  const { address: target = "", method, body } = made.actions[0] ?? {};
  return { address: `/api/${EDITORS_KEY}${target}`, method, body };
}

/** The name that a user typed, or else the action and the time: that name changes with them. */
function useName(view: Values, time: string, isProposed: boolean, typed: string | undefined) {
  const house = useNamedHouse();
  const usualOf = (action: unknown, when: string) =>
    action
      ? usualScheduleName(sayAction(house, action as AutomationAction), when)
      : say("automation.edit.usual-schedule");
  const name = typed ?? (isProposed ? "" : givenName(view, usualOf(view.command, time)));
  const usualNaming = (action: unknown, when: string) => {
    return { name: usualOf(action, when), namedafter: sourcesOfAction(house, action as AutomationAction) };
  };
  const naming = (action: unknown, when: string) =>
    name.trim() === "" ? usualNaming(action, when) : { name: name.trim() };
  return { name, usualOf, naming, usualNaming };
}

/** A second schedule, which switches off again at a time, saved with a new one. Its refusal is a note, as this form closes by then. */
function useUntil(row: ActionRow | undefined, time: string, { typed, type }: Draft<TypedSchedule>) {
  const api = useApi();
  const note = useNote();
  const house = useWholeHouse();
  const { clock } = typed;
  const setClock = (next: string | undefined) => type({ clock: next });
  const offered = row && offAt(house, row, time, clock ?? USUAL_END);
  const off = clock === undefined ? undefined : offered;
  const begin = useNextBegin(off && clock !== undefined ? time : "");
  const isEarly = begin !== undefined && clock !== undefined && endsBefore(time, secondsOfClock(clock), begin);
  const made = useMade(off?.row);
  const save = async (naming: (action: unknown, when: string) => { readonly name: string }) => {
    const command = off && (await commandOf(api, off.row, (text) => note(text, "bad")));
    if (!command) return;
    const body = { ...naming(command, off.time), command, localtime: off.time };
    const done = await perform(api, { method: "POST", address: "/schedules", body });
    if (done.refusal !== undefined) note(sayRefusal(body.name, done), "bad");
  };
  const mayEndAt = (other: ActionRow) => offAt(house, other, time, USUAL_END) !== undefined;
  return {
    mayEnd: offered !== undefined,
    mayEndAt,
    off,
    clock,
    setClock,
    made,
    save,
    early: isEarly ? begin : undefined,
  };
}

/** "08:12:00", to the minute, when a time by the sun is next, on the clock of the gateway. */
function useNextBegin(time: string): string | undefined {
  const api = useApi();
  const { answer } = useQuery(
    async () => (time === "" ? undefined : (await api.nextTimes(time, "local", {})).times[0]),
    [api, time],
  );
  return answer && `${answer.local.slice(11, 16)}:00`;
}

/** One wish, however it is done: after a while the lamp does it, at a time of day a second schedule. */
function OffAgain({ row, until, onChange }: WhatProps) {
  const house = useWholeHouse();
  const { offAfter, ...rest } = row;
  const { clock, setClock, early } = until;
  const mayAt = until.mayEnd || (offAfter !== undefined && until.mayEndAt(rest));
  const mayAfter = canEnd(house, addressNow(house, row), row);
  const ways = ["no", ...(mayAfter ? ["after"] : []), ...(mayAt ? ["at"] : [])];
  const isToCome = ways.length === 1; // nothing is chosen yet: the user sees that a schedule can end
  if (isToCome && row.address) return null;
  const way = offAfter !== undefined ? "after" : clock !== undefined && mayAt ? "at" : "no";
  const choose = (next: string) => {
    setClock(next === "at" ? USUAL_END : undefined);
    onChange(next === "after" ? { ...rest, offAfter: USUAL_DELAY } : rest);
  };
  const label = say("automation.edit.off-again");
  return (
    <div class="zg-rule-lasting">
      <span aria-hidden="true">{label}</span>
      <Choice
        {...{ label }}
        disabled={isToCome}
        value={way}
        options={ways.map((each) => [each, say(`automation.edit.off-again-${each}`)])}
        onChange={choose}
      />
      {isToCome && <span class="zg-hint">{say("automation.edit.off-again-first")}</span>}
      {way === "after" && offAfter !== undefined && (
        <Duration
          label={say("automation.edit.off-after")}
          value={offAfter}
          most={LONGEST_ON}
          onChange={(next) => onChange({ ...rest, offAfter: next })}
        />
      )}
      {way === "at" && clock !== undefined && (
        <Clock label={say("automation.edit.off-at")} value={clock} onChange={setClock} />
      )}
      {way !== "no" && <span class="zg-hint">{say(`automation.edit.off-${way}-about`)}</span>}
      {early !== undefined && way === "at" && (
        <p class="zg-fault" role="alert">
          {say("automation.edit.off-before", { time: sayClock(early) })}
        </p>
      )}
    </div>
  );
}

type Made = Awaited<ReturnType<Api["ruleOfRows"]>>;

/** The command that the gateway makes of the row, as soon as it is whole. */
function useMade(row: ActionRow | undefined): Made | undefined {
  const api = useApi();
  const asked = row && isWholeAction(row) ? JSON.stringify(row) : "";
  const { answer } = useQuery(
    async () => (row && asked !== "" ? api.ruleOfRows({ conditions: [], actions: [row] }) : undefined),
    [api, asked],
  );
  return answer;
}

/** "Every day at sunset: Hall lamp on." */
function WhenAndWhat({ when, made }: { readonly when: Values; readonly made: Made | undefined }) {
  const house = useNamedHouse();
  if (made && "trouble" in made)
    return (
      <p class="zg-rule-outcome zg-fault" role="status">
        {made.trouble}
      </p>
    );
  const action = made?.actions[0];
  return (
    <p class="zg-rule-outcome zg-rule-sentence" role="status">
      <EmphasizedText text={`${sayWhen(when)}: ${action ? sayAction(house, action as never) : "…"}`} />
    </p>
  );
}

function timeIn({ localtime, time }: Values): { readonly time: string; readonly zone: "local" | "utc" } {
  if (typeof localtime === "string" && localtime !== "") return { time: localtime, zone: "local" };
  return typeof time === "string" ? { time, zone: "utc" } : { time: USUAL_TIME, zone: "local" };
}
