/** A rule that is made or changed in the sidebar or on the page: its name, the editor of its rows, and the button that saves it. */
import { useRef } from "preact/hooks";
import { endingsOf, ownEndings } from "../../../src/model/automation/endings.ts";
import { LONGEST_NAME, namesakesOf, type RuleRows, usualRuleName } from "../../../src/model/automation/rule-rows.ts";
import type { Values } from "../../../src/model/resource.ts";
import type { NamedRows } from "../../api.ts";
import { CommandError, useCommands } from "../../commands.tsx";
import { useApi, useNote, useQuery, useWholeHouse } from "../../hooks.ts";
import { type ApiCommand, madeId } from "../../perform.ts";
import { say } from "../../texts.ts";
import { Field, Form, TextField } from "../../widgets/fields.tsx";
import { Button, Empty, Fold } from "../../widgets/widgets.tsx";
import { Cancel, DraftNote } from "../draft-note.tsx";
import { useDraft } from "../drafts.ts";
import { givenName } from "../schedules.ts";
import { endingChanges, endingsIn, takenApart, withEndings } from "./endings.ts";
import { MadeFlagsContext, useMadeFlags } from "./made-flags.ts";
import { RuleEditor, sayUnfinished } from "./rule-editor.tsx";

interface RuleFormProps {
  readonly form: string; // its draft is kept by this
  readonly address?: string; // undefined: a new one
  readonly view?: Values;
  readonly begun?: RuleRows | undefined; // the first rows of a new rule
  readonly onDone: (address?: string) => void; // undefined: nothing was saved
}

interface TypedRule {
  readonly rows: RuleRows;
  readonly name: string;
  readonly pause: number; // seconds
}

const NO_ROWS: NamedRows = { conditions: [], actions: [], isTyped: false };

export function RuleForm({ form, address, view = {}, begun, onDone }: RuleFormProps) {
  const api = useApi();
  const house = useWholeHouse();
  const read = useQuery(async () => (address === undefined ? NO_ROWS : api.rowsOf(address)), [api, address]).answer;
  const draft = useDraft<TypedRule>(form);
  const { typed, type, drop, isKept } = draft;
  const { pause = Math.max(0, Number(view.periodic ?? 0)) / 1000 } = typed;
  const commands = useCommands();
  const note = useNote();
  const saved = useRef<RuleRows | undefined>(undefined);
  const noteFlag = useMadeFlags(() => saved.current?.conditions, { form, isKept });
  const endings = useEndings(address, view);
  const rows = typed.rows ?? begun ?? (read && endings.shown(read));
  if (!read || !rows) return <Empty>{say("app.loading")}</Empty>;
  const name = typed.name ?? (read.isTyped ? givenName(view, usualName(read)) : "");
  const called = name.trim() || usualName(rows);
  const missing = sayUnfinished(house, rows);
  const save = async () => {
    const made = await api.ruleOfRows(takenApart(rows).main);
    if ("trouble" in made) return note(made.trouble, "bad");
    const periodic = Number(view.periodic) < 0 && pause === 0 ? Number(view.periodic) : Math.round(pause * 1000);
    const namedafter = name.trim() === "" ? { namedafter: namesakesOf(rows).map(({ address = "" }) => address) } : {};
    const body = { name: called, ...namedafter, ...made, periodic };
    const reply = await (address === undefined
      ? commands.send("POST", "/rules", body)
      : commands.send("PUT", address, { ...body, status: view.status }));
    if (!reply) return;
    saved.current = rows;
    if (!(await commands.sendAll(await endings.commandsFor(called, made, rows)))) return;
    note(say("automation.saved", { name: called }));
    drop();
    onDone(address ?? `/rules/${madeId(reply)}`);
  };
  return (
    <Form class="zg-rule-form">
      <DraftNote of={draft} />
      <TextField
        label={say("automation.edit.name")}
        maxLength={LONGEST_NAME}
        placeholder={usualName(rows)}
        value={name}
        onType={(next) => type({ name: next })}
      />
      <MadeFlagsContext.Provider value={noteFlag}>
        <RuleEditor rows={rows} needsActions onRows={(next) => type({ rows: next })} />
      </MadeFlagsContext.Provider>
      <Pause seconds={pause} onSeconds={(next) => type({ pause: next })} />
      <CommandError of={commands} />
      <div class="zg-actions">
        <Button kind="primary" isDisabled={missing !== undefined} onClick={save}>
          {say("do.save")}
        </Button>
        <Cancel {...{ drop, onDone }} />
        {missing !== undefined && <span class="zg-hint">{missing}</span>}
      </div>
    </Form>
  );
}

/** The rules that switch off the lights of this rule again. */
function useEndings(address: string | undefined, view: Values) {
  const api = useApi();
  const house = useWholeHouse();
  const { rules } = house;
  const shown = <Rows extends RuleRows>(rows: Rows) => withEndings(rows, endingsOf(view, rules), house);
  const nameAt = (address: string) => rules[address.replace("/rules/", "")]?.name;
  const commandsFor = async (name: string, main: Values, rows: RuleRows): Promise<ApiCommand[]> => {
    const wanted = takenApart(rows).endings;
    const { written, gone } = endingChanges(
      endingsIn(house, rows),
      endingsOf(main, rules),
      ownEndings(address, view, rules),
    );
    const all: ApiCommand[] = gone.map((each) => ({ method: "DELETE", address: each }));
    for (const { index, address: there } of written) {
      const made = await api.ruleOfRows(wanted[index] ?? { conditions: [], actions: [] });
      if ("trouble" in made) continue; // the rule itself is about the same, and was made
      const isCalledAfter = there !== undefined && nameAt(there) === offName(String(view.name));
      const body = there === undefined || isCalledAfter ? { name: offName(name), ...made } : made;
      all.push(
        there === undefined ? { method: "POST", address: "/rules", body } : { method: "PUT", address: there, body },
      );
    }
    return all;
  };
  return { shown, commandsFor };
}

function offName(name: string): string {
  return say("automation.edit.off-name", { name }).slice(0, LONGEST_NAME);
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
