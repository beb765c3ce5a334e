/** Devices as the radio tells of them, for the tests of their runtime. */
import type { DeviceFacts, EndpointFacts, Expose, ModelDefinition } from "../../src/model/radio/device-facts.ts";

export const LAMP = "0x001788010203aa01";
export const MOTION = "0x001788010203aa02";

export const endpoint = (id: number, inputs: readonly number[], more: Partial<EndpointFacts> = {}): EndpointFacts => ({
  ...{ id, profile: 0x0104, device: 0x010d, inputs, outputs: [] },
  ...more,
});

export const modelDefinition = (exposes: readonly Expose[], more: Partial<ModelDefinition> = {}): ModelDefinition => ({
  ...{ vendor: "Maker", model: "M-1", description: "A thing", generated: false, options: [], endpoints: {} },
  ...{ exposes },
  ...more,
});

export const facts = (ieee: string, more: Partial<DeviceFacts> = {}): DeviceFacts => ({
  ...{ ieee, kind: "router", sleepy: false, interviewed: true, modelid: "M1", manufacturername: "Maker" },
  ...{ manufacturer: 0x1234, swversion: "1.0", applicationVersion: null, powersource: null, colorcapabilities: null },
  ...{ endpoints: [endpoint(1, [0, 3, 4, 5, 6, 8, 0x0300])], lastseen: null, linkquality: null },
  ...more,
});

const binary = (name: string, on: unknown, off: unknown, access = 1): Expose => ({
  ...{ type: "binary", name, property: name, access, value_on: on, value_off: off },
});
const numeric = (name: string, unit: string, access = 1, more: Partial<Expose> = {}): Expose => ({
  ...{ type: "numeric", name, property: name, access, unit },
  ...more,
});

export const LIGHT: Expose = {
  type: "light",
  features: [
    { ...binary("state", "ON", "OFF", 7), value_toggle: "TOGGLE" },
    numeric("brightness", "", 7, { value_min: 0, value_max: 254 }),
    numeric("color_temp", "mired", 7, { value_min: 153, value_max: 500 }),
    {
      ...{ type: "composite", name: "color_xy", property: "color", access: 7 },
      features: [numeric("x", "", 7), numeric("y", "", 7)],
    },
  ],
};

const EFFECT: Expose = { type: "enum", name: "effect", property: "effect", access: 2, values: ["blink", "breathe"] };
const FADES: Expose = { type: "numeric", name: "transition", property: "transition", access: 2, value_min: 0 };

/** A lamp of many colors. */
export const lamp = (ieee = LAMP, more: Partial<DeviceFacts> = {}): DeviceFacts =>
  facts(ieee, { definition: modelDefinition([LIGHT, EFFECT], { options: [FADES] }), ...more });

/** A lamp that is told the color of a white, and reports that. */
export const whiteByColor = (ieee = LAMP): DeviceFacts =>
  lamp(ieee, { definition: modelDefinition([LIGHT, EFFECT], { options: [FADES], whiteByColor: true }) });

/** A sleeping motion sensor that also measures light and temperature. */
export const motion = (ieee = MOTION, more: Partial<DeviceFacts> = {}): DeviceFacts =>
  facts(ieee, {
    ...{ kind: "end-device", sleepy: true, modelid: "SML9" },
    endpoints: [endpoint(2, [0, 1, 3, 0x0400, 0x0402, 0x0406])],
    definition: modelDefinition([
      binary("occupancy", true, false),
      numeric("illuminance", "lx"),
      numeric("temperature", "°C"),
      numeric("battery", "%"),
      {
        type: "enum",
        name: "motion_sensitivity",
        property: "motion_sensitivity",
        access: 3, // a readable value is asked for after a start, which would be in the way of most tests
        values: ["low", "medium", "high"],
      },
    ]),
    ...more,
  });
