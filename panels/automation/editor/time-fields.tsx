/** Fields for lengths of time, parts of the day and days of the week. */
import { useState } from "preact/hooks";
import {
  clockText,
  delayText,
  EVERY_DAY,
  readDelay,
  readSpan,
  secondsOfClock,
  spanText,
} from "../../../src/model/time/time-grammar.ts";
import { capitalized, say, saySpan, sayTime } from "../../texts.ts";
import { Choice } from "../../widgets/fields.tsx";
import { sayDays } from "../times-in-words.ts";

const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
const USUAL_DAYS = [EVERY_DAY, 0b1111100, 0b0000011];
const UNITS = { seconds: 1, minutes: 60, hours: 3_600 } as const;
const SHORTEST = 1; //     seconds
const LONGEST = 86_399; // seconds

type Unit = keyof typeof UNITS;

interface DurationProps {
  readonly label: string;
  readonly value: string; // "PT00:05:00"
  readonly most?: number; // seconds
  readonly onChange: (value: string) => void;
}

/** A number and its unit: the largest that leaves no fraction, then the one that was chosen. A length that does not fit is none (0). */
export function Duration({ label, value, most = LONGEST, onChange }: DurationProps) {
  const seconds = readDelay(value) ?? 0;
  const [unit, choose] = useState<Unit>(() => wholeUnit(seconds));
  const [typed, type] = useState<string | undefined>(undefined); // while it does not fit
  const tell = (text: string, each: Unit) => {
    const wanted = Math.round(Number(text) * UNITS[each]);
    const fits = wanted >= SHORTEST && wanted <= most;
    type(fits ? undefined : text);
    onChange(delayText(fits ? wanted : 0));
  };
  const shown = typed ?? String(Number((seconds / UNITS[unit]).toFixed(2)));
  return (
    <>
      <span class="zg-rule-duration">
        <input
          type="number"
          min={0}
          max={most / UNITS[unit]}
          step="any"
          aria-label={label}
          aria-invalid={seconds < SHORTEST}
          value={shown}
          onInput={({ currentTarget }) => tell(currentTarget.value, unit)}
        />
        <Choice
          label={say("automation.edit.unit")}
          value={unit}
          options={Object.keys(UNITS).map((each) => [each, say(`automation.edit.${each}`)])}
          onChange={(chosen) => {
            const next = chosen as Unit;
            choose(next);
            tell(shown, next); // five minutes become five hours: the typed number stays
          }}
        />
      </span>
      {seconds < SHORTEST && (
        <Fault text={say("automation.edit.span-range", { least: saySpan(SHORTEST), most: saySpan(rounded(most)) })} />
      )}
    </>
  );
}

export function Fault({ text }: { readonly text: string }) {
  return (
    <span class="zg-fault zg-rule-wide" role="alert">
      {text}
    </span>
  );
}

function wholeUnit(seconds: number): Unit {
  return (["hours", "minutes"] as const).find((unit) => seconds > 0 && seconds % UNITS[unit] === 0) ?? "seconds";
}

/** Whole minutes: a user does not count the seconds of a day. */
function rounded(seconds: number): number {
  return seconds - (seconds % UNITS.minutes);
}

interface DaysProps {
  readonly label: string;
  readonly bits: number; // 0MTWTFSS
  readonly onChange: (bits: number) => void;
}

export function Days({ label, bits, onChange }: DaysProps) {
  const name = (day: number, weekday: "short" | "long") => sayTime(MONDAY + day * DAY, { weekday, timeZone: "UTC" });
  return (
    <fieldset class="zg-rule-days" aria-label={label}>
      {[0, 1, 2, 3, 4, 5, 6].map((day) => (
        <button
          key={day}
          type="button"
          class="zg-button"
          aria-pressed={(bits & (64 >> day)) !== 0}
          onClick={() => onChange(bits ^ (64 >> day))}
        >
          <span aria-hidden="true">{name(day, "short")}</span>
          <span class="zg-hidden">{name(day, "long")}</span>
        </button>
      ))}
      <span class="zg-rule-days-usual">
        {USUAL_DAYS.map((usual) => (
          <button
            key={usual}
            type="button"
            class="zg-button"
            aria-pressed={bits === usual}
            onClick={() => onChange(usual)}
          >
            {capitalized(sayDays(usual, "short"))}
          </button>
        ))}
      </span>
      {bits === 0 && <Fault text={say("automation.edit.no-days")} />}
    </fieldset>
  );
}

interface ClockProps {
  readonly label: string;
  readonly value: string; // "06:30:00"; "": none
  readonly takesNone?: boolean;
  readonly onChange: (value: string) => void;
}

/** Seconds are shown where there are some. Where no time is taken, the last one holds until a user has typed another. */
export function Clock({ label, value, takesNone = false, onChange }: ClockProps) {
  const [wasEmptied, setEmptied] = useState(false);
  const isEmpty = wasEmptied || value === "";
  const isExact = value !== "" && !value.endsWith(":00");
  const shown = isExact ? value : value.slice(0, 5);
  return (
    <>
      <input
        type="time"
        aria-label={label}
        aria-invalid={isEmpty}
        step={isExact ? 1 : 60}
        value={isEmpty ? "" : shown}
        onInput={({ currentTarget: { value: typed } }) => {
          setEmptied(typed === "");
          if (typed !== "" || takesNone) onChange(typed.length === 5 ? `${typed}:00` : typed);
        }}
      />
      {isEmpty && <Fault text={say("automation.edit.no-clock")} />}
    </>
  );
}

interface DaySpanProps {
  readonly value: string; // "W124/T08:00:00/T16:00:00"
  readonly onChange: (value: string) => void;
}

export function DaySpanFields({ value, onChange }: DaySpanProps) {
  const { days = EVERY_DAY, from = 0, to = 0 } = readSpan(value) ?? {};
  const tell = (next: { readonly days?: number; readonly from?: number; readonly to?: number }) =>
    onChange(spanText({ days, from, to, ...next }));
  return (
    <>
      <span class="zg-rule-span">
        <Clock
          label={say("automation.edit.from")}
          value={clockText(from)}
          onChange={(clock) => tell({ from: secondsOfClock(clock) })}
        />
        <span aria-hidden="true">–</span>
        <Clock
          label={say("automation.edit.to")}
          value={clockText(to)}
          onChange={(clock) => tell({ to: secondsOfClock(clock) })}
        />
      </span>
      <Days label={say("automation.edit.days")} bits={days} onChange={(next) => tell({ days: next })} />
    </>
  );
}
