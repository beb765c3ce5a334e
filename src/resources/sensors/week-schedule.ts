/** The week of a thermostat (POST and DELETE …/config/schedule/W124): it is kept when the device has taken it, or waits for one that sleeps. */
import type { Call, Handler } from "../../core/call.ts";
import type { Route } from "../../core/router.ts";
import { ApiError } from "../../model/errors.ts";
import { list, object } from "../../model/fields.ts";
import { RadioError } from "../../model/radio/orders.ts";
import { isObject, type Outcome, type Resource, removed, success } from "../../model/resource.ts";
import { LEAST_SETPOINT, MOST_SETPOINT, WEEK_TRANSITION } from "../../model/sensors/sensor-kinds.ts";
import {
  daysOf,
  readDay,
  type WeekChange,
  type WeekSchedule,
  withDays,
  withoutEmptyDays,
} from "../../model/time/week-schedule.ts";
import { enqueue } from "../handlers.ts";

const set: Handler = async (call) => {
  const { sensor, days } = weekIn(call);
  const { body, address } = call;
  if (!Array.isArray(body) && !isObject(body)) throw new ApiError("badJson", address);
  const transitions = readDay(body, limitsOf(call, sensor));
  if (!transitions) throw new ApiError("badTransitions", address);
  await keep(call, sensor, (before) => withDays(before, { days, transitions }));
  return [success(`/config/schedule/${call.params.days}`, transitions)]; // as the real gateway says it
};

const remove: Handler = async (call) => {
  const { sensor, days } = weekIn(call);
  await keep(call, sensor, (before) => withDays(before, { days, transitions: [] }));
  return [removed(call.address, call.params.days)];
};

/** The whole of it, as a member of the config. Undefined: the sensor keeps no weeks. */
export async function replaceWeek(call: Call, given: unknown): Promise<Outcome | undefined> {
  const sensor = call.store.find("/sensors", call.params.id ?? "");
  if (!sensor || !keepsWeeks(sensor)) return undefined;
  const at = `${call.address}/schedule`;
  const week = readWeek(given, limitsOf(call, sensor));
  if (!week) return new ApiError("invalid", at, "schedule", given);
  await keep(call, sensor, () => week);
  return success(at, week);
}

function weekIn({ store, params, address }: Call): { readonly sensor: Resource; readonly days: number } {
  const sensor = store.find("/sensors", params.id ?? "");
  if (!sensor) throw new ApiError("notFound", `/sensors/${params.id}`);
  if (!keepsWeeks(sensor)) throw new ApiError("notFound", `/sensors/${params.id}/config/schedule`);
  const days = daysOf(params.days ?? "");
  if (days === undefined) throw new ApiError("notFound", address);
  return { sensor, days };
}

/** A device gets its week at once, or, if it sleeps, when it is heard; a refused week is not kept. Other clients may change other days. */
async function keep(call: Call, sensor: Resource, change: (before: WeekSchedule) => WeekSchedule): Promise<void> {
  const { devices, address, cause } = call;
  const wishOf = (resource: Resource) => {
    const values = { schedule: change(scheduleOf(resource)) };
    return { resource, section: "config", values, optimistic: values, cause } as const;
  };
  const heard = await devices.sendAndWait(wishOf(sensor)).catch((error: unknown) => {
    if (error instanceof RadioError) throw new ApiError("notScheduled", address);
    throw error;
  });
  const now = call.draft.get(sensor.address);
  if (!now) throw new ApiError("notFound", `/sensors/${call.params.id}`);
  const wish = wishOf(now);
  const isAsleep = heard === "asleep"; // then days that it is to forget stand there, empty, until it has
  const schedule = isAsleep ? wish.values.schedule : withoutEmptyDays(wish.values.schedule);
  call.draft.patch(now.address, "config", { schedule });
  if (isAsleep) enqueue(call, devices.enqueue(wish));
}

function readWeek(given: unknown, limits: readonly [number, number]): WeekSchedule | undefined {
  if (!isObject(given)) return undefined;
  const changes = Object.entries(given).map(([key, day]): Partial<WeekChange> => {
    return { days: daysOf(key) as number, transitions: readDay(day, limits) as WeekChange["transitions"] };
  });
  if (changes.some(({ days, transitions }) => days === undefined || transitions === undefined)) return undefined;
  return (changes as WeekChange[]).reduce(withDays, {} as WeekSchedule);
}

function keepsWeeks({ config }: Resource): boolean {
  return isObject(config.schedule);
}

function scheduleOf({ config }: Resource): WeekSchedule {
  return config.schedule as WeekSchedule;
}

function limitsOf({ devices }: Call, sensor: Resource): readonly [number, number] {
  const [least, most] = devices.setpointRange(sensor);
  return [Math.max(LEAST_SETPOINT, least), Math.min(MOST_SETPOINT, most)];
}

const etag = ({ store, params }: Call) => {
  const sensor = store.find("/sensors", params.id ?? "");
  return sensor && store.etagOf(sensor.address);
};

export const weekRoutes: readonly Route[] = [
  [
    "POST",
    "/sensors/:id/config/schedule/:days",
    set,
    {
      does: "Set what a thermostat does on some days of the week: a list of transitions",
      etag,
      takes: list({ min: 1, max: 10, each: object({ members: WEEK_TRANSITION }) }),
      errors: ["badTransitions", "notScheduled"],
    },
  ],
  [
    "DELETE",
    "/sensors/:id/config/schedule/:days",
    remove,
    { does: "Take what a thermostat does on some days of the week away", etag, errors: ["notScheduled"] },
  ],
];
