/** Jobs over REST: a job shows its progress, can be canceled where that is possible, and is kept for a while when it has ended. */
import type { Handler } from "../core/call.ts";
import type { Route } from "../core/router.ts";
import { type Definitions, plain } from "../model/definitions.ts";
import { ApiError } from "../model/errors.ts";
import { bool, type Fields, int, object, text, time } from "../model/fields.ts";
import { JOBS, JOBS_ADDRESS } from "../model/jobs.ts";
import { removed, success } from "../model/resource.ts";
import { list, named, read } from "./handlers.ts";

const JOB: Fields = {
  does: text({
    access: "read-only",
    about:
      "`search`, `touchlink-scan`, `touchlink-identify`, `touchlink-reset`, `survey`, `move` (devices are set up for the address of another stick), `replace` (bindings of a replaced device), `backup`, `restore`, `import` (a move from another program), `import-look` (it is only looked at what would come), `undo-import`; others may follow",
  }),
  about: text({ access: "read-only", about: "What it is done to, where that is one thing: an address" }),
  status: text({ access: "read-only", oneOf: ["running", "done", "failed", "cancelled"] }),
  progress: object({
    ...{ access: "read-only", quiet: true, saved: "never" },
    members: { done: int(), total: int(), now: text({ about: "The step that goes on now: a device, for instance" }) },
    about: "Without `total` nobody knows how long it takes",
  }),
  cancellable: bool({ access: "read-only", about: "DELETE ends it" }),
  by: text({ access: "read-only", about: "Who began it: `rest:<program>`, `flow:<node id>`, `editor`, `gateway` …" }),
  began: time({ access: "read-only", about: "UTC" }),
  ended: time({ access: "read-only", about: "UTC" }),
  error: object({
    access: "read-only",
    members: {
      code: text({ about: "`restarted`: a restart of the gateway ended it; else what failed" }),
      description: text(),
    },
    about: "Why it failed",
  }),
};

export const JOB_TYPES: Definitions = {
  Job: {
    ...plain("jobs", { ...JOB, completedbyrestart: bool({ access: "hidden" }) }),
    view: ({ attr, state }) => ({ ...attr, result: state }),
  },
};

const remove: Handler = async (call) => {
  const { attr, address } = named(call);
  const { id = "" } = call.params;
  if (attr.status !== "running") {
    call.draft.remove(address);
    return [removed(address, id)];
  }
  if (!(await call.engines.get(JOBS).cancel(address))) throw new ApiError("notCancellable", call.address);
  return [success(`${call.address}/status`, "cancelled")];
};

export const SHOWN_JOB = object({
  members: {
    ...JOB,
    result: object({
      access: "read-only",
      about:
        "What it has found so far, by what it does. Of a `restore`: `made` and `name` of the backup, `counts` of what comes back, and by their names what was here and is `lost`",
    }),
  },
});

export const jobRoutes: readonly Route[] = [
  [
    "GET",
    "/jobs",
    list(JOBS_ADDRESS),
    { does: "Get all jobs: those that run, and the last ones that have ended", gives: object({ each: SHOWN_JOB }) },
  ],
  ["GET", "/jobs/:id", read(JOBS_ADDRESS), { does: "Get how a job goes, or how it ended", gives: SHOWN_JOB }],
  [
    "DELETE",
    "/jobs/:id",
    remove,
    { does: "Cancel a job that runs; forget one that has ended", errors: ["notCancellable"] },
  ],
];
