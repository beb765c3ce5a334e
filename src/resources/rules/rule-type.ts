/** A rule (interface 2.4, automation 1.2): the members that it shows, and those that a client may send. */
import { OPERATORS } from "../../model/automation/operators.ts";
import { LONGEST_NAME } from "../../model/automation/rule-rows.ts";
import { type Definitions, plain } from "../../model/definitions.ts";
import { bool, type Field, type Fields, int, list, object, text, time } from "../../model/fields.ts";
import { DECLARED } from "../declared.ts";
import { NAMED_AFTER } from "../named-after.ts";

export const MOST_RULES = 500;
export const MOST_PARTS = 8; // actions, and conditions, of a rule

const ACTION = object({
  members: {
    address: text({ about: "Of a light, group, sensor, scene, schedule or rule, without a key; or `http(s)://…`" }),
    method: text({ oneOf: ["PUT", "POST", "DELETE", "GET"], about: "`GET` only with `http(s)://…`" }),
    body: object(),
  },
});

const CONDITION = object({
  members: {
    address: text({ about: "`/sensors/3/state/presence`, by id or uniqueid; `/config/localtime`" }),
    operator: text({ oneOf: Object.keys(OPERATORS) }),
    value: text({ about: "Compared with; `PT00:10:00`: a delay; `W124/T08:00:00/T16:00:00`: part of a day" }),
  },
});

const several = (each: Field) => list({ min: 1, max: MOST_PARTS, each });

/** In the order of the answer to a PUT. */
export const RULE_BODY: Fields = {
  name: text({ min: 1, max: LONGEST_NAME }),
  status: text({ oneOf: ["enabled", "disabled"], default: "enabled" }),
  periodic: int({ default: 0, unit: "ms", about: "At least so long between two firings; never when below zero" }),
  actions: several(ACTION),
  conditions: several(CONDITION),
};

const ATTR: Fields = {
  ...RULE_BODY,
  created: time({ access: "read-only", about: "UTC" }),
  owner: text({
    access: "read-only",
    mentionsKey: true,
    about: "The key that made it, for others its public prefix; or the flow that declares it: `flow:<node id>`",
  }),
  lasttriggered: time({ access: "read-only", saved: "later", default: "none", about: "UTC" }),
  timestriggered: int({ access: "read-only", saved: "later", default: 0 }),
  etag: text({ access: "read-only", about: "Changes whenever the rule changes, and when it fires" }),
  lastfailed: int({
    ...{ access: "hidden", quiet: true, saved: "never" },
    about: "When it fired and an action failed, milliseconds; absent: it has worked since, or was rewritten",
  }),
  awaits: bool({
    access: "hidden",
    about: "Disabled until what a condition looks at is back; of a flow's rule",
  }),
  ...NAMED_AFTER,
  ...DECLARED,
};

export const RULE_TYPES: Definitions = {
  Rule: {
    ...plain("rules", ATTR),
    clients: { write: ["attr"] },
    view: ({ attr }, etag) => ({ ...attr, etag }),
  },
};

/** One look at a rule, for the reference. */
export const EVALUATION = object({
  members: {
    at: time({ about: "UTC" }),
    since: time({ about: "UTC; of a firing that was repeated within an hour: the first time" }),
    count: int({ about: "How often a repeated firing happened" }),
    wokenBy: text({ about: "The item that changed, `time`, `try`, or who triggered it" }),
    conditions: list({
      each: object({ members: { ...CONDITION.members, ok: bool() } }),
      about:
        "With `actual`, what the item held (without it there is no such item), and beside `dark` and `daylight` the `lux`",
    }),
    fires: bool(),
    held: text({ about: "Why it did nothing though its conditions hold: `disabled`, `periodic`, `loop`" }),
    actions: list({
      each: object({ members: { address: text(), method: text(), status: int(), error: text() } }),
      about: "In their order; those behind a failure are missing, one without a status is not answered yet",
    }),
  },
});
