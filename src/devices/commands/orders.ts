/**
 * Values in the words of the API → orders for the radio, for one device or for a whole group at once; and members of a resource → properties of
 * the device, in the words of the converters.
 */
import { COMMAND_OPTIONS } from "../../model/devices.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { Order, Target } from "../../model/radio/orders.ts";
import { isObject, type Resource, type Values } from "../../model/resource.ts";
import { type Device, type DeviceResource, hasCluster } from "../inventory/device-registry.ts";
import type { PlannedResource, ValueMapping } from "../plan/device-plan.ts";
import { CONVERSIONS } from "../values/conversions.ts";
import { clusterCommands, IDENTIFY, type OrderStep, type Skill } from "./cluster-commands.ts";
import { type FramedOrder, framedOrders } from "./custom-frames.ts";
import { standardOrders } from "./standard-commands.ts";

/** Skills that a device has refused before. */
export type Lacking = ReadonlySet<Skill>;

const NOTHING: Lacking = new Set();
/** Members that can be told in another way. */
const SKILLED: readonly string[] = ["bri_inc", "ct_inc", "open", "lift", "stop"];

export interface DeviceOrders {
  readonly steps: readonly OrderStep[];
  readonly options: Values; // for the converters: how the values of the device are read
  readonly unsupported: readonly string[]; // members that this device cannot be told
  readonly offAfter?: number; // tenths of a second until the light has to be told to go out
}

/** The resource that gets a command, and its device. */
export interface Recipient {
  readonly device: Device;
  readonly deviceResource: DeviceResource;
  readonly resource: Resource;
}

/** `lacking`: skills that the device has refused before. */
export function deviceOrders(
  { device, deviceResource, resource }: Recipient,
  section: "state" | "config",
  values: Values,
  lacking: Lacking = NOTHING,
): DeviceOrders {
  const { planned } = deviceResource;
  const target = { ieee: device.ieee, endpoint: planned.source };
  const isState = section === "state";
  const context = {
    target,
    has: (cluster: number) => hasCluster(device, deviceResource, cluster),
    lacks: (skill: Skill) => lacking.has(skill),
    state: resource.state,
    isSiren: planned.type === "Warning device",
  };
  const framed = framedOrders(planned, section, { target, values, resource });
  const left = framed.rest;
  const { first, last, rest, ...more } = isState ? clusterCommands(context, left) : { first: [], last: [], rest: left };
  const { values: properties, options, unsupported } = writeMembers(planned, section, rest, resource, lacking);
  const members = Object.fromEntries(
    Object.entries(rest).flatMap(([member, value]) => {
      if (COMMAND_OPTIONS.includes(member)) return [];
      const own = writeMembers(planned, section, { [member]: value }, resource, lacking).values;
      return [[member, Object.keys(own).filter((key) => key !== "transition" && own[key] !== null)]];
    }),
  );
  const standard =
    device.hasConverter && !planned.unconverted
      ? undefined
      : standardOrders(target, withoutSuffix(planned, properties));
  const set: OrderStep = { order: { do: "set", target, values: properties }, members, skills: skillsOf(rest) };
  const sets = standard ? standard.orders.map((order, at) => stepOf(order, standard.properties[at], set)) : [set];
  return {
    ...more,
    steps: [...first, ...(hasProperties(properties) ? sets : []), ...last, ...framed.orders.map(framedStep)],
    options,
    unsupported: [...unsupported, ...(standard?.unsupported ?? [])].filter((name) => !COMMAND_OPTIONS.includes(name)),
  };
}

function framedStep({ member, order }: FramedOrder): OrderStep {
  return { order, members: { [member]: [] }, skills: {} };
}

/** The order of one property, where each property takes an order of its own. */
function stepOf(order: Order, property: string | undefined, { members, skills }: OrderStep): OrderStep {
  const own = Object.entries(members).filter(([, keys]) =>
    keys.some((key) => key === property || key.startsWith(`${property}_`)),
  );
  return { order, members: Object.fromEntries(own), skills };
}

/** The skills that a device lacks when it refuses one of these values. */
function skillsOf({ effect, ...values }: Values): Readonly<Record<string, Skill>> {
  const known = SKILLED.filter((member) => Object.hasOwn(values, member)).map((member) => [member, member]);
  return { ...Object.fromEntries(known), ...(effect !== undefined && { effect: `effect:${effect}` }) };
}

