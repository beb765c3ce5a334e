/** All batteries: what has to be bought soon, and each with its kind, how full it is, and about when it will be empty. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { cellsOf, isRechargeable } from "../../../src/model/sensors/battery-cells.ts";
import { scaled } from "../../../src/model/units.ts";
import { HistoryDialog } from "../../history/history.tsx";
import { say, sayList } from "../../texts.ts";
import { Icon } from "../../widgets/icons.tsx";
import { type Column, Table } from "../../widgets/table.tsx";
import { Button, Empty, Fault } from "../../widgets/widgets.tsx";
import type { HouseDevice } from "../house-devices.ts";
import type { RoomOrGroup } from "../rooms.ts";
import { BatterySign } from "../signs.tsx";
import { useBatteries } from "./battery-life.tsx";
import {
  type BatteryDevice,
  batteryCourse,
  batteryDevices,
  endOf,
  isDue,
  levelOf,
  sayCells,
  sayEmpty,
  sayEnd,
  sayHeard,
  sayShopping,
} from "./battery-rows.ts";
import { CellsDialog } from "./cells-dialog.tsx";

interface BatteriesProps {
  readonly devices: readonly HouseDevice[];
  readonly roomsOf: (device: HouseDevice) => readonly RoomOrGroup[];
  readonly onOpen: (device: string) => void;
  readonly onBack: () => void;
}

interface ShownBattery extends BatteryDevice {
  readonly emptyAt: number | undefined;
  readonly cells: string | undefined; // undefined: nobody knows
}

/** What a click has opened over the table. */
interface Opened {
  readonly is: "course" | "cells";
  readonly device: HouseDevice;
}

export function Batteries({ devices, roomsOf, onOpen, onBack }: BatteriesProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.querySelector("button")?.focus(), []); // the element of the list that had the focus is gone
  const { rows: told, refusal } = useBatteries();
  const [opened, show] = useState<Opened | undefined>(undefined);
  const rows = useMemo(() => {
    const now = Date.now();
    const ends = new Map(told?.map(({ key, emptyAt }) => [key, emptyAt]));
    return batteryDevices(devices).map(
      (each): ShownBattery => ({
        ...each,
        emptyAt: endOf(each.battery, ends.get(each.device.key), now),
        cells: cellsOf(each.device.info),
      }),
    );
  }, [devices, told]);
  return (
    <div class="zg-batteries" ref={top}>
      <div class="zg-opened-head">
        <Button icon="back" label={say("devices.back")} onClick={onBack} />
        <h2>{say("devices.batteries.title")}</h2>
      </div>
      {refusal !== undefined && <Fault>{refusal}</Fault>}
      {rows.length === 0 ? (
        <Empty>{say("devices.batteries.none")}</Empty>
      ) : (
        <>
          <Shopping rows={rows} />
          <Table
            label={say("devices.batteries.title")}
            columns={columnsOf({
              roomsOf,
              onOpen,
              onShow: show,
              isAsking: told === undefined && refusal === undefined,
            })}
            rows={rows}
            keyOf={({ device }) => device.key}
            sortedBy="level"
          />
          <p class="zg-hint">{say("devices.batteries.hint")}</p>
        </>
      )}
      {opened?.is === "course" && <Course device={opened.device} onClose={() => show(undefined)} />}
      {opened?.is === "cells" && <CellsDialog device={opened.device} onClose={() => show(undefined)} />}
    </div>
  );
}

