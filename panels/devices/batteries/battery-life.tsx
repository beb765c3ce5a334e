/** When a battery will be empty, in a few words; nothing where it cannot be said. */
import { batteryLevel } from "../../../src/model/sensors/batteries.ts";
import { useApi, useQuery } from "../../hooks.ts";
import { perform } from "../../perform.ts";
import type { HouseDevice } from "../house-devices.ts";
import { type BatteryRow, batteryRows, endOf, sayEmpty } from "./battery-rows.ts";

/** Undefined: not told yet. */
export function useBatteries(isWanted = true): {
  readonly rows: readonly BatteryRow[] | undefined;
  readonly refusal: string | undefined;
} {
  const api = useApi();
  const { answer } = useQuery(
    async () => (isWanted ? perform(api, { method: "GET", address: "/devices/batteries" }) : undefined),
    [api, isWanted],
  );
  return {
    rows: answer === undefined || answer.refusal !== undefined ? undefined : batteryRows(answer.reply?.body),
    refusal: answer?.refusal,
  };
}

export function BatteryLife({ device }: { readonly device: HouseDevice }) {
  const battery = device.isVirtual ? undefined : batteryLevel(device.resources);
  const { rows } = useBatteries(battery !== undefined);
  const now = Date.now();
  const text = sayEmpty(endOf(battery, rows?.find(({ key }) => key === device.key)?.emptyAt, now), now);
  return text === "" ? null : <span class="zg-dim">{text}</span>;
}
