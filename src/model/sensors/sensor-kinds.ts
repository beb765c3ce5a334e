/**
 * The sensors of devices, kind by kind: the fields of each, and its words for people. A row here, and checks, replies, push, conditions,
 * the reference, the dialogs and the panels follow; devices have it where converters tell one of the values in `fedBy`.
 */
import { bool, type Field, type Fields, int, list, num, object, text, time } from "../fields.ts";
import type { Values } from "../resource.ts";
import { lightLevel, measured, type SensorFields, type SensorKind } from "./sensor-fields.ts";

const UINT16 = 65_535;
const HUNDREDTHS = { min: -27_315, max: 32_767, unit: "0.01 °C" } as const;
const MEASURED_VALUE = num({ about: "What `capabilities.measured_value` says it is" });
const AIRQUALITY = text({ oneOf: ["excellent", "good", "moderate", "poor", "unhealthy", "out of scale"] });
const FANMODES = ["off", "low", "medium", "high", "on", "auto", "smart"] as const;
const MODES = [
  ...["off", "auto", "cool", "heat", "emergency heating", "precooling", "fan only", "dry", "sleep"],
  ...["confort", "confort-1", "confort-2", "eco", "hors gel"], // of heaters with a pilot wire
] as const;
const PRESETS = ["holiday", "auto", "manual", "comfort", "eco", "boost", "complex", "program"] as const;
const SWINGS = ["fully closed", "fully open", "quarter open", "half open", "three quarters open"] as const;
const PANELS = [
  ...["armed_away", "armed_night", "armed_stay", "disarmed", "already_disarmed", "emergency", "fire"],
  ...[
    "invalid_code",
    "panic",
    "not_ready",
    "arming_away",
    "arming_night",
    "arming_stay",
    "entry_delay",
    "exit_delay",
    "in_alarm",
  ],
] as const;

const alarm = (member: string): SensorFields => ({
  state: { [member]: bool(), test: bool({ about: "A test was pressed" }) },
});
const measuredAlarm = (member: string, config: Fields): SensorFields => ({
  state: { ...alarm(member).state, measured_value: MEASURED_VALUE },
  config,
});
const sensitive: Fields = {
  sensitivity: int({ min: 0, max: 255 }),
  sensitivitymax: int({ min: 0, max: 255, access: "read-only" }),
};
const setpoint = (min: number, max: number): Field => int({ min, max, unit: "0.01 °C" });

export const LEAST_SETPOINT = 500; // 0.01 °C
export const MOST_SETPOINT = 3_000;

/** A transition in the week of a thermostat, from which on it heats to another temperature. */
export const WEEK_TRANSITION: Fields = {
  localtime: text({ about: "`T06:30`, by the clock of the device; ascending" }),
  heatsetpoint: int({ min: LEAST_SETPOINT, max: MOST_SETPOINT, unit: "0.01 °C" }),
};
const WEEK = object({
  each: list({ min: 1, max: 10, each: object({ members: WEEK_TRANSITION }) }),
  about: "By days: `W124` is Monday to Friday (Monday 64, Tuesday 32 … Sunday 1); empty until it is read",
});

