/** Lights and all other devices that can be switched (wire 4.1): what a client may do with them. */
import type { Handler } from "../../core/call.ts";
import type { Route } from "../../core/router.ts";
import { idOf } from "../../model/addresses.ts";
import { ApiError } from "../../model/errors.ts";
import { bool, type Fields, text } from "../../model/fields.ts";
import { leaveScenes, scenesOf } from "../../model/lights/scenes.ts";
import { acted, removed, success } from "../../model/resource.ts";
import { updateDeviceConfig } from "../devices/config.ts";
import { FINDS, found, search } from "../devices/search.ts";
import { leaveGroups } from "../groups/members.ts";
import { allowed, demandEnabled, demandMembers, demandObject, etagOf, list, named, read, write } from "../handlers.ts";
import { LIGHT_COMMANDS, setState } from "./light-state.ts";
import { COVER_COMMANDS } from "./state-plans.ts";

const COMMANDS: Fields = { ...COVER_COMMANDS, ...LIGHT_COMMANDS };

/** A light without a name goes by its id. */
const update: Handler = (call) => {
  const light = named(call);
  const body = demandMembers(call);
  const isNameless = typeof body.name === "string" && body.name.trim() === "";
  const { values, errors } = allowed(call, light, "attr", isNameless ? { ...body, name: idOf(light.address) } : body);
  if (errors[0]) throw errors[0];
  return write(call, light, "attr", values);
};

const updateConfig = updateDeviceConfig(() => []); // all of it is the device's

/** PUT to the config of a light (wire 4.6). */
const setConfig: Handler = (call) => {
  demandMembers(call);
  demandEnabled(call);
  if (named(call).state.reachable !== true) return [new ApiError("unreachable", call.address)];
  return updateConfig(call);
};

/** The groups and scenes of the light hear of it, and let it go. */
const remove: Handler = (call) => {
  const { draft, body, address, devices, after } = call;
  const light = named(call);
  const { reset } = body === undefined || body === null ? {} : demandObject(call);
  if (reset !== undefined && typeof reset !== "boolean")
    throw new ApiError("invalid", `${address}/reset`, "reset", reset);
  draft.remove(light.address);
  after(() => devices.removed(light, reset === true));
  return reset === undefined ? [removed(light.address, idOf(light.address))] : [success(`${address}/reset`, reset)];
};

const removeGroups: Handler = (call) => {
  const light = named(call);
  leaveGroups(call, light);
  return [acted(light.address, idOf(light.address))];
};

const removeScenes: Handler = (call) => {
  const light = named(call);
  const scenes = call.draft.list("/groups").flatMap(({ address }) => call.draft.list(scenesOf(address)));
  leaveScenes(call.draft, scenes, idOf(light.address));
  return [acted(light.address, idOf(light.address))];
};

const etag = etagOf("/lights");

export const lightRoutes: readonly Route[] = [
  ["POST", "/lights", search("lights"), { does: "Search for new devices", errors: ["notConnected"] }],
  ["GET", "/lights", list("/lights"), { does: "Get all lights", answers: "lights by id" }],
  ["GET", "/lights/new", found("lights"), { does: "Get the lights that the last search found", gives: FINDS }],
  ["GET", "/lights/:id", read("/lights"), { does: "Get a light, by its id or its uniqueid", answers: "light" }],
  ["PUT", "/lights/:id", update, { does: "Rename a light", etag, body: { name: text({ max: 32 }) } }],
  [
    "PUT",
    "/lights/:id/state",
    setState,
    {
      does: "Switch, dim or color a light; move a covering, sound a siren, turn a lock",
      etag,
      body: COMMANDS,
      errors: ["off", "unreachable", "disabled", "busyNow"],
    },
  ],
  [
    "PUT",
    "/lights/:id/config",
    setConfig,
    { does: "Change a light's config", etag, errors: ["unreachable", "disabled", "busyNow"] },
  ],
  [
    "DELETE",
    "/lights/:id",
    remove,
    {
      does: "Delete a light",
      etag: ({ store }) => store.etag,
      body: { reset: bool({ about: "Also make the device leave" }) },
    },
  ],
  ["DELETE", "/lights/:id/groups", removeGroups, { does: "Take a light out of all groups, and of their scenes", etag }],
  ["DELETE", "/lights/:id/scenes", removeScenes, { does: "Take a light out of all scenes" }],
];
