/** Schedules (interface 4.2, automation 2.1 to 2.4): what a client may do with them. What they do by themselves, an engine does. */
import type { Call, Handler } from "../core/call.ts";
import { NOTHING } from "../core/records.ts";
import type { Route } from "../core/router.ts";
import { field } from "../model/definitions.ts";
import { ApiError } from "../model/errors.ts";
import { accept, defaults, type Fields, list as listOf, object, text, time } from "../model/fields.ts";
import { AT_REST, begun, coming, drawFrom, hasEnd, timingOf } from "../model/plans.ts";
import { type Address, isObject, type Outcome, type Resource, success, type Values } from "../model/resource.ts";
import { localSeconds, utcSeconds } from "../model/times.ts";
import { declaration, demandOwn } from "./declared.ts";
import { demandMembers, etagOf, list, lowestFreeId, named, read } from "./handlers.ts";
import { readCommand } from "./schedule-command.ts";
import { newTimes, readTimes } from "./schedule-time.ts";
import { MOST_SCHEDULES, SCHEDULE_BODY } from "./schedule-type.ts";

const SCHEDULES: Address = "/schedules";
const LONGEST_NAME = 32;
const CHOICES = ["description", "status", "activation", "autodelete", "recycle"] as const;
const ANYBODYS: readonly string[] = ["name", "status", "owner"]; // of a schedule that a flow declares
const NEXT = 5;
const OWNED: Fields = {
  owner: text({ about: "Of a schedule that a flow declares: that flow, and nobody else, may say so" }),
};

const create: Handler = (call) => {
  const { desk, clock } = call;
  const body = demandMembers(call);
  const declared = declaration(call, body);
  if (desk.list(SCHEDULES).length >= MOST_SCHEDULES) throw new ApiError("schedulesFull", SCHEDULES);
  const isFlows = declared.owner !== undefined;
  const { command } = body;
  if ((command === undefined && !isFlows) || (body.time === undefined && body.localtime === undefined))
    throw new ApiError("missing", SCHEDULES);
  if (isFlows && desk.find(SCHEDULES, String(declared.uniqueid)))
    throw new ApiError("duplicate", SCHEDULES, "schedule of", declared.owner);
  const id = lowestFreeId(desk, SCHEDULES);
  const address: Address = `${SCHEDULES}/${id}`;
  const attr: Values = {
    ...defaults(SCHEDULE_BODY),
    ...fitting(CHOICES, body),
    name: freeName(call, address, String(fitting(["name"], body).name ?? `Schedule ${id}`)),
    created: utcSeconds(clock.now()),
    ...declared,
    ...(command === undefined ? {} : { command: readCommand(call, command, SCHEDULES) }),
    ...newTimes(call, body),
  };
  const planned = { ...attr, ...(attr.status === "enabled" ? started(call, attr) : {}) };
  desk.put({ address, type: "Schedule", attr: there(planned), config: NOTHING, state: NOTHING, action: NOTHING });
  return [{ success: { id } }];
};

/** What does not fit does not keep a schedule from being made: there it starts as usual. */
function fitting(names: readonly string[], body: Values): Values {
  const entries = names.map((name) => [name, SCHEDULE_BODY[name] && accept(SCHEDULE_BODY[name], body[name])]);
  return there(Object.fromEntries(entries));
}

const update: Handler = (call) => {
  const resource = named(call);
  const body = demandMembers(call);
  if (Object.keys(body).some((name) => !ANYBODYS.includes(name))) demandOwn(call, resource);
  const declared = declaration(call, body, withoutOther(resource, body));
  const { values, outcomes } = weighed(call, resource, body);
  const refused = outcomes.filter((outcome) => outcome instanceof ApiError);
  if (refused[0] && declared.owner !== undefined) throw refused[0]; // a declaration is taken as a whole, or not
  if (refused.length === outcomes.length && declared.owner === undefined) return outcomes;
  const news = { ...anew(call, resource, declared, values), ...values, ...declared };
  call.desk.patch(resource.address, "attr", { ...news, ...planAfter(call, resource.attr, news), touched: true });
  return outcomes;
};

/** A flow that says a time by the one clock takes back what it said by the other. */
function withoutOther(resource: Resource, body: Values): Resource {
  const { declared } = resource.attr;
  if (!isObject(declared) || (body.time === undefined && body.localtime === undefined)) return resource;
  const { time: _, localtime: __, ...others } = declared;
  return { ...resource, attr: { ...resource.attr, declared: others } };
}

/** What has come to its end begins anew when its flow says another time. What goes on for ever was disabled by somebody. */
function anew({ desk }: Call, { attr }: Resource, { owner }: Values, values: Values): Values {
  if (owner === undefined || !("given" in values) || attr.status !== "disabled") return {};
  const timing = timingOf(attr, desk.get("/config")?.attr ?? {});
  return timing && hasEnd(timing.pattern) ? { status: "enabled" } : {};
}

