/** The page of a room or a group: its devices, its switch, its scenes; its members, its name, and its deletion. */
import { useEffect, useRef, useState } from "preact/hooks";
import { isLit } from "../devices/availability.ts";
import type { HouseDevice } from "../devices/house-devices.ts";
import { kindOf } from "../devices/kinds.ts";
import type { RoomOrGroup } from "../devices/rooms.ts";
import { DeviceLines } from "../home/lines.tsx";
import type { Section } from "../home/sections.ts";
import { Tiles } from "../home/tile.tsx";
import { useUnanswered } from "../hooks.ts";
import { say } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { Badge, Button, Empty } from "../widgets/widgets.tsx";
import { roomIcon } from "./look.ts";
import { RemoveRoom } from "./remove-room.tsx";
import { RoomDialog } from "./room-dialog.tsx";
import { RoomHistory } from "./room-history.tsx";
import { RoomLight } from "./room-light.tsx";
import { Scenes } from "./scenes.tsx";

interface RoomPageProps {
  readonly section: Section & { readonly room: RoomOrGroup };
  readonly silent: readonly HouseDevice[]; // its remotes and repeaters
  readonly onBack: () => void;
}

export function RoomPage({ section, silent, onBack }: RoomPageProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.querySelector("button")?.focus(), []); // the element with the focus is gone
  const { room, scenes, handled, climate, readings, switched } = section;
  const told = [...climate, ...readings, ...silent.map((device) => ({ device, kind: kindOf(device) }))];
  const unanswered = useUnanswered();
  const [edited, edit] = useState<"name" | "devices" | undefined>(undefined);
  const isShining = switched.some((light) => isLit(light, unanswered));
  return (
    <div class="zg-room-page" ref={top}>
      <div class={`zg-opened-head${isShining ? " zg-room-lit" : ""}`}>
        <Button icon="back" label={say("rooms.back")} onClick={onBack} />
        <span class="zg-room-icon">
          <Icon name={roomIcon(room)} />
        </span>
        <h2>{room.name}</h2>
        <Button icon="edit" label={say("rooms.edit", { room: room.name })} onClick={() => edit("name")} />
        {!room.isRoom && <Badge>{say("devices.group")}</Badge>}
      </div>
      <div class="zg-room-columns">
        {switched.length > 0 && <RoomLight room={room} section={section} />}
        {room.lights.length > 0 && <Scenes room={room} scenes={scenes} />}
        <section class="zg-section zg-room-members" aria-labelledby="zg-room-members">
          <div class="zg-room-part">
            <h3 id="zg-room-members">{say("rooms.members")}</h3>
            <Button icon="edit" onClick={() => edit("devices")}>
              {say("rooms.choose")}
            </Button>
          </div>
          {handled.length + told.length === 0 && <Empty>{say("rooms.empty")}</Empty>}
          {handled.length > 0 && <Tiles tiles={handled} />}
          {told.length > 0 && <DeviceLines lines={told} />}
        </section>
        <RoomHistory room={room} climate={climate} />
      </div>
      {edited && (
        <RoomDialog
          {...{ room, startsAt: edited }}
          onClose={() => edit(undefined)}
          aside={<RemoveRoom {...{ room, scenes }} listed={{ handled, told }} onGone={onBack} />}
        />
      )}
    </div>
  );
}
