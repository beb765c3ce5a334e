/** Where a house stands, and by which clock it goes: its town, or the numbers of a map. Panels and the gateway's dialog have the same. */
import { useEffect, useRef, useState } from "preact/hooks";
import { firstPlan, locationOf, upcomingTimes } from "../../../src/model/time/plans.ts";
import { parsePattern } from "../../../src/model/time/time-grammar.ts";
import { isZone, localSeconds, zones } from "../../../src/model/time/times.ts";
import { useNow } from "../../hooks.ts";
import { capitalized, say } from "../../texts.ts";
import { Field } from "../../widgets/fields.tsx";
import { useId } from "../../widgets/own-id.ts";
import { Button, Fold } from "../../widgets/widgets.tsx";
import { sayWall, wallTime } from "../house-clock.ts";
import { degreesIn, pairIn } from "./places.ts";
import { offersFor, sayTown, type Town, townNamed, townNear, townOfZone, useTowns } from "./towns.ts";

const NAMES = ["latitude", "longitude"] as const;
const PATIENCE = 10_000; // milliseconds
const AGAIN = 30_000; // milliseconds: times go by

/** As it is typed. */
type TypedPlace = Readonly<Record<(typeof NAMES)[number] | "timezone", string>>;

interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
}

interface PlaceInputsProps {
  readonly value: TypedPlace;
  readonly zone?: string | undefined; // by which the gateway goes now
  readonly takesText?: boolean; //       names of the environment, and no zone: that of the machine
  readonly event?: string | undefined; // of the sun, whose time is shown
  readonly onType: (place: TypedPlace) => void;
  readonly onTown?: (town: string) => void; // which is near; ""
}

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Undefined as long as something is missing. */
export function placeIn({ latitude, longitude, timezone }: TypedPlace): Place | undefined {
  const [north, east] = [degreesIn(latitude, "latitude"), degreesIn(longitude, "longitude")];
  if (north === undefined || east === undefined || !isZone(timezone)) return undefined;
  return { latitude: north, longitude: east, timezone };
}

export function PlaceInputs({ value, zone, takesText = false, event = "sunset", onType, onTown }: PlaceInputsProps) {
  const [asked, tell] = useState("");
  const [isTownUnknown, tellUnknown] = useState(false); // then the sun of the former place is none of it
  const isZoneTyped = useRef(false); // else it is that of the town
  const towns = useTowns() ?? [];
  const home = townOfZone(towns, ownZone());
  const place = placeIn({ ...value, timezone: value.timezone || ownZone() });
  const near = place && townNear(towns, place);
  const town = near ? sayTown(near) : "";
  useEffect(() => onTown?.(town), [town, onTown]);
  const isEmpty = value.latitude === "" && value.longitude === "";
  const take = ({ latitude, longitude, timezone }: Town) =>
    onType({
      ...{ latitude: String(latitude), longitude: String(longitude) },
      timezone: isZoneTyped.current && isZone(value.timezone) ? value.timezone : timezone,
    });
  const locate = () => {
    tell("automation.place.asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        onType({ ...value, latitude: coords.latitude.toFixed(2), longitude: coords.longitude.toFixed(2) }); // a kilometer: no address
        tell("");
      },
      () => tell("automation.place.refused"),
      { timeout: PATIENCE },
    );
  };
  return (
    <div class="zg-where-inputs">
      <TownField {...{ towns, place }} country={home?.country} onTake={take} onUnknown={tellUnknown} />
      <div class="zg-actions">
        {isEmpty && home && (
          <Button onClick={() => take(home)}>{say("automation.place.near", { town: sayTown(home) })}</Button>
        )}
        {isSecureContext && "geolocation" in navigator && (
          <Button onClick={locate}>{say("automation.place.here")}</Button>
        )}
      </div>
      <p class="zg-hint" role="status">
        {asked !== "" && say(asked)}
      </p>
      <ZoneField
        {...{ zone, takesText }}
        value={value.timezone}
        onType={(timezone) => {
          isZoneTyped.current = true;
          onType({ ...value, timezone });
        }}
      />
      <Numbers {...{ value, takesText, onType }} />
      <p class="zg-where-sun" role="status">
        {place && !isTownUnknown && <SunTime event={event} place={place} />}
      </p>
    </div>
  );
}

interface TownFieldProps {
  readonly towns: readonly Town[];
  readonly place: Place | undefined;
  readonly country: string | undefined; // of the browser
  readonly onTake: (town: Town) => void;
  readonly onUnknown: (isUnknown: boolean) => void;
}

