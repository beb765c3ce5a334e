/** Lights, covers and locks of standard clusters. */
import type { Values } from "../../model/resource.ts";
import {
  membersBy,
  numberIn,
  type RawCluster,
  type RawMember,
  type Reader,
  type Row,
  remembered,
  sensor,
  type Told,
  within,
} from "./attribute-rows.ts";

const FULL_LEVEL = 254;
const FULL_COLOR = 65_535;
const COLOR_MODES: readonly string[] = ["hs", "xy", "ct", "hs"];
const LOCK_STATES: readonly string[] = ["not fully locked", "locked", "unlocked"];
const LOCKED = 1;
const UNLOCKED = 2;

const level = within(0, FULL_LEVEL);
const percent = within(0, 100);
const inColor: Reader = (value) => COLOR_MODES[value];

const ON: readonly Row[] = [{ attribute: "onOff", member: "on", read: (value) => value === 1 }];
const LEVEL: readonly Row[] = [{ attribute: "currentLevel", member: "bri", read: level }];
const COLOR: readonly Row[] = [
  { attribute: "currentHue", member: "hue", read: within(0, FULL_LEVEL, FULL_COLOR / FULL_LEVEL) },
  { attribute: "enhancedCurrentHue", member: "hue", read: within(0, FULL_COLOR) },
  { attribute: "currentSaturation", member: "sat", read: level },
  { attribute: "colorTemperature", member: "ct", read: within(1, FULL_COLOR - 1) },
  { attribute: "colorMode", member: "colormode", read: inColor },
  { attribute: "enhancedColorMode", member: "colormode", read: inColor },
];
const COVER: readonly Row[] = [
  { attribute: "currentPositionLiftPercentage", member: "lift", read: percent },
  { attribute: "currentPositionTiltPercentage", member: "tilt", read: percent },
];

export const RAW_LIGHTS: Readonly<Record<string, RawCluster>> = {
  genOnOff: { id: 0x0006, read: (told) => [light(membersBy(ON, told))] },
  genLevelCtrl: { id: 0x0008, read: (told) => [light(membersBy(LEVEL, told))] },
  lightingColorCtrl: { id: 0x0300, read: (told) => [light({ ...membersBy(COLOR, told), ...xy(told) })] },
  closuresWindowCovering: { id: 0x0102, read: (told) => [light(cover(membersBy(COVER, told)))] },
  closuresDoorLock: { id: 0x0101, read: lock },
};

function light(values: Values): RawMember {
  return { family: "lights", type: "", section: "state", values };
}

/** Each half may come alone. */
function xy(told: Told): Values {
  const x = remembered(told, "currentX");
  const y = remembered(told, "currentY");
  const isTold = numberIn(told.data, "currentX") !== undefined || numberIn(told.data, "currentY") !== undefined;
  if (!isTold || x === undefined || y === undefined) return {};
  return {
    xy: [x, y].map((part) => Math.round((Math.min(FULL_COLOR, Math.max(0, part)) / FULL_COLOR) * 10_000) / 10_000),
  };
}

/** With what older clients look at. */
function cover({ lift, tilt }: Values): Values {
  return {
    ...(typeof lift === "number" ? { lift, open: lift < 100, bri: Math.round(lift * 2.54), on: lift > 0 } : {}),
    ...(typeof tilt === "number" ? { tilt, sat: Math.round(tilt * 2.54) } : {}),
  };
}

function lock({ data }: Told): readonly RawMember[] {
  const state = numberIn(data, "lockState");
  if (state === undefined) return [];
  const isLocked = state === LOCKED;
  return [
    sensor("ZHADoorLock", { lockstate: LOCK_STATES[state] ?? "undefined" }),
    ...(isLocked || state === UNLOCKED
      ? [sensor("ZHADoorLock", { lock: isLocked }, "config"), { ...light({ on: isLocked }), type: "Door Lock" }]
      : []),
  ];
}
