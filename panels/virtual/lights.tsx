/** The lights of the virtual house as small drawings, which stay visible while the page scrolls; a touch is the switch on the wall. */
import { say } from "../texts.ts";
import { sorted } from "../widgets/rows.ts";
import { type LightState, lightStateOf } from "./light-state.ts";
import type { VirtualDeviceState } from "./virtual-house.ts";

const MOST = 24; // drawn

interface VirtualLightsProps {
  readonly devices: readonly VirtualDeviceState[];
  readonly onToggle: (mac: string) => void;
}

export function VirtualLights({ devices, onToggle }: VirtualLightsProps) {
  const lamps = sorted(devices, ({ name }) => name).flatMap(({ mac, name, ...station }) => {
    const light = lightStateOf({ mac, name, ...station });
    return light ? [{ mac, name, light }] : [];
  });
  return (
    <ul class="zg-lamps" aria-label={say("virtual.lamps")}>
      {lamps.slice(0, MOST).map(({ mac, name, light }) => (
        <li key={mac} class={light.isBlinking ? "zg-blinking" : ""} data-lamp={mac} data-lit={light.isOn}>
          <button type="button" title={say("virtual.wall")} disabled={light.isDead} onClick={() => onToggle(mac)}>
            <LightDrawing light={light} />
            <span class="zg-lamp-name" aria-hidden="true">
              {name}
            </span>
            <span class="zg-hidden">{sayLightState(name, light)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The glow grows with the brightness, and has the color of the light. */
export function LightDrawing({ light: { isOn, percent, hex } }: { readonly light: LightState }) {
  const part = percent / 100;
  return (
    <svg class="zg-lamp" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      {isOn && <circle cx="24" cy="20" r={13 + 10 * part} fill={hex} opacity={0.25 + 0.3 * part} />}
      <path
        class="zg-lamp-bulb"
        d="M18 33c0-4-6-6-6-13a12 12 0 0 1 24 0c0 7-6 9-6 13z"
        {...(isOn ? { fill: hex, "fill-opacity": 0.6 + 0.4 * part } : {})}
      />
      <path class="zg-lamp-foot" d="M18 37h12M19 41h10M22 45h4" />
    </svg>
  );
}

export function sayLightState(name: string, { isOn, percent, isBlinking, isDead }: LightState): string {
  const how = isDead ? "virtual.lamp-dead" : isOn ? "virtual.lamp-on" : "virtual.lamp-off";
  const words = say(how, { name, percent });
  return isBlinking ? `${words}, ${say("virtual.blinks")}` : words;
}
