/** The history of a number as a small plot, with its lowest and highest value. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { HistoryPoint } from "../api.ts";
import { useHistory, useNow } from "../hooks.ts";
import { say, sayAgo } from "../texts.ts";
import { joined, type PlotLine, plotLine } from "./plot-path.ts";

interface PlotProps {
  readonly label: string;
  readonly points: readonly HistoryPoint[];
  readonly show: (value: number) => string; // in words, with its unit
}

const WIDTH = 240;
const HEIGHT = 48;
const TICK = 10_000; // milliseconds

function Plot({ label, points, show }: PlotProps) {
  const now = useNow(TICK);
  const course = plotLine(points, now, WIDTH, HEIGHT);
  if (!course) return null; // one value makes no line
  return (
    <figure class="zg-plot">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={inWords(label, course, show)}
      >
        <path d={course.path} />
      </svg>
      <div class="zg-plot-range" aria-hidden="true">
        <span>{show(course.max)}</span>
        <span>{course.min === course.max ? "" : show(course.min)}</span>
      </div>
      <figcaption aria-hidden="true">
        <span>{sayAgo(course.from, course.to)}</span>
        <span>{say("plot.now")}</span>
      </figcaption>
    </figure>
  );
}

function inWords(label: string, { min, max, from, to, last }: PlotLine, show: (value: number) => string): string {
  return say("plot.words", { label, min: show(min), max: show(max), last: show(last), since: sayAgo(from, to) });
}

export interface CourseProps {
  readonly label: string;
  readonly member: string; // "/sensors/5/state/temperature"
  readonly value: unknown; //  as it is now
  readonly show: (value: number) => string;
}

/** The plot of a member: the history that the gateway keeps, and the changes since. */
export function MemberPlot({ label, member, value, show }: CourseProps) {
  const asked = useHistory(member);
  const [heard, setHeard] = useState<readonly HistoryPoint[]>([]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (typeof value === "number" && !isFirst.current)
      setHeard((before) => [...before.slice(-MOST), [Date.now(), value]]);
    isFirst.current = false;
  }, [value]);
  return <Plot label={label} points={joined(asked, heard)} show={show} />;
}

const MOST = 200; // points that came while the plot is shown
