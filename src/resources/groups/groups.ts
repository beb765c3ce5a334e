/** Groups (wire 4.8 to 4.10): lights that are moved by one command. */
import type { Call, Handler } from "../../core/call.ts";
import { IDS } from "../../core/ids.ts";
import { Outcomes } from "../../core/result.ts";
import type { Route } from "../../core/router.ts";
import { idOf } from "../../model/addresses.ts";
import { ApiError } from "../../model/errors.ts";
import { accept, bool, type Fields, list as listOf, text } from "../../model/fields.ts";
import { lightsOf } from "../../model/lights/groups.ts";
import { scenesOf } from "../../model/lights/scenes.ts";
import { created, type Outcome, type Resource, removed, success, type Values } from "../../model/resource.ts";
import { allowed, demandMembers, enqueue, etagOf, list, named, read } from "../handlers.ts";
import { GROUP_COMMANDS, setAction } from "./group-action.ts";
import { GROUP_KINDS, GROUP_NAME, newGroup } from "./group-types.ts";
import { lightsNamed, putMembers } from "./members.ts";

const MOST = 65_519; // above that are numbers with a meaning of their own
const CLASS = text({ min: 1, max: 60 });
const IDS_OF_LIGHTS = listOf({ each: text() });

const NEW: Fields = {
  type: text({ oneOf: GROUP_KINDS, default: "LightGroup" }),
  class: text({ min: 1, max: 60, about: "Only of a room; `Other` by itself" }),
  uniqueid: text({ fits: (value) => [11, 14].includes(String(value).length) }),
  name: GROUP_NAME,
  lights: IDS_OF_LIGHTS,
  recycle: bool({ about: "Accepted for the sake of Hue clients, and without effect" }),
};

/** A name may be given twice. */
const create: Handler = (call) => {
  const { draft, address } = call;
  const body = demandMembers(call);
  const attr: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(NEW)) {
    if (name === "name" && !(name in body)) throw new ApiError("missingOne", address, name);
    if (!(name in body)) continue;
    const value = accept(field, body[name]);
    const fits = value !== undefined && (name !== "class" || attr.type === "Room");
    if (!fits) throw new ApiError("invalid", `${address}/${name}`, name, body[name]);
    attr[name] = value;
  }
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(NEW, name));
  if (unknown !== undefined) throw new ApiError("unknown", `${address}/${unknown}`, unknown);
  const { recycle: _, lights: ids = [], ...words } = attr;
  const { lights, errors } = lightsNamed(call, ids as readonly unknown[], "/groups/lights");
  if (errors[0]) throw errors[0];
  if (words.uniqueid !== undefined && draft.find("/groups", String(words.uniqueid)))
    throw new ApiError("duplicate", address, "group with uniqueid", words.uniqueid);
  const id = newGroupId(call);
  const room = words.type === "Room" ? { class: "Other" } : {};
  const group = newGroup(`/groups/${id}`, { ...room, ...words });
  draft.put(group);
  return [created(group.address, id), ...(lights.length > 0 ? putMembers(call, group, lights).errors : [])];
};

/** Ids are numbers on air, too: new ones as long as there are some, then those of groups that are gone. */
function newGroupId({ draft, address }: Call): string {
  const taken = new Set(draft.list("/groups").map((group) => Number(idOf(group.address))));
  const last = Math.max(Number(draft.get(IDS)?.attr.groups ?? 0), ...[...taken].filter((id) => id <= MOST));
  let id = last < MOST ? last + 1 : 1;
  while (taken.has(id)) id += 1;
  if (id > MOST) throw new ApiError("groupsFull", address);
  draft.patch(IDS, "attr", { groups: Math.max(last, id) });
  return String(id);
}

/** The first member that does not fit refuses the whole; a light that there is not refuses only the list in which it stands. */
const update: Handler = (call) => {
  const group = named(call);
  const { lights: ids, ...rest } = demandMembers(call);
  const { values, errors } = allowed(call, group, "attr", ids === undefined ? rest : { ...rest, lights: ids });
  const wrong = errors[0] ?? misplacedIn(call, group, values);
  if (wrong) throw wrong;
  const { lights: names, ...attr } = values;
  if (Object.keys(attr).length > 0) call.draft.patch(group.address, "attr", attr);
  const outcomes = Object.entries(attr).map(([name, value]) => success(`${call.address}/${name}`, value));
  if (names === undefined) return outcomes;
  const all = [...outcomes, ...members(call, group, names as readonly unknown[])];
  return new Outcomes(all, "accepted");
};

function misplacedIn({ address }: Call, { attr }: Resource, values: Values): ApiError | undefined {
  if (values.class !== undefined && attr.type !== "Room")
    return new ApiError("invalid", `${address}/class`, "class", values.class);
  for (const name of ["lights", "lightsequence", "multideviceids"]) {
    const list = (values[name] ?? []) as readonly unknown[];
    if (list.some((id) => typeof id !== "string"))
      return new ApiError("invalid", `${address}/${name}`, name, values[name]);
  }
  return undefined;
}

function members(call: Call, group: Resource, names: readonly unknown[]): readonly Outcome[] {
  const at = `${call.address}/lights` as const;
  const { lights, errors } = lightsNamed(call, names, at);
  if (errors.length > 0) return errors;
  const { now, errors: full } = putMembers(call, group, lights);
  return [...full, success(at, now)];
}

const remove: Handler = (call) => {
  const { draft, devices, params } = call;
  const group = named(call);
  if (draft.definition(group).unlisted) throw new ApiError("notFound", call.address);
  const lights = lightsOf(draft, group);
  for (const scene of draft.list(scenesOf(group.address))) draft.remove(scene.address);
  draft.remove(group.address);
  for (const light of lights) enqueue(call, devices.leave(light, group.address));
  return [removed(group.address, params.id)];
};

const one = "Group";
const etag = etagOf("/groups");

export const groupRoutes: readonly Route[] = [
  ["POST", "/groups", create, { does: "Create a group", one, body: NEW, needs: ["name"], errors: ["groupsFull"] }],
  ["GET", "/groups", list("/groups"), { does: "Get all groups, but not the one of all lights", all: one }],
  ["GET", "/groups/:id", read("/groups"), { does: "Get a group; 0 is the one of all lights", one, answers: "group" }],
  [
    "PUT",
    "/groups/:id",
    update,
    {
      does: "Rename a group, or change its members",
      etag,
      one,
      body: {
        name: GROUP_NAME,
        lights: IDS_OF_LIGHTS,
        hidden: bool(),
        lightsequence: IDS_OF_LIGHTS,
        multideviceids: IDS_OF_LIGHTS,
        class: CLASS,
      },
    },
  ],
  [
    "PUT",
    "/groups/:id/action",
    setAction,
    { does: "Switch, dim or color all lights of a group", etag, one, body: GROUP_COMMANDS, errors: ["notConnected"] },
  ],
  ["DELETE", "/groups/:id", remove, { does: "Delete a group and its scenes; its lights stay" }],
];
