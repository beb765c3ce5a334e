/** What somebody looks for among the events: words, a place, a time, who did it; and whether numbers and signs of life are shown, too. */
import type { EventKind } from "../../src/model/event-kinds.ts";
import { say } from "../texts.ts";
import { Choice, Options, SearchField } from "../widgets/fields.tsx";
import { Foldaway } from "../widgets/foldaway.tsx";
import { Button } from "../widgets/widgets.tsx";
import { CAUSE_CHOICES, type EventFilter, FAMILY_CHOICES } from "./log.ts";
import type { Place } from "./places.ts";

interface FilterBarProps {
  readonly filter: EventFilter;
  readonly where: string; // a place
  readonly places: readonly Place[];
  readonly times: readonly (readonly [when: string, text: string])[];
  readonly onFilter: (filter: EventFilter) => void;
  readonly onWhere: (where: string) => void;
}

export function FilterBar({ filter, where, places, times, onFilter, onWhere }: FilterBarProps) {
  const choices = (isRoom: boolean) =>
    places.filter((place) => place.isRoom === isRoom).map(({ id, name }) => [id, name] as const);
  const narrowing = [where, filter.when, filter.family, filter.cause];
  return (
    <div class="zg-events-bar">
      <SearchField
        label={say("events.search")}
        placeholder={say("events.search-hint")}
        value={filter.typed}
        onType={(typed) => onFilter({ ...filter, typed })}
      />
      <Foldaway icon="filter" label={say("devices.filter")} isInUse={narrowing.some((chosen) => chosen !== "")}>
        <select
          aria-label={say("events.where")}
          class={lookOf(where)}
          value={where}
          onChange={(event) => onWhere(event.currentTarget.value)}
        >
          <option value="">{say("events.everywhere")}</option>
          <optgroup label={say("events.rooms")}>
            <Options of={choices(true)} />
          </optgroup>
          <optgroup label={say("events.devices")}>
            <Options of={choices(false)} />
          </optgroup>
        </select>
        <Choice
          label={say("events.when")}
          class={lookOf(filter.when)}
          value={filter.when}
          options={times}
          onChange={(when) => onFilter({ ...filter, when })}
        >
          <option value="">{say("events.ever")}</option>
        </Choice>
        <Choice
          label={say("events.family")}
          class={lookOf(filter.family)}
          value={filter.family}
          options={FAMILY_CHOICES.map((family) => [family, say(`events.families.${family}`)])}
          onChange={(family) => onFilter({ ...filter, family })}
        >
          <option value="">{say("events.all")}</option>
        </Choice>
        <Choice
          label={say("events.cause")}
          class={lookOf(filter.cause)}
          value={filter.cause}
          options={CAUSE_CHOICES.map((cause) => [cause, say(`events.causes.${cause}`)])}
          onChange={(cause) => onFilter({ ...filter, cause })}
        >
          <option value="">{say("events.all-causes")}</option>
        </Choice>
      </Foldaway>
    </div>
  );
}

interface AlsoProps {
  readonly also: readonly EventKind[];
  readonly onAlso: (also: readonly EventKind[]) => void;
}

const ALSO = ["measured", "heard"] as const;

/** Buttons that show what is hidden. */
export function Also({ also, onAlso }: AlsoProps) {
  return (
    <fieldset class="zg-actions" aria-label={say("events.also")}>
      {ALSO.map((kind) => {
        const isShown = also.includes(kind);
        return (
          <Button
            key={kind}
            isPressed={isShown}
            onClick={() => onAlso(isShown ? also.filter((each) => each !== kind) : [...also, kind])}
          >
            {say(`events.with.${kind}`)}
          </Button>
        );
      })}
    </fieldset>
  );
}

/** What narrows the list stands out. */
function lookOf(chosen: string): string {
  return chosen === "" ? "" : "zg-narrows";
}
