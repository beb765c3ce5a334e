/** The controls of a virtual device: the values that it measures, and the keys of remotes. Pure. */
import type { Values } from "../../src/model/resource.ts";
import { attribute, type VirtualDeviceState } from "./virtual-house.ts";

interface ControlBase {
  readonly name: string; // "temperature"
  readonly held?: number; // seconds that it still stays as it was set by hand
  readonly isAside?: true; // not its main purpose
  /** The command for the virtual house. */
  readonly command: (value: number) => Values;
}

interface SliderControl extends ControlBase {
  readonly is: "slider";
  readonly value: number; // in units of people
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit: string;
  readonly show?: (value: number) => number; // where the slider does not move evenly
}

interface SwitchControl extends ControlBase {
  readonly is: "switch";
  readonly isOn: boolean;
}

export type VirtualControl = SliderControl | SwitchControl;

interface SliderRow {
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

const BATTERY = "batteryPercentageRemaining";

/** The attribute is 10,000 times the logarithm of lux; a step of the slider is a tenth of that. */
const lux = (step: number) => Math.round(10 ** (step / 10));

/** Steps as fine as a report: a value that the user types beside the slider stays as typed. */
const ROWS: readonly SliderRow[] = [
  row("msTemperatureMeasurement", "measuredValue", "temperature", [-20, 50, 0.1], " °C", 100),
  row("msRelativeHumidity", "measuredValue", "humidity", [0, 100, 1], " %", 100),
  row("msIlluminanceMeasurement", "measuredValue", "light", [0, 50, 1], " lx", 1000, { show: lux }),
  row("hvacThermostat", "localTemp", "temperature", [5, 35, 0.1], " °C", 100),
  row("haElectricalMeasurement", "activePower", "power", [0, 3000, 1], " W", 1),
  row("closuresWindowCovering", "currentPositionLiftPercentage", "lift", [0, 100, 1], " %", 1),
  row("genPowerCfg", BATTERY, "battery", [0, 100, 1], " %", 2, { isAside: true }),
];

function row(
  cluster: string,
  attribute: string,
  name: string,
  [min, max, step]: readonly [min: number, max: number, step: number],
  unit: string,
  factor: number,
  more: Pick<SliderRow, "show" | "isAside"> = {},
): SliderRow {
  return { cluster, attribute, name, min, max, step, unit, factor, ...more };
}

const ZONES: Readonly<Record<number, string>> = { 13: "motion", 21: "open", 40: "smoke", 42: "water" };
const ALARM = 0x0001;
const TAMPERED = 0x0004;

export function controlsOf(device: VirtualDeviceState): readonly VirtualControl[] {
  return [...switchesOf(device), ...ROWS.flatMap((row) => sliderOf(device, row) ?? [])];
}

export function isOnBattery(device: VirtualDeviceState): boolean {
  return attribute(device, "genPowerCfg", BATTERY) !== undefined;
}

function switchesOf(device: VirtualDeviceState): readonly VirtualControl[] {
  const occupancy = attribute(device, "msOccupancySensing", "occupancy");
  const zone = attribute(device, "ssIasZone", "zoneStatus");
  const kind = attribute(device, "ssIasZone", "zoneType")?.value;
  const flips: SwitchControl[] = [];
  if (occupancy)
    flips.push({
      is: "switch",
      name: "motion",
      isOn: occupancy.value % 2 === 1,
      ...heldAt(device, occupancy.path),
      command: (value) => ({ set: { [occupancy.path]: value } }),
    });
  if (zone) {
    const bit = (name: string, bits: number, told: string): SwitchControl => ({
      is: "switch",
      name,
      isOn: (zone.value & bits) !== 0,
      command: (value) => ({ zone: { [told]: value === 1 } }),
    });
    flips.push(bit(ZONES[kind ?? 0] ?? "alarm", ALARM, "alarm1"));
    flips.push({ ...bit("tampered", TAMPERED, "tamper"), isAside: true });
  }
  return flips;
}

function sliderOf(
  device: VirtualDeviceState,
  { cluster, attribute: name, factor, ...row }: SliderRow,
): SliderControl | undefined {
  const found = attribute(device, cluster, name);
  if (!found) return undefined;
  const { min, max, step } = row;
  const stepped = Number((Math.round(found.value / factor / step) * step).toFixed(1));
  const value = Math.min(max, Math.max(min, stepped));
  const command = (wanted: number) => ({ set: { [found.path]: Math.round(wanted * factor) } });
  return { ...row, is: "slider", value, ...heldAt(device, found.path), command };
}

function heldAt({ held }: VirtualDeviceState, path: string): Pick<ControlBase, "held"> {
  const seconds = held[path];
  return seconds === undefined ? {} : { held: seconds };
}

export interface RemoteKey {
  readonly name: string; // "brightness_up", "scene 3"
  /** The presses that the virtual house is sent, one after the other. */
  readonly click?: readonly string[];
  readonly hold?: readonly string[];
  readonly release?: readonly string[];
}

type PressKind = "click" | "hold" | "release";
export const PRESS_KINDS: readonly PressKind[] = ["click", "hold", "release"];

interface KeyMeaning {
  readonly key: string;
  readonly kind: PressKind;
}

type KeyPattern = readonly [form: RegExp, meaning: (key: string) => KeyMeaning];

/** The first pattern that fits. An action that fits none is a key of its own, to be clicked. */
const KEY_PATTERNS: readonly KeyPattern[] = [
  [/^(.+)_hold_release$/, (key) => ({ key, kind: "release" })],
  [/^(.+)_press_release$/, (key) => ({ key, kind: "click" })],
  [/^(.+)_press$/, (key) => ({ key, kind: "click" })],
  [/^(.+)_click$/, (key) => ({ key, kind: "click" })],
  [/^(.+)_hold$/, (key) => ({ key, kind: "hold" })],
  [/^(.+)_release$/, (key) => ({ key, kind: "release" })],
  [/^(brightness)_stop$/, (key) => ({ key, kind: "release" })],
  [/^(brightness_move_(?:up|down))$/, (key) => ({ key, kind: "hold" })],
  [/^recall_(\d+)$/, (number) => ({ key: `scene ${number}`, kind: "click" })],
  [/^store_(\d+)$/, (number) => ({ key: `scene ${number}`, kind: "hold" })],
];

export function keysOf(presses: readonly string[]): readonly RemoteKey[] {
  const keys = new Map<string, Partial<Record<PressKind, readonly string[]>>>();
  for (const press of presses) {
    const { key, kind } = meaningOf(press);
    const known = keys.get(key) ?? {};
    keys.set(key, { ...known, [kind]: [...(known[kind] ?? []), press].sort(byTime) });
  }
  return [...keys].map(([name, kinds]) => ({ name, ...kinds }));
}

function meaningOf(press: string): KeyMeaning {
  for (const [form, meaning] of KEY_PATTERNS) {
    const [, key] = form.exec(press) ?? [];
    if (key !== undefined) return meaning(key);
  }
  return { key: press, kind: "click" };
}

/** A finger goes down before it comes up. */
function byTime(one: string, other: string): number {
  return Number(one.endsWith("release")) - Number(other.endsWith("release"));
}
