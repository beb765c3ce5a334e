/** Models of lights, switches, plugs and coverings: real ones, as the converters know them. */
import { Zcl } from "zigbee-herdsman";
import type { AttributeValue, SpecialAttribute } from "./attributes.ts";
import { type DeviceProfile, type EndpointProfile, endpoint } from "./device-profile.ts";

const PHILIPS = { manufacturer: 0x100b, oui: "0x001788" } as const;
const IKEA = { manufacturer: 0x117c, oui: "0x90fd9f" } as const;
const LIGHT_LINK = 0xc05e;
const GREEN_POWER_PROFILE = 0xa1e0;
const GREEN_POWER = 0x0021;
const OTA = "genOta";
const MAINS = 1;
export const BATTERY = 3;
/** The abilities of a color light, as bits of its capabilities. */
const HUE = 1;
const ENHANCED_HUE = 2;
const LOOP = 4;
const XY = 8;
const TEMPERATURE = 16;

const GREEN_POWER_PROXY: EndpointProfile = {
  id: 242,
  profile: GREEN_POWER_PROFILE,
  device: 0x0061,
  servers: {},
  clients: [GREEN_POWER],
};
const IN_GROUPS = { genIdentify: {}, genGroups: {}, genScenes: {} } as const;
const ON_OFF = { onOff: 0, globalSceneCtrl: 1, onTime: 0, offWaitTime: 0, startUpOnOff: 1 } as const;
const LEVEL = { currentLevel: 254, onOffTransitionTime: 0, onLevel: 255, startUpCurrentLevel: 254 } as const;

export function basic(manufacturerName: string, modelId: string, more: Readonly<Record<string, AttributeValue>> = {}) {
  return { genBasic: { manufacturerName, modelId, dateCode: "20200101", powerSource: MAINS, ...more } };
}

function temperature(least: number, most: number, more: Readonly<Record<string, AttributeValue>> = {}) {
  return {
    lightingColorCtrl: {
      colorTemperature: 366,
      colorMode: 2,
      enhancedColorMode: 2,
      colorCapabilities: TEMPERATURE,
      colorTempPhysicalMin: least,
      colorTempPhysicalMax: most,
      startUpColorTemperature: 366,
      ...more,
    },
  };
}

const { OCTET_STR, UINT8, UINT16 } = Zcl.DataType;

function ofPhilips(id: number, type: Zcl.DataType, value: number): SpecialAttribute {
  return { id, type, manufacturer: PHILIPS.manufacturer, value };
}

function ofAqara(id: number, value: AttributeValue): SpecialAttribute {
  return { id, type: UINT8, manufacturer: 0x115f, writable: true, value };
}

const XY_COLOR = { currentX: 30_015, currentY: 26_870, coupleColorTempToLevelMin: 153 } as const;
/** The corners of the colors of Hue's lamps, in shares of 65536. */
const HUE_GAMUT = {
  ...{ colorPointRX: 45_318, colorPointRY: 20_204 },
  ...{ colorPointGX: 11_141, colorPointGY: 45_875 },
  ...{ colorPointBX: 10_040, colorPointBY: 3_113 },
};
const HUE_COLOR = {
  ...XY_COLOR,
  ...HUE_GAMUT,
  currentHue: 0,
  currentSaturation: 0,
  enhancedCurrentHue: 0,
  colorLoopActive: 0,
  colorLoopDirection: 0,
  colorLoopTime: 25,
  colorLoopStartEnhancedHue: 8960,
  colorLoopStoredEnhancedHue: 0,
} as const;

function philips(modelId: string, device: number, servers: EndpointProfile["servers"]): DeviceProfile {
  const named = basic("Philips", modelId, { swBuildId: "1.88.1", appVersion: 2, dateCode: "20210322" });
  const own = { ...named, ...IN_GROUPS, genOnOff: ON_OFF, genLevelCtrl: LEVEL, ...servers, touchlink: {} };
  return {
    ...PHILIPS,
    kind: "router",
    endpoints: [{ id: 11, profile: LIGHT_LINK, device, servers: own, clients: [OTA] }, GREEN_POWER_PROXY],
  };
}

function ikea(modelId: string, device: number, servers: EndpointProfile["servers"]): DeviceProfile {
  const named = basic("IKEA of Sweden", modelId, { swBuildId: "2.3.093", appVersion: 0x21, dateCode: "20210218" });
  const own = { ...named, ...IN_GROUPS, genOnOff: ON_OFF, genLevelCtrl: LEVEL, ...servers, touchlink: {} };
  return {
    ...IKEA,
    kind: "router",
    endpoints: [{ id: 1, device, servers: own, clients: [5, OTA, "touchlink"] }, GREEN_POWER_PROXY],
  };
}