/** The field shows the typed text; else the town that is near. */
function TownField({ towns, place, country, onTake, onUnknown }: TownFieldProps) {
  const list = useId();
  const [typed, type] = useState<string | undefined>(undefined);
  const near = place && townNear(towns, place);
  const named = typed === undefined ? undefined : townNamed(towns, typed, country);
  const isLost = named !== undefined && !(place && isAt(named, place)); // the numbers were changed since
  const offers = typed === undefined ? [] : offersFor(towns, typed, country);
  const isUnknown = typed !== undefined && typed.trim().length > 2 && !named && offers.length === 0;
  useEffect(() => onUnknown(isUnknown), [isUnknown, onUnknown]);
  useEffect(() => {
    if (named) onTake(named); // it was typed before the towns were there
  }, [towns.length]);
  return (
    <div>
      <Field
        label={say("automation.place.town")}
        hint={say("automation.place.larger")}
        fault={isUnknown ? say("automation.place.no-town") : undefined}
      >
        {(input) => (
          <input
            {...input}
            type="text"
            autocomplete="off"
            spellcheck={false}
            list={list}
            value={typed !== undefined && !isLost ? typed : near ? sayTown(near) : ""}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onClick={({ currentTarget }) => typed === undefined && currentTarget.select()} // the mouse has undone it
            onBlur={() => isUnknown || type(undefined)}
            onChange={() => {
              const first = named ?? townNamed(towns, offers[0] ?? "", country);
              if (first && !named) onTake(first); // a user who leaves a word half typed means the first offer
            }}
            onInput={({ currentTarget }) => {
              type(currentTarget.value);
              const town = townNamed(towns, currentTarget.value, country);
              if (town) onTake(town);
            }}
          />
        )}
      </Field>
      <datalist id={list}>
        {offers.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </div>
  );
}

function isAt({ latitude, longitude }: Town, place: Place): boolean {
  return latitude === place.latitude && longitude === place.longitude;
}

type NumbersProps = Pick<PlaceInputsProps, "value" | "onType" | "takesText">;

/** For users who live far from every town, and for users who like it exact. */
function Numbers({ value, takesText = false, onType }: NumbersProps) {
  const faultOf = (name: (typeof NAMES)[number]) => {
    const text = value[name].trim();
    const fits = text === "" || degreesIn(text, name) !== undefined || (takesText && isEnvironment(text));
    return fits ? undefined : say(`automation.place.no-${name}`);
  };
  const isOpen = NAMES.some((name) => faultOf(name) !== undefined || isEnvironment(value[name]));
  return (
    <Fold title={say("automation.place.numbers")} mustBeOpen={isOpen} isQuiet>
      <div class="zg-where-numbers">
        {NAMES.map((name) => (
          <Field key={name} label={say(`automation.place.${name}`)} fault={faultOf(name)}>
            {(input) => (
              <input
                {...input}
                type="text"
                autocomplete="off"
                value={value[name]}
                onPaste={(event) => {
                  const pair = pairIn(event.clipboardData?.getData("text") ?? "");
                  if (!pair) return;
                  event.preventDefault();
                  onType({ ...value, ...pair });
                }}
                onInput={({ currentTarget }) => onType({ ...value, [name]: currentTarget.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <p class="zg-hint">{say("automation.place.about")}</p>
    </Fold>
  );
}

/** "${HOME_LATITUDE}", as Node-RED takes it. */
function isEnvironment(text: string): boolean {
  return /^\s*\$\{[^}]+\}\s*$/.test(text);
}

interface ZoneFieldProps {
  readonly zone: string | undefined;
  readonly takesText: boolean;
  readonly value: string;
  readonly onType: (zone: string) => void;
}

function ZoneField({ zone, takesText, value, onType }: ZoneFieldProps) {
  const id = useId();
  const isOther = zone !== undefined && zone !== value;
  const fits = isZone(value) || (takesText && (value === "" || isEnvironment(value)));
  return (
    <div>
      <Field
        label={say("automation.place.zone")}
        hint={isOther ? say("automation.place.zone-now", { zone }) : undefined}
        fault={fits ? undefined : say("automation.place.no-zone")}
      >
        {(input) => (
          <input
            {...input}
            type="text"
            autocomplete="off"
            list={id}
            placeholder={takesText ? say("automation.place.zone-machine") : ""}
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
  const now = useNow(AGAIN);
  const pattern = parsePattern(`W127/${event}`);
  if (typeof pattern !== "object") return null;
  const { timezone } = place;
  const timing = { pattern, location: locationOf(true, { ...place }) };
  const [next] = upcomingTimes({ ...firstPlan(timing, now, () => 0) }, timing, 1);
  if (!next) return null;
  const today = wallTime(now, timezone).slice(0, 10);
  const time = sayWall({ local: localSeconds(next.at, timezone) }, { isExact: false, today });
  return <>{say("automation.place.sun", { sun: capitalized(say(`times.${event}`)), time, zone: timezone })}</>;
}
