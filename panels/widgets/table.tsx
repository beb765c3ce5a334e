/** A table that sorts by any of its columns, by mouse and by keyboard. */
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { say } from "../texts.ts";
import { type SortKey, sorted } from "./rows.ts";
import { Button } from "./widgets.tsx";

export interface Column<Row> {
  readonly id: string;
  readonly title: string; // "" of a column of buttons
  readonly show: (row: Row) => ComponentChildren;
  readonly sortBy?: (row: Row) => SortKey; // without one it does not sort
  readonly isNumber?: boolean;
  readonly isShort?: boolean; // in one line where there is room for it
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sortedBy?: string; // the id of a column, at first
  readonly isDown?: boolean;
  readonly most?: number; // rows at first, where there may be very many
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, sortedBy = "", isDown = false, most = Number.POSITIVE_INFINITY } = props;
  const [order, setOrder] = useState({ by: sortedBy, isDown });
  const column = columns.find(({ id }) => id === order.by);
  const shown = useMemo(
    () => (column?.sortBy ? sorted(rows, column.sortBy, order.isDown) : rows),
    [rows, column, order.isDown],
  );
  const [pages, setPages] = useState(1);
  const seen = shown.length > pages * most ? shown.slice(0, pages * most) : shown;
  const sortByColumn = (id: string) => setOrder({ by: id, isDown: order.by === id && !order.isDown });
  return (
    <div class="zg-table-frame">
      <table class="zg-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, title, sortBy, isNumber }) =>
              title === "" ? (
                <td key={id} />
              ) : (
                <th
                  key={id}
                  scope="col"
                  class={isNumber ? "zg-number" : undefined}
                  aria-sort={order.by !== id ? undefined : order.isDown ? "descending" : "ascending"}
                >
                  {sortBy ? (
                    <button type="button" class="zg-sort" onClick={() => sortByColumn(id)}>
                      {title}
                      <span aria-hidden="true">{order.by === id ? (order.isDown ? " ▾" : " ▴") : ""}</span>
                    </button>
                  ) : (
                    title
                  )}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {seen.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ id, show, isNumber, isShort }) => (
                <td key={id} class={isNumber ? "zg-number" : isShort ? "zg-short" : undefined}>
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {seen.length < shown.length && (
        <Button icon="more" onClick={() => setPages(pages + 1)}>
          {say("table.more", { count: shown.length - seen.length })}
        </Button>
      )}
    </div>
  );
}
