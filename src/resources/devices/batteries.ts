/** All batteries: how full they are, which ones they are, and, where their own curve says it, when they will be empty. */
import type { Call, Handler } from "../../core/call.ts";
import { content } from "../../core/result.ts";
import type { Route } from "../../core/router.ts";
import { bool, int, list, object, text, time } from "../../model/fields.ts";
import { HISTORY } from "../../model/history/ports.ts";
import type { Resource, Values } from "../../model/resource.ts";
import { batteryLevel } from "../../model/sensors/batteries.ts";
import { cellsOf } from "../../model/sensors/battery-cells.ts";
import { utcWithZone } from "../../model/time/times.ts";
import { batteryEmptyAt } from "./battery-forecast.ts";
import { DEVICES, partsOf } from "./named.ts";

const NOON = 43_200_000; // milliseconds after midnight

const batteries: Handler = async (call) => {
  const present = call.store.list(DEVICES).filter(({ attr }) => attr.gone !== true);
  const rows = await Promise.all(present.map((device) => batteryOf(call, device)));
  return content(rows.flatMap((row) => row ?? []));
};

async function batteryOf(call: Call, { attr }: Resource): Promise<Values | undefined> {
  const uniqueid = String(attr.uniqueid);
  const parts = partsOf(call, uniqueid);
  const battery = batteryLevel(parts);
  if (!battery) return undefined;
  const cells = cellsOf(attr);
  const isHeard = !parts.some(({ state, config }) => (state.reachable ?? config.reachable) === false);
  const empty = isHeard ? await emptyAt(call, parts, battery.percent) : undefined; // of one that is silent the curve says nothing any more
  return {
    ...{ uniqueid, name: attr.name, battery: battery.percent ?? null, lowbattery: battery.isLow },
    ...(cells === undefined ? {} : { cells }),
    ...(empty === undefined ? {} : { empty: utcWithZone(empty) }),
  };
}

async function emptyAt({ engines, clock }: Call, parts: readonly Resource[], percent?: number) {
  const inConfig = parts.find(({ config }) => typeof config.battery === "number"); // all parts of a device tell of its one battery
  const inState = parts.find(({ state }) => typeof state.battery === "number");
  const { address } = inConfig ?? inState ?? {};
  const history = engines.find(HISTORY);
  if (!address || !history) return undefined;
  const days = await history.daily(address, inConfig ? "config/battery" : "state/battery");
  return batteryEmptyAt(
    days.map(({ at, mean }) => [at + NOON, mean]),
    clock.now(),
    percent,
  );
}

export const batteryRoutes: readonly Route[] = [
  [
    "GET",
    "/devices/batteries",
    batteries,
    {
      does: "Get all batteries, which ones to buy, and the day on which each will be empty, as far as that is known",
      gives: list({
        each: object({
          members: {
            uniqueid: text({ about: "Of the device" }),
            name: text(),
            battery: int({ min: 0, max: 100, unit: "%", nullable: true }),
            lowbattery: bool(),
            cells: text({ about: "Which batteries it takes, `2×AAA`; absent where nobody knows" }),
            empty: time({ about: "About when it will be empty, UTC; absent where it cannot be said" }),
          },
        }),
      }),
    },
  ],
];
