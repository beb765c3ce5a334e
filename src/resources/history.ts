/** The history of a value over REST: ours, deCONZ has none. The question stands in the query of the address. */
import type { Call, Handler } from "../core/call.ts";
import { content } from "../core/result.ts";
import type { Route } from "../core/router.ts";
import { type Definition, field } from "../model/definitions.ts";
import { ApiError } from "../model/errors.ts";
import { type Field, type Fields, int, isVisible, list, num, object, text, time } from "../model/fields.ts";
import { HISTORY } from "../model/history/ports.ts";
import { DAY, type Rollup, STEPS, type Step } from "../model/history/rollups.ts";
import type { Resource, Section, Values } from "../model/resource.ts";
import { isWallTime, utcWithZone } from "../model/time/times.ts";
import { named } from "./handlers.ts";

const MOST_VALUES = 2_000; // of an answer
const SECTIONS: readonly Section[] = ["state", "config"];
const KINDS: readonly string[] = ["bool", "int", "num"];
const MONTH = 31 * DAY;
const LATEST = Date.UTC(9999, 11, 31);

interface Question {
  readonly section: Section;
  readonly member: string;
  readonly field: Field;
  readonly from: number;
  readonly to: number;
  readonly step: Step;
}

const QUERY: Fields = {
  member: text({ about: "`temperature`, or with its section: `config/battery`" }),
  from: time({ about: "UTC, `2026-03-01T12:00:00Z`, or milliseconds since 1970; a day before `to` without it" }),
  to: time({ about: "As `from`; now without it" }),
  step: text({
    oneOf: STEPS,
    about: "Minutes are kept for a day, hours for a month, days for five years; without it what fits the time",
  }),
};

const VALUE: Fields = {
  at: time({ about: "When the step begins, UTC; days and months begin at the gateway's midnight" }),
  min: num(),
  max: num(),
  mean: num({ about: "By time, not by reports" }),
  last: num({ about: "At the end of the step; of a `bool` true or false" }),
  share: num({
    min: 0,
    max: 1,
    about: "Only of a `bool`, in place of min, max and mean: for which share of the time it was true",
  }),
  grown: num({ about: "Only of a counter: by how much it grew, without its resets and spikes" }),
  count: int({ min: 0, about: "How often a value came; 0: it was held" }),
  known: num({ min: 0, max: 1, about: "For which share of the step it was known; absent: for all of it" }),
};

const ANSWER = object({
  members: {
    member: text({ about: "With its section" }),
    unit: text({ about: "Of the API; absent: it has none" }),
    step: text({ oneOf: STEPS }),
    from: time({ about: "UTC" }),
    to: time({ about: "UTC" }),
    values: list({
      each: object({ members: VALUE }),
      about: "The oldest first; steps of which nothing is known are left out",
    }),
  },
});

const history: Handler = async (call) => {
  const resource = named(call);
  const question = questionOf(call, resource, call.store.definition(resource));
  const { section, member, field: asked, from, to, step } = question;
  const wish = { address: resource.address, section, member, step, from, to };
  const rollups = await call.engines
    .get(HISTORY)
    .read(wish)
    .catch((error: Error) => {
      throw new ApiError("internal", call.address, error.message);
    });
  const values = rollups.map((rollup) => (asked.kind === "bool" ? truthOf(rollup) : measureOf(rollup)));
  const unit = asked.unit === undefined ? {} : { unit: asked.unit };
  const times = { from: utcWithZone(from), to: utcWithZone(to) };
  return content({ member: `${section}/${member}`, ...unit, step, ...times, values });
};

function measureOf({ min, max, mean, last, grown, ...more }: Rollup): Values {
  return {
    ...timeOf(more),
    min,
    max,
    mean: rounded(mean),
    last,
    ...(grown === undefined ? {} : { grown }),
    ...countOf(more),
  };
}

function truthOf({ mean, last, ...more }: Rollup): Values {
  return { ...timeOf(more), share: rounded(mean), last: last !== 0, ...countOf(more) };
}

function timeOf({ at }: Pick<Rollup, "at">): Values {
  return { at: utcWithZone(at) };
}

