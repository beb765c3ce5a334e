/** Members of which the converters know nothing, or too little (gradients, weeks): devices are told them in frames of our own. */
import { type Gradient, gradientBytes } from "../../model/lights/gradient.ts";
import type { DeviceFacts, Ieee, RawMessage } from "../../model/radio/device-facts.ts";
import type { Order } from "../../model/radio/orders.ts";
import type { Resource, Values } from "../../model/resource.ts";
import {
  changesBetween,
  minutesOf,
  onAirDays,
  type SetpointTransition,
  type WeekSchedule,
} from "../../model/time/week-schedule.ts";
import type { PlannedResource } from "../plan/device-plan.ts";

/** The cluster of Hue in which a strip reports all that it shows in one piece. */
export const STRIP = { id: 0xfc03, cluster: "manuSpecificPhilips2", state: "state", reversed: 0x0033 } as const;
const UNPIECED: Readonly<Record<string, string>> = {
  "state/hue": "enhancedCurrentHue",
  "state/sat": "currentSaturation",
  "state/ct": "colorTemperature",
};
/** The cluster of thermostats: their week, and whether they go by it. */
export const WEEK = {
  ...{ id: 0x0201, cluster: "hvacThermostat", mode: "programingOperMode" },
  ...{ allDays: 0x7f, heat: 1, both: 3 },
} as const;
const GOES_BY_WEEK = 1; // bit of its mode
const INVERTED: readonly string[] = ["Thermostat"]; // eCozy: the bit says that it does not
const COOLER = 200; // 0.01 °C above the heatsetpoint, where a thermostat begins to cool at the earliest
const SIGNIFY = 0x100b;
const BOOLEAN = 0x10;

export interface FramedOrder {
  readonly member: string;
  readonly order: Order;
}

interface FramedCommand {
  readonly target: { readonly ieee: Ieee; readonly endpoint: number };
  readonly values: Values; // of the whole command
  readonly resource: Resource; // as it was before the command
}

const FRAMES: Readonly<Record<string, (value: unknown, command: FramedCommand) => readonly Order[]>> = {
  "state/gradient": (gradient, { target, values: { transitiontime = 0 } }) => {
    const payload = { data: gradientBytes(gradient as Gradient, Number(transitiontime)) };
    return [{ do: "command", target, cluster: STRIP.cluster, command: "multiColor", payload }];
  },
  "config/color/gradient/reversed": (value, { target }) => {
    const values = { [STRIP.reversed]: { value: value === true ? 1 : 0, type: BOOLEAN } };
    return [{ do: "write", target, cluster: STRIP.cluster, values, manufacturer: SIGNIFY }];
  },
  "config/schedule": (wanted, { target, resource: { config } }) => {
    const week = wanted as WeekSchedule;
    const changes = changesBetween((config.schedule ?? {}) as WeekSchedule, week);
    const told = changes.length > 0 ? changes : changesBetween({}, week); // the thermostat may have lost the week that it is told again
    return told.map(({ days, transitions }): Order => {
      const payload = {
        ...{ numoftrans: transitions.length, dayofweek: onAirDays(days) },
        mode: "coolsetpoint" in config ? WEEK.both : WEEK.heat,
        transitions: transitions.map((each) => transitionOnAir(each, config)),
      };
      return { do: "command", target, cluster: WEEK.cluster, command: "setWeeklySchedule", payload };
    });
  },
  "config/schedule_on": (value, { target, resource: { attr, config } }) => {
    const others = Number(config.programming ?? 0) & ~GOES_BY_WEEK;
    const isSet = (value === true) !== isInverted(attr.modelid);
    const values = { [WEEK.mode]: others | (isSet ? GOES_BY_WEEK : 0) };
    return [{ do: "write", target, cluster: WEEK.cluster, values }];
  },
};

/** A thermostat that cools, too, is told from where on. */
function transitionOnAir({ localtime, heatsetpoint }: SetpointTransition, { coolsetpoint }: Values): Values {
  const plain = { transitionTime: minutesOf(localtime), heatSetpoint: heatsetpoint };
  if (coolsetpoint === undefined) return plain;
  return { ...plain, coolSetpoint: Math.max(heatsetpoint + COOLER, Number(coolsetpoint ?? 0)) };
}

/** Whether a thermostat goes by its week, as its mode says. */
export function goesByWeek(mode: number, modelid: unknown): boolean {
  return ((mode & GOES_BY_WEEK) !== 0) !== isInverted(modelid);
}

function isInverted(modelid: unknown): boolean {
  return INVERTED.includes(String(modelid));
}

/** The frames for a command, and the values of it that are left. */
export function framedOrders(
  { framed = [] }: PlannedResource,
  section: "state" | "config",
  { target, values, resource }: FramedCommand,
): { readonly orders: readonly FramedOrder[]; readonly rest: Values } {
  const isFramed = (name: string) => framed.includes(`${section}/${name}`);
  const orders = Object.entries(values).flatMap(([name, value]) =>
    isFramed(name)
      ? ordersFor(`${section}/${name}`, value, { target, values, resource }).map((order) => ({ member: name, order }))
      : [],
  );
  return { orders, rest: Object.fromEntries(Object.entries(values).filter(([name]) => !isFramed(name))) };
}

function ordersFor(path: string, value: unknown, command: FramedCommand): readonly Order[] {
  return FRAMES[path]?.(value, command) ?? [];
}

export function keepsWeeks({ framed = [] }: PlannedResource): boolean {
  return framed.includes("config/schedule");
}

export function showsGradients({ framed = [] }: PlannedResource): boolean {
  return framed.includes("state/gradient");
}

/** A strip that is asked for all that it shows need not be asked for its parts. */
export function framedReads({ framed = [], source }: PlannedResource, ieee: Ieee): readonly Order[] {
  const target = { ieee, endpoint: source };
  if (!framed.includes("state/gradient")) return [];
  return [{ do: "read", target, cluster: STRIP.cluster, attributes: [STRIP.state] }];
}

/** Reads of attributes that Hue's lights leave out of that piece, which is all that the converters ask for. */
export function unpiecedReads(
  { family, source }: PlannedResource,
  { ieee, endpoints }: Pick<DeviceFacts, "ieee" | "endpoints">,
  nulls: readonly string[],
): readonly Order[] {
  const at = endpoints.find(({ id }) => id === source);
  const attributes = Object.entries(UNPIECED).flatMap(([path, attribute]) => (nulls.includes(path) ? [attribute] : []));
  if (family !== "lights" || !at?.inputs.includes(STRIP.id) || attributes.length === 0) return [];
  return [{ do: "read", target: { ieee, endpoint: source }, cluster: "lightingColorCtrl", attributes }];
}

export function isOfStrip({ cluster }: RawMessage): boolean {
  return cluster === STRIP.cluster;
}
