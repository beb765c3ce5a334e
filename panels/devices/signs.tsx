/** Battery and link as small pictures, with their numbers in words for users who do not see them. */
import type { BatteryLevel } from "../../src/model/sensors/batteries.ts";
import { say, sayNumber } from "../texts.ts";
import { bars } from "./availability.ts";
import { withUnit } from "./values/words.ts";

interface BatterySignProps {
  readonly battery: BatteryLevel | undefined;
  readonly hasUnit?: boolean;
}

export function BatterySign({ battery, hasUnit = false }: BatterySignProps) {
  if (!battery) return null;
  const { percent, isLow } = battery;
  const text = percent === undefined ? say("devices.battery-low") : say("devices.battery-at", { percent });
  return (
    <span class={`zg-sign${isLow ? " zg-sign-bad" : ""}`} title={text}>
      <svg class="zg-battery" viewBox="0 0 22 12" aria-hidden="true" focusable="false">
        <rect x="1" y="1" width="17" height="10" rx="2" />
        <path d="M20 4v4" />
        <rect class="zg-battery-level" x="3" y="3" width={(13 * (percent ?? 10)) / 100} height="6" />
      </svg>
      <span aria-hidden="true">
        {percent === undefined ? "!" : hasUnit ? withUnit(sayNumber(percent), "%") : percent}
      </span>
      <span class="zg-hidden">{text}</span>
    </span>
  );
}

const BARS = [0, 1, 2, 3] as const;

export function LinkSign({ quality }: { readonly quality: number | undefined }) {
  if (quality === undefined) return null;
  const text = say("devices.link-at", { quality });
  const full = bars(quality);
  return (
    <span class={`zg-sign${full < 2 ? " zg-sign-bad" : ""}`} title={text}>
      <svg class="zg-bars" viewBox="0 0 18 12" aria-hidden="true" focusable="false">
        {BARS.map((bar) => (
          <rect
            key={bar}
            class={bar < full ? "zg-bar-full" : ""}
            x={1 + bar * 4.5}
            y={9 - bar * 2.7}
            width="3"
            height={3 + bar * 2.7}
          />
        ))}
      </svg>
      <span class="zg-hidden">{text}</span>
    </span>
  );
}
