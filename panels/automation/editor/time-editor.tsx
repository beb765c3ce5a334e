/**
 * The editor of a time: on days of the week, by the sun, once, after a while; below it the next times that come of it. The dialog of the
 * schedule node, the sidebar and the page have the same one.
 */
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import {
  clockText,
  daysText,
  lackIn,
  PATTERN_KINDS,
  type PatternKind,
  SUN_EVENTS,
  secondsOfClock,
} from "../../../src/model/time/time-grammar.ts";
import { useApi, useNow, useQuery, useZone } from "../../hooks.ts";
import { capitalized, say } from "../../texts.ts";
import { Choice } from "../../widgets/fields.tsx";
import { sayWalls, wallTime } from "../house-clock.ts";
import { sayPattern } from "../times-in-words.ts";
import { ClockHint, PlaceFields, SeenFrom } from "./place-fields.tsx";
import { Clock, Days, Fault } from "./time-fields.tsx";
import { NO_MOMENT, type Parts, partsOf, timeOfParts, UNSAID, USUAL_TIME } from "./time-parts.ts";

interface TimeEditorProps {
  readonly time: string;
  readonly zone: "local" | "utc";
  readonly place?: Readonly<Record<string, string>>; // of the gateway, where another than its own is to count
  readonly takesText?: boolean; // a pattern may be written, or a name of the environment
  readonly isInForm?: boolean; //  the form says time and action in one sentence, and sets the place of the gateway
  readonly onTime: (time: string) => void;
}

const ROUND = 15; // minutes
const HERE = {};
/** Sunset and the like stand among the other kinds, in sight: few users look for them behind one more list. */
const CHOICES = PATTERN_KINDS.flatMap((kind) => (kind === "sun" ? ["sunset", "sunrise", "dusk", "dawn"] : [kind]));

export function TimeEditor({ time, zone, place = HERE, takesText = false, isInForm = false, onTime }: TimeEditorProps) {
  const [isWritten, setWritten] = useState(false);
  const own = useZone();
  const kept = useRef(UNSAID); // a look at another kind of time is to cost nothing
  const read = partsOf(time, kept.current);
  const kind = isWritten ? "text" : (read?.kind ?? "text");
  const parts = read?.parts ?? kept.current;
  const isWhole = lackIn(time) === undefined;
  if (isWhole) kept.current = parts;
  const write = (next: Partial<Parts>, as: PatternKind) => onTime(timeOfParts(as, { ...parts, ...next }));
  const choose = (next: string) => {
    setWritten(false);
    if (SUN_EVENTS.some((event) => event === next)) return write({ event: next }, "sun");
    const known = PATTERN_KINDS.find((each) => each === next);
    setWritten(!known);
    if (known)
      write(
        known === "once" && parts.at === "" ? { at: soon(zone === "utc" ? "UTC" : place.timezone || own) } : {},
        known,
      );
  };
  return (
    <fieldset class="zg-rule-part zg-time">
      <legend>{say("automation.time.kind")}</legend>
      <Choice
        class="zg-time-kind"
        label={say("automation.time.kind")}
        value={kind === "sun" ? parts.event : kind}
        options={[...CHOICES, ...(takesText || kind === "text" ? ["text"] : [])].map((each) => [
          each,
          say(`automation.time.kinds.${each}`),
        ])}
        onChange={choose}
      />
      {kind === "text" ? (
        <Line label={say("automation.time.text")}>
          <input
            type="text"
            aria-label={say("automation.time.text")}
            placeholder={USUAL_TIME}
            value={time}
            onInput={({ currentTarget }) => onTime(currentTarget.value.trim())}
          />
        </Line>
      ) : (
        <KindFields kind={kind} parts={parts} write={(next) => write(next, kind)} />
      )}
      {isWhole && (
        <Next
          {...{ time, place, isInForm }}
          zone={kind === "sun" ? "local" : zone}
          event={kind === "sun" ? parts.event : ""}
        />
      )}
    </fieldset>
  );
}

interface KindFieldsProps {
  readonly kind: PatternKind;
  readonly parts: Parts;
  readonly write: (next: Partial<Parts>) => void;
}

