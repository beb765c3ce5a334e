/** A long list of which only what is seen is drawn: rows of one height, moved through by arrow keys. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { droppedInFront, visibleRows } from "./rows.ts";

export interface ListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly height: number; // of a row, in pixels
  readonly show: (row: Row) => ComponentChildren;
  /** Enter or a click on a row; without it rows are only read. */
  readonly onOpen?: (row: Row) => void;
  /**
   * Keeps to the end as rows are added there, unless somebody went or scrolled away from it; then what is seen stays where it
   * is, also as rows are dropped in front. `false`: for now it does not.
   */
  readonly followsEnd?: boolean;
  /** The row at which it begins, with the focus: where somebody comes back to. */
  readonly startAt?: string;
}

export function List<Row>({ label, rows, keyOf, height, show, onOpen, followsEnd, startAt }: ListProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState({ top: 0, height: 400 });
  const [current, setCurrent] = useState(0);
  const isAtEnd = useRef(true);
  const ownTop = useRef(-1); // where the list scrolled itself: that is not somebody who scrolled
  const before = useRef(rows);
  const active = Math.min(current, Math.max(0, rows.length - 1));
  const { first, last } = visibleRows(rows.length, height, scroll.top, scroll.height);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = () => setScroll({ top: element.scrollTop, height: element.clientHeight });
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const scrollTo = (top: number) => {
    if (!frame.current) return;
    frame.current.scrollTop = top;
    ownTop.current = frame.current.scrollTop;
  };
  useLayoutEffect(() => {
    const dropped = droppedInFront(before.current, rows, keyOf);
    before.current = rows;
    const element = frame.current;
    if (!element || followsEnd === undefined) return;
    if (followsEnd && isAtEnd.current) {
      scrollTo(element.scrollHeight);
      setCurrent(rows.length - 1);
    } else if (dropped > 0) {
      scrollTo(element.scrollTop - dropped * height);
      setCurrent((index) => Math.max(0, index - dropped));
    }
  }, [rows, followsEnd]);

  useEffect(() => {
    if (startAt === undefined) return;
    const index = rows.findIndex((row) => keyOf(row) === startAt);
    if (index >= 0) go(index);
    frame.current?.focus();
  }, []);

  const choose = (index: number) => {
    isAtEnd.current = index === rows.length - 1;
    setCurrent(index);
  };
  const go = (index: number) => {
    const element = frame.current;
    const to = Math.max(0, Math.min(rows.length - 1, index));
    choose(to);
    if (!element) return;
    if (to * height < element.scrollTop) scrollTo(to * height);
    if ((to + 1) * height > element.scrollTop + element.clientHeight)
      scrollTo((to + 1) * height - element.clientHeight);
  };
  const press = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(scroll.height / height) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1,
    };
    const row = rows[active];
    if (event.key in steps) go(steps[event.key] ?? 0);
    else if ((event.key === "Enter" || event.key === " ") && onOpen && row !== undefined) onOpen(row);
    else return;
    event.preventDefault();
  };
  const idOf = (row: Row) => `zg-row-${keyOf(row)}`;
  const activeRow = active >= first && active < last ? rows[active] : undefined; // what is not drawn has no id
  return (
    <div
      ref={frame}
      class="zg-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={activeRow === undefined ? undefined : idOf(activeRow)}
      onKeyDown={press}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop !== ownTop.current) isAtEnd.current = scrollTop + clientHeight >= scrollHeight - height;
        ownTop.current = -1;
        setScroll({ top: scrollTop, height: clientHeight });
      }}
    >
      <div role="presentation" style={{ height: `${rows.length * height}px`, position: "relative" }}>
        {rows.slice(first, last).map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for its rows
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active row
          <div
            key={keyOf(row)}
            id={idOf(row)}
            class="zg-row"
            role="option"
            aria-selected={first + index === active}
            aria-setsize={rows.length}
            aria-posinset={first + index + 1}
            style={{
              position: "absolute",
              top: `${(first + index) * height}px`,
              height: `${height}px`,
              left: 0,
              right: 0,
            }}
            onClick={() => {
              choose(first + index);
              onOpen?.(row);
            }}
          >
            {show(row)}
          </div>
        ))}
      </div>
    </div>
  );
}
