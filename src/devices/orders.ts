/** A wish in the words of the API → what the radio is asked to do, for one device or for a whole group at once. */
import type { Ieee, Order } from "../model/radio.ts";
import type { Resource, Values } from "../model/resource.ts";
import { doings } from "./commands.ts";
import { framedOrders } from "./framed.ts";
import { writeMembers } from "./ops-write.ts";
import type { PlannedResource } from "./plan-types.ts";
import { hasCluster, type Known, type Part } from "./registry.ts";
import { standardOrders } from "./standard.ts";

export interface Errands {
  readonly orders: readonly Order[];
  readonly options: Values; // not for the device, but for how its values are read
  readonly untaken: readonly string[]; // members that this device cannot be told
}

/** A member of a group. */
export interface Member {
  readonly device: Known;
  readonly part: Part;
  readonly resource: Resource;
}

/** These only say how others are done, and need not be taken. */
export const MANNERS: readonly string[] = ["transitiontime", "ontime", "onoffcontrol", "colorloopspeed", "wrap"];

export function errandsFor({ device, part, resource }: Member, section: "state" | "config", values: Values): Errands {
  const { planned } = part;
  const target = { ieee: device.ieee, endpoint: planned.source };
  const isState = section === "state";
  const means = {
    target,
    has: (cluster: number) => hasCluster(device, part, cluster),
    state: resource.state,
    isSiren: planned.type === "Warning device",
  };
  const framed = framedOrders(planned, section, target, values);
  const { first, last, rest } = isState ? doings(means, framed.rest) : { first: [], last: [], rest: framed.rest };
  const { values: words, options, untaken } = writeMembers(planned, section, rest, resource);
  const standard = device.spoken ? undefined : standardOrders(target, withoutSuffix(planned, words));
  const set: readonly Order[] = hasWords(words) ? [{ do: "set", target, values: words }] : [];
  return {
    orders: [...first, ...(standard?.orders ?? set), ...last, ...framed.orders],
    options,
    untaken: [...untaken, ...(standard?.untaken ?? [])].filter((name) => !MANNERS.includes(name)),
  };
}

/** One frame for all. Each member would say it in its own way: what the first says goes for those that say nothing else. */
export function errandsForGroup(
  group: number,
  members: readonly Member[],
  state: Values,
  values: Values,
): readonly Order[] {
  const target = {
    group,
    members: members.map(({ device, part }): { ieee: Ieee; endpoint: number } => {
      return { ieee: device.ieee, endpoint: part.planned.source };
    }),
  };
  const means = {
    target,
    has: (cluster: number) => members.some(({ device, part }) => hasCluster(device, part, cluster)),
    state,
    isSiren: false,
  };
  const { first, last, rest } = doings(means, values);
  const words: Record<string, unknown> = {};
  for (const { part, resource } of members) {
    const own = withoutSuffix(part.planned, writeMembers(part.planned, "state", rest, resource).values);
    for (const [name, value] of Object.entries(own)) words[name] ??= value;
  }
  const ct = typeof rest.ct === "number" && "color_temp" in words ? { color_temp: rest.ct } : {}; // its ends are each member's own
  const told = { ...words, ...ct };
  const isSpoken = members.some(({ device }) => device.spoken);
  const set: readonly Order[] = hasWords(told) ? [{ do: "set", target, values: told }] : [];
  return [...first, ...(isSpoken ? set : standardOrders(target, told).orders), ...last];
}

/** A transition alone moves nothing. */
function hasWords({ transition: _, ...words }: Values): boolean {
  return Object.keys(words).length > 0;
}

function withoutSuffix({ suffix }: PlannedResource, values: Values): Values {
  if (suffix === "") return values;
  const end = `_${suffix}`;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name.endsWith(end) ? name.slice(0, -end.length) : name, value]),
  );
}
