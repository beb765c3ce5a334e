/** All batteries: a shopping list for the next months, and each with about when it will be empty, how full it is, and its kind. */
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
  batteryCourse,
  batteryDevices,
  endOf,
  levelOf,
  type ShownBattery,
  sayCells,
  sayEnd,
  sayHeard,
  sayWhyNot,
  shoppingFor,
  urgencyOf,
} from "./battery-rows.ts";
import { CellsDialog } from "./cells-dialog.tsx";

interface BatteriesProps {
  readonly devices: readonly HouseDevice[];
  readonly roomsOf: (device: HouseDevice) => readonly RoomOrGroup[];
  readonly onOpen: (device: string) => void;
  readonly onBack: () => void;
}

/** The dialog that a click has opened over the table. */
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
  const isAsking = told === undefined && refusal === undefined;
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
          <Shopping rows={rows} isAsking={isAsking} />
          <Table
            label={say("devices.batteries.title")}
            columns={columnsOf({ roomsOf, onOpen, onShow: show, isAsking })}
            rows={rows}
            keyOf={({ device }) => device.key}
            sortedBy="end"
          />
          <p class="zg-hint">{say("devices.batteries.hint")}</p>
        </>
      )}
      {opened?.is === "course" && <Course device={opened.device} onClose={() => show(undefined)} />}
      {opened?.is === "cells" && <CellsDialog device={opened.device} onClose={() => show(undefined)} />}
    </div>
  );
}

interface ShoppingProps {
  readonly rows: readonly ShownBattery[];
  readonly isAsking: boolean;
}

/** The list that a user takes along to the shop. */
function Shopping({ rows, isAsking }: ShoppingProps) {
  const now = Date.now();
  const { low, buy, charge, unknown } = shoppingFor(rows, now);
  const uncounted = isAsking ? 0 : rows.filter(({ emptyAt }) => emptyAt === undefined).length;
  const isNothing = buy.length + charge.length + unknown.length === 0;
  const named = (all: readonly ShownBattery[]) =>
    sayList(
      all.map(({ device: { name }, emptyAt }) =>
        say("devices.batteries.name-end", { name, when: sayEnd(emptyAt, now) }),
      ),
    );
  return (
    <div class={`zg-shopping${low.length > 0 ? " zg-shopping-due" : ""}`} role="status">
      <Icon name={low.length > 0 ? "battery" : "good"} />
      <div>
        <p>
          <strong>
            {low.length === 0
              ? say("devices.batteries.all-well")
              : say("devices.batteries.due", { names: sayList(low.map(({ device }) => device.name)) })}
          </strong>
        </p>
        {isNothing && !isAsking && <p>{say("devices.batteries.buy-none")}</p>}
        {buy.length > 0 && <p>{say("devices.batteries.buy")}</p>}
        {buy.length > 0 && (
          <ul>
            {buy.map(({ cells, rows: all }) => (
              <li key={cells}>
                <strong>{cells}</strong> <span class="zg-dim">{named(all)}</span>
              </li>
            ))}
          </ul>
        )}
        {charge.length > 0 && <p>{say("devices.batteries.charge", { names: named(charge) })}</p>}
        {unknown.length > 0 && <p>{say("devices.batteries.buy-unknown", { names: named(unknown) })}</p>}
        {uncounted > 0 && <p class="zg-dim">{say("devices.batteries.uncounted", { count: uncounted })}</p>}
      </div>
    </div>
  );
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
      id: "end",
      title: say("devices.batteries.end"),
      sortBy: urgencyOf,
      show: (row) => (
        <>
          {row.emptyAt !== undefined || isAsking ? (
            sayEnd(row.emptyAt, now)
          ) : (
            <span class="zg-dim">{sayWhyNot(row)}</span>
          )}
          <div class="zg-battery-below">
            <Level row={row} onShow={onShow} />
          </div>
        </>
      ),
    },
    {
      id: "level",
      title: say("devices.batteries.level"),
      sortBy: levelOf,
      show: (row) => <Level row={row} onShow={onShow} />,
    },
    {
      id: "cells",
      title: say("devices.batteries.type"),
      sortBy: ({ cells }) => cells,
      show: ({ device, cells }) => (
        <Cells device={device} cells={cells} onOpen={() => onShow({ is: "cells", device })} />
      ),
    },
  ];
}

interface CellsProps extends Pick<ShownBattery, "device" | "cells"> {
  readonly onOpen: () => void;
}

function Cells({ device: { name }, cells, onOpen }: CellsProps) {
  return (
    <>
      <button
        type="button"
        class="zg-button zg-opens"
        title={say("devices.batteries.which", { name })}
        onClick={onOpen}
      >
        {cells === undefined ? say("devices.batteries.which-one") : sayCells(cells)}
      </button>
      {cells !== undefined && isRechargeable(cells) && (
        <div class="zg-dim zg-battery-about">{say("devices.batteries.rechargeable")}</div>
      )}
    </>
  );
}

interface LevelProps {
  readonly row: ShownBattery;
  readonly onShow: (what: Opened) => void;
}

function Level({ row: { device, battery }, onShow }: LevelProps) {
  if (!battery) {
    const isGood = device.resources.some(({ state }) => state.lowbattery === false); // it tells no more than that
    return <span class="zg-dim">{say(`devices.batteries.${isGood ? "not-low" : "unknown"}`)}</span>;
  }
  const sign = <BatterySign battery={battery} hasUnit />;
  if (!batteryCourse(device)) return sign;
  const label = say("history.open", { label: `${say("devices.batteries.level")} · ${device.name}` });
  return (
    <button type="button" class="zg-button zg-opens" title={label} onClick={() => onShow({ is: "course", device })}>
      {sign}
    </button>
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
