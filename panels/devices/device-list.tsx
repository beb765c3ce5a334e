/** The list of devices: searched, sorted, filtered, switched in place, and several of them chosen to be treated alike. */
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useLive, useNow, useRedraw } from "../hooks.ts";
import type { LiveHouse } from "../live-house.ts";
import { say } from "../texts.ts";
import { SearchField, Select } from "../widgets/fields.tsx";
import { List } from "../widgets/list.tsx";
import { sorted } from "../widgets/rows.ts";
import { Button, Empty } from "../widgets/widgets.tsx";
import { DeviceLine, HeadingLine } from "./device-line.tsx";
import {
  devicesInRows,
  isFiltered,
  isOutlived,
  type ListedDevice,
  type ListRow,
  type ListTexts,
  type ListView,
  listRows,
  NO_ROOM,
  ONLY,
  ORDERS,
  WHOLE_LIST,
  wholeList,
} from "./list-rows.ts";
import type { RoomOrGroup } from "./rooms.ts";
import { Several } from "./several/several.tsx";
import "./device-list.css";

const HEIGHT = 58; // pixels, as in the style sheet
const MINUTE = 60_000;

interface ListState {
  readonly view: ListView;
  readonly closed: readonly string[]; // headings
  readonly current: string | undefined; // the row that was opened
  readonly led: string | undefined; //     the key of its device, until something else is searched
  readonly isFilterShown: boolean;
  readonly chosen: readonly string[] | undefined; // the keys of devices, while several are being chosen
}

const AT_FIRST: ListState = {
  view: WHOLE_LIST,
  closed: [],
  current: undefined,
  led: undefined,
  isFilterShown: false,
  chosen: undefined,
};

/** It is the same when somebody comes back from a device; from another panel, all but the search. */
const states = new WeakMap<LiveHouse, ListState>();

function useListState(): readonly [ListState, (changed: Partial<ListState>) => void] {
  const live = useLive();
  const redraw = useRedraw();
  const change = (changed: Partial<ListState>) => {
    states.set(live, { ...(states.get(live) ?? AT_FIRST), ...changed });
    redraw();
  };
  return [states.get(live) ?? AT_FIRST, change];
}

const NO_SEARCH = { current: undefined, led: undefined } as const; // the list stands at its top

/** Whoever comes back from another panel finds all devices, not those that they searched before. */
export function useForgottenSearch(): void {
  const live = useLive();
  useEffect(
    () => () => {
      const state = states.get(live);
      if (state) states.set(live, { ...state, ...NO_SEARCH, view: { ...state.view, typed: "" } });
    },
    [live],
  );
}

/** A search ends with the name, or the device, that it led to. */
function useEndOfSearch(
  { view, led }: ListState,
  entries: readonly ListedDevice[],
  change: (changed: Partial<ListState>) => void,
): void {
  const isOver = isOutlived(view, led, entries);
  useLayoutEffect(() => {
    if (isOver) change({ ...NO_SEARCH, view: { ...view, typed: "" } });
  }, [isOver]);
}

interface DeviceListProps {
  readonly entries: readonly ListedDevice[];
  readonly rooms: readonly RoomOrGroup[];
  readonly texts: ListTexts;
  readonly onOpen: (device: string) => void;
  readonly onBatteries: () => void;
}

export function DeviceList({ entries, rooms, texts, onOpen, onBatteries }: DeviceListProps) {
  const [state, change] = useListState();
  const { view, closed, isFilterShown, chosen } = state;
  const list = useRef<HTMLDivElement>(null);
  const showAll = () => {
    change({ ...NO_SEARCH, view: wholeList(view) });
    list.current?.querySelector<HTMLElement>("input[type=search]")?.focus(); // the button goes
  };
  useEndOfSearch(state, entries, change);
  const rows = useMemo(
    () => listRows(entries, rooms, view, (heading) => !closed.includes(heading), texts),
    [entries, rooms, view, closed],
  );
  const shown = useMemo(() => devicesInRows(rows), [rows]);
  const isWhole = view.typed.trim() === "" && !isFiltered(view);
  const choose = (key: string) =>
    change({ chosen: chosen?.includes(key) ? chosen.filter((each) => each !== key) : [...(chosen ?? []), key] });
  const fold = (heading: string, isOpen: boolean) => {
    const others = closed.filter((each) => each !== heading);
    change({ closed: isOpen ? others : [...others, heading] });
  };
  const open = (row: ListRow) => {
    if (row.is === "heading") return fold(row.key, !row.isOpen);
    if (chosen) return choose(row.entry.device.key);
    change({ current: row.key, led: row.entry.device.key });
    onOpen(row.entry.device.key);
  };
  return (
    <div class="zg-devices" ref={list}>
      <ListBar
        state={state}
        onChange={change}
        onBatteries={onBatteries}
        onDown={() => list.current?.querySelector<HTMLElement>(".zg-list")?.focus()}
      />
      {isFilterShown && (
        <ListFilter view={view} rooms={rooms} entries={entries} onChange={(wanted) => change({ view: wanted })} />
      )}
      <p class={isFiltered(view) ? "zg-devices-count" : "zg-hidden"} role="status" aria-live="polite">
        {isWhole ? "" : say("devices.found", { count: shown.length })}
        {isFiltered(view) && rows.length > 0 && <Button onClick={showAll}>{say("devices.all")}</Button>}
      </p>
      {chosen && (
        <Several
          chosen={entries.filter(({ device }) => chosen.includes(device.key))}
          shown={shown}
          rooms={rooms}
          onChoose={(keys) => change({ chosen: keys })}
          onDone={() => change({ chosen: undefined })}
        />
      )}
      {rows.length === 0 ? (
        <NoRows hasNone={entries.length === 0} view={view} onAll={showAll} />
      ) : (
        <DeviceRows rows={rows} state={state} onOpen={open} onKey={rowKeys(list, chosen !== undefined, fold)} />
      )}
    </div>
  );
}

