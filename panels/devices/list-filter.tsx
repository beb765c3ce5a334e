/** What of the list of devices is shown, and in which order. */
import { useMemo } from "preact/hooks";
import { say } from "../texts.ts";
import { sorted } from "../widgets/rows.ts";
import { Select } from "../widgets/widgets.tsx";
import { type ListedDevice, type ListView, NO_ROOM, ONLY, ORDERS } from "./list-rows.ts";
import type { RoomOrGroup } from "./rooms.ts";

export interface ListFilterProps {
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
