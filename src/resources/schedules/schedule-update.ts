/** The members of a schedule that a client may change (automation 2.4, 2.8), and the effect of each on its plan. */
import type { Call, Handler } from "../../core/call.ts";
import { field } from "../../model/definitions.ts";
import { ApiError } from "../../model/errors.ts";
import { accept } from "../../model/fields.ts";
import { type Address, isObject, type Outcome, type Resource, success, type Values } from "../../model/resource.ts";
import { firstPlan, randomFrom, timingOf, UNPLANNED } from "../../model/time/plans.ts";
import { declaration, demandOwn } from "../declared.ts";
import { demandMembers, named } from "../handlers.ts";
import { namingIn } from "../named-after.ts";
import { readCommand, readTimes } from "./schedule-body.ts";
import { SCHEDULE_BODY, SCHEDULES } from "./schedule-type.ts";

const LONGEST_NAME = 32;
const OPEN_TO_OTHERS: readonly string[] = ["name", "status", "owner"]; // of a schedule that a flow declares

export const update: Handler = (call) => {
  const resource = named(call);
  const { said: body, named: naming } = namingIn(call, demandMembers(call));
  if (Object.keys(body).some((name) => !OPEN_TO_OTHERS.includes(name))) demandOwn(call, resource);
  const declared = declarationOf(call, body, withoutOther(resource, body));
  const { values, outcomes } = checkedUpdate(call, resource, body);
  const refused = outcomes.filter((outcome) => outcome instanceof ApiError);
  if (refused[0] && declared.owner !== undefined) throw refused[0]; // a declaration is taken as a whole, or not
  if (refused.length === outcomes.length && declared.owner === undefined) return outcomes;
  const news = { ...values, ...("name" in values ? naming : {}), ...declared };
  call.draft.patch(resource.address, "attr", { ...news, ...planAfterUpdate(call, resource.attr, news), touched: true });
  return outcomes;
};

/** A flow that declares a `time` takes back its `localtime`, and the other way round. */
function withoutOther(resource: Resource, body: Values): Resource {
  const { declared } = resource.attr;
  if (!isObject(declared) || (body.time === undefined && body.localtime === undefined)) return resource;
  const { time: _, localtime: __, ...others } = declared;
  return { ...resource, attr: { ...resource.attr, declared: others } };
}

/** A new time starts the schedule anew, also a timer that runs; so does enabling it. A schedule that stays enabled goes on. */
function planAfterUpdate(call: Call, before: Values, news: Values): Values {
  const attr = { ...before, ...news };
  const isNew = "given" in news;
  const fresh = isNew ? { days: undefined } : {};
  if (attr.status !== "enabled") return { ...UNPLANNED, ...fresh };
  return isNew || before.status !== "enabled" ? { ...UNPLANNED, ...firstPlanOf(call, attr), ...fresh } : {};
}

export function firstPlanOf({ clock, draft, host }: Call, attr: Values): Values {
  const timing = timingOf(attr, draft.get("/config")?.attr ?? {});
  return timing ? { ...firstPlan(timing, clock.now(), randomFrom(host)) } : {};
}

interface CheckedUpdate {
  readonly values: Values; // that may be applied
  readonly outcomes: readonly Outcome[];
}

/** Each member succeeds or fails alone; but the members behind a wrong time are not tried. */
function checkedUpdate(call: Call, resource: Resource, { owner: _, ...body }: Values): CheckedUpdate {
  const known = Object.keys(SCHEDULE_BODY).filter((name) => Object.hasOwn(body, name));
  const others = Object.keys(body).filter((name) => !Object.hasOwn(SCHEDULE_BODY, name));
  const values: Record<string, unknown> = {};
  const outcomes: Outcome[] = [];
  for (const name of [...known, ...others]) {
    try {
      const read = readMember(call, resource, name, body);
      Object.assign(values, read);
      if (read) outcomes.push(success(`${call.address}/${name}`, body[name]));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      outcomes.push(error);
      if (name === "time" || name === "localtime") break;
    }
  }
  return { values, outcomes };
}

/** The changes that a member asks for; undefined: the member is ignored. */
function readMember(call: Call, resource: Resource, name: string, body: Values): Values | undefined {
  const { address, draft } = call;
  const given = body[name];
  if (name === "name" && typeof given !== "string") return undefined;
  if (name === "command") return { command: readCommand(call, given, address, resource.attr.command) };
  if (name === "localtime") return { ...readTimes(call, name, given) };
  if (name === "time") {
    const times = readTimes(call, name, given);
    return "localtime" in body ? {} : { ...times };
  }
  const known = field(draft.definition(resource), "attr", name);
  if (!known || known.access === "hidden") throw new ApiError("unknown", `${address}/${name}`, name);
  if (known.access === "read-only") throw new ApiError("readOnly", `${address}/${name}`, name);
  const value = accept(known, given);
  if (value === undefined) throw new ApiError("invalid", address, name, given);
  return { [name]: name === "name" ? uniqueName(call, resource.address, String(value)) : value };
}

/** No two schedules have the same name: the smallest free number is put behind it. */
export function uniqueName({ draft }: Call, own: Address, name: string): string {
  const others = draft.list(SCHEDULES).filter(({ address }) => address !== own);
  const taken = new Set(others.map(({ attr }) => attr.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) {
    const end = ` ${number}`;
    free = name.slice(0, LONGEST_NAME - end.length) + end;
  }
  return free;
}

/** The declaration as the flow sent it, but without the command: it holds a key. */
export function declarationOf(call: Call, body: Values, before?: Resource): Values {
  const known = declaration(call, body, before);
  if (!isObject(known.declared) || !("command" in known.declared)) return known;
  const { command: _, ...others } = known.declared;
  return { ...known, declared: others };
}
