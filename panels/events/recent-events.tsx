/** What happened last in a room, in a few lines on its page. */
import { useMemo, useState } from "preact/hooks";
import { useHouse, useNow, usePlace, useZone } from "../hooks.ts";
import { say } from "../texts.ts";
import { Empty } from "../widgets/widgets.tsx";
import { isDay, withDays } from "./days.ts";
import { EventDetails } from "./details.tsx";
import { EventLine, useEventIcons, usePlaces } from "./event-line.tsx";
import { folded } from "./flapping.ts";
import { filtered, type LoggedEvent, NO_FILTER } from "./log.ts";
import { newTogether } from "./many-new.ts";
import { useRecording } from "./recording.ts";
import { useTold } from "./told.ts";
import { withoutEffects } from "./without-effects.ts";

const SHOWN = 8;
const LINES = { name: 2, what: 3 };
const MINUTE = 60_000;

/** `place`: as `placeOfRoom` has it. */
export function RecentEvents({ place }: { readonly place: string }) {
  const { events, isLoading, awaited } = useRecording();
  const [, go] = usePlace();
  const [opened, open] = useState<LoggedEvent | undefined>(undefined);
  const now = useNow(MINUTE);
  const zone = useZone();
  const places = usePlaces();
  const iconOfEvent = useEventIcons();
  const own = places.find(({ id }) => id === place)?.addresses;
  const told = useTold(events, awaited);
  const lightsOf = useLightsOf();
  const rows = useMemo(() => {
    const happened = filtered(told, NO_FILTER, now, own).filter(({ kind }) => kind === "happened");
    const actions = withoutEffects(happened, events, lightsOf);
    return withDays(newTogether(folded(actions)).slice(-SHOWN).toReversed(), now);
  }, [told, events, lightsOf, now, own, zone]);
  if (rows.length === 0) return <Empty>{say(isLoading ? "app.loading" : "events.none")}</Empty>;
  return (
    <>
      <ul class="zg-recent-events">
        {rows.map((row) =>
          isDay(row) ? (
            <li key={row.key} class="zg-dim">
              {row.name}
            </li>
          ) : (
            <li key={row.key}>
              <button type="button" onClick={() => open(row)}>
                <EventLine event={row} icon={iconOfEvent(row)} lines={LINES} />
              </button>
            </li>
          ),
        )}
      </ul>
      {opened && (
        <EventDetails
          event={opened}
          places={places}
          onWhere={(where) => go(["events", where])}
          onClose={() => open(undefined)}
        />
      )}
    </>
  );
}

/** The lights in a group, by addresses; the answer is another one only with them. */
function useLightsOf(): (group: string) => readonly string[] {
  const text = useHouse(({ groups }) =>
    JSON.stringify(Object.entries(groups).map(([id, { lights }]) => [`/groups/${id}`, lights])),
  );
  return useMemo(() => {
    const lights = new Map(JSON.parse(text) as readonly (readonly [string, unknown])[]);
    return (group) => {
      const ids: unknown = lights.get(group);
      return Array.isArray(ids) ? ids.map((id) => `/lights/${id}`) : [];
    };
  }, [text]);
}
