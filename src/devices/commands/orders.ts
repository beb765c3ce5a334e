/** Values in the words of the API → orders for the radio, for one device or for a whole group at once. */
import { COMMAND_OPTIONS } from "../../model/devices.ts";
import type { Order } from "../../model/radio/orders.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { Resource, Values } from "../../model/resource.ts";
import { type Device, type DeviceResource, hasCluster } from "../inventory/device-registry.ts";
import type { PlannedResource } from "../plan/device-plan.ts";
import { clusterCommands, IDENTIFY, type OrderStep, type Skill } from "./cluster-commands.ts";
import { type FramedOrder, framedOrders } from "./custom-frames.ts";
import { writableMembers, writeMembers } from "./member-writes.ts";
import { standardOrders } from "./standard-commands.ts";

/** What a device has refused before. */
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

/** Who is told. */
export interface Recipient {
  readonly device: Device;
  readonly deviceResource: DeviceResource;
  readonly resource: Resource;
}

/** `lacking`: what the device has refused before. */
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

/** What a device cannot do when it refuses one of these values. */
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
  for (const { deviceResource, resource } of members) {
    const own = withoutSuffix(
      deviceResource.planned,
      writeMembers(deviceResource.planned, "state", rest, resource).values,
    );
    for (const [name, value] of Object.entries(own)) properties[name] ??= value;
  }
  const ct = typeof rest.ct === "number" && "color_temp" in properties ? { color_temp: rest.ct } : {}; // its ends are each member's own
  const told = { ...properties, ...ct };
  const isSpoken = members.some(({ device }) => device.hasConverter);
  const set: readonly Order[] = hasProperties(told) ? [{ do: "set", target, values: told }] : [];
  const orderOf = ({ order }: OrderStep) => order;
  return [...first.map(orderOf), ...(isSpoken ? set : standardOrders(target, told).orders), ...last.map(orderOf)];
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

/** What of a group's command this member understands: a plug takes what plugs take, and a covering what coverings take. */
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
