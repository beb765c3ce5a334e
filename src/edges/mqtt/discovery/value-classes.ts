/**
 * The values of devices in the words of Home Assistant: device classes with the units that its documentation allows for each, and
 * which values are of which class. https://www.home-assistant.io/integrations/sensor/#device-class
 */
import type { Expose } from "../../../model/radio/device-facts.ts";
import type { Values } from "../../../model/resource.ts";

const VOLUMES = ["L", "mL", "gal", "fl. oz.", "m³", "ft³", "CCF"];
const ENERGIES = ["J", "kJ", "MJ", "GJ", "mWh", "Wh", "kWh", "MWh", "GWh", "TWh", "cal", "kcal", "Mcal", "Gcal"];
const MICROGRAMS = ["µg/m³"];
const PRESSURES = ["Pa", "kPa", "hPa", "bar", "cbar", "mbar", "mmHg", "inHg", "psi"];

/** Of sensors: a unit that is not among these makes Home Assistant refuse the class. */
export const SENSOR_UNITS: Readonly<Record<string, readonly string[]>> = {
  apparent_power: ["mVA", "VA"],
  atmospheric_pressure: PRESSURES,
  battery: ["%"],
  carbon_dioxide: ["ppm"],
  carbon_monoxide: ["ppm"],
  current: ["A", "mA"],
  distance: ["km", "m", "cm", "mm", "mi", "nmi", "yd", "in"],
  duration: ["d", "h", "min", "s", "ms", "µs"],
  energy: ENERGIES,
  frequency: ["Hz", "kHz", "MHz", "GHz"],
  gas: ["L", "m³", "ft³", "CCF"],
  humidity: ["%"],
  illuminance: ["lx"],
  moisture: ["%"],
  nitrogen_dioxide: MICROGRAMS,
  ozone: MICROGRAMS,
  pm1: MICROGRAMS,
  pm10: MICROGRAMS,
  pm25: MICROGRAMS,
  power: ["mW", "W", "kW", "MW", "GW", "TW"],
  precipitation: ["cm", "in", "mm"],
  precipitation_intensity: ["in/d", "in/h", "mm/d", "mm/h"],
  pressure: PRESSURES,
  reactive_energy: ["varh", "kvarh"],
  reactive_power: ["var", "kvar"],
  signal_strength: ["dB", "dBm"],
  sound_pressure: ["dB", "dBA"],
  speed: ["ft/s", "in/d", "in/h", "in/s", "km/h", "kn", "m/s", "mph", "mm/d", "mm/s"],
  temperature: ["°C", "°F", "K"],
  volatile_organic_compounds: ["µg/m³", "mg/m³"],
  volatile_organic_compounds_parts: ["ppm", "ppb"],
  voltage: ["V", "mV", "µV", "kV", "MV"],
  volume: VOLUMES,
  volume_flow_rate: ["m³/h", "m³/s", "ft³/min", "L/h", "L/min", "L/s", "gal/min", "mL/s"],
  water: ["L", "gal", "m³", "ft³", "CCF"],
  weight: ["kg", "g", "mg", "µg", "oz", "lb", "st"],
};

/** Values that only grow: Home Assistant makes statistics of them. */
const COUNTERS: readonly string[] = ["energy", "gas", "water", "reactive_energy"];

/** Other ways in which converters write a unit. */
const SAME_UNITS: Readonly<Record<string, string>> = {
  C: "°C",
  ºC: "°C",
  "μg/m³": "µg/m³",
  "ug/m³": "µg/m³",
  "ug/m3": "µg/m³",
  "µg/m3": "µg/m³",
  "µg/m^3": "µg/m³",
  l: "L",
  "l/min": "L/min",
  "m3/h": "m³/h",
  m3: "m³",
  lux: "lx",
  sec: "s",
  seconds: "s",
  second: "s",
  minutes: "min",
  minute: "min",
  mins: "min",
  hours: "h",
  hour: "h",
  days: "d",
  VAR: "var",
  kVARh: "kvarh",
  VArh: "varh",
};

type Row = readonly [name: RegExp, deviceClass: string, more?: Values];

const DIAGNOSTIC = { entity_category: "diagnostic" };

