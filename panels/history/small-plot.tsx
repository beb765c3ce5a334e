/** The last day of a value as a small plot, with its least and most; a click opens the whole history. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Scale } from "../../src/model/units.ts";
import { useApi, useNow, useQuery } from "../hooks.ts";
import { say, sayAgo, saySpan } from "../texts.ts";
import { askCourse, type CoursePoint, cutAt, cutFrom, heardAt, heldUntil, joined, timeTrue } from "./course.ts";
import { HistoryDialog } from "./history.tsx";
import { fitting } from "./range.ts";
import { bandPath, barsPath, extentOf, type Frame, linePath, stepBandPath, stepPath, truthPath } from "./scale.ts";
import { type ChartKind, clockBelow, kindOfCourse, sayIn, sayShare } from "./words.ts";

interface MemberPlotProps {
  readonly label: string;
  readonly address: string; // "/sensors/5"
  readonly member: string; //  "state/temperature"
  readonly value: unknown; //  as it is now
  readonly scale: Scale;
  readonly until?: number | undefined; // milliseconds: the device was not heard since
}

const WIDTH = 240;
const HEIGHT = 48;
const TICK = 30_000; // milliseconds
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEARLY = 0.1; // of an hour or a minute: as good as whole
const FEW = 4; // hours: then their minutes tell more

/** The course that the gateway has kept, and the values since. */
export function MemberPlot({ label, address, member, value, scale, until }: MemberPlotProps) {
  const now = useNow(TICK);
  const [isOpen, open] = useState(false);
  const kept = useKept(address, member);
  const heard = useHeard(value);
  const kind = kindOfCourse(member, value);
  if (!kept) return <PlotRoom kind={kind} />;
  const all = kind === "bars" ? kept : joined(kept, heard);
  const points = until === undefined ? all : cutAt(all, until);
  const first = points[0];
  if (!first || (points.length < 2 && kind !== "truth")) return null; // one value makes no line
  const to = until ?? Math.max(now, points.at(-1)?.end ?? now);
  const stretched = points.map((point, n) => (n === points.length - 1 ? { ...point, end: to } : point));
  const drawn =
    kind === "truth" && typeof value === "boolean" ? asInDialog(heldUntil(points, Number(value), to), now) : stretched;
  const isShare = kind === "truth" && first.end - first.at > MINUTE;
  const said = inWords(kind, label, drawn, sayIn(scale), sayAgo(first.at, now));
  return (
    <>
      <button
        type="button"
        class={`zg-plot zg-plot-${kind}`}
        title={`${say("history.open", { label })}${isShare ? ` · ${say("history.share-about")}` : ""}`}
        onClick={() => open(true)}
      >
        <span class="zg-hidden">{`${said.all} ${say("history.open", { label })}`}</span>
        <Picture kind={kind} points={drawn} from={drawn[0]?.at ?? first.at} to={to} />
        <span class="zg-plot-range" aria-hidden="true">
          {said.beside.map((text, n) => (
            <span key={n}>{text}</span>
          ))}
        </span>
        {said.below !== undefined && (
          <span class="zg-plot-sum" aria-hidden="true">
            {said.below}
          </span>
        )}
        <Times from={drawn[0]?.at ?? first.at} to={to} now={now} end={until} />
        <span class="zg-plot-more" aria-hidden="true">
          {say("rooms.history")}
        </span>
      </button>
      {isOpen && (
        <HistoryDialog {...{ label, address, member, kind, scale }} since={first.at} onClose={() => open(false)} />
      )}
    </>
  );
}

/** The same time that the history opens with, so that both tell one share. */
function asInDialog(points: readonly CoursePoint[], now: number): readonly CoursePoint[] {
  const cut = cutFrom(points, fitting("day", points[0]?.at ?? now, false, now).from);
  return cut.length > 0 ? cut : points;
}

interface TimesProps {
  readonly from: number;
  readonly to: number;
  readonly now: number;
  readonly end: number | undefined; // it ends there, and not now
}

function Times({ from, to, now, end }: TimesProps) {
  const clock = clockBelow(from, to, now);
  return (
    <span class="zg-plot-times" aria-hidden="true">
      <span>{clock?.start ?? sayAgo(from, now)}</span>
      {clock?.middle && end === undefined && (
        <span class="zg-plot-middle" style={{ left: `${clock.middle.share * 100}%` }}>
          {clock.middle.text}
        </span>
      )}
      <span>{end === undefined ? say("plot.now") : sayAgo(end, now)}</span>
    </span>
  );
}

