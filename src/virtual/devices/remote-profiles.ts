/** Models of remotes: real ones, as the converters know them, and the frames of their buttons. */
import { Zcl } from "zigbee-herdsman";
import { type ButtonFrame, type DeviceProfile, endpoint } from "./device-profile.ts";
import { BATTERY, basic } from "./light-profiles.ts";
import type { CustomClusters } from "./zcl.ts";

const PHILIPS = 0x100b;
const IKEA = 0x117c;
const { UINT8, UINT16, UINT24, BITMAP16 } = Zcl.DataType;

/** IKEA's arrow buttons say commands of the scenes cluster that no other maker has. */
const ARROWS: CustomClusters = {
  genScenes: {
    name: "genScenes",
    ID: 5,
    attributes: {},
    commands: {
      tradfriArrowSingle: {
        name: "tradfriArrowSingle",
        ID: 0x07,
        parameters: [
          { name: "value", type: UINT16 },
          { name: "value2", type: UINT16 },
        ],
      },
      tradfriArrowHold: { name: "tradfriArrowHold", ID: 0x08, parameters: [{ name: "value", type: UINT16 }] },
      tradfriArrowRelease: { name: "tradfriArrowRelease", ID: 0x09, parameters: [{ name: "value", type: UINT16 }] },
    },
    commandsResponse: {},
  },
};
/** A Hue remote tells every press on a cluster of its own, too. */
const HUE: CustomClusters = {
  manuSpecificPhilips: {
    name: "manuSpecificPhilips",
    ID: 0xfc00,
    manufacturerCode: PHILIPS,
    attributes: {},
    commands: {},
    commandsResponse: {
      hueNotification: {
        name: "hueNotification",
        ID: 0x00,
        parameters: [
          { name: "button", type: UINT8 },
          { name: "unknown1", type: UINT24 },
          { name: "type", type: UINT8 },
          { name: "unknown2", type: UINT8 },
          { name: "time", type: UINT8 },
          { name: "unknown3", type: UINT8 },
        ],
      },
    },
  },
};
const HUE_BUTTONS = { on: 1, up: 2, down: 3, off: 4 } as const;
const HUE_GESTURES = { press: 0, hold: 1, press_release: 2, hold_release: 3 } as const;
const HUE_TIMES = { press: 0, hold: 8, press_release: 2, hold_release: 16 } as const; // tenths of a second
const HUE_DIMMER = basic("Philips", "RWL021", {
  swBuildId: "6.1.1.28573",
  powerSource: BATTERY,
  dateCode: "20190219",
});
const UP = 0;
const DOWN = 1;

/** Each recalls a scene of the group that it is bound to; held for long, it stores the scene. */
const SCENE_KEYS = Object.fromEntries(
  [1, 2, 3, 4, 5, 6].flatMap((sceneid) =>
    (["recall", "store"] as const).map((command): [string, ButtonFrame[]] => [
      `${command}_${sceneid}`,
      [{ endpoint: 1, cluster: "genScenes", command, payload: { sceneid } }],
    ]),
  ),
);