/** A new time starts anew, also a timer that runs; so does what was disabled. What stays enabled goes on. */
function planAfter(call: Call, before: Values, news: Values): Values {
  const attr = { ...before, ...news };
  const isNew = "given" in news;
  const fresh = isNew ? { days: undefined } : {};
  if (attr.status !== "enabled") return { ...AT_REST, ...fresh };
  return isNew || before.status !== "enabled" ? { ...AT_REST, ...started(call, attr), ...fresh } : {};
}

function started({ clock, desk, host }: Call, attr: Values): Values {
  const timing = timingOf(attr, desk.get("/config")?.attr ?? {});
  return timing ? { ...begun(timing, clock.now(), drawFrom(host)) } : {};
}

interface Weighed {
  readonly values: Values; // what may be applied
  readonly outcomes: readonly (Outcome | ApiError)[];
}

/** Every member stands for itself; but behind a wrong time nothing is looked at any more. */
function weighed(call: Call, resource: Resource, { owner: _, ...body }: Values): Weighed {
  const known = Object.keys(SCHEDULE_BODY).filter((name) => Object.hasOwn(body, name));
  const others = Object.keys(body).filter((name) => !Object.hasOwn(SCHEDULE_BODY, name));
  const values: Record<string, unknown> = {};
  const outcomes: (Outcome | ApiError)[] = [];
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

/** What the member changes; undefined where it is passed over. */
function readMember(call: Call, resource: Resource, name: string, body: Values): Values | undefined {
  const { address, desk } = call;
  const given = body[name];
  if (name === "name" && typeof given !== "string") return undefined;
  if (name === "command") return { command: readCommand(call, given, address, resource.attr.command) };
  if (name === "localtime") return { ...readTimes(call, name, given) };
  if (name === "time") {
    const times = readTimes(call, name, given);
    return "localtime" in body ? {} : { ...times };
  }
  const known = field(desk.definition(resource), "attr", name);
  if (!known || known.hidden) throw new ApiError("unknown", `${address}/${name}`, name);
  if (known.fixed) throw new ApiError("fixed", `${address}/${name}`, name);
  const value = accept(known, given);
  if (value === undefined) throw new ApiError("invalid", address, name, given);
  return { [name]: name === "name" ? freeName(call, resource.address, String(value)) : value };
}

/** No two schedules have the same name: the smallest number that helps is put behind it. */
function freeName({ desk }: Call, own: Address, name: string): string {
  const others = desk.list(SCHEDULES).filter(({ address }) => address !== own);
  const taken = new Set(others.map(({ attr }) => attr.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) {
    const end = ` ${number}`;
    free = name.slice(0, LONGEST_NAME - end.length) + end;
  }
  return free;
}

const remove: Handler = (call) => {
  const schedule = named(call);
  demandOwn(call, schedule);
  call.desk.remove(schedule.address);
  return [{ success: { id: call.params.id } }];
};

/** What is to come, the earliest first; nothing of one that is disabled. */
const next: Handler = ({ store, params }) => {
  const schedule = store.find(SCHEDULES, params.id ?? "");
  if (!schedule) throw new ApiError("notFound", `${SCHEDULES}/${params.id}`);
  const config = store.get("/config")?.attr ?? {};
  const timing = timingOf(schedule.attr, config);
  if (!timing) return [];
  return coming(schedule.attr, timing, NEXT).map(({ at, until }) => ({
    utc: utcSeconds(at),
    local: localSeconds(at, String(config.timezone)),
    ...(until === undefined ? {} : { until: utcSeconds(until) }),
  }));
};

/** Without the members that are undefined. */
function there(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

const NEEDED = ["command", "time"] as const;
const COMING = listOf({
  each: object({
    members: {
      utc: time(),
      local: time({ about: "On the wall clock of the time zone" }),
      until: time({ about: "UTC: with a random part it may become as late as this" }),
    },
  }),
});

export const scheduleRoutes: readonly Route[] = [
  ["GET", "/schedules", list(SCHEDULES), { does: "Get all schedules", answers: "schedules by id" }],
  ["POST", "/schedules", create, { does: "Create a schedule", body: { ...SCHEDULE_BODY, ...OWNED }, needs: NEEDED }],
  ["GET", "/schedules/:id", read(SCHEDULES), { does: "Get a schedule", answers: "schedule" }],
  ["GET", "/schedules/:id/next", next, { does: "Get the next five times of a schedule", gives: COMING }],
  [
    "PUT",
    "/schedules/:id",
    update,
    { does: "Change a schedule", etag: etagOf(SCHEDULES), body: { ...SCHEDULE_BODY, ...OWNED } },
  ],
  ["DELETE", "/schedules/:id", remove, { does: "Delete a schedule" }],
];
