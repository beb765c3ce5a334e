/** PUT to the action of a group (wire 4.11): one command for all its lights. A member that does not fit refuses the whole body. */
import type { Call, Handler } from "../../core/call.ts";
import { COMMAND_OPTIONS } from "../../model/devices.ts";
import { ApiError } from "../../model/errors.ts";
import { accept, bool, type Fields, int, num, text } from "../../model/fields.ts";
import { lightsOf } from "../../model/lights/groups.ts";
import { type Outcome, type Resource, success, type Values } from "../../model/resource.ts";
import { demandMembers, demandRadio, named, showDesired } from "../handlers.ts";
import { readGradient } from "../lights/gradient.ts";
import {
  can,
  clamped,
  colormodeOf,
  isLamp,
  LIGHT_COMMANDS,
  optionsOf,
  plannedLamp,
  stepped,
  withoutOverruled,
  withoutSteps,
} from "../lights/light-state.ts";
import { recall } from "./scene-lights.ts";

const UINT16 = 65_535;

/** In the order of the answer; the last ones are command options. */
export const GROUP_COMMANDS: Fields = {
  scene: text({ about: "The id of one of its scenes, which is recalled" }),
  toggle: bool({ about: "`true`: off when one of its lights is on, else on; goes before `on`" }),
  on: bool(),
  open: bool({ about: "For the coverings in it" }),
  bri: num({ min: 0, max: 255, about: "Or the text `stop`: ends a change that goes on" }),
  hue: num({ min: 0, max: UINT16 }),
  sat: num({ min: 0, max: 255 }),
  ...picked("gradient", "xy"),
  ct_inc: num({ min: -65_534, max: 65_534, unit: "mired" }),
  bri_inc: num({ min: -254, max: 254 }),
  ct: num({ min: 0, max: UINT16, unit: "mired" }),
  ...picked("hue_inc", "sat_inc", "alert"),
  effect: text({ oneOf: ["none", "colorloop"] }),
  ...picked("transitiontime", "ontime", "wrap"),
  onoffcontrol: int({ min: 0, max: 1, about: "With `ontime`: 1 moves only what is on" }),
  colorloopspeed: num({ min: 1, max: 255, unit: "s", about: "15 by itself" }),
};

const DEFAULT_LOOP_SPEED = 15;

function picked(...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(LIGHT_COMMANDS).filter(([name]) => names.includes(name)));
}

/** The commands that change something; the others are options. */
const CHANGING = Object.keys(GROUP_COMMANDS).filter((name) => !COMMAND_OPTIONS.includes(name));

export const setAction: Handler = (call) => {
  demandRadio(call, call.address);
  const group = named(call);
  const { scene, ...body } = demandMembers(call);
  const recalled = scene === undefined ? [] : recallNamed(call, group, scene);
  if (scene !== undefined && Object.keys(body).every((name) => name === "transitiontime")) return recalled;
  const commands = commandsIn(call, group, body);
  const changes = CHANGING.filter((name) => name in commands);
  if (changes.length === 0) return recalled;
  const obstacle = call.devices.obstacle(group);
  if (obstacle === "busy" || obstacle === "radio-down")
    return changes.map((name) => new ApiError("busyNow", `${call.address}/${name}`));
  const last = lastOf(group, commands);
  call.draft.patch(group.address, "action", last);
  if (obstacle === undefined) send(call, group, commands);
  const told: Values = { ...commands, ...("ct_inc" in commands ? { ct_inc: last.ct } : {}) };
  return [...recalled, ...changes.map((name) => success(`${call.address}/${name}`, told[name]))];
};

/** As the Hue bridge does it; other members of the body go on top of the scene. */
function recallNamed(call: Call, group: Resource, scene: unknown): readonly Outcome[] {
  const at = `${call.address}/scene`;
  const known = typeof scene === "string" ? call.draft.get(`${group.address}/scenes/${scene}`) : undefined;
  if (!known) throw new ApiError("invalid", at, "scene", scene);
  recall(call, group, known);
  return [success(at, scene)];
}

/** The commands in the words of a lamp; the first that does not fit refuses them all. */
function commandsIn(call: Call, group: Resource, body: Values): Values {
  const { address } = call;
  const commands: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(GROUP_COMMANDS)) {
    if (!Object.hasOwn(body, name)) continue;
    const value = name === "bri" && body.bri === "stop" ? "stop" : accept(field, body[name]);
    if (name === "gradient") commands.gradient = demandGradient(call, group, body.gradient);
    else if (value !== undefined) commands[name] = clamped(name, value);
    else if (name !== "transitiontime") throw new ApiError("invalid", `${address}/${name}`, name, body[name]);
  }
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(GROUP_COMMANDS, name));
  if (unknown !== undefined) throw new ApiError("unknown", `${address}/${unknown}`, unknown);
  if ("ct" in commands && "ct_inc" in commands) throw new ApiError("readOnly", `${address}/ct_inc`, "ct_inc");
  const { toggle, ...rest } = withoutOverruled(withoutSteps(commands, group.action)); // from the last command to the group
  return toggle === true ? { ...rest, on: group.state.any_on !== true } : rest;
}

/** Each light that can show gradients is told it, in any style. */
function demandGradient({ draft, address }: Call, group: Resource, given: unknown): unknown {
  if (!lightsOf(draft, group).some((light) => can(light, "gradient")))
    throw new ApiError("unknown", `${address}/gradient`, "gradient");
  const gradient = readGradient(group, given, address);
  if (gradient instanceof ApiError) throw gradient;
  return gradient;
}

/** The last command, as the group's action shows it. */
function lastOf({ action }: Resource, commands: Values): Values {
  const { on, bri, hue, sat, xy, ct, ct_inc, bri_inc, alert, effect } = commands;
  const level = bri === "stop" ? undefined : (bri ?? (bri_inc && stepped(Number(action.bri), Number(bri_inc), false)));
  const mired = ct ?? (ct_inc && Math.min(UINT16, Math.max(0, Number(action.ct) + Number(ct_inc))));
  const { gradient: _, ...shown } = commands; // the lights have it, not the group
  const colormode = colormodeOf(shown);
  const last = { on, bri: level, hue, sat, xy, ct: mired, alert, effect, colormode };
  return Object.fromEntries(Object.entries(last).filter(([, value]) => value !== undefined));
}

/** One command for all. A light that is not reachable may hear it, too, but nothing of that is shown. */
function send(call: Call, group: Resource, commands: Values): void {
  const { draft, devices, after, cause, address } = call;
  const { bri, ...others } = commands;
  const values = bri === "stop" ? { ...others, bri_inc: 0 } : commands;
  const lights = lightsOf(draft, group);
  const members = lights
    .filter(({ state }) => state.reachable === true)
    .map((resource) => {
      const { optimistic } = isLamp(resource)
        ? plannedLamp(resource, own(resource, values), address)
        : { optimistic: {} };
      return { resource, optimistic };
    });
  showDesired(call, "state", members);
  const sent = { ...values, ...optionsOf(values, values, DEFAULT_LOOP_SPEED) };
  after(() => devices.send({ resource: group, section: "action", values: sent, optimistic: {}, members, cause }));
}

/** The commands that this light takes, within its own range. */
function own(light: Resource, commands: Values): Values {
  const entries = Object.entries(commands).filter(([name]) => can(light, name));
  return Object.fromEntries(entries.map(([name, value]) => [name, clamped(name, value, light)]));
}
