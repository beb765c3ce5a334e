/** The definition of a group (wire 4.9); and the group of all lights, which is always there. */
import { idOf } from "../../model/addresses.ts";
import { type Definition, type Definitions, NO_FIELDS } from "../../model/definitions.ts";
import { bool, defaults, type Fields, int, list, num, object, text } from "../../model/fields.ts";
import { ALL_LIGHTS } from "../../model/lights/groups.ts";
import type { Address, Resource } from "../../model/resource.ts";

const UINT16 = 65_535;
const ID = text({ about: "Id" });

export const GROUP_KINDS = ["LightGroup", "Luminaire", "Lightsource", "Room"] as const;
export const GROUP_NAME = text({ min: 1, max: 32, coerce: "trim", about: "Display name" });

const ATTR: Fields = {
  id: text({ access: "read-only" }),
  etag: text({ access: "read-only", about: "Changes whenever the group changes" }),
  name: GROUP_NAME,
  type: text({ access: "read-only", oneOf: GROUP_KINDS, default: "LightGroup" }),
  class: text({ min: 1, max: 60, about: "Only of a room" }),
  uniqueid: text({ access: "read-only" }),
  lights: list({
    default: [],
    each: ID,
    refersTo: { to: "/lights" },
    about: "Its members; what is written takes the place of all",
  }),
  scenes: list({
    access: "read-only",
    default: [],
    each: object({ members: { id: text(), name: text(), transitiontime: int(), lightcount: int() } }),
  }),
  scenesrevision: int({ access: "hidden", about: "Counts their changes, which are changes of the group" }),
  devicemembership: list({
    access: "read-only",
    default: [],
    each: ID,
    refersTo: { to: "/sensors", withoutAny: "gone" },
    about: "Remotes that made it, and take it with them",
  }),
  hidden: bool({ default: false, about: "Not to be shown to people" }),
  lightsequence: list({ default: [], each: ID, about: "An order of its lights, for clients" }),
  multideviceids: list({ default: [], each: ID, about: "Members that are parts of one device, for clients" }),
};

/** Follows from its members. */
const STATE: Fields = {
  any_on: bool({
    default: false,
    access: "read-only",
    saved: "later",
    about: "One of its lights is on, as far as reachable",
  }),
  all_on: bool({
    default: false,
    access: "read-only",
    saved: "later",
    about: "All of its lights are on, as far as reachable",
  }),
};

/** The last command to the group. */
const ACTION: Fields = {
  on: bool({ default: false, saved: "later" }),
  bri: int({ min: 0, max: 254, default: 127, saved: "later" }),
  hue: int({ min: 0, max: UINT16, default: 0, saved: "later" }),
  sat: int({ min: 0, max: 254, default: 127, saved: "later" }),
  ct: int({ min: 0, max: UINT16, default: 0, saved: "later", unit: "mired" }),
  xy: list({ default: [0, 0], each: num({ min: 0, max: 1 }), saved: "later" }),
  effect: text({ default: "none", saved: "later" }),
  colormode: text({ oneOf: ["hs", "xy", "ct", "effect"], default: "hs", saved: "later" }),
  alert: text({ default: "none", saved: "later" }),
  scene: text({ default: "", saved: "never", about: "The scene that was last recalled, by its id" }),
};

const GROUP: Definition = {
  family: "groups",
  attr: ATTR,
  config: NO_FIELDS,
  state: STATE,
  action: ACTION,
  push: "changes",
  clients: { write: ["attr"] },
  view: ({ address, attr, state, action }, etag) => ({ ...attr, action, etag, id: idOf(address), state }),
};

export const GROUP_TYPES: Definitions = {
  Group: GROUP,
  AllLights: {
    ...GROUP,
    attr: {
      ...ATTR,
      lights: list({ access: "read-only", default: [], each: ID, refersTo: { to: "/lights" } }),
      uniqueid: text({ access: "hidden", about: "The other name by which it is found" }),
    },
    unlisted: true,
  },
};

/** Clients ask for it as 0, and hear of it under the number that it has on air. */
export const GROUP_OF_ALL: Resource = {
  ...newGroup(ALL_LIGHTS, { name: "All", uniqueid: "0" }),
  type: "AllLights",
};

export function newGroup(address: Address, attr: Resource["attr"]): Resource {
  return {
    address,
    type: "Group",
    attr: { ...defaults(ATTR), ...attr },
    config: {},
    state: defaults(STATE),
    action: defaults(ACTION),
  };
}
