/** Properties → commands of the standard clusters, for devices that no converter knows. */
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { Order, Target } from "../../model/radio/orders.ts";
import { isObject, type Values } from "../../model/resource.ts";

const FULL = 65_535;
const NEVER_LESS = 1; // a level of 0 would switch off

type StandardCommandOf = (value: unknown, tenths: number) => StandardCommand | undefined;
interface StandardCommand {
  readonly cluster: string;
  readonly command: string;
  readonly payload: Values;
}

const tell = (cluster: string, command: string, payload: Values = {}): StandardCommand => ({
  cluster,
  command,
  payload,
});
const commandOf =
  (cluster: string, commands: Readonly<Record<string, string>>, payload: Values = {}): StandardCommandOf =>
  (value) => {
    const command = Object.hasOwn(commands, String(value)) ? commands[String(value)] : undefined;
    return command === undefined ? undefined : tell(cluster, command, payload);
  };

const SWITCH = commandOf("genOnOff", { ON: "on", OFF: "off", TOGGLE: "toggle" });
const COVER = commandOf("closuresWindowCovering", { OPEN: "upOpen", CLOSE: "downClose", STOP: "stop" });
const LOCK = commandOf("closuresDoorLock", { LOCK: "lockDoor", UNLOCK: "unlockDoor" }, { pincodevalue: [] });

const SIREN_MODES: Readonly<Record<string, number>> = { stop: 0, burglar: 1, fire: 2, emergency: 3 };
const SIREN_LEVELS: Readonly<Record<string, number>> = { low: 0, medium: 1, high: 2, very_high: 3 };

/** By property. */
const COMMANDS: Readonly<Record<string, StandardCommandOf>> = {
  state: (value, tenths) => SWITCH(value, tenths) ?? COVER(value, tenths) ?? LOCK(value, tenths),
  brightness: (value, transtime) =>
    tell("genLevelCtrl", "moveToLevelWithOnOff", { level: Math.max(NEVER_LESS, Number(value)), transtime }),
  brightness_step: (value, transtime) => {
    const step = Number(value);
    const payload = { stepmode: step < 0 ? 1 : 0, stepsize: Math.min(254, Math.abs(step)), transtime };
    return tell("genLevelCtrl", "stepWithOnOff", payload);
  },
  brightness_move: () => tell("genLevelCtrl", "stop"),
  color: (value, transtime) => {
    const { x, y, hue, saturation } = isObject(value) ? value : {};
    if (x !== undefined)
      return tell("lightingColorCtrl", "moveToColor", {
        colorx: share(x, 1, FULL),
        colory: share(y, 1, FULL),
        transtime,
      });
    if (hue === undefined || saturation === undefined) return undefined;
    const payload = { hue: share(hue, 360, 254), saturation: share(saturation, 100, 254), transtime };
    return tell("lightingColorCtrl", "moveToHueAndSaturation", payload);
  },
  color_temp: (value, transtime) =>
    tell("lightingColorCtrl", "moveToColorTemp", { colortemp: Number(value), transtime }),
  color_temp_step: (value, transtime) => {
    const step = Number(value);
    const payload = { stepmode: step < 0 ? 3 : 1, stepsize: Math.abs(step), transtime, minimum: 0, maximum: 0 };
    return tell("lightingColorCtrl", "stepColorTemp", payload);
  },
  color_temp_move: () => tell("lightingColorCtrl", "stopMoveStep"),
  position: (value) =>
    tell("closuresWindowCovering", "goToLiftPercentage", { percentageliftvalue: 100 - Number(value) }),
  warning: (value) => {
    const { mode, level, strobe, duration = 0 } = isObject(value) ? value : {};
    const info = (SIREN_MODES[String(mode)] ?? 0) * 16 + (strobe === true ? 4 : 0) + (SIREN_LEVELS[String(level)] ?? 0);
    const payload = { startwarninginfo: info, warningduration: share(duration, FULL, FULL), strobedutycycle: 50 };
    return tell("ssIasWd", "startWarning", { ...payload, strobelevel: 1 });
  },
  /** The siren sounds once. */
  squawk: (value, tenths) => {
    const isQuiet = !isObject(value) || value.mode === "stop";
    return isQuiet ? COMMANDS.warning?.(value, tenths) : tell("ssIasWd", "squawk", { squawkinfo: 1 });
  },
  tilt: (value) => tell("closuresWindowCovering", "goToTiltPercentage", { percentagetiltvalue: 100 - Number(value) }),
};

