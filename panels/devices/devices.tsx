/** The devices panel: the list of devices by room, with a search, or one device opened. */
import { useMemo, useRef, useState } from "preact/hooks";
import { useHouse, useHouseDevices, useNow, useOpened } from "../hooks.ts";
import { say, sayAgo } from "../texts.ts";
import { Badge, Button, Empty } from "../widgets/widgets.tsx";
import { DeviceView } from "./device.tsx";
import { iconOf, kindOf } from "./kinds.ts";
import {
  type DeviceRow,
  type ListedDevice,
  type ListRow,
  type ListTexts,
  listedDevice,
  listRows,
  type RoomHeading,
} from "./list-rows.ts";
import { type RoomOrGroup, roomFinder, roomsIn } from "./rooms.ts";
import "./devices.css";
import { batteryLevel } from "../../src/model/batteries.ts";
import { Icon } from "../widgets/icons.tsx";
import { List } from "../widgets/list.tsx";
import { deviceReach, lastSeen, linkQuality } from "./availability.ts";
import { Rooms } from "./rooms-dialog.tsx";
import { BatterySign, LinkSign } from "./signs.tsx";
import { moodOf, sayState } from "./values/words.ts";

export function Devices() {
  const all = useHouseDevices();
  const { groups, resourcelinks } = useHouse(({ groups, resourcelinks }) => ({ groups, resourcelinks }));
  const [opened, open] = useOpened("devices");
  const [state, setState] = useState<ListState>({ typed: "", closed: [], current: undefined });
  const roomsOf = useMemo(() => roomFinder({ groups, resourcelinks }), [groups, resourcelinks]);
  const entries = useMemo(() => all.map((device) => listedDevice(device, roomsOf(device), LIST_TEXTS)), [all, roomsOf]);
  const rooms = useMemo(() => roomsIn(groups), [groups]);
  const back = () => open();

  if (opened === undefined)
    return <DeviceList entries={entries} rooms={rooms} state={state} onState={setState} onOpen={open} />;
  const device = all.find(({ key }) => key === opened);
  if (!device)
    return (
      <div class="zg-hindrance" role="alert">
        <p>{say("devices.gone")}</p>
        <Button icon="back" onClick={back}>
          {say("devices.back")}
        </Button>
      </div>
    );
  return (
    <DeviceView key={opened} device={device} kind={kindOf(device)} rooms={rooms} isIn={roomsOf(device)} onBack={back} />
  );
}

/** The state of the list that is kept while a device is open. */
interface ListState {
  readonly typed: string;
  readonly closed: readonly string[]; // headings
  readonly current: string | undefined; // the row that was opened
}

const LIST_TEXTS: ListTexts = {
  kind: (kind) => say(`devices.kind.${kind}`),
  get noRoom() {
    return say("devices.no-room");
  },
  get virtual() {
    return say("devices.virtual");
  },
};

const HEIGHT = 58; // pixels, as in the style sheet
const MINUTE = 60_000;

interface DeviceListProps {
  readonly entries: readonly ListedDevice[];
  readonly rooms: readonly RoomOrGroup[];
  readonly state: ListState;
  readonly onState: (state: ListState) => void;
  readonly onOpen: (device: string) => void;
}

function DeviceList({ entries, rooms, state, onState, onOpen }: DeviceListProps) {
  const { typed, closed, current } = state;
  const [areRoomsShown, showRooms] = useState(false);
  const now = useNow(MINUTE / 2);
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () => listRows(entries, rooms, typed, (heading) => !closed.includes(heading), LIST_TEXTS),
    [entries, rooms, typed, closed],
  );
  const found = new Set(rows.flatMap((row) => (row.is === "device" ? [row.entry] : []))).size;
  const open = (row: ListRow) => {
    if (row.is === "heading") {
      const others = closed.filter((each) => each !== row.key);
      onState({ ...state, closed: row.isOpen ? [...others, row.key] : others });
      return;
    }
    onState({ ...state, current: row.key });
    onOpen(row.entry.device.key);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(".zg-list")?.focus();
  };
  return (
    <div class="zg-devices" ref={list}>
      <div class="zg-devices-bar">
        <input
          type="search"
          value={typed}
          placeholder={say("devices.search-hint")}
          aria-label={say("devices.search")}
          onInput={(event) => onState({ ...state, typed: event.currentTarget.value })}
          onKeyDown={press}
        />
        <Button icon="house" onClick={() => showRooms(true)}>
          {say("devices.rooms")}
        </Button>
      </div>
      <p class="zg-hidden" role="status" aria-live="polite">
        {typed.trim() === "" ? "" : say("devices.found", { count: found })}
      </p>
      {rows.length === 0 ? (
        <Empty>{say(entries.length === 0 ? "devices.none" : "devices.not-found", { typed })}</Empty>
      ) : (
        <List
          label={say("devices.list")}
          rows={rows}
          keyOf={({ key }) => key}
          height={HEIGHT}
          show={(row) => (row.is === "heading" ? <HeadingLine row={row} /> : <DeviceLine row={row} now={now} />)}
          onOpen={open}
          {...(current === undefined ? {} : { startAt: current })}
        />
      )}
      {areRoomsShown && <Rooms rooms={rooms} onClose={() => showRooms(false)} />}
    </div>
  );
}

function HeadingLine({ row: { name, count, isOpen } }: { readonly row: RoomHeading }) {
  return (
    <div class="zg-devices-heading">
      <span class={isOpen ? "zg-turned" : ""}>
        <Icon name="next" />
      </span>
      <strong>{name}</strong>
      <span class="zg-dim">
        {count}
        <span class="zg-hidden">{say(isOpen ? "devices.unfolded" : "devices.folded")}</span>
      </span>
    </div>
  );
}

function DeviceLine({ row: { entry }, now }: { readonly row: DeviceRow; readonly now: number }) {
  const { device, kind } = entry;
  const reach = deviceReach(device);
  const seen = lastSeen(device, now);
  return (
    <>
      <span class={`zg-mood-${moodOf(device)}`}>
        <Icon name={iconOf(kind)} />
      </span>
      <div class="zg-device-names">
        <div class="zg-cut">{device.name}</div>
        <div class="zg-cut zg-dim">{product(device.info) || say(`devices.kind.${kind}`)}</div>
      </div>
      <div class="zg-device-signs">
        <div>{reach === "unreachable" ? <Badge tone="bad">{say("devices.unreachable")}</Badge> : sayState(device)}</div>
        <div class="zg-dim">
          {reach === "asleep" && (
            <>
              <Icon name="moon" />
              <span class="zg-hidden">{say("devices.asleep")}</span>
            </>
          )}
          <BatterySign battery={batteryLevel(device.resources)} />
          <LinkSign quality={linkQuality(device)} />
          {Number.isNaN(seen) ? "" : sayAgo(seen, now, "short")}
        </div>
      </div>
    </>
  );
}

/** "IKEA · TRADFRI bulb E27": default names are only numbers. */
function product({ vendor, manufacturername, productname, modelid }: ListedDevice["device"]["info"]): string {
  return [vendor || manufacturername, productname || modelid]
    .filter((word) => typeof word === "string" && word)
    .join(" · ");
}
