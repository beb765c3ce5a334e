/** The events panel: what happened, the newest first, below the day on which it did; narrowed, held still, and looked at closely. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { EventKind } from "../../src/model/event-kinds.ts";
import { ClockHint } from "../automation/editor/place-fields.tsx";
import { addressesOf } from "../devices/house-devices.ts";
import { iconOf, kindOf } from "../devices/kinds.ts";
import { useHouse, useHouseDevices, useNow, useOpened, useZone } from "../hooks.ts";
import { say, sayDayName, sayTime } from "../texts.ts";
import { Icon, type IconName } from "../widgets/icons.tsx";
import { List } from "../widgets/list.tsx";
import { Button, Empty } from "../widgets/widgets.tsx";
import { type DayHeading, sayKnownSince, timeChoices, withDays } from "./days.ts";
import { EventDetails } from "./details.tsx";
import { FilterBar, FilterChips } from "./filter-bar.tsx";
import { folded } from "./flapping.ts";
import { linesFor, measureLike } from "./line-breaks.ts";
import { filtered, hasCause, type LoggedEvent, NO_FILTER } from "./log.ts";
import { newTogether } from "./many-new.ts";
import { type Place, placesIn } from "./places.ts";
import { useRecording } from "./recording.ts";
import { useTold } from "./told.ts";

const LINE = 20; // pixels
const LOW = 48; //  a name, and one line beneath it
const MOST_LINES = 3;
const DAY = 32; //  the heading of a day
const BESIDE = 42; // pixels of the list that no line has: the picture and the edges
const NARROW = 180; // of the narrowest line
const SMALL = "13px"; // the font of who did it, as the style sheet has it
const MOST_SENTENCES = 20_000; // that are remembered
const MINUTE = 60_000;

type Row = LoggedEvent | DayHeading;

export function Events() {
  const { events, isLoading, isPaused, awaited, newer, pause, filter, narrow } = useRecording();
  const [where = "", go] = useOpened("events");
  const [opened, open] = useState<LoggedEvent | undefined>(undefined);
  const now = useNow(MINUTE);
  const zone = useZone(); // by which all of it is said
  const places = usePlaces();
  const place = places.find(({ id }) => id === where);
  const told = useTold(events, awaited);
  const fitting = useMemo(() => filtered(told, filter, now, place?.addresses), [told, filter, now, place, zone]);
  const counts = useMemo(() => countsOf(fitting), [fitting]);
  const { shown, rows } = useMemo(() => {
    const shown = fitting.filter(({ kind }) => kind === "happened" || filter.also.includes(kind));
    return { shown, rows: withDays(newTogether(folded(shown)).toReversed(), now) };
  }, [fitting, filter.also, now, zone]);
  const times = useMemo(() => timeChoices(told, now), [told, now, zone]);
  const showAll = () => {
    narrow({ ...NO_FILTER, also: filter.also });
    go();
  };
  const goTo = (to: string) => go(to === "" ? undefined : to);
  return (
    <div class="zg-events">
      <FilterBar {...{ filter, places, times }} where={place?.id ?? ""} onFilter={narrow} onWhere={goTo}>
        <Button
          icon={isPaused ? "play" : "pause"}
          label={say(isPaused ? "events.resume" : "events.pause")}
          isPressed={isPaused}
          onClick={() => pause(!isPaused)}
        >
          {say(isPaused ? "events.resume" : "events.pause")}
        </Button>
      </FilterBar>
      <div class="zg-events-actions">
        <span class="zg-dim">{newer > 0 ? say("events.waiting", { count: newer }) : sayCount(shown, filter.when)}</span>
        <ClockHint />
        <FilterChips {...{ filter, place, times }} onFilter={narrow} onWhere={goTo} onNone={showAll} />
        <span class="zg-hidden" role="status" aria-live="polite">
          {isPaused ? say("events.paused") : ""}
        </span>
      </div>
      {rows.length === 0 ? (
        <NoEvents {...{ told, counts, isLoading }} />
      ) : (
        <EventList rows={rows} isHeld={isPaused} onOpen={open} />
      )}
      {opened && <EventDetails event={opened} places={places} onWhere={goTo} onClose={() => open(undefined)} />}
    </div>
  );
}

interface NoEventsProps {
  readonly told: readonly LoggedEvent[];
  readonly counts: Readonly<Record<EventKind, number>>;
  readonly isLoading: boolean;
}

/** Why the list is empty: it is not here yet, nothing happened, or nothing fits; and since when anything is known at all. */
function NoEvents({ told, counts, isLoading }: NoEventsProps) {
  const [first] = told;
  if (isLoading) return <Empty>{say("app.loading")}</Empty>;
  return (
    <>
      <Empty>{say(sayNone(told, counts))}</Empty>
      {first && <Empty>{sayKnownSince(first.news.at)}</Empty>}
    </>
  );
}

interface EventListProps {
  readonly rows: readonly Row[];
  readonly isHeld: boolean;
  readonly onOpen: (event: LoggedEvent) => void;
}

