/** The definition of a scene (interface 2.5): a name, and the state of each of its lights. */
import { idOf } from "../../model/addresses.ts";
import { type Definitions, plain } from "../../model/definitions.ts";
import { bool, type Fields, int, list, num, object, text, time } from "../../model/fields.ts";
import { groupOf, lightsIn, USUAL_TRANSITION } from "../../model/lights/scenes.ts";
import type { Resource, Values } from "../../model/resource.ts";
import { GRADIENT } from "../lights/gradient.ts";

const UINT16 = 65_535;
const LONGEST_TRANSITION = 65_534;
export const SCENE_NAME = text({ min: 1, max: 32, coerce: "trim", about: "Display name" });
export const TRANSITION = int({ min: 0, max: LONGEST_TRANSITION, default: USUAL_TRANSITION, unit: "0.1 s" });

/** The state of a light in a scene; of the colors those that its colormode says. */
export const LIGHT_IN_SCENE: Fields = {
  id: text(),
  on: bool(),
  bri: int({ min: 0, max: 254 }),
  transitiontime: TRANSITION,
  colormode: text({ about: "`xy`, `ct`, `hs`, `gradient`, or the name of what runs by itself" }),
  x: num({ min: 0, max: 1 }),
  y: num({ min: 0, max: 1 }),
  ct: int({ min: 0, max: UINT16, unit: "mired" }),
  hue: int({ min: 0, max: UINT16 }),
  sat: int({ min: 0, max: 254 }),
  gradient: object({ members: GRADIENT, about: "Of a light strip" }),
};

const ATTR: Fields = {
  name: SCENE_NAME,
  lights: list({
    access: "read-only",
    each: object({ members: LIGHT_IN_SCENE }),
    refersTo: { to: "/lights", withoutAny: "gone" },
  }),
  state: int({ access: "read-only", about: "Always 0; of no use any more" }),
  transitiontime: { ...TRANSITION, access: "read-only" },
};

export const SCENE_TYPES: Definitions = {
  Scene: {
    ...plain("groups", ATTR),
    state: { called: time({ momentary: true, saved: "never", quiet: true, about: "When it was recalled" }) },
    view: (scene) => ({
      name: scene.attr.name,
      lights: Object.entries(lightsIn(scene)).map(([id, light]) => inScene(id, light)),
      state: 0,
      transitiontime: scene.attr.transitiontime,
    }),
    unlisted: true, // they live in their groups
    push: {
      about: "Somebody has recalled a scene: over the API, in a flow, or with a remote.",
      of: ({ address }, values) =>
        "called" in values
          ? { e: "scene-called", r: "scenes", gid: idOf(groupOf(address)), scid: idOf(address) }
          : undefined,
      members: { e: text({ oneOf: ["scene-called"] }), r: text({ oneOf: ["scenes"] }), gid: text(), scid: text() },
    },
  },
};

/** As it stands among the group's scenes. */
export function summary(scene: Resource): Values {
  const { name, transitiontime } = scene.attr;
  return { name, lights: Object.keys(lightsIn(scene)), transitiontime };
}

/** Kept as a lamp's state says it, shown as interface 2.5 has it. */
function inScene(id: string, { xy, speed: _, ...rest }: Values): Values {
  return Array.isArray(xy) ? { id, ...rest, x: xy[0], y: xy[1] } : { id, ...rest };
}
