/** All devices in one table, with the columns that the user chose: which model, which firmware, how well each is heard. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { batteryLevel } from "../../../src/model/sensors/batteries.ts";
import { copyText } from "../../health/clipboard.ts";
import { useNote, useNow } from "../../hooks.ts";
import { say } from "../../texts.ts";
import { SearchField, Tick } from "../../widgets/fields.tsx";
import { sorted } from "../../widgets/rows.ts";
import { type Column, Table } from "../../widgets/table.tsx";
import { Button, Empty } from "../../widgets/widgets.tsx";
import { linkQuality } from "../availability.ts";
import { isFound, type ListedDevice } from "../list-rows.ts";
import { LinkSign } from "../signs.tsx";
import { COLUMNS, type TableColumn, tableText, USUAL_COLUMNS } from "./table-columns.ts";

interface DeviceTableProps {
  readonly entries: readonly ListedDevice[];
  readonly onOpen: (device: string) => void;
  readonly onBack: () => void;
}

const MOST = 100; // rows drawn at first
const MINUTE = 60_000;

export function DeviceTable({ entries, onOpen, onBack }: DeviceTableProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.querySelector("button")?.focus(), []); // the element of the list that had the focus is gone
  const [typed, setTyped] = useState("");
  const [chosen, choose] = useChosenColumns();
  const [isChoosing, startChoosing] = useState(false);
  const now = useNow(MINUTE);
  const columns = COLUMNS.filter(({ id }) => chosen.includes(id));
  const rows = useMemo(() => {
    const real = entries.filter(({ device }) => !device.isVirtual);
    return sorted(typed.trim() === "" ? real : real.filter((entry) => isFound(entry, typed)), nameOf);
  }, [entries, typed]);
  return (
    <div class="zg-device-table" ref={top}>
      <div class="zg-opened-head">
        <Button icon="back" label={say("devices.back")} onClick={onBack} />
        <h2>{say("devices.table.title")}</h2>
      </div>
      <div class="zg-devices-bar">
        <SearchField
          label={say("devices.search")}
          placeholder={say("devices.search-hint")}
          value={typed}
          onType={setTyped}
        />
        <Button icon="settings" isPressed={isChoosing} onClick={() => startChoosing(!isChoosing)}>
          {say("devices.table.columns")}
        </Button>
        <CopyButton rows={rows} columns={columns} now={now} />
      </div>
      {isChoosing && (
        <fieldset class="zg-table-columns" aria-label={say("devices.table.columns")}>
          {COLUMNS.map(({ id, title }) => (
            <Tick key={id} isOn={chosen.includes(id)} onChange={() => choose(id)}>
              {title()}
            </Tick>
          ))}
        </fieldset>
      )}
      {rows.length === 0 ? (
        <Empty>{typed.trim() === "" ? say("devices.none") : say("devices.not-found", { typed })}</Empty>
      ) : (
        <Table
          label={say("devices.table.title")}
          columns={[nameColumn(onOpen), ...columns.map((each) => shownColumn(each, now))]}
          rows={rows}
          keyOf={({ device }) => device.key}
          sortedBy="name"
          most={MOST}
        />
      )}
    </div>
  );
}

interface CopyButtonProps {
  readonly rows: readonly ListedDevice[];
  readonly columns: readonly TableColumn[];
  readonly now: number;
}

function CopyButton({ rows, columns, now }: CopyButtonProps) {
  const note = useNote();
  const copy = async () => {
    const isDone = await copyText(tableText(rows, columns, say("devices.name"), now));
    const words = isDone ? say("devices.table.copied", { count: rows.length }) : say("health.not-copied");
    note(words, isDone ? "good" : "bad");
  };
  return (
    <Button icon="copy" isDisabled={rows.length === 0} onClick={copy}>
      {say("devices.table.copy")}
    </Button>
  );
}

function nameOf({ device }: ListedDevice): string {
  return device.name;
}

function nameColumn(onOpen: (device: string) => void): Column<ListedDevice> {
  return {
    id: "name",
    title: say("devices.name"),
    sortBy: nameOf,
    show: ({ device }) => (
      <button type="button" class="zg-table-link" onClick={() => onOpen(device.key)}>
        {device.name}
      </button>
    ),
  };
}

function shownColumn(column: TableColumn, now: number): Column<ListedDevice> {
  const { id, title, text, sortBy, isNumber } = column;
  return {
    id,
    title: title(),
    sortBy: sortBy ?? ((entry) => text(entry, now)),
    ...(isNumber ? { isNumber } : { isShort: id !== "product" }),
    show: (entry) =>
      id === "link" ? (
        <span class="zg-table-signed">
          <LinkSign quality={linkQuality(entry.device)} />
          <span aria-hidden="true">{text(entry, now)}</span>
        </span>
      ) : id === "battery" && batteryLevel(entry.device.resources)?.isLow ? (
        <strong class="zg-table-low">{text(entry, now)}</strong>
      ) : (
        text(entry, now)
      ),
  };
}

// ---- the choice, as this browser keeps it

const KEPT = "zigbee-gateway-columns";

function useChosenColumns(): readonly [chosen: readonly string[], choose: (id: string) => void] {
  const [chosen, setChosen] = useState(keptColumns);
  const choose = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
    setChosen(next);
    try {
      localStorage.setItem(KEPT, next.join(" "));
    } catch {
      // it is forgotten with the page
    }
  };
  return [chosen, choose];
}

function keptColumns(): readonly string[] {
  try {
    return localStorage.getItem(KEPT)?.split(" ") ?? USUAL_COLUMNS;
  } catch {
    return USUAL_COLUMNS;
  }
}
