/** The values of the virtual house change by themselves: gently, within bounds, only while wanted, and not those just set by hand. */
import type { SimulatedTime } from "../air/simulated-time.ts";
import type { ClusterEndpoint } from "../clusters/cluster.ts";
import { count, draw, hang } from "../clusters/metering.ts";
import { isOn } from "../clusters/onoff.ts";
import { followWeek } from "../clusters/week.ts";
import type { LifeName } from "../devices/device-profile.ts";
import type { VirtualDevice } from "../devices/virtual-device.ts";
import { passesAt } from "./household.ts";
import { daylight } from "./made-up-days.ts";
import { minutesOf, UNDER_WAY, wattsAt } from "./washing.ts";

/** The changes of an endpoint by itself in so many seconds. */
type Simulation = (endpoint: ClusterEndpoint, seconds: number) => void;

const TICK = 10; // seconds
const HELD = 600_000; // milliseconds that a value stays as it was set by hand
const TEMPERATURE = "msTemperatureMeasurement";
const HUMIDITY = "msRelativeHumidity";
const LIGHT = "msIlluminanceMeasurement";
const MOTION = "msOccupancySensing";
const THERMOSTAT = "hvacThermostat";
const POWER = "genPowerCfg";
const ELECTRICAL = "haElectricalMeasurement";

const CLIMATE = { home: 2150, around: 300, step: 6 } as const; // 0.01 °C
const DAMP = { home: 4800, around: 1500, step: 30 } as const; // 0.01 %
const MINUTE = 60; // seconds
const HOUR = 60 * MINUTE;
const WASHES_EVERY = 6 * HOUR;
const [WASHES_FROM, WASHES_UNTIL] = [8, 20]; // o'clock
const HEATS = 8; // 0.01 °C a tick
const COOLS = 3;
const COLDEST = 1600;
const HOT = 2800;
const LASTS = 12 * HOUR; // for half a percent
const EMPTY = 20; // half percents: there it stays until a user puts in a new one

const SIMULATIONS: Readonly<Record<LifeName, Simulation>> = {
  climate: (endpoint) => {
    if (endpoint.has(TEMPERATURE))
      endpoint.set(TEMPERATURE, { measuredValue: wander(endpoint.get(TEMPERATURE, "measuredValue"), CLIMATE) });
    if (endpoint.has(HUMIDITY))
      endpoint.set(HUMIDITY, { measuredValue: wander(endpoint.get(HUMIDITY, "measuredValue"), DAMP) });
  },
  motion: (endpoint, seconds) => {
    const now = new Date();
    if (endpoint.has(MOTION) && isTime(seconds, HOUR / passesAt(now))) endpoint.set(MOTION, { occupancy: 1 });
    shine(endpoint, now);
  },
  plug: (endpoint, seconds) => {
    if (!endpoint.has(ELECTRICAL)) return;
    count(endpoint, seconds);
    if (endpoint.has("genOnOff") && !isOn(endpoint)) return; // the machine waits for the mains
    const watts = wash(endpoint.memory, seconds, new Date().getHours());
    if (heldFor(endpoint, ELECTRICAL, "activePower") === 0) draw(endpoint, watts);
  },
  thermostat: (endpoint) => {
    if (!endpoint.has(THERMOSTAT)) return;
    followWeek(endpoint, new Date());
    const isHeating = endpoint.get(THERMOSTAT, "runningState") !== 0;
    const localTemp = endpoint.get(THERMOSTAT, "localTemp") + (isHeating ? HEATS : -COOLS);
    endpoint.set(THERMOSTAT, { localTemp: Math.min(Math.max(localTemp, COLDEST), HOT) });
  },
  battery: (endpoint, seconds) => {
    if (!endpoint.has(POWER, "batteryPercentageRemaining") || !isTime(seconds, LASTS)) return;
    const left = endpoint.get(POWER, "batteryPercentageRemaining");
    endpoint.set(POWER, { batteryPercentageRemaining: left <= EMPTY ? left : left - 1 });
  },
};

export interface Life {
  on: boolean;
}

/** Goes on until the house's time stops. */
export function startLife(time: SimulatedTime, devices: () => Iterable<VirtualDevice>, on: boolean): Life {
  const life = { on };
  if (on) for (const device of devices()) dawn(device);
  const tick = () => {
    if (life.on) for (const device of devices()) simulate(device, TICK);
    time.later(TICK * 1000, tick);
  };
  time.later(TICK * 1000, tick);
  return life;
}

/** A light sensor shows the light of now, also before the device is a member: its first report is right. */
function dawn({ clusterEndpoints }: VirtualDevice): void {
  for (const endpoint of clusterEndpoints.values()) shine(withoutHeld(endpoint), new Date());
}

/** The changes of a device by itself in so many seconds. */
export function simulate(device: VirtualDevice, seconds: number): void {
  if (!device.isMember) return;
  for (const name of device.profile.life ?? [])
    for (const endpoint of device.clusterEndpoints.values()) SIMULATIONS[name](withoutHeld(endpoint), seconds);
}

/**
 * A value was set by hand: a user who tries something out finds it as it was left. Motion is not held: the sensor itself ends it after its
 * delay. A power becomes that of the appliance on the plug, which draws it again when the plug was off and is switched on.
 */
export function hold(endpoint: ClusterEndpoint, cluster: string, attribute: string): void {
  const path = `${cluster}.${attribute}`;
  endpoint.held.delete(path);
  if (cluster === MOTION && endpoint.running.has(MOTION)) return;
  if (path === `${ELECTRICAL}.activePower`) hang(endpoint);
  endpoint.held.set(path, { text: endpoint.text(cluster, attribute), until: endpoint.device.time.now() + HELD });
}

/** Milliseconds for which life still leaves a value alone; 0: it changes by itself. */
export function heldFor({ held, device }: ClusterEndpoint, cluster: string, attribute: string): number {
  return Math.max(0, (held.get(`${cluster}.${attribute}`)?.until ?? 0) - device.time.now());
}

/** The endpoint, whose held values the simulation does not change. */
function withoutHeld(endpoint: ClusterEndpoint): ClusterEndpoint {
  return {
    ...endpoint,
    set: (cluster, values) => {
      const free = Object.entries(values).filter(([attribute]) => heldFor(endpoint, cluster, attribute) === 0);
      endpoint.set(cluster, Object.fromEntries(free));
    },
  };
}

/** A step in some direction, rather homewards, and never far from home. */
function wander(value: number, { home, around, step }: typeof CLIMATE | typeof DAMP): number {
  const pull = (home - value) / around;
  const next = value + step * (2 * Math.random() - 1 + pull / 2);
  return Math.round(Math.min(Math.max(next, home - around), home + around));
}

function isTime(seconds: number, every: number): boolean {
  return Math.random() < seconds / every;
}

/** The power of its washing machine: one program after the other, by day. */
function wash(memory: Record<string, number>, seconds: number, hour: number): number {
  const { washed = UNDER_WAY * MINUTE, washes = 0 } = memory;
  const isOver = washed > (minutesOf(washes) + 1) * MINUTE;
  const starts = isOver && hour >= WASHES_FROM && hour < WASHES_UNTIL && isTime(seconds, WASHES_EVERY);
  memory.washed = starts ? 0 : isOver ? washed : washed + seconds;
  memory.washes = starts ? washes + 1 : washes;
  return wattsAt(memory.washed / MINUTE, memory.washes);
}

function shine(endpoint: ClusterEndpoint, now: Date): void {
  if (endpoint.has(LIGHT)) endpoint.set(LIGHT, { measuredValue: Math.round(10_000 * Math.log10(daylight(now))) + 1 });
}
