/** All rules and all schedules, each with its sentence and its switch, and a box to search them. */
import { useCallback, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { FlowNodes } from "../../src/model/admin-api.ts";
import { endingsSaid, partsOfRules } from "../../src/model/automation/endings.ts";
import { useApi, useNow, usePlace, useQuery, useRedraw, useZone } from "../hooks.ts";
import type { HouseState } from "../house.ts";
import { type NamedHouse, sayCause } from "../resource-names.ts";
import { say, sayAgo, utc } from "../texts.ts";
import { withoutEmphasis } from "../widgets/emphasis.ts";
import { SearchField } from "../widgets/fields.tsx";
import { Icon } from "../widgets/icons.tsx";
import { sorted } from "../widgets/rows.ts";
import { holdsWords, nearestFirst, simple } from "../widgets/search.ts";
import { Button, EmphasizedText, Empty } from "../widgets/widgets.tsx";
import { sayGone } from "./actions-in-words.ts";
import { DraftLine } from "./draft-note.tsx";
import { draftsOf, keepDraft, pathOfForm } from "./drafts.ts";
import { ClockHint } from "./editor/place-fields.tsx";
import { wallTime } from "./house-clock.ts";
import { nameOfDraft } from "./kept-drafts.ts";
import { besideEachOther, type Partner, partnersOf } from "./pairs.ts";
import { ruleOf, sayRule } from "./rule-in-words.ts";
import { GoneTargetNote, PartnerLink, StatusSwitch } from "./rule-or-schedule.tsx";
import { SceneSection, useSceneRooms } from "./scene-section.tsx";
import { sayCommand, sayNextOf, sayWhen, scheduleOf } from "./schedules.ts";
import { shownRules, shownSchedules } from "./shown.ts";

const AGAIN = 30_000; // milliseconds: times go by

interface AutomationRow {
  readonly address: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly sentence: string;
  readonly gone: string | undefined; // the target of an action is: in words
  readonly last?: number; // milliseconds; NaN: never
  readonly count?: number;
  readonly next?: string; // of a schedule, in words
  readonly owner: string;
  readonly isFlows: boolean;
  readonly along?: readonly string[]; // the rules that are shown as a part of it
  readonly names?: string; //             of these rules
  readonly partner?: Partner | undefined; // of a schedule that switches on or off again
}

interface AutomationListsProps {
  readonly house: NamedHouse;
  readonly rules: HouseState["rules"];
  readonly schedules: HouseState["schedules"];
  readonly flowNodes: FlowNodes | undefined; // not told yet
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly startAt: string | undefined;
  readonly onOpen: (address: string) => void;
}

export function AutomationLists(props: AutomationListsProps) {
  const { house, rules, schedules, flowNodes, typed, onTyped, startAt, onOpen } = props;
  const top = useRef<HTMLDivElement>(null);
  const ruleRows = useMemo(() => inOrder(rulesIn(rules, house, flowNodes)), [rules, house, flowNodes]);
  const sayNext = useNextTimes(schedules);
  const scheduleRows = useMemo(() => {
    const partners = partnersOf(schedules);
    const rows = inOrder(schedulesIn(schedules, house, flowNodes, sayNext));
    return besideEachOther(
      rows.map((row) => ({ ...row, partner: partners.get(row.address) })),
      partners,
    );
  }, [schedules, house, flowNodes, sayNext]);
  useLayoutEffect(() => {
    if (startAt === undefined) return;
    top.current?.querySelector<HTMLElement>(`[data-address="${CSS.escape(startAt)}"] .zg-automation-open`)?.focus();
  }, []);
  const isFiltered = typed.trim() !== "";
  const fits = ({ name, names = "", sentence, owner }: AutomationRow) =>
    holdsWords(simple(withoutEmphasis(`${name} ${names} ${sentence} ${owner}`)), typed);
  const found = [ruleRows, scheduleRows].map((rows) =>
    isFiltered ? nearestFirst(rows.filter(fits), ({ name }) => name, typed) : rows,
  );
  const [foundRules = [], foundSchedules = []] = found;
  const sceneRooms = useSceneRooms(typed);
  const sceneCount = sceneRooms.reduce((sum, { scenes }) => sum + scenes.length, 0);
  const count = foundRules.length + foundSchedules.length + sceneCount;
  return (
    <div class="zg-automation" ref={top}>
      {ruleRows.length + scheduleRows.length > 0 && (
        <SearchField
          label={say("automation.search")}
          placeholder={say("automation.search-hint")}
          value={typed}
          onType={onTyped}
        />
      )}
      <p class="zg-hidden" role="status" aria-live="polite">
        {isFiltered ? say("automation.found", { count }) : ""}
      </p>
      {isFiltered && count === 0 && <Empty>{say("automation.not-found", { typed })}</Empty>}
      <AutomationSection id="rules" all={ruleRows} found={foundRules} isFiltered={isFiltered} onOpen={onOpen} />
      <AutomationSection
        id="schedules"
        all={scheduleRows}
        found={foundSchedules}
        isFiltered={isFiltered}
        onOpen={onOpen}
      />
      {!(isFiltered && sceneCount === 0) && <SceneSection all={sceneRooms} />}
    </div>
  );
}

interface AutomationSectionProps {
  readonly id: "rules" | "schedules";
  readonly all: readonly AutomationRow[];
  readonly found: readonly AutomationRow[];
  readonly isFiltered: boolean;
  readonly onOpen: (address: string) => void;
}

/** When a schedule is next due, in words: "next: today 5:42 PM"; nothing until the gateway has told it. */
function useNextTimes(schedules: HouseState["schedules"]): (id: string, isOn: boolean) => string {
  const api = useApi();
  const zone = useZone();
  const count = Object.keys(schedules).length;
  const now = useNow(AGAIN, count > 0);
  const ask = async () => (count === 0 ? {} : await api.nextOfSchedules());
  const { answer } = useQuery(ask, [api, schedules, zone, now]);
  return useCallback(
    (id: string, isOn: boolean) => {
      const next = answer && Object.hasOwn(answer, id) ? answer[id] : undefined;
      return next ? sayNextOf(next, isOn, wallTime(Date.now(), zone)) : "";
    },
    [answer, zone],
  );
}

function AutomationSection({ id, all, found, isFiltered, onOpen }: AutomationSectionProps) {
  const now = useNow(AGAIN);
  if (isFiltered && found.length === 0) return null;
  return (
    <section class="zg-section" aria-labelledby={`zg-all-${id}`}>
      <div class="zg-automation-head">
        <h2 id={`zg-all-${id}`}>{say(`automation.${id}`, { count: all.length })}</h2>
        <Button icon="plus" onClick={() => onOpen(`/${id}/new`)}>
          {say(`automation.new-${id === "rules" ? "rule" : "schedule"}`)}
        </Button>
      </div>
      <DraftLines id={id} all={all} />
      {all.length === 0 ? (
        <Empty>{say(`automation.no-${id}`)}</Empty>
      ) : (
        <ul>
          {found.map((row) => (
            <RowLine key={row.address} row={row} now={now} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {id === "schedules" && all.length > 0 && <ClockHint />}
    </section>
  );
}

/** Forms that the user has left without saving. */
function DraftLines({ id, all }: Pick<AutomationSectionProps, "id" | "all">) {
  const { id: gateway } = useApi();
  const { byForm } = draftsOf(gateway);
  const [, go] = usePlace();
  const redraw = useRedraw();
  const isNew = (form: string) => form.startsWith(`/${id}/new`);
  const nameOf = (form: string, draft: object) => {
    if (isNew(form)) return nameOfDraft(draft) || say(`automation.new-${id === "rules" ? "rule" : "schedule"}`);
    return all.find(({ address }) => address === form)?.name; // undefined: it was deleted meanwhile
  };
  return (
    <>
      {[...byForm].map(([form, draft]) => {
        const name = nameOf(form, draft);
        const discard = () => {
          keepDraft(gateway, form, undefined);
          redraw();
        };
        return (
          name !== undefined && (
            <DraftLine key={form} name={name} onContinue={() => go(pathOfForm(form))} onDiscard={discard} />
          )
        );
      })}
    </>
  );
}

interface RowLineProps {
  readonly row: AutomationRow;
  readonly now: number;
  readonly onOpen: (address: string) => void;
}

function RowLine({ row, now, onOpen }: RowLineProps) {
  const { address, name, sentence, gone, last, count = 0, next = "", partner, owner, isFlows } = row;
  return (
    <li class={`zg-automation-row${row.isOn ? "" : " zg-automation-off"}`} data-address={address}>
      <div class="zg-automation-head">
        <button type="button" class="zg-automation-open" onClick={() => onOpen(address)}>
          <strong>{name}</strong>
          <Icon name="next" />
        </button>
        <StatusSwitch address={address} name={name} isOn={row.isOn} along={row.along ?? []} hidesLabel />
      </div>
      <p>
        <EmphasizedText text={sentence} />
      </p>
      <GoneTargetNote text={gone} />
      <p class="zg-hint">
        {last !== undefined && (
          <span>
            {Number.isNaN(last)
              ? say("automation.fired-never")
              : `${say("automation.fired", { ago: sayAgo(last, now) })}, ${say("automation.times", { count })}`}
          </span>
        )}
        {next !== "" && <span>{next}</span>}
        {partner && <PartnerLink {...partner} />}
        {owner !== "" && (
          <span class="zg-automation-owner">
            {isFlows && <Icon name="flow" />}
            {isFlows ? owner : `${say("automation.owner")}: ${owner}`}
          </span>
        )}
      </p>
    </li>
  );
}

function rulesIn(
  rules: HouseState["rules"],
  house: NamedHouse,
  flowNodes: FlowNodes | undefined,
): readonly AutomationRow[] {
  const parts = partsOfRules(rules);
  const said = endingsSaid(rules);
  return shownRules(rules).map(([id, view]) => {
    const rule = ruleOf(id, view);
    const { address, name, isOn, count } = rule;
    const own = parts.get(address) ?? [];
    const times = { last: count > 0 ? utc(rule.last) : Number.NaN, count };
    const sentence = sayRule(house, rule, undefined, said.get(address));
    const along = own.map((part) => part.address);
    const names = along.map((each) => String(rules[each.replace("/rules/", "")]?.name)).join(" ");
    const gone = sayGone(house, rule.actions);
    return { address, name, isOn, sentence, gone, along, names, ...times, ...ownerOf(rule.owner, house, flowNodes) };
  });
}

function schedulesIn(
  schedules: HouseState["schedules"],
  house: NamedHouse,
  flowNodes: FlowNodes | undefined,
  sayNext: (id: string, isOn: boolean) => string,
): readonly AutomationRow[] {
  return shownSchedules(schedules).map(([id, view]) => {
    const schedule = scheduleOf(id, view);
    const { address, name, isOn } = schedule;
    const sentence = `${sayWhen(view)}: ${sayCommand(house, schedule) ?? say("automation.no-actions")}`;
    const gone = sayGone(house, schedule.command ? [schedule.command] : []);
    return {
      address,
      name,
      isOn,
      sentence,
      gone,
      next: sayNext(id, isOn),
      ...ownerOf(schedule.owner, house, flowNodes),
    };
  });
}

function ownerOf(
  owner: string,
  house: NamedHouse,
  flowNodes: FlowNodes | undefined,
): Pick<AutomationRow, "owner" | "isFlows"> {
  return { owner: owner === "" ? "" : sayCause(house, owner, flowNodes), isFlows: owner.startsWith("flow:") };
}

function inOrder(rows: readonly AutomationRow[]): readonly AutomationRow[] {
  return sorted(rows, ({ name }) => name);
}
