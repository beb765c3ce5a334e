/** A row of the conditions: the resource, the claim, for how long it has to hold, and the present value. */
import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { CLOCK, type ConditionRow } from "../../../src/model/automation/rule-rows.ts";
import { useHouse, useWholeHouse } from "../../hooks.ts";
import { ResourcePicker } from "../../picking/resource-picker.tsx";
import { say } from "../../texts.ts";
import { Choice, Options, Tick } from "../../widgets/fields.tsx";
import { EmphasizedText } from "../../widgets/widgets.tsx";
import { actualNow, limitBehind, sayActual, sayBriefly, sayCondition } from "../conditions-in-words.ts";
import {
  type Claim,
  claimOf,
  claimParts,
  claimsOf,
  mainWords,
  proposedClaim,
  searchedClaim,
  USUAL_DELAY,
  valueFor,
} from "./claims.ts";
import { EditorContext } from "./editor-context.ts";
import { ChangeLimit, HeldNumber } from "./held-number.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { addressNow, askable, goneChoice, referenceTo, subjectOf } from "./subjects.ts";
import { SUN, useSunChoice } from "./sun-choice.ts";
import { DaySpanFields, Duration } from "./time-fields.tsx";

interface ConditionRowProps {
  readonly row: ConditionRow;
  readonly isFree: boolean; // no other row waits for a time, or counts each press
  readonly isFirst: boolean;
  readonly others?: readonly ConditionRow[]; // of the rule: the editor does not propose their claims again
  readonly onChange: (row: ConditionRow) => void;
}

export function ConditionRowFields({ row, isFree, isFirst, others = [], onChange }: ConditionRowProps) {
  const { items, presses } = useContext(EditorContext);
  const house = useWholeHouse();
  const address = addressNow(house, row);
  const subject = subjectOf(house, address);
  const claims = claimsOf(subject, items, presses);
  const claim = claimOf(claims, address, row);
  const limit = limitBehind(house, conditionOf(row, address));
  const isTimed = Boolean(claim?.lasts || row.for || row.already);
  const gone = goneChoice(house, row);
  const claimNow = (next: Claim, before: ConditionRow) => onChange(withClaim(house, next, before, isFree, isFirst));
  const offered = (key: string) => claimsOf(subjectOf(house, key), items, presses);
  const nowOf = (key: string, typed: string) => {
    const meant = typed === "" ? key === subject.key && claim : searchedClaim(offered(key), typed);
    return meant && meant.group === "" && meant.address !== key
      ? sayBriefly(house, `${meant.address}/${meant.item}`)
      : "";
  };
  const isToldAbove = claim?.group === "" && (claim.address === subject.key || nowOf(subject.key, "") !== "");
  const pick = (key: string, typed: string) => {
    const first = proposedClaim(offered(key), others, typed);
    if (first) claimNow(first, {});
    else onChange(referenceTo(house, key));
  };
  const sun = useSunChoice((key) => offered(key).length > 0, pick);
  return (
    <>
      <ResourcePicker
        label={say("automation.edit.resource")}
        offered={askable(house)}
        isLast={(key) => !isFirst && Object.hasOwn(presses, key)}
        others={[{ value: CLOCK, text: say("automation.edit.clock"), icon: "clock" }, ...sun.others]}
        value={sun.isAsked ? SUN : subject.key}
        {...(gone && { ...gone, fault: say("automation.edit.gone") })}
        wordsOf={(key) => mainWords(offered(key))}
        nowOf={nowOf}
        onChoose={(key, _, typed = "") => sun.choose(key, typed)}
      />
      {sun.isAsked && <PlaceFields />}
      {(row.item ?? "") !== "" && (
        <div class="zg-rule-says">
          <ClaimChoice
            claims={limit ? [] : isFree ? claims : claims.filter((each) => !each.begins || each === claim)}
            chosen={claim}
            otherwise={<EmphasizedText text={sayCondition(house, limit ?? conditionOf(row, address))} />}
            onChoose={(next) => claimNow(next, row)}
          />
          {limit && <ChangeLimit flag={address} onChange={onChange} />}
          {claim && <ClaimValueField claim={claim} row={row} onChange={onChange} />}
          {claim && isTimed && <Lasting row={row} isFree={isFree} isFirst={isFirst} onChange={onChange} />}
          {claim && !isTimed && isLimit(claim) && (
            <HeldNumber claim={claim} row={row} lasts={isFree && isFirst ? "for" : "already"} onChange={onChange} />
          )}
          {claim && !isToldAbove && <Now address={address} row={row} />}
        </div>
      )}
    </>
  );
}

/** Above or below: the number moves all the time, so that no rule can say since when it is there. */
function isLimit({ takes, operator }: Claim): boolean {
  return takes === "number" && (operator === "gt" || operator === "lt");
}

/** As the rule would ask it, for a claim without words of its own. */
function conditionOf({ item = "", operator = "", value = "" }: ConditionRow, address: string) {
  return { address: address === CLOCK ? `${CLOCK}/${item}` : `${address}/${item}`, operator, value };
}

