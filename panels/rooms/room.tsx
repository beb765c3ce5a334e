/** The page of a room or a group: its devices, its switch, its scenes; its members, its name, and its deletion. */
import { useEffect, useRef, useState } from "preact/hooks";
import { isLit } from "../devices/availability.ts";
import type { HouseDevice } from "../devices/house-devices.ts";
import { kindOf } from "../devices/kinds.ts";
import { EditableName } from "../devices/name-form.tsx";
import type { RoomOrGroup } from "../devices/rooms.ts";
import { placeOfRoom } from "../events/places.ts";
import { DeviceLines } from "../home/lines.tsx";
import type { Section } from "../home/sections.ts";
import { Tiles } from "../home/tile.tsx";
import { usePlace, useUnanswered } from "../hooks.ts";
import { say } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { Badge, Button, Empty } from "../widgets/widgets.tsx";
import { roomIcon } from "./look.ts";
import { MembersDialog } from "./members-dialog.tsx";
import { RemoveRoom } from "./remove-room.tsx";
import { RoomHistory } from "./room-history.tsx";
import { RoomLight } from "./room-light.tsx";
import { Scenes } from "./scenes.tsx";
import { TakenRoom } from "./taken-name.tsx";

interface RoomPageProps {
  readonly section: Section & { readonly room: RoomOrGroup };
  readonly silent: readonly HouseDevice[]; // its remotes and repeaters
  readonly onBack: () => void;
}

export function RoomPage({ section, silent, onBack }: RoomPageProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.querySelector("button")?.focus(), []); // the element with the focus is gone
  const { room, scenes, handled, climate, readings, switched } = section;
  const shown = new Set([...handled, ...climate, ...readings].map(({ device }) => device.key)).size;
  const told = [...climate, ...readings, ...silent.map((device) => ({ device, kind: kindOf(device) }))];
  const unanswered = useUnanswered();
  const isShining = switched.some((light) => isLit(light, unanswered));
  const [, go] = usePlace();
  return (
    <div class="zg-room-page" ref={top}>
      <div class={`zg-opened-head${isShining ? " zg-room-lit" : ""}`}>
        <Button icon="back" label={say("rooms.back")} onClick={onBack} />
        <span class="zg-room-icon">
          <Icon name={roomIcon(room)} />
        </span>
        <EditableName
          name={room.name}
          level="h2"
          renamings={(name) => [{ address: `/groups/${room.id}`, name: name.trim() }]}
          hint={(typed) => <TakenRoom typed={typed} own={room.id} />}
        />
        {!room.isRoom && <Badge>{say("devices.group")}</Badge>}
        <Button icon="event" label={say("events.here")} onClick={() => go(["events", placeOfRoom(room.id)])}>
          {say("events.here")}
        </Button>
      </div>
      <div class="zg-room-columns">
        {switched.length > 0 && <RoomLight room={room} section={section} />}
        {room.lights.length > 0 && <Scenes room={room} scenes={scenes} />}
        <section class="zg-section zg-room-members" aria-labelledby="zg-room-members">
          <div class="zg-room-part">
            <h3 id="zg-room-members">{say("rooms.members")}</h3>
            <MembersButton room={room} />
          </div>
          {handled.length + told.length === 0 && <Empty>{say("rooms.empty")}</Empty>}
          {handled.length > 0 && <Tiles tiles={handled} />}
          {told.length > 0 && <DeviceLines lines={told} />}
        </section>
        <RoomHistory room={room} climate={climate} />
      </div>
      <RemoveRoom room={room} scenes={scenes} devices={shown + silent.length} isShown={shown > 0} onGone={onBack} />
    </div>
  );
}

function MembersButton({ room }: { readonly room: RoomOrGroup }) {
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button icon="edit" onClick={() => open(true)}>
        {say("rooms.choose")}
      </Button>
      {isOpen && <MembersDialog room={room} onClose={() => open(false)} />}
    </>
  );
}