/** One frame for all. Converters of the members may differ: for each property the first member that has it decides. */
export function groupOrders(
  group: number,
  members: readonly Recipient[],
  state: Values,
  values: Values,
): readonly Order[] {
  const target = {
    group,
    members: members.map(({ device, deviceResource }): { ieee: Ieee; endpoint: number } => {
      return { ieee: device.ieee, endpoint: deviceResource.planned.source };
    }),
  };
  const context = {
    target,
    has: (cluster: number) => members.some(({ device, deviceResource }) => hasCluster(device, deviceResource, cluster)),
    lacks: () => false, // a member that lacks something is told by itself
    state,
    isSiren: false,
  };
  const { first, last, rest } = clusterCommands(context, values);
  const properties: Record<string, unknown> = {};
  const whites = new Set<unknown>();
  for (const { deviceResource, resource } of members) {
    const own = withoutSuffix(
      deviceResource.planned,
      writeMembers(deviceResource.planned, "state", rest, resource).values,
    );
    for (const [name, value] of Object.entries(own)) properties[name] ??= value;
    if ("color_temp" in own) whites.add(own.color_temp);
  }
  const ct = typeof rest.ct === "number" && "color_temp" in properties ? { color_temp: rest.ct } : {}; // its ends are each member's own
  const told = { ...properties, ...ct };
  const isSpoken = members.some(({ device }) => device.hasConverter);
  const set: readonly Order[] = hasProperties(told) ? [{ do: "set", target, values: told }] : [];
  const orderOf = ({ order }: OrderStep) => order;
  const sets = isSpoken
    ? [...set, ...(whites.size > 1 ? whiteForAll(target, told) : [])]
    : standardOrders(target, told).orders;
  return [...first.map(orderOf), ...sets, ...last.map(orderOf)];
}

/** The converters keep a white within the ends that all lamps of a group have. One that can go further is to have it as it was asked for. */
function whiteForAll(target: Target, { color_temp, transition }: Values): readonly Order[] {
  return standardOrders(target, { color_temp, transition }).orders;
}

/** A transition alone changes nothing. */
function hasProperties({ transition: _, ...properties }: Values): boolean {
  return Object.keys(properties).length > 0;
}

function withoutSuffix({ suffix }: PlannedResource, values: Values): Values {
  if (suffix === "") return values;
  const end = `_${suffix}`;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name.endsWith(end) ? name.slice(0, -end.length) : name, value]),
  );
}

/** The values of a group's command that this member understands: a plug takes those of plugs, and a covering those of coverings. */
export function understoodBy({ device, deviceResource }: Recipient, values: Values): Values {
  const writable = writableMembers(deviceResource.planned, "state");
  const isTaken = (name: string) => {
    if (name === "alert") return hasCluster(device, deviceResource, IDENTIFY) || writable.includes(name);
    return COMMAND_OPTIONS.includes(name) || writable.includes(memberOf(name));
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => isTaken(name)));
}

/** The member of a state that a command moves. */
function memberOf(command: string): string {
  return command === "stop" ? "open" : command.replace(/_inc$/, "");
}

// ---- members of a resource → properties of the device

interface MemberWrites {
  readonly values: Values; //              to be set: keys with their endpoint's suffix
  readonly options: Values; //             not the device's, but how its values are read
  readonly unsupported: readonly string[]; // members that this device cannot be told
}

type MappedSection = ValueMapping["section"];

/** Commands that are no values of members. Undefined: this device cannot. */
type MemberWrite = (resource: PlannedResource, value: unknown) => Values | undefined;

const OPEN = 0; // % closed
const SHUT = 100;
const DEFAULT_TRANSITION = 4; // tenths of a second, as the real gateway
const DARKEST = 1;
const SMOOTH: readonly string[] = ["bri", "bri_inc", "ct", "ct_inc", "xy", "hue", "sat"];
const SPECIAL: Readonly<Record<string, MemberWrite>> = {
  bri_inc: (resource, value) => stepped(resource, "bri", "brightness", value),
  ct_inc: (resource, value) => stepped(resource, "ct", "color_temp", value),
  stop: (resource, value) => {
    const motor = value === true ? writable(resource, "state", "open") : undefined;
    const stop = motor?.values?.find((word) => String(word).toLowerCase() === "stop");
    return motor && stop !== undefined ? { [motor.property]: stop } : undefined;
  },
  open: liftedFully,
};

/** Other ways for members that a device has refused. */
const INSTEAD: Readonly<Record<string, MemberWrite>> = {
  open: liftedFully,
  lift: (resource, value) => {
    const motor = value === OPEN || value === SHUT ? writable(resource, "state", "open") : undefined;
    return motor && toldBy(motor, value === OPEN);
  },
};

/** `now`: the resource as it is before the command. `lacking`: skills that the device has refused before. */
export function writeMembers(
  resource: PlannedResource,
  section: MappedSection,
  wanted: Values,
  now: { readonly state: Values },
  lacking: ReadonlySet<string> = NOTHING,
): MemberWrites {
  const values: Record<string, unknown> = {};
  const options: Record<string, unknown> = {};
  const unsupported: string[] = [];
  const add = (to: Record<string, unknown>, more: Values) => {
    for (const [name, value] of Object.entries(more)) to[name] = both(to[name], value);
  };
  for (const [member, value] of Object.entries(members(section, wanted))) {
    const isRefused = section === "state" && (lacking.has(member) || lacking.has(`${member}:${value}`));
    const links = isRefused ? [] : allWritable(resource, section, member);
    const told = links.flatMap((link) => {
      const said = toldBy(link, value);
      return said ? [{ said, to: link.option ? options : values }] : [];
    });
    for (const { said, to } of told) add(to, said);
    if (told.length > 0) continue;
    const others = isRefused ? INSTEAD : SPECIAL;
    const instead = section === "state" ? others[member]?.(resource, value) : undefined;
    if (instead) add(values, instead);
    else unsupported.push(member);
  }
  const isMoved = section === "state" && resource.family === "lights" && Object.keys(values).length > 0;
  if (isMoved) add(values, manners(resource, wanted, now));
  return { values, options, unsupported };
}

