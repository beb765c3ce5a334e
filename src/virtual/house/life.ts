/** What changes by itself in the virtual house: gently, within bounds, only while it is wanted, and not what somebody has just set by hand. */
import type { SimulatedTime } from "../air/simulated-time.ts";
import type { ClusterEndpoint } from "../clusters/cluster.ts";
import { count, draw, hang } from "../clusters/metering.ts";
import { followWeek } from "../clusters/week.ts";
import type { LifeName } from "../devices/device-profile.ts";
import type { VirtualDevice } from "../devices/virtual-device.ts";

/** What an endpoint with these clusters does by itself in so many seconds. */
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

const CLIMATE = { home: 2150, around: 300, step: 12 } as const; // 0.01 °C
const DAMP = { home: 4800, around: 1500, step: 60 } as const; // 0.01 %
const LOAD = { home: 400, around: 300, step: 10 } as const; // W: a unit of the meter, 10 Wh, in a minute or two
const COMES_EVERY = 240; // seconds
const NOON = 13; // o'clock, when it is brightest
const HALF_A_DAY = 7; // hours from then to dusk
const BRIGHTEST = 400; // lux, inside
const DARKEST = 1;
const HEATS = 8; // 0.01 °C a tick
const COOLS = 3;
const COLDEST = 1600;
const HOT = 2800;
const LASTS = 6 * 3600; // seconds for half a percent
const EMPTY = 20; // half percents: then the battery is changed
const FULL = 200;

const SIMULATIONS: Readonly<Record<LifeName, Simulation>> = {
  climate: (endpoint) => {
    if (endpoint.has(TEMPERATURE))
      endpoint.set(TEMPERATURE, { measuredValue: wander(endpoint.get(TEMPERATURE, "measuredValue"), CLIMATE) });
    if (endpoint.has(HUMIDITY))
      endpoint.set(HUMIDITY, { measuredValue: wander(endpoint.get(HUMIDITY, "measuredValue"), DAMP) });
  },
  motion: (endpoint, seconds) => {
    if (endpoint.has(MOTION) && isTime(seconds, COMES_EVERY)) endpoint.set(MOTION, { occupancy: 1 });
    if (endpoint.has(LIGHT))
      endpoint.set(LIGHT, { measuredValue: Math.round(10_000 * Math.log10(daylight(new Date()))) + 1 });
  },
  plug: (endpoint, seconds) => {
    if (!endpoint.has(ELECTRICAL)) return;
    count(endpoint, seconds);
    if (heldFor(endpoint, ELECTRICAL, "activePower") === 0)
      draw(endpoint, wander(endpoint.memory.load ?? LOAD.home, LOAD));
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
    const left = endpoint.get(POWER, "batteryPercentageRemaining") - 1;
    endpoint.set(POWER, { batteryPercentageRemaining: left < EMPTY ? FULL : left });
  },
};

export interface Life {
  on: boolean;
}

/** Goes on until the house's time stops. */
export function startLife(time: SimulatedTime, devices: () => Iterable<VirtualDevice>, on: boolean): Life {
  const life = { on };
  const tick = () => {
    if (life.on) for (const device of devices()) simulate(device, TICK);
    time.later(TICK * 1000, tick);
  };
  time.later(TICK * 1000, tick);
  return life;
}

/** What a device does by itself in so many seconds. */
export function simulate(device: VirtualDevice, seconds: number): void {
  if (!device.isMember) return;
  for (const name of device.profile.life ?? [])
    for (const endpoint of device.clusterEndpoints.values()) SIMULATIONS[name](withoutHeld(endpoint), seconds);
}

/**
 * It was set by hand: whoever tries something out finds it as it was left. Motion is not held: the sensor itself ends it after its delay. A power is
 * what hangs on the plug now, and is drawn again when the plug was off and is switched on.
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

/** The endpoint, whose held values are not changed by what is simulated. */
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
function wander(value: number, { home, around, step }: typeof CLIMATE | typeof DAMP | typeof LOAD): number {
  const pull = (home - value) / around;
  const next = value + step * (2 * Math.random() - 1 + pull / 2);
  return Math.round(Math.min(Math.max(next, home - around), home + around));
}

function isTime(seconds: number, every: number): boolean {
  return Math.random() < seconds / every;
}

/** In lux, by the hour, with a cloud now and then. */
export function daylight(now: Date): number {
  const hour = now.getHours() + now.getMinutes() / 60;
  const height = Math.cos(((hour - NOON) / HALF_A_DAY) * (Math.PI / 2));
  const isDay = Math.abs(hour - NOON) < HALF_A_DAY;
  return Math.max(DARKEST, isDay ? BRIGHTEST * height * (0.9 + 0.1 * Math.random()) : DARKEST);
}
