/**
 * The rows of which people put a rule together: as flows save them, as the editor shows them, and as the gateway makes a rule of them. Values
 * are in units for people; a resource is named so that it is found again in another house.
 */
/** Which resource is meant. */
export interface RowReference {
  readonly address?: string; //  as it was when it was picked
  readonly uniqueid?: string; // "" for resources without one: groups, scenes, rules, schedules
  readonly resourceName?: string;
  readonly house?: string; //    the bridge id of its gateway
}

export interface ConditionRow extends RowReference {
  readonly item?: string; //     "state/presence"; "localtime" of the clock
  readonly operator?: string;
  readonly value?: string; //    "true", a number in human units, "PT00:05:00", "W124/T08:00:00/T16:00:00"
  readonly for?: string; //      "PT00:05:00": the rule fires when it has been so for that long
  readonly already?: string; //  the same, where something else makes the rule fire
  readonly exact?: string; //    "yes": the value is as the API counts, for it has no round number for people
  readonly each?: string; //     "yes": of a button, each press counts, also the same one again; of a state that holds or not, its beginning
}

export interface ActionRow extends RowReference {
  readonly does?: string;
  readonly value?: string; //    per cent, degrees, the id of a scene, a body, a preset: {"bri": 76, "ct": 370}; of older flows kelvin
  readonly valueName?: string; // of a scene
  readonly offAfter?: string; // "PT00:05:00": of the lights that it switches on
  readonly offFrom?: string; //  "motion": counted from the last one, by a second rule; only in the editor
  readonly method?: string; //   of a request
  readonly url?: string; //      "https://…", or an address of the API
}

export interface RuleRows {
  readonly conditions: readonly ConditionRow[];
  readonly actions: readonly ActionRow[];
}

/** The model of a flag that remembers how long a number has been beyond a limit: made while a rule is edited, with two small rules that move it. */
export const HELD_FLAG = "HeldNumber";
export const HELD_ID = "held-"; // then milliseconds, UTC: when it was made

/** In place of the address of a resource. */
export const CLOCK = "/config";
export const WEBHOOK = "webhook";

/** Conditions, and actions, that a rule can have. */
export const MOST_PARTS = 8;
/** The longest time for which a light is switched on: as long as `ontime` can say. */
export const LONGEST_ON = 6_553; // seconds

export const LONGEST_NAME = 64; // characters

/** The trigger and the target of a rule: a rule without a name of its own is called after these. */
export function namesakesOf({ conditions, actions }: RuleRows): readonly RowReference[] {
  return [conditions[0], actions[0]].flatMap((row) => (row?.resourceName ? [row] : []));
}

/** "Hall motion → Hall lamp"; "" where nothing has a name. */
export function usualRuleName(rows: RuleRows): string {
  const names = namesakesOf(rows).map(({ resourceName }) => resourceName);
  return names.join(" → ").slice(0, LONGEST_NAME);
}

const JSON_DEEDS: readonly string[] = ["body", "config", "preset"];
const NEEDS_VALUE: readonly string[] = ["brightness", "kelvin", "scene", "heat"];

export function isWholeCondition({ address, item, operator, value }: ConditionRow): boolean {
  return Boolean(address && item && operator) && (operator === "dx" || Boolean(value));
}

export function isWholeAction({ address, does, value, url }: ActionRow): boolean {
  if (!address || !does) return false;
  if (does === WEBHOOK) return /^(https?:\/\/.|\/.)/.test(url ?? "") && isJson(value);
  if (JSON_DEEDS.includes(does)) return isJson(value);
  return !NEEDS_VALUE.includes(does) || Boolean(value);
}

/** The conditions that the rows take in the API: "for so long" and "each press" are a condition of their own. */
export function countOfConditions(rows: readonly ConditionRow[]): number {
  return rows.reduce((sum, { for: waits, already, each }) => sum + (waits || already || each ? 2 : 1), 0);
}

function isJson(text: string | undefined): boolean {
  try {
    const body: unknown = JSON.parse(text || "{}");
    return typeof body === "object" && body !== null && !Array.isArray(body);
  } catch {
    return false;
  }
}