/** What somebody takes along to the shop. */
function Shopping({ rows }: { readonly rows: readonly ShownBattery[] }) {
  const now = Date.now();
  const due = rows.filter(({ battery, emptyAt }) => isDue(battery, emptyAt, now));
  const [charged, bought] = [due.filter(isCharged), due.filter((each) => !isCharged(each))];
  const cells = bought.flatMap((each) => each.cells ?? []);
  return (
    <div class={`zg-shopping${due.length > 0 ? " zg-shopping-due" : ""}`} role="status">
      <Icon name={due.length > 0 ? "battery" : "good"} />
      <div>
        <p>
          {due.length === 0
            ? say("devices.batteries.all-well")
            : say("devices.batteries.due", { names: sayList(due.map(({ device }) => device.name)) })}
        </p>
        {cells.length > 0 && <p>{say("devices.batteries.buy", { cells: sayShopping(cells) })}</p>}
        {charged.length > 0 && (
          <p>{say("devices.batteries.charge", { names: sayList(charged.map(({ device }) => device.name)) })}</p>
        )}
        {cells.length < bought.length && <p class="zg-dim">{say("devices.batteries.buy-unknown")}</p>}
      </div>
    </div>
  );
}

function isCharged({ cells }: ShownBattery): boolean {
  return cells !== undefined && isRechargeable(cells);
}

interface ColumnParts extends Pick<BatteriesProps, "roomsOf" | "onOpen"> {
  readonly onShow: (what: Opened) => void;
  readonly isAsking: boolean; // when they will be empty is not told yet
}

function columnsOf({ roomsOf, onOpen, onShow, isAsking }: ColumnParts): readonly Column<ShownBattery>[] {
  const now = Date.now();
  const roomNames = (device: HouseDevice) =>
    roomsOf(device)
      .map(({ name }) => name)
      .join(" · ");
  return [
    {
      id: "name",
      title: say("devices.batteries.device"),
      sortBy: ({ device }) => device.name,
      show: ({ device }) => (
        <>
          <Button onClick={() => onOpen(device.key)}>{device.name}</Button>
          <div class="zg-dim zg-battery-about">
            {roomNames(device)}
            <span class="zg-battery-heard">{sayHeard(device, roomNames(device) !== "", now)}</span>
          </div>
        </>
      ),
    },
    {
      id: "cells",
      title: say("devices.batteries.cells"),
      sortBy: ({ cells }) => cells,
      show: ({ device, cells }) => (
        <button
          type="button"
          class="zg-button zg-opens"
          title={say("devices.batteries.which", { name: device.name })}
          onClick={() => onShow({ is: "cells", device })}
        >
          {cells === undefined ? say("devices.batteries.which-one") : sayCells(cells)}
        </button>
      ),
    },
    {
      id: "level",
      title: say("devices.batteries.level"),
      sortBy: levelOf,
      isNumber: true,
      show: (row) => <Level row={row} now={now} onShow={onShow} />,
    },
    {
      id: "end",
      title: say("devices.batteries.end"),
      sortBy: ({ emptyAt }) => emptyAt,
      show: ({ emptyAt }) => sayEnd(emptyAt, now, isAsking),
    },
  ];
}

interface LevelProps {
  readonly row: ShownBattery;
  readonly now: number;
  readonly onShow: (what: Opened) => void;
}

function Level({ row: { device, battery, emptyAt }, now, onShow }: LevelProps) {
  if (!battery) {
    const isGood = device.resources.some(({ state }) => state.lowbattery === false); // it tells no more than that
    return <span class="zg-dim">{say(`devices.batteries.${isGood ? "not-low" : "unknown"}`)}</span>;
  }
  const label = say("history.open", { label: `${say("devices.batteries.level")} · ${device.name}` });
  return (
    <>
      {batteryCourse(device) ? (
        <button type="button" class="zg-button zg-opens" title={label} onClick={() => onShow({ is: "course", device })}>
          <BatterySign battery={battery} hasUnit />
        </button>
      ) : (
        <BatterySign battery={battery} hasUnit />
      )}
      <div class="zg-dim zg-battery-about zg-battery-end">{sayEmpty(emptyAt, now)}</div>
    </>
  );
}

function Course({ device, onClose }: { readonly device: HouseDevice; readonly onClose: () => void }) {
  const course = batteryCourse(device);
  if (!course) return null;
  return (
    <HistoryDialog
      {...course}
      {...{ label: say("devices.batteries.level"), kind: "line", scale: scaled("%", 1, 0), since: 0, opens: "month" }}
      onClose={onClose}
    />
  );
}
