/** Removes a room or a group, after the user was told what is lost with it, and where its devices are then. */
import { useState } from "preact/hooks";
import { useCommands } from "../commands.tsx";
import type { RoomOrGroup } from "../devices/rooms.ts";
import { UsesInWords } from "../devices/uses/uses.tsx";
import { useHouse, useNote } from "../hooks.ts";
import type { SceneName } from "../house.ts";
import { say, sayList, sayNames } from "../texts.ts";
import { Question } from "../widgets/dialog.tsx";
import { Button } from "../widgets/widgets.tsx";
import { type Listed, type PlaceLeft, placesLeft } from "./places-left.ts";

interface RemoveRoomProps {
  readonly room: RoomOrGroup;
  readonly scenes: readonly SceneName[];
  readonly listed: Listed;
  readonly onGone: () => void;
}

export function RemoveRoom(props: RemoveRoomProps) {
  const { room, onGone } = props;
  const [isAsked, ask] = useState(false);
  const commands = useCommands();
  const note = useNote();
  const address = `/groups/${room.id}`;
  const remove = async () => {
    if (!(await commands.send("DELETE", address))) return;
    note(say("devices.removed", { name: room.name })); // no new group gets the id of this one: nothing takes it back
    onGone();
  };
  return (
    <>
      <Button icon="remove" kind="danger" onClick={() => ask(true)}>
        {say(room.isRoom ? "rooms.drop" : "rooms.drop-group")}
      </Button>
      {isAsked && (
        <Question
          title={say(room.isRoom ? "rooms.drop-sure" : "rooms.drop-group-sure", { room: room.name })}
          yes={say(room.isRoom ? "rooms.drop-yes" : "rooms.drop-group-yes")}
          isDangerous
          onYes={remove}
          onClose={() => ask(false)}
        >
          <Loss {...props} />
          <UsesInWords used={[address]} />
          <p>{say("rooms.drop-final")}</p>
        </Question>
      )}
    </>
  );
}

function Loss({ room, scenes, listed }: RemoveRoomProps) {
  const house = useHouse(({ groups, resourcelinks }) => ({ groups, resourcelinks }));
  const names = sayList(scenes.map(({ name }) => name));
  return (
    <>
      {scenes.length > 0 && <p>{say("rooms.drop-scenes", { count: scenes.length, names })}</p>}
      {placesLeft(room.id, listed, house).map((place) => (
        <p key={place.rooms.map(({ id }) => id).join()}>{sayPlace(place)}</p>
      ))}
    </>
  );
}

const MOST_NAMES = 4;

function sayPlace({ rooms, names }: PlaceLeft): string {
  const shown = sayNames(names.slice(0, MOST_NAMES), Math.max(0, names.length - MOST_NAMES));
  if (rooms.length === 0) return say("rooms.drop-to-none", { names: shown });
  return say("rooms.drop-to", { names: shown, place: sayList(rooms.map(({ name }) => name)) });
}
