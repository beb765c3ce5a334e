/** A long list that draws only the rows in sight, moved through by arrow keys. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { addedInFront, rowAt, topsOf, visibleRows } from "./rows.ts";

interface ListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly height: number | ((row: Row) => number); // of a row, in pixels; a function that stays the same
  readonly show: (row: Row) => ComponentChildren;
  /** It stands above others and is only read: keys and clicks pass it by. */
  readonly isHeading?: (row: Row) => boolean;
  /** Enter or a click on a row; without it rows are only read. */
  readonly onOpen?: (row: Row) => void;
  /** True: this key was meant for the active row, and is done. */
  readonly onKey?: (key: string, row: Row) => boolean;
  /** Rows that hold controls are rows of a tree, and `show` makes cells (`role="gridcell"`) of them. */
  readonly branch?: (row: Row) => Branch;
  /**
   * The list stays at its start as rows are added there, unless the user moved or scrolled away; then the rows in sight stay where they
   * are. `false`: not for now.
   */
  readonly followsStart?: boolean;
  /** The key of the row that is active at first; the list takes the focus. */
  readonly startAt?: string;
}

interface Branch {
  readonly level: number; // from 1
  readonly isOpen?: boolean; // of one that can be folded
}

function styleOf(tops: readonly number[], index: number) {
  const [top = 0, bottom = top] = tops.slice(index, index + 2);
  return { position: "absolute", left: 0, right: 0, top: `${top}px`, height: `${bottom - top}px` } as const;
}

interface Seat {
  readonly place: number; // from 1
  readonly count: number;
}

/** Headings are not counted. */
function seatsOf<Row>(rows: readonly Row[], isHeading: (row: Row) => boolean): ReadonlyMap<Row, Seat> {
  const counted = rows.filter((row) => !isHeading(row));
  return new Map(counted.map((row, index) => [row, { place: index + 1, count: counted.length }]));
}

export function List<Row>(props: ListProps<Row>) {
  const { label, rows, keyOf, height, show, isHeading = () => false, onOpen, onKey, branch } = props;
  const frame = useFrame();
  const [tops, seats] = useMemo(() => [topsOf(rows, height), seatsOf(rows, isHeading)], [rows, height]);
  const { active, start, choose, go } = useActiveRow(frame, tops, { ...props, isHeading });
  const { first, last } = visibleRows(tops, frame.top, frame.height);
  const idOf = (row: Row) => `zg-row-${keyOf(row)}`;
  const activeRow = active >= first && active < last ? rows[active] : undefined; // a row that is not drawn has no id
  const open = (index: number) => {
    const row = rows[index];
    if (row !== undefined) onOpen?.(row);
  };
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return; // a control in a row has keys of its own
    const own = rows[active];
    if (own !== undefined && onKey?.(event.key, own)) return event.preventDefault();
    const page = Math.max(1, rowAt(tops, frame.top + frame.height) - rowAt(tops, frame.top) - 1);
    const to = stepFor(event.key, active, page, rows.length);
    if (to !== undefined) go(to, to < active ? -1 : 1);
    else if ((event.key === "Enter" || event.key === " ") && onOpen && own !== undefined) open(active);
    else return;
    event.preventDefault();
  };
  const click = (index: number) => () => {
    choose(index);
    open(index);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is a list, or a tree
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have them
    <div
      ref={frame.element}
      class="zg-list"
      role={branch ? "treegrid" : "listbox"}
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={activeRow === undefined ? undefined : idOf(activeRow)}
      onKeyDown={press}
      onScroll={() => frame.noteScroll(tops[start + 1] ?? 0)}
    >
      <div role="presentation" style={{ height: `${tops.at(-1)}px`, position: "relative" }}>
        {rows.slice(first, last).map((row, offset) => {
          const index = first + offset;
          const style = styleOf(tops, index);
          if (isHeading(row)) return <Heading key={keyOf(row)} style={style} children={show(row)} />;
          return (
            <ListRow
              key={keyOf(row)}
              id={idOf(row)}
              {...{ style, ...seats.get(row), isActive: index === active, branch: branch?.(row) }}
              onClick={click(index)}
            >
              {show(row)}
            </ListRow>
          );
        })}
      </div>
    </div>
  );
}

interface ListRowProps extends Partial<Seat> {
  readonly id: string;
  readonly style: ReturnType<typeof styleOf>;
  readonly isActive: boolean;
  readonly branch: Branch | undefined;
  readonly children: ComponentChildren;
  readonly onClick: () => void;
}

function ListRow({ id, place, count, style, isActive, branch, children, onClick }: ListRowProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is an option, or the row of a tree
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: what only one of these roles has is absent from the other
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for its rows
    <div
      id={id}
      class="zg-row"
      role={branch ? "row" : "option"}
      aria-level={branch?.level}
      aria-expanded={branch?.isOpen}
      aria-selected={isActive}
      aria-setsize={count}
      aria-posinset={place}
      style={style}
      onClick={onClick}
    >
      {children}
    </div>
  );
}

