/** A history as a file for spreadsheets: commas between columns, points in numbers, times of this browser. Pure. */
import type { Scale } from "../../src/model/units.ts";
import { wallTime } from "../automation/house-clock.ts";
import { say } from "../texts.ts";
import type { CoursePoint } from "./course.ts";
import type { ChartKind } from "./words.ts";

interface CsvWish {
  readonly points: readonly CoursePoint[];
  readonly kind: ChartKind;
  readonly scale: Scale;
}

type Column = readonly [title: string, read: (point: CoursePoint) => number];

export function csvOf({ points, kind, scale: { unit, digits, toHuman } }: CsvWish): string {
  const inUnit = (id: string) => say(`history.${id}`) + (unit === "" ? "" : ` (${unit})`);
  const human = (value: number) => Number(toHuman(value).toFixed(digits + 1));
  const columns = {
    bars: [column(inUnit("grown"), ({ grown = 0 }) => human(grown))],
    truth: [column(`${say("history.share")} (%)`, ({ mean }) => Number((mean * 100).toFixed(1)))],
    line: (["min", "mean", "max"] as const).map((id) => column(inUnit(id), (point) => human(point[id]))),
  }[kind];
  const rows = [
    [say("history.time"), ...columns.map(([title]) => title)],
    ...points.map((point) => [timeCell(point.at), ...columns.map(([, read]) => String(read(point)))]),
  ];
  return rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

function column(title: string, read: (point: CoursePoint) => number): Column {
  return [title, read];
}

/** "2026-11-23 14:00": every spreadsheet reads it. */
function timeCell(at: number): string {
  return wallTime(at, undefined).slice(0, "2026-11-23 14:00".length).replace("T", " ");
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