/** Properties that are numeric attributes. */
const ATTRIBUTES: Readonly<Record<string, readonly [cluster: string, attribute: string, factor: number]>> = {
  occupied_heating_setpoint: ["hvacThermostat", "occupiedHeatingSetpoint", 100],
  occupied_cooling_setpoint: ["hvacThermostat", "occupiedCoolingSetpoint", 100],
  unoccupied_heating_setpoint: ["hvacThermostat", "unoccupiedHeatingSetpoint", 100],
  local_temperature_calibration: ["hvacThermostat", "localTemperatureCalibration", 10],
};

/** Properties that are attributes with named values. */
const ENUMERATED: Readonly<
  Record<string, readonly [cluster: string, attribute: string, words: Readonly<Record<string, number>>]>
> = {
  system_mode: ["hvacThermostat", "systemMode", { off: 0, auto: 1, cool: 3, heat: 4 }],
};

/** Where a member of a light can be read. */
const READ: Readonly<Record<string, readonly [cluster: string, attributes: readonly string[]]>> = {
  on: ["genOnOff", ["onOff"]],
  bri: ["genLevelCtrl", ["currentLevel"]],
  xy: ["lightingColorCtrl", ["currentX", "currentY", "colorMode"]],
  ct: ["lightingColorCtrl", ["colorTemperature", "colorMode"]],
  lift: ["closuresWindowCovering", ["currentPositionLiftPercentage"]],
  tilt: ["closuresWindowCovering", ["currentPositionTiltPercentage"]],
};

interface OrderOfKey {
  readonly order: Order;
  readonly property: string;
}

/** `properties`: the property of each order. `values` without the suffix of an endpoint; a state of null: the light stays off. Off is told last. */
export function standardOrders(
  target: Target,
  values: Values,
): {
  readonly orders: readonly Order[];
  readonly properties: readonly string[];
  readonly unsupported: readonly string[];
} {
  const { transition, ...told } = values;
  const staysOff = told.state === null;
  const tenths = Math.min(FULL - 1, Math.round(Number(transition ?? 0) * 10));
  const said: OrderOfKey[] = [];
  const unsupported: string[] = [];
  for (const [name, value] of Object.entries(told)) {
    if (value === null) continue;
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name]?.(value, tenths) : undefined;
    const values = worded(name, value);
    const written = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined;
    if (command && staysOff && command.command === "moveToLevelWithOnOff")
      said.push({ property: name, order: { do: "command", target, ...command, command: "moveToLevel" } });
    else if (command) said.push({ property: name, order: { do: "command", target, ...command } });
    else if (written) {
      const [cluster, attribute, factor] = written;
      const values = { [attribute]: Math.round(Number(value) * factor) };
      said.push({ property: name, order: { do: "write", target, cluster, values } });
    } else if (values !== undefined) said.push({ property: name, order: { do: "write", target, ...values } });
    else unsupported.push(name);
  }
  const isOff = told.state === "OFF";
  const [off, others] = [said.filter(isSwitch), said.filter((each) => !isSwitch(each))];
  const inTurn = isOff ? [...others, ...off] : [...off, ...others];
  return { orders: inTurn.map(({ order }) => order), properties: inTurn.map(({ property }) => property), unsupported };
}

export function readsFor(
  target: { readonly ieee: Ieee; readonly endpoint: number },
  members: readonly string[],
): readonly Order[] {
  const clusters = new Map<string, Set<string>>();
  for (const member of members) {
    const [cluster, attributes] = (Object.hasOwn(READ, member) ? READ[member] : undefined) ?? ["", []];
    for (const attribute of attributes) clusters.set(cluster, (clusters.get(cluster) ?? new Set()).add(attribute));
  }
  return [...clusters].map(([cluster, attributes]) => ({ do: "read", target, cluster, attributes: [...attributes] }));
}

function worded(name: string, value: unknown): { readonly cluster: string; readonly values: Values } | undefined {
  const [cluster = "", attribute = "", words = {}] =
    (Object.hasOwn(ENUMERATED, name) ? ENUMERATED[name] : undefined) ?? [];
  const number = Object.hasOwn(words, String(value)) ? words[String(value)] : undefined;
  return number === undefined ? undefined : { cluster, values: { [attribute]: number } };
}

function isSwitch({ order }: OrderOfKey): boolean {
  return order.do === "command" && order.cluster === "genOnOff";
}

function share(value: unknown, of: number, full: number): number {
  return Math.max(0, Math.min(full, Math.round((Number(value) * full) / of)));
}
