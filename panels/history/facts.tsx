/** The facts of a history: the least, the mean and the most with their times; a sum; for how long it was so. */
import { isObject } from "../../src/model/resource.ts";
import { midnightOf } from "../../src/model/time/zones.ts";
import { useApi, useHouse, useQuery } from "../hooks.ts";
import { findResource } from "../resource-names.ts";
import { houseZone, say, saySpan } from "../texts.ts";
import { askCourse, type CoursePoint, type Step } from "./course.ts";
import { type ChartKind, sayShare, sayStep, totalsFrom, totalsOf } from "./words.ts";

interface Course {
  readonly name: string;
  readonly points: readonly CoursePoint[];
}

interface FactsProps {
  readonly courses: readonly Course[]; // of several, each has its row
  readonly kind: ChartKind;
  readonly step: Step;
  readonly show: (value: number) => string;
}

/** A title, the value, and its time. */
type Fact = readonly [title: string, value: string, when?: string];

export function Facts({ courses, kind, step, show }: FactsProps) {
  const rows = courses.flatMap(({ name, points }, index) =>
    points.length > 0 ? [{ name, index, facts: factsOf(points, { kind, step, show }) }] : [],
  ); // each with the color of its line, also where another has none
  if (!rows[0]) return null;
  const areSeveral = courses.length > 1;
  return (
    <table class="zg-history-facts" aria-label={say("history.facts")}>
      <thead>
        <tr>
          {rows[0].facts.map(([title]) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map(({ name, index, facts }) => (
        <tbody key={index}>
          {areSeveral && (
            <tr>
              <th scope="rowgroup" colSpan={facts.length} class={`zg-chart-key-${index}`}>
                {name}
              </th>
            </tr>
          )}
          <tr>
            {facts.map(([title, value, when]) => (
              <td key={title}>
                {value}
                {when && <span class="zg-dim">{when}</span>}
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  );
}

function factsOf(points: readonly CoursePoint[], { kind, step, show }: Omit<FactsProps, "courses">): readonly Fact[] {
  const known = points.reduce((all, { at, end }) => all + end - at, 0);
  const mean = points.reduce((all, point) => all + point.mean * (point.end - point.at), 0) / Math.max(1, known);
  if (kind === "bars") {
    const most = points.reduce((one, other) => ((other.grown ?? 0) > (one.grown ?? 0) ? other : one));
    const sum = points.reduce((all, { grown = 0 }) => all + grown, 0);
    return [
      [say("history.sum"), show(sum)],
      [say("history.max"), show(most.grown ?? 0), sayStep(most.at, step)],
    ];
  }
  if (kind === "truth") {
    return [1, 0].map((is) => {
      const share = is === 1 ? mean : 1 - mean;
      return [show(is), sayLength(share * known), sayShare(share)];
    });
  }
  const least = points.reduce((one, other) => (other.min < one.min ? other : one));
  const most = points.reduce((one, other) => (other.max > one.max ? other : one));
  const isLevel = least.min === most.max; // then it was so all the time
  const when = ({ at }: CoursePoint) => (isLevel ? "" : sayStep(at, step));
  return [
    [say("history.min"), show(least.min), when(least)],
    [say("history.mean"), show(mean)],
    [say("history.max"), show(most.max), when(most)],
  ];
}

const MINUTE = 60_000; // milliseconds
const HOUR = 60 * MINUTE;

/** In minutes; a shorter time in seconds, and a time longer than a day in hours. */
function sayLength(length: number): string {
  const unit = length < MINUTE ? 1_000 : length < 24 * HOUR ? MINUTE : HOUR;
  return saySpan((Math.round(length / unit) * unit) / 1_000);
}

interface TotalsProps {
  readonly address: string;
  readonly member: string;
  readonly now: number;
  readonly show: (value: number) => string;
}

/** The reading of a counter, then this day and the one before, this month and those before, for any range of the plot. */
export function Totals({ address, member, now, show }: TotalsProps) {
  const api = useApi();
  const meter = useHouse((house) => {
    const [section = "", name = ""] = member.split("/");
    const own = findResource(house, address)?.view[section];
    return isObject(own) && typeof own[name] === "number" ? own[name] : undefined;
  });
  const zone = houseZone();
  const day = midnightOf(now, zone);
  const { answer } = useQuery(async () => {
    const ask = (step: Step, from: number) => askCourse(api, { address, member, step, from, to: Date.now() });
    const from = totalsFrom(day, zone);
    const [days, months] = await Promise.all([ask("day", from.days), ask("month", from.months)]);
    return totalsOf(days, months, now, zone);
  }, [api, address, member, zone, day, now]);
  if (!answer || answer.length === 0) return null;
  return (
    <dl class="zg-history-totals">
      {[...(meter === undefined ? [] : [[say("history.meter"), meter] as const]), ...answer].map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{show(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
