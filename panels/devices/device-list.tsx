/** The list of devices: searched, sorted, filtered, switched in place, and several of them chosen to be treated alike. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useLive, useNow, usePlace, useRedraw } from "../hooks.ts";
import type { LiveHouse } from "../live-house.ts";
import { say } from "../texts.ts";
import { SearchField } from "../widgets/fields.tsx";
import { List } from "../widgets/list.tsx";
import { Button, Empty } from "../widgets/widgets.tsx";
import { DeviceLine, HeadingLine } from "./device-line.tsx";
import { ListFilter, Troubles } from "./list-filter.tsx";
import {
  devicesInRows,
  isFiltered,
  isOutlived,
  isTroubleAlone,
  type ListedDevice,
  type ListRow,
  type ListTexts,
  type ListView,
  listRows,
  WHOLE_LIST,
  wholeList,
} from "./list-rows.ts";
import type { RoomOrGroup } from "./rooms.ts";
import { Several } from "./several/several.tsx";

const NARROW = 260; // pixels, as in the style sheet: there the values of a device stand below its name
const heightOf = () => 58; // pixels
const narrowHeightOf = ({ is }: ListRow) => (is === "heading" ? 58 : 104);
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

/** The list is the same when the user comes back from a device; from another panel, all but the search. */
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

/** A user who comes back from another panel finds all devices, not the last search. */
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
  readonly onTable: () => void;
}

export function DeviceList({ entries, rooms, texts, onOpen, onBatteries, onTable }: DeviceListProps) {
  const [state, change] = useListState();
  const { view, closed, isFilterShown, chosen } = state;
  const list = useRef<HTMLDivElement>(null);
  const showAll = () => {
    change({ ...NO_SEARCH, view: wholeList(view) });
    list.current?.querySelector<HTMLElement>("input[type=search]")?.focus(); // the button goes
  };
  useEndOfSearch(state, entries, change);
  const isNarrow = useIsNarrow(list);
  const rows = useMemo(
    () => listRows(entries, rooms, view, (heading) => !closed.includes(heading), texts),
    [entries, rooms, view, closed],
  );
  const shown = useMemo(() => devicesInRows(rows), [rows]);
  const isCounted = isFiltered(view) && !isTroubleAlone(view);
  const isWhole = view.typed.trim() === "" && !isFiltered(view);
  const { open, choose, fold } = rowActions(state, change, onOpen);
  if (entries.length === 0) return <NoDevices />;
  return (
    <div class="zg-devices" ref={list}>
      <ListBar
        state={state}
        onChange={change}
        onBatteries={onBatteries}
        onTable={onTable}
        onDown={() => list.current?.querySelector<HTMLElement>(".zg-list")?.focus()}
      />
      <Troubles entries={entries} view={view} onChange={(wanted) => change({ ...NO_SEARCH, view: wanted })} />
      {isFilterShown && (
        <ListFilter view={view} rooms={rooms} entries={entries} onChange={(wanted) => change({ view: wanted })} />
      )}
      <p class={isCounted ? "zg-devices-count" : "zg-hidden"} role="status" aria-live="polite">
        {isWhole ? "" : say("devices.found", { count: shown.length })}
        {isCounted && rows.length > 0 && <Button onClick={showAll}>{say("devices.all")}</Button>}
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
        <NoRows view={view} onAll={showAll} />
      ) : (
        <DeviceRows
          rows={rows}
          state={state}
          isNarrow={isNarrow}
          onOpen={open}
          onChoose={choose}
          onKey={rowKeys(list, fold, chosen && choose)}
        />
      )}
    </div>
  );
}

function useIsNarrow(place: { readonly current: HTMLElement | null }): boolean {
  const [isNarrow, tell] = useState(false);
  useLayoutEffect(() => {
    const own = place.current;
    if (!own) return;
    const measure = () => tell(own.clientWidth < NARROW);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(own);
    return () => watch.disconnect();
  }, []);
  return isNarrow;
}

/** The actions of a row that the user opens, ticks or folds. */
function rowActions(
  { chosen, closed }: ListState,
  change: (changed: Partial<ListState>) => void,
  onOpen: (device: string) => void,
) {
  const choose = (keys: readonly string[]) => {
    const others = (chosen ?? []).filter((key) => !keys.includes(key));
    change({ chosen: areAllIn(keys, chosen) ? others : [...others, ...keys] });
  };
  const fold = (heading: string, isOpen: boolean) => {
    const others = closed.filter((each) => each !== heading);
    change({ closed: isOpen ? others : [...others, heading] });
  };
  const open = (row: ListRow) => {
    if (row.is === "heading") return fold(row.key, !row.isOpen);
    if (chosen) return choose([row.entry.device.key]);
    change({ current: row.key, led: row.entry.device.key });
    onOpen(row.entry.device.key);
  };
  return { open, choose, fold };
}

function areAllIn(devices: readonly string[], chosen: readonly string[] = []): boolean {
  return devices.length > 0 && devices.every((key) => chosen.includes(key));
}

/** The arrows fold and unfold; the space bar ticks, or switches. */
function rowKeys(
  list: { readonly current: HTMLElement | null },
  fold: (heading: string, isOpen: boolean) => void,
  choose: ((keys: readonly string[]) => void) | undefined, // while several are being chosen
) {
  return (key: string, row: ListRow): boolean => {
    if (row.is === "heading" && key === " " && choose) {
      choose(row.devices);
      return true;
    }
    if (row.is === "heading") {
      const isMeant = key === "ArrowRight" || key === "ArrowLeft";
      if (isMeant) fold(row.key, key === "ArrowRight");
      return isMeant;
    }
    if (key !== " " || choose) return false;
    const toggle = list.current?.querySelector<HTMLElement>(".zg-row[aria-selected=true] [role=switch]");
    toggle?.click();
    return toggle instanceof HTMLElement;
  };
}

interface DeviceRowsProps {
  readonly rows: readonly ListRow[];
  readonly state: ListState;
  readonly isNarrow: boolean;
  readonly onOpen: (row: ListRow) => void;
  readonly onChoose: (keys: readonly string[]) => void;
  readonly onKey: (key: string, row: ListRow) => boolean;
}

function DeviceRows({ rows, state, isNarrow, onOpen, onChoose, onKey }: DeviceRowsProps) {
  const { view, chosen, current } = state;
  const now = useNow(MINUTE / 2);
  return (
    <List
      label={say("devices.list")}
      rows={rows}
      keyOf={({ key }) => key}
      height={isNarrow ? narrowHeightOf : heightOf}
      branch={(row) => (row.is === "heading" ? { level: 1, isOpen: row.isOpen } : { level: 2 })}
      show={(row) =>
        row.is === "heading" ? (
          <HeadingLine
            row={row}
            onChoose={() => onChoose(row.devices)}
            {...(chosen ? { isChosen: areAllIn(row.devices, chosen) } : {})}
          />
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

function NoDevices() {
  const [, go] = usePlace();
  return (
    <div class="zg-hindrance">
      <p>{say("devices.none")}</p>
      <Button icon="pair" kind="primary" onClick={() => go(["pairing"])}>
        {say("home.pair")}
      </Button>
    </div>
  );
}

interface NoRowsProps {
  readonly view: ListView;
  readonly onAll: () => void;
}

function NoRows({ view, onAll }: NoRowsProps) {
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
  readonly onTable: () => void;
  readonly onDown: () => void;
}

function ListBar({ state, onChange, onBatteries, onTable, onDown }: ListBarProps) {
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
      <Button icon="table" label={say("devices.table.title")} onClick={onTable}>
        {say("devices.table.do")}
      </Button>
    </div>
  );
}
