/** The dialog in which rooms are moved up and down: the order in which Home shows them, here and on every phone. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { CommandError, useCommands } from "../commands.tsx";
import type { RoomOrGroup } from "../devices/rooms.ts";
import { useLive } from "../hooks.ts";
import type { ResourcesById } from "../house.ts";
import { roomIcon } from "../rooms/look.ts";
import { say } from "../texts.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { Icon } from "../widgets/icons.tsx";
import { Button } from "../widgets/widgets.tsx";
import { orderCommand } from "./sections.ts";

type Way = "up" | "down";

interface OrderDialogProps {
  readonly rooms: readonly RoomOrGroup[]; // as they stand now
  readonly onClose: () => void;
}

export function OrderDialog({ rooms, onClose }: OrderDialogProps) {
  const [all, setAll] = useState(rooms);
  const live = useLive();
  const commands = useCommands();
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<readonly [place: number, way: Way] | undefined>(undefined);
  useLayoutEffect(() => {
    const [place, way] = moved.current ?? [];
    const row = list.current?.children[place ?? -1];
    const own = row?.querySelector<HTMLButtonElement>(`[data-way=${way}] button:enabled`);
    (own ?? row?.querySelector<HTMLButtonElement>("button:enabled"))?.focus(); // along with the room
  }, [all]);
  const move = (place: number, way: Way) => {
    const to = way === "up" ? place - 1 : place + 1;
    const one = all[place];
    const others = all.filter((each) => each !== one);
    if (one) setAll([...others.slice(0, to), one, ...others.slice(to)]);
    moved.current = [to, way];
  };
  const save = async () => {
    const order = all.map(({ id }) => id);
    if (await commands.sendAll([orderCommand(order, live.house?.resourcelinks ?? NO_LINKS)])) onClose();
  };
  return (
    <Dialog
      title={say("home.order")}
      onClose={onClose}
      actions={
        <Button kind="primary" icon="good" onClick={save}>
          {say("do.save")}
        </Button>
      }
    >
      <ol class="zg-room-order" ref={list}>
        {all.map((room, place) => (
          <li key={room.id}>
            <Icon name={roomIcon(room)} />
            <span>{room.name}</span>
            {(["up", "down"] as const).map((way) => (
              <span key={way} data-way={way}>
                <Button
                  icon={way}
                  label={say(`home.order-${way}`, { name: room.name })}
                  isDisabled={place === (way === "up" ? 0 : all.length - 1)}
                  onClick={() => move(place, way)}
                />
              </span>
            ))}
          </li>
        ))}
      </ol>
      <CommandError of={commands} />
    </Dialog>
  );
}

const NO_LINKS: ResourcesById = {};
