/** The messages that an event node would have sent of late: their number, the last one in full, and the ones before it in words. */
import { useMemo } from "preact/hooks";
import { useHouse, useHouseDevices, useNow } from "../hooks.ts";
import { describer, type OfferHouse } from "../picking/offers.ts";
import { say, sayTime } from "../texts.ts";
import { Fold } from "../widgets/widgets.tsx";
import type { LoggedEvent } from "./log.ts";
import { type EventChoice, type MemberUnits, messageText, passes, withinGroup } from "./passing.ts";
import { useRecording } from "./recording.ts";

interface EventPreviewProps {
  readonly choice: EventChoice;
  readonly isWithin: boolean; // of a room: its members, too
  readonly families: Readonly<Record<string, string>>; // by types
  readonly units: Readonly<Record<string, MemberUnits>> | undefined; // by types; undefined: as the API counts
  readonly example: string; // of a message, as long as there was none
}

/** The families that descriptions need. */
function houseOf({ devices, lights, sensors, groups, resourcelinks, rules, schedules }: OfferHouse): OfferHouse {
  return { devices, lights, sensors, groups, resourcelinks, rules, schedules };
}

const HOUR = 3_600_000; // milliseconds
const OFTEN = 10_000;
const BEFORE = 3; // messages that are told in words

export function EventPreview({ choice, isWithin, families, units, example }: EventPreviewProps) {
  const { events } = useRecording();
  const within = useWithin(isWithin ? choice.address : "");
  const whatOf = useWhat();
  const now = useNow(OFTEN);
  const passing = useMemo(
    () => events.filter((event) => !event.news.madeUp && passes(choice, families, event, within)),
    [events, families, within, JSON.stringify(choice)],
  );
  const last = passing.at(-1);
  const isOfLate = ({ news }: LoggedEvent) => news.at > now - HOUR;
  const leftOut = useMemo(() => {
    const all = { ...choice, measured: true };
    const told = new Set(passing);
    return events.filter(
      (event) => event.kind === "measured" && !told.has(event) && passes(all, families, event, within),
    );
  }, [events, families, within, passing]);
  const held = leftOut.filter(isOfLate).length;
  const hint = held > 0 && <p>{say("events.preview.left-out", { count: held })}</p>;
  if (!last)
    return (
      <div class="zg-preview">
        <p class="zg-preview-none">{say("events.preview.none")}</p>
        {example !== "" && (
          <>
            <p>{say("events.preview.example")}</p>
            <pre>{example}</pre>
          </>
        )}
        {hint}
      </div>
    );
  const count = passing.filter(isOfLate).length;
  const before = passing.slice(-1 - BEFORE, -1).reverse();
  return (
    <figure class="zg-preview">
      <figcaption>
        <strong>{say("events.preview.last", { time: sayTime(last.news.at) })}</strong> {last.name}: {whatOf(last)}
      </figcaption>
      <Fold title={say("events.preview.message")} isQuiet>
        <pre>{messageText(last.news, units && (units[last.news.type] ?? {}))}</pre>
      </Fold>
      <Before events={before} whatOf={whatOf} />
      <p>{say("events.preview.count", { count })}</p>
      {hint}
    </figure>
  );
}

interface BeforeProps {
  readonly events: readonly LoggedEvent[];
  readonly whatOf: (event: LoggedEvent) => string;
}

/** In words. */
function Before({ events, whatOf }: BeforeProps) {
  if (events.length === 0) return null;
  return (
    <div class="zg-preview-before">
      {say("events.preview.before")}
      <ul>
        {events.map((event) => (
          <li key={event.key}>
            {event.time} <strong>{event.name}</strong>: {whatOf(event)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The words of an event; of a new resource also its kind. */
function useWhat(): (event: LoggedEvent) => string {
  const house = useHouse(houseOf);
  const describe = useMemo(() => describer(house), [house]);
  return ({ news, what }) => {
    const [kind] = news.event === "added" ? (describe(news.address)?.about ?? []) : [];
    return kind === undefined ? what : say("events.preview.new", { what: kind });
  };
}

/** Undefined for an address that is no room or group. */
function useWithin(address: string): ReadonlySet<string> | undefined {
  const devices = useHouseDevices();
  const house = useHouse(({ groups, resourcelinks }) => ({ groups, resourcelinks }));
  return useMemo(() => withinGroup(address, house, devices), [house, devices, address]);
}
