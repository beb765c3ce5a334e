/** The events panel: events, the newest first, each below its day; the user can narrow the list, hold it still, and look closely. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { EventKind } from "../../src/model/event-kinds.ts";
import { ClockHint } from "../automation/editor/place-fields.tsx";
import { useNow, useOpened, useZone } from "../hooks.ts";
import { say } from "../texts.ts";
import { List } from "../widgets/list.tsx";
import { Button, Empty } from "../widgets/widgets.tsx";
import { type DayHeading, isDay, sayCount, sayKnownSince, timeChoices, withDays } from "./days.ts";
import { EventDetails } from "./details.tsx";
import { EventLine, type EventLines, useEventIcons, usePlaces } from "./event-line.tsx";
import { FilterBar, FilterChips } from "./filter-bar.tsx";
import { folded } from "./flapping.ts";
import { linesFor, measureLike } from "./line-breaks.ts";
import { filtered, hasCause, type LoggedEvent, NO_FILTER } from "./log.ts";
import { newTogether } from "./many-new.ts";
import { useRecording } from "./recording.ts";
import { useTold } from "./told.ts";

const LINE = 20; // pixels
const LOW = 48; //  a name, and one line beneath it
const MOST_LINES = 3;
const MOST_OF_NAME = 2; // lines
const BEFORE_TIME = 10; // pixels between a name and its time
const DAY = 32; //  the heading of a day
const BESIDE = 42; // pixels of the list that no line has: the picture and the edges
const NARROW = 180; // of the narrowest line
const SMALL = "13px"; // the font of the cause, as the style sheet has it
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
    narrow(NO_FILTER);
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
  const iconOfEvent = useEventIcons();
  const place = useRef<HTMLDivElement>(null);
  const linesOf = useLines(place);
  const height = useCallback((row: Row) => (isDay(row) ? DAY : heightOf(linesOf(row))), [linesOf]);
  return (
    <div ref={place} class="zg-events-list">
      <List
        label={say("events.list")}
        rows={rows}
        keyOf={({ key }) => key}
        height={height}
        show={(row) => (isDay(row) ? row.name : <EventLine event={row} icon={iconOfEvent(row)} lines={linesOf(row)} />)}
        isHeading={isDay}
        onOpen={(row) => !isDay(row) && onOpen(row)}
        followsStart={!isHeld}
      />
    </div>
  );
}

function heightOf({ name, what }: EventLines): number {
  return LOW + LINE * (name + what - 2);
}

function countsOf(events: readonly LoggedEvent[]): Readonly<Record<EventKind, number>> {
  const counts = { happened: 0, measured: 0, heard: 0, echoed: 0 };
  for (const { kind } of events) counts[kind] += 1;
  return counts;
}

function sayNone(events: readonly LoggedEvent[], counts: Readonly<Record<EventKind, number>>): string {
  if (events.length === 0) return "events.none";
  return counts.measured + counts.heard > 0 ? "events.none-but" : "events.none-found";
}

/** How many lines of the list an event takes: a row is as high as its text. */
function useLines(place: { readonly current: HTMLElement | null }): (event: LoggedEvent) => EventLines {
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
    const known = new Map<string, EventLines>();
    const measured = place.current && measureLike(place.current, SMALL);
    const bold = place.current && measureLike(place.current, SMALL, "bold");
    return (event) => {
      const { what, who, name, time } = event;
      const cause = hasCause(event) ? ` · ${who}` : "";
      const told = [name, time.length, what, cause].join("\n");
      const before = known.get(told);
      if (before !== undefined || !measured || !bold) return before ?? { name: 1, what: 1 };
      const besideTime = width - BEFORE_TIME - measured(time, true);
      const runs = [
        { text: what, isSmall: false },
        { text: cause, isSmall: true },
      ];
      const lines = {
        name: Math.min(MOST_OF_NAME, linesFor([{ text: name, isSmall: false }], besideTime, bold)),
        what: Math.min(MOST_LINES, linesFor(runs, width, measured)),
      };
      if (known.size >= MOST_SENTENCES) known.clear();
      known.set(told, lines);
      return lines;
    };
  }, [width]);
}