function KindFields({ kind, parts, write }: KindFieldsProps) {
  const { days, clock, at, span, times } = parts;
  const isOnDays = kind === "weekly" || kind === "sun";
  return (
    <>
      {kind === "sun" && (
        <Line label={say("automation.time.side")}>
          <Offset parts={parts} write={write} />
        </Line>
      )}
      {kind === "weekly" && (
        <Line label={say("automation.time.clock")}>
          <Clock
            label={say("automation.time.clock")}
            value={clock}
            takesNone
            onChange={(next) => write({ clock: next })}
          />
        </Line>
      )}
      {isOnDays && (
        <Line label={say("automation.edit.days")}>
          <Days
            label={say("automation.edit.days")}
            bits={Number(days)}
            onChange={(bits) => write({ days: daysText(bits) })}
          />
        </Line>
      )}
      {kind === "once" && <Moment at={at} onAt={(next) => write({ at: next })} />}
      {(kind === "timer" || kind === "repeated") && <Span span={span} onSpan={(next) => write({ span: next })} />}
      {kind === "repeated" && (
        <Line label={say("automation.time.times")}>
          <Amount
            label={say("automation.time.times")}
            value={times === "" ? "" : String(Number(times))}
            max={99}
            unit={say("automation.time.times-unit")}
            placeholder="∞"
            onAmount={(count) => write({ times: count > 0 ? String(count).padStart(2, "0") : "" })}
          />
        </Line>
      )}
      {kind !== "timer" && kind !== "repeated" && <RandomPart parts={parts} write={write} />}
    </>
  );
}

function Moment({ at, onAt }: { readonly at: string; readonly onAt: (at: string) => void }) {
  const isEmpty = at === NO_MOMENT;
  const isRound = at.endsWith(":00");
  return (
    <Line label={say("automation.time.at")}>
      <input
        type="datetime-local"
        step={isRound ? 60 : 1}
        aria-label={say("automation.time.at")}
        aria-invalid={isEmpty}
        value={isEmpty ? "" : at.slice(0, isRound ? 16 : 19)}
        onInput={({ currentTarget: { value } }) => onAt(value.length === 16 ? `${value}:00` : value || NO_MOMENT)}
      />
      {isEmpty && <Fault text={say("automation.edit.no-clock")} />}
    </Line>
  );
}

/** Minutes before or after the event of the sun. */
function Offset({ parts: { offset }, write }: Omit<KindFieldsProps, "kind">) {
  const [side, setSide] = useState(offset.slice(0, 1) || "-"); // also of no minutes, which have none in the pattern
  const sign = offset === "" ? side : offset.slice(0, 1);
  const minutes = secondsOfClock(offset.slice(1) || "00:00:00") / 60;
  const tell = (amount: number, side: string) => write({ offset: amount > 0 ? side + clockText(amount * 60) : "" });
  return (
    <span class="zg-rule-number">
      <Amount
        label={say("automation.time.offset")}
        value={minutes === 0 ? "" : String(minutes)}
        max={720}
        unit={say("automation.time.minutes")}
        onAmount={(amount) => {
          setSide(sign);
          tell(amount, sign);
        }}
      />
      <Choice
        class="zg-rule-short"
        label={say("automation.time.side")}
        value={sign}
        options={[
          ["-", say("automation.time.before")],
          ["+", say("automation.time.after")],
        ]}
        onChange={(next) => {
          setSide(next);
          tell(minutes, next);
        }}
      />
    </span>
  );
}

function Span({ span, onSpan }: { readonly span: string; readonly onSpan: (span: string) => void }) {
  const parts = span.split(":").map(Number);
  const write = (index: number, value: number) =>
    onSpan(parts.map((part, at) => String(at === index ? value : part).padStart(2, "0")).join(":"));
  return (
    <Line label={say("automation.time.span")}>
      {(["hours", "minutes", "seconds"] as const).map((unit, index) => (
        <Amount
          key={unit}
          label={say(`automation.edit.${unit}`)}
          value={String(parts[index] ?? 0)}
          max={99}
          unit={say(`automation.time.${unit}`)}
          onAmount={(amount) => write(index, amount)}
        />
      ))}
      {parts.every((part) => part === 0) && <Fault text={say("automation.time.no-length")} />}
    </Line>
  );
}