export const REMOTES: Readonly<Record<string, DeviceProfile>> = {
  remote: {
    manufacturer: IKEA,
    oui: "0x000b57",
    kind: "sleeper",
    along: "genOnOff",
    life: ["battery"],
    custom: ARROWS,
    endpoints: [
      {
        id: 1,
        profile: 0xc05e,
        device: 0x0830,
        servers: {
          ...basic("IKEA of Sweden", "TRADFRI remote control", {
            swBuildId: "2.4.1",
            powerSource: BATTERY,
            dateCode: "20190223",
          }),
          genPowerCfg: { batteryPercentageRemaining: 148 },
          genIdentify: {},
          genPollCtrl: { checkinInterval: 13_200 },
          touchlink: {},
        },
        clients: [3, 4, 5, 6, 8, "genOta", "touchlink"],
      },
    ],
    presses: {
      toggle: [on("toggle")],
      toggle_hold: [level("moveToLevelWithOnOff", { level: 127, transtime: 5 })],
      brightness_up_click: [level("stepWithOnOff", { stepmode: UP, stepsize: 43, transtime: 5 })],
      brightness_down_click: [level("step", { stepmode: DOWN, stepsize: 43, transtime: 5 })],
      brightness_up_hold: [level("moveWithOnOff", { movemode: UP, rate: 84 })],
      brightness_up_release: [level("stopWithOnOff", {})],
      brightness_down_hold: [level("move", { movemode: DOWN, rate: 84 })],
      brightness_down_release: [level("stop", {})],
      arrow_left_click: [arrow("tradfriArrowSingle", { value: 257, value2: 13 })],
      arrow_left_hold: [arrow("tradfriArrowHold", { value: 3329 })],
      arrow_left_release: [arrow("tradfriArrowRelease", { value: 1500 })],
      arrow_right_click: [arrow("tradfriArrowSingle", { value: 256, value2: 13 })],
      arrow_right_hold: [arrow("tradfriArrowHold", { value: 3328 })],
      arrow_right_release: [arrow("tradfriArrowRelease", { value: 1500 })],
    },
  },
  keypad: {
    manufacturer: 0x1246,
    oui: "0x00158d",
    kind: "sleeper",
    life: ["battery"],
    endpoints: [
      endpoint(1, 0x0001, [3, 4, 5, 6, 8, "genOta"], {
        ...basic("icasa", "ICZB-KPD18S", { powerSource: BATTERY }),
        genPowerCfg: {},
        genIdentify: {},
      }),
    ],
    presses: {
      on: [on("on")],
      off: [on("off")],
      brightness_move_up: [level("moveWithOnOff", { movemode: UP, rate: 50 })],
      brightness_move_down: [level("moveWithOnOff", { movemode: DOWN, rate: 50 })],
      brightness_stop: [level("stopWithOnOff", {})],
      ...SCENE_KEYS,
    },
  },
  "dimmer switch": {
    manufacturer: PHILIPS,
    oui: "0x001788",
    kind: "sleeper",
    life: ["battery"],
    custom: HUE,
    endpoints: [
      {
        id: 1,
        profile: 0xc05e,
        device: 0x0830,
        servers: HUE_DIMMER,
        clients: [0, 3, 4, 5, 6, 8],
      },
      endpoint(2, 0x000c, ["genOta"], {
        genBasic: {
          ...HUE_DIMMER.genBasic,
          config: { id: 0x31, type: BITMAP16, manufacturer: PHILIPS, writable: true, value: 0 },
        },
        genPowerCfg: { batteryPercentageRemaining: 200 },
        genIdentify: {},
        genBinaryInput: { presentValue: 0, statusFlags: 0, outOfService: 0 },
        manuSpecificPhilips: {},
      }),
    ],
    presses: {
      on_press: [on("on"), ...hue("on", "press")],
      up_press: [level("step", { stepmode: UP, stepsize: 30, transtime: 9 }), ...hue("up", "press")],
      down_press: [level("step", { stepmode: DOWN, stepsize: 30, transtime: 9 }), ...hue("down", "press")],
      off_press: [on("offWithEffect", { effectid: 0, effectvariant: 0 }), ...hue("off", "press")],
      on_hold: hue("on", "hold"),
      up_hold: [level("step", { stepmode: UP, stepsize: 56, transtime: 9 }), ...hue("up", "hold")],
      down_hold: [level("step", { stepmode: DOWN, stepsize: 56, transtime: 9 }), ...hue("down", "hold")],
      off_hold: hue("off", "hold"),
      ...releases("press_release"),
      ...releases("hold_release", [level("stop", {})]),
    },
  },
};

function on(command: string, payload: object = {}): ButtonFrame {
  return { endpoint: 1, cluster: "genOnOff", command, payload };
}

function level(command: string, payload: object): ButtonFrame {
  return { endpoint: 1, cluster: "genLevelCtrl", command, payload };
}

function arrow(command: string, payload: object): ButtonFrame {
  return { endpoint: 1, cluster: "genScenes", command, payload, manufacturer: IKEA };
}

function hue(button: keyof typeof HUE_BUTTONS, gesture: keyof typeof HUE_GESTURES): ButtonFrame[] {
  const payload = {
    button: HUE_BUTTONS[button],
    unknown1: 0x300000,
    type: HUE_GESTURES[gesture],
    unknown2: 0,
    time: HUE_TIMES[gesture],
    unknown3: 0,
  };
  return [{ endpoint: 2, cluster: "manuSpecificPhilips", command: "hueNotification", payload, manufacturer: PHILIPS }];
}

/** Of every button. Those that dim stop dimming when they were held. */
function releases(
  gesture: "press_release" | "hold_release",
  dimming: readonly ButtonFrame[] = [],
): Record<string, ButtonFrame[]> {
  const buttons = ["on", "up", "down", "off"] as const;
  const dims = (button: string) => button === "up" || button === "down";
  return Object.fromEntries(
    buttons.map((button) => [`${button}_${gesture}`, [...(dims(button) ? dimming : []), ...hue(button, gesture)]]),
  );
}
