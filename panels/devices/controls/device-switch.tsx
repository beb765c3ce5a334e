/** One switch for a device: for all of its lights, plugs and outputs that go on and off. */
import { useDesired } from "../../commands.tsx";
import { handledAs } from "../../home/tiles.ts";
import { useApi, useNote } from "../../hooks.ts";
import { perform } from "../../perform.ts";
import { Switch } from "../../widgets/widgets.tsx";
import type { HouseDevice, HouseResource } from "../house-devices.ts";

export function switchable({ resources }: Pick<HouseDevice, "resources">): readonly HouseResource[] {
  return resources.filter((resource) => handledAs(resource) === "switch" && typeof resource.state.on === "boolean");
}

interface DeviceSwitchProps {
  readonly label: string;
  readonly lights: readonly HouseResource[];
  readonly isDisabled?: boolean;
  readonly tabIndex?: number;
}

/** On while one of them is. A refusal is told in a note: there is no room for it in a line. */
export function DeviceSwitch({ label, lights, isDisabled, tabIndex }: DeviceSwitchProps) {
  const turn = useTurn();
  const [isOn, want] = useDesired(
    lights.some(({ state }) => state.on === true),
    (on) => turn(lights, on),
  );
  return (
    <Switch
      label={label}
      hidesLabel
      isOn={isOn}
      {...(isDisabled === undefined ? {} : { isDisabled })}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      onChange={(on) => void want(on)}
    />
  );
}

/** Undefined: refused, and a note says why. */
function useTurn(): (lights: readonly HouseResource[], on: boolean) => Promise<true | undefined> {
  const api = useApi();
  const note = useNote();
  return async (lights, on) => {
    const commands = lights.map(({ address }) =>
      perform(api, { method: "PUT", address: `${address}/state`, body: { on } }),
    );
    const refusals = (await Promise.all(commands)).flatMap(({ refusal }) => refusal ?? []);
    if (refusals.length > 0) note([...new Set(refusals)].join("; "), "bad");
    return refusals.length < lights.length ? true : undefined;
  };
}
