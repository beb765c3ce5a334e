/** A room on Home: its name, warmth and switch, its scenes, a tile for each thing to handle, a line for each that tells. */
import { EditableName } from "../devices/name-form.tsx";
import { usePlace } from "../hooks.ts";
import { roomIcon } from "../rooms/look.ts";
import { RoomSwitch } from "../rooms/room-switch.tsx";
import { SceneButtons } from "../rooms/scenes.tsx";
import { say } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { Climate, DeviceLines } from "./lines.tsx";
import type { Section } from "./sections.ts";
import { Tiles } from "./tile.tsx";

export function RoomCard({ section }: { readonly section: Section }) {
  const { room, scenes, handled, climate, readings, isAnyOn, canSwitch } = section;
  const isEmpty = handled.length + climate.length + readings.length === 0;
  return (
    <section class={`zg-room${isAnyOn ? " zg-room-lit" : ""}`} aria-label={room?.name ?? say("devices.no-room")}>
      <div class="zg-room-head">
        <span class="zg-room-icon">
          <Icon name={room ? roomIcon(room) : "device"} />
        </span>
        <div class="zg-room-title">
          <RoomName section={section} />
        </div>
        <Climate readings={climate} />
        {room && canSwitch && <RoomSwitch room={room} isAnyOn={isAnyOn} />}
      </div>
      {room && <SceneButtons room={room} scenes={scenes} />}
      {handled.length > 0 && <Tiles tiles={handled} />}
      {readings.length > 0 && <DeviceLines lines={readings} />}
      {room && isEmpty && <p class="zg-dim">{say(room.isRoom ? "rooms.empty" : "home.elsewhere")}</p>}
    </section>
  );
}

function RoomName({ section: { room } }: { readonly section: Section }) {
  const [, go] = usePlace();
  if (!room) return <h3>{say("devices.no-room")}</h3>;
  return (
    <EditableName
      level="h3"
      name={room.name}
      renamings={(name) => [{ address: `/groups/${room.id}`, name: name.trim() }]}
    >
      <button type="button" class="zg-room-name" data-room={room.id} onClick={() => go(["home", room.id])}>
        {room.name}
        <Icon name="next" />
      </button>
    </EditableName>
  );
}