/** Members of a row are shown by those devices that have them. */
export const SENSOR_KINDS: Readonly<Record<string, SensorKind>> = {
  AirPurifier: {
    kind: "fan",
    name: { "en-US": "Air purifier", de: "Luftreiniger" },
    state: {
      speed: int({ min: 0, max: 100 }),
      deviceruntime: int({ min: 0, unit: "min" }),
      filterruntime: int({ min: 0, unit: "min" }),
      replacefilter: bool(),
    },
    config: {
      mode: text({ oneOf: ["off", "auto", "speed_1", "speed_2", "speed_3", "speed_4", "speed_5"] }),
      filterlifetime: int({ min: 0, unit: "min" }),
    },
  },
  AirQuality: {
    kind: "air",
    name: { "en-US": "Air quality", de: "Luftqualität" },
    tells: ["airquality", 14],
    state: {
      airquality: AIRQUALITY,
      airqualityppb: int({ min: 0, unit: "ppb" }),
      measured_value: MEASURED_VALUE,
      pm2_5: int({ min: 0 }),
    },
  },
  Alarm: {
    kind: "siren",
    name: { "en-US": "Alarm", de: "Alarm" },
    tells: ["alarm", 4],
    ...alarm("alarm"),
    config: { volume: int({ min: 0, max: 255 }), melody: int({ min: 0 }), selftest: bool() },
  },
  AncillaryControl: {
    kind: "keypad",
    name: { "en-US": "Keypad", de: "Tastenfeld" },
    state: {
      action: text({ oneOf: PANELS, momentary: true }),
      panel: text({ oneOf: PANELS }),
      seconds_remaining: int({ min: 0, max: 255, unit: "s" }),
    },
  },
  Battery: {
    kind: "battery",
    name: { "en-US": "Battery", de: "Batterie" },
    state: { battery: int({ min: 0, max: 100, unit: "%" }), charging: bool() },
  },
  CarbonDioxide: {
    kind: "air",
    name: { "en-US": "Carbon dioxide", de: "Kohlendioxid" },
    tells: ["measured_value", 13],
    state: { measured_value: MEASURED_VALUE },
  },
  CarbonMonoxide: {
    kind: "smoke",
    name: { "en-US": "Carbon monoxide", de: "Kohlenmonoxid" },
    tells: ["carbonmonoxide", 2],
    ...measuredAlarm("carbonmonoxide", { selftest: bool(), ...sensitive }),
  },
  Consumption: {
    kind: "meter",
    name: { "en-US": "Consumption", de: "Verbrauch" },
    tells: ["consumption", 17],
    state: {
      consumption: int({ min: 0, unit: "Wh" }),
      consumption_2: int({ min: 0, unit: "Wh" }),
      consumption_3: int({ min: 0, unit: "Wh" }),
      consumption_4: int({ min: 0, unit: "Wh" }),
      production: int({ min: 0, unit: "Wh" }),
      power: int({ unit: "W" }),
      flow: num(),
    },
    config: { interfacemode: int({ min: 0 }), pulseconfiguration: int({ min: 0, max: UINT16 }) },
  },
  DoorLock: {
    kind: "lock",
    name: { "en-US": "Door lock", de: "Türschloss" },
    tells: ["lockstate", 8],
    state: { lockstate: text({ oneOf: ["locked", "unlocked", "undefined", "not fully locked"] }), open: bool() },
    config: { lock: bool({ about: "True locks it" }), volume: int({ min: 0, max: 255 }) },
  },
  Fire: {
    kind: "smoke",
    name: { "en-US": "Fire", de: "Feuer" },
    tells: ["fire", 1],
    ...measuredAlarm("fire", { selftest: bool(), ...sensitive }),
  },
  Formaldehyde: {
    kind: "air",
    name: { "en-US": "Formaldehyde", de: "Formaldehyd" },
    state: { measured_value: MEASURED_VALUE },
  },
  Humidity: {
    kind: "temperature",
    name: { "en-US": "Humidity", de: "Luftfeuchte" },
    tells: ["humidity", 10],
    ...withState(measured("humidity", int({ min: 0, max: 10_000, unit: "0.01 %" })), {
      vapourpressuredeficit: int({ min: 0, unit: "Pa" }),
    }),
  },
  LightLevel: {
    kind: "brightness",
    name: { "en-US": "Light level", de: "Lichtstärke" },
    tells: ["lux", 15],
    ...lightLevel({ max: UINT16 }),
  },
  Moisture: {
    kind: "temperature",
    name: { "en-US": "Moisture", de: "Feuchte" },
    tells: ["moisture", 11],
    words: { moisture: { "en-US": "Moisture", de: "Feuchte" } },
    fedBy: { properties: ["soil_moisture", "moisture"], clusters: ["0408"] },
    ...measured("moisture", int({ min: 0, max: 10_000, unit: "0.01 %" })),
  },
  OpenClose: {
    kind: "door",
    name: { "en-US": "Open or closed", de: "Offen oder geschlossen" },
    tells: ["open", 7],
    state: { open: bool() },
  },
  ParticulateMatter: {
    kind: "air",
    name: { "en-US": "Particulate matter", de: "Feinstaub" },
    state: { measured_value: MEASURED_VALUE, pm2_5: int({ min: 0, unit: "µg/m³" }), airquality: AIRQUALITY },
  },
  Power: {
    kind: "meter",
    name: { "en-US": "Power", de: "Leistung" },
    tells: ["power", 16],
    state: {
      power: int({ unit: "W" }),
      voltage: int({ min: 0, unit: "V" }),
      current: int({ unit: "mA" }),
      powerfactor: num({ unit: "%" }),
      apparentpower: int({ unit: "VA" }),
      reactivepower: int({ unit: "var" }),
      frequency: num({ min: 0, unit: "Hz" }),
    },
  },
  Presence: {
    kind: "motion",
    name: { "en-US": "Motion", de: "Bewegung" },
    tells: ["presence", 5],
    state: {
      presence: bool(),
      dark: bool(),
      presenceevent: text({ momentary: true }),
      targetdistance: int({ min: 0, unit: "cm" }),
    },
    config: {
      duration: int({ min: 0, max: UINT16, unit: "s" }),
      delay: int({ min: 0, max: UINT16, unit: "s" }),
      fadingtime: int({ min: 0, max: UINT16, unit: "s" }),
      detectionrange: int({ min: 0, max: UINT16, unit: "cm" }),
      triggerdistance: text({ min: 1, max: 40 }),
      resetpresence: bool(),
      selftest: bool(),
      usertest: bool(),
      ...sensitive,
    },
  },
  Pressure: {
    kind: "temperature",
    name: { "en-US": "Pressure", de: "Luftdruck" },
    tells: ["pressure", 12],
    ...measured("pressure", int({ min: 0, max: 32_767, unit: "hPa" })),
  },
  RelativeRotary: {
    kind: "remote",
    name: { "en-US": "Dial", de: "Drehknopf" },
    state: {
      rotaryevent: int({ oneOf: [1, 2], momentary: true, about: "1: it begins; 2: it goes on" }),
      expectedrotation: int({ momentary: true }),
      expectedeventduration: int({ min: 0, unit: "ms", momentary: true }),
    },
  },
  Switch: {
    kind: "remote",
    name: { "en-US": "Buttons", de: "Tasten" },
    state: {
      buttonevent: int({ momentary: true, about: "1000 · button + what was done: 2 is a short press" }),
      eventduration: int({ min: 0, unit: "0.1 s" }),
      gesture: int({ min: 0, max: 8 }),
      angle: int(),
      xy: list({ min: 2, max: 2 }),
    },
    config: {
      mode: int({ min: 0, max: 255 }),
      clickmode: text({ min: 1, max: 40 }),
      windowcoveringtype: int({ min: 0, max: 9 }),
    },
  },
  Temperature: {
    kind: "temperature",
    name: { "en-US": "Temperature", de: "Temperatur" },
    tells: ["temperature", 9],
    ...withState(measured("temperature", int(HUNDREDTHS)), { dewpoint: int(HUNDREDTHS) }),
  },
  Thermostat: {
    kind: "thermostat",
    name: { "en-US": "Thermostat", de: "Thermostat" },
    state: {
      temperature: int(HUNDREDTHS),
      on: bool({ about: "It heats or cools now" }),
      heating: bool(),
      valve: int({ min: 0, max: 100, unit: "%" }),
      errorcode: text(),
      floortemperature: int(HUNDREDTHS),
      mountingmodeactive: bool(),
      windowopen: text(),
    },
    config: {
      heatsetpoint: setpoint(500, 3_200),
      coolsetpoint: setpoint(700, 3_500),
      unoccupiedheatsetpoint: setpoint(500, 3_200),
      offset: int({ min: -32_768, max: 32_767, unit: "0.01 °C" }),
      mode: text({ oneOf: MODES }),
      preset: text({ oneOf: PRESETS }),
      fanmode: text({ oneOf: FANMODES }),
      swingmode: text({ oneOf: SWINGS }),
      temperaturemeasurement: text({ oneOf: ["air sensor", "floor sensor", "floor protection"] }),
      externalsensortemp: int(HUNDREDTHS),
      externalwindowopen: bool(),
      displayflipped: bool(),
      mountingmode: bool(),
      windowopen_set: bool(),
      setvalve: bool(),
      schedule: WEEK,
      schedule_on: bool({ about: "It goes by its week" }),
      programming: int({ access: "hidden", about: "By what it goes, as bits" }),
      loadbalancing: bool(),
      radiatorcovered: bool(),
      controlsequence: int({ min: 0, max: 5 }),
      lastchange_source: int({ min: 0, max: 2, access: "read-only" }),
    },
  },
  Time: {
    kind: "clock",
    name: { "en-US": "Time", de: "Uhrzeit" },
    state: { lastset: time(), localtime: time(), utc: time() },
  },
  Vibration: {
    kind: "vibration",
    name: { "en-US": "Vibration", de: "Erschütterung" },
    tells: ["vibration", 6],
    state: {
      vibration: bool(),
      orientation: list({ min: 3, max: 3, access: "read-only", each: int() }),
      orientation_x: int({ access: "hidden" }),
      orientation_y: int({ access: "hidden" }),
      orientation_z: int({ access: "hidden" }),
      tiltangle: int(),
      vibrationstrength: int(),
    },
    config: { duration: int({ min: 0, max: UINT16, unit: "s" }), ...sensitive },
    follows: (_, { state }) => orientation(state),
  },
  Water: {
    kind: "water",
    name: { "en-US": "Water", de: "Wasser" },
    tells: ["water", 3],
    state: { water: bool(), flow: num() },
    config: sensitive,
  },
};

function withState(kind: SensorFields, more: Fields): SensorFields {
  return { ...kind, state: { ...kind.state, ...more } };
}

/** One list of three, once all three are known. */
function orientation({ orientation_x: x, orientation_y: y, orientation_z: z }: Values): Values {
  const list = [x, y, z];
  return list.every((each) => typeof each === "number") ? { orientation: list } : {};
}
