/** The events panel: changes as they happen, with filters, a pause, and details. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { sayMember } from "../devices/values/words.ts";
import { useHouse, useHouseDevices, useLive, usePanelHost, usePlace } from "../hooks.ts";
import { say, sayTime } from "../texts.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { Choice, Options, SearchField, Tick } from "../widgets/fields.tsx";
import { List } from "../widgets/list.tsx";
import { Button, Empty } from "../widgets/widgets.tsx";
import { folded } from "./flapping.ts";
import {
  CAUSE_CHOICES,
  type EventFilter,
  FAMILY_CHOICES,
  filtered,
  type LoggedEvent,
  MOST,
  membersOf,
  NO_FILTER,
  type Place,
  pathTo,
  placesIn,
} from "./log.ts";
import { useRecording } from "./recording.ts";
import "./events.css";

const HEIGHT = 68; // pixels: a name, and two lines beneath it
const LOW = 48; //    where one line has room for all of it
const WIDE = "(min-width: 780px)"; // a page, as in the style sheets

export function Events() {
  const { events, isPaused, newer, pause, clear } = useRecording();
  const [filter, setFilter] = useState<EventFilter>(NO_FILTER);
  const [opened, setOpened] = useState<LoggedEvent | undefined>(undefined);
  const places = usePlaces();
  const of = places.find(({ id }) => id === filter.where)?.addresses;
  const fitting = useMemo(() => filtered(events, filter, of), [events, filter, of]);
  const rows = useMemo(() => folded(fitting).toReversed(), [fitting]);
  const isWide = useIsWide();
  const { withHeartbeats } = filter;
  const total = useMemo(() => filtered(events, { ...NO_FILTER, withHeartbeats }).length, [events, withHeartbeats]);
  return (
    <div class="zg-events">
      <FilterBar filter={filter} places={places} onFilter={setFilter} />
      <div class="zg-actions zg-events-actions">
        <Button icon={isPaused ? "play" : "pause"} isPressed={isPaused} onClick={() => pause(!isPaused)}>
          {say(isPaused ? "events.resume" : "events.pause")}
        </Button>
        <Button icon="remove" isDisabled={events.length === 0} onClick={clear}>
          {say("events.clear")}
        </Button>
        <span class="zg-dim">
          {newer > 0
            ? say("events.waiting", { count: newer })
            : say(fitting.length === total ? "events.all-shown" : "events.shown", { count: fitting.length, total })}
          {events.length >= MOST && ` · ${say("events.most", { count: MOST })}`}
        </span>
        <span class="zg-hidden" role="status" aria-live="polite">
          {isPaused ? say("events.paused") : ""}
        </span>
      </div>
      {rows.length === 0 ? (
        <Empty>{say(events.length === 0 ? "events.none" : "events.none-found")}</Empty>
      ) : (
        <div class={`zg-events-list${isWide ? " zg-events-low" : ""}`}>
          <List
            label={say("events.list")}
            rows={rows}
            keyOf={({ key }) => key}
            height={isWide ? LOW : HEIGHT}
            show={(event) => <EventLine event={event} />}
            onOpen={setOpened}
            followsStart={!isPaused}
          />
        </div>
      )}
      {opened && <EventDetails event={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

/** On a wide page rows are low: the sidebar is never that wide. */
function useIsWide(): boolean {
  const { kind } = usePanelHost();
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const look = () => setWide(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return isWide && kind === "page";
}

/** The places of events: the devices of now, and their rooms. */
function usePlaces(): readonly Place[] {
  const { groups, resourcelinks } = useHouse(({ groups, resourcelinks }) => ({ groups, resourcelinks }));
  const devices = useHouseDevices();
  return useMemo(() => placesIn({ groups, resourcelinks }, devices), [groups, resourcelinks, devices]);
}

interface FilterBarProps {
  readonly filter: EventFilter;
  readonly places: readonly Place[];
  readonly onFilter: (filter: EventFilter) => void;
}

function FilterBar({ filter, places, onFilter }: FilterBarProps) {
  const choices = (isRoom: boolean) =>
    places.filter((place) => place.isRoom === isRoom).map(({ id, name }) => [id, name] as const);
  return (
    <div class="zg-events-bar">
      <SearchField
        label={say("events.search")}
        placeholder={say("events.search-hint")}
        value={filter.typed}
        onType={(typed) => onFilter({ ...filter, typed })}
      />
      <select
        aria-label={say("events.where")}
        value={filter.where}
        onChange={(event) => onFilter({ ...filter, where: event.currentTarget.value })}
      >
        <option value="">{`${say("events.where")}: ${say("events.everywhere")}`}</option>
        <optgroup label={say("events.rooms")}>
          <Options of={choices(true)} />
        </optgroup>
        <optgroup label={say("events.devices")}>
          <Options of={choices(false)} />
        </optgroup>
      </select>
      <Choice
        label={say("events.family")}
        value={filter.family}
        options={FAMILY_CHOICES.map((family) => [family, say(`events.families.${family}`)])}
        onChange={(family) => onFilter({ ...filter, family })}
      >
        <option value="">{`${say("events.family")}: ${say("events.all")}`}</option>
      </Choice>
      <Choice
        label={say("events.cause")}
        value={filter.cause}
        options={CAUSE_CHOICES.map((cause) => [cause, say(`events.causes.${cause}`)])}
        onChange={(cause) => onFilter({ ...filter, cause })}
      >
        <option value="">{`${say("events.cause")}: ${say("events.all-causes")}`}</option>
      </Choice>
      <Tick
        class="zg-events-heartbeats"
        isOn={filter.withHeartbeats}
        onChange={(withHeartbeats) => onFilter({ ...filter, withHeartbeats })}
      >
        <span>{say("events.heartbeats")}</span>
      </Tick>
    </div>
  );
}

/** What a device says of itself needs no cause, nor that a rule has fired. */
function EventLine({ event: { news, time, name, what, who } }: { readonly event: LoggedEvent }) {
  return (
    <div class="zg-event">
      <div>
        <strong class="zg-cut">{name}</strong>
        <time class="zg-dim">{time}</time>
      </div>
      <p class="zg-event-what">
        {what}
        {news.by !== "radio" && news.by !== news.address && <span class="zg-dim zg-event-who">{` · ${who}`}</span>}
      </p>
    </div>
  );
}

function EventDetails({
  event: { news, name, what, who },
  onClose,
}: {
  readonly event: LoggedEvent;
  readonly onClose: () => void;
}) {
  const { house } = useLive();
  const devices = useHouseDevices();
  const [, go] = usePlace();
  const members = house ? membersOf(house, news) : [];
  const path = house && pathTo(news.address, house, devices);
  return (
    <Dialog
      title={name}
      onClose={onClose}
      actions={
        path && (
          <Button icon="next" onClick={() => go(path)}>
            {say("automation.open", { name })}
          </Button>
        )
      }
    >
      <dl class="zg-facts">
        <dt>{say("events.time")}</dt>
        <dd>{sayTime(news.at, { dateStyle: "medium", timeStyle: "medium" })}</dd>
        <dt>{say("events.who")}</dt>
        <dd>{who}</dd>
        <dt>{say("events.address")}</dt>
        <dd>
          <code>{news.section ? `${news.address}/${news.section}` : news.address}</code>
        </dd>
      </dl>
      {members.length === 0 ? (
        <p>{what}</p>
      ) : (
        <table class="zg-table zg-event-values" aria-label={say("events.what")}>
          <thead>
            <tr>
              <th scope="col">{say("events.member")}</th>
              <th scope="col">{say("events.was")}</th>
              <th scope="col">{say("events.is")}</th>
            </tr>
          </thead>
          <tbody>
            {members.map(({ member, before, after }) => (
              <tr key={member}>
                <td>{sayMember(member)}</td>
                <td>{before ?? "–"}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
