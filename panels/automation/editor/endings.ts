/**
 * "Off five minutes after the last motion": one rule switches on, and a second one switches off when the sensor has seen no motion for so
 * long (`src/model/automation/endings.ts`). The editor shows them as one. Pure.
 */
import { type Ending, MOTION } from "../../../src/model/automation/endings.ts";
import type { ActionRow, ConditionRow, RuleRows } from "../../../src/model/automation/rule-rows.ts";
import type { HouseState } from "../../house.ts";
import { addressNow } from "./subjects.ts";

const FROM_MOTION = "motion";

/** The condition that a sensor sees motion. */
export function motionIn(conditions: readonly ConditionRow[]): ConditionRow | undefined {
  return conditions.find(({ item, operator, value }) => item === MOTION && operator === "eq" && value === "true");
}

interface Apart {
  readonly main: RuleRows;
  readonly endings: readonly RuleRows[]; // one for each length of time
}

/** A rule of the editor taken apart into the rules that the gateway keeps. */
export function takenApart({ conditions, actions }: RuleRows): Apart {
  const motion = motionIn(conditions);
  const ends = ({ offAfter, offFrom }: ActionRow) => motion !== undefined && !!offAfter && offFrom === FROM_MOTION;
  const main = actions.map((row) => {
    const { offAfter, offFrom: _, ...rest } = row;
    return ends(row) || !offAfter ? rest : { ...rest, offAfter };
  });
  const spans = [...new Set(actions.flatMap((row) => (ends(row) ? (row.offAfter ?? []) : [])))];
  const endings = spans.map((span): RuleRows => {
    const { for: _for, already: _already, each: _each, ...seen } = motion ?? {};
    const own = actions.filter((row) => ends(row) && row.offAfter === span);
    const off = own.map(({ address = "", uniqueid = "", resourceName = "", house = "" }): ActionRow => {
      return { address, uniqueid, resourceName, house, does: "off" };
    });
    return { conditions: [{ ...seen, value: "false", for: span }], actions: off };
  });
  return { main: { conditions, actions: main }, endings };
}

/** The endings that these rows make when the user saves them. */
export function endingsIn(house: HouseState, rows: RuleRows): readonly Ending[] {
  return takenApart(rows).endings.map(({ conditions, actions }) => {
    return { address: "", span: conditions[0]?.for ?? "", targets: actions.map((row) => placeOf(house, row)) };
  });
}

/** Saving a rule and its endings: an ending that fits stays, one that ends no other rule is changed, and one without a use goes. */
export function endingChanges(
  wanted: readonly Pick<Ending, "span" | "targets">[],
  there: readonly Ending[],
  own: readonly Ending[],
) {
  const isAlike = (one: Pick<Ending, "span" | "targets">, other: Ending) =>
    one.span === other.span && String([...one.targets].sort()) === String([...other.targets].sort());
  const kept = there.filter((each) => wanted.some((one) => isAlike(one, each)));
  const free = own
    .filter(({ address }) => !kept.some((each) => each.address === address))
    .map(({ address }) => address);
  const written = wanted.flatMap((one, index) => {
    if (kept.some((each) => isAlike(one, each))) return [];
    return [{ index, address: free.shift() }];
  });
  return { written, gone: free };
}

/** The rows of a rule, with the times of its endings. */
export function withEndings<Rows extends RuleRows>(rows: Rows, endings: readonly Ending[], house: HouseState): Rows {
  const actions = rows.actions.map((row) => {
    const end = endings.find(({ targets }) => targets.includes(placeOf(house, row)));
    return end && !row.offAfter && row.does !== "off" ? { ...row, offAfter: end.span, offFrom: FROM_MOTION } : row;
  });
  return { ...rows, actions };
}

/** A target that is gone has its ending until the user chooses another one. */
function placeOf(house: HouseState, row: ActionRow): string {
  return addressNow(house, row) || (row.address ?? "");
}