export const LIGHTS: Readonly<Record<string, DeviceProfile>> = {
  "extended color light": philips(
    "LCT015",
    0x0210,
    temperature(153, 500, {
      ...HUE_COLOR,
      colorCapabilities: HUE | ENHANCED_HUE | LOOP | XY | TEMPERATURE,
    }),
  ),
  "gradient strip": {
    ...philips("LCX004", 0x010d, {
      ...temperature(153, 500, {
        ...HUE_COLOR,
        colorCapabilities: HUE | ENHANCED_HUE | LOOP | XY | TEMPERATURE,
      }),
      manuSpecificPhilips2: {
        state: { id: 0x0002, type: OCTET_STR, manufacturer: PHILIPS.manufacturer, value: "" },
        styles: ofPhilips(0x0013, Zcl.DataType.BITMAP16, 0b111),
        pixelCount: ofPhilips(0x0030, UINT8, 24),
        pixelLength: ofPhilips(0x0031, UINT16, 833),
        reversed: { ...ofPhilips(0x0033, Zcl.DataType.BOOLEAN, 0), writable: true },
        segments: ofPhilips(0x0036, UINT8, 9 << 3),
      },
    }),
    custom: {
      manuSpecificPhilips2: {
        ...{ name: "manuSpecificPhilips2", ID: 0xfc03, manufacturerCode: PHILIPS.manufacturer },
        attributes: {},
        commands: {
          multiColor: {
            name: "multiColor",
            ID: 0,
            parameters: [{ name: "data", type: Zcl.BuffaloZclDataType.BUFFER }],
          },
        },
        commandsResponse: {},
      },
    },
  },
  "music strip": {
    manufacturer: 0x115f,
    oui: "0x54ef44",
    kind: "router",
    endpoints: [
      endpoint(1, 0x010d, [OTA], {
        ...basic("Aqara", "lumi.light.acn132", { appVersion: 0x1b, dateCode: "20220721" }),
        ...IN_GROUPS,
        genOnOff: { onOff: 0 },
        genLevelCtrl: { ...LEVEL, onTransitionTime: 0, offTransitionTime: 0 },
        ...temperature(153, 370, { ...XY_COLOR, colorCapabilities: XY | TEMPERATURE }),
        manuSpecificLumi: {
          leastLevel: ofAqara(0x0515, 1),
          mostLevel: ofAqara(0x0516, 100),
          powerOn: ofAqara(0x0517, 0),
          /** Of itself: that it has 30 °C, and how often it was switched on. */
          itself: { id: 0x00f7, type: OCTET_STR, manufacturer: 0x115f, value: "03281e05210100" },
          effect: { ...ofAqara(0x051f, 0), type: Zcl.DataType.UINT32 },
          effectSpeed: ofAqara(0x0520, 50),
          effectColors: { ...ofAqara(0x0523, ""), type: OCTET_STR },
          segmentColors: { ...ofAqara(0x0527, ""), type: OCTET_STR },
          effectSegments: { ...ofAqara(0x0530, ""), type: OCTET_STR },
          segments: ofAqara(0x051b, 10),
          musicSync: ofAqara(0x051c, 0),
          musicEffect: { ...ofAqara(0x051d, 0), type: Zcl.DataType.UINT32 },
          musicSensitivity: ofAqara(0x051e, 2),
        },
      }),
      GREEN_POWER_PROXY,
    ],
    custom: {
      manuSpecificLumi: {
        ...{ name: "manuSpecificLumi", ID: 0xfcc0, manufacturerCode: 0x115f, attributes: {} },
        ...{ commands: {}, commandsResponse: {} },
      },
    },
  },
  "dimmable light": ikea("TRADFRI bulb E27 W opal 1000lm", 0x0101, {}),
  "dimmable hue light": philips("LWB010", 0x0100, {}),
  "color temperature light": ikea("TRADFRI bulb E27 WS opal 980lm", 0x010c, temperature(250, 454)),
  "color light": ikea("TRADFRI bulb E27 CWS opal 600lm", 0x010d, {
    lightingColorCtrl: { ...XY_COLOR, colorCapabilities: XY },
  }),
  switch: {
    manufacturer: 0x1286,
    oui: "0x00124b",
    kind: "router",
    endpoints: [
      endpoint(1, 0x0100, [0], {
        ...basic("SONOFF", "01MINIZB", { swBuildId: "1.0.3" }),
        ...IN_GROUPS,
        genOnOff: { startUpOnOff: 255 },
      }),
    ],
  },
  /** A switch module that can be in groups, but keeps no scenes. */
  "switch module": {
    manufacturer: 0x1286,
    oui: "0x00124b",
    kind: "router",
    endpoints: [
      endpoint(1, 0x0002, [3, 6, OTA], {
        ...basic("SONOFF", "ZBMINIR2", { swBuildId: "1.0.8" }),
        genIdentify: {},
        genGroups: {},
        genOnOff: { startUpOnOff: 255 },
      }),
      GREEN_POWER_PROXY,
    ],
  },
  "metering plug": {
    manufacturer: 0x1166,
    oui: "0x00158d",
    kind: "router",
    life: ["plug"],
    endpoints: [
      endpoint(1, 0x0051, [0x000a, OTA], {
        ...basic("innr", "SP 120", { swBuildId: "2.0", dateCode: "20180612-74" }),
        ...IN_GROUPS,
        genOnOff: { onOff: 1 },
        genLevelCtrl: {},
        haElectricalMeasurement: {
          activePower: 60,
          rmsCurrent: 261,
          rmsVoltage: 230,
          acVoltageMultiplier: 1,
          acVoltageDivisor: 1,
          acCurrentMultiplier: 1,
          acCurrentDivisor: 1000,
          acPowerMultiplier: 1,
          acPowerDivisor: 1,
        },
        seMetering: { currentSummDelivered: 1234, divisor: 100 },
      }),
      GREEN_POWER_PROXY,
    ],
  },
  "window covering": {
    ...IKEA,
    oui: "0x14b457",
    kind: "poller",
    life: ["battery"],
    endpoints: [
      endpoint(1, 0x0202, [OTA], {
        ...basic("IKEA of Sweden", "FYRTUR block-out roller blind", {
          swBuildId: "24.4.13",
          powerSource: BATTERY,
          dateCode: "20230426",
        }),
        genPowerCfg: { batteryPercentageRemaining: 174 },
        genIdentify: {},
        genGroups: {},
        genScenes: {},
        genPollCtrl: { checkinInterval: 172_800 },
        closuresWindowCovering: { currentPositionLiftPercentage: 0 },
      }),
    ],
  },
};
