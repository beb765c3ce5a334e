/** A rule that is made or changed in the sidebar or on the page: its name, the editor of its rows, and what saves it. */
import { useRef, useState } from "preact/hooks";
import { LONGEST_NAME, namesakesOf, type RuleRows, usualRuleName } from "../../../src/model/automation/rule-rows.ts";
import type { Values } from "../../../src/model/resource.ts";
import type { NamedRows } from "../../api.ts";
import { CommandError, useCommands } from "../../commands.tsx";
import { useApi, useNote, useQuery } from "../../hooks.ts";
import { madeId } from "../../perform.ts";
import { say } from "../../texts.ts";
import { Field, Form, TextField } from "../../widgets/fields.tsx";
import { Button, Empty, Fold } from "../../widgets/widgets.tsx";
import { givenName } from "../schedules.ts";
import { MadeFlagsContext, useMadeFlags } from "./made-flags.ts";
import { isWholeRule, RuleEditor } from "./rule-editor.tsx";

interface RuleFormProps {
  readonly address?: string; // undefined: a new one
  readonly view?: Values;
  readonly onDone: (address?: string) => void; // undefined: nothing was saved
}

const NO_ROWS: NamedRows = { conditions: [], actions: [], isTyped: false };

export function RuleForm({ address, view = {}, onDone }: RuleFormProps) {
  const api = useApi();
  const read = useQuery(async () => (address === undefined ? NO_ROWS : api.rowsOf(address)), [api, address]).answer;
  const [changed, change] = useState<RuleRows | undefined>(undefined);
  const [typed, setName] = useState<string | undefined>(undefined);
  const [pause, setPause] = useState(Math.max(0, Number(view.periodic ?? 0)) / 1000);
  const commands = useCommands();
  const note = useNote();
  const saved = useRef<RuleRows>(NO_ROWS);
  const noteFlag = useMadeFlags(() => saved.current.conditions);
  const rows = changed ?? read;
  if (!read || !rows) return <Empty>{say("app.loading")}</Empty>;
  const name = typed ?? (read.isTyped ? givenName(view, usualName(read)) : "");
  const called = name.trim() || usualName(rows);
  const save = async () => {
    const made = await api.ruleOfRows(rows);
    if ("trouble" in made) return note(made.trouble, "bad");
    const periodic = Number(view.periodic) < 0 && pause === 0 ? Number(view.periodic) : Math.round(pause * 1000);
    const namedafter = name.trim() === "" ? { namedafter: namesakesOf(rows).map(({ address = "" }) => address) } : {};
    const body = { name: called, ...namedafter, ...made, periodic };
    const reply = await (address === undefined
      ? commands.send("POST", "/rules", body)
      : commands.send("PUT", address, { ...body, status: view.status }));
    if (!reply) return;
    saved.current = rows;
    note(say("automation.saved", { name: called }));
    onDone(address ?? `/rules/${madeId(reply)}`);
  };
  return (
    <Form class="zg-rule-form">
      <TextField
        label={say("automation.edit.name")}
        maxLength={LONGEST_NAME}
        placeholder={usualName(rows)}
        value={name}
        onType={setName}
      />
      <MadeFlagsContext.Provider value={noteFlag}>
        <RuleEditor rows={rows} needsActions onRows={change} />
      </MadeFlagsContext.Provider>
      <Pause seconds={pause} onSeconds={setPause} />
      <CommandError of={commands} />
      <div class="zg-actions">
        <Button kind="primary" isDisabled={!isWholeRule(rows, true)} onClick={save}>
          {say("do.save")}
        </Button>
        <Button onClick={() => onDone()}>{say("do.cancel")}</Button>
      </div>
    </Form>
  );
}

interface PauseProps {
  readonly seconds: number;
  readonly onSeconds: (seconds: number) => void;
}

function Pause({ seconds, onSeconds }: PauseProps) {
  return (
    <Fold title={say("automation.edit.more")}>
      <Field label={say("automation.edit.pause")} hint={say("automation.edit.pause-hint")}>
        {(input) => (
          <input
            {...input}
            type="number"
            min={0}
            step="any"
            value={seconds}
            onInput={({ currentTarget }) => onSeconds(Math.max(0, Number(currentTarget.value) || 0))}
          />
        )}
      </Field>
    </Fold>
  );
}

/** A person may call it otherwise. */
function usualName(rows: RuleRows): string {
  return usualRuleName(rows) || say("automation.edit.usual-name");
}
