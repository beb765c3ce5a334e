/** The state of a virtual light, from its own attributes and not from the gateway's. Pure. */
import { FULL_TURN, hexOfMired, hexOfTurn, hexOfXy } from "../../src/model/lights/color.ts";
import { attribute, type VirtualDeviceState } from "./virtual-house.ts";

export interface LightState {
  readonly isOn: boolean;
  readonly percent: number; // 100 where it cannot be dimmed
  readonly hex: string;
  readonly isBlinking: boolean;
  readonly isDead: boolean; // it has no power
}

const MOST_BRIGHT = 254;
const WHOLE = 65_536;
const MODES = { hue: 0, xy: 1, white: 2 } as const;
const PLAIN = "#ffe0b0";
const NO_LAMP = /plug|covering/;

/** Undefined: the device is no light. */
export function lightStateOf(device: VirtualDeviceState): LightState | undefined {
  const onOff = attribute(device, "genOnOff", "onOff");
  if (!onOff || NO_LAMP.test(device.profile)) return undefined;
  const level = attribute(device, "genLevelCtrl", "currentLevel")?.value ?? MOST_BRIGHT;
  const isDead = device.reach === "no-ack";
  return {
    isOn: onOff.value === 1 && !isDead,
    percent: Math.max(1, Math.round((level / MOST_BRIGHT) * 100)),
    hex: hexOf(device),
    isBlinking: device.isBlinking && !isDead,
    isDead,
  };
}

function hexOf(device: VirtualDeviceState): string {
  const of = (name: string) => attribute(device, "lightingColorCtrl", name)?.value;
  const mode = of("colorMode");
  const [x, y, mired] = [of("currentX"), of("currentY"), of("colorTemperature")];
  if (mode === MODES.xy && x !== undefined && y !== undefined) return hexOfXy([x / WHOLE, y / WHOLE]);
  if (mode === MODES.hue) return hexOfTurn(turnOf(of), (of("currentSaturation") ?? 0) / MOST_BRIGHT);
  return mired === undefined ? PLAIN : hexOfMired(mired);
}

function turnOf(of: (name: string) => number | undefined): number {
  const enhanced = of("enhancedCurrentHue");
  return enhanced === undefined ? (of("currentHue") ?? 0) / MOST_BRIGHT : enhanced / FULL_TURN;
}
