/** The report of a device in one line, which leads to its page. */
import { batteryLevel } from "../../src/model/sensors/batteries.ts";
import { deviceReach } from "../devices/availability.ts";
import type { HouseDevice } from "../devices/house-devices.ts";
import { iconOf } from "../devices/kinds.ts";
import { BatterySign } from "../devices/signs.tsx";
import { moodOf, sayState } from "../devices/values/words.ts";
import { usePlace } from "../hooks.ts";
import { say } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { Kept } from "../widgets/kept.tsx";
import type { Reading } from "./sections.ts";

export function DeviceLines({ lines }: { readonly lines: readonly Reading[] }) {
  return (
    <ul class="zg-lines">
      {lines.map((line) => (
        <Kept key={line.device.key} parts={partsOf(line.device)}>
          <DeviceLine {...line} />
        </Kept>
      ))}
    </ul>
  );
}

/** All that a tile or a line shows of a device is in these: when it was last heard is not. */
export function partsOf({ resources, info }: HouseDevice): readonly unknown[] {
  return [...resources, info.sleepy, info.disabled];
}

function DeviceLine({ device, kind }: Reading) {
  const [, go] = usePlace();
  const battery = batteryLevel(device.resources);
  const isGone = deviceReach(device) === "unreachable";
  return (
    <li>
      <button type="button" class={`zg-line-of zg-tells-${newsOf(device)}`} onClick={() => go(["devices", device.key])}>
        <Icon name={iconOf(kind)} />
        <span class="zg-line-name">{device.name}</span>
        {battery?.isLow && <BatterySign battery={battery} />}
        <span class="zg-line-state">{isGone ? say("devices.unreachable") : sayState(device)}</span>
      </button>
    </li>
  );
}

/** The news of a device that a user wants to see at a glance. */
export function newsOf(device: HouseDevice): "alarm" | "open" | "motion" | "gone" | "nothing" {
  if (deviceReach(device) === "unreachable") return "gone";
  if (moodOf(device) === "alarmed") return "alarm";
  if (device.resources.some(({ state }) => state.open === true)) return "open";
  return device.resources.some(({ state }) => state.presence === true) ? "motion" : "nothing";
}

/** Beside the name of a room: "21.4 °C · 48 %". */
export function Climate({ readings }: { readonly readings: readonly Reading[] }) {
  const [, go] = usePlace();
  return (
    <>
      {readings.map(({ device }) => (
        <button
          key={device.key}
          type="button"
          class={`zg-climate zg-tells-${newsOf(device)}`}
          aria-label={say("home.climate", { name: device.name, values: sayClimate(device) })}
          onClick={() => go(["devices", device.key])}
        >
          {batteryLevel(device.resources)?.isLow && <Icon name="battery" />}
          {sayClimate(device)}
        </button>
      ))}
    </>
  );
}

function sayClimate(device: HouseDevice): string {
  return deviceReach(device) === "unreachable" ? say("devices.unreachable") : sayState(device) || "–";
}
