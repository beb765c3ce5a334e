/**
 * The rooms and groups of a device: each of its lights has its own, a device without lights is in a room as a whole.
 */
import { useState } from "preact/hooks";
import { CommandError, type Commands, useCommands, useDesired } from "../commands.tsx";
import { handledAs } from "../home/tiles.ts";
import { useHouse, useLive, usePlace } from "../hooks.ts";
import { useLostScenes } from "../rooms/lost-scenes.ts";
import { useMovedNote } from "../rooms/moved-note.ts";
import { say } from "../texts.ts";
import { Field, Options } from "../widgets/fields.tsx";
import { Button, Switch } from "../widgets/widgets.tsx";
import type { HouseDevice, HouseResource } from "./house-devices.ts";
import { NewRoom } from "./new-room.tsx";
import { followsRoom, linkedRoom, memberCommands, membershipCommand, type RoomOrGroup, withRoom } from "./rooms.ts";

interface DeviceGroupsProps {
  readonly device: HouseDevice;
  readonly rooms: readonly RoomOrGroup[];
  readonly isIn: readonly RoomOrGroup[];
}

const NEW = "new";

export function DeviceGroups({ device, rooms, isIn }: DeviceGroupsProps) {
  const commands = useCommands();
  const lights = device.resources.filter(({ family }) => family === "lights");
  return (
    <section class="zg-section" aria-labelledby="zg-groups">
      <h3 id="zg-groups">{say("devices.groups")}</h3>
      {lights.map((light) => (
        <LightGroups key={light.address} light={light} rooms={rooms} commands={commands} isNamed={lights.length > 1} />
      ))}
      {lights.length === 0 && <SensorRoom device={device} rooms={rooms} isIn={isIn} commands={commands} />}
      {isIn.some(({ isRoom }) => isRoom) && <FollowsRoom device={device} commands={commands} />}
      <CommandError of={commands} />
    </section>
  );
}

interface LightGroupsProps {
  readonly light: HouseResource;
  readonly rooms: readonly RoomOrGroup[];
  readonly commands: Commands;
  readonly isNamed: boolean;
}

function LightGroups({ light, rooms, commands, isNamed }: LightGroupsProps) {
  const name = String(light.view.name);
  const own = rooms.filter(({ lights }) => lights.includes(light.id));
  const others = rooms.filter((room) => !own.includes(room));
  const join = useJoin(light, own, commands);
  return (
    <div class="zg-groups">
      {isNamed && <h4>{name}</h4>}
      <ul class="zg-chips">
        {own.map((room) => (
          <li key={room.id}>
            <RoomChip room={room} />
            <Button
              icon="bad"
              label={say("devices.leave", { room: room.name })}
              onClick={() => commands.sendAll([membershipCommand(light.id, room, false)])}
            />
          </li>
        ))}
        {own.length === 0 && <li class="zg-dim">{say("devices.in-none")}</li>}
      </ul>
      <Chooser
        label={isNamed ? say("devices.join-named", { name }) : say("devices.join")}
        rooms={others}
        onChoose={join}
        onMade={(id, name) => join({ id, name, isRoom: true, lights: [] })}
      />
    </div>
  );
}

/** A light moves from room to room, as everywhere in the panels; it may be in as many groups as the user likes. */
function useJoin(light: HouseResource, own: readonly RoomOrGroup[], commands: Commands) {
  const live = useLive();
  const tellMoved = useMovedNote();
  const lostScenes = useLostScenes();
  return async ({ id, name, isRoom, lights }: RoomOrGroup) => {
    const before = live.house;
    if (!before) return;
    const devices = [{ resources: [light] }];
    const house = withRoom(before, id, name, lights); // that was just made
    const from = isRoom ? own.filter((room) => room.isRoom) : [];
    const ids = from.map((room) => room.id);
    const lost = await lostScenes(ids, [light.id], before.groups);
    if (!(await commands.sendAll(memberCommands(id, { put: devices }, house)))) return;
    if (from.length > 0) tellMoved({ from, names: [String(light.view.name)], devices, before, lost });
  };
}

function RoomChip({ room: { id, name } }: { readonly room: RoomOrGroup }) {
  const [, go] = usePlace();
  return <Button onClick={() => go(["home", id])}>{name}</Button>;
}

/** Whether the device is switched together with its room; not for a device that no room switches. */
function FollowsRoom({ device, commands }: { readonly device: HouseDevice; readonly commands: Commands }) {
  const [first] = device.resources.filter((resource) => handledAs(resource) === "switch");
  const [follows, want] = useDesired(first !== undefined && followsRoom(device, first), (followsroom) =>
    commands.send("PUT", `/devices/${device.key}`, { followsroom }),
  );
  if (!first) return null;
  return (
    <>
      <Switch label={say("devices.follows-room")} isOn={follows} onChange={want} />
      <p class="zg-hint">{say("devices.follows-room-about")}</p>
    </>
  );
}

interface SensorRoomProps extends DeviceGroupsProps {
  readonly commands: Commands;
}

function SensorRoom({ device, rooms, isIn, commands }: SensorRoomProps) {
  const live = useLive();
  const room = useHouse(({ resourcelinks }) => linkedRoom(device, resourcelinks));
  const others = isIn.filter(({ id }) => id !== room);
  const put = (wanted: string | undefined) =>
    live.house ? commands.sendAll(memberCommands(wanted, { put: [device] }, live.house)) : undefined;
  const now = rooms.find(({ id }) => id === room);
  return (
    <div class="zg-groups">
      <ul class="zg-chips">
        {now && (
          <li>
            <RoomChip room={now} />
            <Button icon="bad" label={say("devices.leave", { room: now.name })} onClick={() => put(undefined)} />
          </li>
        )}
        {others.map((other) => (
          <li key={other.id}>
            <RoomChip room={other} />
          </li>
        ))}
        {isIn.length === 0 && !now && <li class="zg-dim">{say("devices.in-none")}</li>}
      </ul>
      <Chooser
        label={say("devices.put")}
        rooms={rooms.filter((each) => each.isRoom && each.id !== room)}
        onChoose={({ id }) => put(id)}
        onMade={put}
      />
    </div>
  );
}

interface ChooserProps {
  readonly label: string;
  readonly rooms: readonly RoomOrGroup[];
  readonly onChoose: (room: RoomOrGroup) => unknown;
  readonly onMade: (room: string, name: string) => unknown;
}

function Chooser({ label, rooms, onChoose, onMade }: ChooserProps) {
  const [isMaking, make] = useState(false);
  const choose = (id: string) => {
    const room = rooms.find((each) => each.id === id);
    if (room) onChoose(room);
    make(id === NEW);
  };
  return (
    <>
      <Field label={label}>
        {(input) => (
          <select
            {...input}
            value=""
            onChange={({ currentTarget }) => {
              choose(currentTarget.value);
              currentTarget.value = "";
            }}
          >
            <option value="">{say("devices.choose")}</option>
            <Options
              of={rooms.map(({ id, name, isRoom }) => [id, isRoom ? name : say("devices.group-named", { name })])}
            />
            <option value={NEW}>{say("devices.new-room")}</option>
          </select>
        )}
      </Field>
      {isMaking && (
        <NewRoom
          onMade={async (room, name) => {
            make(false);
            await onMade(room, name);
          }}
        />
      )}
    </>
  );
}