function EventList({ rows, isHeld, onOpen }: EventListProps) {
  const icons = useIcons();
  const place = useRef<HTMLDivElement>(null);
  const linesOf = useLines(place);
  const height = useCallback((row: Row) => (isDay(row) ? DAY : LOW + LINE * (linesOf(row) - 1)), [linesOf]);
  return (
    <div ref={place} class="zg-events-list">
      <List
        label={say("events.list")}
        rows={rows}
        keyOf={({ key }) => key}
        height={height}
        show={(row) =>
          isDay(row) ? row.name : <EventLine event={row} icon={iconFor(row, icons)} lines={linesOf(row)} />
        }
        isHeading={isDay}
        onOpen={(row) => !isDay(row) && onOpen(row)}
        followsStart={!isHeld}
      />
    </div>
  );
}

function isDay(row: Row): row is DayHeading {
  return "is" in row;
}

function countsOf(events: readonly LoggedEvent[]): Readonly<Record<EventKind, number>> {
  const counts = { happened: 0, measured: 0, heard: 0, echoed: 0 };
  for (const { kind } of events) counts[kind] += 1;
  return counts;
}

/** How much is shown, and how far back it goes; of a day or an evening that is known. */
function sayCount(shown: readonly LoggedEvent[], when: string): string {
  const [first] = shown;
  if (!first) return "";
  if (when !== "" && when !== "hour") return say("events.number", { count: shown.length });
  const since = sayTime(first.news.at, { weekday: "short", day: "numeric", month: "short", ...CLOCK });
  return say("events.count", { count: shown.length, since });
}

const CLOCK = { hour: "numeric", minute: "2-digit" } as const;

function sayNone(events: readonly LoggedEvent[], counts: Readonly<Record<EventKind, number>>): string {
  if (events.length === 0) return "events.none";
  return counts.measured + counts.heard > 0 ? "events.none-but" : "events.none-found";
}

/** How many lines of the list an event takes: a row is as high as what it says. */
function useLines(place: { readonly current: HTMLElement | null }): (event: LoggedEvent) => number {
  const [width, setWidth] = useState(0); // not known yet
  useLayoutEffect(() => {
    const list = place.current?.firstElementChild;
    if (!list) return;
    const measure = (content: number) => setWidth(Math.max(NARROW, content - BESIDE));
    measure(list.clientWidth);
    const watch = new ResizeObserver(([entry]) => measure(entry?.contentRect.width ?? list.clientWidth)); // its scroll bar takes of it, too
    watch.observe(list);
    return () => watch.disconnect();
  }, []);
  return useMemo(() => {
    const known = new Map<string, number>();
    const measured = place.current && measureLike(place.current, SMALL);
    return (event) => {
      const { what, who } = event;
      const cause = hasCause(event) ? ` · ${who}` : "";
      const told = `${what}\n${cause}`;
      const before = known.get(told);
      if (before !== undefined || !measured) return before ?? 1;
      const runs = [
        { text: what, isSmall: false },
        { text: cause, isSmall: true },
      ];
      const lines = Math.min(MOST_LINES, linesFor(runs, width, measured));
      if (known.size >= MOST_SENTENCES) known.clear();
      known.set(told, lines);
      return lines;
    };
  }, [width]);
}

/** The places of events: the devices of now, and their rooms. */
function usePlaces(): readonly Place[] {
  const { groups, resourcelinks, rules, schedules } = useHouse(({ groups, resourcelinks, rules, schedules }) => ({
    ...{ groups, resourcelinks, rules, schedules },
  }));
  const devices = useHouseDevices();
  return useMemo(
    () => placesIn({ groups, resourcelinks, rules, schedules }, devices),
    [groups, resourcelinks, rules, schedules, devices],
  );
}

/** What each resource is a part of, as a picture. */
function useIcons(): ReadonlyMap<string, IconName> {
  const devices = useHouseDevices();
  return useMemo(
    () =>
      new Map(
        devices.flatMap((device) => {
          const icon = iconOf(kindOf(device));
          return addressesOf(device).map((address) => [address, icon] as const);
        }),
      ),
    [devices],
  );
}

/** Of what is no device, and of what is gone. */
const FAMILY_ICONS: Readonly<Record<string, IconName>> = {
  groups: "room",
  rules: "rule",
  schedules: "clock",
  lights: "light",
  sensors: "device",
  devices: "device",
  gateway: "radio",
  jobs: "settings",
  config: "settings",
};

function iconFor({ news: { address }, many }: LoggedEvent, icons: ReadonlyMap<string, IconName>): IconName {
  const [, family = "", , part] = address.split("/");
  if (many && icons.has(address)) return "device";
  if (part === "scenes") return "scene";
  return icons.get(address) ?? FAMILY_ICONS[family] ?? "event";
}

function EventLine({
  event,
  icon,
  lines,
}: {
  readonly event: LoggedEvent;
  readonly icon: IconName;
  readonly lines: number;
}) {
  const { news, time, name, what, who } = event;
  return (
    <div class="zg-event">
      <Icon name={icon} />
      <strong class="zg-cut" title={name}>
        {name}
      </strong>
      <span class="zg-dim zg-event-time">
        <span class="zg-hidden">{`${sayDayName(news.at)} `}</span>
        {time}
      </span>
      <p class="zg-event-what" style={{ WebkitLineClamp: lines }}>
        {what}
        {hasCause(event) && <span class="zg-dim zg-event-who">{` · ${who}`}</span>}
      </p>
    </div>
  );
}
