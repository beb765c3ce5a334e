/** The plot itself: drawn in pixels, moved by mouse, fingers and keys, and read where the user points at it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { say, sayTime, sayTimeSpan } from "../texts.ts";
import type { CoursePoint, Step } from "./course.ts";
import { useChartPointers } from "./pointers.ts";
import { latest, type Range } from "./range.ts";
import {
  bandPath,
  extentOf,
  type Frame,
  linePath,
  pointAt,
  stepBandPath,
  stepPath,
  switched,
  type TimeTick,
  timeLabels,
  timeTicks,
  truthPath,
  valueTicks,
  xOf,
  yOf,
} from "./scale.ts";
import { type ChartKind, sayShare, sayStep } from "./words.ts";

interface ChartProps {
  readonly label: string;
  readonly name: string; // of the device that tells it
  readonly points: readonly CoursePoint[] | undefined; // not told yet
  /** The same value of another device, or of the time before: another line, or bars beside the bars. */
  readonly other?: { readonly name: string; readonly points: readonly CoursePoint[] } | undefined;
  /** There is nothing beyond them: no battery has 105 %. */
  readonly limits?: { readonly min: number; readonly max: number } | undefined;
  readonly least: number; // that lies between bottom and top
  readonly range: Range;
  readonly kind: ChartKind;
  readonly step: Step;
  readonly now: number;
  readonly show: (value: number) => string;
  readonly onRange: (change: (before: Range) => Range) => void;
}

const HEIGHT = 210; // pixels
const TOP = 14; //     for the topmost number
const BOTTOM = 20; //  for the times
const A_LABEL = 64; // pixels that a time needs
const LEAST = 140;
const DOT = 8; // pixels: a shorter course would not be seen

