/** A device that no converter knows shows what the standard clusters of its endpoints hold, in the words of the converters. */
import type { DeviceFacts, EndpointFacts, Expose } from "../../model/radio.ts";

type Shows = (endpoint: EndpointFacts, facts: DeviceFacts) => readonly Expose[];

const TELLS = 1;
const TELLS_AND_TAKES = 7;
const HAS_HUE = 1;
const HAS_XY = 8;
const HAS_CT = 16;
const ON_OFF = 0x0006;
const LEVEL = 0x0008;
const COLOR = 0x0300;
const COVER = 0x0102;
const ZONE_CONTROL = 0x0501;
const SCENES = 0x0005;
/** Dimmable and colored lights of home automation and of Zigbee Light Link: a plug may have a level too. */
const NO_LAMPS: readonly number[] = [0x0051, 0x0009, 0x010a, 0x0002, 0x0103, 0x0010];

const number = (name: string, unit: string): Expose => ({ type: "numeric", name, property: name, unit, access: TELLS });
const setpoint = (name: string): Expose => ({
  ...number(name, "°C"),
  value_min: 5,
  value_max: 35,
  access: TELLS_AND_TAKES,
});
const flag = (name: string): Expose => ({
  type: "binary",
  name,
  property: name,
  value_on: true,
  value_off: false,
  access: TELLS,
});
const words = (name: string, values: readonly string[], access = TELLS_AND_TAKES): Expose => ({
  type: "enum",
  name,
  property: name,
  values,
  access,
});
const switched = (on: string, off: string): Expose => ({
  ...flag("state"),
  value_on: on,
  value_off: off,
  access: TELLS_AND_TAKES,
});

/** Server clusters → what is told and taken. */
const SHOWN: Readonly<Record<number, Shows>> = {
  [ON_OFF]: lamp,
  1: () => [number("battery", "%")],
  257: () => [
    { type: "lock", features: [switched("LOCK", "UNLOCK"), words("lock_state", ["locked", "unlocked"], TELLS)] },
  ],
  [COVER]: () => [
    {
      type: "cover",
      features: [
        words("state", ["OPEN", "CLOSE", "STOP"]),
        { ...number("position", "%"), value_min: 0, value_max: 100, access: TELLS_AND_TAKES },
      ],
    },
  ],
  513: () => [
    {
      type: "climate",
      features: [
        number("local_temperature", "°C"),
        setpoint("occupied_heating_setpoint"),
        words("system_mode", ["off", "heat", "auto"]),
        words("running_state", ["idle", "heat"], TELLS),
      ],
    },
  ],
  1024: () => [number("illuminance", "lx")],
  1026: () => [number("temperature", "°C")],
  1027: () => [number("pressure", "hPa")],
  1029: () => [number("humidity", "%")],
  1030: () => [flag("occupancy")],
  1032: () => [number("soil_moisture", "%")],
  1037: () => [number("co2", "ppm")],
  1066: () => [number("pm25", "µg/m³")],
  1067: () => [number("formaldehyd", "µg/m³")],
  1280: () => [flag("alarm_1"), flag("alarm_2"), flag("tamper"), flag("battery_low")],
  1282: () => [{ type: "composite", name: "warning", property: "warning", access: 2, features: [] }],
  1794: () => [number("energy", "kWh"), number("power", "W")],
  2820: () => [number("power", "W"), number("current", "A"), number("voltage", "V")],
};

/** Client clusters → what can be pressed. */
const PRESSED: Readonly<Record<number, readonly string[]>> = {
  [ON_OFF]: ["on", "off", "toggle"],
  [LEVEL]: [
    "brightness_step_up",
    "brightness_step_down",
    "brightness_move_up",
    "brightness_move_down",
    "brightness_stop",
  ],
  [SCENES]: ["recall_*"],
  [COLOR]: [
    ...["color_temperature_step_up", "color_temperature_step_down"],
    ...["color_temperature_move_up", "color_temperature_move_down", "color_temperature_move_stop"],
  ],
  [COVER]: ["open", "close", "stop"],
  [ZONE_CONTROL]: ["arm_all_zones", "arm_day_zones", "arm_night_zones", "disarm", "panic", "emergency"],
};

export function standardExposes(facts: DeviceFacts): readonly Expose[] {
  const owners = new Map<string, number>();
  const shown = facts.endpoints.flatMap((endpoint) =>
    distinct(endpoint.inputs.flatMap((cluster) => SHOWN[cluster]?.(endpoint, facts) ?? [])).map((expose) => {
      const word = expose.name ?? expose.type;
      const owner = owners.get(word) ?? endpoint.id;
      owners.set(word, owner);
      return owner === endpoint.id ? expose : onEndpoint(expose, endpoint.id);
    }),
  );
  const pressed = pressedBy(facts);
  return pressed.length === 0 ? shown : [...shown, words("action", pressed, TELLS)];
}

/** What somebody may press, by the client clusters; with the endpoint behind it ("on@2") where there are several. */
export function pressedBy({ endpoints }: DeviceFacts): readonly string[] {
  const sides = endpoints.map(({ id, outputs }) => ({
    id,
    said: outputs.flatMap((cluster) => PRESSED[cluster] ?? []),
  }));
  const speakers = sides.filter(({ said }) => said.length > 0);
  return speakers.flatMap(({ id, said }) => (speakers.length === 1 ? said : said.map((word) => `${word}@${id}`)));
}

function lamp({ device, inputs }: EndpointFacts, { colorcapabilities }: DeviceFacts): readonly Expose[] {
  const state = switched("ON", "OFF");
  if (inputs.includes(COVER)) return []; // a blind's motor can be switched too
  if (!inputs.includes(LEVEL) || NO_LAMPS.includes(device)) return [{ type: "switch", features: [state] }];
  const can = (bit: number) => inputs.includes(COLOR) && ((colorcapabilities ?? HAS_XY | HAS_CT) & bit) !== 0;
  const level: Expose = { ...number("brightness", ""), value_min: 0, value_max: 254, access: TELLS_AND_TAKES };
  const mireds: Expose = { ...number("color_temp", "mired"), value_min: 153, value_max: 500, access: TELLS_AND_TAKES };
  const color: Expose = { type: "composite", property: "color", access: TELLS_AND_TAKES };
  const features = [
    state,
    level,
    ...(can(HAS_CT) ? [mireds] : []),
    ...(can(HAS_XY) ? [{ ...color, name: "color_xy" }] : []),
    ...(can(HAS_HUE) ? [{ ...color, name: "color_hs" }] : []),
  ];
  return [{ type: "light", features }];
}

/** Power is metered by two clusters. */
function distinct(exposes: readonly Expose[]): readonly Expose[] {
  return exposes.filter(({ name }, at) => name === undefined || exposes.findIndex((each) => each.name === name) === at);
}

/** A second one of its name lives under a name with its endpoint's number. */
function onEndpoint(expose: Expose, id: number): Expose {
  return {
    ...expose,
    endpoint: String(id),
    ...(expose.property === undefined ? {} : { property: `${expose.property}_${id}` }),
    ...(expose.features ? { features: expose.features.map((each) => onEndpoint(each, id)) } : {}),
  };
}