/** Which members of a section a device can be told at all. */
export function writableMembers({ mappings, framed = [] }: PlannedResource, section: MappedSection): readonly string[] {
  const found = mappings.filter(
    (link) => link.section === section && link.writable && CONVERSIONS[link.conversion]?.write,
  );
  const ours = framed.filter((path) => path.startsWith(`${section}/`)).map((path) => path.slice(section.length + 1));
  return [...new Set([...found.map(({ member }) => member), ...ours])];
}

/** Which of these members the device can be told, but not with this value. */
export function unwritable(resource: PlannedResource, section: MappedSection, wanted: Values): readonly string[] {
  const known = resource.mappings.filter((link) => link.section === section).map(({ member }) => member);
  return writeMembers(resource, section, wanted, { state: {} }).unsupported.filter((member) => known.includes(member));
}

/** Off overrules a level; a light that is switched on shines, however little. */
function members(section: MappedSection, wanted: Values): Values {
  if (section !== "state") return wanted;
  const rest = Object.fromEntries(Object.entries(wanted).filter(([member]) => !COMMAND_OPTIONS.includes(member)));
  if (rest.on === false && "bri" in rest) delete rest.bri;
  return rest.on === true && rest.bri === 0 ? { ...rest, bri: DARKEST } : rest;
}

function writable(resource: PlannedResource, section: MappedSection, member: string): ValueMapping | undefined {
  return allWritable(resource, section, member)[0];
}

/** Some members are told by several values: the mode of a thermostat that has one for its program and one for its valves. */
function allWritable({ mappings }: PlannedResource, section: MappedSection, member: string): readonly ValueMapping[] {
  return mappings.filter(
    (link) =>
      link.section === section &&
      link.member === member &&
      link.writable &&
      CONVERSIONS[link.conversion]?.write !== undefined,
  );
}

function toldBy(link: ValueMapping, value: unknown): Values | undefined {
  const told = CONVERSIONS[link.conversion]?.write?.(value, link);
  if (told === undefined) return undefined;
  return { [link.property]: link.field === undefined ? told : { [link.field]: told } };
}

function liftedFully(resource: PlannedResource, value: unknown): Values | undefined {
  const lift = writable(resource, "state", "lift");
  return lift && typeof value === "boolean" ? toldBy(lift, value ? OPEN : SHUT) : undefined;
}

/** Properties with fields, such as colors, are told in one piece. */
function both(before: unknown, value: unknown): unknown {
  return isObject(before) && isObject(value) ? { ...before, ...value } : value;
}

function stepped(resource: PlannedResource, member: string, word: string, value: unknown): Values | undefined {
  const link = writable(resource, "state", member);
  if (!link || typeof value !== "number" || !Number.isFinite(value)) return undefined;
  const end = link.property.slice(word.length);
  return value === 0 ? { [`${word}_move${end}`]: "stop" } : { [`${word}_step${end}`]: value };
}

/** How fast, and for how long. */
function manners(resource: PlannedResource, wanted: Values, { state }: { readonly state: Values }): Values {
  const { ontime } = wanted;
  const seconds = resource.takesTransition ? transition(wanted) : undefined;
  const bri = writable(resource, "state", "bri");
  return {
    ...(seconds === undefined ? {} : { transition: seconds }),
    ...(typeof ontime === "number" ? lasting(resource, wanted, ontime / 10) : {}),
    ...(bri && staysOff(wanted, state) ? { [`state${bri.property.slice("brightness".length)}`]: null } : {}),
  };
}

/** In seconds. A light that is only switched has no transition; a color loop takes the time of a round for one. */
function transition({ transitiontime, effect, colorloopspeed, ...wanted }: Values): number | undefined {
  const isSmooth = SMOOTH.some((member) => member in wanted) && wanted.on !== false;
  const isAsked = typeof transitiontime === "number";
  if (isSmooth || (isAsked && wanted.on !== undefined)) return (isAsked ? transitiontime : DEFAULT_TRANSITION) / 10;
  return effect === "colorloop" && typeof colorloopspeed === "number" ? colorloopspeed : undefined;
}

function lasting({ mappings }: PlannedResource, { on, alert }: Values, seconds: number): Values {
  const siren = alert === "lselect" ? mappings.find(({ conversion }) => conversion === "warning") : undefined;
  if (siren) return { [siren.property]: { duration: Math.round(seconds) } };
  return on === true ? { on_time: seconds } : {};
}

/** The converters switch a light on whose brightness is set. A light that takes it while it is off is to stay so. */
function staysOff({ on, bri }: Values, state: Values): boolean {
  return on === undefined && typeof bri === "number" && state.on === false;
}