/** A plot keeps its place also where nothing is known: the buttons above it stay under the finger, and it can be moved back. */
export function Chart({ points: told, ...props }: ChartProps) {
  const { label, range, kind, step, now, show, other, limits, least, onRange } = props;
  const points = told ?? [];
  const others = other?.points ?? [];
  const figure = useRef<HTMLDivElement>(null);
  const width = useWidth(figure);
  const [pointed, point] = useState<number | undefined>(undefined);
  const all = [...points, ...others];
  const extent = kind === "line" ? extentOf(all, limits, least) : { min: 0, max: highest(all, kind, step) };
  const frame: Frame = { ...range, min: 0, max: 1, ...extent, width, height: HEIGHT - TOP - BOTTOM };
  const handlers = useChartPointers({
    figure,
    onRange,
    onPoint: (x) => point(x === undefined ? undefined : range.from + (x / width) * (range.to - range.from)),
    latest: (length) => latest(length, now),
  });
  const shown = pointed === undefined ? undefined : pointAt(points, pointed);
  const beside = pointed === undefined ? undefined : pointAt(others, pointed);
  const span = sayTimeSpan(range.from, Math.min(range.to, now));
  const read = shown ? words(shown, props, beside) : kind === "bars" ? `${span} · ${say(`history.per.${step}`)}` : span;
  const isEmpty = told?.length === 0 && others.length === 0;
  return (
    <div
      ref={figure}
      class={`zg-chart${kind === "bars" ? " zg-chart-of-bars" : ""}`}
      role="application"
      aria-label={say("history.keys", { label })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved and enlarged by keys
      tabIndex={0}
      {...handlers}
    >
      <p class="zg-chart-read" role="status">
        {read}
      </p>
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={summary(points, props)}
      >
        <g transform={`translate(0 ${TOP})`}>
          <Lines {...{ frame, kind, step }} />
          {kind === "bars" ? (
            <Bars frame={frame} sets={other ? [points, others] : [points]} step={step} />
          ) : (
            <Courses {...{ frame, points, others, kind, step }} />
          )}
          <Labels {...{ frame, kind, step }} show={points.length + others.length > 0 ? show : undefined} />
          <Pointer {...{ frame, kind, shown, beside }} />
        </g>
      </svg>
      <p class="zg-chart-none" role="status">
        {isEmpty ? say("history.none") : ""}
      </p>
    </div>
  );
}

interface GridProps {
  readonly frame: Frame;
  readonly kind: ChartKind;
  readonly step: Step;
  readonly show: ChartProps["show"] | undefined; // absent: there are no values
}

function gridOf({ frame, kind, step }: Pick<GridProps, "frame" | "kind" | "step">) {
  const values = kind === "truth" && step === "minute" ? [0, 1] : valueTicks(frame.min, frame.max, 4);
  return { values, times: timeTicks(frame, Math.max(2, Math.floor(frame.width / A_LABEL))) };
}

function Lines(props: Pick<GridProps, "frame" | "kind" | "step">) {
  const { frame } = props;
  const { values, times } = gridOf(props);
  return (
    <g class="zg-chart-lines">
      {values.map((value) => (
        <line key={`v${value}`} x1={0} x2={frame.width} y1={yOf(frame, value)} y2={yOf(frame, value)} />
      ))}
      {times.map(({ at, shows }) => {
        const x = xOf(frame, at);
        return (
          <line key={`t${at}`} class={shows === "time" ? "" : "zg-strong"} x1={x} x2={x} y1={0} y2={frame.height} />
        );
      })}
    </g>
  );
}

const BESIDE_BARS = 52; // pixels, as the style sheet has it

/** Labels above the curves; at the left, since the newest values stand at the right. Those of bars, which fill all below them, stand beside them. */
function Labels(props: GridProps) {
  const { frame, kind, step, show } = props;
  const { values, times } = gridOf(props);
  return (
    <g>
      {show &&
        values.map((value) =>
          kind === "bars" && value === 0 ? null : (
            <text
              key={`v${value}`}
              x={kind === "bars" ? -BESIDE_BARS : 2}
              y={yOf(frame, value) + (kind === "bars" ? 4 : -3)}
            >
              {kind === "truth" && step !== "minute" ? sayShare(value) : show(value)}
            </text>
          ),
        )}
      {timeLabels(times, frame).map(({ tick, x, anchor }) => (
        <text key={`t${tick.at}`} x={x} y={frame.height + 15} text-anchor={anchor}>
          {sayTick(tick)}
        </text>
      ))}
    </g>
  );
}

const TICKS: Readonly<Record<TimeTick["shows"], Intl.DateTimeFormatOptions>> = {
  time: { timeStyle: "short" },
  day: { day: "numeric", month: "short" },
  month: { month: "short" },
  year: { year: "numeric" },
};

function sayTick({ at, shows }: TimeTick): string {
  return sayTime(at, TICKS[shows]);
}

function Courses({ others, ...props }: DrawingProps & { readonly others: readonly CoursePoint[] }) {
  const { frame, points, step } = props;
  return (
    <>
      {points.length > 0 && <Drawing {...props} />}
      {others.length > 0 && (
        <path
          class="zg-chart-line zg-chart-other"
          d={step === "minute" ? stepPath(others, frame) : linePath(others, frame)}
        />
      )}
    </>
  );
}

interface BarsProps {
  readonly frame: Frame;
  readonly sets: readonly (readonly CoursePoint[])[]; // beside each other
  readonly step: Step;
}

function Bars({ frame, sets, step }: BarsProps) {
  return (
    <g class="zg-chart-bars">
      {sets.map((points, place) =>
        points.map((point) => {
          const whole = xOf(frame, point.at + lengthOf(point, step)) - xOf(frame, point.at);
          const gap = whole > 6 ? 2 : 0.5;
          const width = (whole - gap) / sets.length;
          const top = yOf(frame, point.grown ?? 0);
          return (
            <rect
              key={`${place} ${point.at}`}
              class={place > 0 ? "zg-chart-other" : undefined}
              x={xOf(frame, point.at) + gap / 2 + place * width}
              y={top}
              width={Math.max(1, width)}
              height={Math.max(0, frame.height - top)}
              rx={width > 6 ? 2 : 0}
            />
          );
        }),
      )}
    </g>
  );
}

interface DrawingProps {
  readonly frame: Frame;
  readonly points: readonly CoursePoint[];
  readonly kind: ChartKind;
  readonly step: Step;
}

function Drawing({ frame, points, kind, step }: DrawingProps) {
  const isStepped = kind === "truth" || step === "minute";
  const band = kind === "truth" ? truthPath : isStepped ? stepBandPath : bandPath;
  const [first, last] = [points[0], points.at(-1)];
  const isDot = kind === "line" && first && last && xOf(frame, last.end) - xOf(frame, first.at) < DOT;
  return (
    <g class="zg-chart-course">
      <path class="zg-chart-band" d={band(points, frame)} />
      <path
        class="zg-chart-line"
        d={isStepped ? stepPath(kind === "truth" ? switched(points) : points, frame) : linePath(points, frame)}
      />
      {isDot && <circle cx={xOf(frame, last.end)} cy={yOf(frame, last.last)} r={3} />}
    </g>
  );
}

interface PointerProps extends Pick<DrawingProps, "frame" | "kind"> {
  readonly shown: CoursePoint | undefined;
  readonly beside: CoursePoint | undefined; // of the other course
}

/** One line where the user points, and a dot on each course, in its color. */
function Pointer({ frame, kind, shown, beside }: PointerProps) {
  const first = shown ?? beside;
  if (!first) return null;
  const xAt = ({ at, end }: CoursePoint) => xOf(frame, (at + end) / 2);
  const yAt = ({ grown = 0, mean }: CoursePoint) => yOf(frame, kind === "bars" ? grown : mean);
  return (
    <g class="zg-chart-pointer">
      <line x1={xAt(first)} x2={xAt(first)} y1={0} y2={frame.height} />
      {beside && <circle class="zg-chart-other" cx={xAt(beside)} cy={yAt(beside)} r={4} />}
      {shown && <circle cx={xAt(shown)} cy={yAt(shown)} r={4} />}
    </g>
  );
}

/** "Mon 3 Mar, 14:00 · 21.4 °C (20.9 to 22.1 °C)", or of two "Mon 3 Mar, 14:00 · Bathroom 21.4 °C · Bedroom 18.1 °C". */
function words(
  point: CoursePoint,
  { kind, step, show, name, other }: Pick<ChartProps, "kind" | "step" | "show" | "name" | "other">,
  beside: CoursePoint | undefined,
): string {
  const time = sayStep(point.at, step);
  const told = (each: CoursePoint) => {
    if (kind !== "truth") return show(kind === "bars" ? (each.grown ?? 0) : each.mean);
    if (step === "minute") return show(Math.ceil(each.mean)); // also where it was so for a part of it
    return `${show(1)} ${say("history.of-time", { share: sayShare(each.mean) })}`;
  };
  if (other && beside) return `${time} · ${name} ${told(point)} · ${other.name} ${told(beside)}`;
  if (kind !== "line") return `${time} · ${told(point)}`;
  const band =
    point.min === point.max ? "" : ` (${say("history.band", { min: show(point.min), max: show(point.max) })})`;
  return `${time} · ${show(point.mean)}${band}`;
}

function summary(
  points: readonly CoursePoint[],
  { label, kind, show }: Pick<ChartProps, "label" | "kind" | "show">,
): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return label;
  const from = sayTime(first.at, { dateStyle: "medium", timeStyle: "short" });
  if (kind === "bars") {
    const sum = points.reduce((all, { grown = 0 }) => all + grown, 0);
    return say("history.summary-bars", { label, from, sum: show(sum) });
  }
  if (kind === "truth") {
    const known = points.reduce((all, point) => all + (point.end - point.at), 0);
    const share = points.reduce((all, point) => all + point.mean * (point.end - point.at), 0) / Math.max(1, known);
    return say("history.summary-truth", { label, from, share: sayShare(share) });
  }
  const min = show(Math.min(...points.map((point) => point.min)));
  const max = show(Math.max(...points.map((point) => point.max)));
  return say("history.summary", { label, from, min, max, last: show(last.last) });
}

/** A door is open for seconds of an hour: on the scale of the whole hour no user would see them. */
const LEAST_SHARE = 0.05;

function highest(points: readonly CoursePoint[], kind: ChartKind, step: Step): number {
  if (kind === "truth" && step === "minute") return 1;
  if (kind === "truth") return Math.min(1, Math.max(LEAST_SHARE, ...points.map(({ mean }) => mean * 1.08)));
  return Math.max(1, ...points.map(({ grown = 0 }) => grown)) * 1.08;
}

function lengthOf({ at, end }: CoursePoint, step: Step): number {
  const lengths = { minute: 60_000, hour: 3_600_000, day: 86_400_000, month: 0 };
  return step === "month" ? Math.max(28 * lengths.day, end - at) : lengths[step];
}

function useWidth(figure: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(LEAST);
  useEffect(() => {
    const element = figure.current;
    if (!element) return;
    const measure = () => setWidth(Math.max(LEAST, Math.floor(element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [figure]);
  return width;
}
