/** Schedules (interface 4.2, automation 2.1 to 2.4): what a client may do with them. An engine runs them. */
import type { Handler } from "../../core/call.ts";
import { lowestId } from "../../core/ids.ts";
import { NOTHING } from "../../core/records.ts";
import { content } from "../../core/result.ts";
import type { Route } from "../../core/router.ts";
import { forClients } from "../../model/automation/rule-engine.ts";
import { SCHEDULE_ENGINE } from "../../model/automation/schedule-engine.ts";
import { ApiError } from "../../model/errors.ts";
import { accept, defaults, type Fields, list as listOf, object, text, time } from "../../model/fields.ts";
import { type Address, created, removed, type Values } from "../../model/resource.ts";
import { timingOf, upcomingTimes } from "../../model/time/plans.ts";
import { localSeconds, utcSeconds } from "../../model/time/times.ts";
import { demandMayRemove } from "../declared.ts";
import { demandMembers, etagOf, list, named, read } from "../handlers.ts";
import { namingIn } from "../named-after.ts";
import { EVALUATION } from "../rules/rule-type.ts";
import { newTimes, readCommand } from "./schedule-body.ts";
import { MOST_SCHEDULES, SCHEDULE_BODY, SCHEDULES } from "./schedule-type.ts";
import { declarationOf, firstPlanOf, uniqueName, update } from "./schedule-update.ts";

const CHOICES = ["description", "status", "activation", "autodelete", "recycle"] as const;
const NEXT = 5;
const OWNED: Fields = {
  owner: text({ about: "Of a schedule that a flow declares: that flow, and nobody else, may say so" }),
};

const create: Handler = (call) => {
  const { draft, clock } = call;
  const { said: body, named: naming } = namingIn(call, demandMembers(call));
  const { status: _, ...lasting } = body; // whether a schedule runs at first is no part of its declaration
  const declared = declarationOf(call, lasting);
  if (draft.list(SCHEDULES).length >= MOST_SCHEDULES) throw new ApiError("schedulesFull", SCHEDULES);
  const isFlows = declared.owner !== undefined;
  const { command } = body;
  if ((command === undefined && !isFlows) || (body.time === undefined && body.localtime === undefined))
    throw new ApiError("missing", SCHEDULES);
  if (isFlows && draft.find(SCHEDULES, String(declared.uniqueid)))
    throw new ApiError("duplicate", SCHEDULES, "schedule of", declared.owner);
  const id = lowestId(draft, SCHEDULES);
  const address: Address = `${SCHEDULES}/${id}`;
  const attr: Values = {
    ...defaults(SCHEDULE_BODY),
    ...fitting(CHOICES, body),
    name: uniqueName(call, address, String(fitting(["name"], body).name ?? `Schedule ${id}`)),
    created: utcSeconds(clock.now()),
    ...naming,
    ...declared,
    ...(command === undefined ? {} : { command: readCommand(call, command, SCHEDULES) }),
    ...newTimes(call, body),
  };
  const planned = { ...attr, ...(attr.status === "enabled" ? firstPlanOf(call, attr) : {}) };
  draft.put({ address, type: "Schedule", attr: there(planned), config: NOTHING, state: NOTHING, action: NOTHING });
  return [created(address, id)];
};

/** A member that does not fit does not keep a schedule from being made: the member starts with its default. */
function fitting(names: readonly string[], body: Values): Values {
  const entries = names.map((name) => [name, SCHEDULE_BODY[name] && accept(SCHEDULE_BODY[name], body[name])]);
  return there(Object.fromEntries(entries));
}

const remove: Handler = (call) => {
  const schedule = named(call);
  demandMayRemove(call, schedule);
  call.draft.remove(schedule.address);
  return [removed(schedule.address, call.params.id)];
};

/** The coming runs, the earliest first; a disabled schedule has none. */
const next: Handler = ({ store, params }) => {
  const schedule = store.find(SCHEDULES, params.id ?? "");
  if (!schedule) throw new ApiError("notFound", `${SCHEDULES}/${params.id}`);
  const config = store.get("/config")?.attr ?? {};
  const timing = timingOf(schedule.attr, config);
  if (!timing) return content([]);
  const times = upcomingTimes(schedule.attr, timing, NEXT).map(({ at, until }) => ({
    utc: utcSeconds(at),
    local: localSeconds(at, String(config.timezone)),
    ...(until === undefined ? {} : { until: utcSeconds(until) }),
  }));
  return content(times);
};

/** The past runs of a schedule, with their results. */
const trace: Handler = ({ store, params, engines, cause }) => {
  const schedule = store.find(SCHEDULES, params.id ?? "");
  if (!schedule) throw new ApiError("notFound", `${SCHEDULES}/${params.id}`);
  const runs = engines.get(SCHEDULE_ENGINE).trace(schedule.address);
  if (cause.by === "editor") return content(runs);
  return content(runs.map((run) => ({ ...run, actions: run.actions.map(forClients) })));
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

const { at, since, count, actions } = EVALUATION.members ?? {};
const RUNS = listOf({ each: object({ members: { at, since, count, actions } as Fields }) });

export const scheduleRoutes: readonly Route[] = [
  ["GET", "/schedules", list(SCHEDULES), { does: "Get all schedules", answers: "schedules by id" }],
  ["POST", "/schedules", create, { does: "Create a schedule", body: { ...SCHEDULE_BODY, ...OWNED }, needs: NEEDED }],
  ["GET", "/schedules/:id", read(SCHEDULES), { does: "Get a schedule", answers: "schedule" }],
  [
    "GET",
    "/schedules/:id/trace",
    trace,
    { does: "Get the runs of a schedule of a week, at least the last 100, and what came of them", gives: RUNS },
  ],
  ["GET", "/schedules/:id/next", next, { does: "Get the next five times of a schedule", gives: COMING }],
  [
    "PUT",
    "/schedules/:id",
    update,
    { does: "Change a schedule", etag: etagOf(SCHEDULES), body: { ...SCHEDULE_BODY, ...OWNED } },
  ],
  ["DELETE", "/schedules/:id", remove, { does: "Delete a schedule" }],
];
