/** What can be moved on a virtual device: what it measures, each by a control that fits. Pure. */
import type { Values } from "../api.ts";
import { attribute, type Station } from "./virtual-house.ts";

interface Same {
  readonly name: string; // "temperature"
  /** What the virtual house is told. */
  readonly told: (value: number) => Values;
}

export interface Turning extends Same {
  readonly is: "slider";
  readonly value: number; // in units of people
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit: string;
  readonly show?: (value: number) => number; // where the slider does not move evenly
  readonly isAside?: true; //                   not what it is bought for
}

export interface Flipping extends Same {
  readonly is: "switch";
  readonly isOn: boolean;
  readonly isAside?: true;
}

export type Knob = Turning | Flipping;

interface Row {
  readonly cluster: string;
  readonly attribute: string;
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit: string;
  readonly factor: number; // of the attribute: so much is one unit
  readonly show?: (value: number) => number;
  readonly isAside?: true;
}

/** The attribute is 10,000 times the logarithm of lux; a step of the slider is a tenth of that. */
const lux = (step: number) => Math.round(10 ** (step / 10));

const ROWS: readonly Row[] = [
  {
    cluster: "msTemperatureMeasurement",
    attribute: "measuredValue",
    name: "temperature",
    min: -20,
    max: 50,
    step: 0.5,
    unit: " °C",
    factor: 100,
  },
  {
    cluster: "msRelativeHumidity",
    attribute: "measuredValue",
    name: "humidity",
    min: 0,
    max: 100,
    step: 1,
    unit: " %",
    factor: 100,
  },
  {
    cluster: "msIlluminanceMeasurement",
    attribute: "measuredValue",
    name: "light",
    min: 0,
    max: 50,
    step: 1,
    unit: " lux",
    factor: 1000,
    show: lux,
  },
  {
    cluster: "hvacThermostat",
    attribute: "localTemp",
    name: "temperature",
    min: 5,
    max: 35,
    step: 0.5,
    unit: " °C",
    factor: 100,
  },
  {
    cluster: "haElectricalMeasurement",
    attribute: "activePower",
    name: "power",
    min: 0,
    max: 3000,
    step: 10,
    unit: " W",
    factor: 1,
  },
  {
    cluster: "closuresWindowCovering",
    attribute: "currentPositionLiftPercentage",
    name: "lift",
    min: 0,
    max: 100,
    step: 5,
    unit: " %",
    factor: 1,
  },
  {
    cluster: "genPowerCfg",
    attribute: "batteryPercentageRemaining",
    name: "battery",
    min: 0,
    max: 100,
    step: 5,
    unit: " %",
    factor: 2,
    isAside: true,
  },
];
const ZONES: Readonly<Record<number, string>> = { 13: "motion", 21: "open", 40: "smoke", 42: "water" };
const ALARM = 0x0001;
const TAMPERED = 0x0004;

export function knobsOf(station: Station): readonly Knob[] {
  return [...switchesOf(station), ...ROWS.flatMap((row) => sliderOf(station, row) ?? [])];
}

function switchesOf(station: Station): readonly Knob[] {
  const occupancy = attribute(station, "msOccupancySensing", "occupancy");
  const zone = attribute(station, "ssIasZone", "zoneStatus");
  const kind = attribute(station, "ssIasZone", "zoneType")?.value;
  const flips: Flipping[] = [];
  if (occupancy)
    flips.push({
      is: "switch",
      name: "motion",
      isOn: occupancy.value % 2 === 1,
      told: (value) => ({ set: { [occupancy.path]: value } }),
    });
  if (zone) {
    const bit = (name: string, bits: number, told: string): Flipping => ({
      is: "switch",
      name,
      isOn: (zone.value & bits) !== 0,
      told: (value) => ({ zone: { [told]: value === 1 } }),
    });
    flips.push(bit(ZONES[kind ?? 0] ?? "alarm", ALARM, "alarm1"));
    flips.push({ ...bit("tampered", TAMPERED, "tamper"), isAside: true });
  }
  return flips;
}

function sliderOf(station: Station, { cluster, attribute: name, factor, ...row }: Row): Turning | undefined {
  const found = attribute(station, cluster, name);
  if (!found) return undefined;
  const { min, max, step } = row;
  const value = Math.min(max, Math.max(min, Math.round(found.value / factor / step) * step));
  return { ...row, is: "slider", value, told: (wanted) => ({ set: { [found.path]: Math.round(wanted * factor) } }) };
}

export interface Key {
  readonly name: string; // "brightness_up", "scene 3"
  /** Each is what the virtual house is told, one press after the other. */
  readonly click?: readonly string[];
  readonly hold?: readonly string[];
  readonly release?: readonly string[];
}

export type Finger = "click" | "hold" | "release";
export const FINGERS: readonly Finger[] = ["click", "hold", "release"];

interface Meaning {
  readonly key: string;
  readonly finger: Finger;
}

type Reading = readonly [form: RegExp, meaning: (key: string) => Meaning];

/** The first that fits. What fits nowhere is a key of its own, to be clicked. */
const READINGS: readonly Reading[] = [
  [/^(.+)_hold_release$/, (key) => ({ key, finger: "release" })],
  [/^(.+)_press_release$/, (key) => ({ key, finger: "click" })],
  [/^(.+)_press$/, (key) => ({ key, finger: "click" })],
  [/^(.+)_click$/, (key) => ({ key, finger: "click" })],
  [/^(.+)_hold$/, (key) => ({ key, finger: "hold" })],
  [/^(.+)_release$/, (key) => ({ key, finger: "release" })],
  [/^(brightness)_stop$/, (key) => ({ key, finger: "release" })],
  [/^(brightness_move_(?:up|down))$/, (key) => ({ key, finger: "hold" })],
  [/^recall_(\d+)$/, (number) => ({ key: `scene ${number}`, finger: "click" })],
  [/^store_(\d+)$/, (number) => ({ key: `scene ${number}`, finger: "hold" })],
];

export function keysOf(presses: readonly string[]): readonly Key[] {
  const keys = new Map<string, Partial<Record<Finger, readonly string[]>>>();
  for (const press of presses) {
    const { key, finger } = meaningOf(press);
    const known = keys.get(key) ?? {};
    keys.set(key, { ...known, [finger]: [...(known[finger] ?? []), press].sort(byTime) });
  }
  return [...keys].map(([name, fingers]) => ({ name, ...fingers }));
}

function meaningOf(press: string): Meaning {
  for (const [form, meaning] of READINGS) {
    const [, key] = form.exec(press) ?? [];
    if (key !== undefined) return meaning(key);
  }
  return { key: press, finger: "click" };
}

/** A finger goes down before it comes up. */
function byTime(one: string, other: string): number {
  return Number(one.endsWith("release")) - Number(other.endsWith("release"));
}