/** By the name of the value; the first row that fits, where its unit fits too. */
const SENSORS: readonly Row[] = [
  [/^battery(_percentage)?$/, "battery", DIAGNOSTIC],
  [/^device_temperature|^cpu_temperature|^chip_temperature/, "temperature", DIAGNOSTIC],
  [/temperature|_temp$|^temp_|dew_point/, "temperature"],
  [/soil_moisture|^moisture|^water_content/, "moisture"],
  [/humidity/, "humidity"],
  [/^pressure|_pressure$/, "atmospheric_pressure"],
  [/illuminance|^lux$|brightness_level/, "illuminance"],
  [/^(co2|carbon_dioxide)/, "carbon_dioxide"],
  [/^(co|carbon_monoxide|gas_value)$/, "carbon_monoxide"],
  [/^pm25|^pm2_5/, "pm25"],
  [/^pm10/, "pm10"],
  [/^pm1$/, "pm1"],
  [/^voc_parts|^voc/, "volatile_organic_compounds_parts"],
  [/^voc|^formaldehyd|^hcho/, "volatile_organic_compounds"],
  [/^aqi$|air_quality_index/, "aqi"],
  [/^no2/, "nitrogen_dioxide"],
  [/^o3|ozone/, "ozone"],
  [/power_factor/, "power_factor"],
  [/apparent/, "apparent_power"],
  [/reactive.*energy/, "reactive_energy"],
  [/reactive/, "reactive_power"],
  [/energy|^consumption|^produced|_kwh$|current_summ/, "energy"],
  [/power(?!_(on|outage|factor))/, "power"],
  [/voltage|^battery_voltage/, "voltage"],
  [/current(?!_(heating|cooling|phase_angle))/, "current"],
  [/frequency/, "frequency"],
  [/distance|range|depth|level/, "distance"],
  [/gas/, "gas"],
  [/flow/, "volume_flow_rate"],
  [/water|consumed|volume/, "water"],
  [/precipitation_intensity|rain_intensity/, "precipitation_intensity"],
  [/rain|precipitation/, "precipitation"],
  [/rssi|signal/, "signal_strength", DIAGNOSTIC],
  [/noise|sound|^db/, "sound_pressure"],
  [/weight/, "weight"],
  [/speed/, "speed"],
  [/time|duration|timeout|interval|countdown|timer|delay|period/, "duration"],
];

/** Of yes and no. */
const BINARY: readonly Row[] = [
  [/^battery_low$|low_battery|^replace_battery/, "battery", DIAGNOSTIC],
  [/^(carbon_monoxide|co_alarm)/, "carbon_monoxide"],
  [/^contact|window_open|^open_window|door_open/, "door"],
  [/^gas|gas_alarm/, "gas"],
  [/^(occupancy|presence|motion_presence)/, "occupancy"],
  [/^(motion|moving)/, "motion"],
  [/^smoke|fire/, "smoke"],
  [/^(water_leak|leak|rain)/, "moisture"],
  [/^vibration|^shock|^impact/, "vibration"],
  [/^tamper/, "tamper", DIAGNOSTIC],
  [/^(problem|fault|error|malfunction|.*_(fault|failure|error))$/, "problem", DIAGNOSTIC],
  [/^(connected|online|network_status|ac_connected)/, "connectivity", DIAGNOSTIC],
  [/^(ac_status|power_supply|charging_status|mains)/, "plug", DIAGNOSTIC],
  [/^(charging|battery_charging)/, "battery_charging", DIAGNOSTIC],
  [/^(cover_)?running$/, "running"],
  [/^(sound|noise_detected)/, "sound"],
];

export const BINARY_CLASSES: readonly string[] = [...new Set(BINARY.map(([, deviceClass]) => deviceClass))];

/** Settings that people seldom touch stand among the others of the device. */
const SETTINGS =
  /^(power_on_behavior|.*_(threshold|sensitivity|calibration|timeout|interval|offset|precision|mode_switch|indicator|delay|limit|polarity|orientation|type)|indicator.*|led_.*|backlight.*|child_lock|.*_lock|switch_(type|mode|actions?)|operation_mode|device_mode|sensitivity|motion_sensitivity|calibrat.*|calibration.*|motor_.*|invert.*|reverse.*|do_not_disturb|temperature_unit.*|display_.*|key_.*|.*_alarm_(max|min).*|effect|identify|reset.*|restart|power_outage_memory|power_outage_count)(_[a-z0-9]+)?$/;

function unitOf({ unit }: Expose): string | undefined {
  return unit === undefined || unit === "" ? undefined : (SAME_UNITS[unit] ?? unit);
}

/** Of a number: class, unit, and whether statistics are to be made. */
export function sensorClass(expose: Expose, name: string): Values {
  const unit = unitOf(expose);
  const row = SENSORS.find(([pattern, deviceClass]) => pattern.test(name) && takesUnit(deviceClass, unit));
  const [, deviceClass, more = {}] = row ?? [undefined, undefined];
  return {
    ...(deviceClass === undefined ? {} : { device_class: deviceClass }),
    ...(unit === undefined ? {} : { unit_of_measurement: unit }),
    state_class: deviceClass !== undefined && COUNTERS.includes(deviceClass) ? "total_increasing" : "measurement",
    ...more,
    ...categoryOf(expose, "diagnostic"),
  };
}

/** Of a number that can be set: the classes of sensors, without statistics. */
export function numberClass(expose: Expose, name: string): Values {
  const { state_class: _, entity_category: __, ...own } = sensorClass(expose, name);
  return { ...own, ...settingCategory(expose, name) };
}

export function binaryClass(expose: Expose, name: string): Values {
  const row = BINARY.find(([pattern]) => pattern.test(name));
  return { ...(row ? { device_class: row[1] } : {}), ...row?.[2], ...categoryOf(expose, "diagnostic") };
}

/** A value that a client sets belongs to the settings of a device, where it is one. */
export function settingCategory(expose: Expose, name: string): Values {
  if (expose.category === "config" || SETTINGS.test(name)) return { entity_category: "config" };
  return {};
}

/** A value that is only read is no setting. */
function categoryOf({ category }: Expose, usual: "diagnostic"): Values {
  return category === undefined ? {} : { entity_category: usual };
}

function takesUnit(deviceClass: string, unit: string | undefined): boolean {
  const units = SENSOR_UNITS[deviceClass];
  if (units === undefined) return unit === undefined;
  return unit !== undefined && units.includes(unit);
}
