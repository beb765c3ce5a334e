/** All batteries in one table, the emptiest first: how full they are, and about when each will be empty. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { say, sayAgo } from "../../texts.ts";
import { type Column, Table } from "../../widgets/table.tsx";
import { Button, Empty, Fault } from "../../widgets/widgets.tsx";
import { lastSeen } from "../availability.ts";
import type { HouseDevice } from "../house-devices.ts";
import type { RoomOrGroup } from "../rooms.ts";
import { BatterySign } from "../signs.tsx";
import { useBatteries } from "./battery-life.tsx";
import { type BatteryDevice, batteryDevices, levelOf, sayEmpty } from "./battery-rows.ts";

interface BatteriesProps {
  readonly devices: readonly HouseDevice[];
  readonly roomsOf: (device: HouseDevice) => readonly RoomOrGroup[];
  readonly onOpen: (device: string) => void;
  readonly onBack: () => void;
}

interface ShownBattery extends BatteryDevice {
  readonly emptyAt: number | undefined;
}

export function Batteries({ devices, roomsOf, onOpen, onBack }: BatteriesProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.querySelector("button")?.focus(), []); // the element of the list that had the focus is gone
  const { rows: told, refusal } = useBatteries();
  const rows = useMemo(() => {
    const ends = new Map(told?.map(({ key, emptyAt }) => [key, emptyAt]));
    return batteryDevices(devices).map((each): ShownBattery => ({ ...each, emptyAt: ends.get(each.device.key) }));
  }, [devices, told]);
  const columns = columnsOf({ roomsOf, onOpen });
  return (
    <div class="zg-batteries" ref={top}>
      <div class="zg-opened-head">
        <Button icon="back" label={say("devices.back")} onClick={onBack} />
        <h2>{say("devices.batteries.title")}</h2>
      </div>
      <p class="zg-hint">{say("devices.batteries.hint")}</p>
      {refusal !== undefined && <Fault>{refusal}</Fault>}
      {rows.length === 0 ? (
        <Empty>{say("devices.batteries.none")}</Empty>
      ) : (
        <Table
          label={say("devices.batteries.title")}
          columns={rows.some(({ emptyAt }) => emptyAt !== undefined) ? columns : columns.slice(0, -1)}
          rows={rows}
          keyOf={({ device }) => device.key}
          sortedBy="level"
        />
      )}
    </div>
  );
}

function columnsOf({ roomsOf, onOpen }: Pick<BatteriesProps, "roomsOf" | "onOpen">): readonly Column<ShownBattery>[] {
  const now = Date.now();
  return [
    {
      id: "name",
      title: say("devices.batteries.device"),
      sortBy: ({ device }) => device.name,
      show: ({ device }) => (
        <>
          <Button onClick={() => onOpen(device.key)}>{device.name}</Button>
          <div class="zg-dim zg-battery-about">
            {[...roomsOf(device).map(({ name }) => name), ...sayHeard(device, now)].join(" · ")}
          </div>
        </>
      ),
    },
    {
      id: "level",
      title: say("devices.batteries.level"),
      sortBy: levelOf,
      isNumber: true,
      show: Level,
    },
    {
      id: "empty",
      title: say("devices.batteries.lasts"),
      sortBy: ({ emptyAt }) => emptyAt,
      show: ({ emptyAt }) => sayEmpty(emptyAt, now),
    },
  ];
}

function Level({ battery }: Pick<ShownBattery, "battery">) {
  if (battery) return <BatterySign battery={battery} hasUnit />;
  return <span class="zg-dim">{say("devices.batteries.unknown")}</span>;
}

/** Nothing of a device that was never heard. */
function sayHeard(device: HouseDevice, now: number): readonly string[] {
  const seen = lastSeen(device, now);
  return Number.isNaN(seen) ? [] : [say("devices.seen", { ago: sayAgo(seen, now) })];
}
