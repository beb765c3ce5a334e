/** A schedule (interface 2.3, automation 2.2): the members that it shows, and the record of its plan. */
import { type Definitions, plain } from "../../model/definitions.ts";
import { bool, type Fields, int, list, object, text, time } from "../../model/fields.ts";
import type { Address } from "../../model/resource.ts";
import { DECLARED } from "../declared.ts";
import { NAMED_AFTER } from "../named-after.ts";

export const SCHEDULES: Address = "/schedules";
export const MOST_SCHEDULES = 500;

const TIME_FORMS =
  "`2026-03-02T10:00:00` once; `PT00:10:00` after ten minutes; `R05/PT00:10:00` five times, `R/…` for ever; " +
  "`W124/T06:30:00` weekly, the days as bits of 0MTWTFSS; `A00:30:00` behind it: up to so much later, at random";

/** The members that a client may send for a schedule, in the order in which a PUT is worked off. */
export const SCHEDULE_BODY: Fields = {
  name: text({ min: 1, max: 32, about: "A number is put behind one that is taken" }),
  description: text({ max: 64, default: "" }),
  status: text({ oneOf: ["enabled", "disabled"], default: "enabled" }),
  activation: text({ oneOf: ["start", "end"], default: "start", about: "Kept and shown, without effect" }),
  command: object({
    mentionsKey: true,
    members: {
      address: text({
        max: 500,
        about:
          "`/api/<key>/` and what follows it, of `lights`, `groups` or `sensors`; for others the key's public prefix",
      }),
      method: text({ oneOf: ["PUT"] }),
      body: object(),
    },
    about: "What is done when the time has come; not while its key is revoked",
  }),
  autodelete: bool({ default: true, about: "Goes after its last time, or else is disabled" }),
  recycle: bool({ about: "Kept and shown, without effect" }),
  localtime: text({
    max: 60,
    about: "As `time`, on the wall clock of the time zone; also `W127/sunset-00:30:00`, `sunrise`, `dawn`, `dusk`",
  }),
  time: text({ max: 60, about: `UTC: ${TIME_FORMS}` }),
};

const UNSEEN = { access: "hidden", quiet: true } as const;

/** The hidden members of its plan. Instants are milliseconds. */
const PLAN: Fields = {
  given: text({ ...UNSEEN, oneOf: ["time", "localtime"], about: "Which of the two counts" }),
  base: int({ ...UNSEEN, about: "When it is to happen, without the random part" }),
  due: int({ ...UNSEEN, about: "When it is to happen" }),
  left: int({ ...UNSEEN, about: "How often a counted timer is still to run" }),
  days: list({ ...UNSEEN, about: "On which days it ran last: a clock that is put back does not bring them again" }),
  lastfired: object({ ...UNSEEN, about: "{planned, at}" }),
  touched: bool({ access: "hidden", saved: "never", momentary: true, about: "Each PUT makes the etag new" }),
};

const ATTR: Fields = {
  ...SCHEDULE_BODY,
  starttime: time({ access: "read-only", about: "Since when a timer runs, UTC" }),
  created: time({ access: "read-only" }),
  owner: text({ access: "read-only", about: "The flow that declares it: `flow:<node id>`" }),
  etag: text({ access: "read-only", about: "Changes whenever the schedule changes" }),
  ...NAMED_AFTER,
  ...DECLARED,
  ...PLAN,
};

export const SCHEDULE_TYPES: Definitions = {
  Schedule: {
    ...plain("schedules", ATTR),
    clients: { write: ["attr"] },
    view: ({ attr }, etag) => ({ ...attr, etag }),
  },
};
