/** Where the house stands, and by which clock it goes: said beside times that go by them, and set there. */
import { useState } from "preact/hooks";
import { isZone, zones } from "../../../src/model/time/times.ts";
import type { NextTimes } from "../../api.ts";
import { CommandError, useCommands } from "../../commands.tsx";
import { useApi, useNote, useNow, useQuery, useZone } from "../../hooks.ts";
import { capitalized, say, sayNumber } from "../../texts.ts";
import { Field } from "../../widgets/fields.tsx";
import { useId } from "../../widgets/own-id.ts";
import { Button } from "../../widgets/widgets.tsx";
import { foreignZone, sayWall, wallTime } from "../house-clock.ts";
import { degreesIn, likelyZone, pairIn } from "./places.ts";

const NAMES = ["latitude", "longitude"] as const;
const PATIENCE = 10_000; // milliseconds
const AGAIN = 30_000; // milliseconds: times go by
const USUAL_EVENT = "sunset";

type Place = NonNullable<NextTimes["place"]>;

interface PlaceFieldsProps {
  readonly event?: string; // of the sun: its time is shown as soon as the place is known
  readonly place?: Place; //  as it is now
  readonly onSet?: () => void;
}

export function PlaceFields({ event = USUAL_EVENT, place, onSet = () => {} }: PlaceFieldsProps) {
  const zone = useZone();
  const [typed, type] = useState({
    latitude: place ? String(place.latitude) : "",
    longitude: place ? String(place.longitude) : "",
    timezone: likelyZone(zone),
  });
  const commands = useCommands();
  const [latitude, longitude] = NAMES.map((name) => degreesIn(typed[name], name));
  const isWhole = latitude !== undefined && longitude !== undefined && isZone(typed.timezone);
  const set = async () => {
    const { timezone } = typed;
    const body = { latitude, longitude, ...(timezone === zone ? {} : { timezone }) };
    if (await commands.send("PUT", "/config", body)) onSet();
  };
  return (
    <div class="zg-where">
      <Here onFound={(found) => type((now) => ({ ...now, ...found }))} />
      {NAMES.map((name) => (
        <Field key={name} label={say(`automation.place.${name}`)}>
          {(input) => (
            <input
              {...input}
              type="text"
              autocomplete="off"
              value={typed[name]}
              onPaste={(event) => {
                const pair = pairIn(event.clipboardData?.getData("text") ?? "");
                if (!pair) return;
                event.preventDefault();
                type({ ...typed, ...pair });
              }}
              onInput={({ currentTarget }) => type({ ...typed, [name]: currentTarget.value })}
            />
          )}
        </Field>
      ))}
      <ZoneField zone={zone} value={typed.timezone} onType={(timezone) => type({ ...typed, timezone })} />
      <p class="zg-where-sun" role="status">
        {isWhole && <SunTime event={event} place={{ latitude, longitude, timezone: typed.timezone }} />}
      </p>
      <Button kind="primary" isDisabled={!isWhole} onClick={set}>
        {say("automation.place.set")}
      </Button>
      <CommandError of={commands} />
    </div>
  );
}

/** The browser may be asked where it is; else a map knows it. */
function Here({ onFound }: { readonly onFound: (place: Record<(typeof NAMES)[number], string>) => void }) {
  const [hint, tell] = useState("automation.place.about");
  const locate = () => {
    tell("automation.place.asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        onFound({ latitude: coords.latitude.toFixed(2), longitude: coords.longitude.toFixed(2) }); // a kilometre: nobody's address
        tell("automation.place.about");
      },
      () => tell("automation.place.refused"),
      { timeout: PATIENCE },
    );
  };
  return (
    <>
      {isSecureContext && "geolocation" in navigator && (
        <Button onClick={locate}>{say("automation.place.here")}</Button>
      )}
      <p class="zg-hint" role="status">
        {say(hint)}
      </p>
    </>
  );
}

interface ZoneFieldProps {
  readonly zone: string | undefined; // by which the gateway goes now
  readonly value: string;
  readonly onType: (zone: string) => void;
}

function ZoneField({ zone, value, onType }: ZoneFieldProps) {
  const id = useId();
  const isOther = zone !== undefined && zone !== value;
  return (
    <div>
      <Field
        label={say("automation.place.zone")}
        hint={isOther ? say("automation.place.zone-now", { zone }) : undefined}
        fault={isZone(value) ? undefined : say("automation.place.no-zone")}
      >
        {(input) => (
          <input
            {...input}
            type="text"
            autocomplete="off"
            list={id}
            value={value}
            onInput={({ currentTarget }) => onType(currentTarget.value.trim())}
          />
        )}
      </Field>
      <datalist id={id}>
        {zones().map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </div>
  );
}

/** "Sunset today 4:12 PM (Europe/Berlin)" */
function SunTime({ event, place }: { readonly event: string; readonly place: Place }) {
  const api = useApi();
  const now = useNow(AGAIN);
  const { latitude, longitude, timezone } = place;
  const asked = { latitude: String(latitude), longitude: String(longitude), timezone };
  const { answer } = useQuery(
    () => api.nextTimes(`W127/${event}`, "local", asked),
    [api, event, JSON.stringify(asked), now],
  );
  const next = answer?.place?.timezone === timezone ? answer.times[0] : undefined;
  if (!next) return null;
  const today = wallTime(now, timezone).slice(0, 10);
  const time = sayWall(next, { isExact: false, today });
  return <>{say("automation.place.sun", { sun: capitalized(say(`times.${event}`)), time, zone: timezone })}</>;
}

interface SeenFromProps {
  readonly event: string;
  readonly place: Place;
  readonly mayChange: boolean;
  readonly onSet?: () => void;
}

/** When the sun next does it, and where that is seen from. */
export function SeenFrom({ event, place, mayChange, onSet = () => {} }: SeenFromProps) {
  const [isOpen, open] = useState(false);
  const words = { latitude: sayNumber(place.latitude), longitude: sayNumber(place.longitude) };
  const done = () => {
    open(false);
    onSet();
  };
  return (
    <>
      <p class="zg-hint">
        <SunTime event={event} place={place} /> {say("automation.time.seen-from", words)}
      </p>
      {mayChange && (
        <Button icon="edit" isPressed={isOpen} onClick={() => open(!isOpen)}>
          {say("automation.place.change")}
        </Button>
      )}
      {isOpen && <PlaceFields {...{ event, place }} onSet={done} />}
    </>
  );
}

/** Whose clock times are on, where that of the browser shows another; and what makes it that one, where it is a server's. */
export function ClockHint({ at }: { readonly at?: readonly number[] }) {
  const zone = useZone();
  const commands = useCommands();
  const note = useNote();
  const moments = at ?? [Date.now()];
  const [foreign] = moments.flatMap((each) => foreignZone(zone, each) ?? []);
  if (foreign === undefined) return null;
  const likely = likelyZone(zone);
  const change = async () => {
    if (await commands.send("PUT", "/config", { timezone: likely }))
      note(say("automation.place.zone-set", { zone: likely }));
  };
  return (
    <div class="zg-clock-hint">
      <span class="zg-hint">{say("automation.next-zone", { zone: foreign })}</span>
      {likely !== zone && <Button onClick={change}>{say("automation.place.zone-here", { zone: likely })}</Button>}
      <CommandError of={commands} />
    </div>
  );
}
