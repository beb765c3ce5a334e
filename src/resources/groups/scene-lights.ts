/** The commands of a recalled scene to its lights, and the members of a scene that clients may change. */
import { isDeepStrictEqual } from "node:util";
import type { Call } from "../../core/call.ts";
import { idOf } from "../../model/addresses.ts";
import { isNear } from "../../model/devices.ts";
import { ApiError } from "../../model/errors.ts";
import { accept, type Field, type Fields, list, num } from "../../model/fields.ts";
import { roundedXy } from "../../model/lights/color.ts";
import { COLORS_OF_MODE, lightsIn, runsByItself } from "../../model/lights/scenes.ts";
import { type Address, acted, isObject, type Outcome, type Resource, type Values } from "../../model/resource.ts";
import { utcMilliseconds } from "../../model/time/times.ts";
import { showDesired } from "../handlers.ts";
import { heldGradient, readGradient } from "../lights/gradient.ts";
import { clamped, planOf } from "../lights/light-state.ts";
import { LIGHT_IN_SCENE, TRANSITION } from "./scene-type.ts";

const ROUNDED: readonly string[] = ["hue", "sat", "xy"];

/** A light that cannot be reached is left alone. A transition in the body goes before those that are stored. */
export function recall(call: Call, group: Resource, scene: Resource): readonly Outcome[] {
  const { draft, devices, after, cause, clock, params } = call;
  const transition = isObject(call.body) ? call.body.transitiontime : undefined;
  if (transition !== undefined && accept(TRANSITION, transition) === undefined)
    throw new ApiError("invalid", `${call.address}/transitiontime`, "transitiontime", transition);
  if (devices.obstacle(group) === "busy") throw new ApiError("busy", call.address);
  const entries = Object.entries(lightsIn(scene));
  const lights = entries.flatMap(([id, light]) => {
    const resource = draft.get(`/lights/${id}`);
    return resource?.state.reachable === true ? [toldOf(call, resource, light, transition)] : [];
  });
  showDesired(call, "state", lights);
  const isLit = lights.some(({ resource }) => draft.get(resource.address)?.state.on === true);
  draft.patch(group.address, "action", { scene: idOf(scene.address), ...(isLit ? { on: true } : {}) });
  draft.patch(scene.address, "state", { called: utcMilliseconds(clock.now()) });
  after(() => devices.recall({ group, scene, lights, asStored: transition === undefined, cause }));
  return [acted(scene.address, params.scene ?? call.address.split("/").at(-2))];
}

function toldOf(call: Call, resource: Resource, light: Values, transition: unknown) {
  const wanted = commandsToReach(resource, light, call.devices.isMoving(resource));
  if (Object.keys(wanted).length === 0) return { resource, values: {}, optimistic: {} };
  const fades = !("lift" in wanted) && wanted.on !== false; // a light that fades to nothing forgets how bright it was
  const body = fades ? { ...wanted, transitiontime: transition ?? light.transitiontime } : wanted;
  const { values, optimistic } = planOf(resource, body, call.address);
  return { resource, values, optimistic };
}

/**
 * The commands that make the light as the scene says; values that it has already are left out, maybe all. A light that `isMoving` is told
 * all of it, to end where the scene says, and in its time. A light that goes on is told its level: a fade to nothing may have left it dark.
 */
function commandsToReach({ state }: Resource, scene: Values, isMoving: boolean): Values {
  const { on, bri, effect, lift, speed } = scene;
  const differs = (name: string) => isMoving || !isAlike(name, state[name], scene[name]);
  if (lift !== undefined) return differs("lift") ? { lift } : {};
  if (on !== true) return differs("on") ? { on: false } : {};
  const colors = effect === undefined ? (COLORS_OF_MODE[String(scene.colormode)] ?? []) : [];
  const ends = effect === undefined && runsByItself(state.effect); // an effect leaves the light in any color
  const isOtherColor = colors.some(differs) || (colors.length > 0 && (ends || scene.colormode !== state.colormode));
  const wanted: Record<string, unknown> = {};
  const goesOn = differs("on");
  if (goesOn) wanted.on = true;
  if ("bri" in state && (goesOn || differs("bri")) && Number(bri) > 0) wanted.bri = bri;
  if (isOtherColor) for (const name of colors) wanted[name] = scene[name];
  if (effect !== undefined && differs("effect")) wanted.effect = effect;
  if (ends) wanted.effect = "none";
  if (speed !== undefined && differs("speed")) wanted.speed = speed;
  return wanted;
}

/** Colors may have been rounded by the light; levels, color temperatures and positions are compared exactly. */
function isAlike(name: string, shown: unknown, wanted: unknown): boolean {
  return isDeepStrictEqual(shown, wanted) || (ROUNDED.includes(name) && isNear(name, shown, wanted));
}

const XY: Field = list({
  min: 2,
  max: 2,
  each: num({ min: 0, max: 1 }),
  fits: (value) => (value as readonly unknown[]).every((part) => typeof part === "number" && part >= 0 && part <= 1),
});

/** The members that a client may put into a scene for one of its lights, in the order in which they are checked. */
export const CHANGES: Fields = {
  on: LIGHT_IN_SCENE.on as Field,
  bri: num({ min: 0, max: 255 }),
  transitiontime: LIGHT_IN_SCENE.transitiontime as Field,
  gradient: LIGHT_IN_SCENE.gradient as Field,
  xy: XY,
  ct: num({ min: 0, max: 999, unit: "mired", about: "Without effect beside `xy`" }),
  hue: num({ min: 0, max: 65_535 }),
  sat: num({ min: 0, max: 255, about: "Without effect beside `xy` or `ct`" }),
};

type ChangedLight = { readonly wrong: string } | { readonly error: ApiError } | { readonly light: Values };

/** The first member that does not fit, or the light in the scene as it will be. */
export function changedLight(resource: Resource, light: Values, body: Values, address: Address): ChangedLight {
  const given: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(CHANGES)) {
    if (!Object.hasOwn(body, name)) continue;
    const value = accept(field, body[name]);
    if (value === undefined) return { wrong: name };
    if (name === "gradient") {
      const gradient = readGradient(resource, value, address);
      if (gradient instanceof ApiError) return { error: gradient };
      given.gradient = heldGradient(gradient);
      continue;
    }
    given[name] = name === "xy" ? roundedXy(value as [number, number]) : clamped(name, value);
  }
  const { gradient, xy, ct, hue, sat, ...plain } = given;
  const { hue: oldHue, sat: oldSat, ...rest } = light;
  const { xy: _xy, ct: _ct, gradient: _gradient, effect: _effect, colormode: _mode, ...bare } = rest;
  if (gradient !== undefined) return { light: { ...bare, ...plain, colormode: "gradient", gradient } };
  if (xy !== undefined) return { light: { ...bare, ...plain, colormode: "xy", xy } };
  if (ct !== undefined) return { light: { ...bare, ...plain, colormode: "ct", ct } };
  if (hue === undefined && sat === undefined) return { light: { ...light, ...plain } };
  const tone = { hue: hue ?? oldHue ?? 0, sat: sat ?? oldSat ?? 254 };
  return { light: { ...bare, ...plain, colormode: "hs", ...tone } };
}
