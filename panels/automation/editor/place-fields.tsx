/** Where the house stands, and by which clock it goes: said beside times that go by them, and set there. */
import { useState } from "preact/hooks";
import { isExamplePlace } from "../../../src/model/time/example-place.ts";
import { isZone } from "../../../src/model/time/times.ts";
import type { NextTimes } from "../../api.ts";
import { CommandError, useCommands } from "../../commands.tsx";
import { useNote, useZone } from "../../hooks.ts";
import { say, sayNumber } from "../../texts.ts";
import { Button } from "../../widgets/widgets.tsx";
import { foreignZone } from "../house-clock.ts";
import { PlaceInputs, placeIn } from "./place-inputs.tsx";
import { likelyZone } from "./places.ts";
import { sayTown, townNear, useTowns } from "./towns.ts";

type Place = NonNullable<NextTimes["place"]>;

interface PlaceFieldsProps {
  readonly event?: string; // of the sun: its time is shown as soon as the place is known
  readonly place?: Place; //  as it is now
  readonly onSet?: () => void;
}

export function PlaceFields({ event, place, onSet = () => {} }: PlaceFieldsProps) {
  const zone = useZone();
  const own = place && !isExamplePlace(place) ? place : undefined;
  const [typed, type] = useState({
    latitude: own ? String(own.latitude) : "",
    longitude: own ? String(own.longitude) : "",
    timezone: likelyZone(zone),
  });
  const commands = useCommands();
  const whole = placeIn(typed);
  const isBare = typed.latitude === "" && typed.longitude === "" && typed.timezone !== zone && isZone(typed.timezone);
  const set = async () => {
    const { timezone, ...spot } = whole ?? { timezone: typed.timezone };
    const body = { ...spot, ...(timezone === zone ? {} : { timezone }) };
    if (await commands.send("PUT", "/config", body)) onSet();
  };
  return (
    <div class="zg-where">
      <PlaceInputs {...{ zone, event }} value={typed} onType={type} />
      <Button kind="primary" isDisabled={!whole && !isBare} onClick={set}>
        {say(isBare ? "automation.place.set-zone" : "automation.place.set")}
      </Button>
      <CommandError of={commands} />
    </div>
  );
}

interface SeenFromProps {
  readonly event: string;
  readonly place: Place;
  readonly mayChange: boolean;
  readonly onSet?: () => void;
}

/** Where the sun is seen from. */
export function SeenFrom({ event, place, mayChange, onSet = () => {} }: SeenFromProps) {
  const [isOpen, open] = useState(false);
  const towns = useTowns();
  const near = towns && townNear(towns, place);
  const words = { latitude: sayNumber(place.latitude), longitude: sayNumber(place.longitude) };
  const done = () => {
    open(false);
    onSet();
  };
  return (
    <>
      <p class="zg-hint">
        {isExamplePlace(place)
          ? say("automation.time.seen-example")
          : near
            ? say("automation.time.seen-near", { town: sayTown(near) })
            : towns && say("automation.time.seen-from", words)}
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

/** The time zone of the times, where the browser's clock differs; and a button that sets the browser's zone in place of a server's. */
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
