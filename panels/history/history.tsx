/**
 * The history of a value: a plot of a day, a week, a month or a year, moved and enlarged at will, beside the same value of another device
 * or the time before; counters in bars; the facts; the same as a table, and as a file.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Scale } from "../../src/model/units.ts";
import { ClockHint } from "../automation/editor/place-fields.tsx";
import { downloadFile } from "../browser.ts";
import { sayValue } from "../devices/values/words.ts";
import { useApi, useHouse, useNow } from "../hooks.ts";
import { findResource, resourceName } from "../resource-names.ts";
import { dayText, say, sayTimeSpan } from "../texts.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { Choice } from "../widgets/fields.tsx";
import { type Column, Table } from "../widgets/table.tsx";
import { Button, Fold } from "../widgets/widgets.tsx";
import { Chart } from "./chart.tsx";
import { type AlikeCourse, alikeIn, later } from "./compared.ts";
import { askCourse, type CoursePoint, type Step } from "./course.ts";
import { csvOf } from "./csv.ts";
import { Facts, Totals } from "./facts.tsx";
import {
  barsFor,
  before,
  dayAround,
  endsNow,
  enlarged,
  fitting,
  latest,
  moved,
  PRESETS,
  type Preset,
  presetOf,
  type Range,
  seenBars,
  stepBeside,
  stepFor,
} from "./range.ts";
import { saySpanOfTime, spansOf } from "./spans.ts";
import { type ChartKind, sayIn, sayShare, sayStep } from "./words.ts";

interface HistoryProps {
  readonly label: string;
  readonly address: string; // "/sensors/5"
  readonly member: string; // "state/temperature"
  readonly kind: ChartKind;
  readonly scale: Scale;
  readonly since: number; //  milliseconds: it is known at least from then on
  readonly opens?: Preset; // absent: a day, or its known part
}

const ANY_ON = "state/any_on";
const BEFORE = "before"; // in place of the address of another device
const LEAST: Readonly<Record<string, number>> = { "%": 5, "°C": 1 }; // of a plot's height: less looks like a plunge
const TICK = 60_000; // milliseconds
const SOON = 150; // milliseconds: a user who zooms does not stop at each step

export function HistoryDialog({ onClose, ...props }: HistoryProps & { readonly onClose: () => void }) {
  const name = useHouse((house) => resourceName(house, props.address));
  return (
    <Dialog title={say("history.title", { label: `${props.label} · ${name}` })} onClose={onClose}>
      <HistoryPlot {...props} />
    </Dialog>
  );
}

function HistoryPlot(props: HistoryProps) {
  const { label, address, member, kind, scale, since, opens } = props;
  const show = useShow(props);
  const now = useNow(TICK);
  const name = useHouse((house) => resourceName(house, address));
  const [range, setRange] = useState<Range>(() => {
    const isBars = kind === "bars";
    if (opens) return latest(PRESETS[opens], Date.now());
    return fitting(isBars ? "month" : "day", since, isBars, Date.now());
  });
  const { chosen, others, compare } = useChosen(props);
  const isBefore = chosen?.address === BEFORE;
  const step = kind === "bars" ? barsFor(range, now) : isBefore ? stepBeside(range, now) : stepFor(range, now);
  const { points: told, isBroken } = useCourse(props, range, step, now);
  const points = told && kind === "bars" ? seenBars(told, range) : told;
  const other = useOther(props, chosen, range, step, now);
  const own = isBefore ? sayTimeSpan(range.from, Math.min(range.to, now)) : name;
  const save = () => {
    const words = [name, label, dayText(range.from), dayText(Math.min(range.to, now))];
    downloadFile({ name: `${words.join(" ")}.csv`, content: csvFile({ points: points ?? [], kind, scale }) });
  };
  return (
    <div class="zg-history">
      <RangeBar range={range} onRange={setRange} now={now} />
      {isBroken && <p class="zg-fault">{say("history.broken")}</p>}
      <Chart
        {...{ label, points, range, kind, step, show }}
        name={own}
        limits={scale.unit === "%" ? { min: 0, max: scale.toApi(100) } : undefined}
        least={scale.toApi(LEAST[scale.unit] ?? 0)}
        other={other && { name: other.name, points: other.drawn }}
        onRange={setRange}
        now={now}
      />
      <ClockHint />
      <Facts {...{ kind, step, show }} courses={[{ name: own, points: points ?? [] }, ...(other ? [other] : [])]} />
      {kind === "bars" && <Totals {...{ address, member, show, now }} />}
      {kind === "truth" && step !== "minute" && <p class="zg-hint">{say("history.share-about")}</p>}
      <div class="zg-actions zg-history-more">
        {others.length > 0 && (
          <Choice
            label={say("history.compare")}
            value={other?.address ?? ""}
            options={others.map((each) => [each.address, each.name])}
            onChange={compare}
          >
            <option value="">{`${say("history.compare")}…`}</option>
          </Choice>
        )}
        <Button icon="down" isDisabled={!points || points.length === 0} onClick={save}>
          {say("history.save")}
        </Button>
      </div>
      <Fold title={say("history.table")}>
        <CourseTable points={points ?? []} kind={kind} step={step} show={show} label={label} />
      </Fold>
    </div>
  );
}

function csvFile(course: Parameters<typeof csvOf>[0]): Blob {
  return new Blob([csvOf(course)], { type: "text/csv" });
}

/** A value in words; for true or false: "open", "closed". The lights of a room are on or off, as one light is. */
function useShow({ address, member, kind, scale }: HistoryProps): (value: number) => string {
  const of = useHouse((house) => {
    const view = findResource(house, address)?.view ?? {};
    return { type: String(view.type), view };
  });
  const name = member === ANY_ON ? "on" : member.slice(member.indexOf("/") + 1);
  return kind === "truth" ? (value) => sayValue(of, name, value > 0) : sayIn(scale);
}

