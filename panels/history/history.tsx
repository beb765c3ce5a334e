/** The history of a value: a plot of a day, a week, a month or a year, moved and enlarged at will; counters in bars; the same as a table. */
import { useEffect, useState } from "preact/hooks";
import { useApi, useHouse, useNow } from "../hooks.ts";
import { resourceName } from "../resource-names.ts";
import { say } from "../texts.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { type Column, Table } from "../widgets/table.tsx";
import { Button, Fold } from "../widgets/widgets.tsx";
import { Chart } from "./chart.tsx";
import { askCourse, type CoursePoint, type Step } from "./course.ts";
import {
  barsFor,
  endsNow,
  enlarged,
  fitting,
  latest,
  moved,
  PRESETS,
  type Preset,
  presetOf,
  type Range,
  stepFor,
} from "./range.ts";
import { type ChartKind, sayShare, sayStep } from "./words.ts";
import "./history.css";

interface HistoryProps {
  readonly label: string;
  readonly address: string; // "/sensors/5"
  readonly member: string; // "state/temperature"
  readonly kind: ChartKind;
  readonly show: (value: number) => string; // in words, with its unit
  readonly since: number; //  milliseconds: it is known at least from then on
}

const TICK = 60_000; // milliseconds
const SOON = 150; // milliseconds: who zooms does not stop at each step

export function HistoryDialog({ onClose, ...props }: HistoryProps & { readonly onClose: () => void }) {
  const name = useHouse((house) => resourceName(house, props.address));
  return (
    <Dialog title={say("history.title", { label: `${props.label} · ${name}` })} onClose={onClose}>
      <HistoryPlot {...props} />
    </Dialog>
  );
}

function HistoryPlot(props: HistoryProps) {
  const { label, show, kind, since } = props;
  const now = useNow(TICK);
  const [range, setRange] = useState<Range>(() => {
    const isBars = kind === "bars";
    return fitting(isBars ? "month" : "day", since, isBars, Date.now());
  });
  const step = kind === "bars" ? barsFor(range, now) : stepFor(range, now);
  const { points, isBroken } = useCourse(props, range, step, now);
  const preset = presetOf(range);
  const zoom = (factor: number) =>
    setRange((before) => enlarged(before, factor, endsNow(before, Date.now()) ? 1 : 0.5, Date.now()));
  const stride = preset ? 1 : 0.5; // from a day to the one before it
  const pan = (share: number) => setRange((before) => moved(before, share, Date.now()));
  return (
    <div class="zg-history">
      <div class="zg-actions">
        {(Object.keys(PRESETS) as Preset[]).map((name) => (
          <Button key={name} isPressed={name === preset} onClick={() => setRange(latest(PRESETS[name], Date.now()))}>
            {say(`history.${name}`)}
          </Button>
        ))}
        <span class="zg-history-zoom">
          <Button label={say("history.earlier")} icon="back" onClick={() => pan(-stride)} />
          <Button label={say("history.later")} icon="next" onClick={() => pan(stride)} />
          <Button label={say("history.less")} icon="minus" onClick={() => zoom(0.5)} />
          <Button label={say("history.more")} icon="plus" onClick={() => zoom(2)} />
        </span>
      </div>
      {isBroken && <p class="zg-fault">{say("history.broken")}</p>}
      <Chart {...{ label, points, range, kind, step, show }} onRange={setRange} now={now} />
      {kind === "truth" && step !== "minute" && <p class="zg-hint">{say("history.share-about")}</p>}
      <Fold title={say("history.table")}>
        <CourseTable points={points ?? []} kind={kind} step={step} show={show} label={label} />
      </Fold>
    </div>
  );
}

/** Keeps what was shown until the answer is there. */
function useCourse({ address, member }: HistoryProps, { from, to }: Range, step: Step, now: number) {
  const api = useApi();
  const [course, setCourse] = useState<{ points?: readonly CoursePoint[]; isBroken: boolean }>({ isBroken: false });
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      askCourse(api, { address, member, from, to, step }).then(
        (points) => isCurrent && setCourse({ points, isBroken: false }),
        () => isCurrent && setCourse((before) => ({ ...before, isBroken: true })),
      );
    }, SOON);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, address, member, from, to, step, now]);
  return course;
}

interface TableProps {
  readonly label: string;
  readonly points: readonly CoursePoint[];
  readonly kind: ChartKind;
  readonly step: Step;
  readonly show: (value: number) => string;
}

const MOST_ROWS = 50;

function CourseTable({ label, points, kind, step, show }: TableProps) {
  const time: Column<CoursePoint> = {
    id: "at",
    title: say("history.time"),
    show: ({ at }) => sayStep(at, step),
    sortBy: ({ at }) => at,
  };
  const value = (id: "min" | "mean" | "max"): Column<CoursePoint> => ({
    ...{ id, title: say(`history.${id}`), isNumber: true },
    show: (point) => show(point[id]),
    sortBy: (point) => point[id],
  });
  const grown: Column<CoursePoint> = {
    ...{ id: "grown", title: say("history.grown"), isNumber: true },
    show: (point) => show(point.grown ?? 0),
    sortBy: (point) => point.grown ?? 0,
  };
  const share: Column<CoursePoint> = {
    ...{ id: "share", title: say("history.share"), isNumber: true },
    show: (point) => sayShare(point.mean),
    sortBy: (point) => point.mean,
  };
  const columns = {
    bars: [time, grown],
    truth: [time, share],
    line: [time, value("min"), value("mean"), value("max")],
  }[kind];
  const rows = points.toReversed();
  return <Table label={label} columns={columns} rows={rows} keyOf={({ at }) => String(at)} most={MOST_ROWS} />;
}