function Heading({ style, children }: Pick<ListRowProps, "style" | "children">) {
  return (
    <div class="zg-row-heading" role="presentation" style={style}>
      {children}
    </div>
  );
}

const CELL = { role: "gridcell" } as const; // the list has the focus, and names the row

interface CellProps {
  readonly class: string;
  readonly children: ComponentChildren;
  readonly hasControl?: boolean; // a click in it is not a click on the row
}

/** Of a row of a tree. */
export function Cell({ class: name, children, hasControl = false }: CellProps) {
  if (!hasControl)
    return (
      <div {...CELL} class={name}>
        {children}
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps clicks from the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for its rows
    <div
      {...CELL}
      class={name}
      onClick={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.preventDefault()} // the list keeps the focus
    >
      {children}
    </div>
  );
}

interface Frame {
  readonly element: { readonly current: HTMLDivElement | null };
  readonly top: number; // how far it is scrolled, in pixels
  readonly height: number;
  readonly isAtStart: { current: boolean }; // the user has not moved or scrolled away from the first row
  readonly scrollTo: (top: number) => void;
  readonly noteScroll: (row: number) => void;
}

/** The element that scrolls. The list scrolls itself, too: only a user who scrolls leaves the start. */
function useFrame(): Frame {
  const element = useRef<HTMLDivElement | null>(null);
  const isAtStart = useRef(true);
  const ownTop = useRef(-1); // where the list scrolled itself
  const [{ top, height }, setScroll] = useState({ top: 0, height: 400 });
  useEffect(() => {
    const own = element.current;
    if (!own) return;
    const watch = new ResizeObserver(() => setScroll({ top: own.scrollTop, height: own.clientHeight }));
    watch.observe(own);
    return () => watch.disconnect();
  }, []);
  const scrollTo = (to: number) => {
    if (!element.current) return;
    element.current.scrollTop = to;
    ownTop.current = element.current.scrollTop;
  };
  const noteScroll = (row: number) => {
    if (!element.current) return;
    const { scrollTop, clientHeight } = element.current;
    if (scrollTop !== ownTop.current) isAtStart.current = scrollTop <= row;
    ownTop.current = -1;
    setScroll({ top: scrollTop, height: clientHeight });
  };
  return { element, top, height, isAtStart, scrollTo, noteScroll };
}

/** The row that keys move from. It stays in sight, and stays the same row as others come and go; so does the one at the upper edge. */
function useActiveRow<Row>(
  frame: Frame,
  tops: readonly number[],
  { rows, keyOf, isHeading, followsStart, startAt }: ListProps<Row> & { readonly isHeading: (row: Row) => boolean },
) {
  const start = Math.max(
    0,
    rows.findIndex((row) => !isHeading(row)),
  );
  const [current, setCurrent] = useState(start);
  const before = useRef({ rows, tops });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { rows, tops };
    const element = frame.element.current;
    if (!element || followsStart === undefined) return;
    if (followsStart && frame.isAtStart.current) {
      frame.scrollTo(0);
      setCurrent(start);
      return;
    }
    const edge = rowAt(was.tops, element.scrollTop);
    const [first] = was.rows.slice(edge, edge + 1);
    const seen = first !== undefined && isHeading(first) ? edge + 1 : edge; // a heading stays, even if rows come below it
    const added = addedInFront(was.rows, rows, keyOf, seen);
    if (added > 0) frame.scrollTo(element.scrollTop + (tops[seen + added] ?? 0) - (was.tops[seen] ?? 0));
    setCurrent((index) => index + addedInFront(was.rows, rows, keyOf, index));
  }, [rows, followsStart]);
  useLayoutEffect(() => {
    if (startAt === undefined) return; // at once: a user who has gone on to another field keeps the focus there
    const index = rows.findIndex((row) => keyOf(row) === startAt);
    if (index >= 0) go(index);
    frame.element.current?.focus();
  }, []);
  const choose = (index: number) => {
    frame.isAtStart.current = index === start;
    setCurrent(index);
  };
  const pastHeadings = (index: number, step: 1 | -1) => {
    let to = Math.max(start, Math.min(rows.length - 1, index));
    while (to > start && rows.slice(to, to + 1).some(isHeading)) to += step; // the last row is none
    return to;
  };
  const go = (index: number, step: 1 | -1 = 1) => {
    const to = pastHeadings(index, step);
    choose(to);
    const element = frame.element.current;
    if (!element) return;
    const [begin = 0, bottom = 0] = tops.slice(to, to + 2);
    const top = to === start ? 0 : begin; // with its heading
    if (top < element.scrollTop) frame.scrollTo(top);
    if (bottom > element.scrollTop + element.clientHeight) frame.scrollTo(bottom - element.clientHeight);
  };
  return { active: pastHeadings(current, 1), start, choose, go };
}

function stepFor(key: string, active: number, page: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  return Object.hasOwn(steps, key) ? steps[key] : undefined;
}