/** The comparison: the same value of another device, or of the time before. */
function useChosen({ address, member, kind }: HistoryProps) {
  const [compared, compare] = useState("");
  const text = useHouse((house) => JSON.stringify(alikeIn(house, { address, member, kind }))); // it changes with them alone
  const others = useMemo((): readonly AlikeCourse[] => {
    const before = kind === "truth" ? [] : [{ address: BEFORE, name: say("history.before") }];
    return [...before, ...(JSON.parse(text) as ReturnType<typeof alikeIn>)];
  }, [text, kind]);
  return { others, compare, chosen: others.find((each) => each.address === compared) };
}

/** As far as one is chosen and told; in the same steps. */
function useOther(
  { address, member, kind }: HistoryProps,
  chosen: AlikeCourse | undefined,
  { from, to }: Range,
  step: Step,
  now: number,
) {
  const isBefore = chosen?.address === BEFORE;
  const isBars = kind === "bars";
  const asked = useMemo(() => (isBefore ? before({ from, to }, now) : { from, to }), [from, to, isBefore, now]);
  const own = { address: isBefore ? address : (chosen?.address ?? ""), member };
  const { points: told = [] } = useCourse(own, asked, step, now);
  const points = useMemo(() => (isBars ? seenBars(told, asked) : told), [told, asked, isBars]);
  const drawn = useMemo(() => (isBefore ? later(points, to - from) : points), [points, isBefore, to - from]);
  const name = isBefore ? sayTimeSpan(asked.from, asked.to) : String(chosen?.name);
  return chosen && { address: chosen.address, name, points, drawn };
}

interface RangeBarProps {
  readonly range: Range;
  readonly now: number;
  readonly onRange: (change: Range | ((before: Range) => Range)) => void;
}

function RangeBar({ range, now, onRange }: RangeBarProps) {
  const preset = presetOf(range);
  const zoom = (factor: number) =>
    onRange((before) => enlarged(before, factor, endsNow(before, Date.now()) ? 1 : 0.5, Date.now()));
  const stride = preset ? 1 : 0.5; // from a day to the one before it
  const pan = (share: number) => onRange((before) => moved(before, share, Date.now()));
  const shown = dayText(Math.min(now, range.to - 1));
  return (
    <div class="zg-actions">
      {(Object.keys(PRESETS) as Preset[]).map((name) => (
        <Button key={name} isPressed={name === preset} onClick={() => onRange(latest(PRESETS[name], Date.now()))}>
          {say(`history.${name}`)}
        </Button>
      ))}
      <span class="zg-history-zoom">
        <input
          type="date"
          aria-label={say("history.jump")}
          title={say("history.jump")}
          max={dayText(now)}
          value={shown}
          onChange={(event) => {
            const day = dayAround(event.currentTarget.value, Date.now());
            if (day) onRange(day);
          }}
        />
        <Button label={say("history.earlier")} icon="back" onClick={() => pan(-stride)} />
        <Button label={say("history.later")} icon="next" onClick={() => pan(stride)} />
        <Button label={say("history.less")} icon="minus" onClick={() => zoom(0.5)} />
        <Button label={say("history.more")} icon="plus" onClick={() => zoom(2)} />
      </span>
    </div>
  );
}

/** Keeps the former course until the answer is there. Without an address there is no request. */
function useCourse(
  { address, member }: Pick<HistoryProps, "address" | "member">,
  { from, to }: Range,
  step: Step,
  now: number,
) {
  const api = useApi();
  const [course, setCourse] = useState<{ points?: readonly CoursePoint[]; isBroken: boolean }>({ isBroken: false });
  useEffect(() => {
    if (address === "") return;
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
    show: (point) => (kind === "truth" ? saySpanOfTime(point, step) : sayStep(point.at, step)),
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
  const isWord = step === "minute"; // it was so, or it was not
  const share: Column<CoursePoint> = {
    ...{ id: "share", title: isWord ? label : say("history.share"), isNumber: !isWord },
    show: (point) => (isWord ? show(point.mean) : sayShare(point.mean)),
    sortBy: (point) => point.mean,
  };
  const columns = {
    bars: [time, grown],
    truth: [time, share],
    line: [time, value("min"), value("mean"), value("max")],
  }[kind];
  const rows = (kind === "truth" ? spansOf(points, step) : points).toReversed();
  return <Table label={label} columns={columns} rows={rows} keyOf={({ at }) => String(at)} most={MOST_ROWS} />;
}
