/** The filter and the order of the list of devices: by a click on a trouble, or by a choice of room, kind and state. */
import { useMemo } from "preact/hooks";
import { say } from "../texts.ts";
import { Select } from "../widgets/fields.tsx";
import { sorted } from "../widgets/rows.ts";
import { Button } from "../widgets/widgets.tsx";
import { type ListedDevice, type ListView, NO_ROOM, ONLY, ORDERS, troublesIn } from "./list-rows.ts";
import type { RoomOrGroup } from "./rooms.ts";

interface TroublesProps {
  readonly entries: readonly ListedDevice[];
  readonly view: ListView;
  readonly onChange: (view: ListView) => void;
}

/** "Not reached 2": a click shows the devices that are worth a look. */
export function Troubles({ entries, view, onChange }: TroublesProps) {
  const counts = useMemo(() => troublesIn(entries), [entries]);
  const shown = counts.filter(({ only, count }) => count > 0 || only === view.only);
  if (shown.length === 0) return null;
  return (
    <div class="zg-actions zg-devices-troubles">
      {shown.map(({ only, count }) => (
        <Button
          key={only}
          isPressed={view.only === only}
          onClick={() => onChange({ ...view, only: view.only === only ? "all" : only })}
        >
          {say("devices.trouble-count", { trouble: say(`devices.only-if.${only}`), count })}
        </Button>
      ))}
    </div>
  );
}

interface ListFilterProps {
  readonly view: ListView;
  readonly rooms: readonly RoomOrGroup[];
  readonly entries: readonly ListedDevice[];
  readonly onChange: (view: ListView) => void;
}

export function ListFilter({ view, rooms, entries, onChange }: ListFilterProps) {
  const kinds = useMemo(() => {
    const all = [...new Set(entries.map(({ kind }) => kind))];
    return sorted(
      all.map((kind) => [kind, say(`devices.kind.${kind}`)] as const),
      ([, name]) => name,
    );
  }, [entries]);
  const change = (changed: Readonly<Record<string, string>>) => onChange({ ...view, ...changed } as ListView);
  return (
    <fieldset class="zg-devices-filter" aria-label={say("devices.filter")}>
      <Select
        label={say("devices.order")}
        value={view.order}
        options={ORDERS.map((order) => [order, say(`devices.order-by.${order}`)])}
        onChange={(order) => change({ order })}
      />
      <Select
        label={say("devices.room")}
        value={view.room}
        options={[
          ["", say("devices.any-room")],
          ...sorted(rooms, ({ name }) => name).map(
            ({ id, name, isRoom }) => [id, isRoom ? name : say("devices.group-named", { name })] as const,
          ),
          [NO_ROOM, say("devices.no-room")],
        ]}
        onChange={(room) => change({ room })}
      />
      <Select
        label={say("devices.fact.is")}
        value={view.kind}
        options={[["", say("devices.any-kind")], ...kinds]}
        onChange={(kind) => change({ kind })}
      />
      <Select
        label={say("devices.only")}
        value={view.only}
        options={ONLY.map((only) => [only, say(`devices.only-if.${only}`)])}
        onChange={(only) => change({ only })}
      />
    </fieldset>
  );
}
