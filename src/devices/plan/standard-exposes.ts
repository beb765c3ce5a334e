/** The exposes of a device without a converter, by the standard clusters of its endpoints, in the words of the converters. */
import type { DeviceFacts, EndpointFacts, Expose } from "../../model/radio/device-facts.ts";

type ClusterExposes = (endpoint: EndpointFacts, facts: DeviceFacts) => readonly Expose[];

/** Values of `access`. */
const REPORT = 1;
const READ_AND_WRITE = 7;
/** Bits of the color capabilities. */
const HAS_HUE = 1;
const HAS_XY = 8;
const HAS_CT = 16;
const ON_OFF = 0x0006;
const LEVEL = 0x0008;
const COLOR = 0x0300;
const COVER = 0x0102;
const ZONE_CONTROL = 0x0501;
const SCENES = 0x0005;
/** Device ids of plugs, switches and the like, which may have a level too. */
const NO_LIGHTS: readonly number[] = [0x0051, 0x0009, 0x010a, 0x0002, 0x0103, 0x0010];

const number = (name: string, unit: string): Expose => ({
  type: "numeric",
  name,
  property: name,
  unit,
  access: REPORT,
});
const setpoint = (name: string): Expose => ({
  ...number(name, "°C"),
  value_min: 5,
  value_max: 35,
  access: READ_AND_WRITE,
});
const flag = (name: string): Expose => ({
  type: "binary",
  name,
  property: name,
  value_on: true,
  value_off: false,
  access: REPORT,
});
const words = (name: string, values: readonly string[], access = READ_AND_WRITE): Expose => ({
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
  access: READ_AND_WRITE,
});

/** By server cluster. */
const EXPOSES: Readonly<Record<number, ClusterExposes>> = {
  [ON_OFF]: lightOrSwitch,
  1: () => [number("battery", "%")],
  257: () => [
    { type: "lock", features: [switched("LOCK", "UNLOCK"), words("lock_state", ["locked", "unlocked"], REPORT)] },
  ],
  [COVER]: () => [
    {
      type: "cover",
      features: [
        words("state", ["OPEN", "CLOSE", "STOP"]),
        { ...number("position", "%"), value_min: 0, value_max: 100, access: READ_AND_WRITE },
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
        words("running_state", ["idle", "heat"], REPORT),
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

/** By client cluster. */
const ACTIONS: Readonly<Record<number, readonly string[]>> = {
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
    distinct(endpoint.inputs.flatMap((cluster) => EXPOSES[cluster]?.(endpoint, facts) ?? [])).map((expose) => {
      const word = expose.name ?? expose.type;
      const owner = owners.get(word) ?? endpoint.id;
      owners.set(word, owner);
      return owner === endpoint.id ? expose : onEndpoint(expose, endpoint.id);
    }),
  );
  const actions = actionsOf(facts);
  return actions.length === 0 ? shown : [...shown, words("action", actions, REPORT)];
}

/** The actions of a remote; with the endpoint behind them ("on@2") where several endpoints send commands. */
export function actionsOf({ endpoints }: DeviceFacts): readonly string[] {
  const endpointActions = endpoints.map(({ id, outputs }) => ({
    id,
    actions: outputs.flatMap((cluster) => ACTIONS[cluster] ?? []),
  }));
  const senders = endpointActions.filter(({ actions }) => actions.length > 0);
  return senders.flatMap(({ id, actions }) =>
    senders.length === 1 ? actions : actions.map((word) => `${word}@${id}`),
  );
}

function lightOrSwitch({ device, inputs }: EndpointFacts, { colorcapabilities }: DeviceFacts): readonly Expose[] {
  const state = switched("ON", "OFF");
  if (inputs.includes(COVER)) return []; // a blind's motor can be switched too
  if (!inputs.includes(LEVEL) || NO_LIGHTS.includes(device)) return [{ type: "switch", features: [state] }];
  const can = (bit: number) => inputs.includes(COLOR) && ((colorcapabilities ?? HAS_XY | HAS_CT) & bit) !== 0;
  const level: Expose = { ...number("brightness", ""), value_min: 0, value_max: 254, access: READ_AND_WRITE };
  const mireds: Expose = { ...number("color_temp", "mired"), value_min: 153, value_max: 500, access: READ_AND_WRITE };
  const color: Expose = { type: "composite", property: "color", access: READ_AND_WRITE };
  const features = [
    state,
    level,
    ...(can(HAS_CT) ? [mireds] : []),
    ...(can(HAS_XY) ? [{ ...color, name: "color_xy" }] : []),
    ...(can(HAS_HUE) ? [{ ...color, name: "color_hs" }] : []),
  ];
  return [{ type: "light", features }];
}

/** Two clusters measure power. */
function distinct(exposes: readonly Expose[]): readonly Expose[] {
  return exposes.filter(({ name }, at) => name === undefined || exposes.findIndex((each) => each.name === name) === at);
}

/** The second expose of a name has the number of its endpoint in its property. */
function onEndpoint(expose: Expose, id: number): Expose {
  return {
    ...expose,
    endpoint: String(id),
    ...(expose.property === undefined ? {} : { property: `${expose.property}_${id}` }),
    ...(expose.features ? { features: expose.features.map((each) => onEndpoint(each, id)) } : {}),
  };
}