function RandomPart({ parts: { random }, write }: Omit<KindFieldsProps, "kind">) {
  const minutes = secondsOfClock(random || "00:00:00") / 60;
  return (
    <div class="zg-time-sentence">
      <span aria-hidden="true">{say("automation.time.random")}</span>{" "}
      <Amount
        label={`${say("automation.time.random")} … ${say("automation.time.later")}`}
        value={minutes === 0 ? "" : String(minutes)}
        max={720}
        unit={say("automation.time.later")}
        onAmount={(amount) => write({ random: amount > 0 ? clockText(amount * 60) : "" })}
      />
    </div>
  );
}

interface AmountProps {
  readonly label: string;
  readonly value: string;
  readonly max: number;
  readonly unit: string;
  readonly placeholder?: string; // the meaning of an empty field
  readonly onAmount: (amount: number) => void;
}

/** An amount that cannot be stays as it was typed, says why, and changes nothing. */
function Amount({ label, value, max, unit, placeholder = "0", onAmount }: AmountProps) {
  const [misfit, keep] = useState<string | undefined>(undefined);
  const type = (typed: string) => {
    const amount = Number(typed) || 0;
    const isFit = amount >= 0 && amount <= max;
    keep(isFit ? undefined : typed);
    if (isFit) onAmount(amount);
  };
  return (
    <span class="zg-rule-number">
      <input
        type="number"
        min={0}
        max={max}
        step="any"
        aria-label={label}
        aria-invalid={misfit !== undefined}
        placeholder={placeholder}
        value={misfit ?? value}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
      <span>{unit}</span>
      {misfit !== undefined && (
        <Fault
          text={say(Number(misfit) < 0 ? "app.at-least" : "app.at-most", { limit: Number(misfit) < 0 ? 0 : max })}
        />
      )}
    </span>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div class="zg-time-line">
      <span class="zg-time-label" aria-hidden="true">
        {label}
      </span>
      <span class="zg-time-fields">{children}</span>
    </div>
  );
}

/** The next full quarter of an hour, on the clock of this zone. */
function soon(zone: string | undefined): string {
  const step = ROUND * 60_000;
  return wallTime(Math.ceil((Date.now() + 60_000) / step) * step, zone);
}

// ---- the next times of the pattern

/** A moment that is over is a mistake; a pattern may rest for other reasons. */
function NoTime({ time }: Pick<TimeEditorProps, "time">) {
  const isPast = partsOf(time)?.kind === "once";
  return <p class={isPast ? "zg-fault" : "zg-hint"}>{say(`automation.time.trouble.${isPast ? "past" : "never"}`)}</p>;
}

const AGAIN = 30_000; // milliseconds: times go by

interface NextProps extends Required<Pick<TimeEditorProps, "time" | "zone" | "place" | "isInForm">> {
  readonly event: string; // of the sun; "": by the clock, to the second
}

function Next({ time, zone, place, isInForm, event }: NextProps) {
  const api = useApi();
  const now = useNow(AGAIN);
  const own = useZone();
  const today = wallTime(now, place.timezone || own).slice(0, 10);
  const asked = JSON.stringify([time, zone, place]);
  const { answer: found, again } = useQuery(
    async () => ({ asked, ...(await api.nextTimes(time, zone, place)) }),
    [api, asked, now],
  );
  const answer = found?.asked === asked ? found : undefined; // the times of the former choice are no answer
  const said = sayPattern(time);
  const isDeployed = !Object.values(place).some(Boolean); // else a place set here would contradict the gateway's dialog
  return (
    <div class="zg-time-next" role="status" aria-live="polite">
      {!isInForm && said !== time && <p class="zg-rule-sentence">{capitalized(said)}</p>}
      {!answer && <p class="zg-hint">…</p>}
      {answer?.trouble && (
        <p class={answer.trouble === "place" ? "" : "zg-fault"}>{say(`automation.time.trouble.${answer.trouble}`)}</p>
      )}
      {answer && !answer.trouble && answer.times.length === 0 && <NoTime time={time} />}
      {answer && answer.times.length > 0 && (
        <>
          <p class="zg-time-head">{say("automation.time.next")}</p>
          <ol>
            {sayWalls(answer.times.slice(0, 3), { isExact: event === "", today }).map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ol>
        </>
      )}
      {answer?.place && <SeenFrom {...{ event }} place={answer.place} mayChange={isDeployed} onSet={again} />}
      {answer?.trouble === "place" && <PlaceFields {...{ event }} onSet={again} />}
      {isInForm && event === "" && zone === "local" && <ClockHint />}
    </div>
  );
}