/** The arrows fold and unfold; the space bar ticks, or switches. */
function rowKeys(
  list: { readonly current: HTMLElement | null },
  isChoosing: boolean,
  fold: (heading: string, isOpen: boolean) => void,
) {
  return (key: string, row: ListRow): boolean => {
    if (row.is === "heading") {
      const isMeant = key === "ArrowRight" || key === "ArrowLeft";
      if (isMeant) fold(row.key, key === "ArrowRight");
      return isMeant;
    }
    if (key !== " " || isChoosing) return false;
    const toggle = list.current?.querySelector<HTMLElement>(".zg-row[aria-selected=true] [role=switch]");
    toggle?.click();
    return toggle instanceof HTMLElement;
  };
}

interface DeviceRowsProps {
  readonly rows: readonly ListRow[];
  readonly state: ListState;
  readonly onOpen: (row: ListRow) => void;
  readonly onKey: (key: string, row: ListRow) => boolean;
}

function DeviceRows({ rows, state: { view, chosen, current }, onOpen, onKey }: DeviceRowsProps) {
  const now = useNow(MINUTE / 2);
  return (
    <List
      label={say("devices.list")}
      rows={rows}
      keyOf={({ key }) => key}
      height={HEIGHT}
      branch={(row) => (row.is === "heading" ? { level: 1, isOpen: row.isOpen } : { level: 2 })}
      show={(row) =>
        row.is === "heading" ? (
          <HeadingLine row={row} />
        ) : (
          <DeviceLine
            entry={row.entry}
            now={now}
            showsRoom={view.order !== "room"}
            {...(chosen ? { isChosen: chosen.includes(row.entry.device.key) } : {})}
          />
        )
      }
      onOpen={onOpen}
      onKey={onKey}
      {...(current === undefined ? {} : { startAt: current })}
    />
  );
}

interface NoRowsProps {
  readonly hasNone: boolean;
  readonly view: ListView;
  readonly onAll: () => void;
}

function NoRows({ hasNone, view, onAll }: NoRowsProps) {
  if (hasNone) return <Empty>{say("devices.none")}</Empty>;
  return (
    <>
      <Empty>{isFiltered(view) ? say("devices.filtered-out") : say("devices.not-found", { typed: view.typed })}</Empty>
      <div class="zg-actions zg-devices-again">
        <Button onClick={onAll}>{say("devices.all")}</Button>
      </div>
    </>
  );
}

interface ListBarProps {
  readonly state: ListState;
  readonly onChange: (changed: Partial<ListState>) => void;
  readonly onBatteries: () => void;
  readonly onDown: () => void;
}

function ListBar({ state, onChange, onBatteries, onDown }: ListBarProps) {
  const { view, isFilterShown, chosen } = state;
  const press = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    onDown();
  };
  return (
    <div class="zg-devices-bar">
      <SearchField
        label={say("devices.search")}
        placeholder={say("devices.search-hint")}
        value={view.typed}
        onType={(typed) => onChange({ ...NO_SEARCH, view: { ...view, typed } })}
        onKeyDown={press}
      />
      <Button
        icon="filter"
        label={say("devices.filter")}
        isPressed={isFilterShown}
        onClick={() => onChange({ isFilterShown: !isFilterShown })}
      >
        {say("devices.filter")}
      </Button>
      <Button
        icon="good"
        label={say("devices.several.choose")}
        isPressed={chosen !== undefined}
        onClick={() => onChange({ chosen: chosen ? undefined : [] })}
      >
        {say("devices.several.choose")}
      </Button>
      <Button icon="battery" label={say("devices.batteries.title")} onClick={onBatteries}>
        {say("devices.batteries.title")}
      </Button>
    </div>
  );
}

// ---- what of the list is shown, and in which order

interface ListFilterProps {
  readonly view: ListView;
  readonly rooms: readonly RoomOrGroup[];
  readonly entries: readonly ListedDevice[];
  readonly onChange: (view: ListView) => void;
}

function ListFilter({ view, rooms, entries, onChange }: ListFilterProps) {
  const kinds = useMemo(() => {
    const all = [...new Set(entries.map(({ kind }) => kind))];
    return sorted(
      all.map((kind) => [kind, say(`devices.kind.${kind}`)] as const),
      ([, name]) => name,
    );
  }, [entries]);
  const change = (changed: Readonly<Record<string, string>>) => onChange({ ...view, ...changed } as ListView);
  return (
    <fieldset class="zg-devices-filter" aria-label={say("devices.filter")}>
      <Select
        label={say("devices.order")}
        value={view.order}
        options={ORDERS.map((order) => [order, say(`devices.order-by.${order}`)])}
        onChange={(order) => change({ order })}
      />
      <Select
        label={say("devices.room")}
        value={view.room}
        options={[
          ["", say("devices.any-room")],
          ...sorted(rooms, ({ name }) => name).map(
            ({ id, name, isRoom }) => [id, isRoom ? name : say("devices.group-named", { name })] as const,
          ),
          [NO_ROOM, say("devices.no-room")],
        ]}
        onChange={(room) => change({ room })}
      />
      <Select
        label={say("devices.fact.is")}
        value={view.kind}
        options={[["", say("devices.any-kind")], ...kinds]}
        onChange={(kind) => change({ kind })}
      />
      <Select
        label={say("devices.only")}
        value={view.only}
        options={ONLY.map((only) => [only, say(`devices.only-if.${only}`)])}
        onChange={(only) => change({ only })}
      />
    </fieldset>
  );
}
