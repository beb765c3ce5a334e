/** Where the house stands: said beside times that go by the sun, and asked there while nobody has said it yet. */
import { useState } from "preact/hooks";
import type { NextTimes } from "../../api.ts";
import { CommandError, useCommands } from "../../commands.tsx";
import { SettingsButton } from "../../health/findings.tsx";
import { say, sayNumber } from "../../texts.ts";
import { Field } from "../../widgets/fields.tsx";
import { Button } from "../../widgets/widgets.tsx";

const LIMITS = { latitude: 90, longitude: 180 } as const;
const NAMES = ["latitude", "longitude"] as const;
const PATIENCE = 10_000; // milliseconds

export function PlaceFields({ onSet = () => {} }: { readonly onSet?: () => void }) {
  const [typed, type] = useState({ latitude: "", longitude: "" });
  const [hint, tell] = useState("automation.place.about");
  const commands = useCommands();
  const isWhole = NAMES.every((name) => typed[name] !== "" && Math.abs(Number(typed[name])) <= LIMITS[name]);
  const locate = () => {
    tell("automation.place.asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        type({ latitude: coords.latitude.toFixed(2), longitude: coords.longitude.toFixed(2) }); // a kilometre: nobody's address
        tell("automation.place.about");
      },
      () => tell("automation.place.refused"),
      { timeout: PATIENCE },
    );
  };
  const set = async () => {
    const place = { latitude: Number(typed.latitude), longitude: Number(typed.longitude) };
    if (await commands.send("PUT", "/config", place)) onSet();
  };
  return (
    <div class="zg-place">
      {NAMES.map((name) => (
        <Field key={name} label={say(`automation.place.${name}`)}>
          {(input) => (
            <input
              {...input}
              type="number"
              step="any"
              min={-LIMITS[name]}
              max={LIMITS[name]}
              value={typed[name]}
              onInput={({ currentTarget }) => type({ ...typed, [name]: currentTarget.value })}
            />
          )}
        </Field>
      ))}
      {isSecureContext && "geolocation" in navigator && (
        <Button onClick={locate}>{say("automation.place.here")}</Button>
      )}
      <Button kind="primary" isDisabled={!isWhole} onClick={set}>
        {say("automation.place.set")}
      </Button>
      <p class="zg-hint" role="status">
        {say(hint)}
      </p>
      <CommandError of={commands} />
    </div>
  );
}

interface SeenFromProps {
  readonly place: NonNullable<NextTimes["place"]>;
  readonly mayChange: boolean;
}

/** Whose sun it is, and what leads to where that is changed. */
export function SeenFrom({ place: { latitude, longitude, timezone }, mayChange }: SeenFromProps) {
  const words = { latitude: sayNumber(latitude), longitude: sayNumber(longitude), timezone };
  return (
    <>
      <p class="zg-hint">{say("automation.time.seen-from", words)}</p>
      {mayChange && <SettingsButton />}
    </>
  );
}
