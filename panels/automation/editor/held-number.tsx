/**
 * "Above 23 °C for ten minutes": a rule sees that a number changes, not how long it has been above a limit. A flag remembers that: two small
 * rules set it and take it back, and the rule waits for the flag.
 */
import { useContext, useState } from "preact/hooks";
import { type ConditionRow, HELD_ID } from "../../../src/model/automation/rule-rows.ts";
import { CommandError, type Commands, useCommands } from "../../commands.tsx";
import { withUnit } from "../../devices/values/words.ts";
import { useApi, useLive, useNote, useWholeHouse } from "../../hooks.ts";
import { madeId } from "../../perform.ts";
import { say, sayNumber } from "../../texts.ts";
import { Button } from "../../widgets/widgets.tsx";
import { flagRulesOf, itemIn, type RuleCondition } from "../conditions-in-words.ts";
import type { Claim } from "./claims.ts";
import { flagBody, flagName, flagRules, isHeldNow, type KeptLimit, rowOfFlag } from "./held-flag.ts";
import { MadeFlagsContext, takeBack } from "./made-flags.ts";

interface HeldNumberProps {
  readonly claim: Claim;
  readonly row: ConditionRow;
  readonly lasts: "for" | "already";
  readonly onChange: (row: ConditionRow) => void;
}

export function HeldNumber(props: HeldNumberProps) {
  const { claim, row } = props;
  const commands = useCommands();
  const make = useFlag(props, commands);
  const [isMaking, setMaking] = useState(false);
  const limit = Number(row.value);
  const hasLimit = (row.value ?? "") !== "" && Number.isFinite(limit);
  const shown = hasLimit ? withUnit(sayNumber(limit), claim.asked?.unit ?? "") : "";
  const begin = async () => {
    if (isMaking) return;
    setMaking(true);
    await make(shown);
    setMaking(false);
  };
  return (
    <span class="zg-rule-lasting">
      <label class="zg-rule-tick" title={hasLimit ? undefined : say("automation.edit.held-first")}>
        <input type="checkbox" checked={isMaking} disabled={!hasLimit} onChange={() => void begin()} />
        <span>{say("automation.edit.lasting")}</span>
      </label>
      <CommandError of={commands} />
    </span>
  );
}

/** Another number for a flag that is there: the row asks for it as for any number. Where no other rule needs the flag, it goes with the save. */
export function ChangeLimit({
  flag,
  onChange,
}: {
  readonly flag: string;
  readonly onChange: (row: ConditionRow) => void;
}) {
  const api = useApi();
  const house = useWholeHouse();
  const noteFlag = useContext(MadeFlagsContext);
  const own = flagRulesOf(house, flag);
  const setter = own.find(({ becomes }) => becomes === true);
  if (!setter) return null;
  const others = Object.values(
    house.rules as Readonly<Record<string, { readonly conditions?: readonly RuleCondition[] }>>,
  );
  const users = others.filter(({ conditions = [] }) =>
    conditions.some(({ address }) => address === `${flag}/state/flag`),
  );
  const change = async () => {
    const { conditions } = await api.rowsOf(setter.address);
    const [row] = conditions;
    if (!row) return;
    if (users.length <= own.length + 1)
      noteFlag({ address: flag, rules: own.map(({ address }) => address), wasThere: true });
    onChange(row);
  };
  return (
    <Button icon="edit" onClick={() => void change()}>
      {say("automation.edit.held-change")}
    </Button>
  );
}

/** The flag and its rules are taken back where the gateway refuses one of them, and where the user does not save the rule. */
function useFlag({ claim, row, lasts, onChange }: HeldNumberProps, { send }: Commands) {
  const api = useApi();
  const live = useLive();
  const house = useWholeHouse();
  const note = useNote();
  const noteFlag = useContext(MadeFlagsContext);
  return async (shown: string) => {
    const made = await api.ruleOfRows({ conditions: [row], actions: [] });
    if ("trouble" in made) return note(made.trouble, "bad");
    const limit = made.conditions[0] as KeptLimit | undefined;
    if (!limit) return;
    const name = flagName(row.resourceName ?? "", claim.operator, shown);
    const uniqueid = `${HELD_ID}${Date.now()}`;
    const reply = await send("POST", "/sensors", flagBody(name, uniqueid));
    if (!reply) return;
    const address = `/sensors/${madeId(reply)}`;
    const rules: string[] = [];
    for (const [index, rule] of flagRules(address, limit, claim.asked?.kind === "int").entries()) {
      const body = { name: say(`automation.edit.held-${index === 0 ? "set" : "back"}`, { name }), ...rule };
      const kept = await send("POST", "/rules", body);
      if (!kept) return takeBack(api, { address, rules });
      rules.push(`/rules/${madeId(kept)}`);
    }
    const { now } = itemIn(live.house ?? house, limit.address); // that for names may have older numbers
    const isNow = isHeldNow(now, limit);
    if (isNow && !(await send("PUT", `${address}/state`, { flag: true }))) return takeBack(api, { address, rules });
    noteFlag({ address, rules });
    note(say("automation.edit.held-made", { name }));
    onChange(rowOfFlag(house, { address, uniqueid, name }, lasts));
  };
}
