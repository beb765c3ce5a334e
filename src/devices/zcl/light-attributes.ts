/** Attributes of standard clusters that lights, covers and locks report. */
import type { Values } from "../../model/resource.ts";
import {
  type AttributeFrame,
  type AttributeReader,
  type AttributeRow,
  type AttributeReading,
  attributeNumber,
  type ClusterReader,
  inRange,
  lastAttribute,
  readAttributes,
  sensorValues,
} from "./attribute-rows.ts";

const FULL_LEVEL = 254;
const FULL_COLOR = 65_535;
const COLOR_MODES: readonly string[] = ["hs", "xy", "ct", "hs"];
const LOCK_STATES: readonly string[] = ["not fully locked", "locked", "unlocked"];
const LOCKED = 1;
const UNLOCKED = 2;

const level = inRange(0, FULL_LEVEL);
const percent = inRange(0, 100);
const inColor: AttributeReader = (value) => COLOR_MODES[value];

const ON: readonly AttributeRow[] = [{ attribute: "onOff", member: "on", read: (value) => value === 1 }];
const LEVEL: readonly AttributeRow[] = [{ attribute: "currentLevel", member: "bri", read: level }];
const COLOR: readonly AttributeRow[] = [
  { attribute: "currentHue", member: "hue", read: inRange(0, FULL_LEVEL, FULL_COLOR / FULL_LEVEL) },
  { attribute: "enhancedCurrentHue", member: "hue", read: inRange(0, FULL_COLOR) },
  { attribute: "currentSaturation", member: "sat", read: level },
  { attribute: "colorTemperature", member: "ct", read: inRange(1, FULL_COLOR - 1) },
  { attribute: "colorMode", member: "colormode", read: inColor },
  { attribute: "enhancedColorMode", member: "colormode", read: inColor },
];
const COVER: readonly AttributeRow[] = [
  { attribute: "currentPositionLiftPercentage", member: "lift", read: percent },
  { attribute: "currentPositionTiltPercentage", member: "tilt", read: percent },
];

export const LIGHT_CLUSTERS: Readonly<Record<string, ClusterReader>> = {
  genOnOff: { id: 0x0006, read: (frame) => [light(readAttributes(ON, frame))] },
  genLevelCtrl: { id: 0x0008, read: (frame) => [light(readAttributes(LEVEL, frame))] },
  lightingColorCtrl: { id: 0x0300, read: (frame) => [light({ ...readAttributes(COLOR, frame), ...xy(frame) })] },
  closuresWindowCovering: { id: 0x0102, read: (frame) => [light(cover(readAttributes(COVER, frame)))] },
  closuresDoorLock: { id: 0x0101, read: lock },
};

function light(values: Values): AttributeReading {
  return { family: "lights", type: "", section: "state", values };
}

/** A frame may have x or y alone. */
function xy(frame: AttributeFrame): Values {
  const x = lastAttribute(frame, "currentX");
  const y = lastAttribute(frame, "currentY");
  const hasEither =
    attributeNumber(frame.data, "currentX") !== undefined || attributeNumber(frame.data, "currentY") !== undefined;
  if (!hasEither || x === undefined || y === undefined) return {};
  return {
    xy: [x, y].map((part) => Math.round((Math.min(FULL_COLOR, Math.max(0, part)) / FULL_COLOR) * 10_000) / 10_000),
  };
}

/** With the members by which older clients know a cover: open, bri, on and sat. */
function cover({ lift, tilt }: Values): Values {
  return {
    ...(typeof lift === "number" ? { lift, open: lift < 100, bri: Math.round(lift * 2.54), on: lift > 0 } : {}),
    ...(typeof tilt === "number" ? { tilt, sat: Math.round(tilt * 2.54) } : {}),
  };
}

function lock({ data }: AttributeFrame): readonly AttributeReading[] {
  const state = attributeNumber(data, "lockState");
  if (state === undefined) return [];
  const isLocked = state === LOCKED;
  return [
    sensorValues("ZHADoorLock", { lockstate: LOCK_STATES[state] ?? "undefined" }),
    ...(isLocked || state === UNLOCKED
      ? [sensorValues("ZHADoorLock", { lock: isLocked }, "config"), { ...light({ on: isLocked }), type: "Door Lock" }]
      : []),
  ];
}
