/** A schedule that is made or changed in the sidebar or on the page: when, what is done then, and what saves it. */
import { useState } from "preact/hooks";
import { type ActionRow, isWholeAction } from "../../../src/model/automation/rule-rows.ts";
import { EDITORS_KEY } from "../../../src/model/automation/schedule-command.ts";
import type { Values } from "../../../src/model/resource.ts";
import type { Api } from "../../api.ts";
import { CommandError, useCommands } from "../../commands.tsx";
import { useApi, useNamedHouse, useNote, useQuery } from "../../hooks.ts";
import { LONGEST_NAME } from "../../house.ts";
import { madeId } from "../../perform.ts";
import { say } from "../../texts.ts";
import { Form, NameField, Tick } from "../../widgets/fields.tsx";
import { Button, EmphasizedText, Empty } from "../../widgets/widgets.tsx";
import { sayAction } from "../actions-in-words.ts";
import { hasEnd } from "../schedules.ts";
import { ActionRowFields } from "./action-row.tsx";
import { TimeEditor } from "./time-editor.tsx";
import { USUAL_TIME } from "./time-parts.ts";

interface ScheduleFormProps {
  readonly address?: string; // undefined: a new one
  readonly view?: Values;
  readonly onDone: (address?: string) => void;
}

export function ScheduleForm({ address, view = {}, onDone }: ScheduleFormProps) {
  const api = useApi();
  const before = timeIn(view);
  const read = useQuery(async () => {
    const { actions = [] } = address === undefined ? {} : await api.rowsOf(address);
    return actions[0] ?? {};
  }, [api, address]).answer;
  const [time, setTime] = useState(before.time);
  const [changed, change] = useState<ActionRow | undefined>(undefined);
  const [name, setName] = useState(String(view.name ?? ""));
  const [isKept, keep] = useState(view.autodelete !== true);
  const commands = useCommands();
  const note = useNote();
  const row = changed ?? read;
  if (!row) return <Empty>{say("app.loading")}</Empty>;
  const usual = (row.resourceName || say("automation.edit.usual-schedule")).slice(0, LONGEST_NAME);
  const save = async () => {
    const command =
      changed || address === undefined ? await commandOf(api, row, (text) => note(text, "bad")) : view.command;
    if (!command) return;
    const called = name.trim() || usual;
    const when = { [before.zone === "utc" ? "time" : "localtime"]: time };
    const body = { name: called, command, autodelete: !isKept, ...(time === before.time && address ? {} : when) };
    const reply = await (address === undefined
      ? commands.send("POST", "/schedules", body)
      : commands.send("PUT", address, body));
    if (!reply) return;
    note(say("automation.saved", { name: called }));
    onDone(address ?? `/schedules/${madeId(reply)}`);
  };
  return (
    <Form class="zg-rule-form">
      <NameField label={say("automation.edit.name")} placeholder={usual} value={name} onType={setName} />
      <TimeEditor time={time} zone={before.zone} onTime={setTime} />
      <fieldset class="zg-rule-part" data-part="actions">
        <legend>{say("automation.edit.actions")}</legend>
        <div class="zg-rule-row">
          <div class="zg-rule-fields">
            <ActionRowFields row={row} takesRequests={false} onChange={change} />
          </div>
        </div>
      </fieldset>
      <WhatItDoes row={row} />
      {hasEnd({ pattern: time }) && (
        <Tick class="zg-rule-tick" isOn={isKept} onChange={keep}>
          <span>{say("automation.edit.kept")}</span>
        </Tick>
      )}
      <CommandError of={commands} />
      <div class="zg-actions">
        <Button kind="primary" isDisabled={!isWholeAction(row)} onClick={save}>
          {say("do.save")}
        </Button>
        <Button onClick={() => onDone()}>{say("do.cancel")}</Button>
      </div>
    </Form>
  );
}

/** Undefined where the row cannot be made, and then says why. */
async function commandOf(api: Api, row: ActionRow, complain: (text: string) => void): Promise<Values | undefined> {
  const made = await api.ruleOfRows({ conditions: [], actions: [row] });
  if ("trouble" in made) return void complain(made.trouble);
  const { address: target = "", method, body } = made.actions[0] ?? {};
  return { address: `/api/${EDITORS_KEY}${target}`, method, body };
}

function WhatItDoes({ row }: { readonly row: ActionRow }) {
  const api = useApi();
  const house = useNamedHouse();
  const asked = isWholeAction(row) ? JSON.stringify(row) : "";
  const { answer } = useQuery(
    async () => (asked === "" ? undefined : api.ruleOfRows({ conditions: [], actions: [row] })),
    [api, asked],
  );
  if (!answer) return null;
  const [action] = "trouble" in answer ? [] : answer.actions;
  return (
    <p class={`zg-rule-outcome ${"trouble" in answer ? "zg-fault" : "zg-rule-sentence"}`} role="status">
      {"trouble" in answer ? answer.trouble : action && <EmphasizedText text={sayAction(house, action as never)} />}
    </p>
  );
}

function timeIn({ localtime, time }: Values): { readonly time: string; readonly zone: "local" | "utc" } {
  if (typeof localtime === "string" && localtime !== "") return { time: localtime, zone: "local" };
  return typeof time === "string" ? { time, zone: "utc" } : { time: USUAL_TIME, zone: "local" };
}
