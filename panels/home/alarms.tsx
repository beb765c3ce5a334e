/** Fire, water and whatever else sounds an alarm, at once on top of Home. */
import type { HouseDevice } from "../devices/house-devices.ts";
import { iconOf, kindOf } from "../devices/kinds.ts";
import { sayState } from "../devices/values/words.ts";
import { usePlace } from "../hooks.ts";
import { say } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { newsOf } from "./lines.tsx";

export function Alarms({ devices }: { readonly devices: readonly HouseDevice[] }) {
  const [, go] = usePlace();
  const alarms = devices.filter((device) => newsOf(device) === "alarm");
  return (
    <div role="alert" aria-label={say("home.alarms")}>
      {alarms.length > 0 && (
        <ul class="zg-alarms">
          {alarms.map((device) => (
            <li key={device.key}>
              <button type="button" onClick={() => go(["devices", device.key])}>
                <Icon name={iconOf(kindOf(device))} />
                <strong>{device.name}</strong>
                <span>{sayState(device)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