function countOf({ count, known }: Pick<Rollup, "count" | "known">): Values {
  return { count, ...(known < 0.995 ? { known: rounded(known) } : {}) };
}

function rounded(value: number): number {
  return Number(value.toPrecision(7)); // the mean is kept to that
}

// ---- the question

function questionOf({ query, address, clock }: Call, resource: Resource, definition: Definition): Question {
  const given = parametersIn(query, address);
  const member = memberOf(given.get("member"), resource, definition, address);
  const to = timeIn(given, "to", address) ?? clock.now();
  const from = timeIn(given, "from", address) ?? to - DAY;
  if (from >= to) throw wrong(address, "from", given.get("from"), "a time before `to`");
  const step = stepIn(given.get("step"), address) ?? usualStep(from, to, clock.now());
  if (stepsIn(step, to - from) > MOST_VALUES)
    throw wrong(address, "step", step, `a longer one for this time: an answer has at most ${MOST_VALUES} values`);
  return { ...member, from, to, step };
}

function parametersIn(query: string, address: string): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (!Object.hasOwn(QUERY, name)) throw new ApiError("unknown", `${address}/${name}`, name);
    if (given.has(name)) throw wrong(address, name, value, "one value");
    given.set(name, value);
  }
  return given;
}

function memberOf(
  given: string | undefined,
  resource: Resource,
  definition: Definition,
  address: string,
): Pick<Question, "section" | "member" | "field"> {
  if (given === undefined || given === "") throw new ApiError("missingOne", address, "member");
  const [first = "", second] = given.split("/", 2);
  const named = second !== undefined && (SECTIONS as readonly string[]).includes(first);
  const member = named ? given.slice(first.length + 1) : given;
  for (const section of named ? [first as Section] : SECTIONS) {
    const known = field(definition, section, member);
    if (known && isVisible(known) && KINDS.includes(known.kind) && !known.momentary)
      return { section, member, field: known };
  }
  const known = SECTIONS.flatMap((section) => Object.keys(resource[section])).filter((name) =>
    SECTIONS.some((section) => KINDS.includes(field(definition, section, name)?.kind ?? "")),
  );
  throw wrong(address, "member", given, `one of ${known.slice(0, 12).join(", ") || "none: nothing is measured here"}`);
}

/** Undefined: not said. */
function timeIn(given: ReadonlyMap<string, string>, name: "from" | "to", address: string): number | undefined {
  const said = given.get(name);
  if (said === undefined) return undefined;
  const plain = said.endsWith("Z") ? said.slice(0, -1) : said;
  const at = /^\d{1,15}$/.test(said) ? Number(said) : isWallTime(plain) ? Date.parse(`${plain}Z`) : Number.NaN;
  if (at >= 0 && at <= LATEST) return at;
  throw wrong(address, name, said, "a time in UTC, such as 2026-03-01T12:00:00Z, or milliseconds since 1970");
}

function stepIn(said: string | undefined, address: string): Step | undefined {
  if (said === undefined || STEPS.includes(said as Step)) return said as Step | undefined;
  throw wrong(address, "step", said, STEPS.join(", "));
}

/** A step that is kept for that long, and does not give too many values to look at. */
function usualStep(from: number, to: number, now: number): Step {
  if (to - from <= DAY && now - from <= DAY) return "minute";
  return to - from <= MONTH && now - from <= MONTH ? "hour" : "day";
}

function stepsIn(step: Step, milliseconds: number): number {
  const lengths = { minute: 60_000, hour: 3_600_000, day: DAY, month: MONTH };
  return Math.ceil(milliseconds / lengths[step]);
}

function wrong(address: string, name: string, value: unknown, takes: string): ApiError {
  return new ApiError("takes", `${address}/${name}`, name, value, takes);
}

const ofOne = (family: string, one: string): Route => [
  "GET",
  `/${family}/:id/history`,
  history,
  {
    does: `Get what a value of a ${one} was over time, minute by minute, by hours, days or months`,
    query: QUERY,
    gives: ANSWER,
    errors: ["missingOne", "unknown", "takes", "internal"],
  },
];

export const historyRoutes: readonly Route[] = [
  ofOne("sensors", "sensor"),
  ofOne("lights", "light"),
  ofOne("groups", "group"),
];