/** A press counts each time, where no other row keeps it from that; a state that begins sets the rule off just then. */
function withClaim(
  house: Parameters<typeof referenceTo>[0],
  claim: Claim,
  before: ConditionRow,
  isFree: boolean,
  isFirst: boolean,
): ConditionRow {
  const { item, operator, isPress, lasts, begins } = claim;
  const value = valueFor(claim, before.operator === operator ? before.value : "");
  const { for: waits, already } = before;
  const held = lasts ? { ...(waits ? { for: waits } : {}), ...(already ? { already } : {}) } : {};
  const isCounted = begins || (isPress && operator === "eq" && (isFree || isFirst));
  const each = isCounted ? { each: "yes" } : {};
  return { ...referenceTo(house, claim.address), item, operator, ...(value ? { value } : {}), ...held, ...each };
}

interface ClaimChoiceProps {
  readonly claims: readonly Claim[];
  readonly chosen: Claim | undefined;
  readonly otherwise: ComponentChildren;
  readonly onChoose: (claim: Claim) => void;
}

function ClaimChoice({ claims, chosen, otherwise, onChoose }: ClaimChoiceProps) {
  if (claims.length === 0) return <span class="zg-rule-kept">{otherwise}</span>;
  return (
    <>
      <select
        aria-label={say("automation.edit.claim")}
        value={chosen?.key ?? ""}
        onChange={({ currentTarget }) => {
          const next = claims.find(({ key }) => key === currentTarget.value);
          if (next) onChoose(next);
        }}
      >
        {!chosen && <option value="">{say("automation.edit.as-it-is")}</option>}
        {claimParts(claims, chosen).map(({ group, button, claims: all }) => (
          <optgroup key={`${group} ${button}`} label={button || say(`automation.edit.${group || "tells"}`)}>
            <Options of={all.map(({ key, text }) => [key, text])} />
          </optgroup>
        ))}
      </select>
      {!chosen && <span class="zg-rule-kept">{otherwise}</span>}
    </>
  );
}

interface ClaimValueProps {
  readonly claim: Claim;
  readonly row: ConditionRow;
  readonly onChange: (row: ConditionRow) => void;
}

function ClaimValueField({ claim, row, onChange }: ClaimValueProps) {
  const { value = "" } = row;
  const { exact: _, ...known } = row; // a user types in units for people
  const write = (next: string) => onChange({ ...known, value: next });
  const { min, max, unit = "" } = claim.asked ?? {};
  if (claim.takes === "span") return <DaySpanFields value={value} onChange={write} />;
  if (claim.takes === "delay") return <Duration label={say("automation.edit.value")} value={value} onChange={write} />;
  if (claim.takes === "nothing") return null;
  return (
    <span class="zg-rule-number">
      <input
        type="number"
        step="any"
        min={min}
        max={max}
        aria-label={say("automation.edit.value")}
        aria-invalid={value === ""}
        value={value}
        onInput={({ currentTarget }) => write(currentTarget.value)}
      />
      {unit !== "" && !row.exact && <span>{unit}</span>}
    </span>
  );
}

type Lasts = "" | "for" | "already";

/** "Has been so for": then the rule fires; or so long already when something else makes it fire. */
function Lasting({ row, isFree, isFirst, onChange }: Omit<ConditionRowProps, "claim">) {
  const how: Lasts = row.for ? "for" : row.already ? "already" : "";
  const span = row.for ?? row.already ?? USUAL_DELAY;
  const set = (next: Lasts, value: string) => {
    const { for: _for, already: _already, ...rest } = row;
    onChange(next === "" ? rest : { ...rest, [next]: value });
  };
  const usual: Lasts = isFree && isFirst ? "for" : "already";
  return (
    <span class="zg-rule-lasting">
      <Tick class="zg-rule-tick" isOn={how !== ""} onChange={(isOn) => set(isOn ? usual : "", span)}>
        <span>{say("automation.edit.lasting")}</span>
      </Tick>
      {how !== "" && (
        <>
          <Duration label={say("automation.edit.lasting")} value={span} onChange={(value) => set(how, value)} />
          <Choice
            label={say("automation.edit.lasting-how")}
            value={how}
            options={(["for", "already"] as const)
              .filter((each) => each === "already" || isFree || how === "for")
              .map((each) => [each, say(`automation.edit.lasting-${each}`)])}
            onChange={(next) => set(next as Lasts, span)}
          />
        </>
      )}
    </span>
  );
}

/** The present value, live; the main one of a device stands beside its name already. */
function Now({ address, row: { item = "" } }: { readonly address: string; readonly row: ConditionRow }) {
  const place = `${address}/${item}`;
  const text = useHouse((house) => {
    if (address === CLOCK || item.endsWith("lastupdated")) return "";
    const { actual, ...more } = actualNow(house, place);
    return actual === undefined || actual === null ? "" : sayActual(house, { ...more, actual });
  });
  if (text === "") return null;
  return <span class="zg-rule-now">{say("automation.edit.now", { value: text })}</span>;
}
