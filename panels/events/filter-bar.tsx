/** The filter of the events: words, a place, a time, a cause; and whether the list shows numbers and signs of life, too. */
import type { ComponentChildren } from "preact";
import type { EventKind } from "../../src/model/event-kinds.ts";
import { say, sayDayName } from "../texts.ts";
import { Choice, Options, SearchField, Tick } from "../widgets/fields.tsx";
import { Foldaway } from "../widgets/foldaway.tsx";
import { Icon } from "../widgets/icons.tsx";
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
  readonly children: ComponentChildren; // the controls beside the search
}

export function FilterBar({ filter, where, places, times, onFilter, onWhere, children }: FilterBarProps) {
  const choices = (isRoom: boolean) =>
    places.filter((place) => place.isRoom === isRoom).map(({ id, name }) => [id, name] as const);
  const set = [where, filter.when, filter.family, filter.cause, ...filter.also];
  return (
    <div class="zg-events-bar">
      <SearchField
        label={say("events.search")}
        placeholder={say("events.search-hint")}
        value={filter.typed}
        onType={(typed) => onFilter({ ...filter, typed })}
      />
      {children}
      <Foldaway icon="filter" label={say("devices.filter")} isInUse={set.some((chosen) => chosen !== "")}>
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
        <Also also={filter.also} onAlso={(also) => onFilter({ ...filter, also })} />
      </Foldaway>
    </div>
  );
}

interface AlsoProps {
  readonly also: readonly EventKind[];
  readonly onAlso: (also: readonly EventKind[]) => void;
}

const ALSO = ["measured", "heard"] as const;

/** The kinds of events that are hidden at first. */
function Also({ also, onAlso }: AlsoProps) {
  return (
    <fieldset aria-label={say("events.also")}>
      {ALSO.map((kind) => (
        <Tick
          key={kind}
          isOn={also.includes(kind)}
          onChange={(isOn) => onAlso(isOn ? [...also, kind] : also.filter((each) => each !== kind))}
        >
          {say(`events.with.${kind}`)}
        </Tick>
      ))}
    </fieldset>
  );
}

interface FilterChipsProps extends Pick<FilterBarProps, "filter" | "times" | "onFilter" | "onWhere"> {
  readonly place: Place | undefined;
  readonly onNone: () => void;
}

/** The filters in use, also while the bar is folded away; a click removes one. */
export function FilterChips({ filter, place, times, onFilter, onWhere, onNone }: FilterChipsProps) {
  const { typed, when, family, cause, also } = filter;
  const chips: readonly (readonly [is: string, name: string, remove: () => void])[] = [
    ["where", place?.name ?? "", () => onWhere("")],
    ["when", when && (times.find(([each]) => each === when)?.[1] ?? sayDayName(Number(when))), without("when")],
    ["family", family && say(`events.families.${family}`), without("family")],
    ["cause", cause && say("events.by", { who: say(`events.causes.${cause}`) }), without("cause")],
    ...ALSO.filter((kind) => also.includes(kind)).map(
      (kind) => [kind, say(`events.with.${kind}`), withoutKind(kind)] as const,
    ),
  ];
  function without(name: "when" | "family" | "cause") {
    return () => onFilter({ ...filter, [name]: "" });
  }
  function withoutKind(kind: EventKind) {
    return () => onFilter({ ...filter, also: also.filter((each) => each !== kind) });
  }
  const shown = chips.filter(([, name]) => name !== "");
  if (shown.length === 0) return null; // the typed text stands in its field
  return (
    <fieldset class="zg-narrowed" aria-label={say("events.narrowed")}>
      {shown.map(([is, name, remove]) => (
        <button key={is} type="button" class="zg-chip" aria-label={say("events.without", { name })} onClick={remove}>
          <span class="zg-cut" title={name}>
            {name}
          </span>
          <Icon name="bad" />
        </button>
      ))}
      {(shown.length > 1 || typed.trim() !== "") && (
        <Button icon="bad" label={say("events.show-all")} onClick={onNone}>
          {say("events.show-all")}
        </Button>
      )}
    </fieldset>
  );
}

/** A filter that narrows the list stands out. */
function lookOf(chosen: string): string {
  return chosen === "" ? "" : "zg-narrows";
}
