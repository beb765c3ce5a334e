/** Moving in from another program over REST: each look, and each move, is a job whose result is the report. */
import type { Handler } from "../core/call.ts";
import type { Route } from "../core/router.ts";
import { idOf } from "../model/addresses.ts";
import { ApiError } from "../model/errors.ts";
import { bool, check, type Fields, object, text } from "../model/fields.ts";
import { IMPORTS, type ImportWish } from "../model/imports/wish.ts";
import { JOBS_ADDRESS } from "../model/jobs.ts";
import { acted, created, isObject } from "../model/resource.ts";
import { demandMembers, list, read } from "./handlers.ts";
import { SHOWN_JOB } from "./jobs.ts";

const AT = "/imports";
const ADAPTERS = ["zstack", "ember", "deconz", "zigate", "zboss", "zoh"] as const;
const STICK: Fields = {
  path: text({ max: 500, about: "Where it is plugged in" }),
  adapter: text({ oneOf: ADAPTERS }),
  same: bool({ about: "It is the very stick that the other program used" }),
};
const WISH: Fields = {
  path: text({ min: 1, max: 1_000, about: "The folder or file of the other program, on this machine" }),
  upload: text({ max: 40, about: "What was uploaded in the browser, in place of a path" }),
  stick: object({
    members: STICK,
    fits: isStick,
    about: "That is to go on with the network; absent: that of the settings",
  }),
  network: text({ oneOf: ["settings", "backup"], about: "Which one counts, where the files are of two" }),
  allkeys: bool({ about: "Also keys that were not used for more than a year" }),
  areas: bool({ about: "Rooms of Home Assistant become groups" }),
  go: bool({ about: "Not only a look: what comes takes the place of all that is here, at the next start" }),
  print: text({ max: 64, about: "`source.print` of the report that was looked at; the files must still be so" }),
  rare: bool({ about: "The stick may be of another family" }),
  gone: bool({ about: "The other program is stopped for good, whatever `running` of the report says" }),
};

const begin: Handler = (call) => {
  const body = demandMembers(call);
  const { values, errors } = check(WISH, body, AT);
  if (errors[0]) throw errors[0];
  const { path, upload, stick, allkeys, rare, gone, network, areas, go, print } = values;
  if (path === undefined && upload === undefined) throw new ApiError("missingOne", `${AT}/path`, "path");
  const { same, ...where } = isObject(stick) ? stick : {};
  const wish = {
    ...{ network, areas, go, print, allKeys: allkeys, mayBeRare: rare, isGone: gone },
    ...(stick !== undefined && { stick: { ...where, ...(same !== undefined && { isSame: same }) } }),
    source: path === undefined ? { upload } : { path },
  };
  const job = call.engines.get(IMPORTS).begin(wish as unknown as ImportWish, call.cause);
  if (!job) throw new ApiError("busy", AT);
  return [created(AT, idOf(job.address))];
};

const undo: Handler = async (call) => {
  const isThere = await call.engines.get(IMPORTS).undo(call.cause);
  if (!isThere) throw new ApiError("notFound", call.address);
  return [acted(AT, "undo")];
};

function isStick(stick: unknown): boolean {
  return isObject(stick) && check(STICK, stick, AT).errors.length === 0;
}

export const importRoutes: readonly Route[] = [
  [
    "POST",
    AT,
    begin,
    {
      does: "Look at the house of zigbee2mqtt, deCONZ or ZHA, or move in from it: a job tells what comes, and what not and why",
      body: WISH,
      answers: "the id of the job",
      errors: ["busy"],
      idle: true,
    },
  ],
  ["GET", AT, list(JOBS_ADDRESS), { does: "Get all jobs, moves among them", gives: object({ each: SHOWN_JOB }) }],
  ["GET", `${AT}/:id`, read(JOBS_ADDRESS), { does: "Get how a move goes, and its report", gives: SHOWN_JOB }],
  ["POST", `${AT}/undo`, undo, { does: "Take back the last move or restore, at the next start" }],
];