/** As much room as the plot will take, so that nothing moves when it comes. */
function PlotRoom({ kind }: { readonly kind: ChartKind }) {
  return (
    <button type="button" class={`zg-plot zg-plot-${kind} zg-plot-room`} tabIndex={-1} aria-hidden="true" disabled>
      <svg aria-hidden="true" />
      <span class="zg-plot-range">&nbsp;</span>
      {kind !== "line" && <span class="zg-plot-sum">&nbsp;</span>}
      <span class="zg-plot-times">&nbsp;</span>
      <span class="zg-plot-more">&nbsp;</span>
    </button>
  );
}

interface PictureProps {
  readonly kind: ChartKind;
  readonly points: readonly CoursePoint[];
  readonly from: number;
  readonly to: number;
}

function Picture({ kind, points, from, to }: PictureProps) {
  const most = Math.max(1, ...points.map(({ grown = 0 }) => grown));
  const extent = { line: extentOf(points), truth: { min: 0, max: 1 }, bars: { min: 0, max: most } }[kind];
  const frame: Frame = { min: 0, max: 1, ...extent, from, to, width: WIDTH, height: HEIGHT };
  const [first] = points;
  const isSmooth = first !== undefined && first.end - first.at > HOUR / 2; // of minutes each tells how long it was
  const area = { line: isSmooth ? bandPath : stepBandPath, truth: truthPath, bars: barsPath }[kind](points, frame);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="zg-plot-band" d={area} />
      {kind === "line" && <path d={(isSmooth ? linePath : stepPath)(points, frame)} />}
    </svg>
  );
}

interface PlotWords {
  readonly all: string; // for screen readers
  readonly beside: readonly string[]; // at the top and at the bottom of the plot
  readonly below?: string; // the result in words
}

function inWords(
  kind: ChartKind,
  label: string,
  points: readonly CoursePoint[],
  show: (value: number) => string,
  since: string,
): PlotWords {
  if (kind === "bars") {
    const sum = show(points.reduce((all, { grown = 0 }) => all + grown, 0));
    const most = show(Math.max(...points.map(({ grown = 0 }) => grown)));
    return {
      all: say("history.words-bars", { label, since, sum }),
      beside: [...new Set([most, show(0)])],
      below: say("history.grown-in", { sum, span: sayRough(points) }), // the meter stands above it
    };
  }
  if (kind === "truth") {
    const { wasTrue, known } = timeTrue(points);
    const share = sayShare(wasTrue / Math.max(1, known));
    return {
      all: say("history.words-truth", { label, since, share }),
      beside: [],
      below: sayTrueFor(wasTrue, say("history.of-time", { share })),
    };
  }
  const min = show(Math.min(...points.map((point) => point.min)));
  const max = show(Math.max(...points.map((point) => point.max)));
  const last = show((points.at(-1) as CoursePoint).last);
  return { all: say("plot.words", { label, min, max, last, since }), beside: min === max ? [max] : [max, min] };
}

/** "5 hr, 50 min · 24 % of the time" */
function sayTrueFor(milliseconds: number, share: string): string {
  const minutes = Math.round(milliseconds / MINUTE);
  return minutes < 1 ? share : `${saySpan(minutes * 60, "short")} · ${share}`;
}

/** "24 hours", "40 minutes": how long these points take. */
function sayRough(points: readonly CoursePoint[]): string {
  const span = Math.min(24 * HOUR, Number(points.at(-1)?.end) - Number(points[0]?.at)); // the first hour was cut into
  const unit = span < HOUR ? MINUTE : HOUR;
  return saySpan((Math.max(1, Math.floor(span / unit + NEARLY)) * unit) / 1000);
}

/** Undefined: not told yet. Hours of the last day; where the gateway has only just begun, the minutes of the last hours. */
function useKept(address: string, member: string): readonly CoursePoint[] | undefined {
  const api = useApi();
  const ask = async () => {
    const to = Date.now() + HOUR; // the gateway's clock may be ahead
    const hours = await askCourse(api, { address, member, step: "hour", from: to - 25 * HOUR, to });
    if (hours.length >= FEW) return hours;
    return await askCourse(api, { address, member, step: "minute", from: to - (FEW + 1) * HOUR, to });
  };
  const none: readonly CoursePoint[] = [];
  return useQuery(() => ask().catch(() => none), [api, address, member]).answer;
}

/** The values that came while the plot was shown. */
function useHeard(value: unknown): readonly CoursePoint[] {
  const [heard, setHeard] = useState<readonly CoursePoint[]>([]);
  const isFirst = useRef(true);
  useEffect(() => {
    const number = typeof value === "boolean" ? Number(value) : value;
    if (typeof number === "number" && !isFirst.current)
      setHeard((before) => [...before.slice(-MOST), heardAt(number, Date.now())]);
    isFirst.current = false;
  }, [value]);
  return heard;
}

const MOST = 200; // points that came while the plot is shown
